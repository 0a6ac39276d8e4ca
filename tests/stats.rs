//! Compares the detailed statistics of perft with the published tables. Also compares them with a
//! slow count, which makes every move with the crate shakmaty.
//!
//! The tables are from <https://www.chessprogramming.org/Perft_Results>. They do not count
//! stalemates. Depths that take long without optimization run only in release builds.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;
#[path = "common/shakmaty_position.rs"]
mod shakmaty_position;

use common::random::{Rng, games, random_placement, reachable, scaled};
use ferz::chess::Board;
use ferz::perft::KIWIPETE;
use ferz::perft::parallel::Method;
use ferz::perft::stats::{Statistics, statistics};
use shakmaty::{Chess, Move, Position};
use shakmaty_position::shakmaty_position;

/// Maximum number of nodes to count. Without debug assertions, all depths are counted.
const MAX_NODES: u64 = if cfg!(debug_assertions) {
    5_000_000
} else {
    1 << 40
};

/// Returns the statistics of each depth up to `depth`.
fn counted(board: &Board, depth: u32, threads: usize) -> Vec<Statistics> {
    let method = Method {
        threads,
        stop: &false.into(),
        progress: &|_| {},
    };
    statistics(board, depth, &method).expect("perft is not stopped")
}

/// Asserts the statistics of a position, with one row for each depth from 1. The columns are
/// nodes, captures, en passant, castles, promotions, checks, discovered checks, double checks and
/// checkmates.
#[track_caller]
fn check(fen: &str, rows: &[[u64; 9]]) {
    let depth = rows.iter().filter(|row| row[0] <= MAX_NODES).count();
    let counted = counted(&fen.parse().unwrap(), depth as u32, 2);
    for (i, (found, row)) in (1..).zip(counted.iter().zip(rows)) {
        assert_eq!(found.row()[..9], *row, "depth {i}");
    }
}

#[test]
fn the_initial_position() {
    check(
        Board::START_FEN,
        &[
            [20, 0, 0, 0, 0, 0, 0, 0, 0],
            [400, 0, 0, 0, 0, 0, 0, 0, 0],
            [8_902, 34, 0, 0, 0, 12, 0, 0, 0],
            [197_281, 1_576, 0, 0, 0, 469, 0, 0, 8],
            [4_865_609, 82_719, 258, 0, 0, 27_351, 6, 0, 347],
            [
                119_060_324,
                2_812_008,
                5_248,
                0,
                0,
                809_099,
                329,
                46,
                10_828,
            ],
        ],
    );
}

/// The table's 2637 double checks at depth 5 are wrong: other programs also count 2645
/// (<https://www.talkchess.com/viewtopic.php?p=908547>).
#[test]
fn position_2_kiwipete() {
    check(
        KIWIPETE,
        &[
            [48, 8, 0, 2, 0, 0, 0, 0, 0],
            [2_039, 351, 1, 91, 0, 3, 0, 0, 0],
            [97_862, 17_102, 45, 3_162, 0, 993, 0, 0, 1],
            [
                4_085_603, 757_163, 1_929, 128_013, 15_172, 25_523, 42, 6, 43,
            ],
            [
                193_690_690,
                35_043_416,
                73_365,
                4_993_637,
                8_392,
                3_309_887,
                19_883,
                2_645,
                30_171,
            ],
        ],
    );
}

#[test]
fn position_3() {
    check(
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[
            [14, 1, 0, 0, 0, 2, 0, 0, 0],
            [191, 14, 0, 0, 0, 10, 0, 0, 0],
            [2_812, 209, 2, 0, 0, 267, 3, 0, 0],
            [43_238, 3_348, 123, 0, 0, 1_680, 106, 0, 17],
            [674_624, 52_051, 1_165, 0, 0, 52_950, 1_292, 3, 0],
            [
                11_030_083, 940_350, 33_325, 0, 7_552, 452_473, 26_067, 0, 2_733,
            ],
            [
                178_633_661,
                14_519_036,
                294_874,
                0,
                140_024,
                12_797_406,
                370_630,
                3_612,
                87,
            ],
        ],
    );
}

/// The published table has no columns for discovered and double checks of this position.
#[test]
fn position_4() {
    let rows = [
        [6, 0, 0, 0, 0, 0, 0],
        [264, 87, 0, 6, 48, 10, 0],
        [9_467, 1_021, 4, 0, 120, 38, 22],
        [422_333, 131_393, 0, 7_795, 60_032, 15_492, 5],
        [15_833_292, 2_046_173, 6_512, 0, 329_464, 200_568, 50_562],
    ];
    let board = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    let counted = counted(&board.parse().unwrap(), 5, 2);
    for (found, row) in counted.iter().map(Statistics::row).zip(rows) {
        assert_eq!((&found[..6], found[8]), (&row[..6], row[6]));
    }
}

