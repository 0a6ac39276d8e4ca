//! The command line: invalid arguments and files.

use crate::messages::{Table, assert_messages, errors_of, message_of};

/// Files that the tables name with an `@`, and their content.
const FILES: [(&str, &str); 2] = [
    ("@nothing", "# a comment\n"),
    (
        "@bad-suite.epd",
        "8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 three\n8/8 w - - ;D1 3\n",
    ),
];

#[rustfmt::skip]
const ARGUMENTS: Table<'_, &str> = &[
    ("perft 3 --fen x",
        r#"--fen: the FEN has 1 rank: "x"; expected 8, separated by "/""#),
    ("perft 3 --fen '8/8/8/8/8/8/8/K7 w - - 0 1'",
        "--fen: pieces: black has 0 kings; expected exactly 1"),
    ("perft 3 --moves e2e4 e7e6 e4e6",
        r#"--moves: move 3: "e4e6" is not legal on rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"#),
    ("perft 3 --moves e2e9",
        r#"--moves: move 1: "e2e9" is not a move; did you mean e2e3 or e2e4?"#),
    ("perft 3 --moves e4 nf6",
        r#"--moves: move 2: "nf6" is not a move; did you mean Nf6?"#),
    ("perft 3 --moves '1. e4 e5 2. Nf4'",
        r#"--moves: move 3: "Nf4" is not legal on rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"#),
    ("perft 3 --fen '4k3/8/8/8/8/8/P3N3/1N2K3 w - - 0 1' --moves Nc3",
        r#"--moves: move 1: "Nc3" is ambiguous on 4k3/8/8/8/8/8/P3N3/1N2K3 w - - 0 1; expected Nbc3 or Nec3"#),
    ("perftree 3 x",
        r#"FEN: the FEN has 1 rank: "x"; expected 8, separated by "/""#),
    ("perftree 3 '8/8/8/8/8/8/8/K6k w - - 0 1' 'a1a2 h1h3'",
        r#"MOVES: move 2: "h1h3" is not legal on 8/8/8/8/8/8/K7/7k b - - 1 1"#),
    ("joho",
        r#"unknown subcommand "joho"; expected a UCI command or one of bench, perft, bisect, perftree, eval, completions, man, help"#),
    ("preft 5",
        r#"unknown subcommand "preft"; did you mean "perft"?"#),
    ("positoin startpos",
        r#"unknown subcommand "positoin"; did you mean "position"?"#),
    ("man pertf",
        r#"unknown subcommand "pertf"; did you mean "perft"?"#),
    ("bench two",
        r#"bench: found "two"; expected a number from 1 to 240"#),
    ("man joho",
        r#"unknown subcommand "joho"; expected one of bench, perft, bisect, perftree, eval, completions, man, help"#),
    ("bisect --engine a --fen x",
        r#"--fen: the FEN has 1 rank: "x"; expected 8, separated by "/""#),
    ("bisect --engine a --moves e2e5",
        r#"--moves: move 1: "e2e5" is not legal on rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"#),
    (r#"bisect --engine './mine "x'"#,
        r#"--engine: "./mine "x" has no closing quotation mark; expected a command in shell syntax"#),
    // Errors of whole files. Errors in single lines of a file are tested in `LINES` and in the
    // other modules.
    ("perft --suite @nothing",
        r#"@nothing: found no position; expected lines like "FEN ;D1 20 ;D2 400""#),
    ("bisect --engine a --suite @nothing",
        r#"@nothing: found no position; expected lines like "FEN ;D1 20 ;D2 400""#),
    ("perft --suite -",
        r#"standard input: found no position; expected lines like "FEN ;D1 20 ;D2 400""#),
    ("bisect --engine a --suite -",
        r#"standard input: found no position; expected lines like "FEN ;D1 20 ;D2 400""#),
];

#[test]
fn invalid_arguments_are_reported() {
    assert_messages(ARGUMENTS, |arguments| message_of(arguments, &FILES));
}

/// Messages that quote the error of the operating system.
#[cfg(unix)]
#[rustfmt::skip]
const SYSTEM: Table<'_, &str> = &[
    ("man --folder /dev/null/man1",
        "--folder /dev/null/man1: Not a directory (os error 20)"),
    ("perft --suite /no/suite.epd",
        "cannot read /no/suite.epd: No such file or directory (os error 2)"),
    ("bisect --engine a --suite /no/suite.epd",
        "cannot read /no/suite.epd: No such file or directory (os error 2)"),
];

#[cfg(unix)]
#[test]
fn errors_of_the_operating_system_are_reported() {
    assert_messages(SYSTEM, |arguments| message_of(arguments, &FILES));
}

/// Files with malformed lines. The other lines are read. The last message states the number of
/// malformed lines, or that no position was found.
#[rustfmt::skip]
const LINES: &[(&str, &[&str])] = &[
    ("perft --suite @bad-suite.epd",
        &[r#"ferz: @bad-suite.epd:1: found ";D1 three"; expected a depth from 0 to 255 and a count, like ";D3 8902""#,
          r#"ferz: @bad-suite.epd:2: the FEN has 2 ranks: "8/8"; expected 8, separated by "/""#,
          "ferz: @bad-suite.epd: 2 lines could not be read"]),
    ("bisect --engine a --suite @bad-suite.epd",
        &[r#"ferz: @bad-suite.epd:1: found ";D1 three"; expected a depth from 0 to 255 and a count, like ";D3 8902""#,
          r#"ferz: @bad-suite.epd:2: the FEN has 2 ranks: "8/8"; expected 8, separated by "/""#,
          r#"ferz: @bad-suite.epd: found no position; expected lines like "FEN ;D1 20 ;D2 400""#]),
];

#[test]
fn malformed_lines_of_files_are_reported() {
    for &(arguments, expected) in LINES {
        let errors = errors_of(arguments, &FILES);
        assert_eq!(errors.lines().collect::<Vec<_>>(), expected, "{arguments}");
    }
}

/// Arguments that clap rejects.
#[rustfmt::skip]
const USAGE: Table<'_, &str> = &[
    ("help joho",
        "unrecognized subcommand 'joho'; expected ferz [OPTIONS] [COMMAND]; expected one of bench, perft, bisect, perftree, eval, completions, man"),
    ("--joho",
        "unexpected argument '--joho' found; expected ferz [OPTIONS] [COMMAND]"),
    ("--log-file",
        "a value is required for '--log-file <FILE>' but none was supplied"),
    ("perft -1",
        "unexpected argument '-1' found; tip: to pass '-1' as a value, use '-- -1'; expected ferz perft [OPTIONS] [DEPTH]"),
    ("perft",
        "the following required arguments were not provided: <DEPTH>; expected ferz perft <DEPTH>"),
    ("perft three",
        "invalid value 'three' for '[DEPTH]': expected a whole number from 0 to 255"),
    ("perft 256",
        "invalid value '256' for '[DEPTH]': expected a whole number from 0 to 255"),
    ("perft 3 --threads 0",
        "invalid value '0' for '--threads <N>': expected a whole number from 1 to 1024"),
    ("perft 3 --hash lots",
        "invalid value 'lots' for '--hash <MB>': expected a whole number from 1 to 33554432"),
    ("perft 3 --stats --hash 16",
        "the argument '--stats' cannot be used with '--hash <MB>'; expected ferz perft --stats <DEPTH>"),
    ("perft 3 --suite x",
        "the argument '[DEPTH]' cannot be used with '--suite <FILE>'; expected ferz perft <DEPTH>"),
    ("perft --suite x --divide",
        "the argument '--suite <FILE>' cannot be used with '--divide'; expected ferz perft --suite <FILE> [DEPTH]"),
    ("perft --suite x --fen y",
        "the argument '--suite <FILE>' cannot be used with '--fen <FEN>'; expected ferz perft --suite <FILE> [DEPTH]"),
    ("perft 3 --max-nodes 5",
        "the argument '[DEPTH]' cannot be used with '--max-nodes <N>'; expected ferz perft <DEPTH>"),
    ("perft --suite x --max-nodes -5",
        "unexpected argument '-5' found; tip: to pass '-5' as a value, use '-- -5'; expected ferz perft [OPTIONS] [DEPTH]"),
    ("perftree 3",
        "the following required arguments were not provided: <FEN>; expected ferz perftree <DEPTH> <FEN> [MOVES]..."),
    ("bisect",
        "the following required arguments were not provided: <--engine <COMMAND>|--script <COMMAND>>; expected ferz bisect <--engine <COMMAND>|--script <COMMAND>>"),
    ("bisect --engine a --script b",
        "the argument '--engine <COMMAND>' cannot be used with '--script <COMMAND>'; expected ferz bisect <--engine <COMMAND>|--script <COMMAND>>"),
    ("bisect --script a --ask b{depth}",
        "the argument '--script <COMMAND>' cannot be used with '--ask <COMMAND>'; expected ferz bisect <--engine <COMMAND>|--script <COMMAND>>"),
    ("bisect --engine a --depth 101",
        "invalid value '101' for '--depth <N>': expected a whole number from 1 to 100"),
    ("bisect --engine a --timeout 0",
        "invalid value '0' for '--timeout <SECONDS>': expected a number of seconds above 0 and up to 86400"),
    ("bisect --engine a --max-nodes few",
        "invalid value 'few' for '--max-nodes <N>': expected a whole number of at least 1"),
    ("bisect --engine a --max-nodes 0",
        "invalid value '0' for '--max-nodes <N>': expected a whole number of at least 1"),
    ("eval --fen",
        "a value is required for '--fen <FEN>' but none was supplied"),
    ("completions nosh",
        "invalid value 'nosh' for '<SHELL>' [possible values: bash, elvish, fish, powershell, zsh]; tip: a similar value exists: 'zsh'"),
];

#[test]
fn arguments_that_clap_rejects_are_reported_on_one_line() {
    assert_messages(USAGE, |arguments| message_of(arguments, &FILES));
}
