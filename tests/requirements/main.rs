//! The requirements on the rules of chess, tested on diagrams.
//!
//! The test names come from the requirements: `cargo test --test requirements req7_` runs the tests
//! of castling. Some tests are long because every diagram takes about ten lines.
//!
//! | requirement | implemented by | tests | benchmarks |
//! | --- | --- | --- | --- |
//! | REQ-1 pawns | [`generate_legal_moves`], `src/chess/movegen/pawns.rs` | `req1_*` in `pawns.rs` | `pawn_movegen` |
//! | REQ-2 knights | [`generate_legal_moves`], `src/chess/movegen/pieces.rs` | `req2_*` in `knights.rs` | `knight_movegen` |
//! | REQ-3 bishops | [`generate_legal_moves`], `src/chess/movegen/pieces.rs` | `req3_*` in `sliders.rs` | `bishop_movegen`, `magic_lookup` |
//! | REQ-4 rooks | [`generate_legal_moves`], `src/chess/movegen/pieces.rs` | `req4_*` in `sliders.rs` | `rook_movegen`, `magic_lookup` |
//! | REQ-5 queens | [`generate_legal_moves`], `src/chess/movegen/pieces.rs` | `req5_*` in `sliders.rs` | `queen_movegen`, `magic_lookup` |
//! | REQ-6 king | [`generate_legal_moves`], `src/chess/movegen/pieces.rs` | `req6_*` in `king.rs` | `king_movegen` |
//! | REQ-7 castling | [`generate_legal_moves`], `src/chess/movegen/castling.rs`; [`Board::make_move`], `src/chess/board/make_move.rs` | `req7_*` in `castling.rs` | `king_movegen`, `make_unmake` |
//! | REQ-8 no self-check | [`Legality::of`], `src/chess/movegen/legality.rs` | `req8_*` in `legality.rs` | `full_movegen`, `perft` |
//! | REQ-9 check | [`Board::is_in_check`], [`Board::checkers`], [`Board::attackers_to`], `src/chess/board/attackers.rs` | `req9_*` in `check.rs` | `check_detection` |
//! | REQ-10 checkmate | [`Board::is_checkmate`], `src/chess/outcome.rs`; [`Board::has_legal_moves`], `src/chess/movegen/generate.rs` | `req10_*` in `checkmate.rs` | `check_detection`, `full_movegen` |
//! | REQ-11 stalemate | [`Board::is_stalemate`], `src/chess/outcome.rs`; [`Board::has_legal_moves`], `src/chess/movegen/generate.rs` | `req11_*` in `stalemate.rs` | `check_detection`, `full_movegen` |
//!
//! A [`Diagram`](common::Diagram) contains a position and the expected result. Pieces marked `>`
//! can move exactly to the squares with one of these marks:
//!
//! * `*` marks a move to an empty square;
//! * `x` marks a capture, such as `xp` of a pawn;
//! * `e` marks an en passant capture, on the empty target square;
//! * `=` marks a promotion, on an empty square or with a capture, such as `=r` of a rook;
//! * `oR` marks castling with this rook.
//!
//! In tests of check, `!` marks the pieces that give check. In tests of attacks on a square, `?`
//! marks the square and `!` its attackers. In tests of all attacked squares, `*` marks them.
//!
//! Every diagram, except those of `assert_board`, is also tested with the colors swapped and, if
//! there are no castling rights, with the files mirrored.
//!
//! [`generate_legal_moves`]: ferz::chess::generate_legal_moves
//! [`Board::attackers_to`]: ferz::chess::Board::attackers_to
//! [`Board::checkers`]: ferz::chess::Board::checkers
//! [`Board::has_legal_moves`]: ferz::chess::Board::has_legal_moves
//! [`Board::is_checkmate`]: ferz::chess::Board::is_checkmate
//! [`Board::is_in_check`]: ferz::chess::Board::is_in_check
//! [`Board::is_stalemate`]: ferz::chess::Board::is_stalemate
//! [`Board::make_move`]: ferz::chess::Board::make_move
//! [`Legality::of`]: ferz::chess::Legality::of

mod castling;
mod check;
mod checkmate;
#[path = "../common/mod.rs"]
mod common;
mod diagrams;
mod king;
mod knights;
mod legality;
mod pawns;
mod sliders;
mod stalemate;
