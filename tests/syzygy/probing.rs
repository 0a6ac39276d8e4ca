//! Probes of positions and moves.

use std::thread;

use ferz::chess::{Board, Move};
use ferz::eval::endgame::KNOWN_WIN;
use ferz::eval::{evaluate, is_known_endgame};
use ferz::score::{DRAW, Score};
use ferz::syzygy::{ProbedMove, Tablebases, Wdl};

use crate::common::files::syzygy_folder;
use crate::common::random::{Rng, random_board};
use crate::{all_materials, all_tables, board, open};

#[test]
fn all_tables_of_three_and_four_pieces_are_found() {
    let Some(tables) = all_tables() else { return };
    assert_eq!(tables.max_pieces(), 4);
    assert_eq!(
        tables.summary(),
        "tablebases: 5 with 3 pieces, 30 with 4 pieces; 35 have DTZ"
    );
}

/// Checks the tables against the rules of chess and against each other, and `probe_moves` against
/// `probe_wdl`.
#[test]
fn the_result_of_a_position_is_that_of_its_best_move() {
    let Some(tables) = all_tables() else { return };
    let mut rng = Rng::new(1);
    for material in all_materials() {
        let [mut wins, mut draws, mut losses] = [0; 3];
        for _ in 0..300 {
            let board = random_board(&material, &mut rng);
            let wdl = tables.probe_wdl(&board).expect("the table is present");
            let after = |mv: Move| {
                let probed = tables.probe_wdl(&board.after(mv));
                probed.expect("the table is present").opposite()
            };
            let without_moves = match board.is_in_check() {
                true => Wdl::Loss,
                false => Wdl::Draw,
            };
            let best = board.legal_moves().into_iter().map(after).max();
            let expected = best.unwrap_or(without_moves);
            assert_eq!(wdl, expected, "{board:?}");
            let probed = tables.probe_moves(&board).expect("all tables are present");
            assert_eq!(probed.len(), board.legal_moves().len());
            for ProbedMove {
                mv,
                wdl: of_move,
                dtz,
            } in probed
            {
                assert_eq!(of_move, after(mv), "{mv} in {board:?}");
                assert!(dtz.is_none_or(|plies| plies < 101), "{mv} in {board:?}");
            }
            match wdl {
                Wdl::Win => wins += 1,
                Wdl::Draw => draws += 1,
                _ => losses += 1,
            }
        }
        // A queen or a rook wins against a lone king, and so do bishop and knight together. One
        // minor piece does not.
        match &material[..] {
            "KQk" | "KRk" | "KBNk" => assert!(draws < 100, "{material}: {draws} draws"),
            "KBk" | "KNk" => assert_eq!([wins, draws, losses], [0, 300, 0], "{material}"),
            _ => {}
        }
    }
}

#[test]
fn the_evaluation_of_known_endgames_agrees_with_the_tables() {
    let Some(tables) = all_tables() else { return };
    const LOST: Score = -KNOWN_WIN;
    let mut rng = Rng::new(2);
    for (material, max_wrong) in [
        ("KPk", 0),
        ("KQk", 0),
        ("KRk", 0),
        ("KQPk", 0),
        ("KRPk", 0),
        ("KRNk", 0),
        ("KNk", 0),
        ("KBBk", 0),
        // At most 1 % are wrong: those in which the lone king can attack both pieces with its next
        // move, or is mated in the corner. A search sees both cases.
        ("KBNk", 50),
        ("KNNk", 50),
    ] {
        let mut wrong = 0;
        for _ in 0..5_000 {
            let board = random_board(material, &mut rng);
            let wdl = tables.probe_wdl(&board).expect("the table is present");
            let score = evaluate(&board);
            let known = is_known_endgame(&board).then(|| match score {
                KNOWN_WIN.. => Wdl::Win,
                ..=LOST => Wdl::Loss,
                DRAW => Wdl::Draw,
                _ => panic!("{score} {board:?}"),
            });
            wrong += u32::from(known.is_some_and(|known| known != wdl));
            assert!(known.is_some() || material != "KPk", "{score} {board:?}");
        }
        assert!(wrong <= max_wrong, "{material}: {wrong} of 5000 wrong");
    }
}

