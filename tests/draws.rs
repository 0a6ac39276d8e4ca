//! Tests of draws by repetition, by the fifty-move rule and by insufficient material.

mod common;

use common::random::{MAX_PLIES, Rng, random_move, scaled, start};
use common::{Diagram, find_move};
use ferz::chess::{Board, Color, Move, MoveKind, Position, Termination};

/// Returns the position of a diagram.
fn position(drawing: &str) -> Position {
    Position::new(Diagram::parse(drawing).board())
}

/// Returns the position of a FEN.
fn position_from(fen: &str) -> Position {
    Position::new(fen.parse().expect("the FEN is valid"))
}

/// Plays moves given in coordinate notation.
fn play(position: &mut Position, names: &str) {
    for name in names.split_ascii_whitespace() {
        let mv = find_move(position.board(), name);
        position.make_move(mv);
    }
}

/// Plays the same moves `times` times. Returns the number of repetitions after each time.
fn repetitions_of(position: &mut Position, names: &str, times: usize) -> Vec<usize> {
    let play_once = |_| {
        play(position, names);
        position.repetitions()
    };
    (0..times).map(play_once).collect()
}

const KNIGHTS_OUT_AND_BACK: &str = "g1f3 g8f6 f3g1 f6g8";

#[test]
fn the_third_occurrence_of_a_position_is_a_draw_but_not_the_second() {
    let mut position = Position::default();
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    assert_eq!(position.repetitions(), 1);
    assert!(!position.is_threefold_repetition() && !position.is_draw());
    play(&mut position, "g1f3 g8f6 f3g1");
    assert!(!position.is_threefold_repetition());
    play(&mut position, "f6g8");
    assert_eq!(position.repetitions(), 2);
    assert!(position.is_threefold_repetition() && position.is_draw());
}

#[test]
fn positions_before_a_null_move_are_not_repeated_after_it() {
    let mut position = Position::default();
    play(&mut position, "g1f3");
    position.make_null_move();
    play(&mut position, "f3g1");
    position.make_null_move();
    // The pieces are back on their squares, but Black has passed twice.
    assert_eq!(
        position.board().to_string(),
        Position::default()
            .board()
            .to_string()
            .replace("0 1", "4 3")
    );
    assert_eq!(position.repetitions(), 0);
    assert!(!position.is_draw_in_search(4));
    // Ng1 would bring back the first position, but only across the null move.
    position.unmake_move();
    position.unmake_move();
    assert!(!position.has_upcoming_repetition(2));
    // Moves after a null move can repeat positions after it.
    play(&mut position, "f3g1 g8f6 g1f3 f6g8");
    assert_eq!(position.repetitions(), 1);
}

#[test]
fn unmaking_a_move_removes_its_repetition() {
    let mut position = Position::default();
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    position.unmake_move();
    assert_eq!(position.repetitions(), 1);
    play(&mut position, "f6g8");
    assert_eq!(position.repetitions(), 2);
}

#[test]
fn a_cloned_position_keeps_the_history_of_the_game() {
    let mut position = Position::default();
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    let mut copy = position.clone();
    play(&mut copy, KNIGHTS_OUT_AND_BACK);
    assert_eq!((copy.repetitions(), position.repetitions()), (2, 1));
}

#[test]
fn positions_with_different_sides_to_move_are_not_repetitions() {
    let mut position = position(
        "w - -
         k . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         K . . . . . . R",
    );
    // The rook returns after three moves, the king after two.
    play(&mut position, "h1h2 a8b8 h2h3 b8a8 h3h1");
    assert_eq!(position.repetitions(), 0);
}

#[test]
fn positions_with_and_without_an_en_passant_capture_are_not_repetitions() {
    let mut position = position(
        "w - -
         . . . . k . n .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . p . . . .
         . . . . . . . .
         . . . . P . . .
         . . . . K . N .",
    );
    play(&mut position, "e2e4");
    let knights = "g8f6 g1f3 f6g8 f3g1";
    assert_eq!(repetitions_of(&mut position, knights, 3), [0, 1, 2]);
}

