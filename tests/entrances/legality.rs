//! Any legal position, and any 16 bits taken for a move.
//! See <https://www.chessprogramming.org/Legal_Move>.

use ferz::chess::mailbox::Mailbox;
use ferz::chess::{
    Bitboard, Board, Keys, Legality, Move, MoveList, Position, generate_captures, generate_quiets,
    is_legal, is_pseudo_legal,
};

use super::bytes::Bytes;
use super::fen::{assert_sound, sorted};

/// The first bytes are a game, the others are taken for moves, by twos.
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
        assert_followed(&position, &mailbox);
        states.push(state(&position));
    }
    assert_sound(position.board());
    let moves = sorted(&mailbox.legal_moves());
    assert_eq!(sorted(&position.board().legal_moves()), moves);
    assert_parts(position.board(), &moves);
    while let Some(bits) = bytes.pair() {
        judge(&mut position, &mailbox, &moves, bits);
    }
    for expected in states.iter().rev() {
        assert_eq!(state(&position), *expected);
        if position.moves_made() > 0 {
            position.unmake_move();
        }
    }
}

type State = (Board, Keys, Bitboard, usize);

/// All that taking moves back must restore.
fn state(position: &Position) -> State {
    let (board, keys) = (*position.board(), *position.keys());
    (board, keys, position.checkers(), position.moves_made())
}

/// What follows the moves is what the board says, and the reference generator, which has come
/// here by itself, stands where the board does.
fn assert_followed(position: &Position, mailbox: &Mailbox) {
    let board = position.board();
    assert_eq!(*position.keys(), Keys::of(board), "{board:?}");
    assert_eq!(
        position.checkers(),
        Legality::of(board).checkers,
        "{board:?}"
    );
    let found = Mailbox::from(board);
    let rooks = |mailbox: &Mailbox| {
        let mut rooks = mailbox.castling_rooks.clone();
        rooks.sort_unstable();
        rooks
    };
    assert_eq!(found.squares, mailbox.squares, "{board:?}");
    assert_eq!(found.side_to_move, mailbox.side_to_move, "{board:?}");
    assert_eq!(rooks(&found), rooks(mailbox), "{board:?}");
    // The reference has the square behind every double step.
    assert!(
        found.en_passant.is_none() || found.en_passant == mailbox.en_passant,
        "{board:?}"
    );
}

/// Captures and quiet moves together are all moves.
fn assert_parts(board: &Board, moves: &[Move]) {
    let mut list = MoveList::new();
    generate_captures(board, &mut list);
    generate_quiets(board, &mut list);
    assert_eq!(sorted(&list), moves, "{board:?}");
}

/// The move in these bits is judged as it is generated; a legal one is made and taken back.
fn judge(position: &mut Position, mailbox: &Mailbox, moves: &[Move], bits: u16) {
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
        assert_followed(position, &mailbox.make_move(mv));
        assert_sound(position.board());
        position.unmake_move();
    }
    assert_eq!(state(position), before, "{mv:?}");
}
