//! Compares perft with published counts, to verify the move generator.
//!
//! The standard positions and counts are from
//! <https://www.chessprogramming.org/Perft_Results>, those of Chess960 from
//! <https://www.chessprogramming.org/Chess960_Perft_Results>. Counts that take long
//! without optimization are verified only in builds without debug assertions.

use ferz::chess::{Board, MoveList, SetupNote, generate_legal_moves};
use ferz::perft::{KIWIPETE, divide, perft, suite};

/// Maximum count to verify. Without debug assertions, all counts are verified.
const MAX_NODES: u64 = if cfg!(debug_assertions) {
    5_000_000
} else {
    1 << 40
};

/// Asserts the counts of a position from depth 1.
#[track_caller]
fn assert_counts(fen: &str, counts: &[u64]) {
    let board: Board = fen.parse().unwrap();
    for (depth, &expected) in (1..).zip(counts).filter(|(_, count)| **count <= MAX_NODES) {
        assert_eq!(perft(&board, depth), expected, "depth {depth} of {board:?}");
    }
}

#[test]
fn the_initial_position() {
    assert_counts(
        Board::START_FEN,
        &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    );
}

#[test]
fn position_2_kiwipete() {
    assert_counts(KIWIPETE, &[48, 2_039, 97_862, 4_085_603, 193_690_690]);
}

#[test]
fn position_3() {
    assert_counts(
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661],
    );
}

#[test]
fn position_4_and_its_mirror_image() {
    let counts = [6, 264, 9_467, 422_333, 15_833_292];
    assert_counts(
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &counts,
    );
    assert_counts(
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        &counts,
    );
}

#[test]
fn position_5() {
    assert_counts(
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    );
}

#[test]
fn position_6() {
    assert_counts(
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    );
}

#[test]
fn chess960_positions() {
    assert_counts(
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[21, 528, 12_189, 326_672, 8_146_062, 227_689_589],
    );
    assert_counts(
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        &[21, 807, 18_002, 667_366, 16_253_601, 590_751_109],
    );
    assert_counts(
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        &[20, 479, 10_471, 273_318, 6_417_013, 177_654_692],
    );
    assert_counts(
        "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
        &[22, 593, 13_440, 382_958, 9_183_776, 274_103_539],
    );
}

/// Positions that no game reaches, but whose moves can be generated. The first six are from
/// python-chess (`examples/perft/tricky.perft`), the next one is from the suite of Viridithas, and
/// the next two are by Martin Sedlak (<http://www.talkchess.com/forum/viewtopic.php?t=47318>), who
/// published depth 6. Stockfish 15.1 counted their other depths, and all depths of the last
/// position.
const UNREACHABLE: &[(&str, &[u64])] = &[
    ("3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - -", &[4, 125, 2_854]),
    ("2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - -", &[3, 81, 1_217]),
    ("5R2/2P5/8/4k3/8/3rK2r/8/8 w - -", &[2, 56, 1_030]),
    ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3", &[6, 121, 711]),
    ("1b1k4/8/8/1rPpK3/8/8/8/8 w - d6", &[5, 100, 555]),
    (
        "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6",
        &[2, 92, 2_528],
    ),
    (
        "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1",
        &[6, 106, 1_829, 31_151, 530_585, 9_250_746],
    ),
    (
        "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1",
        &[8, 104, 736, 9_287, 62_297, 824_064],
    ),
    (
        "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1",
        &[8, 104, 736, 9_287, 62_297, 824_064],
    ),
    (
        "K6N/6N1/8/5k2/7N/8/p7/8 b - -",
        &[6, 78, 609, 7_662, 70_119, 1_003_669],
    ),
];

#[test]
fn positions_that_no_game_reaches() {
    for &(fen, counts) in UNREACHABLE {
        let (_, notes) = Board::from_fen(fen).unwrap();
        let is_about_checks = matches!(
            notes[..],
            [SetupNote::ImpossibleCheck { .. } | SetupNote::EnPassantInCheck { .. }]
        );
        assert!(is_about_checks, "{fen}: {notes:?}");
        assert_counts(fen, counts);
    }
}

/// A position from python-chess: both sides have castling rights, and Black's king is in a corner.
#[test]
fn castling_rights_with_a_king_in_the_corner() {
    assert_counts(
        "r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq -",
        &[14, 206, 3_672, 64_639, 1_320_962],
    );
}

/// A position by Nenad Petrović (1964), with the largest known number of legal moves in a reachable
/// position (<https://www.chessprogramming.org/Chess_Position>).
#[test]
fn the_position_with_218_moves_fits_in_a_list() {
    let board: Board = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
        .parse()
        .unwrap();
    let mut moves = MoveList::new();
    generate_legal_moves(&board, &mut moves);
    assert_eq!(moves.len(), 218);
    assert_eq!(perft(&board, 1), 218);
}

#[test]
fn depth_zero_is_the_position_itself() {
    assert_eq!(perft(&Board::default(), 0), 1);
    assert_eq!(divide(&Board::default(), 0), []);
}

#[test]
fn divide_adds_up_to_perft() {
    let board: Board = KIWIPETE.parse().unwrap();
    let parts = divide(&board, 3);
    assert_eq!(parts.len(), 48);
    assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), 97_862);
}

/// Runs the suites in the folder `FERZ_SUITES`, for example those in the sources of other engines
/// and libraries. Counts above `FERZ_SUITE_NODES` are skipped.
#[test]
#[ignore = "needs a folder of suites, named by FERZ_SUITES"]
fn larger_suites() {
    let folder = std::env::var("FERZ_SUITES").expect("FERZ_SUITES names a folder");
    let max_nodes: u64 = std::env::var("FERZ_SUITE_NODES").map_or(u64::MAX, |n| n.parse().unwrap());
    let mut positions = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let (cases, errors) = suite::read(&std::fs::read_to_string(&path).unwrap());
        assert_eq!(errors, [], "{}", path.display());
        positions += cases.len();
        let mut counted = 0;
        for case in &cases {
            let counts = case.counts.iter();
            for &(depth, nodes) in counts.filter(|(_, nodes)| *nodes <= max_nodes) {
                let place = format!("{} line {}, depth {depth}", path.display(), case.line);
                assert_eq!(perft(&case.board, depth), nodes, "{place}");
                counted += 1;
            }
        }
        println!(
            "{}: {} positions, {counted} counts",
            path.display(),
            cases.len()
        );
    }
    assert!(positions > 0, "no suite in {folder}");
}