/// Returns the statistics of one move, from the move and the position after it.
fn of_move(mv: Move, after: &Chess) -> Statistics {
    let side = !after.turn();
    let arrived = mv.castling_side().map_or(mv.to(), |to| to.rook_to(side));
    let checkers = after.checkers();
    Statistics {
        nodes: 1,
        captures: mv.is_capture().into(),
        en_passant: mv.is_en_passant().into(),
        castles: mv.is_castle().into(),
        promotions: mv.is_promotion().into(),
        checks: after.is_check().into(),
        discovered_checks: (checkers.count() == 1 && !checkers.contains(arrived)).into(),
        double_checks: (checkers.count() == 2).into(),
        checkmates: after.is_checkmate().into(),
        stalemates: after.is_stalemate().into(),
    }
}

/// Makes every move, and adds its statistics to the row of its depth.
fn play_all(position: &Chess, rows: &mut [Statistics]) {
    let Some((row, deeper)) = rows.split_first_mut() else {
        return;
    };
    for mv in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(mv);
        *row += of_move(mv, &after);
        play_all(&after, deeper);
    }
}

/// Returns a position with a king, queen and rook against a king with at most a pawn and a
/// knight. The weaker side runs out of moves more often than in games.
fn endgame(rng: &mut Rng) -> Board {
    loop {
        let mut squares = ["1"; 64];
        for piece in ["p", "n", "R", "Q", "K", "k"] {
            squares[rng.below(64)] = piece;
        }
        let ranks: Vec<String> = squares.chunks(8).map(<[&str]>::concat).collect();
        let side = rng.pick(&["w", "b"]);
        if let Some(board) = reachable(&format!("{} {side} - -", ranks.join("/"))) {
            return board;
        }
    }
}

/// Positions in which checkmate or stalemate is hard to detect. After one of the moves, the
/// opponent seems to have a legal reply but has none, or the other way around.
const TRAPS: [&str; 5] = [
    // g2g4 is check, and the only legal reply is en passant.
    "8/8/R7/7k/7p/5K2/3B2P1/8 w - - 0 1",
    // e3d4 pins the pawn: stalemate.
    "7k/5Kp1/8/8/8/4B3/2B5/8 w - - 0 1",
    // d2a5 captures the pawn, b2a4 blocks it: stalemate.
    "7k/5K2/8/p7/8/8/1NBB4/8 w - - 0 1",
    // d2a5 captures the knight: stalemate.
    "7k/5K2/8/n7/8/8/1NBB4/8 w - - 0 1",
    // e5h5: the bishop is blocked by its own pawn and cannot reach the knight: stalemate.
    "6k1/8/6K1/4R3/8/8/1p6/bN3R2 w - - 0 1",
];

#[test]
fn the_statistics_of_random_positions_agree_with_shakmaty() {
    let mut rng = Rng::new(1);
    let traps = TRAPS.iter().map(|fen| fen.parse().unwrap());
    let played = games(1, scaled(24)).flat_map(|game| game.boards());
    let placed = (0..scaled(1_200)).map(|i| match i % 3 {
        0 => endgame(&mut rng),
        _ => random_placement(&mut rng),
    });
    let mut sum = Statistics::default();
    for (i, board) in traps.chain(played).chain(placed).enumerate() {
        let depth = match i {
            i if i % 100 == 0 => 3,
            i if i % 4 == 0 => 2,
            _ => 1,
        };
        let mut slow = vec![Statistics::default(); depth];
        play_all(&shakmaty_position(&board), &mut slow);
        assert_eq!(counted(&board, depth as u32, 1), slow, "{board:?}");
        slow.into_iter().for_each(|row| sum += row);
    }
    let rare = sum.row().into_iter().min();
    assert!(rare > Some(20), "expected more than 20 of each: {sum:?}");
}

#[test]
fn the_statistics_do_not_depend_on_the_number_of_threads() {
    let board: Board = KIWIPETE.parse().unwrap();
    for depth in 0..=4 {
        let one = counted(&board, depth, 1);
        assert_eq!(one.len(), depth as usize);
        for threads in [0, 2, 5] {
            assert_eq!(counted(&board, depth, threads), one, "depth {depth}");
        }
    }
}

#[test]
fn a_stopped_perft_has_no_result() {
    let method = Method {
        threads: 2,
        stop: &true.into(),
        progress: &|_| {},
    };
    for depth in [1, 9] {
        assert_eq!(statistics(&Board::default(), depth, &method), None);
    }
}
