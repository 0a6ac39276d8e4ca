//! Messages of `ferz bisect` about programs that do not answer with perft counts. Shell commands
//! play the part of these programs.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use ferz::bisect::{SubjectError, SubjectErrorKind};

use crate::session::command_line;
use crate::variants;

/// A shell script that speaks UCI, with a placeholder for its answer to perft.
const UCI: &str = r#"while read line; do case "$line" in uci) echo uciok;; isready) echo readyok;; ANSWER esac; done"#;

/// The arguments of `ferz bisect` and its standard error.
const PROGRAMS: &[(&[&str], &[&str])] = &[
    (
        &["--engine", "/no/such/program --uci"],
        &[
            r#"ferz: "/no/such/program --uci" cannot be started: No such file or directory (os error 2)"#,
        ],
    ),
    (
        &["--engine", ""],
        &[r#"ferz: "" cannot be started: the command is empty"#],
    ),
    (
        &["--script", "false"],
        &[
            r#"ferz: "false" ended with exit status 1"#,
            "  asked    false 1 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'",
            "  printed  (nothing)",
        ],
    ),
    (
        &[
            "--engine",
            "sh -c 'read line; echo broken >&2; kill -SEGV $$'",
        ],
        &[
            r#"ferz: "sh -c 'read line; echo broken >&2; kill -SEGV $$'" ended by signal 11 (invalid memory access)"#,
            "  asked    uci",
            "  printed  (nothing)",
            "  stderr   broken",
        ],
    ),
    (
        &["--engine", "sleep 100", "--timeout", "0.2"],
        &[
            r#"ferz: "sleep 100" gave no answer within 0.2 s"#,
            "  asked    uci",
            "  printed  (nothing)",
            "  If the program has answered, it has not flushed its output. --timeout allows more time.",
        ],
    ),
    (
        &["--engine", "cat", "--timeout", "0.2"],
        &[
            r#"ferz: "cat" gave no answer within 0.2 s"#,
            "  asked    uci",
            "  printed  uci",
            "  --timeout allows more time.",
        ],
    ),
    (
        &["--engine", "sh -c 'exec >&-; sleep 100'"],
        &[
            r#"ferz: "sh -c 'exec >&-; sleep 100'" closed its output without an answer"#,
            "  asked    uci",
            "  printed  (nothing)",
        ],
    ),
    (
        &["--script", "sh -c 'echo e2e4: 1.0'"],
        &[
            r#"ferz: "sh -c 'echo e2e4: 1.0'" printed "e2e4: 1.0", whose count cannot be read; expected a whole number"#,
        ],
    ),
    (
        &["--script", "yes"],
        &[r#"ferz: "yes" printed 20000 lines without an answer"#],
    ),
];

#[test]
fn programs_that_print_no_counts_are_reported() {
    for &(arguments, expected) in PROGRAMS {
        let ended = command_line(&[&["bisect"], arguments].concat());
        let lines: Vec<&str> = ended.errors.lines().collect();
        // Additional lines are ignored, such as the output of the program that prints without end.
        let lines = &lines[..expected.len().min(lines.len())];
        assert_eq!((ended.status, lines), (Some(2), expected), "{arguments:?}");
    }
}

#[test]
fn engines_without_perft_are_reported() {
    for (ask, answer) in [
        (None, "go*) echo bestmove e2e4;;"),
        (
            Some("perft {depth}"),
            "perft*) echo unknown command: perft 2;;",
        ),
        (Some("perft {depth} {fen}"), "perft*) echo what;;"),
    ] {
        let script = UCI.replace("ANSWER", answer);
        let command = shell_words::join(["sh", "-c", &script]);
        let mut arguments = vec!["bisect", "--engine", &command];
        arguments.extend(ask.iter().flat_map(|&ask| ["--ask", ask]));
        let ended = command_line(&arguments);
        let first = ended.errors.lines().next().unwrap();
        let asked = ask.unwrap_or("go perft {depth}");
        let message = format!(
            r#"does not seem to support "{asked}": it answered without a count; expected lines like "e2e4: 20" or a total"#
        );
        assert!(first.ends_with(&message), "{}", ended.errors);
        let hint = "  --ask sets another command, such as 'perft {depth}'. --script compares any program that counts.";
        assert_eq!(ended.errors.lines().last(), Some(hint));
    }
}

/// Values of `--ask` and their errors.
const ASKS: &[(&str, &str)] = &[
    (
        "perft 3",
        r#""perft 3" has no {depth}; expected a command such as "perft {depth}""#,
    ),
    (
        "perft {depth} {position}",
        r#""{position}" is unknown; expected {depth} or {fen}"#,
    ),
    (
        "perft {depth}\nquit",
        r#""perft {depth}\nquit" has more than one line; expected one line such as "perft {depth}""#,
    ),
];

#[test]
fn malformed_perft_commands_are_rejected() {
    for (ask, expected) in ASKS {
        let ended = command_line(&["bisect", "--engine", "a", "--ask", ask]);
        assert_eq!(ended.status, Some(2));
        assert_eq!(ended.errors.lines().count(), 1, "{}", ended.errors);
        assert!(ended.errors.contains(expected), "{}", ended.errors);
    }
}

#[test]
fn every_kind_of_subject_error_is_tested() {
    let kinds = [
        SubjectErrorKind::CannotStart(io::Error::other("the command is empty")),
        SubjectErrorKind::Ended(ExitStatus::from_raw(11)),
        SubjectErrorKind::Closed,
        SubjectErrorKind::Silence(Duration::from_millis(200)),
        SubjectErrorKind::Flood(20_000),
        SubjectErrorKind::Unreadable("e2e4: 1.0".into()),
        SubjectErrorKind::NoPerft("go perft {depth}".to_owned()),
    ];
    variants!(SubjectErrorKind: CannotStart Ended Closed Silence Flood Unreadable NoPerft)
        .assert_all_occur(&kinds);
    let is_tested = |kind: &SubjectErrorKind| {
        let is_in_table = PROGRAMS
            .iter()
            .any(|row| row.1[0].ends_with(&kind.to_string()));
        is_in_table
            || matches!(
                kind,
                SubjectErrorKind::Ended(_) | SubjectErrorKind::NoPerft(_)
            )
    };
    assert!(kinds.iter().all(is_tested));
    // Output is quoted without control characters, and long lines are cut.
    let error = SubjectError {
        command: "./mine \u{1b}[2J".to_owned(),
        kind: SubjectErrorKind::Closed,
        asked: "uci".to_owned(),
        printed: vec!["\u{1b}[2Jhello".to_owned(), "x".repeat(200)],
        stderr: Vec::new(),
    };
    let long = "x".repeat(160);
    assert_eq!(
        error.to_string(),
        format!(
            "\"./mine \\u{{1b}}[2J\" closed its output without an answer\n  asked    uci\n  printed  ?[2Jhello\n           {long}…"
        )
    );
}
