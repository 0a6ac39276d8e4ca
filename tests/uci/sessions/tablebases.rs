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
