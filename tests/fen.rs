//! Tests of parsing and writing FEN: which texts are accepted, which are rejected, and that no
//! text causes a panic. `messages/fen.rs` tests the error messages.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;

use std::collections::HashSet;
use std::mem::discriminant;

use common::random::{Game, Rng, chess960_back_rank, chess960_fen, random_fen, scaled, start};
use ferz::chess::mailbox::Mailbox;
use ferz::chess::{Board, FenError, InvalidPosition, Move, Position, SetupNote, Square};
use proptest::prelude::*;
use proptest::sample::Index;
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{CastlingMode, Chess, PositionError};

/// Returns the board of a valid FEN.
fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// FENs with invalid castling rights or en passant squares, and the FENs of the resulting boards.
const DROPPED: &[(&str, &str)] = &[
    (
        "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
    ),
    (
        "r3k2r/8/8/8/8/8/4K3/R6R b KQkq - 3 9",
        "r3k2r/8/8/8/8/8/4K3/R6R b kq - 3 9",
    ),
    (
        "4k3/8/8/8/8/8/8/4K1RR w HG - 0 1",
        "4k3/8/8/8/8/8/8/4K1RR w K - 0 1",
    ),
    // Stale en passant squares, with a pawn that could capture if the square were valid.
    (
        "4k3/8/4n3/3PpP2/8/8/8/4K3 w - e6 0 1",
        "4k3/8/4n3/3PpP2/8/8/8/4K3 w - - 0 1",
    ),
    (
        "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1",
    ),
];

#[test]
fn invalid_castling_rights_and_en_passant_squares_are_dropped_with_a_note() {
    for &(fen, expected) in DROPPED {
        let (board, notes) = Board::from_fen(fen).unwrap();
        assert_eq!(board.to_string(), expected, "{fen}");
        assert!(!notes.is_empty(), "{fen}");
        assert!(notes.iter().all(SetupNote::is_dropped), "{fen}: {notes:?}");
        assert_eq!(Board::from_fen(expected), Ok((board, Vec::new())), "{fen}");
    }
}

