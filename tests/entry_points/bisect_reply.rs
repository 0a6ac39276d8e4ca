//! Parses any text as a program's answer to `go perft`.

use ferz::bisect::reply::{Reply, ReplyLine, parse};

/// Parses the data line by line and checks the properties of the result.
pub fn check(data: &[u8]) {
    let mut reply = Reply::default();
    for line in String::from_utf8_lossy(data).split('\n') {
        let parsed = parse(line);
        assert_eq!(parse(&line.to_ascii_uppercase()), parsed, "{line:?}");
        if let ReplyLine::Unreadable(mv) = &parsed {
            assert!(is_normalized(mv), "{line:?}: {mv:?}");
        }
        if let ReplyLine::Move(mv, count) = &parsed {
            assert!(is_normalized(mv), "{line:?}: {mv:?}");
            let again = parse(&format!("{mv}: {count}"));
            assert_eq!(again, parsed, "{line:?}");
        }
        if let ReplyLine::Total(total) = parsed {
            let again = parse(&format!("Nodes searched: {total}"));
            assert_eq!(again, parsed, "{line:?}");
        }
        let was_complete = reply.is_complete();
        let is_move = matches!(parsed, ReplyLine::Move(..));
        reply.add(line);
        // After a complete reply, only another move makes it incomplete.
        assert!(!was_complete || is_move || reply.is_complete(), "{line:?}");
        assert!(!is_move || reply.total.is_none(), "{line:?}");
    }
    assert_eq!(reply.is_complete(), reply.total == Some(reply.sum()));
}

/// Returns whether a move is castling, or two squares and an optional piece in lowercase.
fn is_normalized(mv: &str) -> bool {
    let squares =
        |text: &[u8]| matches!(text, [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8']);
    match mv.as_bytes() {
        b"O-O" | b"O-O-O" => true,
        [text @ .., b'q' | b'r' | b'b' | b'n' | b'k' | b'p'] if text.len() == 4 => squares(text),
        text => squares(text),
    }
}
