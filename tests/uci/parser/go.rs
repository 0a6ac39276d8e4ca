//! Lines with `go`, and the limits that the parser must return for them.

use std::time::Duration;

use ferz::chess::Color;
use ferz::engine::Command;
use ferz::score::MAX_PLY;
use ferz::search::limits::{Clock, Limits};

use crate::parsed::{limits, noted_go, parsed};
use crate::session::millis;

/// The words of a limit, and a function that sets the same limit.
type Limit = (&'static str, fn(&mut Limits));

/// All limits of `go` except `searchmoves`.
const LIMITS: [Limit; 11] = [
    ("ponder", |limits| limits.ponder = true),
    ("wtime 61000", |limits| {
        limits.clocks[0] = Some(millis(61_000));
    }),
    ("btime 62000", |limits| {
        limits.clocks[1] = Some(millis(62_000));
    }),
    ("winc 300", |limits| {
        limits.increments[0] = millis(300);
    }),
    ("binc 400", |limits| {
        limits.increments[1] = millis(400);
    }),
    ("movestogo 25", |limits| limits.moves_to_go = Some(25)),
    ("depth 6", |limits| limits.depth = Some(6)),
    ("nodes 7000", |limits| limits.nodes = Some(7_000)),
    ("mate 8", |limits| limits.mate = Some(8)),
    ("movetime 900", |limits| {
        limits.move_time = Some(millis(900));
    }),
    ("infinite", |limits| limits.infinite = true),
];

#[test]
fn every_combination_of_limits_is_parsed_in_any_order() {
    for chosen in 0..1_u32 << LIMITS.len() {
        let is_chosen = |i: usize| chosen >> i & 1 == 1;
        // Skips an increment without its clock, which `sessions/limits.rs` tests.
        if is_chosen(3) && !is_chosen(1) || is_chosen(4) && !is_chosen(2) {
            continue;
        }
        let mut picked: Vec<&Limit> = LIMITS
            .iter()
            .enumerate()
            .filter(|(i, _)| is_chosen(*i))
            .map(|(_, limit)| limit)
            .collect();
        let mut expected = Limits::default();
        for (_, apply) in &picked {
            apply(&mut expected);
        }
        // The order of the words differs between combinations.
        if !picked.is_empty() {
            let turns = chosen as usize % picked.len();
            picked.rotate_left(turns);
        }
        if chosen % 3 == 0 {
            picked.reverse();
        }
        let words: Vec<&str> = picked.iter().map(|(words, _)| *words).collect();
        assert_eq!(
            limits(&format!("go {}", words.join(" "))),
            expected,
            "{words:?}"
        );

        let mut words = words;
        words.insert(
            chosen as usize % (words.len() + 1),
            "searchmoves e2e4 a7a8q",
        );
        let (notes, limits, moves) = noted_go(&format!("go {}", words.join(" ")));
        assert_eq!((notes, limits), (Vec::new(), expected), "{words:?}");
        assert_eq!(moves, ["e2e4", "a7a8q"], "{words:?}");
    }
}

#[test]
fn the_clock_of_one_side_is_enough() {
    let white = limits("go wtime 100");
    assert_eq!(
        white.clock(Color::White).map(|clock| clock.time),
        Some(millis(100))
    );
    assert_eq!(white.clock(Color::Black), None);
    let black = limits("go btime 100");
    assert_eq!(black.clock(Color::White), None);
    assert_eq!(
        black.clock(Color::Black).map(|clock| clock.time),
        Some(millis(100))
    );
}

#[test]
fn zero_and_negative_times_are_limits_too() {
    for line in [
        "go wtime 0 winc 0",
        "go wtime -1 winc -1",
        "go wtime -99999 winc 0",
        "go wtime -99999999999999999999999",
    ] {
        assert_eq!(
            limits(line).clock(Color::White),
            Some(Clock::default()),
            "{line}"
        );
    }
    for line in ["go movetime 0", "go movetime -1"] {
        assert_eq!(limits(line).move_time, Some(Duration::ZERO), "{line}");
    }
}

#[test]
fn movestogo_0_is_ignored() {
    assert_eq!(limits("go movestogo 0"), Limits::default());
    let both = limits("go movestogo 0 wtime 100");
    assert_eq!(both, limits("go wtime 100"));
}

/// Thirty days, in milliseconds. The parser may clamp times longer than this, but no shorter ones.
const THIRTY_DAYS: u64 = 30 * 24 * 60 * 60 * 1000;

#[test]
fn numbers_in_range_are_kept() {
    for depth in [1, 9, 99, 100, 127, 128, MAX_PLY as u32] {
        assert_eq!(limits(&format!("go depth {depth}")).depth, Some(depth));
    }
    for number in [1, 127, 128, 255] {
        assert_eq!(limits(&format!("go mate {number}")).mate, Some(number));
        let moves_to_go = limits(&format!("go movestogo {number}")).moves_to_go;
        assert_eq!(moves_to_go, Some(number));
    }
    for nodes in [1, 255, 65_536, 4_294_967_296, 999_999_999_999] {
        assert_eq!(limits(&format!("go nodes {nodes}")).nodes, Some(nodes));
    }
    for time in [1, 255, 65_536, THIRTY_DAYS] {
        let limits = limits(&format!("go movetime {time}"));
        assert_eq!(limits.move_time, Some(millis(time)));
    }
    assert_eq!(limits("go depth 007"), limits("go depth 7"));
}

#[test]
fn numbers_out_of_range_are_clamped_and_reported() {
    /// A limit with a number out of range, and a check of the parsed limits.
    type Clamped = (&'static str, fn(&Limits) -> bool);
    const CLAMPED: [Clamped; 15] = [
        ("depth 256", |l| l.depth == Some(MAX_PLY as u32)),
        ("depth 1000000000000", |l| l.depth == Some(MAX_PLY as u32)),
        ("depth 0", |l| l.depth == Some(1)),
        ("depth -3", |l| l.depth == Some(1)),
        ("mate 256", |l| l.mate >= Some(255)),
        ("mate 0", |l| l.mate == Some(1)),
        ("mate -1", |l| l.mate == Some(1)),
        ("movestogo 256", |l| l.moves_to_go >= Some(255)),
        ("movestogo -3", |l| l.moves_to_go.is_none()),
        ("nodes 0", |l| l.nodes == Some(1)),
        ("nodes -10", |l| l.nodes == Some(1)),
        ("nodes 9223372036854775808", |l| {
            l.nodes == Some(i64::MAX as u64)
        }),
        ("nodes 99999999999999999999999", |l| {
            l.nodes == Some(i64::MAX as u64)
        }),
        ("movetime 1000000000000", |l| {
            l.move_time >= Some(millis(THIRTY_DAYS))
        }),
        ("wtime 99999999999999999999999", |l| {
            l.clock(Color::White)
                .is_some_and(|c| c.time >= millis(THIRTY_DAYS))
        }),
    ];
    for (words, is_clamped) in CLAMPED {
        // The words around the number must keep their effect.
        for line in [
            format!("go {words}"),
            format!("go {words} infinite searchmoves e2e4"),
            format!("go searchmoves e2e4 infinite {words}"),
        ] {
            let (notes, limits, moves) = noted_go(&line);
            assert!(is_clamped(&limits), "{line}: {limits:?}");
            let number = words.split(' ').next_back().expect("a number");
            assert!(
                notes.len() == 1 && notes[0].contains(number),
                "{line}: {notes:?}"
            );
            assert_eq!(limits.infinite, line.contains("infinite"), "{line}");
            assert_eq!(moves.len(), usize::from(line.contains("e2e4")), "{line}");
        }
    }
    for (line, depth) in [("go perft -1", 0), ("perft 999", 255)] {
        let (notes, command) = parsed(line);
        assert_eq!((notes.len(), command), (1, Command::Perft(depth)), "{line}");
    }
}

#[test]
fn unknown_words_inside_go_are_skipped_and_reported() {
    for (line, same_as) in [
        ("go joho", "go"),
        ("go joho depth 5 nodes 10", "go depth 5 nodes 10"),
        ("go depth 5 joho nodes 10", "go depth 5 nodes 10"),
        ("go depth 5 nodes 10 joho", "go depth 5 nodes 10"),
        ("go infinite 5 joho joho", "go infinite"),
        ("go ponder Infinite joho wtime 5", "go ponder wtime 5"),
    ] {
        let (notes, parsed_limits, _) = noted_go(line);
        assert_eq!(parsed_limits, limits(same_as), "{line}");
        assert!(notes.iter().any(|note| note.contains("joho")), "{notes:?}");
    }
}

/// The `go` itself is not refused, because every `go` must be answered.
#[test]
fn a_limit_without_a_number_is_skipped_and_reported() {
    for (line, same_as, limit) in [
        ("go depth", "go", "depth"),
        ("go depth five nodes 10", "go nodes 10", "depth"),
        ("go wtime btime 1000", "go btime 1000", "wtime"),
        ("go movetime 1.5 depth 3", "go depth 3", "movetime"),
        ("go nodes - depth 3", "go depth 3", "nodes"),
    ] {
        let (notes, parsed_limits, _) = noted_go(line);
        assert_eq!(parsed_limits, limits(same_as), "{line}");
        let is_reported = notes
            .iter()
            .any(|note| note.contains(limit) && note.contains("number"));
        assert!(is_reported, "{line}: {notes:?}");
    }
}

#[test]
fn limits_after_go_perft_are_skipped_and_reported() {
    let (notes, command) = parsed("go perft 2 depth 3 infinite");
    assert_eq!(command, Command::Perft(2));
    assert!(notes.iter().any(|note| note.contains("perft")), "{notes:?}");
}

#[test]
fn invalid_words_among_searchmoves_are_skipped_and_reported() {
    for line in [
        "go searchmoves e2e4 joho d2d4 depth 3",
        "go searchmoves joho e2e4 d2d4 depth 3",
        "go depth 3 searchmoves e2e4 d2d4 joho",
    ] {
        let (notes, parsed_limits, moves) = noted_go(line);
        assert_eq!(parsed_limits, limits("go depth 3"), "{line}");
        assert_eq!(moves, ["e2e4", "d2d4"], "{line}");
        assert!(notes.iter().any(|note| note.contains("joho")), "{notes:?}");
    }
}

#[test]
fn the_null_move_among_searchmoves_is_skipped_and_reported() {
    let (notes, _, moves) = noted_go("go searchmoves 0000 e2e4");
    assert_eq!(moves, ["e2e4"]);
    assert!(notes.iter().any(|note| note.contains("0000")), "{notes:?}");
}
