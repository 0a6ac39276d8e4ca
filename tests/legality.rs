//! Compares the move generator with three others, and its functions with each other.
//!
//! The other generators are the reference generator of this crate and the crates shakmaty and
//! cozy-chess. The positions come from random games and random placements. The games start from
//! standard, Chess960 and double Fischer random positions. Some of the placements cannot be reached
//! by a game.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;
#[path = "common/inspected.rs"]
mod inspected;
#[path = "common/shakmaty_position.rs"]
mod shakmaty_position;

use common::random::{
    Game, Rng, for_each_position, games, random_placement, scaled, unreachable_placement,
};
use ferz::chess::mailbox::Mailbox;
use ferz::chess::{
    Bitboard, Board, BoardObserver as _, CheckSquares, Keys, Legality, Move, MoveKind, MoveList,
    Piece, PieceType, Position, Square, Wanted, generate_moves, generate_pseudo_legal_moves,
    is_pseudo_legal,
};
use inspected::{Inspection, assert_inspected, generated, sorted};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position as _};
use shakmaty_position::shakmaty_position;

/// A move in a form common to all generators: from, to and promotion. Castling is written as king
/// takes rook.
type PlainMove = (Square, Square, Option<PieceType>);

/// Returns the moves in the common form, sorted.
fn plain(moves: &[Move]) -> Vec<PlainMove> {
    let mut moves: Vec<PlainMove> = moves
        .iter()
        .map(|mv| (mv.from(), mv.to(), mv.promotion()))
        .collect();
    moves.sort_unstable();
    moves
}

/// Converts a move of shakmaty.
fn shakmaty_move(mv: shakmaty::Move) -> PlainMove {
    let square = |square: shakmaty::Square| Square::from_index(square.to_usize());
    let promotion = mv
        .promotion()
        .and_then(|r| PieceType::from_letter(r.char()));
    (square(mv.from().unwrap()), square(mv.to()), promotion)
}

/// Returns the legal moves according to shakmaty, sorted.
fn shakmaty_moves(position: &Chess) -> Vec<PlainMove> {
    let mut moves: Vec<_> = position
        .legal_moves()
        .into_iter()
        .map(shakmaty_move)
        .collect();
    moves.sort_unstable();
    moves
}

/// Converts a board to one of cozy-chess.
fn cozy_board(board: &Board) -> cozy_chess::Board {
    cozy_chess::Board::from_fen(&board.shredder_fen(), true)
        .unwrap_or_else(|error| panic!("{error:?}\n{board:?}"))
}

/// Returns the legal moves according to cozy-chess, sorted.
fn cozy_moves(board: &cozy_chess::Board) -> Vec<PlainMove> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece.into_iter().map(|mv| {
            let letter = mv.promotion.map(char::from);
            (
                Square::from_index(mv.from as usize),
                Square::from_index(mv.to as usize),
                letter.and_then(PieceType::from_letter),
            )
        }));
        false
    });
    moves.sort_unstable();
    moves
}

fn assert_generators_agree(board: &Board, shakmaty: &Chess, cozy: &cozy_chess::Board) {
    assert_three_generators_agree(board, shakmaty);
    let own = plain(&board.legal_moves());
    assert_eq!(own, cozy_moves(cozy), "cozy-chess: {board:?}");
}

fn assert_three_generators_agree(board: &Board, shakmaty: &Chess) {
    let own = board.legal_moves();
    assert_inspected(board, |inspection| {
        inspection.compare_with_reference(&Mailbox::from(board));
    });
    assert_eq!(plain(&own), shakmaty_moves(shakmaty), "shakmaty: {board:?}");
}

