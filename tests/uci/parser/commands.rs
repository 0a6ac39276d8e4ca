//! Lines of all kinds except `go`, `position` and `setoption`, which have files of their own.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use ferz::bench::{Bench, Limit, Positions, Speedtest, parse_speedtest};
use ferz::cli::EXTRA_COMMANDS;
use ferz::engine::Command;
use ferz::engine::about;
use ferz::search::limits::Limits;
use ferz::uci::{help, parse};

use crate::parsed::{bench, command, limits, parsed, refusal, setup, task_arguments};
use crate::uci_line::timeless;

#[test]
fn every_simple_command_is_parsed() {
    for (line, expected) in [
        ("uci", Command::Identify),
        ("isready", Command::IsReady),
        ("ucinewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit", Command::Quit),
        ("d", Command::Display),
        ("eval", Command::Evaluate),
        ("help", Command::Print(help::list(EXTRA_COMMANDS))),
        ("?", Command::Print(help::list(EXTRA_COMMANDS))),
        ("compiler", Command::Print(about::compiler())),
        ("license", Command::Print(about::LICENSE.trim_end().into())),
        ("flip", Command::Flip),
        ("exit", Command::Quit),
        ("perft 5", Command::Perft(5)),
        ("undo", Command::Undo(1)),
        ("undo 3", Command::Undo(3)),
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
fn a_blank_line_gives_no_command() {
    for line in ["", " ", "\t", " \t \r", "\r\n", "\n", "\0", "\u{b}\u{c}"] {
        assert_eq!(parse::line(line, EXTRA_COMMANDS), [], "{line:?}");
    }
}

/// Well-formed lines of every kind, in the simplest spelling.
pub(super) const VALID_LINES: [&str; 33] = [
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
fn extra_whitespace_and_line_ends_are_ignored() {
    for line in VALID_LINES {
        let expected = timeless(line);
        assert_eq!(expected.len(), 1, "{line}: {expected:?}");
        let value_at = line.find(" value ").map_or(line.len(), |at| at + 7);
        // Blanks inside a value are part of the value.
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
fn unknown_words_before_a_command_are_skipped_and_reported() {
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
fn go_after_unknown_words_is_refused() {
    for line in [
        "joho go",
        "joho go depth 5",
        "joho go perft 3",
        "5 go infinite",
    ] {
        let reason = refusal(line);
        assert!(reason.contains("before the command"), "{line}: {reason}");
    }
}

#[test]
fn words_after_a_complete_command_are_skipped_and_reported() {
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
fn an_unknown_command_is_refused_and_named() {
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
fn commands_with_invalid_arguments_are_refused() {
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
        "genfens many",
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
fn a_line_that_is_too_long_is_refused_with_a_short_message() {
    let moves = |count| format!("position startpos moves{}", " g1f3 g8f6".repeat(count));
    assert_eq!(setup(&moves(5_000)).1.len(), 10 * 5_000 - 1);
    let reason = refusal(&moves(200_000));
    assert!(reason.len() < 200, "{reason}");
}

#[test]
fn misspelled_commands_are_recognized() {
    for (words, command) in [
        ("positoin Position postion pos", Some("position")),
        ("setopton", Some("setoption")),
        ("ucinew", Some("ucinewgame")),
        ("isredy", Some("isready")),
        ("G0", Some("go")),
        ("D", Some("d")),
        ("sotp", Some("stop")),
        ("hepl", Some("help")),
        ("ext", Some("exit")),
        ("pertf", Some("perft")),
        ("E7E8q", Some("moves E7E8q")),
        ("joho x castle! e2 KQkq resign \u{1F3A9} dd-mm-yy", None),
    ] {
        let expected = command.map_or("type \"help\" for a list".to_owned(), |command| {
            format!("did you mean \"{command}\"?")
        });
        for word in words.split(' ') {
            let commands = parse::line(word, &[]);
            let [Command::Error(message)] = &commands[..] else {
                panic!("{word}: {commands:?}");
            };
            assert!(message.ends_with(&expected), "{message}");
        }
    }
}

/// The arguments are hash size, threads, limit, positions and limit type.
#[test]
fn bench_takes_the_arguments_of_stockfish() {
    let with = |limit| Bench {
        limit,
        ..Bench::default()
    };
    let file = PathBuf::from("my.epd");
    for (line, expected) in [
        ("bench 16 1 13 default depth", Bench::default()),
        ("bench 16 1 13 default depth mixed", Bench::default()),
        ("bench 16 1", Bench::default()),
        ("bench 16 1 5", Bench::to_depth(5)),
        ("bench 16 1 1000 default nodes", with(Limit::Nodes(1000))),
        (
            "bench 16 1 20 default movetime",
            with(Limit::MoveTime(Duration::from_millis(20))),
        ),
        ("bench 16 1 4 default perft", with(Limit::Perft(4))),
        (
            "bench 64 3 5 current",
            Bench {
                hash_megabytes: 64,
                threads: NonZeroUsize::new(3).expect("not 0"),
                positions: Positions::Current,
                limit: Limit::Depth(5),
            },
        ),
        (
            "bench 16 1 5 my.epd depth",
            Bench {
                positions: Positions::File(file),
                ..Bench::to_depth(5)
            },
        ),
    ] {
        assert_eq!(bench(line), expected, "{line}");
    }
    let speedtest = |line| {
        let arguments = task_arguments(line, "speedtest");
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        parse_speedtest(&arguments)
    };
    assert_eq!(speedtest("speedtest"), Ok(Speedtest::default()));
    let all = Speedtest {
        threads: NonZeroUsize::new(2),
        hash_megabytes: Some(32),
        duration: Some(Duration::from_secs(3)),
    };
    assert_eq!(speedtest("speedtest 2 32 3"), Ok(all));
}

#[test]
fn help_explains_every_command() {
    for text in help::texts(EXTRA_COMMANDS) {
        assert!(text.lines().all(|line| !line.starts_with(' ')), "{text}");
    }
    let list = help::list(EXTRA_COMMANDS);
    for line in list.lines().skip(1) {
        let name = line.split(' ').next().expect("a word");
        assert!(parse::is_command(name, EXTRA_COMMANDS), "{line}");
        let Command::Print(text) = command(&format!("help {name}")) else {
            panic!("{line}")
        };
        assert!(text.starts_with(&format!("Usage: {name}")), "{text}");
    }
    let go = help::find("go", EXTRA_COMMANDS)
        .expect("help explains go")
        .text();
    let limits = "searchmoves ponder wtime btime winc binc movestogo depth nodes mate movetime \
        infinite perft";
    for limit in limits.split(' ') {
        assert!(go.contains(&format!("{limit} ")), "{limit}: {go}");
    }
}
