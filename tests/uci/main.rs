//! The Universal Chess Interface: what lines are taken for, and whole sessions with the
//! real program. How a search is ended is told in `tests/stop/`.
//! See <https://backscattering.de/chess/uci/>.

mod any_text;
#[path = "../common/files.rs"]
#[allow(dead_code, reason = "a part of it is used here")]
mod files;
mod forms;
#[cfg(unix)]
mod interrupts;
mod lines;
mod modes;
mod order;
mod positions;
mod searches;
#[path = "../common/session.rs"]
mod session;
mod sessions;
mod tables;
#[path = "../entrances/uci_line.rs"]
mod uci_line;

const KIWIPETE: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
