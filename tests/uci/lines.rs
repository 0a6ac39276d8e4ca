//! Lines, and the commands that they must be taken for.

use std::time::Duration;

use ferz::chess::Color;
use ferz::engine::Command;
use ferz::engine::about;
use ferz::score::MAX_PLY;
use ferz::search::limits::{Clock, Limits};
use ferz::tools::bench::{Bench, COMMANDS, parse_bench};
use ferz::uci::{help, parse};

use crate::uci_line::timeless;

/// The notes on a line, and what is obeyed after them.
#[track_caller]
pub(crate) fn parsed(line: &str) -> (Vec<String>, Command) {
    let mut commands = parse::line(line, &COMMANDS);
    let last = commands
        .pop()
        .unwrap_or_else(|| panic!("{line:?} is no command"));
    let notes = commands.into_iter().map(|command| match command {
        Command::Note(note) => note,
        other => panic!("{line:?}: {other:?} comes before another command"),
    });
    (notes.collect(), last)
}

/// The command of a line of which there is nothing to say.
#[track_caller]
pub(crate) fn command(line: &str) -> Command {
    let (notes, command) = parsed(line);
    assert_eq!(notes, [""; 0], "{line:?}");
    command
}

/// Why a line is refused.
#[track_caller]
fn refusal(line: &str) -> String {
    match parsed(line).1 {
        Command::Refuse(why) | Command::RefusePosition(why) => why,
        other => panic!("{line:?} is taken for {other:?}"),
    }
}

/// The notes on a line with `go`, and its limits and moves.
#[track_caller]
fn noted_go(line: &str) -> (Vec<String>, Limits, Vec<String>) {
    match parsed(line) {
        (notes, Command::Go(go)) => {
            let moves = go.search_moves.iter().map(ToString::to_string).collect();
            (notes, go.limits, moves)
        }
        (_, other) => panic!("{line:?} is taken for {other:?}"),
    }
}

/// The limits of a `go` of which there is nothing to say.
#[track_caller]
fn limits(line: &str) -> Limits {
    let (notes, limits, moves) = noted_go(line);
    assert_eq!(notes, [""; 0], "{line:?}");
    assert_eq!(moves, [""; 0], "{line:?}");
    limits
}

/// The FEN and the moves of a `position` of which there is nothing to say.
#[track_caller]
pub(crate) fn setup(line: &str) -> (Option<String>, String) {
    match command(line) {
        Command::Position { fen, moves } => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            (fen, moves.join(" "))
        }
        other => panic!("{line:?} is taken for {other:?}"),
    }
}

/// The name and the value of a `setoption` of which there is nothing to say.
#[track_caller]
fn option(line: &str) -> (String, Option<String>) {
    match command(line) {
        Command::SetOption { name, value } => (name, value),
        other => panic!("{line:?} is taken for {other:?}"),
    }
}

pub(crate) const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// The arguments of a task of this name.
#[track_caller]
pub(crate) fn task_arguments(line: &str, name: &str) -> Vec<String> {
    match command(line) {
        Command::Run(task) if task.name == name => task
            .arguments
            .split_whitespace()
            .map(str::to_owned)
            .collect(),
        other => panic!("{line:?} is taken for {other:?}"),
    }
}

/// The bench that a line asks for.
#[track_caller]
pub(crate) fn bench(line: &str) -> Bench {
    let arguments = task_arguments(line, "bench");
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    parse_bench(&arguments).expect("the line was not refused")
}

