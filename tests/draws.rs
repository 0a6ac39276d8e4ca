//! The rules by which a game is drawn: repetition, fifty moves, insufficient material.
//!
//! See <https://www.chessprogramming.org/Repetitions> and
//! <https://www.chessprogramming.org/Fifty-move_Rule>.

mod common;

use common::random::{MAX_PLIES, Rng, random_move, scaled, start};
use common::{Diagram, find_move};
use ferz::chess::{Board, Color, Move, MoveKind, Position, Termination, legal_moves};

fn position(drawing: &str) -> Position {
    Position::new(Diagram::parse(drawing).board())
}

fn position_from(fen: &str) -> Position {
    Position::new(fen.parse().expect("the FEN is valid"))
}

/// Plays moves by their names.
fn play(position: &mut Position, names: &str) {
    for name in names.split_ascii_whitespace() {
        let mv = find_move(position.board(), name);
        position.make_move(mv);
    }
}

/// Plays the same moves again and again, and says how often the position reached had been
/// there before, each time.
fn repetitions_of(position: &mut Position, names: &str, times: usize) -> Vec<usize> {
    let count = |_| {
        play(position, names);
        position.repetitions()
    };
    (0..times).map(count).collect()
}

const KNIGHTS_OUT_AND_BACK: &str = "g1f3 g8f6 f3g1 f6g8";