#[test]
fn a_position_after_a_double_push_is_repeated_if_no_en_passant_capture_is_legal() {
    let no_pawn_beside = "w - -
         . . . k . . n .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . P . . .
         . . . . K . N .";
    // The pawn on d4 may not capture on e3.
    let pinned = "w - -
         . . . k . . n .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . p . . . .
         . . . . . . . .
         . . . . P . . .
         . . . R K . N .";
    for drawing in [pinned, no_pawn_beside] {
        let mut position = position(drawing);
        play(&mut position, "e2e4");
        let knights = "g8f6 g1f3 f6g8 f3g1";
        assert_eq!(
            repetitions_of(&mut position, knights, 2),
            [1, 2],
            "{drawing}"
        );
    }
}

#[test]
fn positions_with_different_castling_rights_are_not_repetitions() {
    let drawing = "w Q -
         . . . . k . n .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         R . . . K . N .";
    let mut rook_moves = position(drawing);
    let rook = "a1b1 g8f6 b1a1 f6g8";
    assert_eq!(repetitions_of(&mut rook_moves, rook, 3), [0, 1, 2]);
    let mut king_moves = position(drawing);
    let king = "e1e2 g8f6 e2e1 f6g8";
    assert_eq!(repetitions_of(&mut king_moves, king, 3), [0, 1, 2]);
    let mut neither = position(drawing);
    assert_eq!(
        repetitions_of(&mut neither, KNIGHTS_OUT_AND_BACK, 2),
        [1, 2]
    );
}

/// Returns the FEN fields that decide whether two positions are the same: placement, side to
/// move, castling rights and en passant square.
fn identity(board: &Board) -> String {
    let fen = board.to_string();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}

/// Returns a random move. If the side to move can undo its last move, it does so with probability
/// 1/2.
fn move_or_return(rng: &mut Rng, board: &Board, last: Option<Move>) -> Option<Move> {
    let back = last.map(|mv| Move::new(mv.to(), mv.from(), MoveKind::Quiet));
    let back = back.filter(|mv| board.legal_moves().contains(mv));
    match back {
        Some(_) if rng.below(2) == 0 => back,
        _ => random_move(rng, board),
    }
}

#[test]
fn repetitions_agree_with_a_comparison_of_all_earlier_positions() {
    let mut rng = Rng::new(17);
    let mut found = 0;
    for game in 0..scaled(800) {
        let mut position = Position::new(start(&mut rng, game));
        let mut earlier = Vec::new();
        let mut last = [None, None];
        while earlier.len() < MAX_PLIES
            && let Some(mv) = move_or_return(&mut rng, position.board(), last[0])
        {
            earlier.push(identity(position.board()));
            position.make_move(mv);
            last = [last[1], Some(mv)];
            found += assert_repetitions(&position, &earlier);
        }
    }
    assert!(found > 1000, "{found}");
}

/// Compares the position with all earlier ones. Asserts that its repetition count and the draws
/// that follow from it are correct. Returns the number of repetitions.
fn assert_repetitions(position: &Position, earlier: &[String]) -> usize {
    let current = identity(position.board());
    let is_same = |&plies_ago: &usize| earlier[earlier.len() - plies_ago] == current;
    let repetitions: Vec<usize> = (1..=earlier.len()).filter(is_same).collect();
    assert_eq!(position.repetitions(), repetitions.len(), "{position:?}");
    assert_eq!(position.is_threefold_repetition(), repetitions.len() >= 2);
    let other_draw = position.is_fifty_move_draw() || position.is_insufficient_material();
    for ply in 0..=earlier.len() {
        let since_root = repetitions.iter().any(|&plies_ago| plies_ago <= ply);
        let expected = since_root || repetitions.len() >= 2 || other_draw;
        assert_eq!(
            position.is_draw_in_search(ply),
            expected,
            "{ply}: {position:?}"
        );
    }
    repetitions.len()
}