/// Asserts that all generators agree in every position of a game. shakmaty and cozy-chess make the
/// moves on their own boards.
fn assert_generators_agree_along(game: &Game) {
    let mut board = game.start;
    let mut shakmaty = shakmaty_position(&board);
    let mut cozy = cozy_board(&board);
    for &mv in &game.moves {
        assert_generators_agree(&board, &shakmaty, &cozy);
        let theirs = shakmaty.legal_moves();
        let same = theirs
            .into_iter()
            .find(|&their| vec![shakmaty_move(their)] == plain(&[mv]));
        shakmaty.play_unchecked(same.unwrap());
        cozy.play(cozy_move(mv));
        board.make_move(mv);
        let fen = Fen::from_position(&shakmaty, EnPassantMode::Legal);
        assert_eq!(board.to_string(), fen.to_string());
    }
    assert_generators_agree(&board, &shakmaty, &cozy);
}

/// Converts a move to one of cozy-chess.
fn cozy_move(mv: Move) -> cozy_chess::Move {
    let promotion = mv.promotion().map(|kind| kind.letter().try_into().unwrap());
    cozy_chess::Move {
        from: cozy_chess::Square::index(mv.from().index()),
        to: cozy_chess::Square::index(mv.to().index()),
        promotion,
    }
}

#[test]
fn four_generators_agree_along_random_games() {
    for game in games(1, scaled(700)) {
        assert_generators_agree_along(&game);
    }
}

#[test]
fn four_generators_agree_on_random_placements() {
    let mut rng = Rng::new(2);
    for _ in 0..scaled(50_000) {
        let board = random_placement(&mut rng);
        assert_generators_agree(&board, &shakmaty_position(&board), &cozy_board(&board));
    }
}

/// cozy-chess rejects most of these positions: no single move can give the checks, or the king was
/// in check before the opponent's double push.
#[test]
fn three_generators_agree_on_placements_that_no_game_can_reach() {
    let mut rng = Rng::new(17);
    let mut many_checkers = 0;
    for _ in 0..scaled(50_000) {
        let board = unreachable_placement(&mut rng);
        assert_three_generators_agree(&board, &shakmaty_position(&board));
        many_checkers += u32::from(board.checkers().count() > 2);
    }
    assert!(many_checkers > 100, "{many_checkers}");
}

#[test]
fn random_games_have_every_kind_of_move_and_checks_pins_and_mates() {
    let mut kinds = [0; 16];
    let (mut double_checks, mut mates, mut pins) = (0, 0, 0);
    // Not scaled, because a quarter of these games would have too few double checks or mates.
    for game in games(1, 2000) {
        for &mv in &game.moves {
            kinds[mv.kind() as usize] += 1;
        }
        for board in game.boards() {
            let legality = Legality::of(&board);
            double_checks += u32::from(legality.checkers.more_than_one());
            pins += u32::from(legality.pins().any());
            mates += u32::from(board.is_checkmate());
        }
    }
    let valid = (0..16).filter(|&bits| MoveKind::from_bits(bits).is_some());
    for bits in valid {
        assert!(
            kinds[usize::from(bits)] > 10,
            "{:?}: {kinds:?}",
            MoveKind::from_bits(bits)
        );
    }
    assert!(double_checks > 10 && mates > 10 && pins > 1000);
}

#[test]
fn captures_quiet_moves_and_pseudo_legal_moves_agree_with_the_legal_moves() {
    for_each_position(3, scaled(2000), |board| {
        assert_inspected(board, Inspection::compare_partial_generators);
    });
}

#[test]
fn pseudo_legal_moves_agree_with_the_reference_generator() {
    for_each_position(5, scaled(1000), |board| {
        let mailbox = Mailbox::from(board);
        let moves = generated(board, generate_pseudo_legal_moves);
        assert_eq!(moves, sorted(&mailbox.pseudo_legal_moves()), "{board:?}");
    });
}

#[test]
fn the_count_and_the_existence_of_legal_moves_agree_with_their_list() {
    for_each_position(6, scaled(4000), |board| {
        assert_inspected(board, Inspection::compare_numbers);
    });
}

