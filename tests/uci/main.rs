//! Tests of the Universal Chess Interface (<https://backscattering.de/chess/uci/>): `parser` tests
//! the commands that the parser returns for a line, `sessions` tests the real program over pipes.
//! `tests/stop/` tests how searches end. The unknown word in many lines, `joho`, comes from the
//! example in the protocol.

#[path = "../common/files.rs"]
mod files;
mod output;
mod parsed;
mod parser;
#[path = "../common/session.rs"]
mod session;
mod sessions;
#[path = "../entry_points/uci_line.rs"]
mod uci_line;

/// The position Kiwipete as arguments of `position`
/// (<https://www.chessprogramming.org/Perft_Results>).
const KIWIPETE: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
