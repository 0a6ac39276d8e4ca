//! The options that limit which positions are probed in the endgame tablebases. `tests/syzygy/`
//! tests the probes themselves. Without tablebases these tests pass.

use crate::files::syzygy_folder;
use crate::output::searched_number;
use crate::session::Session;

/// Starts an engine with the tablebases of three and four pieces, if they exist.
fn session() -> Option<Session> {
    let folder = syzygy_folder()?;
    let mut session = Session::start();
    let lines = session.ask(&format!(
        "setoption name SyzygyPath value {}",
        folder.display()
    ));
    assert!(
        lines.len() == 1 && lines[0].contains("30 with 4 pieces"),
        "{lines:?}"
    );
    Some(session)
}

/// Sets an option, searches with an empty hash, and returns the number after `word` in the last
/// `info` line.
#[track_caller]
fn number_with(session: &mut Session, option: &str, go: &str, word: &str) -> i64 {
    let lines = format!("setoption name {option}\nsetoption name Clear Hash\n{go}");
    searched_number(session, &lines, word)
}

/// Returns the number of tablebase hits of a search with this limit of pieces.
fn hits_with_limit(session: &mut Session, limit: u32, go: &str) -> i64 {
    let option = format!("SyzygyProbeLimit value {limit}");
    number_with(session, &option, go, "tbhits")
}

#[test]
fn positions_with_more_pieces_than_the_limit_are_not_probed() {
    let Some(mut session) = session() else { return };
    // The root has three pieces.
    session.send("position fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1");
    for (limit, has_hits) in [(7, true), (3, true), (2, false), (0, false)] {
        let hits = hits_with_limit(&mut session, limit, "go depth 3");
        assert_eq!(hits > 0, has_hits, "{limit}");
    }
    // Five pieces, and captures that leave four.
    session.send("position fen 8/7k/8/8/r2R4/3K4/7P/8 w - - 0 1");
    let [four, three, two] =
        [4, 3, 2].map(|limit| hits_with_limit(&mut session, limit, "go depth 5"));
    assert!(three < four, "{three}, {four}");
    assert_eq!(two, 0);
}

#[test]
fn the_largest_tablebases_are_probed_only_from_the_probe_depth_on() {
    let Some(mut session) = session() else { return };
    session.send("position fen 8/7k/8/8/r2R4/3K4/7P/8 w - - 0 1");
    let mut hits = |depth| {
        let option = format!("SyzygyProbeDepth value {depth}");
        number_with(&mut session, &option, "go depth 6", "tbhits")
    };
    let always = hits(1);
    let (deep, never) = (hits(3), hits(100));
    assert!(always > deep && deep > never, "{always} {deep} {never}");
}

#[test]
fn a_cursed_win_scores_as_a_win_without_the_fifty_move_rule() {
    let Some(mut session) = session() else { return };
    // The mate is more than 20 plies away.
    session.send("position fen 8/8/8/4k3/8/8/8/KBN5 w - - 80 90");
    let mut score = |rule| {
        let option = format!("Syzygy50MoveRule value {rule}");
        number_with(&mut session, &option, "go depth 4", "score cp")
    };
    assert_eq!(score(true), 0);
    assert!(score(false) > 5_000);
    assert_eq!(score(true), 0);
}

#[test]
fn a_proved_win_scores_20000_less_the_plies_to_the_tables() {
    let Some(mut session) = session() else { return };
    session.send("setoption name UCI_ShowWDL value true");
    let (win, loss, draw) = ("wdl 1000 0 0", "wdl 0 0 1000", "wdl 0 1000 0");
    for (fen, depth, score, chances) in [
        ("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", 4, "cp 20000", win),
        ("8/8/8/4k3/8/8/8/KBN5 b - - 0 1", 4, "cp -20000", loss),
        ("8/8/8/8/4k3/8/4P3/6K1 b - - 0 1", 4, "cp 0", draw),
        // The fifty-move rule prevents the win.
        ("8/8/8/4k3/8/8/8/KBN5 w - - 80 90", 4, "cp 0", draw),
        // The capture of a rook leads to the tables: Rxa4, and Kg7 Qxa8.
        ("8/7k/8/8/r2R4/3K4/7P/8 w - - 0 1", 2, "cp 19999", win),
        ("8/7k/8/8/r2R4/3K4/7P/8 w - - 0 1", 9, "cp 19999", win),
        ("r7/7k/8/8/4Q3/3K4/7P/8 b - - 0 1", 9, "cp -19998", loss),
        // Mates in the tables, and before them.
        ("8/8/8/8/8/5k2/3r4/6K1 b - - 0 1", 8, "mate 3", win),
        ("7k/8/6K1/8/r2R4/8/7P/8 w - - 0 1", 6, "mate 1", win),
    ] {
        let lines = format!("ucinewgame\nposition fen {fen}\ngo depth {depth}");
        let output = session.search(&lines);
        let expected = format!(" score {score} {chances} ");
        let last = &output[output.len() - 2];
        assert!(
            last.contains(&expected),
            "{fen}: expected{expected}in {last}"
        );
    }
}