#[test]
fn the_moves_of_all_piece_types_together_are_the_legal_moves() {
    for_each_position(7, scaled(2000), |board| {
        let legality = Legality::of(board);
        let mut all = MoveList::new();
        for kind in PieceType::ALL {
            let before = all.len();
            let movers = board.of_type(kind);
            generate_moves(board, &legality, Wanted::All, movers, &mut all);
            let of_kind = |mv: &Move| board.piece_type_at(mv.from()) == Some(kind);
            assert!(all[before..].iter().all(of_kind), "{kind}: {board:?}");
        }
        assert_eq!(sorted(&all), sorted(&board.legal_moves()), "{board:?}");
        let before = all.len();
        generate_moves(board, &legality, Wanted::All, Bitboard::EMPTY, &mut all);
        assert_eq!(all.len(), before, "{board:?}");
    });
}

/// Returns the moves among all 65,536 encodings for which `predicate` holds, in order.
fn encodings(predicate: impl Fn(Move) -> bool) -> Vec<Move> {
    (0..=u16::MAX)
        .filter_map(Move::from_bits)
        .filter(|&mv| predicate(mv))
        .collect()
}

/// Tries all 65,536 encodings of moves. Asserts that `try_make_move` and the tests for legal and
/// pseudo-legal moves accept exactly the generated moves.
fn assert_encodings_agree_with_generation(board: &Board) {
    assert_inspected(board, Inspection::compare_all_encodings);
    let made = encodings(|mv| {
        let mut after = *board;
        match after.try_make_move(mv) {
            Ok(()) => after == board.after(mv),
            Err(error) => {
                assert_eq!((error.mv, *error.board, after), (mv, *board, *board));
                false
            }
        }
    });
    assert_eq!(made, sorted(&board.legal_moves()), "{board:?}");
    let pseudo_legal = encodings(|mv| is_pseudo_legal(board, mv));
    let expected = generated(board, generate_pseudo_legal_moves);
    assert_eq!(pseudo_legal, expected, "{board:?}");
}

#[test]
fn every_encoding_of_a_move_is_legal_exactly_if_it_is_generated() {
    let mut count = 0;
    for_each_position(8, scaled(1200), |board| {
        count += 1;
        let is_special = board.en_passant().is_some() || board.is_in_check();
        if count % 100 == 0 || is_special && count % 20 == 0 {
            assert_encodings_agree_with_generation(board);
        }
    });
}

#[test]
fn the_state_after_each_move_of_a_game_agrees_with_the_reference_generator() {
    for game in games(10, scaled(4000)) {
        // Only the first mailbox is converted from a board; the others follow from its own moves.
        let (mut position, mut mailbox) = (Position::new(game.start), Mailbox::from(&game.start));
        for &mv in &game.moves {
            position.make_move(mv);
            mailbox = mailbox.make_move(mv);
            assert_inspected(position.board(), |inspection| {
                inspection.compare_state_after(mv, &position, &mailbox);
            });
        }
    }
}

#[test]
fn the_predicted_key_after_a_move_is_right_except_for_special_moves() {
    for game in games(14, scaled(1000)) {
        let mut position = Position::new(game.start);
        for &mv in &game.moves {
            let guess = position.guess_key_after(position.board().piece_move(mv));
            let rights = position.board().castling();
            position.make_move(mv);
            let board = position.board();
            let special = mv.is_castle()
                || mv.promotion().is_some()
                || mv.is_en_passant()
                || board.en_passant().is_some()
                || board.castling() != rights;
            let key = position.keys().tt_key(board.halfmove_clock());
            assert_eq!(guess == key, !special, "{mv:?}: {position:?}");
        }
    }
}

/// Returns which of the six keys differ: position key, pawn key, White's and Black's non-pawn keys,
/// minor-piece key, major-piece key.
fn changed(a: &Keys, b: &Keys) -> [bool; 6] {
    [
        a.all != b.all,
        a.pawns != b.pawns,
        a.non_pawns[0] != b.non_pawns[0],
        a.non_pawns[1] != b.non_pawns[1],
        a.minors != b.minors,
        a.majors != b.majors,
    ]
}

