//! Commands that people type, and the forms of Stockfish's commands that scripts use.
//! See <https://official-stockfish.github.io/docs/stockfish-wiki/UCI-&-Commands.html>.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use ferz::bench::{Bench, Limit, Positions, Speedtest, parse_speedtest};
use ferz::chess::Board;
use ferz::cli::COMMANDS;
use ferz::engine::Command;
use ferz::uci::{help, parse};

use crate::output::shown_fen;
use crate::parsed::{bench, command, parsed, setup, task_arguments};
use crate::session::{Session, answer_to, command_line};

/// Runs the program with these arguments, and returns its output.
fn printed(arguments: &[&str]) -> Vec<String> {
    let mut program = Process::new(env!("CARGO_BIN_EXE_ferz"));
    let output = program.args(arguments).stdin(Stdio::null()).output();
    let output = output.expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{arguments:?}: {text}"
    );
    text.lines().map(str::to_owned).collect()
}

// --- the header, and commands as arguments

/// Returns what the first line adds in a portable build, on a processor with AVX2.
fn note() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && !cfg!(target_feature = "avx2") {
        return if cfg!(target_feature = "popcnt") {
            " (a v3 build would be about 1.2 times faster here)"
        } else {
            " (a v3 build would be about 1.3 times faster here)"
        };
    }
    ""
}

#[test]
fn the_first_line_is_the_name_and_the_version() {
    let version = env!("CARGO_PKG_VERSION");
    let header = format!("ferz {version} by the ferz authors{}", note());
    let uci = printed(&["uci"]);
    assert_eq!(uci[0], header);
    assert!(uci.contains(&format!("id name ferz {version}")), "{uci:?}");
    for arguments in [&[][..], &["d"], &["bench", "1"], &["go", "depth", "1"]] {
        assert_eq!(printed(arguments)[0], header, "{arguments:?}");
    }
    // Subcommands print no header, because other programs read their output.
    assert_eq!(printed(&["perft", "1"])[0], "Nodes searched: 20");
}

#[test]
fn a_command_given_as_arguments_runs_to_its_end() {
    for arguments in [&["go depth 4"][..], &["go", "depth", "4"]] {
        let ended = command_line(arguments);
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
        let last = ended.lines.last().expect("a line");
        assert!(last.starts_with("bestmove "), "{ended:?}");
        let reached = ended
            .lines
            .iter()
            .any(|line| line.starts_with("info depth 4 "));
        assert!(reached, "{ended:?}");
    }
    let divide = command_line(&["go", "perft", "3"]).lines;
    assert!(
        divide.contains(&"Nodes searched: 8902".to_owned()),
        "{divide:?}"
    );
    assert_eq!(command_line(&["isready"]).lines, ["readyok"]);
    assert_eq!(command_line(&["go", "infinite"]).best_moves().len(), 1);
    assert_eq!(command_line(&["quit"]).lines, [""; 0]);
    let shown = command_line(&["d"]).lines;
    assert!(
        shown.iter().any(|line| line.starts_with("Fen: rnbqkbnr/")),
        "{shown:?}"
    );
    // Errors of such a command are reported as in a session.
    let lines = command_line(&["debug", "maybe"]).lines;
    assert_eq!(
        lines,
        ["info string error: debug: found \"maybe\"; expected on or off"]
    );
}

// --- parsing

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
fn a_bare_fen_sets_the_position_and_the_moves_command_continues_it() {
    const FEN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(setup(FEN), (Some(FEN.to_owned()), String::new()));
    let line = format!("{FEN} moves e1g1 e8c8");
    assert_eq!(setup(&line), (Some(FEN.to_owned()), "e1g1 e8c8".to_owned()));
    match command("moves e2e4 E7E5") {
        Command::Moves(moves) => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            assert_eq!(moves, ["e2e4", "e7e5"]);
        }
        other => panic!("{other:?}"),
    }
    // Words before a UCI command are skipped, even if they look like a FEN.
    let (notes, command) = parsed("8/8/8 debug on");
    assert_eq!((notes.len(), command), (1, Command::Debug(true)));
}

#[test]
fn help_explains_every_command() {
    for text in help::texts(&COMMANDS) {
        assert!(text.lines().all(|line| !line.starts_with(' ')), "{text}");
    }
    let list = help::list(&COMMANDS);
    for line in list.lines().skip(1) {
        let name = line.split(' ').next().expect("a word");
        assert!(parse::is_command(name, &COMMANDS), "{line}");
        let Command::Print(text) = command(&format!("help {name}")) else {
            panic!("{line}")
        };
        assert!(text.starts_with(&format!("Usage: {name}")), "{text}");
    }
    let go = help::find("go", &COMMANDS)
        .expect("help explains go")
        .text();
    let limits = "searchmoves ponder wtime btime winc binc movestogo depth nodes mate movetime \
        infinite perft";
    for limit in limits.split(' ') {
        assert!(go.contains(&format!("{limit} ")), "{limit}: {go}");
    }
}

// --- sessions

