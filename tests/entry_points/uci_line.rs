//! Parses any bytes as a line of UCI. The result must be valid commands.

use std::sync::LazyLock;
use std::time::Instant;

use ferz::cli::EXTRA_COMMANDS;
use ferz::engine::{Command, Go};
use ferz::uci::parse;

/// Decodes the bytes as the reader thread does, and checks the line.
pub fn check(data: &[u8]) {
    assert_well_behaved(&String::from_utf8_lossy(data));
}

/// Asserts that the commands of a line are valid, and that the line ending does not change them.
#[track_caller]
pub fn assert_well_behaved(line: &str) {
    let commands = timeless(line);
    for (i, command) in commands.iter().enumerate() {
        let is_last = i + 1 == commands.len();
        match command {
            Command::Note(text) | Command::Error(text) | Command::InvalidPosition(text) => {
                assert!(!text.is_empty() && !text.contains(['\n', '\r']), "{text:?}");
                assert_eq!(is_last, !matches!(command, Command::Note(_)), "{line:?}");
            }
            Command::Go(_) | Command::Perft(_) => {
                let clean = line.replace(char::is_control, " ");
                let first = clean.split_whitespace().next();
                let is_perft = first == Some("perft") && matches!(command, Command::Perft(_));
                // Unknown words before `go` are an error.
                assert!(is_last && (first == Some("go") || is_perft), "{line:?}");
            }
            _ => assert!(is_last, "{line:?}: {commands:?}"),
        }
    }
    // Parsing has no state, and line ends are ignored.
    assert_eq!(timeless(&format!("{line} \r\n")), commands, "{line:?}");
}

/// Parses a line. Gives all `go` commands the same time of receipt, so that they can be compared.
pub fn timeless(line: &str) -> Vec<Command> {
    static MOMENT: LazyLock<Instant> = LazyLock::new(Instant::now);
    let commands = parse::line(line, EXTRA_COMMANDS).into_iter();
    let timeless = commands.map(|command| match command {
        Command::Go(go) => Command::Go(Go {
            received: *MOMENT,
            ..go
        }),
        other => other,
    });
    timeless.collect()
}
