//! Tests of the Universal Chess Interface: parsing of lines, and whole sessions with the
//! real program. `tests/stop/` tests how searches end.
//! See <https://backscattering.de/chess/uci/>.

mod any_text;
mod command_line;
mod counts;
mod debug;
#[path = "../common/files.rs"]
#[allow(dead_code, reason = "these tests use only some of the functions")]
mod files;
mod forms;
mod go_lines;
#[cfg(unix)]
mod interrupts;
mod limits;
mod lines;
mod modes;
mod networks;
mod options;
mod order;
mod output;
mod parsed;
mod position_lines;
mod positions;
mod searches;
#[path = "../common/session.rs"]
mod session;
mod sessions;
mod setoption_lines;
mod setup;
mod tables;
#[path = "../entry_points/uci_line.rs"]
mod uci_line;

/// The position Kiwipete as arguments of `position`
/// (<https://www.chessprogramming.org/Perft_Results>).
const KIWIPETE: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