#[test]
fn an_upcoming_repetition_is_detected_exactly_if_a_move_can_repeat_a_position() {
    let mut rng = Rng::new(18);
    let mut detected = 0;
    for game in 0..scaled(200) {
        let mut position = Position::new(start(&mut rng, game));
        let mut last = [None, None];
        while position.moves_made() < MAX_PLIES
            && let Some(mv) = move_or_return(&mut rng, position.board(), last[0])
        {
            position.make_move(mv);
            last = [last[1], Some(mv)];
            for ply in [0, 1, 3, 4, 8, 100] {
                let expected = can_repeat(&mut position, ply);
                let found = position.has_upcoming_repetition(ply);
                assert_eq!(found, expected, "{ply}: {position:?}");
                detected += usize::from(found);
            }
        }
    }
    assert!(detected > 1000, "{detected}");
}

/// Returns whether a legal move leads to a draw by repetition, in a position `ply` plies after the
/// root.
fn can_repeat(position: &mut Position, ply: usize) -> bool {
    position.board().legal_moves().into_iter().any(|mv| {
        position.make_move(mv);
        let other = position.is_fifty_move_draw() || position.is_insufficient_material();
        let repeats = position.repetitions() > 0 && !other && position.is_draw_in_search(ply + 1);
        position.unmake_move();
        repeats
    })
}

#[test]
fn a_hundred_plies_without_a_capture_or_pawn_move_are_a_draw() {
    let mut position = position_from("7k/8/8/8/8/8/P7/K5R1 w - - 98 80");
    play(&mut position, "g1g2");
    assert!(!position.is_fifty_move_draw() && !position.is_draw());
    play(&mut position, "h8h7");
    assert_eq!(position.board().halfmove_clock(), 100);
    assert!(position.is_fifty_move_draw() && position.is_draw());
}

#[test]
fn a_capture_or_a_pawn_move_resets_the_halfmove_clock() {
    for name in ["a2a3", "a2a4", "h1h8"] {
        let mut position = position_from("7r/k7/8/8/8/8/P7/K6R w - - 99 80");
        play(&mut position, name);
        assert_eq!(position.board().halfmove_clock(), 0, "{name}");
        assert!(!position.is_fifty_move_draw(), "{name}");
    }
}

#[test]
fn checkmate_on_the_hundredth_ply_is_not_a_draw() {
    let before = "w - -
         k . . . . . . .
         . . . . . . . .
         . K . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . R";
    let fen = Diagram::parse(before).board().to_string();
    let fen = fen.replace(" 0 1", " 99 80");
    let mut mates = position_from(&fen);
    play(&mut mates, "h1h8");
    assert!(mates.board().is_checkmate());
    assert_eq!(mates.board().halfmove_clock(), 100);
    assert!(!mates.is_fifty_move_draw() && !mates.is_draw());
    assert!(!mates.is_draw_in_search(1));

    let mut checks = position_from(&fen);
    play(&mut checks, "h1a1");
    assert!(checks.is_in_check() && !checks.board().is_checkmate());
    assert!(checks.is_fifty_move_draw() && checks.is_draw());
}

#[test]
fn a_position_set_up_with_a_halfmove_clock_of_100_is_a_draw() {
    assert!(position_from("7k/8/8/8/8/8/8/K5R1 w - - 100 80").is_fifty_move_draw());
    assert!(!position_from("7k/8/8/8/8/8/8/K5R1 w - - 99 80").is_fifty_move_draw());
}

