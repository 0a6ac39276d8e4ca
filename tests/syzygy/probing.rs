//! Probes of positions and moves.

use ferz::chess::Move;
use ferz::eval::endgame::KNOWN_WIN;
use ferz::eval::evaluate;
use ferz::score::{DRAW, Score};
use ferz::syzygy::{ProbedMove, Wdl};

use crate::common::random::{Rng, random_board};
use crate::{all_tables, board};

/// Returns all combinations of three and four pieces, as letters of a FEN.
fn all_materials() -> Vec<String> {
    let kinds = ["Q", "R", "B", "N", "P"];
    let mut all = Vec::new();
    for (i, first) in kinds.into_iter().enumerate() {
        all.push(format!("K{first}k"));
        for second in &kinds[i..] {
            all.push(format!("K{first}{second}k"));
            all.push(format!("K{first}k{}", second.to_lowercase()));
        }
    }
    all
}

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
    let mut random = Rng::new(1);
    for material in all_materials() {
        let mut seen = [0; 3];
        for _ in 0..300 {
            let board = random_board(&material, &mut random);
            let wdl = tables.probe_wdl(&board).expect("the table is present");
            let after = |mv: Move| {
                let after = tables.probe_wdl(&board.after(mv));
                after.expect("the table is present").opposite()
            };
            let expected = board.legal_moves().into_iter().map(after).max();
            let expected = expected.unwrap_or(if board.is_in_check() {
                Wdl::Loss
            } else {
                Wdl::Draw
            });
            assert_eq!(wdl, expected, "{board:?}");
            let probed = tables.probe_moves(&board).expect("all tables are present");
            assert_eq!(probed.len(), board.legal_moves().len());
            for ProbedMove { mv, wdl, dtz } in probed {
                assert_eq!(wdl, after(mv), "{mv} in {board:?}");
                assert_eq!(dtz, dtz.filter(|&plies| plies < 101));
            }
            match wdl {
                Wdl::Win => seen[0] += 1,
                Wdl::Draw => seen[1] += 1,
                _ => seen[2] += 1,
            }
        }
        // A queen or a rook wins against a lone king, and so do bishop and knight together. One
        // minor piece does not.
        match &material[..] {
            "KQk" | "KRk" | "KBNk" => assert!(seen[1] < 100, "{material}: {seen:?}"),
            "KBk" | "KNk" => assert_eq!(seen, [0, 300, 0], "{material}"),
            _ => {}
        }
    }
}

#[test]
fn the_evaluation_of_known_endgames_agrees_with_the_tables() {
    let Some(tables) = all_tables() else { return };
    const LOST: Score = -KNOWN_WIN;
    let mut random = Rng::new(2);
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
            let board = random_board(material, &mut random);
            let wdl = tables.probe_wdl(&board).expect("the table is present");
            let score = evaluate(&board);
            let known = match score {
                KNOWN_WIN.. => Some(Wdl::Win),
                ..=LOST => Some(Wdl::Loss),
                DRAW => Some(Wdl::Draw),
                _ => None,
            };
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
