//! A FEN: refused with a reason, or a board that is what it says.
//! See <https://www.chessprogramming.org/Forsyth-Edwards_Notation>.

use ferz::chess::CastlingStyle;
use ferz::chess::mailbox::Mailbox;
use ferz::chess::{Board, Move};

use super::assert_one_line;

/// Reads a FEN.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match Board::from_fen(&text) {
        Ok((board, notes)) => {
            assert_sound(&board);
            for note in &notes {
                assert_one_line(&note.to_string());
            }
            // What was dropped is not in the board's own FEN, so there it is not dropped again.
            let again = Board::from_fen(&board.to_string());
            let of_its_own = again.map_or_else(|_| Vec::new(), |(_, notes)| notes);
            assert!(of_its_own.iter().all(|note| !note.is_dropped()), "{text}");
            assert!(of_its_own.len() <= notes.len(), "{text}");
        }
        Err(error) => assert_one_line(&error.to_string()),
    }
}

/// The board reads back from its FEN, and has the moves that the reference generator has.
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

/// The moves are those of the reference generator.
#[track_caller]
pub fn assert_moves_agree(board: &Board) {
    let moves = sorted(&board.legal_moves());
    assert_eq!(
        moves,
        sorted(&Mailbox::from(board).legal_moves()),
        "{board:?}"
    );
    assert_eq!(board.count_legal_moves(), moves.len() as u64, "{board:?}");
    assert_eq!(board.has_legal_moves(), !moves.is_empty(), "{board:?}");
}

/// In the order of their bits.
pub fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_unstable_by_key(|mv| mv.bits());
    moves
}