/// Placements, and whether their material is insufficient. It is insufficient if no sequence of
/// legal moves leads to mate. Bishops on a1, c1 and c5 are on dark squares, bishops on b1 and f5 on
/// light squares.
const MATERIAL: &[(&str, bool)] = &[
    ("7k/8/8/8/8/8/8/7K", true),
    ("7k/8/8/8/8/8/8/B6K", true),
    ("7k/8/8/8/8/8/8/b6K", true),
    ("7k/8/8/8/8/8/8/N6K", true),
    ("7k/8/8/8/8/8/8/n6K", true),
    // All bishops stand on squares of the same color, whether they belong to one side or to both.
    ("7k/8/8/2b5/8/8/8/B6K", true),
    ("7k/8/8/8/8/8/8/B1B4K", true),
    ("7k/8/8/2b5/8/8/8/B1B4K", true),
    ("7k/8/8/5b2/8/8/8/1B5K", true),
    // Bishops on squares of both colors: mate is possible in the corner.
    ("7k/8/8/5b2/8/8/8/B6K", false),
    ("7k/8/8/8/8/8/8/BB5K", false),
    // Mate cannot be forced, but it is possible with the opponent's help.
    ("7k/8/8/8/8/8/8/NN5K", false),
    ("7k/8/8/8/8/8/8/Nn5K", false),
    ("7k/8/8/8/8/8/8/Bn5K", false),
    ("7k/8/8/8/8/8/8/BN5K", false),
    ("7k/8/8/8/8/8/P7/7K", false),
    ("7k/8/8/8/8/8/p7/7K", false),
    ("7k/8/8/8/8/8/8/R6K", false),
    ("7k/8/8/8/8/8/8/q6K", false),
];

#[test]
fn material_is_insufficient_if_no_sequence_of_moves_leads_to_mate() {
    for &(placement, insufficient) in MATERIAL {
        for side in ["w", "b"] {
            let Ok(board) = format!("{placement} {side} - - 0 1").parse() else {
                continue; // The side not to move is in check.
            };
            let position = Position::new(board);
            assert_eq!(board.has_insufficient_material(), insufficient, "{board:?}");
            assert_eq!(position.is_insufficient_material(), insufficient);
            assert_eq!(position.is_draw(), insufficient);
            assert_eq!(position.is_draw_in_search(0), insufficient);
        }
    }
}

#[test]
fn a_game_ends_in_one_of_five_ways() {
    let ends = [
        (
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            Some(Termination::Checkmate {
                winner: Color::White,
            }),
        ),
        // Checkmate takes precedence over the fifty-move rule.
        (
            "8/8/8/8/8/6k1/6q1/7K w - - 100 80",
            Some(Termination::Checkmate {
                winner: Color::Black,
            }),
        ),
        (
            "7k/5Q2/6K1/8/8/8/8/8 b - - 100 80",
            Some(Termination::Stalemate),
        ),
        (
            "7k/8/8/8/8/8/8/K5R1 w - - 100 80",
            Some(Termination::FiftyMoves),
        ),
        (
            "7k/8/8/8/8/8/8/K6N w - - 0 1",
            Some(Termination::InsufficientMaterial),
        ),
        ("7k/8/8/8/8/8/8/K5R1 w - - 99 80", None),
    ];
    for (fen, expected) in ends {
        assert_eq!(position_from(fen).termination(), expected, "{fen}");
    }
    let mut position = Position::default();
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    assert_eq!(position.termination(), None);
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    let end = position.termination();
    assert_eq!(end, Some(Termination::ThreefoldRepetition));
}

#[test]
fn one_repetition_since_the_root_is_a_draw_in_search() {
    let mut position = Position::default();
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    // The position last occurred four plies ago. That is at the root if the ply is 4, and before
    // the root if the ply is lower.
    assert!(position.is_draw_in_search(4));
    assert!(!position.is_draw_in_search(3));
    assert!(!position.is_draw_in_search(0));
    assert!(!position.is_draw());
}

#[test]
fn two_repetitions_before_the_root_are_a_draw_in_search() {
    let mut position = Position::default();
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    for ply in 0..10 {
        assert!(position.is_draw_in_search(ply), "{ply}");
    }
}

#[test]
fn the_fifty_move_rule_and_insufficient_material_are_draws_in_search_at_every_ply() {
    let fifty = position_from("7k/8/8/8/8/8/8/K5R1 w - - 100 80");
    let material = position_from("7k/8/8/8/8/8/8/K6N w - - 0 1");
    let neither = position_from("7k/8/8/8/8/8/8/K5R1 w - - 0 1");
    for ply in [0, 1, 100] {
        assert!(fifty.is_draw_in_search(ply) && material.is_draw_in_search(ply));
        assert!(!neither.is_draw_in_search(ply));
    }
}
