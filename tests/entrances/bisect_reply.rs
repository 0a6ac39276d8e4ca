//! What another program prints for `go perft`.
//! See <https://www.chessprogramming.org/Perft#Divide>.

use ferz::tools::bisect::reply::{Line, Reply, parse};

/// Reads a reply, line by line.
pub fn check(data: &[u8]) {
    let mut reply = Reply::default();
    for line in String::from_utf8_lossy(data).split('\n') {
        let said = parse(line);
        assert_eq!(parse(&line.to_ascii_uppercase()), said, "{line:?}");
        if let Line::Move(mv, count) = &said {
            assert!(is_written_as_promised(mv), "{line:?}: {mv:?}");
            let again = parse(&format!("{mv}: {count}"));
            assert_eq!(again, said, "{line:?}");
        }
        if let Line::Total(total) = said {
            let again = parse(&format!("Nodes searched: {total}"));
            assert_eq!(again, said, "{line:?}");
        }
        let was_complete = reply.is_complete();
        let is_move = matches!(said, Line::Move(..));
        reply.add(said);
        // What comes behind a complete reply changes nothing, unless it is a move.
        assert!(!was_complete || is_move || reply.is_complete(), "{line:?}");
        assert!(!is_move || reply.total.is_none(), "{line:?}");
    }
    assert_eq!(reply.is_complete(), reply.total == Some(reply.sum()));
}

/// Two squares and perhaps a piece, in small letters, or castling.
fn is_written_as_promised(mv: &str) -> bool {
    let squares =
        |text: &[u8]| matches!(text, [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8']);
    match mv.as_bytes() {
        b"O-O" | b"O-O-O" => true,
        [text @ .., b'q' | b'r' | b'b' | b'n' | b'k' | b'p'] if text.len() == 4 => squares(text),
        text => squares(text),
    }
}
