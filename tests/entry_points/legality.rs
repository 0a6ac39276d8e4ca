//! Plays any legal game, and decodes any 16 bits as a move.

use ferz::chess::mailbox::Mailbox;
use ferz::chess::{Bitboard, Board, Keys, Legality, Move, Position, is_legal, is_pseudo_legal};

use super::bytes::Bytes;
use super::fen::assert_sound;
use super::inspected::assert_inspected;

/// Plays the game that the first bytes describe. Each pair of the other bytes encodes a move.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    let Some(start) = bytes.start() else {
        return;
    };
    let mut position = Position::new(start);
    let mut mailbox = Mailbox::from(&start);
    let mut states = vec![state(&position)];
    for _ in 0..bytes.below(256) {
        if bytes.is_empty() {
            break;
        }
        let Some(mv) = bytes.legal_move(position.board()) else {
            break;
        };
        position.make_move(mv);
        mailbox = mailbox.make_move(mv);
        assert_state_after(mv, &position, &mailbox);
        states.push(state(&position));
    }
    assert_sound(position.board());
    assert_inspected(position.board(), |inspection| {
        inspection.compare_with_reference(&mailbox);
        inspection.compare_partial_generators();
    });
    let moves = position.board().legal_moves();
    while let Some(bits) = bytes.pair() {
        check_encoding(&mut position, &mailbox, &moves, bits);
    }
    for expected in states.iter().rev() {
        assert_eq!(state(&position), *expected);
        if position.moves_made() > 0 {
            position.unmake_move();
        }
    }
}

type State = (Board, Keys, Bitboard, usize);

/// Returns everything that unmaking moves must restore.
fn state(position: &Position) -> State {
    let (board, keys) = (*position.board(), *position.keys());
    (board, keys, position.checkers(), position.moves_made())
}

/// Asserts that the keys and checkers after a move equal those computed from the board, and that
/// the board equals that of the mailbox generator, which has made all moves itself.
fn assert_state_after(mv: Move, position: &Position, mailbox: &Mailbox) {
    assert_inspected(position.board(), |inspection| {
        inspection.compare_state_after(mv, position, mailbox);
    });
}

/// Asserts that the move with this encoding is legal exactly if the generator lists it. Makes and
/// unmakes a legal move.
fn check_encoding(position: &mut Position, mailbox: &Mailbox, moves: &[Move], bits: u16) {
    let board = *position.board();
    let Some(mv) = Move::from_bits(bits) else {
        return;
    };
    assert_eq!(mv.bits(), bits);
    let legal = is_legal(&board, &Legality::of(&board), mv);
    assert_eq!(legal, moves.contains(&mv), "{mv:?} {board:?}");
    assert_eq!(position.is_legal(mv), legal, "{mv:?} {board:?}");
    assert!(!legal || is_pseudo_legal(&board, mv), "{mv:?} {board:?}");
    let before = state(position);
    let made = position.try_make_move(mv);
    assert_eq!(made.is_ok(), legal, "{mv:?} {board:?}");
    if legal {
        assert_eq!(*position.board(), board.after(mv));
        assert_state_after(mv, position, &mailbox.make_move(mv));
        assert_sound(position.board());
        position.unmake_move();
    }
    assert_eq!(state(position), before, "{mv:?}");
}
