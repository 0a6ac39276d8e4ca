//! Sessions with the real program: everything but the search.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::perft;

use crate::KIWIPETE;
use crate::searches::{Searched, game, search};
use crate::session::{Session, answer_to, command_line};

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
        UCI_Elo, Skill Level, UCI_AnalyseMode, Move Overhead, SyzygyPath, SyzygyProbeDepth, \
        Syzygy50MoveRule, SyzygyProbeLimit, Clear Hash, Debug Log File, UCI_EngineAbout";
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
        bench help exit flip compiler speedtest moves";
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

/// The nodes of a bench whose lines come next: Stockfish's summary, then that of OpenBench.
#[track_caller]
fn read_bench(session: &mut Session) -> u64 {
    let lines = session.lines_to("Nodes/second    : ");
    let start = [
        "====",
        "Total time (ms) : ",
        "Nodes searched  : ",
        "Nodes/second    : ",
    ];
    assert_eq!(lines.len(), start.len(), "{lines:?}");
    let has_start = |(line, start): (&String, &str)| line.starts_with(start);
    assert!(lines.iter().zip(start).all(has_start), "{lines:?}");
    let nodes = bench_nodes(&session.line());
    assert_eq!(lines[2], format!("Nodes searched  : {nodes}"));
    nodes
}

#[test]
fn bench_counts_the_same_nodes_on_every_way() {
    let mut session = Session::start();
    session.send("bench 2");
    let nodes = read_bench(&mut session);
    assert!(nodes > 1000);
    // What was played and set before has no influence.
    session.search("setoption name Threads value 2\nsetoption name MultiPV value 3\ngo depth 3");
    session.send("bench 2");
    assert_eq!(read_bench(&mut session), nodes);
    session.send("bench 16 1 2 default depth");
    assert_eq!(read_bench(&mut session), nodes);
    let ended = command_line(&["bench", "2"]);
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    assert_eq!(bench_nodes(ended.lines.last().expect("a line")), nodes);
    let ended = command_line(&["bench", "16", "1", "2", "default", "depth"]);
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
fn a_bad_command_line_is_an_error_and_prints_nothing() {
    for arguments in [
        &["--joho"][..],
        &["joho"],
        &["bench", "two"],
        &["bench", "0"],
        &["bench", "-1"],
        &["bench", "1000"],
        &["bench", "2", "x"],
        &["bench", "16", "1", "2", "default", "depth", "3"],
        &["bench", "16", "1", "2", "no/such.epd"],
        &["--log-file"],
    ] {
        let ended = command_line(arguments);
        assert_eq!(ended.status, Some(2), "{arguments:?}: {ended:?}");
        assert!(
            ended.lines.is_empty() && !ended.errors.is_empty(),
            "{ended:?}"
        );
    }
}

#[test]
fn a_log_file_that_cannot_be_written_is_said_and_the_engine_plays_without_it() {
    let mut session = Session::start_with(&["--log-file", "/no such folder/ferz.log"], &[]);
    session.search("go depth 2");
    let ended = session.quit();
    assert_eq!(ended.status, Some(0));
    let said = "ferz: cannot write the log file /no such folder/ferz.log: ";
    assert!(ended.errors.starts_with(said), "{ended:?}");
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

#[test]
fn debug_tells_more_and_can_be_switched_off() {
    let mut session = Session::start();
    let told = |lines: &[String]| lines.iter().any(|line| line.contains("hard limit"));
    let go = "go wtime 1000 btime 1000 depth 1";
    assert!(!told(&session.search(go)));
    assert!(told(&session.search(&format!("debug on\n{go}"))));
    assert!(!told(&session.search(&format!("debug off\n{go}"))));
}

/// The limits on time that `debug on` tells for this search.
#[track_caller]
fn time_limits(session: &mut Session, go: &str) -> String {
    let lines = session.search(go);
    let told = lines.iter().find_map(|line| {
        let (_, limits) = line.split_once("time for this move: ")?;
        Some(limits.to_owned())
    });
    told.unwrap_or_else(|| panic!("{go}: {lines:?}"))
}

#[test]
fn a_fixed_time_for_a_move_does_not_pay_for_the_move_overhead() {
    let mut session = Session::start();
    session.send("debug on\nsetoption name Move Overhead value 1000");
    let limits = time_limits(&mut session, "go movetime 300 depth 1");
    assert_eq!(limits, "soft limit none, hard limit 297 ms");
    let limits = time_limits(&mut session, "go wtime 300 btime 300 depth 1");
    assert_eq!(limits, "soft limit 0 ms, hard limit 1 ms");
}

/// As some GUIs let one engine process play both sides.
#[test]
fn one_process_that_plays_both_sides_does_not_take_one_clock_for_the_other() {
    let mut session = Session::start();
    session.send("debug on");
    let clocks = |white, black| format!("go wtime {white} btime {black} winc 10 binc 10 depth 1");
    let white = time_limits(&mut session, &clocks(1000, 800));
    session.send("position startpos moves e2e4");
    let black = time_limits(&mut session, &clocks(1000, 800));
    // Nothing has been lost on either clock, so only the time left makes a difference.
    let mut other = Session::start();
    other.send("debug on\nposition startpos moves e2e4");
    assert_eq!(black, time_limits(&mut other, &clocks(1000, 800)));
    session.send("position startpos moves e2e4 e7e5");
    assert_eq!(white, time_limits(&mut session, &clocks(1000, 800)));
}
