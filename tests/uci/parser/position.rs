//! Lines with `position`, and the FENs and moves that the parser must return for them.

use ferz::engine::Command;

use crate::parsed::{command, parsed, refusal, setup};

#[test]
fn positions_are_parsed_with_all_their_moves() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (line, fields, moves) in [
        ("position startpos", None, ""),
        ("position startpos moves", None, ""),
        ("position startpos moves e2e4", None, "e2e4"),
        (
            "position  startpos   moves  e2e4   e7e5 ",
            None,
            "e2e4 e7e5",
        ),
        (
            "position startpos moves e1g1 e1h1 a7a8q b7b8n",
            None,
            "e1g1 e1h1 a7a8q b7b8n",
        ),
        (
            &format!("position fen {START} w KQkq -"),
            Some("w KQkq -"),
            "",
        ),
        (
            &format!("position fen {START} w KQkq - 5"),
            Some("w KQkq - 5"),
            "",
        ),
        (
            &format!("position fen {START} w KQkq - 0 1"),
            Some("w KQkq - 0 1"),
            "",
        ),
        (
            &format!("position fen  {START}  w\tKQkq  -  0  1"),
            Some("w KQkq - 0 1"),
            "",
        ),
        (
            &format!("position fen {START} w HAha - 0 1"),
            Some("w HAha - 0 1"),
            "",
        ),
        (
            &format!("position fen {START} b GDgd - moves e7e5"),
            Some("b GDgd -"),
            "e7e5",
        ),
        (
            &format!("position fen {START} w KQkq - moves"),
            Some("w KQkq -"),
            "",
        ),
    ] {
        let fen = fields.map(|fields| format!("{START} {fields}"));
        assert_eq!(setup(line), (fen, moves.to_owned()), "{line:?}");
    }
}

#[test]
fn move_lists_of_any_length_are_parsed_unchanged() {
    let names: Vec<String> = (0..8)
        .flat_map(|from| (0..8).map(move |to| (from, to)))
        .filter(|(from, to)| from != to)
        .map(|(from, to)| format!("{}2{}7", (b'a' + from) as char, (b'a' + to) as char))
        .collect();
    for length in [0, 1, 2, 63, 64, 65, 127, 128, 129, 300, 1000] {
        let moves: Vec<&str> = names
            .iter()
            .cycle()
            .take(length)
            .map(String::as_str)
            .collect();
        let moves = moves.join(" ");
        let line = format!("position startpos moves {moves}");
        assert_eq!(setup(&line), (None, moves), "{length}");
    }
}

#[test]
fn a_list_with_an_invalid_move_is_refused_and_the_move_is_named() {
    for bad in [
        "0000", "e2", "e2e9", "i2i4", "e2-e4", "Nf3", "O-O", "joho", "(none)", "e7e8x", "e7e8k",
        "e7e8qq", "e2e4e7e5",
    ] {
        for length in [1, 3, 64, 65, 130] {
            for place in [0, length / 2, length - 1] {
                let mut moves = vec!["g1f3"; length];
                moves[place] = bad;
                let reason = refusal(&format!("position startpos moves {}", moves.join(" ")));
                assert!(reason.contains(bad), "{bad}, {place} of {length}: {reason}");
            }
        }
    }
}

#[test]
fn uppercase_moves_are_parsed() {
    for (list, meaning) in [
        ("E2E4", "e2e4"),
        ("e2e4 E7E5 g1f3", "e2e4 e7e5 g1f3"),
        ("e7e8Q", "e7e8q"),
    ] {
        let line = format!("position startpos moves {list}");
        assert_eq!(setup(&line), (None, meaning.to_owned()), "{list}");
    }
}

#[test]
fn a_bare_fen_sets_the_position_and_the_moves_command_continues_it() {
    const FEN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(setup(FEN), (Some(FEN.to_owned()), String::new()));
    let line = format!("{FEN} moves e1g1 e8c8");
    assert_eq!(setup(&line), (Some(FEN.to_owned()), "e1g1 e8c8".to_owned()));
    match command("moves e2e4 E7E5") {
        Command::Moves(moves) => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            assert_eq!(moves, ["e2e4", "e7e5"]);
        }
        other => panic!("{other:?}"),
    }
    // Words before a UCI command are skipped, even if they look like a FEN.
    let (notes, command) = parsed("8/8/8 debug on");
    assert_eq!((notes.len(), command), (1, Command::Debug(true)));
}
