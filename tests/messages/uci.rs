//! UCI: malformed lines and the messages about them.

use crate::session::{Session, count};

/// Lines of input, each with the texts of all `info string` lines that answer it.
type Answers = &'static [(&'static str, &'static [&'static str])];

#[rustfmt::skip]
const LINES: Answers = &[
    // Unknown commands.
    ("joho",
        &[r#"error: unknown command "joho"; type "help" for a list"#]),
    ("e2e4",
        &[r#"error: unknown command "e2e4"; did you mean "moves e2e4"?"#]),
    ("Position startpos",
        &[r#"error: unknown command "Position"; did you mean "position"?"#]),
    ("positoin startpos moves e2e4",
        &[r#"error: unknown command "positoin"; did you mean "position"?"#]),
    ("help joho",
        &[r#"error: help: unknown command "joho"; type "help" for a list"#]),
    ("? pertf",
        &[r#"error: ?: unknown command "pertf"; did you mean "perft"?"#]),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        &[r#"error: position: the FEN has 7 ranks: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP"; expected 8, separated by "/""#]),
    ("rnbqkbnr/pppXpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[r#"error: position: rank 7 of the FEN contains "X": "pppXpppp"; expected only PNBRQKpnbrqk and 1 to 8"#]),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4",
        &[r#"error: position: "moves" is missing before "e2e4""#]),
    // Commands with unexpected words around them.
    ("joho debug off",
        &[r#"debug: ignored unexpected "joho""#]),
    ("stop go infinite",
        &[r#"stop: ignored unexpected "go infinite""#]),
    ("ucinewgame, please position startpos now",
        &[r#"position: ignored unexpected "ucinewgame, please""#,
          r#"position: ignored unexpected "now""#]),
    ("joho go depth 3",
        &[r#"error: go: found "joho" before the command; expected nothing there"#]),
    // Malformed arguments.
    ("debug",
        &["error: debug: found nothing; expected on or off"]),
    ("debug maybe",
        &[r#"error: debug: found "maybe"; expected on or off"#]),
    ("bench two",
        &[r#"error: bench: found "two"; expected a number from 1 to 240"#]),
    ("bench 0",
        &[r#"error: bench: found "0"; expected a number from 1 to 240"#]),
    ("bench 0 1 13",
        &[r#"error: bench: hash: found "0"; expected a number from 1 to 33554432"#]),
    ("bench 16 many",
        &[r#"error: bench: threads: found "many"; expected a number from 1 to 1024"#]),
    ("bench 16 1 deep",
        &[r#"error: bench: limit: found "deep"; expected a number from 1 to 240"#]),
    ("bench 16 1 13 default eval",
        &[r#"error: bench: kind of limit: found "eval"; expected one of depth, nodes, movetime, perft"#]),
    ("bench 16 1 13 default depth now",
        &[r#"error: bench: found "now" after the arguments; expected nothing there"#]),
    ("speedtest 1 16 0",
        &[r#"error: speedtest: seconds: found "0"; expected a number from 1 to 86400"#]),
    ("genfens",
        &["error: genfens: found nothing; expected genfens N seed S book None|FILE [chess960|dfrc] [plies N]"]),
    ("genfens 8 seed x book None",
        &[r#"error: genfens: seed: found "x"; expected a whole number from 0 to 18446744073709551615"#]),
    ("genfens 8 seed 1 book None plies 100",
        &[r#"error: genfens: plies: found "100"; expected a whole number from 0 to 99"#]),
    ("genfens 8 seed 1 book a.epd frc",
        &[r#"error: genfens: found "frc"; expected genfens N seed S book None|FILE [chess960|dfrc] [plies N]"#]),
    ("perft",
        &["error: perft: found nothing; expected a number from 0 to 255"]),
    ("moves",
        &["error: moves: found nothing; expected moves like e2e4 e7e5"]),
    ("moves e2e4 e2e4",
        &[r#"error: moves: move 2 of the list: "e2e4" is not legal on rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"#]),
    ("moves e2e4 e9",
        &[r#"error: moves: move 2 of the list: "e9" is not a move; expected two squares and, where a pawn promotes, one of q r b n, like e2e4 or e7e8q"#]),
    ("go perft",
        &["error: go: perft: found nothing; expected a number from 0 to 255"]),
    ("go perft two",
        &[r#"error: go: perft: found "two"; expected a number from 0 to 255"#]),
    // Options (more in `options.rs`).
    ("setoption",
        &[r#"error: setoption: found nothing; expected "name" and the name of an option"#]),
    ("setoption Hash 64",
        &[r#"error: setoption: found "Hash"; expected "name" and the name of an option"#]),
    ("setoption name",
        &[r#"error: setoption: found nothing after "name"; expected the name of an option"#]),
    ("setoption name value 64",
        &[r#"error: setoption: found "value" after "name"; expected the name of an option"#]),
    ("setoption name Style value bold",
        &[r#"error: setoption: unknown option "Style"; expected one that "uci" lists"#]),
    ("setoption name Hash",
        &["error: setoption: option Hash: found no value; expected a whole number from 1 to 33554432"]),
    ("setoption name Hash 64",
        &[r#"error: setoption: "value" is missing before "64""#]),
    ("setoption name move overhead 30 ms",
        &[r#"error: setoption: "value" is missing before "30""#]),
    ("setoption name Clear Hash now",
        &[r#"error: setoption: unknown option "Clear Hash now"; expected one that "uci" lists"#]),
    // Positions (more in `fen.rs`).
    ("position startpos e2e4 e7e5",
        &[r#"error: position: "moves" is missing before "e2e4""#]),
    ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 e2e4",
        &[r#"error: position: "moves" is missing before "e2e4""#]),
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
        &["position: castling right K is dropped: there is no white rook on the squares from the king to h1; expected one"]),
    ("position fen 8/6B1/8/8/B7/8/K1pk4/8 b",
        &["position: the FEN has 2 fields; assuming no castling rights and no en passant square; expected 4 to 6 fields"]),
    ("8/6B1/8/8/B7/8/K1pk4/8 b -",
        &["position: the FEN has 3 fields; assuming no en passant square; expected 4 to 6 fields"]),
    ("position fen 8/6B1/8/8/B7/8/K1pk4/8 b moves c2c1q",
        &["position: the FEN has 2 fields; assuming no castling rights and no en passant square; expected 4 to 6 fields"]),
    ("position fen 8/8/8/8/8/8/8/4K3 w",
        &["error: position: pieces: black has 0 kings; expected exactly 1"]),
    ("position fen 4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; id \"x\";",
        &[r#"position: ignored the EPD operations after the FEN: "bm Ra8+; id "x"""#]),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 3 9 am a1a2 a1a3; id \"all moves\"; moves a1a8",
        &[r#"position: ignored the EPD operations after the FEN: "am a1a2 a1a3; id "all moves"""#]),
    ("position fen 4k3/8/8/8/8/8/8/R3K3 w - - hmvc 4; fmvn 20;",
        &[]),
    ("position fen 4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+",
        &[r#"position: ignored the EPD operations after the FEN: "bm Ra8+""#]),
    ("position fen 4k3/8/8/8/8/8/8/R3K3 w - - 3 9 hmvc 4;",
        &[r#"position: ignored the EPD operations after the FEN: "hmvc 4""#]),
    ("position fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1 mvoes a1a2 e8e7",
        &[r#"error: position: "moves" is missing before "a1a2""#]),
    ("position fen 4k3/8/8/8/8/8/8/R3K3 w - - a1a2 e8e7;",
        &[r#"error: position: "moves" is missing before "a1a2""#]),
    ("position fen \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"",
        &[r#"error: position: rank 8 of the FEN contains """: ""4k3"; expected only PNBRQKpnbrqk and 1 to 8"#]),
    ("position fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1 joho",
        &[r#"error: position: the FEN has text after its sixth field: "joho"; expected 4 to 6 fields"#]),
    ("position fen 4k3/8/8/8/8/8/8/R3K3 w - - id \"joho; moves a1a8",
        &[r#"error: position: found an unclosed quotation: "joho; moves a1a8"; expected a closing quotation mark"#]),
    ("position startpos moves e2e4 e7e9",
        &[r#"error: position: move 2 of the list: "e7e9" is not a move; expected two squares and, where a pawn promotes, one of q r b n, like e2e4 or e7e8q"#]),
    ("position startpos moves e2e4 e7e5 e4e5",
        &[r#"error: position: move 3 of the list: "e4e5" is not legal on rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"#]),
];

/// Files that do not exist. The messages quote the error of the operating system.
#[cfg(unix)]
#[rustfmt::skip]
const FILES: Answers = &[
    ("bench 16 1 13 /no/such.epd",
        &["error: bench: cannot read /no/such.epd: No such file or directory (os error 2)"]),
    ("setoption name EvalFile value /no/such network.nnue",
        &["error: setoption: EvalFile: cannot read /no/such network.nnue: No such file or directory (os error 2); keeping ferz-8.nnue"]),
    ("setoption name EvalFile value /",
        &["error: setoption: EvalFile: cannot read /: found a folder; expected a file; keeping ferz-8.nnue"]),
    ("setoption name Debug Log File value /no/such folder/a.log",
        &["error: setoption: Debug Log File: cannot write /no/such folder/a.log: No such file or directory (os error 2); continuing without it"]),
];

#[cfg(unix)]
#[test]
fn files_that_cannot_be_opened_are_reported() {
    let mut session = Session::start();
    for &(line, answer) in FILES {
        session.send(line);
        let reply = session.line();
        assert_eq!(
            reply.strip_prefix("info string "),
            Some(answer[0]),
            "{line}"
        );
    }
}

/// Malformed limits of `go`. Each `go` is still answered by a best move.
#[rustfmt::skip]
const SEARCHES: Answers = &[
    ("go nodes 1 depth",
        &["go: ignored depth: found nothing; expected a number from 1 to 240"]),
    ("go nodes 1 depth five",
        &[r#"go: ignored depth: found "five"; expected a number from 1 to 240"#]),
    ("go nodes 1 movetime 1.5",
        &[r#"go: ignored movetime: found "1.5"; expected a number from 0 to 2592000000"#]),
    ("go nodes 1 depth 999",
        &[r#"go: depth: found "999", using 240; expected a number from 1 to 240"#]),
    ("go nodes 1 wtime 9999999999",
        &[r#"go: wtime: found "9999999999", using 2592000000; expected a number from 0 to 2592000000"#]),
    ("go nodes 1 wtime -30 btime -9999999999999 winc -1",
        &[]),
    ("go nodes 0",
        &[r#"go: nodes: found "0", using 1; expected a number from 1 to 9223372036854775807"#]),
    // No remaining limit ends the search, so a default node limit applies.
    ("go depth",
        &["go: ignored depth: found nothing; expected a number from 1 to 240",
          "go: found no valid limit; searching 10000 nodes"]),
    ("go depth five",
        &[r#"go: ignored depth: found "five"; expected a number from 1 to 240"#,
          "go: found no valid limit; searching 10000 nodes"]),
    ("go 5",
        &[r#"go: ignored unexpected "5""#,
          "go: found no valid limit; searching 10000 nodes"]),
    ("go movetime",
        &["go: ignored movetime: found nothing; expected a number from 0 to 2592000000",
          "go: found no valid limit; searching 10000 nodes"]),
    ("go nodes many",
        &[r#"go: ignored nodes: found "many"; expected a number from 1 to 9223372036854775807"#,
          "go: found no valid limit; searching 10000 nodes"]),
    // White is to move. `btime` limits the search only if there is no `wtime` at all
    // (`tests/stop/limits.rs`).
    ("go wtime btime 1000",
        &["go: ignored wtime: found nothing; expected a number from 0 to 2592000000",
          "go: found no valid limit; searching 10000 nodes"]),
    ("go searchmoves Nf3",
        &[r#"go: ignored unexpected "Nf3""#,
          "go: found no valid limit; searching 10000 nodes"]),
    ("go nodes 1 movestogo -3 mate 0",
        &[r#"go: movestogo: found "-3", using 0; expected a number from 0 to 255"#,
          r#"go: mate: found "0", using 1; expected a number from 1 to 255"#]),
    ("go joho nodes 1 fast",
        &[r#"go: ignored unexpected "joho fast""#]),
    ("go nodes 1 searchmoves Nf3 e2e5 e2e4",
        &[r#"go: ignored unexpected "Nf3""#,
          r#"error: go: searchmoves: "e2e5" is not legal in this position"#]),
    ("go nodes 1 depth a depth b depth c depth d depth e depth f depth g depth h depth i depth j depth k depth l",
        &[r#"go: ignored depth: found "a"; expected a number from 1 to 240"#,
          r#"go: ignored depth: found "b"; expected a number from 1 to 240"#,
          r#"go: ignored depth: found "c"; expected a number from 1 to 240"#,
          r#"go: ignored depth: found "d"; expected a number from 1 to 240"#,
          r#"go: ignored depth: found "e"; expected a number from 1 to 240"#,
          r#"go: ignored depth: found "f"; expected a number from 1 to 240"#,
          r#"go: ignored depth: found "g"; expected a number from 1 to 240"#,
          r#"go: ignored depth: found "h"; expected a number from 1 to 240"#,
          r#"go: ignored depth: found "i"; expected a number from 1 to 240"#,
          r#"go: ignored depth: found "j"; expected a number from 1 to 240"#,
          "go: 2 more notes like these"]),
];

/// Malformed arguments of perft. The perft still runs.
#[rustfmt::skip]
const PERFTS: Answers = &[
    ("go perft 1 depth 3",
        &["go: ignored the other limits; perft takes none"]),
    ("go perft -1",
        &[r#"go: perft: found "-1", using 0; expected a number from 0 to 255"#]),
    ("perft -1 fast",
        &[r#"perft: ignored unexpected "fast""#,
          r#"perft: found "-1", using 0; expected a number from 0 to 255"#]),
];

/// Returns the texts of all `info string` lines.
fn info_strings(lines: &[String]) -> Vec<&str> {
    let texts = lines
        .iter()
        .filter_map(|line| line.strip_prefix("info string "));
    texts.collect()
}

#[test]
fn malformed_lines_are_reported() {
    let mut session = Session::start();
    for &(line, answer) in LINES {
        let lines = session.ask(line);
        assert_eq!(
            (info_strings(&lines), lines.len()),
            (answer.to_vec(), answer.len()),
            "{line}"
        );
    }
}

#[test]
fn malformed_limits_are_reported_and_the_search_still_answers() {
    let mut session = Session::start();
    session.send("position startpos");
    for &(line, answer) in SEARCHES {
        assert_eq!(info_strings(&session.search(line)), answer, "{line}");
    }
}

#[test]
fn malformed_arguments_of_perft_are_reported_and_it_still_runs() {
    let mut session = Session::start();
    for &(line, answer) in PERFTS {
        session.send(line);
        let mut lines = vec![session.line()];
        // Only the time follows `Nodes searched`.
        while count(&lines, "Nodes searched") == 0 {
            lines.push(session.line());
        }
        assert_eq!(info_strings(&lines), answer, "{line}");
        session.settle();
    }
}