#[test]
fn each_key_changes_only_with_its_own_pieces() {
    let board: Board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1"
        .parse()
        .unwrap();
    let keys = Keys::of(&board);
    for (letter, expected) in [
        ('P', [true, true, false, false, false, false]),
        ('n', [true, false, false, true, true, false]),
        ('B', [true, false, true, false, true, false]),
        ('r', [true, false, false, true, false, true]),
        ('Q', [true, false, true, false, false, true]),
        ('k', [true, false, false, true, true, true]),
    ] {
        // Adds a piece and removes it again through `BoardObserver`.
        let (mut more, piece) = (keys, Piece::from_letter(letter).unwrap());
        more.piece_added(piece, Square::E4);
        assert_eq!(changed(&keys, &more), expected, "{letter}");
        more.piece_removed(piece, Square::E4);
        assert_eq!(more, keys, "{letter}");
    }
    let white: Board = board.to_string().replace(" b ", " w ").parse().unwrap();
    let (only_all, turned) = ([true, false, false, false, false, false], Keys::of(&white));
    assert_eq!(changed(&keys, &turned), only_all);
    let castling: Board = board
        .to_string()
        .replace(" - - ", " Kq - ")
        .parse()
        .unwrap();
    assert_eq!(changed(&keys, &Keys::of(&castling)), only_all);
}

#[test]
fn unmaking_moves_restores_board_and_keys() {
    for game in games(11, scaled(4000)) {
        let mut position = Position::new(game.start);
        let mut before = Vec::new();
        for &mv in &game.moves {
            before.push((*position.board(), *position.keys()));
            position.make_move(mv);
        }
        while let Some(state) = before.pop() {
            position.unmake_move();
            let now = (*position.board(), *position.keys());
            assert_eq!(now, state);
        }
        assert_eq!(position.moves_made(), 0);
    }
}

#[test]
fn a_null_move_changes_only_the_side_to_move_and_can_be_unmade() {
    for_each_position(12, scaled(2000), |board| {
        if board.is_in_check() {
            return;
        }
        let mut position = Position::new(*board);
        position.make_null_move();
        let after = *position.board();
        assert_eq!(after.side_to_move(), !board.side_to_move());
        assert!(after.pieces().eq(board.pieces()));
        assert_eq!(after.castling(), board.castling());
        assert_eq!(after.en_passant(), None);
        assert_eq!(*position.keys(), Keys::of(&after), "{board:?}");
        position.unmake_move();
        assert_eq!(position.board(), board);
        assert_eq!(*position.keys(), Keys::of(board));
    });
}

#[test]
fn the_state_after_each_legal_move_agrees_with_the_reference_generator() {
    for_each_position(13, scaled(60), |board| {
        assert_inspected(board, |inspection| {
            let mut position = Position::new(*board);
            inspection.compare_made_moves(&mut position, &Mailbox::from(board));
        });
        let checks = CheckSquares::of(board);
        for mv in board.legal_moves() {
            let after = board.after(mv);
            let is_check = checks.is_given_by(board, board.piece_move(mv));
            assert_eq!(is_check, after.is_in_check(), "{mv:?}: {board:?}");
        }
    });
}

#[test]
fn check_mate_stalemate_and_insufficient_material_agree_with_shakmaty() {
    for game in games(15, scaled(4000)) {
        // Mates and stalemates are at the end of games.
        for board in game.boards().iter().rev().take(20) {
            let position = shakmaty_position(board);
            assert_eq!(board.checkers().0, position.checkers().0, "{board:?}");
            assert_eq!(board.is_checkmate(), position.is_checkmate(), "{board:?}");
            assert_eq!(board.is_stalemate(), position.is_stalemate(), "{board:?}");
            let insufficient = Position::new(*board).is_insufficient_material();
            assert_eq!(
                insufficient,
                position.is_insufficient_material(),
                "{board:?}"
            );
        }
    }
}
