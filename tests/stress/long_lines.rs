//! Lines of up to the maximum length, and longer ones.

use std::time::{Duration, Instant};

use ferz::chess::Board;

use crate::session::Session;

/// The maximum length of a line in bytes, equal to `MAX_LINE_BYTES` in `src/uci/parse.rs`.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// Returns a `position` line of this length: knights move out and back, and blanks fill the
/// rest.
pub(crate) fn line_of(bytes: usize) -> String {
    let mut line = "position startpos moves".to_owned();
    let round = " g1f3 g8f6 f3g1 f6g8";
    line += &round.repeat((bytes - line.len()) / round.len());
    line += &" ".repeat(bytes - line.len());
    line
}

#[test]
fn a_line_of_the_maximum_length_is_accepted_and_a_longer_one_gets_a_one_line_error() {
    let knight_move = "position startpos moves g1f3";
    // The carriage return counts as a byte of the line.
    for (line_end, longest) in [("\n", LONGEST_LINE), ("\r\n", LONGEST_LINE - 1)] {
        let mut session = Session::start();
        session.settle();
        session.send(knight_move);
        session.send_bytes((line_of(longest) + line_end).as_bytes());
        session.assert_settled();
        // All fields except the counters are those of the starting position.
        let (fields, _) = Board::START_FEN.split_once(" 0 1").expect("counters");
        assert!(session.shown_fen().starts_with(fields));
        session.send(knight_move);
        let before = session.shown_fen();
        for more in [1, LONGEST_LINE] {
            session.send_bytes((line_of(LONGEST_LINE + more) + line_end).as_bytes());
            let output = session.settle();
            assert_eq!(output.len(), 1, "{more} bytes too many");
            let start = "info string error: ignored a line: \"position startpos moves ";
            let end = "…; expected at most 1048576 bytes";
            assert!(
                output[0].starts_with(start) && output[0].ends_with(end),
                "{output:?}"
            );
            assert_eq!(session.shown_fen(), before);
        }
        assert_eq!(session.quit().status, Some(0));
    }
}

/// A line may have no end.
#[test]
fn a_line_that_is_too_long_is_reported_before_its_end() {
    let mut session = Session::start();
    session.send_bytes(line_of(LONGEST_LINE + 1).as_bytes());
    let error = session.line();
    assert!(
        error.starts_with("info string error: ignored a line"),
        "{error}"
    );
    session.send_bytes(line_of(LONGEST_LINE).as_bytes());
    session.send("");
    session.assert_settled();
    assert_eq!(session.quit().status, Some(0));
}

#[test]
fn messages_about_a_line_of_a_megabyte_are_short_and_few() {
    /// The maximum length of a message, in bytes.
    const READABLE: usize = 2_000;
    let fill = |start: &str, word: &str| {
        let repeats = (LONGEST_LINE - start.len()) / word.len();
        start.to_owned() + &word.repeat(repeats)
    };
    for line in [
        fill("", "x"),
        fill("", "joho "),
        fill("isready ", "joho "),
        fill("position fen ", "8/"),
        fill("position startpos moves ", "e2e5 "),
        fill("position startpos moves e2e4", "x"),
        fill("setoption name ", "Hash"),
        fill("setoption name Hash value ", "9"),
        fill("setoption name SyzygyPath value ", "/no"),
        fill("setoption name EvalFile value ", "/no"),
        fill("go depth 1 ", "joho "),
        fill("go depth 1 searchmoves ", "e2e5 "),
        fill("go depth ", "9"),
        fill("go infinite ", "infinite "),
        fill("go perft ", "x"),
        fill("\u{1}", "\u{2}"),
    ] {
        let start: String = line.chars().take(40).collect();
        let mut session = Session::start();
        session.settle();
        let sent = Instant::now();
        session.send(&line);
        session.settle();
        assert!(sent.elapsed() < Duration::from_secs(5), "{start}");
        session.send("stop");
        let ended = session.quit();
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{start}");
        let is_message = |printed: &&String| printed.starts_with("info string");
        let messages: Vec<&String> = ended.lines.iter().filter(is_message).collect();
        let longest = messages.iter().map(|message| message.len()).max();
        assert!(
            longest.unwrap_or(0) < READABLE,
            "{start}: {longest:?} bytes"
        );
        assert!(messages.len() < 100, "{start}: {} lines", messages.len());
        let searches = usize::from(line.starts_with("go") && !line.contains("perft"));
        assert_eq!(ended.best_moves().len(), searches, "{start}");
    }
}