#[test]
fn the_third_occurrence_of_a_position_is_a_draw_and_the_second_is_not() {
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
fn what_comes_again_across_a_null_move_is_no_repetition() {
    let mut position = Position::default();
    play(&mut position, "g1f3");
    position.make_null_move();
    play(&mut position, "f3g1");
    position.make_null_move();
    // The first position: but Black has passed twice.
    assert_eq!(
        position.board().to_string(),
        Position::default()
            .board()
            .to_string()
            .replace("0 1", "4 3")
    );
    assert_eq!(position.repetitions(), 0);
    assert!(!position.is_draw_in_search(4));
    // Ng1 would bring the first position back, across the null move.
    position.unmake_move();
    position.unmake_move();
    assert!(!position.has_upcoming_repetition(2));
    // Moves after a null move repeat positions after it.
    play(
        &mut position,
        KNIGHTS_OUT_AND_BACK
            .replace("g1f3", "f3g1")
            .replace("f3g1 f6g8", "g1f3 f6g8")
            .as_str(),
    );
    assert_eq!(position.repetitions(), 1);
}

#[test]
fn taking_a_move_back_takes_the_repetition_back() {
    let mut position = Position::default();
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    position.unmake_move();
    assert_eq!(position.repetitions(), 1);
    play(&mut position, "f6g8");
    assert_eq!(position.repetitions(), 2);
}

#[test]
fn a_clone_remembers_the_game() {
    let mut position = Position::default();
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    let mut copy = position.clone();
    play(&mut copy, KNIGHTS_OUT_AND_BACK);
    assert_eq!((copy.repetitions(), position.repetitions()), (2, 1));
}

#[test]
fn positions_differ_by_whose_turn_it_is() {
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
    // The rook takes three moves to come back, the king two.
    play(&mut position, "h1h2 a8b8 h2h3 b8a8 h3h1");
    assert_eq!(position.repetitions(), 0);
}

#[test]
fn positions_differ_if_en_passant_was_possible_once() {
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
fn positions_do_not_differ_by_a_double_push_that_nothing_can_answer_en_passant() {
    let nobody_beside = "w - -
         . . . k . . n .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . P . . .
         . . . . K . N .";
    // The pawn on d4 cannot take on e3.
    let pinned = "w - -
         . . . k . . n .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . p . . . .
         . . . . . . . .
         . . . . P . . .
         . . . R K . N .";
    for drawing in [pinned, nobody_beside] {
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
fn positions_differ_by_castling_rights() {
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
    let moves = "a1b1 g8f6 b1a1 f6g8";
    assert_eq!(repetitions_of(&mut rook_moves, moves, 3), [0, 1, 2]);
    let mut king_moves = position(drawing);
    let moves = "e1e2 g8f6 e2e1 f6g8";
    assert_eq!(repetitions_of(&mut king_moves, moves, 3), [0, 1, 2]);
    let mut neither = position(drawing);
    assert_eq!(
        repetitions_of(&mut neither, KNIGHTS_OUT_AND_BACK, 2),
        [1, 2]
    );
}

/// What the rules call the same position: pieces, side to move, castling, en passant.
fn identity(board: &Board) -> String {
    let fen = board.to_string();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}

/// A random move; half of the time back to where the same side's last move came from.
fn hesitant_move(rng: &mut Rng, board: &Board, last: Option<Move>) -> Option<Move> {
    let back = last.map(|mv| Move::new(mv.to(), mv.from(), MoveKind::Quiet));
    let back = back.filter(|mv| legal_moves(board).contains(mv));
    match back {
        Some(_) if rng.below(2) == 0 => back,
        _ => random_move(rng, board),
    }
}

#[test]
fn repetitions_are_those_that_comparing_every_earlier_position_finds() {
    let mut rng = Rng::new(17);
    let mut found = 0;
    for game in 0..scaled(800) {
        let mut position = Position::new(start(&mut rng, game));
        let mut earlier = Vec::new();
        let mut last = [None, None];
        while earlier.len() < MAX_PLIES
            && let Some(mv) = hesitant_move(&mut rng, position.board(), last[0])
        {
            earlier.push(identity(position.board()));
            position.make_move(mv);
            last = [last[1], Some(mv)];
            found += assert_repetitions(&position, &earlier);
        }
    }
    assert!(found > 1000, "{found}");
}

/// Compares with the positions before, and returns how many of them are the present one.
fn assert_repetitions(position: &Position, earlier: &[String]) -> usize {
    let present = identity(position.board());
    let is_twin = |&ago: &usize| earlier[earlier.len() - ago] == present;
    let twins: Vec<usize> = (1..=earlier.len()).filter(is_twin).collect();
    assert_eq!(position.repetitions(), twins.len(), "{position:?}");
    assert_eq!(position.is_threefold_repetition(), twins.len() >= 2);
    let other_draw = position.is_fifty_move_draw() || position.is_insufficient_material();
    for ply in 0..=earlier.len() {
        let since_root = twins.iter().any(|&ago| ago <= ply);
        let expected = since_root || twins.len() >= 2 || other_draw;
        assert_eq!(
            position.is_draw_in_search(ply),
            expected,
            "{ply}: {position:?}"
        );
    }
    twins.len()
}

#[test]
fn a_move_that_repeats_is_foreseen_exactly_where_there_is_one() {
    let mut rng = Rng::new(18);
    let mut foreseen = 0;
    for game in 0..scaled(200) {
        let mut position = Position::new(start(&mut rng, game));
        let mut last = [None, None];
        while position.moves_made() < MAX_PLIES
            && let Some(mv) = hesitant_move(&mut rng, position.board(), last[0])
        {
            position.make_move(mv);
            last = [last[1], Some(mv)];
            for ply in [0, 1, 3, 4, 8, 100] {
                let expected = can_repeat(&mut position, ply);
                let found = position.has_upcoming_repetition(ply);
                assert_eq!(found, expected, "{ply}: {position:?}");
                foreseen += usize::from(found);
            }
        }
    }
    assert!(foreseen > 1000, "{foreseen}");
}

/// Whether a move leads to a position that a search takes for a draw by repetition.
fn can_repeat(position: &mut Position, ply: usize) -> bool {
    legal_moves(position.board()).into_iter().any(|mv| {
        position.make_move(mv);
        let other = position.is_fifty_move_draw() || position.is_insufficient_material();
        let repeats = position.repetitions() > 0 && !other && position.is_draw_in_search(ply + 1);
        position.unmake_move();
        repeats
    })
}

#[test]
fn the_hundredth_half_move_without_capture_or_pawn_move_is_a_draw() {
    let mut position = position_from("7k/8/8/8/8/8/P7/K5R1 w - - 98 80");
    play(&mut position, "g1g2");
    assert!(!position.is_fifty_move_draw() && !position.is_draw());
    play(&mut position, "h8h7");
    assert_eq!(position.board().halfmove_clock(), 100);
    assert!(position.is_fifty_move_draw() && position.is_draw());
}

#[test]
fn a_capture_or_a_pawn_move_begins_the_fifty_moves_anew() {
    for name in ["a2a3", "a2a4", "h1h8"] {
        let mut position = position_from("7r/k7/8/8/8/8/P7/K6R w - - 99 80");
        play(&mut position, name);
        assert_eq!(position.board().halfmove_clock(), 0, "{name}");
        assert!(!position.is_fifty_move_draw(), "{name}");
    }
}

#[test]
fn mate_on_the_hundredth_half_move_wins_and_a_mere_check_does_not() {
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
fn a_position_set_up_with_a_full_clock_is_drawn_at_once() {
    assert!(position_from("7k/8/8/8/8/8/8/K5R1 w - - 100 80").is_fifty_move_draw());
    assert!(!position_from("7k/8/8/8/8/8/8/K5R1 w - - 99 80").is_fifty_move_draw());
}

/// Pieces beside the two kings, and whether no sequence of legal moves leads to mate with
/// them. Bishops on a1, c1 and c5 are on dark squares, on b1 and f5 on light ones.
const MATERIAL: &[(&str, bool)] = &[
    ("7k/8/8/8/8/8/8/7K", true),
    ("7k/8/8/8/8/8/8/B6K", true),
    ("7k/8/8/8/8/8/8/b6K", true),
    ("7k/8/8/8/8/8/8/N6K", true),
    ("7k/8/8/8/8/8/8/n6K", true),
    // Bishops on squares of one color, on one side or on both.
    ("7k/8/8/2b5/8/8/8/B6K", true),
    ("7k/8/8/8/8/8/8/B1B4K", true),
    ("7k/8/8/2b5/8/8/8/B1B4K", true),
    ("7k/8/8/5b2/8/8/8/1B5K", true),
    // On squares of both colors there is a mate in the corner.
    ("7k/8/8/5b2/8/8/8/B6K", false),
    ("7k/8/8/8/8/8/8/BB5K", false),
    // These cannot be forced, but helped.
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
fn material_is_insufficient_where_no_play_at_all_leads_to_mate() {
    for &(placement, insufficient) in MATERIAL {
        for side in ["w", "b"] {
            let Ok(board) = format!("{placement} {side} - - 0 1").parse() else {
                continue; // in check, and not to move
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
        // Mate goes before the fifty moves.
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
fn one_repetition_since_the_root_is_a_draw_for_a_search() {
    let mut position = Position::default();
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    // The root is the start, four half-moves ago; then it is later than that.
    assert!(position.is_draw_in_search(4));
    assert!(!position.is_draw_in_search(3));
    assert!(!position.is_draw_in_search(0));
    assert!(!position.is_draw());
}

#[test]
fn two_repetitions_before_the_root_are_a_draw_for_a_search_too() {
    let mut position = Position::default();
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    play(&mut position, KNIGHTS_OUT_AND_BACK);
    for ply in 0..10 {
        assert!(position.is_draw_in_search(ply), "{ply}");
    }
}

#[test]
fn fifty_moves_and_insufficient_material_are_draws_for_a_search_at_every_ply() {
    let fifty = position_from("7k/8/8/8/8/8/8/K5R1 w - - 100 80");
    let material = position_from("7k/8/8/8/8/8/8/K6N w - - 0 1");
    let neither = position_from("7k/8/8/8/8/8/8/K5R1 w - - 0 1");
    for ply in [0, 1, 100] {
        assert!(fifty.is_draw_in_search(ply) && material.is_draw_in_search(ply));
        assert!(!neither.is_draw_in_search(ply));
    }
}