#[test]
fn positions_with_castling_rights_are_not_probed() {
    let Some(tables) = all_tables() else { return };
    let castling = board("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(tables.probe_wdl(&castling), None);
    assert_eq!(tables.probe_moves(&castling), None);
    let without = board("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert_eq!(tables.probe_wdl(&without), Some(Wdl::Win));
}

/// Returns the result and the distance to zeroing of `mv` in a position.
fn probed(tables: &Tablebases, fen: &str, mv: &str) -> (Wdl, Option<u16>) {
    let probed = tables
        .probe_moves(&board(fen))
        .expect("all tables are present");
    let probed = probed.iter().find(|probed| probed.mv.to_string() == mv);
    let probed = probed.expect("the move is legal");
    (probed.wdl, probed.dtz)
}

/// The position and its values, WDL -2 and DTZ -53, are from the documentation of python-chess:
/// <https://python-chess.readthedocs.io/en/latest/syzygy.html>.
#[test]
fn bishop_and_knight_mate_in_the_number_of_plies_that_python_chess_documents() {
    let Some(tables) = all_tables() else { return };
    let fen = "8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1";
    assert_eq!(tables.probe_wdl(&board(fen)), Some(Wdl::Loss));
    let moves = tables
        .probe_moves(&board(fen))
        .expect("all tables are present");
    assert!(moves.iter().all(|probed| probed.wdl == Wdl::Loss));
    let longest = moves.iter().filter_map(|probed| probed.dtz).max();
    assert_eq!(longest, Some(53));
}

#[test]
fn the_halfmove_clock_turns_late_wins_into_draws() {
    let Some(tables) = all_tables() else { return };
    // Mate in one, and mate in two.
    for (fen, mv, plies) in [
        ("7k/8/6K1/8/8/8/8/R7 w - - {} 80", "a1a8", 1),
        ("7k/8/5K2/8/8/8/8/R7 w - - {} 80", "f6f7", 3),
    ] {
        let at = |clock: u32| probed(&tables, &fen.replace("{}", &clock.to_string()), mv);
        assert_eq!(at(0), (Wdl::Win, Some(plies)));
        let last = 100 - u32::from(plies);
        assert_eq!(at(last), (Wdl::Win, Some(plies)));
        assert_eq!(at(last + 1), (Wdl::CursedWin, Some(plies)));
    }
}

/// Tables ignore en passant, so a probe adds it.
#[test]
fn en_passant_captures_are_probed() {
    let Some(tables) = all_tables() else { return };
    // After c2c4, Black draws by d4xc3+ e.p. Without en passant, White would win.
    let draw = "8/7k/8/8/3p4/8/2PK4/8 w - - 0 1";
    assert_eq!(probed(&tables, draw, "c2c4"), (Wdl::Draw, Some(0)));
    let before = board(draw);
    let c4 = before
        .legal_moves()
        .into_iter()
        .find(|mv| mv.to_string() == "c2c4");
    let after = before.after(c4.expect("the move is legal"));
    assert_eq!(tables.probe_wdl(&after), Some(Wdl::Draw));
    let without: Board = board("8/7k/8/8/2Pp4/8/3K4/8 b - - 0 1");
    assert_eq!(tables.probe_wdl(&without), Some(Wdl::Loss));
}

#[test]
fn two_sets_of_tablebases_can_be_open_at_once() {
    let Some(folder) = syzygy_folder() else {
        return;
    };
    let [first, second] = [0, 1].map(|_| open(folder.to_str().unwrap()).0.unwrap());
    let won = board("8/8/8/8/8/3k4/8/Q2K4 w - - 0 1");
    assert_eq!(first.probe_wdl(&won), Some(Wdl::Win));
    drop(first);
    assert_eq!(second.probe_wdl(&won), Some(Wdl::Win));
}

/// The threads also race for the first probe of each table, which maps its file.
#[test]
fn threads_probe_at_the_same_time_with_equal_results() {
    let Some(tables) = all_tables() else { return };
    let mut rng = Rng::new(3);
    let boards: Vec<Board> = all_materials()
        .iter()
        .map(|material| random_board(material, &mut rng))
        .collect();
    let probe = |board| (tables.probe_wdl(board), tables.probe_moves(board));
    let results = thread::scope(|scope| {
        let threads = [(); 8].map(|()| scope.spawn(|| boards.iter().map(probe).collect()));
        threads.map(|thread| -> Vec<_> { thread.join().expect("no thread panics") })
    });
    assert!(
        results[0]
            .iter()
            .all(|(wdl, moves)| wdl.is_some() && moves.is_some())
    );
    assert!(results.iter().all(|result| *result == results[0]));
}