#[test]
fn the_moves_command_continues_a_bare_fen_and_invalid_lines_change_nothing() {
    let mut session = Session::start();
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(session.ask(fen), [""; 0]);
    assert_eq!(shown_fen(&mut session), fen);
    assert_eq!(session.ask("moves g1f3 b8c6"), [""; 0]);
    let after = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    assert_eq!(shown_fen(&mut session), after);
    for line in [
        "moves f1b5 e8e7 a2a3 a2a3",
        "moves",
        "position startpos e2e4",
        "8/8 w - -",
    ] {
        let lines = session.ask(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(
            lines[0].starts_with("info string error: "),
            "{line}: {lines:?}"
        );
        assert_eq!(shown_fen(&mut session), after, "{line}");
    }
    // The moves extend the game history, so the threefold repetition is detected.
    session.send("position startpos\nmoves g1f3 g8f6 f3g1 f6g8\nmoves g1f3 g8f6 f3g1");
    let lines = session.search("go depth 1 searchmoves f6g8");
    assert!(lines[0].contains(" score cp 0 "), "{lines:?}");
}

#[test]
fn undo_takes_back_moves_with_their_history_or_changes_nothing() {
    let mut session = Session::start();
    session.send("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    let result = "Result: draw by threefold repetition";
    assert!(session.ask("d").iter().any(|line| line == result));
    assert_eq!(session.ask("undo 0"), [""; 0]);
    assert_eq!(session.ask("undo"), [""; 0]);
    let before = "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 4";
    assert_eq!(shown_fen(&mut session), before);
    for (line, error) in [
        ("undo 8", "undo: cannot take back 8; found 7 moves"),
        (
            "undo joho",
            "undo: found \"joho\"; expected a number from 0 to 4294967295",
        ),
    ] {
        let expected = format!("info string error: {error}");
        assert_eq!(session.ask(line), [expected]);
        assert_eq!(shown_fen(&mut session), before, "{line}");
    }
    // The repetition is known after the move is made again.
    session.send("moves f6g8");
    assert!(session.ask("d").iter().any(|line| line == result));
    assert_eq!(session.ask("undo 8"), [""; 0]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(shown_fen(&mut session), start);
}

#[test]
fn flip_exchanges_the_colors() {
    let mut session = Session::start();
    session.send("position startpos moves e2e4\nflip");
    let flipped = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(shown_fen(&mut session), flipped);
    session.send("flip");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(shown_fen(&mut session), fen);
}

#[test]
fn compiler_describes_the_build() {
    let lines = Session::start().ask("compiler");
    assert!(
        lines[0].starts_with("Compiled by                : rustc "),
        "{lines:?}"
    );
    assert!(
        lines[1].starts_with("Compilation architecture   : "),
        "{lines:?}"
    );
    assert!(
        lines[2].starts_with("Compilation settings       : "),
        "{lines:?}"
    );
}

#[test]
fn speedtest_searches_for_the_given_time_and_can_be_stopped() {
    let ended = command_line(&["speedtest", "2", "4", "1"]);
    let value = |label: &str| {
        let line = ended.lines.iter().find(|line| line.starts_with(label));
        let line = line.unwrap_or_else(|| panic!("{label}: {ended:?}"));
        line.rsplit(' ')
            .next()
            .expect("a word")
            .parse::<f64>()
            .unwrap_or(0.0)
    };
    assert_eq!(value("Thread count               : "), 2.0);
    assert_eq!(value("TT size [MiB]              : "), 4.0);
    assert!(value("Total nodes searched       : ") > 1000.0);
    assert!(value("Total search time [s]      : ") >= 0.5);
    assert!(value("Nodes/second               : ") > 1000.0);
    let mut session = Session::start();
    session.send("speedtest 2 4 1000\nstop");
    assert_eq!(session.line(), "info string speedtest was stopped");
}

#[test]
fn genfens_prints_openings_before_a_quit_in_the_next_argument() {
    let ended = command_line(&["genfens 8 seed 1 book None ", "quit"]);
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    let openings = ended.lines.iter().map(|line| {
        let fen = line.strip_prefix("info string genfens ");
        fen.unwrap_or_else(|| panic!("not an opening: {line}"))
    });
    let boards: Vec<Board> = openings.map(|fen| fen.parse().expect("a FEN")).collect();
    assert_eq!(boards.len(), 8);
    let mut session = Session::start();
    session.send("genfens 1000000 seed 1 book None");
    assert!(session.line().starts_with("info string genfens "));
    session.send("stop");
    // Fails if the engine prints openings for too long.
    session.lines_to("info string genfens was stopped");
}

#[test]
fn bench_searches_the_positions_of_a_file_and_the_current_one() {
    let path = std::env::temp_dir().join(format!("ferz-bench-{}.epd", std::process::id()));
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    std::fs::write(&path, format!("{fen}\n\n{fen}\n")).expect("the test can write its file");
    let name = path.to_str().expect("a name in UTF-8");
    let nodes = |line: &str| {
        let mut session = Session::start();
        session.send(&format!("{fen}\n{line}"));
        let last = session.lines_to("Nodes/second    : ").len();
        assert_eq!(last, 4, "{line}");
        let line = session.line();
        line.split(' ')
            .next()
            .and_then(|nodes| nodes.parse().ok())
            .unwrap_or(0)
    };
    assert_eq!(nodes("bench 1 1 3 current perft"), 97_862);
    assert_eq!(nodes(&format!("bench 1 2 3 {name} perft")), 2 * 97_862);
    let once = nodes("bench 1 1 3 current depth");
    assert!(once > 0);
    assert_eq!(nodes(&format!("bench 1 1 3 {name} depth")), 2 * once);
    assert_eq!(nodes("bench 1 1 500 current nodes"), 500);
    std::fs::remove_file(&path).expect("the test can remove its file");
}

#[test]
fn exit_ends_the_program() {
    let mut session = Session::start();
    session.send("exit");
    assert_eq!(session.wait_for_exit().1, Some(0));
}

// --- options of Stockfish

/// Sets the options, searches to depth 10, and returns the node count.
fn nodes_of(session: &mut Session, options: &str) -> u64 {
    let fen = "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    let lines = session.search(&format!("{options}\nucinewgame\n{fen}\ngo depth 10"));
    let last = &lines[lines.len() - 2];
    let (_, nodes) = last.split_once(" nodes ").expect("an info line");
    let nodes = nodes.split(' ').next().and_then(|nodes| nodes.parse().ok());
    nodes.unwrap_or_else(|| panic!("{last}"))
}

#[test]
fn a_low_skill_level_searches_less_and_the_highest_is_full_strength() {
    let mut session = Session::start();
    let full = nodes_of(&mut session, "");
    assert!(full > 20_000);
    let weak = nodes_of(&mut session, "setoption name Skill Level value 0");
    assert!(weak < full / 4, "{weak} {full}");
    // Analysis is not weakened, and `UCI_Elo` takes precedence over the skill level.
    let analysis = nodes_of(&mut session, "setoption name UCI_AnalyseMode value true");
    assert_eq!(analysis, full);
    session.send("setoption name UCI_AnalyseMode value false");
    let rated = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 3000";
    assert_eq!(nodes_of(&mut session, rated), full);
    session.send("setoption name UCI_LimitStrength value false");
    assert_eq!(
        nodes_of(&mut session, "setoption name Skill Level value 20"),
        full
    );
}

#[test]
fn the_debug_log_file_contains_all_lines_until_it_is_closed() {
    let path = std::env::temp_dir().join(format!("ferz-debug-{}.txt", std::process::id()));
    let name = path.to_str().expect("a name in UTF-8");
    let mut session = Session::start();
    session.ask("setoption name Hash value 1");
    session.ask(&format!("setoption name debug log file value {name}"));
    session.search("go depth 1");
    // A file that cannot be written is reported, and the open one stays in use.
    let bad = "setoption name Debug Log File value /no such folder/a.txt";
    let output = session.ask(bad);
    assert_eq!(output.len(), 1, "{output:?}");
    assert!(
        output[0]
            .starts_with("info string error: setoption: Debug Log File: cannot write /no such"),
        "{output:?}"
    );
    session.ask("setoption name Debug Log File value <empty>");
    session.search("go depth 2");
    let ended = session.quit();
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    let log = std::fs::read_to_string(&path).expect("the log was written");
    std::fs::remove_file(&path).expect("the test can remove its log");
    let lines: Vec<&str> = log.lines().collect();
    for line in ["<< go depth 1", &format!("<< {bad}"), ">> readyok"] {
        assert!(lines.contains(&line), "{line}: {log}");
    }
    for (start, times) in [
        (">> info depth 1 ", 1),
        (">> bestmove ", 1),
        ("<< isready", 2),
    ] {
        let found = lines.iter().filter(|line| line.starts_with(start)).count();
        assert_eq!(found, times, "{start}: {log}");
    }
    assert!(
        !log.contains("go depth 2") && !log.contains("Hash"),
        "{log}"
    );
}

/// Opening a named pipe would block until a reader opens it too.
#[cfg(unix)]
#[test]
fn a_pipe_without_a_reader_is_refused_as_debug_log_file() {
    let path = std::env::temp_dir().join(format!("ferz-pipe-{}", std::process::id()));
    let made = Process::new("mkfifo").arg(&path).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    let mut session = Session::start();
    let output = session.ask(&format!(
        "setoption name Debug Log File value {}",
        path.display()
    ));
    assert!(
        output.len() == 1 && output[0].contains("cannot write"),
        "{output:?}"
    );
    std::fs::remove_file(&path).expect("the test can remove its pipe");
}

// --- input from other systems

/// Programs written in .NET send a byte order mark before their first line.
#[test]
fn a_byte_order_mark_at_the_start_of_the_input_is_dropped() {
    let ended = answer_to("\u{FEFF}uci\r\nisready\r\n\u{FEFF}isready\r\n");
    let count = |text: &str| ended.lines.iter().filter(|line| *line == text).count();
    assert_eq!((count("uciok"), count("readyok")), (1, 1), "{ended:?}");
    let error = |line: &&String| line.contains("error: unknown command");
    assert_eq!(ended.lines.iter().filter(error).count(), 1, "{ended:?}");
}
