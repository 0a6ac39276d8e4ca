//! The rules of chess, requirement by requirement, each shown on diagrams.
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
//! A drawing ([`Diagram`]) holds a position and what is expected of it. Pieces marked `>`
//! are asked for their moves, and all of these are drawn, so that a square without a mark
//! is one where they may not go:
//!
//! * `*` to an empty square, `xp` taking the pawn there;
//! * `e` taking en passant, which ends on an empty square;
//! * `=` promoting, on an empty square or taking a piece (`=r`);
//! * `oR` castling with this rook.
//!
//! In drawings of check, `!` marks the pieces that give it; where attacks on a square are
//! asked for, `?` marks the square and `!` the attackers. Every drawing is tried as it is
//! and with the colors exchanged; without castling rights, its mirror images as well.

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
