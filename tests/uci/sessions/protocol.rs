//! General rules of the protocol: line ends, encodings, unknown commands, `isready`.

use crate::KIWIPETE;
use crate::output::search;
use crate::session::{Session, answer_to};

#[test]
fn each_isready_gives_one_readyok() {
    let ended = answer_to("isready\nisready\r\n  isready\t\r\nisready");
    assert_eq!(ended.lines, ["readyok"; 4]);
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
}

#[test]
fn line_ends_of_all_systems_are_accepted_and_the_last_may_be_missing() {
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
fn invalid_utf8_and_overlong_lines_are_reported_and_the_session_continues() {
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
    // The line of one NUL is blank. Each of the other five gets one message.
    assert_eq!(lines.len(), 5);
    search(&mut session, "startpos", "go depth 1");
}

#[test]
fn invalid_commands_print_only_info_strings_and_silent_commands_nothing() {
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
        let answer = session.ask(line);
        assert!(
            !answer.is_empty() && answer.iter().all(|text| text.starts_with("info string ")),
            "{line}: {answer:?}"
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
        session.assert_silent(line);
    }
}

#[test]
fn eval_prints_the_evaluation_piece_by_piece() {
    let mut session = Session::start();
    let lines = session.ask(&format!("position {KIWIPETE}\neval"));
    assert!(lines.len() > 3, "{lines:?}");
    assert!(
        lines.iter().any(|line| line.contains("Knights")),
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
        bench help exit flip compiler license speedtest genfens export_net moves";
    for word in commands.split(' ') {
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        assert!(words.any(|found| found == word), "{word}: {text}");
    }
}

/// Programs written in .NET send a byte order mark before their first line.
#[test]
fn a_byte_order_mark_at_the_start_of_the_input_is_dropped() {
    let ended = answer_to("\u{FEFF}uci\r\nisready\r\n\u{FEFF}isready\r\n");
    let count = |text: &str| ended.lines.iter().filter(|line| *line == text).count();
    assert_eq!((count("uciok"), count("readyok")), (1, 1), "{ended:?}");
    let error = |line: &&String| line.contains("error: unknown command");
    assert_eq!(ended.lines.iter().filter(error).count(), 1, "{ended:?}");
}
