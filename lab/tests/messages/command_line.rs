//! The command line: invalid arguments and files.

use std::fs;

use crate::messages::{Table, assert_messages, errors_of, file, message_of};
use crate::session::command_line;

/// Files that the tables name with an `@`, and their content.
const FILES: [(&str, &str); 6] = [
    ("@empty", ""),
    ("@mate.epd", "3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - -\n"),
    ("@state.json", "{}\n"),
    ("@comment", "# a comment\n"),
    ("@no-task.epd", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - acd 3;\n"),
    ("@bad.epd", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9;\n"),
];

#[rustfmt::skip]
const ARGUMENTS: Table<'_, &str> = &[
    ("data - -",
        r#"found "-" 2 times among the files; expected standard input once"#),
    ("epd - @no-task.epd -",
        r#"found "-" 2 times among the files; expected standard input once"#),
    ("fit-wdl - -",
        r#"found "-" 2 times among the files; expected standard input once"#),
    ("data a.vf b.vf --out x --held-out y --origin z",
        "--origin: found 1 for 2 files; expected one for each file, or none"),
    ("data - --out x --held-out y",
        r#""-" is not a file; with --out, expected the name of a file"#),
    ("data a.vf --out - --held-out y",
        r#"--out: "-" is not a file; expected the name of a file"#),
    ("data a.vf --out x --held-out x",
        "--held-out: x is also the file of --out; expected another file"),
    ("data a.vf --out x --held-out ./a.vf",
        "--held-out: ./a.vf is also read; expected another file"),
    ("data a.vf --out x --held-out x.partial",
        "--out: the temporary file x.partial of x is also given; expected another file"),
    ("data x.buckets --out x --held-out y",
        "--out: the temporary file x.buckets of x is also given; expected another file"),
    ("train x --out y.lock --log y",
        "--log: the temporary file y.lock of y is also given; expected another file"),
    ("data a.bin b.bin --out x --deep 2",
        "--deep: found 2 files; expected one"),
    ("data @comment --out x --deep 2",
        r##"@comment: the file begins with "# a comm"; expected "FERZDATA", as in a file that ferz-lab data --out writes"##),
    ("train -",
        r#""-" is not a file; expected the name of a file"#),
    ("train x --out -",
        r#"--out: "-" is not a file; expected the name of a file"#),
    ("train @comment",
        r##"@comment: the file begins with "# a comm"; expected "FERZDATA", as in a file that ferz-lab data --out writes"##),
    ("train x --later-share 0.5:0.8 --result-share 0.3",
        "--later-share 0.5:0.8 and --result-share 0.3: expected a sum of at most 1"),
    ("train x --rate 0.1 --weight-decay 20",
        "--rate 0.1 and --weight-decay 20: expected a product of at most 1"),
    ("train x --final-rate 0.1 --weight-decay 20",
        "--final-rate 0.1 and --weight-decay 20: expected a product of at most 1"),
    ("match --a see_pawn",
        r#"--a: found "see_pawn"; expected NAME=VALUE"#),
    ("match --a Hash=16 --a joho=1",
        r#"--a: unknown option "joho"; expected one that "uci" lists"#),
    ("match --b Threads=many",
        r#"--b: option Threads: found "many"; expected a whole number from 1 to 1024"#),
    ("match --book @comment",
        "--book: @comment: found no position; expected a FEN on each line"),
    ("match --book @mate.epd",
        "--book: @mate.epd: the game is over in every position; expected openings"),
    ("datagen -",
        r#""-" is not a file; expected the name of a file"#),
    ("epd @no-task.epd",
        "found no position to solve; expected one with bm, am or dm"),
    ("fit-wdl @empty",
        "found no positions in the files; expected at least one"),
    ("data @comment",
        "@comment: game 1, byte 0: the file ends within this game; expected four zero bytes at the end of a game"),
    ("fit-wdl @comment",
        "@comment: game 1, byte 0: the file ends within this game; expected four zero bytes at the end of a game"),
];

#[test]
fn invalid_arguments_are_reported() {
    assert_messages(ARGUMENTS, |arguments| message_of(arguments, &FILES));
}

/// The messages of `ferz-lab spsa run` and `ferz-lab screen` in a build that can be tuned.
#[cfg(feature = "tune")]
#[rustfmt::skip]
const TUNING: Table<'_, &str> = &[
    ("spsa run -",
        r#"STATE: "-" is not a file; expected the name of a file"#),
    ("spsa run x --plot ./x",
        "--plot: ./x is also the file of STATE; expected another file"),
    ("spsa run x --book x",
        "STATE: x is also read; expected another file"),
    ("spsa run x --params see_pawn,joho*",
        r#"--params: no parameter matches "joho*"; expected a name that "ferz-lab spsa" prints, or the beginning of names followed by *"#),
    ("spsa run x --book @mate.epd",
        "--book: @mate.epd: the game is over in every position; expected openings"),
    ("spsa run @state.json",
        "@state.json: not a state of ferz-lab spsa run: missing field `settings` at line 1 column 2; delete it to start again"),
    ("screen - --factor see_pawn=120",
        r#"STATE: "-" is not a file; expected the name of a file"#),
    ("screen x --factor see_pawn",
        r#"invalid value 'see_pawn' for '--factor <NAME=VALUE,...>': found "see_pawn"; expected NAME=VALUE, or several separated by commas"#),
    ("screen x --factor see_pawn=120,joho=1",
        r#"invalid value 'see_pawn=120,joho=1' for '--factor <NAME=VALUE,...>': no parameter "joho"; expected a name that "ferz-lab spsa" prints"#),
    ("screen x --factor see_pawn=1200",
        "invalid value 'see_pawn=1200' for '--factor <NAME=VALUE,...>': see_pawn=1200 is out of range; expected 70 to 150"),
    ("screen x --factor see_pawn=120 --factor see_rook=510,see_pawn=110",
        "--factor: see_pawn is set twice; expected each parameter in one factor"),
    ("screen x --factor see_pawn=120,see_pawn=110",
        "--factor: see_pawn is set twice; expected each parameter in one factor"),
    ("screen @state.json --factor see_pawn=120",
        "@state.json: not a state of ferz-lab screen: missing field `nodes` at line 1 column 2; delete it to start again"),
];

#[cfg(not(feature = "tune"))]
#[rustfmt::skip]
const TUNING: Table<'_, &str> = &[
    ("spsa run x",
        "spsa run: this build cannot be tuned, because its parameters are constants; build with --features tune"),
    ("screen x --factor see_pawn=120",
        "screen: this build cannot be tuned, because its parameters are constants; build with --features tune"),
];

#[test]
fn errors_of_tuning_are_reported() {
    assert_messages(TUNING, |arguments| message_of(arguments, &FILES));
}

/// Messages that quote the error of the operating system.
#[cfg(unix)]
#[rustfmt::skip]
const SYSTEM: Table<'_, &str> = &[
    ("data /no/games.vf",
        "cannot read /no/games.vf: No such file or directory (os error 2)"),
    ("data /",
        "cannot read /: found a folder; expected a file"),
    ("fit-wdl /no/games.vf",
        "cannot read /no/games.vf: No such file or directory (os error 2)"),
    ("train /no/training.bin",
        "cannot read /no/training.bin: No such file or directory (os error 2)"),
    ("train x --out /no/network.nnue",
        "cannot write /no/network.nnue: No such file or directory (os error 2)"),
    ("train x --out /dev/null",
        "cannot write /dev/null: found a pipe or a device; expected a file"),
    ("datagen /no/games.vf",
        "cannot write /no/games.vf: No such file or directory (os error 2)"),
    ("match --book /no/book.epd",
        "--book: cannot read /no/book.epd: No such file or directory (os error 2)"),
    ("match --b EvalFile=/no/network.nnue",
        "player B: setoption: EvalFile: cannot read /no/network.nnue: No such file or directory (os error 2); keeping ferz-8.nnue"),
    ("epd /no/tasks.epd",
        "cannot read /no/tasks.epd: No such file or directory (os error 2)"),
];

#[cfg(unix)]
#[test]
fn errors_of_the_operating_system_are_reported() {
    assert_messages(SYSTEM, |arguments| message_of(arguments, &FILES));
}

/// Files with malformed lines. The other lines are read. The last message states the number of
/// malformed lines.
#[rustfmt::skip]
const LINES: &[(&str, &[&str])] = &[
    ("epd @bad.epd",
        &[r#"ferz-lab: @bad.epd:1: bm: "Rd9" is not a move; expected one like e4, Nbd2, exd8=Q, O-O or e2e4"#,
          "ferz-lab: 1 line could not be read"]),
];

#[test]
fn malformed_lines_of_files_are_reported() {
    for &(arguments, expected) in LINES {
        let errors = errors_of(arguments, &FILES);
        assert_eq!(errors.lines().collect::<Vec<_>>(), expected, "{arguments}");
    }
}

#[test]
fn successful_runs_can_print_notes() {
    let torn = file("torn.vf", "");
    let datagen = |games| command_line(&["datagen", &torn, "--nodes", "10", "--games", games]);
    assert_eq!(datagen("1").status, Some(0));
    fs::write(&torn, &fs::read(&torn).unwrap()[..12]).unwrap();
    let continued = datagen("0");
    let removed =
        format!("ferz-lab: {torn}: removed 12 bytes of an incomplete game after game 0\n");
    assert_eq!((continued.status, continued.errors), (Some(0), removed));
    if cfg!(not(feature = "tune")) {
        let ended = command_line(&["spsa"]);
        let note = "ferz-lab: this build cannot be tuned: the parameters are not UCI options; build with --features tune\n";
        assert_eq!((ended.status, &*ended.errors), (Some(0), note));
    }
}

/// Arguments that clap rejects.
#[rustfmt::skip]
const USAGE: Table<'_, &str> = &[
    ("selfcheck --games 0",
        "invalid value '0' for '--games <N>': expected a whole number of at least 1"),
    ("selfcheck --seed now",
        "invalid value 'now' for '--seed <SEED>': expected a whole number of at least 0"),
    ("datagen games.vf --nodes 0",
        "invalid value '0' for '--nodes <N>': expected a whole number of at least 1"),
    ("data a.vf --out x",
        "the following required arguments were not provided: <--held-out <FILE>|--deep <N>>; expected ferz-lab data --out <FILE> <--held-out <FILE>|--deep <N>> <FILES>..."),
    ("data a.vf --deep 0 --out x",
        "invalid value '0' for '--deep <N>': expected a whole number of at least 1"),
    ("data a.vf --out x --deep 2 --held-out y",
        "the argument '--deep <N>' cannot be used with '--held-out <FILE>'; expected ferz-lab data --out <FILE> <--held-out <FILE>|--deep <N>> <FILES>..."),
    ("data a.vf --out x --held-out y --text",
        "the argument '--out <FILE>' cannot be used with '--text'; expected ferz-lab data --out <FILE> <--held-out <FILE>|--deep <N>> <FILES>..."),
    ("data a.vf --out x --held-out y --nodes 5",
        "the argument '--held-out <FILE>' cannot be used with '--nodes <N>'; expected ferz-lab data --out <FILE> <--held-out <FILE>|--deep <N>> <FILES>..."),
    ("data a.vf --out x --deep 2 --seed 5",
        "the argument '--deep <N>' cannot be used with '--seed <SEED>'; expected ferz-lab data --out <FILE> <--held-out <FILE>|--deep <N>> <FILES>..."),
    ("data a.vf --out x --held-out y --scale 0",
        "invalid value '0' for '--scale <CP>': expected a number from 1 to 10000"),
    ("train x --hidden 48",
        "invalid value '48' for '--hidden <N>': expected 64, 128, 256, 384, 512, 640 or 768"),
    ("train x --later-share 0.5:2",
        "invalid value '0.5:2' for '--later-share <SHARE>': expected a number from 0 to 1, or two such as 0.5:0.8"),
    ("train x --weight-decay -1",
        "unexpected argument '-1' found; tip: to pass '-1' as a value, use '-- -1'; expected ferz-lab train [OPTIONS] <FILE>"),
    ("network verify",
        "the following required arguments were not provided: --data <FILES>...; expected ferz-lab network verify --data <FILES>... [FILE]"),
    ("train x --patience 3",
        "the following required arguments were not provided: --held-out <FILE>; expected ferz-lab train --held-out <FILE> --patience <N> <FILE>"),
    ("spsa run x --weather-factory",
        "unexpected argument '--weather-factory' found; tip: to pass '--weather-factory' as a value, use '-- --weather-factory'; expected ferz-lab spsa run <STATE>"),
    ("spsa run",
        "the following required arguments were not provided: <STATE>; expected ferz-lab spsa run <STATE>"),
    ("spsa run x --batch 0",
        "invalid value '0' for '--batch <PAIRS>': expected a whole number from 1 to 1000000"),
    ("spsa run x --rate 0",
        "invalid value '0' for '--rate <R>': expected a number above 0"),
    ("spsa run x --rate -1",
        "unexpected argument '-1' found; tip: to pass '-1' as a value, use '-- -1'; expected ferz-lab spsa run [OPTIONS] <STATE>"),
    ("screen x",
        "the following required arguments were not provided: --factor <NAME=VALUE,...>; expected ferz-lab screen --factor <NAME=VALUE,...> <STATE>"),
    ("match --tc 10s",
        "invalid value '10s' for '--tc <SECONDS+INCREMENT>': expected seconds and increment such as 10+0.1, up to 86400"),
    ("match --tc 1 --nodes 5",
        "the argument '--tc <SECONDS+INCREMENT>' cannot be used with '--nodes <N>'; expected ferz-lab match --tc <SECONDS+INCREMENT>"),
    ("match --sprt 5,0",
        "invalid value '5,0' for '--sprt <ELO0,ELO1>': expected two numbers from -1000 to 1000 such as 0,5, the smaller one first"),
    ("match --model normalized",
        "the following required arguments were not provided: --sprt <ELO0,ELO1>; expected ferz-lab match --sprt <ELO0,ELO1> --model <MODEL>"),
    ("epd x.epd --movetime 0",
        "invalid value '0' for '--movetime <MS>': expected a whole number of at least 1"),
    ("epd x.epd --depth 500",
        "invalid value '500' for '--depth <N>': expected a whole number from 1 to 240"),
];

#[test]
fn arguments_that_clap_rejects_are_reported_on_one_line() {
    assert_messages(USAGE, |arguments| message_of(arguments, &FILES));
}
