//! The Universal Chess Interface: what lines are taken for, and whole sessions with the
//! real program.
//!
//! Three parts: tables of lines with the commands that [`parse::line`] must make of them,
//! properties of it that hold for any text, and conversations over pipes. How a search is
//! ended is told in `tests/stop.rs`. See <https://backscattering.de/chess/uci/>.

#[path = "common/session.rs"]
mod session;

use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::{Color, Move, Position, has_legal_moves, legal_moves};
use ferz::engine::{Command, Go};
use ferz::perft;
use ferz::score::MAX_PLY;
use ferz::search::limits::{Clock, Limits};
use ferz::uci::parse;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use session::{Session, answer_to, command_line};

const KIWIPETE: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// ---------------------------------------------------------------------------------------
// Lines and the commands that they are
// ---------------------------------------------------------------------------------------

/// The notes on a line, and what is obeyed after them.
#[track_caller]
fn parsed(line: &str) -> (Vec<String>, Command) {
    let mut commands = parse::line(line);
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
fn command(line: &str) -> Command {
    let (notes, command) = parsed(line);
    assert_eq!(notes, [""; 0], "{line:?}");
    command
}

/// Why a line is refused.
#[track_caller]
fn refusal(line: &str) -> String {
    match parsed(line).1 {
        Command::Refuse(why) => why,
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
fn setup(line: &str) -> (Option<String>, String) {
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

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
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
        ("help", Command::Help),
        ("bench", Command::Bench(None)),
        ("bench 3", Command::Bench(Some(3))),
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
}

#[test]
fn a_line_without_words_asks_for_nothing() {
    for line in ["", " ", "\t", " \t \r", "\r\n", "\n", "\0", "\u{b}\u{c}"] {
        assert_eq!(parse::line(line), [], "{line:?}");
    }
}

/// Lines of every kind, well formed, in the simplest spelling.
const VALID_LINES: [&str; 33] = [
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

/// The commands of a line, with one moment for all `go`, so that they can be compared.
fn timeless(line: &str) -> Vec<Command> {
    let commands = parse::line(line).into_iter();
    let moment = *MOMENT;
    let timeless = commands.map(|command| match command {
        Command::Go(go) => Command::Go(Go {
            received: moment,
            ..go
        }),
        other => other,
    });
    timeless.collect()
}

static MOMENT: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);

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
        ("bench 3 joho", Command::Bench(Some(3))),
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
        let time = limits(&format!("go movetime {nodes}")).move_time;
        assert_eq!(time, Some(millis(nodes)));
    }
    assert_eq!(limits("go depth 007"), limits("go depth 7"));
}

#[test]
fn numbers_out_of_range_are_clamped_and_said() {
    /// A number as it is written, and what a limit made of it must satisfy.
    type Clamped = (&'static str, fn(&Limits) -> bool);
    const CLAMPED: [Clamped; 16] = [
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
            l.move_time >= Some(millis(999_999_999_999))
        }),
        ("wtime 99999999999999999999999", |l| {
            l.clock(Color::White)
                .is_some_and(|c| c.time >= millis(999_999_999_999))
        }),
        ("btime -99999999999999999999999", |l| {
            l.clock(Color::Black) == Some(Clock::default())
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
    let (notes, command) = parsed("bench 1000");
    assert_eq!(
        (notes.len(), command),
        (1, Command::Bench(Some(MAX_PLY as u32)))
    );
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
            Command::Refuse(_) => {}
            other => panic!("{list} is taken for {other:?}"),
        }
    }
}

// ---------------------------------------------------------------------------------------
// Any text
// ---------------------------------------------------------------------------------------

/// What holds for the commands of any line: that it does not panic, and this.
fn assert_well_behaved(line: &str) {
    let commands = timeless(line);
    for (i, command) in commands.iter().enumerate() {
        let is_last = i + 1 == commands.len();
        match command {
            Command::Note(text) | Command::Refuse(text) => {
                assert!(!text.is_empty() && !text.contains(['\n', '\r']), "{text:?}");
                assert_eq!(is_last, matches!(command, Command::Refuse(_)), "{line:?}");
            }
            Command::Go(_) | Command::Perft(_) => {
                let clean = line.replace(char::is_control, " ");
                assert_eq!(clean.split_whitespace().next(), Some("go"), "{line:?}");
            }
            _ => assert!(is_last, "{line:?}: {commands:?}"),
        }
    }
    // Parsing keeps nothing in mind, and line ends mean nothing.
    assert_eq!(timeless(&format!("{line} \r\n")), commands, "{line:?}");
}

/// The words of UCI, and others that have been known to do harm.
const WORDS: &str = "uci debug on off isready setoption name value register later code ucinewgame \
    position startpos fen moves go searchmoves ponder wtime btime winc binc movestogo depth nodes \
    mate movetime infinite perft stop ponderhit quit info bestmove option d eval bench help Hash \
    <empty> e2e4 e7e8q E2E4 0000 0 1 -1 256 999999999999 9999999999999 -9999999999999999999999 \
    joho 8/8/8/8/8/8/8/8 w KQkq - é \u{1F3A9}";

/// What is put into a valid line to spoil it; nothing means that a character is taken out.
const SCRAPS: [&str; 12] = [
    "",
    " ",
    "\t",
    "\r",
    "\0",
    "0",
    "999999999",
    "-",
    "value",
    " go ",
    "é",
    " moves ",
];

/// A valid line with a few scraps put in and characters taken out.
fn spoiled_line() -> impl Strategy<Value = String> {
    let edits = proptest::collection::vec((any::<Index>(), select(&SCRAPS[..])), 1..5);
    (select(&VALID_LINES[..]), edits).prop_map(|(line, edits)| {
        let mut letters: Vec<char> = line.chars().collect();
        for (index, scrap) in edits {
            let at = index.index(letters.len() + 1);
            if scrap.is_empty() && at < letters.len() {
                letters.remove(at);
            } else {
                letters.splice(at..at, scrap.chars());
            }
        }
        letters.into_iter().collect()
    })
}

/// A UCI command followed by words in any order.
fn shuffled_words() -> impl Strategy<Value = String> {
    let blanks = select(&[" ", "  ", "\t", " \t "][..]);
    let words: Vec<&str> = WORDS.split(' ').collect();
    let word = (select(words), blanks).prop_map(|(word, blank)| word.to_owned() + blank);
    proptest::collection::vec(word, 1..14).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(debug_assertions) { 4_000 } else { 20_000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_can_be_parsed(line in any::<String>()) {
        assert_well_behaved(&line);
    }

    #[test]
    fn any_bytes_can_be_parsed(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        assert_well_behaved(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn the_words_of_uci_can_be_parsed_in_any_order(line in shuffled_words()) {
        assert_well_behaved(&line);
    }

    #[test]
    fn go_with_any_words_behind_it_can_be_parsed(words in shuffled_words()) {
        assert_well_behaved(&format!("go {words}"));
    }

    #[test]
    fn lines_that_are_almost_right_can_be_parsed(line in spoiled_line()) {
        assert_well_behaved(&line);
    }
}

// ---------------------------------------------------------------------------------------
// Sessions: what is said of a search
// ---------------------------------------------------------------------------------------

/// The game that the words behind `position` describe.
#[track_caller]
fn game(setup: &str) -> Position {
    let Command::Position { fen, moves } = command(&format!("position {setup}")) else {
        panic!("{setup} is no position");
    };
    let board = fen.map_or_else(Default::default, |fen| {
        fen.parse()
            .unwrap_or_else(|error| panic!("{setup}: {error}"))
    });
    let mut position = Position::new(board);
    for written in moves {
        let mv = written.resolve(position.board());
        position.make_move(mv.unwrap_or_else(|| panic!("{setup}: {written} is not legal")));
    }
    position
}

/// The legal move that is written so, in this notation and no other.
fn legal_move(position: &Position, written: &str, notation: CastlingNotation) -> Option<Move> {
    legal_moves(position.board())
        .into_iter()
        .find(|&mv| CoordinateMove::new(mv, notation).to_string() == written)
}

/// Whether nobody moves any more.
fn is_over(position: &Position) -> bool {
    !has_legal_moves(position.board())
        || position.is_threefold_repetition()
        || position.is_fifty_move_draw()
}

/// An `info` line about a position searched.
#[derive(Clone, Debug, Default)]
struct Info {
    depth: u64,
    multipv: Option<u64>,
    /// Mates are counted from this far above 0.
    score: i64,
    is_mate: bool,
    is_bound: bool,
    wdl: Option<[u64; 3]>,
    nodes: u64,
    time: u64,
    pv: Vec<String>,
}

impl Info {
    /// Better than any number of centipawns.
    const MATE: i64 = 1_000_000;

    /// Full moves to the mate, negative for being mated.
    fn mate(&self) -> Option<i64> {
        let distance = Self::MATE - self.score.abs();
        self.is_mate.then(|| distance * self.score.signum())
    }

    /// Reads a line strictly: each attribute once, `depth` first, `pv` last, whole numbers.
    #[track_caller]
    fn parse(line: &str) -> Self {
        let mut info = Self::default();
        let mut words = line.split(' ').peekable();
        assert_eq!(words.next(), Some("info"), "{line}");
        assert_eq!(words.peek(), Some(&"depth"), "{line}");
        let mut seen = HashSet::new();
        while let Some(name) = words.next() {
            assert!(seen.insert(name), "{name} twice: {line}");
            let mut number = || -> i64 {
                let word = words.next().unwrap_or_default();
                let digits = word.trim_start_matches('-');
                assert!(
                    digits.starts_with(|c: char| c.is_ascii_digit()),
                    "{name} {word}: {line}"
                );
                word.parse().unwrap_or_else(|_| panic!("{word}: {line}"))
            };
            let mut count = || u64::try_from(number()).unwrap_or_else(|_| panic!("{line}"));
            match name {
                "depth" => info.depth = count(),
                "seldepth" | "nps" | "tbhits" | "currmovenumber" => {
                    count();
                }
                "multipv" => info.multipv = Some(count()),
                "nodes" => info.nodes = count(),
                "time" => info.time = count(),
                "hashfull" => assert!(count() <= 1000, "{line}"),
                "wdl" => info.wdl = Some([count(), count(), count()]),
                "score" => {
                    let kind = words.next().unwrap_or_default();
                    let value = words.next().and_then(|word| word.parse::<i64>().ok());
                    let value = value.unwrap_or_else(|| panic!("{line}"));
                    (info.is_mate, info.score) = match kind {
                        "cp" => (false, value),
                        "mate" if value > 0 => (true, Self::MATE - value),
                        "mate" => (true, -Self::MATE - value),
                        _ => panic!("{line}"),
                    };
                    while let Some(_bound) =
                        words.next_if(|word| ["lowerbound", "upperbound"].contains(word))
                    {
                        assert!(!info.is_bound, "{line}");
                        info.is_bound = true;
                    }
                }
                "pv" => {
                    info.pv = words.by_ref().map(str::to_owned).collect();
                    assert!(!info.pv.is_empty(), "{line}");
                }
                "currmove" => assert!(words.next().is_some(), "{line}"),
                _ => panic!("{name} is not an attribute of info: {line}"),
            }
        }
        info
    }
}

/// What a search has said, looked at from all sides.
#[derive(Debug)]
struct Searched {
    /// All lines with a score and a variation.
    infos: Vec<Info>,
    best: String,
}

impl Searched {
    /// Checks all that UCI and match runners want of the output of a search.
    #[track_caller]
    fn check(setup: &str, lines: &[String], notation: CastlingNotation) -> Self {
        let position = game(setup);
        let (last, infos) = lines.split_last().expect("a search says something");
        let infos: Vec<Info> = infos
            .iter()
            .filter(|line| !line.starts_with("info string "))
            .map(|line| Info::parse(line))
            .filter(|info| !info.pv.is_empty())
            .collect();
        for info in &infos {
            Self::check_variation(&position, info, notation);
        }
        Self::check_order(&infos);
        let best: Vec<&str> = last.split(' ').collect();
        let final_line = infos
            .iter()
            .rfind(|info| info.multipv.unwrap_or(1) == 1)
            .unwrap_or_else(|| panic!("no line before {last}"));
        assert!(!final_line.is_bound, "{final_line:?}");
        match &best[..] {
            ["bestmove", mv] => assert_eq!(final_line.pv[0], *mv),
            ["bestmove", mv, "ponder", answer] => {
                assert_eq!(final_line.pv[..2], [*mv, *answer]);
            }
            _ => panic!("{last:?}"),
        }
        Self {
            best: best[1].to_owned(),
            infos,
        }
    }

    /// Every move of a variation is legal, and none is made when the game is over.
    #[track_caller]
    fn check_variation(position: &Position, info: &Info, notation: CastlingNotation) {
        let mut position = position.clone();
        for (i, written) in info.pv.iter().enumerate() {
            assert!(
                i == 0 || !is_over(&position),
                "{written} is played after the end: {info:?}"
            );
            let mv = legal_move(&position, written, notation);
            position.make_move(mv.unwrap_or_else(|| panic!("{written} is not legal: {info:?}")));
        }
        if let Some(moves) = info.mate() {
            let length = info.pv.len() as i64;
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert!(moves != 0 && length <= plies, "a longer mate: {info:?}");
            if length == plies {
                assert!(position.board().is_checkmate(), "no mate: {info:?}");
            }
        }
        if let Some(chances) = info.wdl {
            assert_eq!(chances.iter().sum::<u64>(), 1000, "{info:?}");
        }
    }

    /// Depth, time and nodes do not fall; the lines of one depth come together, best first.
    #[track_caller]
    fn check_order(infos: &[Info]) {
        for pair in infos.windows(2) {
            let [earlier, later] = pair else {
                unreachable!("windows of two")
            };
            assert!(earlier.depth <= later.depth, "{pair:?}");
            assert!(earlier.time <= later.time, "{pair:?}");
            assert!(earlier.nodes <= later.nodes, "{pair:?}");
            match (earlier.multipv, later.multipv) {
                (None, None) | (Some(_), Some(1)) => {}
                (Some(rank), Some(next)) => {
                    assert_eq!(next, rank + 1, "{pair:?}");
                    assert_eq!(earlier.depth, later.depth, "{pair:?}");
                    assert!(earlier.score >= later.score, "{pair:?}");
                    assert_ne!(earlier.pv[0], later.pv[0], "{pair:?}");
                }
                _ => panic!("multipv comes and goes: {pair:?}"),
            }
        }
        if let Some(first) = infos.first() {
            assert!(first.multipv.is_none_or(|rank| rank == 1), "{first:?}");
        }
    }

    fn last(&self) -> &Info {
        self.infos
            .iter()
            .rfind(|info| info.multipv.unwrap_or(1) == 1)
            .expect("checked")
    }
}

/// Sets up a position, searches it, and checks what is said.
#[track_caller]
fn search(session: &mut Session, setup: &str, go: &str) -> Searched {
    let lines = session.search(&format!("position {setup}\n{go}"));
    Searched::check(setup, &lines, CastlingNotation::KingMoves)
}

/// Positions in which variations are likely to come to an end, and others.
const SEARCHED: [&str; 14] = [
    "startpos",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
    KIWIPETE,
    // All go back to where they were: every move may repeat.
    "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3",
    // A perpetual check.
    "fen 6k1/5ppp/8/8/8/7q/8/Q5K1 b - - 0 1",
    // The fifty moves are almost over.
    "fen 8/8/4k3/8/8/3QK3/8/8 w - - 97 80",
    "fen 4k3/8/8/8/8/8/4P3/4K2R w K - 98 80",
    // Mates and stalemates lie near.
    "fen 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1",
    "fen 8/8/8/8/8/5k2/5p2/5K2 b - - 0 1",
    "fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    // Promotions.
    "fen 8/P5k1/8/8/8/8/1p4K1/8 w - - 0 1",
    "fen n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    // En passant.
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    // One legal move.
    "fen k7/8/1K6/8/8/8/8/7R b - - 0 1",
];

#[test]
fn every_line_of_a_search_has_the_form_that_match_runners_want() {
    let mut session = Session::start();
    for setup in SEARCHED {
        let searched = search(&mut session, setup, "go depth 4");
        assert!(searched.infos.iter().all(|info| info.multipv.is_none()));
    }
}

#[test]
fn the_lines_of_several_variations_come_together_best_first() {
    let mut session = Session::start();
    session.send("setoption name MultiPV value 4");
    for setup in SEARCHED {
        let searched = search(&mut session, setup, "go depth 4");
        let expected = legal_moves(game(setup).board()).len().min(4);
        let last: Vec<&Info> = searched.infos.iter().rev().take(expected).collect();
        assert!(
            last.iter()
                .all(|info| info.depth == last[0].depth && info.multipv.is_some()),
            "{setup}: {last:?}"
        );
        assert_eq!(last[0].multipv, Some(expected as u64), "{setup}");
    }
    session.send("setoption name MultiPV value 1");
    let searched = search(&mut session, "startpos", "go depth 2");
    assert!(searched.infos.iter().all(|info| info.multipv.is_none()));
}

#[test]
fn several_threads_speak_as_one_does() {
    let mut session = Session::start();
    session.send("setoption name Threads value 2");
    for setup in SEARCHED {
        search(&mut session, setup, "go depth 3");
    }
    session.send("setoption name MultiPV value 2");
    search(&mut session, KIWIPETE, "go depth 3");
    assert_eq!(session.quit().errors, "");
}

#[test]
fn a_search_that_is_cut_short_still_says_its_best_move_in_its_last_line() {
    let mut session = Session::start();
    for lines in ["1", "3"] {
        session.send(&format!("setoption name MultiPV value {lines}"));
        for (i, setup) in SEARCHED.iter().enumerate() {
            for nodes in [1, 2, 50 + i, 1_500 + 300 * i] {
                search(&mut session, setup, &format!("go nodes {nodes}"));
            }
        }
    }
}

#[test]
fn chances_of_winning_are_shown_if_they_are_asked_for() {
    let mut session = Session::start();
    let silent = search(&mut session, "startpos", "go depth 2");
    assert!(silent.infos.iter().all(|info| info.wdl.is_none()));
    session.send("setoption name UCI_ShowWDL value true");
    for (setup, likeliest) in [
        ("startpos", 1),
        ("fen 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", 0),
        ("fen 4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", 2),
    ] {
        for info in search(&mut session, setup, "go depth 2").infos {
            let chances = info.wdl.expect("asked for");
            assert!(
                chances.iter().all(|&chance| chance <= chances[likeliest]),
                "{setup}: {info:?}"
            );
        }
    }
}

#[test]
fn mates_are_counted_in_moves_and_have_the_sign_of_who_gives_them() {
    let mut session = Session::start();
    for (setup, mate, best) in [
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, Some("a1a8")),
        ("fen r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", 1, Some("a8a1")),
        // Paul Morphy's problem, and after its first move.
        ("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, Some("a1a6")),
        ("fen kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", -1, None),
        // Fool's mate.
        ("startpos moves f2f3 e7e5 g2g4", 1, Some("d8h4")),
    ] {
        let Some(best) = best else {
            assert_eq!(
                search(&mut session, setup, "go depth 4").last().mate(),
                Some(mate)
            );
            continue;
        };
        let searched = search(&mut session, setup, "go depth 4");
        assert_eq!(
            (searched.last().mate(), &*searched.best),
            (Some(mate), best),
            "{setup}"
        );
    }
}

#[test]
fn a_root_without_moves_has_the_null_move_for_an_answer() {
    for (fen, score) in [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "mate 0"),
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "mate 0",
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        let mut session = Session::start();
        session.send(&format!("position fen {fen}"));
        for go in [
            "go depth 3",
            "go nodes 100",
            "go movetime 10",
            "go wtime 100 btime 100",
            "go mate 2",
            "setoption name MultiPV value 3\ngo depth 3",
            "setoption name Threads value 2\ngo depth 3",
        ] {
            let lines = session.search(go);
            let expected = [
                format!("info depth 0 score {score}"),
                "bestmove 0000".to_owned(),
            ];
            assert_eq!(lines, expected, "{fen}: {go}");
        }
    }
}

// --- limits

#[test]
fn a_search_to_a_depth_goes_there_and_no_further() {
    let mut session = Session::start();
    for depth in 1..=5 {
        let searched = search(&mut session, "startpos", &format!("go depth {depth}"));
        let depths: Vec<u64> = searched.infos.iter().map(|info| info.depth).collect();
        assert_eq!(depths, (1..=depth).collect::<Vec<_>>());
    }
}

#[test]
fn a_search_of_so_many_nodes_visits_exactly_these() {
    let mut session = Session::start();
    for nodes in 1..20 {
        // Fewer than there are first moves: the only iteration is never completed.
        let searched = search(&mut session, "startpos", &format!("go nodes {nodes}"));
        assert_eq!(searched.last().nodes, nodes);
    }
    let mut exact = 0;
    for nodes in [
        1023, 1024, 1025, 2_000, 3_001, 5_000, 7_777, 10_000, 20_000, 33_333,
    ] {
        // The last line is older than the end of the search if nothing new came up.
        let searched = search(&mut session, KIWIPETE, &format!("go nodes {nodes}"));
        assert!(searched.last().nodes <= nodes, "{nodes}: {searched:?}");
        exact += usize::from(searched.last().nodes == nodes);
    }
    assert!(
        exact > 0,
        "no search said that it had visited all its nodes"
    );
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut session = Session::start();
    let searched = search(&mut session, "startpos", "go searchmoves a2a3 h2h3 depth 3");
    for info in &searched.infos {
        assert!(["a2a3", "h2h3"].contains(&&*info.pv[0]), "{info:?}");
    }
    session.send("setoption name MultiPV value 5");
    let searched = search(&mut session, "startpos", "go depth 2 searchmoves b1a3 g1h3");
    let ranks: Vec<_> = searched.infos.iter().map(|info| info.multipv).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(1), Some(2)]);
}

#[test]
fn a_move_to_search_that_is_not_legal_is_said_and_the_others_are_searched() {
    let mut session = Session::start();
    let lines = session.search("go searchmoves e2e5 a2a3 depth 2");
    assert!(
        lines[0].starts_with("info string ") && lines[0].contains("e2e5"),
        "{lines:?}"
    );
    let searched = Searched::check("startpos", &lines, CastlingNotation::KingMoves);
    assert_eq!(searched.best, "a2a3");
}

#[test]
fn a_search_for_a_mate_ends_when_it_is_found() {
    let mut session = Session::start();
    for (setup, moves) in [
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
        ("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 5),
    ] {
        let searched = search(&mut session, setup, &format!("go mate {moves}"));
        let found = searched.last().mate().expect("a mate");
        assert!((1..=moves).contains(&found), "{setup}: mate {found}");
    }
}

#[test]
fn a_move_gets_the_time_that_it_is_given() {
    let mut session = Session::start();
    session.settle();
    let started = Instant::now();
    search(&mut session, KIWIPETE, "go movetime 250");
    let took = started.elapsed();
    assert!((millis(150)..millis(750)).contains(&took), "{took:?}");
}

#[test]
fn all_limits_hold_together() {
    let mut session = Session::start();
    let started = Instant::now();
    for go in [
        "go depth 2 nodes 999999999 movetime 60000 wtime 600000 btime 600000",
        "go nodes 100 depth 100 movetime 60000",
        "go movetime 20 depth 100 nodes 999999999 wtime 600000",
        "go wtime 100 movetime 60000 depth 100",
        "go mate 100 nodes 500",
    ] {
        let searched = search(&mut session, "startpos", go);
        assert!(searched.last().depth <= 20, "{go}");
    }
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_clock_that_has_run_out_still_gives_a_move_at_once() {
    let mut session = Session::start();
    for setup in [KIWIPETE, "startpos moves e2e4"] {
        for go in [
            "go wtime 0 btime 0",
            "go wtime 0 btime 0 winc 0 binc 0 movestogo 0",
            "go wtime -1000 btime -1000",
            "go wtime -1000 btime -1000 winc -5 binc -5 movestogo 1",
            "go wtime 1 btime 1 movestogo 40",
            "go wtime 1 btime 1 movestogo 1",
            "go movetime 0",
            "go movetime -100",
        ] {
            let started = Instant::now();
            search(&mut session, setup, go);
            assert!(started.elapsed() < millis(500), "{setup}: {go}");
        }
    }
}

#[test]
fn a_clock_is_not_overdrawn() {
    let mut session = Session::start();
    for (setup, go) in [
        ("startpos", "go wtime 100"),
        ("startpos moves e2e4", "go btime 100"),
        (KIWIPETE, "go wtime 150 btime 1 winc 1000"),
        (KIWIPETE, "go wtime 150 btime 1 movestogo 1"),
    ] {
        let started = Instant::now();
        let searched = search(&mut session, setup, go);
        assert!(searched.last().time <= 150, "{go}: {:?}", searched.last());
        assert!(started.elapsed() < millis(600), "{go}");
    }
}

#[test]
fn a_limit_out_of_range_is_said_and_the_search_goes_on_with_the_nearest() {
    let mut session = Session::start();
    for (go, number) in [
        ("go depth 256 nodes 200", "256"),
        ("go depth 0", "0"),
        (
            "go nodes 12345678901234567890 depth 1",
            "12345678901234567890",
        ),
        ("go mate 1000 depth 1", "1000"),
        ("go movestogo 256 wtime 100", "256"),
        ("go wtime 9999999999999 depth 1", "9999999999999"),
    ] {
        let lines = session.search(go);
        assert!(
            lines[0].starts_with("info string ") && lines[0].contains(number),
            "{go}: {lines:?}"
        );
        Searched::check("startpos", &lines, CastlingNotation::KingMoves);
    }
}

#[test]
fn an_increment_without_a_clock_limits_nothing() {
    let mut session = Session::start();
    for go in [
        "go depth 6 winc 0 binc 0",
        "go winc 0 depth 6",
        "go binc 0 winc 0 nodes 30000",
    ] {
        let searched = search(&mut session, "startpos", go);
        // In the time that is left on a clock without time, no search gets that far.
        assert!(searched.last().depth >= 5, "{go}: {:?}", searched.last());
    }
}

#[test]
fn the_move_that_is_searched_is_told_after_a_second_and_not_before() {
    // Blocked pawns: iterations are short, so the move changes often.
    const SETUP: &str = "fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
    let mut session = Session::start();
    session.send(&format!("position {SETUP}\ngo infinite"));
    let is_current_move = |line: &String| line.contains(" currmove ");
    let early = session.lines_within(millis(850));
    assert!(!early.iter().any(is_current_move), "{early:?}");
    let line = loop {
        let line = session.line();
        if is_current_move(&line) {
            break line;
        }
    };
    let words: Vec<&str> = line.split(' ').collect();
    let ["info", "depth", _, "currmove", mv, "currmovenumber", number] = words[..] else {
        panic!("{line:?}")
    };
    assert!(legal_move(&game(SETUP), mv, CastlingNotation::KingMoves).is_some());
    assert!((1..=3).contains(&number.parse().unwrap_or(0)), "{line:?}");
}

// ---------------------------------------------------------------------------------------
// Sessions: everything else
// ---------------------------------------------------------------------------------------

/// Whether this is one `info string`, and holds the words.
fn is_note(lines: &[String], words: &str) -> bool {
    matches!(lines, [line] if line.starts_with("info string ") && line.contains(words))
}

/// The FEN that `d` shows.
#[track_caller]
fn shown_fen(session: &mut Session) -> String {
    let lines = session.ask("d");
    let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
    fen.unwrap_or_else(|| panic!("no FEN in {lines:?}"))
        .to_owned()
}

#[test]
fn the_engine_says_who_it_is_and_what_can_be_set() {
    let started = Instant::now();
    let mut session = Session::start();
    session.send("uci");
    let lines = session.lines_to("uciok");
    assert!(
        started.elapsed() < Duration::from_secs(1),
        "nothing heavy goes before uciok"
    );
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(lines[0], format!("id name ferz {version}"));
    assert!(lines[1].len() > "id author ".len() && lines[1].starts_with("id author "));
    // A blank behind it breaks python-chess.
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
    let mut found = BTreeMap::new();
    for line in &lines[2..lines.len() - 1] {
        assert_eq!(line.trim_end(), line);
        let declaration = line.strip_prefix("option name ").expect("an option");
        let (name, declaration) = declaration.split_once(" type ").expect("a type");
        assert_eq!(found.insert(name, declaration), None, "{name} twice");
        match declaration.split(' ').collect::<Vec<_>>()[..] {
            ["spin", "default", default, "min", min, "max", max] => {
                let [default, min, max] = [default, min, max].map(|n| n.parse::<i64>().ok());
                assert!(min.is_some() && min <= default && default <= max, "{line}");
            }
            ["check", "default", "true" | "false"] | ["button"] => {}
            ["string", "default", text, ..] => assert_ne!(text, "", "{line}"),
            _ => panic!("{line}"),
        }
    }
    let wanted = "Hash, Threads, Ponder, MultiPV, UCI_Chess960, UCI_ShowWDL, UCI_LimitStrength, \
        UCI_Elo, UCI_AnalyseMode, Move Overhead, SyzygyPath, Clear Hash, UCI_EngineAbout";
    for name in wanted.split(", ") {
        assert!(found.contains_key(name), "{name}");
    }
    assert_eq!(found["SyzygyPath"], "string default <empty>");
    assert_eq!(found["Clear Hash"], "button");
    assert_eq!(found["UCI_Chess960"], "check default false");
    assert_eq!(
        found["MultiPV"].split(" min").next(),
        Some("spin default 1")
    );

    // All defaults can be set.
    for (name, declaration) in &found {
        let default = declaration
            .split_once("default ")
            .map(|(_, default)| default);
        let value = default.map_or("", |d| d.split(" min").next().expect("a part"));
        let value = if declaration.starts_with("button") {
            String::new()
        } else {
            format!(" value {value}")
        };
        assert_eq!(
            session.ask(&format!("setoption name {name}{value}")),
            [""; 0],
            "{name}"
        );
    }
    // It can be asked again.
    session.send("uci");
    assert_eq!(session.lines_to("uciok"), lines);
}

#[test]
fn ready_is_said_once_for_each_time_it_is_asked() {
    let ended = answer_to("isready\nisready\r\n  isready\t\r\nisready");
    assert_eq!(ended.lines, ["readyok"; 4]);
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
}

#[test]
fn the_end_of_a_line_may_be_of_any_system_and_the_last_may_have_none() {
    for input in [
        "position startpos moves e2e4\nd\nquit\n",
        "position startpos moves e2e4\r\nd\r\nquit\r\n",
        "\n\n \r\nposition  startpos\tmoves   e2e4 \nd",
        "position startpos moves e2e4\nd\nquit",
    ] {
        let ended = answer_to(input);
        let fen = "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert!(
            ended.lines.iter().any(|line| line == fen),
            "{:?}",
            ended.lines
        );
        assert_eq!(ended.status, Some(0));
    }
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let mut session = Session::start();
    session
        .send_bytes(b"\xff\xfe\x00joho\xc3\x28\nis\xffready\n\x80\n\x00\nposition fen \xf0\x9f\n");
    let mut long = vec![b'x'; 3 << 20];
    long.push(b'\n');
    session.send_bytes(&long);
    let lines: Vec<String> = session.settle();
    assert!(
        lines.iter().all(|line| line.starts_with("info string ")),
        "{lines:?}"
    );
    assert!(lines.iter().all(|line| line.len() < 1000));
    assert_eq!(lines.len(), 5);
    search(&mut session, "startpos", "go depth 1");
}

#[test]
fn what_is_not_understood_is_said_in_one_line_and_nothing_else_happens() {
    let mut session = Session::start();
    for line in [
        "joho",
        "isreadyfoo",
        "info depth 256",
        "joho go depth 5",
        "debug maybe",
        "bench two",
        "position",
        "setoption name",
    ] {
        let lines = session.ask(line);
        assert!(
            !lines.is_empty() && lines.iter().all(|line| line.starts_with("info string ")),
            "{line}: {lines:?}"
        );
    }
    for line in [
        "",
        "register later",
        "debug on",
        "stop",
        "ponderhit",
        "ucinewgame",
    ] {
        assert_eq!(session.ask(line), [""; 0], "{line}");
    }
}

#[test]
fn options_are_set_in_any_case_and_spelling() {
    let mut session = Session::start();
    for line in [
        "setoption name Hash value 1",
        "setoption name hash value 2 ",
        "setoption name THREADS value 2",
        "setoption name Threads value 1",
        "setoption name move overhead value 0",
        "setoption name Move   Overhead value 5000",
        "setoption name Ponder value true",
        "setoption name UCI_AnalyseMode value false",
        "setoption name UCI_LimitStrength value TRUE",
        "setoption name UCI_LimitStrength value false",
        "setoption name UCI_Elo value 2000",
        "setoption name Clear Hash",
        "setoption name clear hash value",
        "setoption name SyzygyPath value <empty>",
        "setoption name SyzygyPath value",
        "setoption name UCI_EngineAbout value anything",
        "setoption name UCI_ShowWDL value true",
        "setoption name MultiPV value 256",
        "setoption name MultiPV value 1",
    ] {
        assert_eq!(session.ask(line), [""; 0], "{line}");
    }
    search(&mut session, "startpos", "go depth 2");
}

#[test]
fn an_option_that_cannot_be_set_so_is_named_and_keeps_its_value() {
    let mut session = Session::start();
    session.send("setoption name MultiPV value 3\nsetoption name UCI_Chess960 value true");
    for (name, value) in [
        ("MultiPV", "0"),
        ("MultiPV", "-1"),
        ("MultiPV", "257"),
        ("MultiPV", "99999999999999999999"),
        ("MultiPV", "many"),
        ("MultiPV", "2.5"),
        ("MultiPV", "2 5"),
        ("MultiPV", ""),
        ("Hash", "0"),
        ("Hash", "16MB"),
        ("Threads", "0"),
        ("Threads", "1025"),
        ("Move Overhead", "-1"),
        ("UCI_Elo", "1"),
        ("UCI_Chess960", "maybe"),
        ("UCI_Chess960", "0"),
        ("UCI_Chess960", ""),
        ("Style", "bold"),
        ("Contempt value", "3"),
    ] {
        let lines = session.ask(&format!("setoption name {name} value {value}"));
        let name = name.split(' ').next().expect("a word");
        assert!(is_note(&lines, name), "{name} {value}: {lines:?}");
    }
    for line in [
        "setoption name MultiPV",
        "setoption name UCI_Chess960",
        "setoption name Style",
    ] {
        let name = line.split(' ').next_back().expect("a word");
        assert!(is_note(&session.ask(line), name), "{line}");
    }
    let setup = "fen 4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1";
    let lines = session.search(&format!("position {setup}\ngo depth 1"));
    let searched = Searched::check(setup, &lines, CastlingNotation::KingTakesRook);
    assert_eq!(searched.infos.len(), 3);
    let lines = session.search("go depth 1 searchmoves e1h1");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove e1h1"));
}

#[test]
fn a_hash_that_the_machine_cannot_give_is_refused_and_the_old_one_stays() {
    let mut session = Session::start();
    session.send("uci");
    let lines = session.lines_to("uciok");
    let hash = lines.iter().find(|line| line.contains(" Hash "));
    let most = hash
        .and_then(|line| line.rsplit(' ').next())
        .expect("a maximum");
    let lines = session.ask(&format!("setoption name Hash value {most}"));
    // Some systems promise any amount of memory.
    assert!(
        lines.is_empty() || is_note(&lines, "Hash") || is_note(&lines, "hash"),
        "{lines:?}"
    );
    search(&mut session, "startpos", "go depth 2");
}

#[test]
fn a_position_is_shown_with_all_that_matters() {
    let mut session = Session::start();
    let lines = session.ask("position startpos moves f2f3 e7e5 g2g4 d8h4\nd");
    let text = lines.join("\n");
    for expected in [
        "r n b . k b n r",
        ". . . . . . P q",
        "Fen: rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "Checkers: h4",
        "Legal moves:",
        "Key: ",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let text = session.ask("position startpos\nd").join("\n");
    let moves = text.split("Legal moves: ").nth(1).expect("legal moves");
    assert_eq!(moves.matches("2").count(), 16 + 1, "{moves}");
    assert_eq!(
        session.ask("d").join("\n"),
        text,
        "it is the same each time"
    );
}

#[test]
fn a_bad_position_is_said_and_the_one_before_stays() {
    let mut session = Session::start();
    session.send("position startpos moves e2e4 e7e5");
    let before = shown_fen(&mut session);
    // And a word that says what is wrong.
    const BAD: &str = "
        startpos moves e2e4 e7e5 e4e5 | e4e5
        startpos moves e2e5 | e2e5
        startpos moves e2e4 0000 | 0000
        startpos moves e2e4 joho | joho
        startpos moves e2e4 e7e5 e1g1 | e1g1
        startpos moves e7e5 | e7e5
        fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8 | a7a8
        fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a1b1q | a1b1q
        fen 4k3/8/8/8/8/8/8/4K2R b - - 0 1 moves e8e7 h1e1 e7e8 | h1e1
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1 | ranks
        fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 9
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1 | side
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkX - 0 1 | KQkX
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1 | e9
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1 | -1
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999999 | 99999999
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 joho | joho
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq | 3
        fen rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1 | king
        fen 4k2R/8/8/8/8/8/8/4K3 w - - 0 1 | check
        fen | FEN
        joho | joho
        | position";
    for line in BAD.lines().skip(1) {
        let (setup, what) = line.split_once('|').expect("two columns");
        let (setup, what) = (setup.trim(), what.trim());
        let lines = session.ask(&format!("position {setup}"));
        assert!(is_note(&lines, what), "{setup}: {lines:?}");
        assert_eq!(shown_fen(&mut session), before, "{setup}");
    }
}

#[test]
fn positions_may_be_written_in_all_usual_ways() {
    let mut session = Session::start();
    const WAYS: &str = "
        fen 4k3/8/8/8/8/8/8/4K2R w K - = 4k3/8/8/8/8/8/8/4K2R w K - 0 1
        fen 4k3/8/8/8/8/8/8/4K2R w K - 7 = 4k3/8/8/8/8/8/8/4K2R w K - 7 1
        fen 4k3/8/8/8/8/8/8/4K2R w H - 7 9 = 4k3/8/8/8/8/8/8/4K2R w K - 7 9
        fen  4k3/8/8/8/8/8/8/4K2R  w  K  - = 4k3/8/8/8/8/8/8/4K2R w K - 0 1
        startpos moves = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for line in WAYS.lines().skip(1) {
        let (setup, fen) = line.trim().split_once(" = ").expect("two columns");
        assert_eq!(
            session.ask(&format!("position {setup}")),
            [""; 0],
            "{setup}"
        );
        assert_eq!(shown_fen(&mut session), fen, "{setup}");
    }
}

#[test]
fn a_long_game_is_set_up_at_once() {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(500).join(" ");
    let mut session = Session::start();
    session.settle();
    let started = Instant::now();
    session.send(&format!("position startpos moves {moves}"));
    let fen = shown_fen(&mut session);
    assert!(started.elapsed() < Duration::from_secs(2));
    assert_eq!(
        fen,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2000 1001"
    );
    session.search("go depth 1");
}

// --- castling

#[test]
fn castling_may_be_written_in_both_ways_in_both_modes() {
    const FEN: &str = "fen r3k2r/8/8/8/8/8/8/R3K2R";
    let mut session = Session::start();
    for mode in ["false", "true"] {
        session.send(&format!("setoption name UCI_Chess960 value {mode}"));
        for (side, moves, after) in [
            ("w KQkq", ["e1g1", "e1h1"], "r3k2r/8/8/8/8/8/8/R4RK1 b"),
            ("w KQkq", ["e1c1", "e1a1"], "r3k2r/8/8/8/8/8/8/2KR3R b"),
            ("b KQkq", ["e8g8", "e8h8"], "r4rk1/8/8/8/8/8/8/R3K2R w"),
            ("b KQkq", ["e8c8", "e8a8"], "2kr3r/8/8/8/8/8/8/R3K2R w"),
            ("w HAha", ["e1g1", "e1h1"], "r3k2r/8/8/8/8/8/8/R4RK1 b"),
        ] {
            for mv in moves {
                let setup = format!("position {FEN} {side} - 0 1 moves {mv}");
                assert_eq!(session.ask(&setup), [""; 0], "{mode}: {setup}");
                let fen = shown_fen(&mut session);
                assert!(fen.starts_with(after), "{mode}: {setup}: {fen}");
            }
        }
        // Not a word of castling: the rook's square is the target of a king that may not.
        let setup = format!("position {FEN} w kq - 0 1 moves e1h1");
        assert!(is_note(&session.ask(&setup), "e1h1"));
    }
}

#[test]
fn castling_is_written_as_the_mode_wants_it() {
    const SETUP: &str = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let mut session = Session::start();
    for (mode, notation, expected) in [
        ("false", CastlingNotation::KingMoves, ["e1g1", "e1c1"]),
        ("true", CastlingNotation::KingTakesRook, ["e1h1", "e1a1"]),
    ] {
        session.send(&format!(
            "setoption name UCI_Chess960 value {mode}\nposition {SETUP}"
        ));
        for (asked, expected) in [
            ("e1g1", expected[0]),
            ("e1h1", expected[0]),
            ("e1c1", expected[1]),
            ("e1a1", expected[1]),
        ] {
            let lines = session.search(&format!("go depth 3 searchmoves {asked}"));
            let searched = Searched::check(SETUP, &lines, notation);
            assert_eq!(searched.best, expected, "{mode}: {asked}");
        }
        let text = session.ask("d").join("\n");
        assert!(
            expected.iter().all(|mv| text.contains(mv)),
            "{mode}: {text}"
        );
    }
}

#[test]
fn in_chess960_a_kings_step_and_castling_are_told_apart() {
    const SETUP: &str = "fen 4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1";
    let mut session = Session::start();
    session.send("setoption name UCI_Chess960 value true");
    for (mv, after) in [
        ("f1h1", "4k3/8/8/8/8/8/8/1R3RK1 b"),
        ("f1g1", "4k3/8/8/8/8/8/8/1R4KR b"),
        ("f1b1", "4k3/8/8/8/8/8/8/2KR3R b"),
        ("f1c1", "4k3/8/8/8/8/8/8/2KR3R b"),
    ] {
        session.send(&format!("position {SETUP} moves {mv}"));
        let fen = shown_fen(&mut session);
        assert!(fen.starts_with(after), "{mv}: {fen}");
    }
    let lines = session.search(&format!("position {SETUP}\ngo depth 3 searchmoves f1h1"));
    let searched = Searched::check(SETUP, &lines, CastlingNotation::KingTakesRook);
    assert_eq!(searched.best, "f1h1");
}

// --- perft

/// Reads the output of `go perft`, which must be Stockfish's to the letter: the count of
/// each move, an empty line, the total, an empty line; then a note.
#[track_caller]
fn read_perft(session: &mut Session, depth: u32) -> (BTreeMap<String, u64>, u64) {
    session.send(&format!("go perft {depth}"));
    let mut counts = BTreeMap::new();
    loop {
        let line = session.line();
        if line.is_empty() {
            break;
        }
        let (mv, count) = line.split_once(": ").unwrap_or_else(|| panic!("{line:?}"));
        let digits = count.bytes().all(|byte| byte.is_ascii_digit());
        assert!(digits && mv.parse::<CoordinateMove>().is_ok(), "{line:?}");
        let count = count.parse().expect("a number");
        assert_eq!(counts.insert(mv.to_owned(), count), None, "{mv} twice");
    }
    let line = session.line();
    let total = line.strip_prefix("Nodes searched: ").map(str::parse);
    let Some(Ok(total)) = total else {
        panic!("{line:?}")
    };
    assert_eq!(session.line(), "");
    let note = session.line();
    assert!(
        note.starts_with("info string ") && note.contains("per second"),
        "{note:?}"
    );
    assert_eq!(session.settle(), [""; 0]);
    (counts, total)
}

#[test]
fn perft_is_said_in_the_words_of_stockfish() {
    use CastlingNotation::{KingMoves, KingTakesRook};
    const CASTLING: &str = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    // Number 1 of the Chess960 perft suite that Stockfish and others use.
    const CHESS960: &str = "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let mut session = Session::start();
    for threads in [1, 2] {
        session.send(&format!("setoption name Threads value {threads}"));
        for (mode, notation, setup, counts) in [
            ("false", KingMoves, "startpos", [20, 400, 8902]),
            ("false", KingMoves, KIWIPETE, [48, 2039, 97862]),
            ("false", KingMoves, CASTLING, [26, 568, 13744]),
            ("true", KingTakesRook, CASTLING, [26, 568, 13744]),
            ("true", KingTakesRook, CHESS960, [21, 528, 12189]),
        ] {
            session.send(&format!(
                "setoption name UCI_Chess960 value {mode}\nposition {setup}"
            ));
            let (moves, total) = read_perft(&mut session, 0);
            assert_eq!((moves.len(), total), (0, 1), "{setup}");
            let board = *game(setup).board();
            for (depth, expected) in (1..).zip(counts) {
                let (moves, total) = read_perft(&mut session, depth);
                assert_eq!(
                    (moves.values().sum::<u64>(), total),
                    (expected, expected),
                    "{setup}"
                );
                let written = |(mv, count)| (CoordinateMove::new(mv, notation).to_string(), count);
                let divided = perft::divide(&board, depth).into_iter().map(written);
                assert_eq!(moves, divided.collect(), "{setup}");
            }
        }
    }
}

#[test]
fn perft_of_a_position_without_moves_counts_nothing_below_it() {
    let mut session = Session::start();
    session.send("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    for (depth, expected) in [(0, 1), (1, 0), (3, 0)] {
        assert_eq!(read_perft(&mut session, depth), (BTreeMap::new(), expected));
    }
}

// --- the other commands of our own

#[test]
fn the_evaluation_is_shown_term_by_term() {
    let mut session = Session::start();
    let lines = session.ask(&format!("position {KIWIPETE}\neval"));
    assert!(lines.len() > 3, "{lines:?}");
    assert!(
        lines.iter().any(|line| line.contains("Material")),
        "{lines:?}"
    );
    assert!(
        lines.iter().any(|line| line.contains("Score for white")),
        "{lines:?}"
    );
}

#[test]
fn help_names_every_command() {
    let text = Session::start().ask("help").join(" ");
    let commands = "uci isready ucinewgame setoption position go stop ponderhit quit perft d eval \
        bench help";
    for word in commands.split(' ') {
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
        assert!(words.any(|found| found == word), "{word}: {text}");
    }
}

/// The nodes of a line `<nodes> nodes <nps> nps`.
#[track_caller]
fn bench_nodes(line: &str) -> u64 {
    let words: Vec<&str> = line.split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words[..] else {
        panic!("{line:?}")
    };
    assert!(nps.parse::<u64>().is_ok(), "{line:?}");
    nodes.parse().expect("a number")
}

#[test]
fn bench_counts_the_same_nodes_on_every_way() {
    let mut session = Session::start();
    session.send("bench 2");
    let nodes = bench_nodes(&session.line());
    assert!(nodes > 1000);
    // What was played and set before has no influence.
    session.search("setoption name Threads value 2\nsetoption name MultiPV value 3\ngo depth 3");
    session.send("bench 2");
    assert_eq!(bench_nodes(&session.line()), nodes);
    let ended = command_line(&["bench", "2"]);
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    assert_eq!(bench_nodes(ended.lines.last().expect("a line")), nodes);
}

// --- the command line and the log

#[test]
fn help_and_version_are_told_on_the_command_line() {
    let ended = command_line(&["--version"]);
    assert_eq!(ended.lines, [format!("ferz {}", env!("CARGO_PKG_VERSION"))]);
    assert_eq!(ended.status, Some(0));
    for arguments in [&["--help"][..], &["-h"], &["help"], &["bench", "--help"]] {
        let ended = command_line(arguments);
        let text = ended.lines.join("\n");
        assert!(
            text.contains("Usage: ferz") && text.contains("Example: "),
            "{text}"
        );
        assert_eq!(
            (ended.status, &*ended.errors),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_bad_command_line_is_told_from_a_bad_end() {
    for arguments in [
        &["--joho"][..],
        &["joho"],
        &["bench", "two"],
        &["bench", "0"],
        &["bench", "-1"],
        &["bench", "1000"],
        &["bench", "2", "3"],
        &["--log-file"],
    ] {
        let ended = command_line(arguments);
        assert_eq!(ended.status, Some(2), "{arguments:?}: {ended:?}");
        assert!(
            ended.lines.is_empty() && !ended.errors.is_empty(),
            "{ended:?}"
        );
    }
    let ended = command_line(&["--log-file", "/no such folder/ferz.log"]);
    assert_eq!(ended.status, Some(1));
    assert!(
        ended.errors.contains("/no such folder/ferz.log"),
        "{ended:?}"
    );
}

#[test]
fn both_directions_are_logged_on_standard_error_if_asked_for() {
    for level in ["", "warn", "debug"] {
        let mut session = Session::start_with(&[], &[("RUST_LOG", level)]);
        session.ask("joho\nposition startpos");
        session.search("go depth 2");
        let ended = session.quit();
        for (direction, line) in [
            ("<<", "joho"),
            ("<<", "isready"),
            ("<<", "go depth 2"),
            (">>", "readyok"),
            (">>", "bestmove "),
            (">>", "info string "),
        ] {
            let logged = format!("{direction} {line}");
            assert_eq!(
                ended.errors.contains(&logged),
                level == "debug",
                "{logged}: {ended:?}"
            );
        }
        assert!(ended.lines.iter().all(|line| {
            ["info ", "readyok", "bestmove "]
                .iter()
                .any(|start| line.starts_with(start))
        }));
    }
}

#[test]
fn all_traffic_is_written_to_a_log_file() {
    let path = std::env::temp_dir().join(format!("ferz-log-{}.txt", std::process::id()));
    let name = path.to_str().expect("a name in UTF-8");
    let mut session = Session::start_with(&["--log-file", name], &[]);
    session.ask("setoption name Hash value 1");
    session.search("go depth 1");
    let ended = session.quit();
    let log = std::fs::read_to_string(&path).expect("the log was written");
    std::fs::remove_file(&path).expect("the log is ours");
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    for text in [
        "<< setoption name Hash value 1",
        ">> readyok",
        "<< go depth 1",
        ">> bestmove",
    ] {
        assert!(log.contains(text), "{text}: {log}");
    }
}