#[test]
fn every_command_without_arguments_is_known() {
    for (line, expected) in [
        ("uci", Command::Identify),
        ("isready", Command::IsReady),
        ("ucinewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit", Command::Quit),
        ("d", Command::Display),
        ("eval", Command::Evaluate),
        ("help", Command::Print(help::list(&COMMANDS))),
        ("?", Command::Print(help::list(&COMMANDS))),
        ("compiler", Command::Print(about::compiler())),
        ("flip", Command::Flip),
        ("exit", Command::Quit),
        ("perft 5", Command::Perft(5)),
        ("debug on", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
        ("register later", Command::Register),
        (
            "register name A. N. Other code 4359874324",
            Command::Register,
        ),
        ("go perft 5", Command::Perft(5)),
        ("go perft 0", Command::Perft(0)),
    ] {
        assert_eq!(command(line), expected, "{line}");
    }
    assert_eq!(limits("go"), Limits::default());
    assert_eq!(bench("bench"), Bench::default());
    assert_eq!(bench("bench 3"), Bench::to_depth(3));
}

#[test]
fn a_line_without_words_asks_for_nothing() {
    for line in ["", " ", "\t", " \t \r", "\r\n", "\n", "\0", "\u{b}\u{c}"] {
        assert_eq!(parse::line(line, &COMMANDS), [], "{line:?}");
    }
}

/// Lines of every kind, well formed, in the simplest spelling.
pub(crate) const VALID_LINES: [&str; 33] = [
    "uci",
    "debug on",
    "debug off",
    "isready",
    "setoption name Hash value 64",
    "setoption name Move Overhead value 100",
    "setoption name Clear Hash",
    "setoption name SyzygyPath value /tables/of five pieces",
    "setoption name SyzygyPath value <empty>",
    "register later",
    "ucinewgame",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1 e8a8",
    "position fen 8/4P1k1/8/8/8/8/8/K7 w - - 0 1 moves e7e8q",
    "go",
    "go infinite",
    "go depth 5",
    "go ponder wtime 1000 btime 1000 winc 10 binc 10 movestogo 12",
    "go wtime 100",
    "go nodes 1000",
    "go mate 3",
    "go movetime 100",
    "go searchmoves e2e4 d2d4 depth 3",
    "go perft 3",
    "stop",
    "ponderhit",
    "quit",
    "d",
    "bench 2",
    "help",
];

#[test]
fn blanks_tabs_and_line_ends_around_and_between_words_mean_nothing() {
    for line in VALID_LINES {
        let expected = timeless(line);
        assert_eq!(expected.len(), 1, "{line}: {expected:?}");
        let value_at = line.find(" value ").map_or(line.len(), |at| at + 7);
        // Blanks inside a value belong to it.
        let (before, value) = line.split_at(value_at);
        for variant in [
            format!("{line} "),
            format!("{line}  \t "),
            format!("{line}\r"),
            format!("{line} \r\n"),
            format!(" {line}"),
            format!("\t \t{line}"),
            before.replace(' ', "  ") + value,
            before.replace(' ', "\t") + value,
            before.replace(' ', " \t  ") + value + " \t\r",
        ] {
            assert_eq!(timeless(&variant), expected, "{variant:?}");
        }
    }
}

#[test]
fn words_that_mean_nothing_before_a_command_are_skipped_and_said() {
    for (line, expected) in [
        ("joho debug on", Command::Debug(true)),
        ("joho isready", Command::IsReady),
        ("joho joho  stop", Command::Stop),
        ("\u{1F3A9} quit", Command::Quit),
        ("joho go2 uci", Command::Identify),
        (
            "joho setoption name Hash value 64",
            Command::SetOption {
                name: "Hash".to_owned(),
                value: Some("64".to_owned()),
            },
        ),
        (
            "joho position startpos",
            Command::Position {
                fen: None,
                moves: Vec::new(),
            },
        ),
    ] {
        let (notes, command) = parsed(line);
        assert_eq!(command, expected, "{line}");
        let junk = line.split_whitespace().next().expect("a word");
        assert!(notes.len() == 1 && notes[0].contains(junk), "{notes:?}");
    }
}

#[test]
fn a_go_behind_words_that_mean_nothing_is_refused() {
    for line in [
        "joho go",
        "joho go depth 5",
        "joho go perft 3",
        "5 go infinite",
    ] {
        assert!(refusal(line).contains("go"), "{line}");
    }
}

#[test]
fn words_behind_a_command_that_is_complete_are_skipped_and_said() {
    for (line, expected) in [
        ("isready joho", Command::IsReady),
        ("uci joho", Command::Identify),
        ("stop go infinite", Command::Stop),
        ("ponderhit go", Command::PonderHit),
        ("quit joho", Command::Quit),
        ("ucinewgame joho", Command::NewGame),
        ("debug on joho", Command::Debug(true)),
        ("d joho", Command::Display),
        ("perft 3 joho", Command::Perft(3)),
        ("flip joho", Command::Flip),
        ("go perft 3 joho", Command::Perft(3)),
    ] {
        let (notes, command) = parsed(line);
        assert_eq!(command, expected, "{line}");
        let junk = line.split(' ').next_back().expect("a word");
        assert!(
            notes.iter().any(|note| note.contains(junk)),
            "{line}: {notes:?}"
        );
    }
}

#[test]
fn what_is_no_command_is_refused_by_name() {
    for line in [
        "joho",
        "isreadyfoo",
        "ucinewgamex",
        "stopp",
        "gogo depth 3",
        "god",
        "e2e4",
        "info depth 5",
        "info depth 256",
        "bestmove e2e4",
        "uciok",
        "readyok",
        "id name ferz",
        "option name Hash type spin",
        "copyprotection ok",
    ] {
        let first = line.split(' ').next().expect("a word");
        assert!(refusal(line).contains(first), "{line}");
    }
}

#[test]
fn commands_whose_arguments_make_no_sense_are_refused() {
    for line in [
        "debug",
        "debug maybe",
        "setoption",
        "setoption Hash",
        "setoption value 64",
        "setoption name",
        "setoption name value 64",
        "position",
        "position joho",
        "position moves e2e4",
        "bench two",
        "bench 0",
        "bench 3 joho",
        "speedtest much",
        "perft",
        "perft two",
        "moves",
        "moves e2e4 e7",
        "help joho",
        "go perft",
        "go perft two",
    ] {
        let first = line.split(' ').next().expect("a word");
        assert!(refusal(line).contains(first), "{line}");
    }
}

#[test]
fn a_line_too_long_to_make_sense_is_refused() {
    let moves = |count| format!("position startpos moves{}", " g1f3 g8f6".repeat(count));
    assert_eq!(setup(&moves(5_000)).1.len(), 10 * 5_000 - 1);
    let why = refusal(&moves(200_000));
    assert!(why.len() < 200, "{why}");
}

// --- go

/// A limit of `go`, and what it does to the limits.
type Limit = (&'static str, fn(&mut Limits));

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
fn every_combination_of_limits_is_understood_in_any_order() {
    for chosen in 0..1_u32 << LIMITS.len() {
        let is_chosen = |i: usize| chosen >> i & 1 == 1;
        // An increment without its clock is looked at elsewhere.
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
        // Another order for each combination.
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
fn one_clock_alone_is_enough() {
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
fn a_clock_without_time_and_a_move_without_time_are_limits_all_the_same() {
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
fn movestogo_0_is_as_good_as_absent() {
    assert_eq!(limits("go movestogo 0"), Limits::default());
    let both = limits("go movestogo 0 wtime 100");
    assert_eq!(both, limits("go wtime 100"));
}

/// The most time that a clock is taken to have, in milliseconds.
const THIRTY_DAYS: u64 = 30 * 24 * 60 * 60 * 1000;

#[test]
fn numbers_in_range_are_taken_as_they_are() {
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
fn numbers_out_of_range_are_clamped_and_said() {
    /// A number as it is written, and what a limit made of it must satisfy.
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
        ("nodes 1000000000000", |l| l.nodes >= Some(999_999_999_999)),
        ("nodes 99999999999999999999999", |l| {
            l.nodes >= Some(999_999_999_999)
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
        // What stands around it must not be lost with it.
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
    let (notes, command) = parsed("go perft -1");
    assert_eq!((notes.len(), command), (1, Command::Perft(0)));
    let (notes, command) = parsed("perft 999");
    assert_eq!((notes.len(), command), (1, Command::Perft(255)));
}

#[test]
fn words_that_mean_nothing_inside_go_are_skipped_and_said() {
    for (line, same_as) in [
        ("go joho", "go"),
        ("go joho depth 5 nodes 10", "go depth 5 nodes 10"),
        ("go depth 5 joho nodes 10", "go depth 5 nodes 10"),
        ("go depth 5 nodes 10 joho", "go depth 5 nodes 10"),
        ("go infinite 5 joho joho", "go infinite"),
        ("go ponder Infinite joho wtime 5", "go ponder wtime 5"),
    ] {
        let (notes, limits_of, _) = noted_go(line);
        assert_eq!(limits_of, limits(same_as), "{line}");
        assert!(notes.iter().any(|note| note.contains("joho")), "{notes:?}");
    }
}

#[test]
fn a_limit_without_its_number_is_skipped_and_said_for_every_go_must_be_answered() {
    for (line, same_as, limit) in [
        ("go depth", "go", "depth"),
        ("go depth five nodes 10", "go nodes 10", "depth"),
        ("go wtime btime 1000", "go btime 1000", "wtime"),
        ("go movetime 1.5 depth 3", "go depth 3", "movetime"),
        ("go nodes - depth 3", "go depth 3", "nodes"),
    ] {
        let (notes, limits_of, _) = noted_go(line);
        assert_eq!(limits_of, limits(same_as), "{line}");
        let said = notes
            .iter()
            .any(|note| note.contains(limit) && note.contains("number"));
        assert!(said, "{line}: {notes:?}");
    }
}

#[test]
fn a_count_has_no_other_limits_and_says_so() {
    let (notes, command) = parsed("go perft 2 depth 3 infinite");
    assert_eq!(command, Command::Perft(2));
    assert!(notes.iter().any(|note| note.contains("perft")), "{notes:?}");
}

#[test]
fn words_that_are_no_moves_among_searchmoves_are_skipped_and_said() {
    for line in [
        "go searchmoves e2e4 joho d2d4 depth 3",
        "go searchmoves joho e2e4 d2d4 depth 3",
        "go depth 3 searchmoves e2e4 d2d4 joho",
    ] {
        let (notes, limits_of, moves) = noted_go(line);
        assert_eq!(limits_of, limits("go depth 3"), "{line}");
        assert_eq!(moves, ["e2e4", "d2d4"], "{line}");
        assert!(notes.iter().any(|note| note.contains("joho")), "{notes:?}");
    }
}

#[test]
fn a_null_move_is_no_move_to_search() {
    let (notes, _, moves) = noted_go("go searchmoves 0000 e2e4");
    assert_eq!(moves, ["e2e4"]);
    assert!(notes.iter().any(|note| note.contains("0000")), "{notes:?}");
}

// --- setoption

#[test]
fn names_and_values_of_options_are_taken_whole() {
    for (line, name, value) in [
        ("setoption name Hash value 64", "Hash", Some("64")),
        ("setoption name Hash value 64 ", "Hash", Some("64")),
        ("setoption name hASH value  64\t", "hASH", Some("64")),
        ("setoption name Clear Hash", "Clear Hash", None),
        ("setoption  name \t Clear   Hash ", "Clear Hash", None),
        (
            "setoption name Move Overhead value 5",
            "Move Overhead",
            Some("5"),
        ),
        (
            "setoption name Path value C:\\a b;D:\\c",
            "Path",
            Some("C:\\a b;D:\\c"),
        ),
        ("setoption name Path value a  b", "Path", Some("a  b")),
        (
            "setoption name Path value \"q\" é \u{1F3A9}",
            "Path",
            Some("\"q\" é \u{1F3A9}"),
        ),
        ("setoption name Path value <empty>", "Path", Some("<empty>")),
        (
            "setoption name Path value name x value y",
            "Path",
            Some("name x value y"),
        ),
        ("setoption name Path value value", "Path", Some("value")),
        ("setoption name Evalue value 3", "Evalue", Some("3")),
        (
            "setoption name Mid valued Thing value 3",
            "Mid valued Thing",
            Some("3"),
        ),
        ("setoption name valued value 3", "valued", Some("3")),
        ("setoption name Values", "Values", None),
        ("setoption name Mid Values", "Mid Values", None),
    ] {
        let expected = (name.to_owned(), value.map(str::to_owned));
        assert_eq!(option(line), expected, "{line:?}");
    }
}

#[test]
fn an_empty_value_is_not_taken_for_another_command_or_value() {
    for line in ["setoption name Path value", "setoption name Path value  \t"] {
        let (name, value) = option(line);
        assert_eq!(name, "Path");
        assert_eq!(value.unwrap_or_default(), "", "{line:?}");
    }
}

// --- position

#[test]
fn positions_are_taken_with_all_their_moves() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (line, fen, moves) in [
        ("position startpos", None, ""),
        ("position startpos moves", None, ""),
        ("position startpos moves e2e4", None, "e2e4"),
        (
            "position  startpos   moves  e2e4   e7e5 ",
            None,
            "e2e4 e7e5",
        ),
        (
            "position startpos moves e1g1 e1h1 a7a8q b7b8n",
            None,
            "e1g1 e1h1 a7a8q b7b8n",
        ),
        (
            &format!("position fen {START} w KQkq -"),
            Some("w KQkq -"),
            "",
        ),
        (
            &format!("position fen {START} w KQkq - 5"),
            Some("w KQkq - 5"),
            "",
        ),
        (
            &format!("position fen {START} w KQkq - 0 1"),
            Some("w KQkq - 0 1"),
            "",
        ),
        (
            &format!("position fen  {START}  w\tKQkq  -  0  1"),
            Some("w KQkq - 0 1"),
            "",
        ),
        (
            &format!("position fen {START} w HAha - 0 1"),
            Some("w HAha - 0 1"),
            "",
        ),
        (
            &format!("position fen {START} b GDgd - moves e7e5"),
            Some("b GDgd -"),
            "e7e5",
        ),
        (
            &format!("position fen {START} w KQkq - moves"),
            Some("w KQkq -"),
            "",
        ),
    ] {
        let fen = fen.map(|fields| format!("{START} {fields}"));
        assert_eq!(setup(line), (fen, moves.to_owned()), "{line:?}");
    }
}

#[test]
fn a_list_of_moves_of_any_length_comes_out_as_it_went_in() {
    let names: Vec<String> = (0..8)
        .flat_map(|from| (0..8).map(move |to| (from, to)))
        .filter(|(from, to)| from != to)
        .map(|(from, to)| format!("{}2{}7", (b'a' + from) as char, (b'a' + to) as char))
        .collect();
    for length in [0, 1, 2, 63, 64, 65, 127, 128, 129, 300, 1000] {
        let moves: Vec<&str> = names
            .iter()
            .cycle()
            .take(length)
            .map(String::as_str)
            .collect();
        let moves = moves.join(" ");
        let line = format!("position startpos moves {moves}");
        assert_eq!(setup(&line), (None, moves), "{length}");
    }
}

#[test]
fn a_list_with_one_word_that_is_no_move_is_refused_and_the_word_is_said() {
    for bad in [
        "0000", "e2", "e2e9", "i2i4", "e2-e4", "Nf3", "O-O", "joho", "(none)", "e7e8x", "e7e8k",
        "e7e8qq", "e2e4e7e5",
    ] {
        for length in [1, 3, 64, 65, 130] {
            for place in [0, length / 2, length - 1] {
                let mut moves = vec!["g1f3"; length];
                moves[place] = bad;
                let why = refusal(&format!("position startpos moves {}", moves.join(" ")));
                assert!(why.contains(bad), "{bad}, {place} of {length}: {why}");
            }
        }
    }
}

#[test]
fn capital_letters_in_moves_are_understood_or_refused_but_never_dropped() {
    for (list, meaning) in [
        ("E2E4", "e2e4"),
        ("e2e4 E7E5 g1f3", "e2e4 e7e5 g1f3"),
        ("e7e8Q", "e7e8q"),
    ] {
        match parsed(&format!("position startpos moves {list}")).1 {
            Command::Position { moves, .. } => {
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                assert_eq!(moves.join(" "), meaning);
            }
            Command::RefusePosition(_) => {}
            other => panic!("{list} is taken for {other:?}"),
        }
    }
}