#[test]
fn missing_castling_rights_and_en_passant_squares_are_none() {
    for (fen, full) in [
        (
            "8/6B1/8/8/B7/8/K1pk4/8 b",
            "8/6B1/8/8/B7/8/K1pk4/8 b - - 0 1",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ] {
        assert_eq!(board(fen), board(full));
        let (_, notes) = Board::from_fen(fen).unwrap();
        assert!(
            matches!(notes[..], [SetupNote::MissingFields { .. }]),
            "{fen}: {notes:?}"
        );
    }
}

#[test]
fn a_missing_halfmove_clock_is_0_and_a_missing_move_number_1() {
    let full = board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for clocks in ["", " 0", " 0 1", " 0 0", " 00 01"] {
        let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -{clocks}");
        assert_eq!(board(&fen), full, "{fen}");
    }
    let five = board("4k3/8/8/8/8/8/8/4K3 b - - 17");
    assert_eq!((five.halfmove_clock(), five.fullmove_number()), (17, 1));
    let six = board("4k3/8/8/8/8/8/8/4K3 b - - 65535 65535");
    assert_eq!(
        (six.halfmove_clock(), six.fullmove_number()),
        (65_535, 65_535)
    );
}

#[test]
fn any_white_space_may_surround_the_fields() {
    let spread = "  \t4k3/8/8/8/8/8/8/4K3\r\n w\t -   -  3 4 \n";
    assert_eq!(board(spread), board("4k3/8/8/8/8/8/8/4K3 w - - 3 4"));
}

/// In each row: the placement, the castling rights to parse, the squares of the rooks that can
/// castle, and the rights as written in X-FEN and in Shredder-FEN.
#[rustfmt::skip]
const CASTLING: &[(&str, &str, &str, &str, &str)] = &[
    ("r3k2r/8/8/8/8/8/8/R3K2R", "KQkq", "a1 h1 a8 h8", "KQkq", "HAha"),
    ("r3k2r/8/8/8/8/8/8/R3K2R", "HAha", "a1 h1 a8 h8", "KQkq", "HAha"),
    // In any order, in a mixture of both styles, and only some of the rights.
    ("r3k2r/8/8/8/8/8/8/R3K2R", "qkQK", "a1 h1 a8 h8", "KQkq", "HAha"),
    ("r3k2r/8/8/8/8/8/8/R3K2R", "KAhq", "a1 h1 a8 h8", "KQkq", "HAha"),
    ("r3k2r/8/8/8/8/8/8/R3K2R", "Kq", "h1 a8", "Kq", "Ha"),
    ("r3k2r/8/8/8/8/8/8/R3K2R", "-", "", "-", "-"),
    // K and Q mean the outermost rooks, on any files.
    ("1r2k1r1/8/8/8/8/8/8/1R2K1R1", "KQkq", "b1 g1 b8 g8", "KQkq", "GBgb"),
    ("rkr5/8/8/8/8/8/8/5RKR", "KQkq", "f1 h1 a8 c8", "KQkq", "HFca"),
    ("1k3r1r/8/8/8/8/8/8/R1R2K2", "Qk", "a1 h8", "Qk", "Ah"),
    // An inner rook needs the letter of its file.
    ("rr2k1rr/8/8/8/8/8/8/RR2K1RR", "GBgb", "b1 g1 b8 g8", "GBgb", "GBgb"),
    ("rr2k1rr/8/8/8/8/8/8/RR2K1RR", "KBgq", "b1 h1 a8 g8", "KBgq", "HBga"),
    ("4k3/8/8/8/8/8/8/1RR1K3", "C", "c1", "C", "C"),
    // Only rooks of the king's color on the king's rank count.
    ("4k2r/7R/8/8/8/8/8/r3K1Rr", "Kk", "g1 h8", "Kk", "Gh"),
];

#[test]
fn castling_rights_are_parsed_in_every_style_and_written_in_two() {
    for &(placement, rights, rooks, x_fen, shredder) in CASTLING {
        let board = board(&format!("{placement} w {rights} - 0 1"));
        let squares: Vec<String> = board
            .castling()
            .rooks()
            .into_iter()
            .map(|s| s.to_string())
            .collect();
        assert_eq!(squares.join(" "), rooks, "{placement} {rights}");
        assert_eq!(board.to_string(), format!("{placement} w {x_fen} - 0 1"));
        assert_eq!(
            board.shredder_fen(),
            format!("{placement} w {shredder} - 0 1")
        );
    }
}

#[test]
fn all_960_starting_positions_are_parsed_alike_in_both_styles() {
    let mut rng = Rng::new(960);
    let mut seen = HashSet::new();
    while seen.len() < 960 {
        let pieces = chess960_back_rank(&mut rng);
        if !seen.insert(pieces) {
            continue;
        }
        let shredder = chess960_fen(pieces, pieces);
        let (placement, _) = shredder.split_once(" w ").unwrap();
        let x_fen = format!("{placement} w KQkq - 0 1");
        assert_eq!(board(&shredder), board(&x_fen));
        assert_eq!(board(&x_fen).to_string(), x_fen);
        assert_eq!(board(&x_fen).shredder_fen(), shredder);
    }
}

/// Positions after a double push, and whether an en passant capture is legal.
#[rustfmt::skip]
const EN_PASSANT: &[(&str, bool)] = &[
    ("7k/8/8/2Pp4/8/8/8/7K w - d6 0 1", true),
    ("7k/8/8/8/3Pp3/8/8/7K b - d3 0 1", true),
    // No enemy pawn is beside the pawn.
    ("7k/8/8/3p4/8/8/8/7K w - d6 0 1", false),
    ("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1", false),
    // A pawn on h5 is not beside a pawn on a5.
    ("7k/8/8/p6P/8/8/8/7K w - a6 0 1", false),
    // The capturing pawn is pinned on its file, or on its rank together with the captured pawn.
    ("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false),
    ("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1", false),
    // Neither of the two bishops pins a pawn.
    ("6bk/8/8/3pP3/8/8/8/K6b w - d6 0 1", true),
    // The capturing pawn is pinned on a diagonal that it would leave, or on one that it stays on.
    ("7k/6b1/8/3pP3/3K4/8/8/8 w - d6 0 1", false),
    ("1b5k/8/8/3pP3/5K2/8/8/8 w - d6 0 1", true),
    // One of two capturing pawns is pinned, the other is not.
    ("4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", true),
    // The double push gives check, and the capture evades it.
    ("7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1", true),
    // The double push discovers check, and the capture does not evade it.
    ("2b4k/8/8/3pP3/8/7K/8/8 w - d6 0 1", false),
];

#[test]
fn an_en_passant_square_is_kept_only_if_a_capture_is_legal() {
    for &(fen, kept) in EN_PASSANT {
        let square: Square = fen.split(' ').nth(3).unwrap().parse().unwrap();
        let board = board(fen);
        assert_eq!(board.en_passant(), kept.then_some(square), "{board:?}");
        assert_eq!(board.to_string() == fen, kept, "{fen}");
    }
}

#[test]
fn clocks_stay_at_their_maximum_in_a_longer_game() {
    let mut position = Position::new(board("4k3/8/8/8/8/8/8/4K2R b - - 65534 65534"));
    let clocks = |at: &Position| {
        let board = at.board();
        (board.halfmove_clock(), board.fullmove_number())
    };
    for (name, expected) in [
        ("e8e7", (65_535, 65_535)),
        ("e1e2", (65_535, 65_535)),
        ("e7e8", (65_535, 65_535)),
    ] {
        position.play(name).unwrap();
        assert_eq!(clocks(&position), expected, "{name}");
        let fen = position.board().to_string();
        assert_eq!(fen.parse(), Ok(*position.board()), "{fen}");
    }
    position.make_null_move();
    assert_eq!(clocks(&position), (65_535, 65_535));
    assert!(!position.is_threefold_repetition());
}

/// An edit that damages a text.
#[derive(Clone, Debug)]
enum Edit {
    Replace(Index, char),
    Insert(Index, char),
    Remove(Index),
    Swap(Index, Index),
    /// Removes everything from this index on.
    Cut(Index),
}

const FEN_LETTERS: &str = "PNBRQKpnbrqk12345678/wb-KQkqABCDEFGHabcdefgh0123456789 ";

impl Edit {
    fn any() -> impl Strategy<Value = Self> {
        let letter = || proptest::sample::select(FEN_LETTERS.chars().collect::<Vec<_>>());
        prop_oneof![
            4 => (any::<Index>(), letter()).prop_map(|(at, c)| Self::Replace(at, c)),
            4 => (any::<Index>(), letter()).prop_map(|(at, c)| Self::Insert(at, c)),
            4 => any::<Index>().prop_map(Self::Remove),
            4 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Self::Swap(a, b)),
            1 => any::<Index>().prop_map(Self::Cut),
        ]
    }

    fn apply(&self, text: &mut Vec<char>) {
        let len = text.len();
        match *self {
            Self::Insert(at, c) => text.insert(at.index(len + 1), c),
            _ if len == 0 => {}
            Self::Replace(at, c) => text[at.index(len)] = c,
            Self::Remove(at) => drop(text.remove(at.index(len))),
            Self::Swap(a, b) => text.swap(a.index(len), b.index(len)),
            Self::Cut(at) => text.truncate(at.index(len)),
        }
    }
}

/// Generates a position of a random game.
fn game_position() -> impl Strategy<Value = Board> {
    (any::<u64>(), 0_usize..3, any::<Index>()).prop_map(|(seed, game, at)| {
        let mut rng = Rng::new(seed);
        let start = start(&mut rng, game);
        *at.get(&Game::random(&mut rng, start).boards())
    })
}

/// Generates damaged FENs: the FEN of a position of a random game, changed by one to three edits.
fn mutated_fen() -> impl Strategy<Value = String> {
    let edits = proptest::collection::vec(Edit::any(), 1..4);
    (game_position(), any::<bool>(), edits).prop_map(|(board, shredder, edits)| {
        let fen = if shredder {
            board.shredder_fen()
        } else {
            board.to_string()
        };
        let mut text: Vec<char> = fen.chars().collect();
        edits.iter().for_each(|edit| edit.apply(&mut text));
        text.into_iter().collect()
    })
}

/// Asserts that the board of a valid FEN is unchanged after it is written and parsed again. An
/// invalid FEN passes.
fn assert_round_trip(fen: &str) {
    if let Ok(board) = fen.parse::<Board>() {
        assert_eq!(board.to_string().parse(), Ok(board), "{fen}");
        assert_eq!(board.shredder_fen().parse(), Ok(board), "{fen}");
    }
}

/// Returns whether shakmaty accepts a position as reachable. Ignores errors about
/// material, because shakmaty counts promoted bishops on light and dark squares separately.
fn shakmaty_accepts(fen: &str) -> bool {
    fen.parse::<Fen>().is_ok_and(|fen| {
        fen.into_position::<Chess>(CastlingMode::Chess960)
            .or_else(PositionError::ignore_too_much_material)
            .is_ok()
    })
}

/// Returns whether shakmaty accepts a position as playable, even if no game can reach it.
fn shakmaty_plays(fen: &str) -> bool {
    fen.parse::<Fen>().is_ok_and(|fen| {
        fen.into_position::<Chess>(CastlingMode::Chess960)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .is_ok()
    })
}

/// Returns whether shakmaty rejects the castling field because it contains more than two rights
/// of one color. ferz accepts such a FEN with a note: it drops a right without a rook, and a second
/// right on the same side of the king.
fn has_three_rights(fen: &str, notes: &[SetupNote]) -> bool {
    let is_dropped_right = |note: &SetupNote| {
        matches!(
            note,
            SetupNote::CastlingKing { .. }
                | SetupNote::CastlingRook { .. }
                | SetupNote::CastlingTwice { .. }
        )
    };
    fen.parse::<Fen>() == Err(ParseFenError::InvalidCastling) && notes.iter().any(is_dropped_right)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(debug_assertions) { 2_000 } else { 20_000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_fen_of_any_position_of_a_game_is_parsed_as_that_position(board in game_position()) {
        let expected = Ok((board, Vec::new()));
        prop_assert_eq!(&Board::from_fen(&board.to_string()), &expected);
        prop_assert_eq!(&Board::from_fen(&board.shredder_fen()), &expected);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in any::<String>(), like_a_fen in "[pKk1-8/ w-]{0,90}") {
        assert_round_trip(&text);
        assert_round_trip(&like_a_fen);
    }

    #[test]
    fn a_damaged_fen_is_rejected_unless_shakmaty_accepts_it(fen in mutated_fen()) {
        assert_round_trip(&fen);
        if let Ok((_, notes)) = Board::from_fen(&fen) {
            let accepts = if notes.is_empty() { shakmaty_accepts } else { shakmaty_plays };
            prop_assert!(accepts(&fen) || has_three_rights(&fen, &notes), "{fen}: {notes:?}");
        }
    }
}

#[test]
fn a_third_castling_right_of_a_color_is_dropped_if_its_rook_is_missing() {
    // The letter b needs a rook on b8.
    let fen = "r1bqkbnr/pppppppp/n7/8/6P1/8/PPPPPP1P/RNBQKBNR w bQkq - 1 2";
    let (board, notes) = Board::from_fen(fen).unwrap();
    assert!(
        matches!(notes[..], [SetupNote::CastlingRook { .. }]),
        "{notes:?}"
    );
    assert_eq!(board.to_string(), fen.replace("bQkq", "Qkq"));
    assert!(has_three_rights(fen, &notes));
    assert!(!has_three_rights(&fen.replace("bQkq", "bQk"), &notes));
}

#[test]
fn random_placements_are_accepted_and_rejected_as_by_shakmaty() {
    let mut rng = Rng::new(16);
    let (mut accepted, mut noted) = (0, 0);
    let mut rejected = HashSet::new();
    for _ in 0..scaled(400_000) {
        let fen = random_fen(&mut rng);
        match Board::from_fen(&fen) {
            Ok((_, notes)) if notes.is_empty() => {
                accepted += 1;
                assert!(shakmaty_accepts(&fen), "{fen}");
                assert_round_trip(&fen);
            }
            Ok((_, notes)) => {
                noted += 1;
                assert!(
                    shakmaty_plays(&fen) || has_three_rights(&fen, &notes),
                    "{fen}: {notes:?}"
                );
                // ferz adds a note if the side to move was in check before the double push.
                // shakmaty rejects such a position only if the side to move is still in check.
                let was_in_check =
                    |note: &SetupNote| matches!(note, SetupNote::EnPassantInCheck { .. });
                assert!(
                    !shakmaty_accepts(&fen) || notes.iter().any(was_in_check),
                    "{fen}"
                );
                assert_round_trip(&fen);
            }
            Err(FenError::Invalid(invalid)) => {
                rejected.insert(discriminant(&invalid));
                // `shakmaty_plays` ignores too many pieces and too many promoted pieces.
                let is_material = matches!(
                    invalid,
                    InvalidPosition::TooManyPieces { .. }
                        | InvalidPosition::TooManyPawns { .. }
                        | InvalidPosition::TooManyPromoted { .. }
                );
                assert!(is_material || !shakmaty_plays(&fen), "{fen}: {invalid:?}");
            }
            Err(error) => assert!(!shakmaty_plays(&fen), "{fen}: {error}"),
        }
    }
    assert!(
        accepted > 1000 && noted > 1000 && rejected.len() >= 4,
        "{accepted}, {noted}, {rejected:?}"
    );
}

/// The reference generator gets the en passant square of the FEN, even if the board has dropped it.
#[test]
fn an_en_passant_square_is_dropped_only_if_the_reference_generator_finds_no_capture() {
    let mut rng = Rng::new(18);
    // Numbers of positions with a note: first without a legal capture, then with one.
    let mut unreachable = [0; 2];
    for _ in 0..scaled(400_000) {
        let fen = random_fen(&mut rng);
        let written: Option<Square> = fen.split(' ').nth(3).unwrap().parse().ok();
        let Ok((board, notes)) = Board::from_fen(&fen) else {
            continue;
        };
        let mailbox = Mailbox {
            en_passant: written,
            ..Mailbox::from(&board)
        };
        let captures = |moves: Vec<Move>| moves.iter().any(|mv| mv.is_en_passant());
        if captures(mailbox.pseudo_legal_moves()) {
            let is_legal = captures(mailbox.legal_moves());
            assert_eq!(board.en_passant(), written.filter(|_| is_legal), "{fen}");
            unreachable[usize::from(is_legal)] += usize::from(!notes.is_empty());
        }
    }
    assert!(
        unreachable.iter().all(|&count| count > 5),
        "{unreachable:?}"
    );
}
