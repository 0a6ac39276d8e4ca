//! Parses any text as a FEN. The result is an error, or the board that the text describes.

use ferz::chess::Board;
use ferz::chess::CastlingStyle;
use ferz::chess::mailbox::Mailbox;

use super::assert_one_line;
use super::inspected::assert_inspected;

/// Reads the text as a FEN, and checks the board or the error.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match Board::from_fen(&text) {
        Ok((board, notes)) => {
            assert_sound(&board);
            for note in &notes {
                assert_one_line(&note.to_string());
            }
            // Dropped parts are not in the board's own FEN, so they are not dropped again.
            let again = Board::from_fen(&board.to_string());
            let own_notes = again.map_or_else(|_| Vec::new(), |(_, own)| own);
            assert!(own_notes.iter().all(|note| !note.is_dropped()), "{text}");
            assert!(own_notes.len() <= notes.len(), "{text}");
        }
        Err(error) => assert_one_line(&error.to_string()),
    }
}

/// Asserts that the board is read back from its FEN, and that its legal moves agree with the
/// mailbox generator.
#[track_caller]
pub fn assert_sound(board: &Board) {
    for (fen, style) in [
        (board.to_string(), CastlingStyle::XFen),
        (board.shredder_fen(), CastlingStyle::Shredder),
    ] {
        let again: Result<Board, _> = fen.parse();
        let again = again.unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(again.fen(style), fen);
        assert_eq!(again, *board, "{fen}");
    }
    assert_moves_agree(board);
}

/// Asserts that the legal moves agree with the mailbox generator.
#[track_caller]
pub fn assert_moves_agree(board: &Board) {
    assert_inspected(board, |inspection| {
        inspection.compare_with_reference(&Mailbox::from(board));
        inspection.compare_numbers();
    });
}
