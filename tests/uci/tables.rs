//! The options that say which positions are looked up in endgame tables. How the tables
//! themselves are read is told in `tests/syzygy/`; without tables these tests pass.
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

use crate::files::syzygy_folder;
use crate::session::Session;

/// An engine with the tables of three and four men.
fn session() -> Option<Session> {
    let folder = syzygy_folder()?;
    let mut session = Session::start();
    let said = session.ask(&format!(
        "setoption name SyzygyPath value {}",
        folder.display()
    ));
    assert!(
        said.len() == 1 && said[0].contains("30 of 4 men"),
        "{said:?}"
    );
    Some(session)
}

/// Sets an option and searches; returns the number after `word` in the last line.
#[track_caller]
fn searched(session: &mut Session, option: &str, go: &str, word: &str) -> i64 {
    let lines = session.search(&format!(
        "setoption name {option}\nsetoption name Clear Hash\n{go}"
    ));
    let last = &lines[lines.len() - 2];
    let (_, number) = last
        .split_once(&format!(" {word} "))
        .unwrap_or_else(|| panic!("{last}"));
    let number = number
        .split(' ')
        .next()
        .and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("{last}"))
}

#[test]
fn positions_with_more_men_than_the_limit_are_not_looked_up() {
    let Some(mut session) = session() else { return };
    // The root itself has three men.
    session.send("position fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1");
    let mut hits = |limit| {
        let option = format!("SyzygyProbeLimit value {limit}");
        searched(&mut session, &option, "go depth 3", "tbhits")
    };
    assert!(hits(7) > 0);
    assert!(hits(3) > 0);
    assert_eq!(hits(2), 0);
    assert_eq!(hits(0), 0);
    // Five men, and captures that leave four.
    session.send("position fen 8/7k/8/8/r2R4/3K4/7P/8 w - - 0 1");
    let mut hits = |limit| {
        let option = format!("SyzygyProbeLimit value {limit}");
        searched(&mut session, &option, "go depth 5", "tbhits")
    };
    let all = hits(4);
    assert!(all > 0);
    assert!(hits(3) < all);
    assert_eq!(hits(2), 0);
}

#[test]
fn the_largest_tables_are_looked_up_from_the_probe_depth_on() {
    let Some(mut session) = session() else { return };
    session.send("position fen 8/7k/8/8/r2R4/3K4/7P/8 w - - 0 1");
    let mut hits = |depth| {
        let option = format!("SyzygyProbeDepth value {depth}");
        searched(&mut session, &option, "go depth 6", "tbhits")
    };
    let always = hits(1);
    let (deep, never) = (hits(3), hits(100));
    assert!(always > deep && deep > never, "{always} {deep} {never}");
}

#[test]
fn without_the_fifty_move_rule_a_win_that_it_ends_is_a_win() {
    let Some(mut session) = session() else { return };
    // The mate is more than 20 plies away.
    session.send("position fen 8/8/8/4k3/8/8/8/KBN5 w - - 80 90");
    let mut score = |rule| {
        let option = format!("Syzygy50MoveRule value {rule}");
        searched(&mut session, &option, "go depth 4", "score cp")
    };
    assert_eq!(score(true), 0);
    assert!(score(false) > 5_000);
    assert_eq!(score(true), 0);
}
