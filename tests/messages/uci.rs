//! UCI: lines that are typed, and what the engine answers to them.

use crate::session::Session;

/// What is typed, and all that is answered, behind `info string`.
type Conversation = &'static [(&'static str, &'static [&'static str])];

#[rustfmt::skip]
const LINES: Conversation = &[
    // What is no command.
    ("joho",
        &[r#"error: unknown command "joho"; expected one that "help" lists"#]),
    ("e2e4",
        &[r#"error: unknown command "e2e4"; expected one that "help" lists"#]),
    ("Position startpos",
        &[r#"error: unknown command "Position"; expected one that "help" lists"#]),
    // What is one, with something else around it.
    ("joho debug off",
        &[r#"debug: skipped "joho", which means nothing there"#]),
    ("stop go infinite",
        &[r#"stop: skipped "go infinite", which means nothing there"#]),
    ("ucinewgame, please position startpos now",
        &[r#"position: skipped "ucinewgame, please", which means nothing there"#,
          r#"position: skipped "now", which means nothing there"#]),
    ("joho go depth 3",
        &[r#"error: go: refused for what is before it: "joho"; expected nothing there"#]),
    // Commands of one argument.
    ("debug",
        &["error: debug: found nothing; expected on or off"]),
    ("debug maybe",
        &[r#"error: debug: found "maybe"; expected on or off"#]),
    ("bench two",
        &[r#"error: bench: found "two"; expected a number from 1 to 240"#]),
    ("go perft",
        &["error: go: perft: found nothing; expected a number from 0 to 255"]),
    ("go perft two",
        &[r#"error: go: perft: found "two"; expected a number from 0 to 255"#]),
    // Options; options.rs has more.
    ("setoption",
        &[r#"error: setoption: found nothing; expected "name" and the name of an option"#]),
    ("setoption Hash 64",
        &[r#"error: setoption: found "Hash"; expected "name" and the name of an option"#]),
    ("setoption name",
        &[r#"error: setoption: found nothing behind "name"; expected the name of an option"#]),
    ("setoption name value 64",
        &[r#"error: setoption: found "value" behind "name"; expected the name of an option"#]),
    ("setoption name Style value bold",
        &[r#"error: setoption: there is no option "Style"; expected one that "uci" lists"#]),
    ("setoption name Hash",
        &["error: setoption: option Hash has no value behind it; expected a whole number from 1 to 33554432"]),
    // Positions; fen.rs has more.
    ("position",
        &["error: position: found nothing; expected startpos or fen"]),
    ("position joho",
        &[r#"error: position: found "joho"; expected startpos or fen"#]),
    ("position moves e2e4",
        &[r#"error: position: found "moves"; expected startpos or fen"#]),
    ("position fen",
        &["error: position: the FEN has 0 fields and no piece placement; expected 4 to 6 fields"]),
    ("position fen rnbqkbnr/pppppppp/8/8/ppppppppp/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        &[r#"error: position: rank 4 of the FEN has 9 squares: "ppppppppp"; expected 8"#]),
    ("position fen 8/8/8/8/8/8/8/4K3 w - - 0 1",
        &["error: position: pieces: black has 0 kings; expected exactly 1"]),
    ("position fen 4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1",
        &["position: castling right K is dropped: there is no white rook from the king to h1; expected one"]),
    ("position startpos moves e2e4 e7e9",
        &[r#"error: position: move 2 of the list: "e7e9" is not a move; expected two squares and, where a pawn promotes, one of q r b n, like e2e4 or e7e8q"#]),
    ("position startpos moves e2e4 e7e5 e4e5",
        &[r#"error: position: move 3 of the list: "e4e5" is not legal on rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"#]),
];

/// A `go` is answered by a move, whatever is wrong with its limits.
#[rustfmt::skip]
const SEARCHES: Conversation = &[
    ("go nodes 1 depth",
        &["go: skipped depth: found nothing; expected a number from 1 to 240"]),
    ("go nodes 1 depth five",
        &[r#"go: skipped depth: found "five"; expected a number from 1 to 240"#]),
    ("go nodes 1 movetime 1.5",
        &[r#"go: skipped movetime: found "1.5"; expected a number from -999999999999 to 999999999999"#]),
    ("go nodes 1 depth 999",
        &[r#"go: depth: found "999", taken for 240; expected a number from 1 to 240"#]),
    ("go nodes 0",
        &[r#"go: nodes: found "0", taken for 1; expected a number from 1 to 999999999999"#]),
    ("go nodes 1 movestogo -3 mate 0",
        &[r#"go: movestogo: found "-3", taken for 0; expected a number from 0 to 255"#,
          r#"go: mate: found "0", taken for 1; expected a number from 1 to 255"#]),
    ("go joho nodes 1 fast",
        &[r#"go: skipped "joho fast", which means nothing there"#]),
    ("go nodes 1 searchmoves Nf3 e2e5 e2e4",
        &[r#"go: skipped "Nf3", which means nothing there"#,
          r#"error: go: searchmoves: "e2e5" is not legal in this position"#]),
    ("go nodes 1 depth a depth b depth c depth d depth e depth f depth g depth h depth i depth j depth k depth l",
        &[r#"go: skipped depth: found "a"; expected a number from 1 to 240"#,
          r#"go: skipped depth: found "b"; expected a number from 1 to 240"#,
          r#"go: skipped depth: found "c"; expected a number from 1 to 240"#,
          r#"go: skipped depth: found "d"; expected a number from 1 to 240"#,
          r#"go: skipped depth: found "e"; expected a number from 1 to 240"#,
          r#"go: skipped depth: found "f"; expected a number from 1 to 240"#,
          r#"go: skipped depth: found "g"; expected a number from 1 to 240"#,
          r#"go: skipped depth: found "h"; expected a number from 1 to 240"#,
          r#"go: skipped depth: found "i"; expected a number from 1 to 240"#,
          r#"go: skipped depth: found "j"; expected a number from 1 to 240"#,
          "go: 2 more notes like these"]),
];

/// What is said before a count or a bench begins.
#[rustfmt::skip]
const COUNTS: Conversation = &[
    ("go perft 1 depth 3",
        &["go: perft takes no other limits, so they were skipped"]),
    ("go perft -1",
        &[r#"go: perft: found "-1", taken for 0; expected a number from 0 to 255"#]),
    ("bench 0 fast",
        &[r#"bench: found "0", taken for 1; expected a number from 1 to 240"#,
          r#"bench: skipped "fast", which means nothing there"#]),
];

/// What comes behind `info string` in lines that have it.
fn said(lines: &[String]) -> Vec<&str> {
    let said = lines
        .iter()
        .filter_map(|line| line.strip_prefix("info string "));
    said.collect()
}

#[test]
fn lines_that_are_not_understood() {
    let mut session = Session::start();
    for &(line, answer) in LINES {
        let lines = session.ask(line);
        assert_eq!(
            (said(&lines), lines.len()),
            (answer.to_vec(), answer.len()),
            "{line}"
        );
    }
}

#[test]
fn limits_that_are_not_understood() {
    let mut session = Session::start();
    session.send("position startpos");
    for &(line, answer) in SEARCHES {
        assert_eq!(said(&session.search(line)), answer, "{line}");
    }
}

#[test]
fn counts_that_are_not_understood() {
    let mut session = Session::start();
    for &(line, answer) in COUNTS {
        session.send(line);
        let mut lines = vec![session.line()];
        // The last line of a count, and that of a bench.
        while !lines
            .iter()
            .any(|line| line.starts_with("Nodes searched") || line.ends_with(" nps"))
        {
            lines.push(session.line());
        }
        assert_eq!(said(&lines), answer, "{line}");
        session.settle();
    }
}
