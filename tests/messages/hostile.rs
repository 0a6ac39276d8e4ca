//! Hostile text: very long, or with control characters that could corrupt a terminal. Each
//! message about it must be short, one line, and free of control characters.
//! See <https://cwe.mitre.org/data/definitions/150.html>.

use ferz::chess::Board;
use ferz::chess::san;
use ferz::engine::options::Options;
use ferz::perft;
use proptest::prelude::*;

use crate::messages::{LONGEST, assert_printable, hostile_words};
use crate::session::{Session, command_line};

/// Lines in which `WORD` stands for text that is rejected or ignored.
const PLACES: [&str; 23] = [
    "WORD",
    "WORD debug on",
    "WORD go depth 3",
    "stop WORD",
    "debug WORD",
    "bench WORD",
    "setoption WORD",
    "setoption name WORD value 5",
    "setoption name Hash value WORD",
    "setoption name UCI_Chess960 value WORD",
    "setoption name SyzygyPath value WORD",
    "setoption name EvalFile value WORD",
    "position WORD",
    "position startpos WORD",
    "position startpos moves e2e4 WORD",
    "position fen WORD w - - 0 1",
    "position fen 4k3/8/8/WORD/8/8/8/4K3 w - - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K3 WORD - - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K3 w WORD - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K3 w - WORD 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K3 w - - WORD 1",
    "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 WORD",
    "go perft WORD",
];

#[test]
fn messages_about_hostile_uci_lines_are_short_and_printable() {
    let mut session = Session::start();
    for place in PLACES {
        for word in hostile_words() {
            let lines = session.ask(&place.replace("WORD", &word));
            assert!(lines.len() <= 20, "{place}: {} lines", lines.len());
            for line in lines {
                if place.contains("Path") || place.contains("EvalFile") {
                    // Paths are quoted at greater length.
                    assert!(line.chars().count() <= 1200, "{}", line.len());
                } else {
                    assert_printable(&line);
                }
            }
        }
    }
}

#[test]
fn messages_about_hostile_limits_are_short_and_printable() {
    let mut session = Session::start();
    session.send("position startpos");
    // A line that is too long starts no search.
    for word in hostile_words()
        .iter()
        .filter(|word| word.len() <= 1_000_000)
    {
        for place in ["depth WORD", "WORD", "searchmoves WORD e2e4"] {
            let lines = session.search(&format!("go nodes 1 {}", place.replace("WORD", word)));
            let notes = lines.iter().filter(|line| line.starts_with("info string"));
            let notes: Vec<&String> = notes.collect();
            assert!(notes.len() <= 12, "{place}: {} lines", notes.len());
            notes.into_iter().for_each(|line| assert_printable(line));
        }
    }
}

/// The lines of a file may have any length, and any characters except line ends.
#[test]
fn messages_about_hostile_lines_of_files_are_short_and_printable() {
    const POSITION: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";
    for word in hostile_words() {
        for line in [
            word.clone(),
            format!("epd {word}"),
            format!("perft {word}"),
            format!("{POSITION} ;D1 {word}"),
        ] {
            let (_, errors) = perft::suite::read(&line);
            assert_eq!(errors.len(), 1);
            assert_printable(&errors[0].to_string());
        }
    }
}

/// Linux limits a single argument to 128 KiB, so these words are shorter.
#[test]
fn messages_about_hostile_arguments_are_short_and_printable() {
    let long = "x".repeat(100_000);
    let harmful = "\u{1b}[2J\u{7}x\ny";
    for word in [long.as_str(), harmful] {
        for (arguments, max_length) in [
            (&["perft", "3", "--fen", word][..], LONGEST),
            (&["perft", "3", "--moves", word], LONGEST),
            (&["perftree", "3", word], LONGEST),
            (&["man", word], LONGEST),
            (&["bisect", "--engine", word], 2 * LONGEST),
            (&["bisect", "--engine", "'", "--fen", word], LONGEST),
            (&["perft", "--suite", word], 2 * LONGEST),
        ] {
            let ended = command_line(arguments);
            assert_eq!(ended.status, Some(2), "{ended:?}");
            let line = ended.errors.strip_suffix('\n').unwrap();
            assert!(
                line.chars().count() <= max_length,
                "{} of {}",
                line.len(),
                arguments[0]
            );
            assert!(!line.contains(char::is_control), "{line:?}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_quoted_on_one_line(text in any::<String>(), piece in "[pK1-8/]{0,9}") {
        let board = Board::default();
        if let Err(error) = text.parse::<Board>() {
            assert_printable(&error.to_string());
        }
        let fen = format!("4k3/8/8/8/8/8/{piece}{text}/4K3 w - - 0 1");
        match fen.parse::<Board>() {
            Ok(accepted) => assert_printable(&accepted.to_string()),
            Err(error) => assert_printable(&error.to_string()),
        }
        if let Err(error) = san::parse(&board, &text) {
            assert_printable(&error.to_string());
        }
        for name in [text.as_str(), "Hash"] {
            if let Err(error) = Options::default().set(name, Some(&text)) {
                assert_printable(&error.to_string());
            }
        }
    }
}
