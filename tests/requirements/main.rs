//! The requirements on the rules of chess, tested on diagrams.
//!
//! The names of the tests are those of the requirements, so `cargo test --test requirements req7_`
//! runs the tests of castling. Tests are long because every diagram takes ten lines.
//!
//! | requirement | implemented by | tests | benchmarks |
//! | --- | --- | --- | --- |
//! | REQ-1 pawns | [`generate_legal_moves`], `src/chess/movegen/pawns.rs` | `req1_*` | `pawn_movegen` |
//! | REQ-2 knights | [`generate_legal_moves`], `src/chess/movegen/knights.rs` | `req2_*` | `knight_movegen` |
//! | REQ-3 bishops | [`generate_legal_moves`], `src/chess/movegen/sliders.rs` | `req3_*` | `bishop_movegen`, `magic_lookup` |
//! | REQ-4 rooks | [`generate_legal_moves`], `src/chess/movegen/sliders.rs` | `req4_*` | `rook_movegen`, `magic_lookup` |
//! | REQ-5 queens | [`generate_legal_moves`], `src/chess/movegen/sliders.rs` | `req5_*` | `queen_movegen`, `magic_lookup` |
//! | REQ-6 king | [`generate_legal_moves`], `src/chess/movegen/king.rs` | `req6_*` | `king_movegen` |
//! | REQ-7 castling | [`generate_legal_moves`], `src/chess/movegen/castling.rs`; [`Board::make_move`] | `req7_*` | `king_movegen`, `make_unmake` |
//! | REQ-8 no self-check | [`Legality::of`], `src/chess/movegen/legality.rs` | `req8_*` | `full_movegen`, `perft` |
//! | REQ-9 check | [`Board::is_in_check`], [`Board::checkers`], [`Board::attackers_to`], `src/chess/board/check.rs` | `req9_*` | `check_detection` |
//! | REQ-10 checkmate | [`Board::is_checkmate`], [`has_legal_moves`] | `req10_*` | `check_detection`, `full_movegen` |
//! | REQ-11 stalemate | [`Board::is_stalemate`], [`has_legal_moves`] | `req11_*` | `check_detection`, `full_movegen` |
//!
//! A [`Diagram`](common::Diagram) contains a position and the expected result. The marks show
//! every move of the pieces marked `>`, so these pieces cannot move to a square without a mark:
//!
//! * `*` marks a move to an empty square;
//! * `x` marks a capture, such as `xp` of a pawn;
//! * `e` marks an en passant capture, on the empty target square;
//! * `=` marks a promotion, on an empty square or with a capture, such as `=r` of a rook;
//! * `oR` marks castling with this rook.
//!
//! In tests of check, `!` marks the pieces that give check. In tests of attacks on a square, `?`
//! marks the square and `!` its attackers. Every diagram is also tested with the colors swapped
//! and, if there are no castling rights, with the files mirrored.

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
