//! Sessions with the real program: what it says of a search.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::{Move, Position, has_legal_moves, legal_moves};
use ferz::engine::Command;

use crate::KIWIPETE;
use crate::lines::{command, millis};
use crate::session::Session;

/// The game that the words behind `position` describe.
#[track_caller]
pub(crate) fn game(setup: &str) -> Position {
    let Command::Position { fen, moves } = command(&format!("position {setup}")) else {
        panic!("{setup} is no position");
    };
    let board = fen.map_or_else(Default::default, |fen| {
        fen.parse()
            .unwrap_or_else(|error| panic!("{setup}: {error}"))
    });
    let mut position = Position::new(board);
    for written in moves {
        let mv = written.resolve(position.board());
        position.make_move(mv.unwrap_or_else(|| panic!("{setup}: {written} is not legal")));
    }
    position
}

/// The legal move that is written so, in this notation and no other.
fn legal_move(position: &Position, written: &str, notation: CastlingNotation) -> Option<Move> {
    legal_moves(position.board())
        .into_iter()
        .find(|&mv| CoordinateMove::new(mv, notation).to_string() == written)
}

/// Whether nobody moves any more.
fn is_over(position: &Position) -> bool {
    !has_legal_moves(position.board())
        || position.is_threefold_repetition()
        || position.is_fifty_move_draw()
}

/// An `info` line about a position searched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Info {
    pub(crate) depth: u64,
    pub(crate) multipv: Option<u64>,
    /// Mates are counted from this far above 0.
    pub(crate) score: i64,
    pub(crate) is_mate: bool,
    pub(crate) is_bound: bool,
    pub(crate) wdl: Option<[u64; 3]>,
    pub(crate) nodes: u64,
    pub(crate) time: u64,
    pub(crate) pv: Vec<String>,
}

impl Info {
    /// Better than any number of centipawns.
    const MATE: i64 = 1_000_000;

    /// Full moves to the mate, negative for being mated.
    pub(crate) fn mate(&self) -> Option<i64> {
        let distance = Self::MATE - self.score.abs();
        self.is_mate.then(|| distance * self.score.signum())
    }

    /// Reads a line strictly: each attribute once, `depth` first, `pv` last, whole numbers.
    #[track_caller]
    fn parse(line: &str) -> Self {
        let mut info = Self::default();
        let mut words = line.split(' ').peekable();
        assert_eq!(words.next(), Some("info"), "{line}");
        assert_eq!(words.peek(), Some(&"depth"), "{line}");
        let mut seen = HashSet::new();
        while let Some(name) = words.next() {
            assert!(seen.insert(name), "{name} twice: {line}");
            let mut number = || -> i64 {
                let word = words.next().unwrap_or_default();
                let digits = word.trim_start_matches('-');
                assert!(
                    digits.starts_with(|c: char| c.is_ascii_digit()),
                    "{name} {word}: {line}"
                );
                word.parse().unwrap_or_else(|_| panic!("{word}: {line}"))
            };
            let mut count = || u64::try_from(number()).unwrap_or_else(|_| panic!("{line}"));
            match name {
                "depth" => info.depth = count(),
                "seldepth" | "nps" | "tbhits" | "currmovenumber" => {
                    count();
                }
                "multipv" => info.multipv = Some(count()),
                "nodes" => info.nodes = count(),
                "time" => info.time = count(),
                "hashfull" => assert!(count() <= 1000, "{line}"),
                "wdl" => info.wdl = Some([count(), count(), count()]),
                "score" => {
                    let kind = words.next().unwrap_or_default();
                    let value = words.next().and_then(|word| word.parse::<i64>().ok());
                    let value = value.unwrap_or_else(|| panic!("{line}"));
                    (info.is_mate, info.score) = match kind {
                        "cp" => (false, value),
                        "mate" if value > 0 => (true, Self::MATE - value),
                        "mate" => (true, -Self::MATE - value),
                        _ => panic!("{line}"),
                    };
                    while let Some(_bound) =
                        words.next_if(|word| ["lowerbound", "upperbound"].contains(word))
                    {
                        assert!(!info.is_bound, "{line}");
                        info.is_bound = true;
                    }
                }
                "pv" => {
                    info.pv = words.by_ref().map(str::to_owned).collect();
                    assert!(!info.pv.is_empty(), "{line}");
                }
                "currmove" => assert!(words.next().is_some(), "{line}"),
                _ => panic!("{name} is not an attribute of info: {line}"),
            }
        }
        info
    }
}

/// What a search has said, looked at from all sides.
#[derive(Debug)]
pub(crate) struct Searched {
    /// All lines with a score and a variation.
    pub(crate) infos: Vec<Info>,
    pub(crate) best: String,
}

impl Searched {
    /// Checks all that UCI and match runners want of the output of a search.
    #[track_caller]
    pub(crate) fn check(setup: &str, lines: &[String], notation: CastlingNotation) -> Self {
        let position = game(setup);
        let (last, infos) = lines.split_last().expect("a search says something");
        let infos: Vec<Info> = infos
            .iter()
            .filter(|line| !line.starts_with("info string "))
            .map(|line| Info::parse(line))
            .filter(|info| !info.pv.is_empty())
            .collect();
        for info in &infos {
            Self::check_variation(&position, info, notation);
        }
        Self::check_order(&infos);
        let best: Vec<&str> = last.split(' ').collect();
        let final_line = infos
            .iter()
            .rfind(|info| info.multipv.unwrap_or(1) == 1)
            .unwrap_or_else(|| panic!("no line before {last}"));
        assert!(!final_line.is_bound, "{final_line:?}");
        match &best[..] {
            ["bestmove", mv] => assert_eq!(final_line.pv[0], *mv),
            ["bestmove", mv, "ponder", answer] => {
                assert_eq!(final_line.pv[..2], [*mv, *answer]);
            }
            _ => panic!("{last:?}"),
        }
        Self {
            best: best[1].to_owned(),
            infos,
        }
    }

    /// Every move of a variation is legal, and none is made when the game is over.
    #[track_caller]
    fn check_variation(position: &Position, info: &Info, notation: CastlingNotation) {
        let mut position = position.clone();
        for (i, written) in info.pv.iter().enumerate() {
            assert!(
                i == 0 || !is_over(&position),
                "{written} is played after the end: {info:?}"
            );
            let mv = legal_move(&position, written, notation);
            position.make_move(mv.unwrap_or_else(|| panic!("{written} is not legal: {info:?}")));
        }
        if let Some(moves) = info.mate() {
            let length = info.pv.len() as i64;
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert!(moves != 0 && length <= plies, "a longer mate: {info:?}");
            if length == plies {
                assert!(position.board().is_checkmate(), "no mate: {info:?}");
            }
        }
        if let Some(chances) = info.wdl {
            assert_eq!(chances.iter().sum::<u64>(), 1000, "{info:?}");
        }
    }

    /// Depth, time and nodes do not fall; the lines of one depth come together, best first.
    #[track_caller]
    fn check_order(infos: &[Info]) {
        for pair in infos.windows(2) {
            let [earlier, later] = pair else {
                unreachable!("windows of two")
            };
            assert!(earlier.depth <= later.depth, "{pair:?}");
            assert!(earlier.time <= later.time, "{pair:?}");
            assert!(earlier.nodes <= later.nodes, "{pair:?}");
            match (earlier.multipv, later.multipv) {
                (Some(_), Some(1)) => {}
                (Some(rank), Some(next)) => {
                    assert_eq!(next, rank + 1, "{pair:?}");
                    assert_eq!(earlier.depth, later.depth, "{pair:?}");
                    assert!(earlier.score >= later.score, "{pair:?}");
                    assert_ne!(earlier.pv[0], later.pv[0], "{pair:?}");
                }
                _ => panic!("a line without a rank: {pair:?}"),
            }
        }
        if let Some(first) = infos.first() {
            assert_eq!(first.multipv, Some(1), "{first:?}");
        }
    }

    pub(crate) fn last(&self) -> &Info {
        self.infos
            .iter()
            .rfind(|info| info.multipv.unwrap_or(1) == 1)
            .expect("checked")
    }
}

/// Sets up a position, searches it, and checks what is said.
#[track_caller]
pub(crate) fn search(session: &mut Session, setup: &str, go: &str) -> Searched {
    let lines = session.search(&format!("position {setup}\n{go}"));
    Searched::check(setup, &lines, CastlingNotation::KingMoves)
}

/// Positions in which variations are likely to come to an end, and others.
pub(crate) const SEARCHED: [&str; 14] = [
    "startpos",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
    KIWIPETE,
    // All go back to where they were: every move may repeat.
    "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3",
    // A perpetual check.
    "fen 6k1/5ppp/8/8/8/7q/8/Q5K1 b - - 0 1",
    // The fifty moves are almost over.
    "fen 8/8/4k3/8/8/3QK3/8/8 w - - 97 80",
    "fen 4k3/8/8/8/8/8/4P3/4K2R w K - 98 80",
    // Mates and stalemates lie near.
    "fen 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1",
    "fen 8/8/8/8/8/5k2/5p2/5K2 b - - 0 1",
    "fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    // Promotions.
    "fen 8/P5k1/8/8/8/8/1p4K1/8 w - - 0 1",
    "fen n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    // En passant.
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    // One legal move.
    "fen k7/8/1K6/8/8/8/8/7R b - - 0 1",
];

#[test]
fn every_line_of_a_search_has_the_form_that_match_runners_want() {
    let mut session = Session::start();
    for setup in SEARCHED {
        let searched = search(&mut session, setup, "go depth 4");
        assert!(searched.infos.iter().all(|info| info.multipv == Some(1)));
    }
}

#[test]
fn the_lines_of_several_variations_come_together_best_first() {
    let mut session = Session::start();
    session.send("setoption name MultiPV value 4");
    for setup in SEARCHED {
        let searched = search(&mut session, setup, "go depth 4");
        let expected = legal_moves(game(setup).board()).len().min(4);
        let last: Vec<&Info> = searched.infos.iter().rev().take(expected).collect();
        assert!(
            last.iter()
                .all(|info| info.depth == last[0].depth && info.multipv.is_some()),
            "{setup}: {last:?}"
        );
        assert_eq!(last[0].multipv, Some(expected as u64), "{setup}");
    }
    session.send("setoption name MultiPV value 1");
    let searched = search(&mut session, "startpos", "go depth 2");
    assert!(searched.infos.iter().all(|info| info.multipv == Some(1)));
}

#[test]
fn several_threads_speak_as_one_does() {
    let mut session = Session::start();
    session.send("setoption name Threads value 2");
    for setup in SEARCHED {
        search(&mut session, setup, "go depth 3");
    }
    session.send("setoption name MultiPV value 2");
    search(&mut session, KIWIPETE, "go depth 3");
    assert_eq!(session.quit().errors, "");
}

#[test]
fn a_search_that_is_cut_short_still_says_its_best_move_in_its_last_line() {
    let mut session = Session::start();
    for lines in ["1", "3"] {
        session.send(&format!("setoption name MultiPV value {lines}"));
        for (i, setup) in SEARCHED.iter().enumerate() {
            for nodes in [1, 2, 50 + i, 1_500 + 300 * i] {
                search(&mut session, setup, &format!("go nodes {nodes}"));
            }
        }
    }
}

#[test]
fn chances_of_winning_are_shown_if_they_are_asked_for() {
    let mut session = Session::start();
    let silent = search(&mut session, "startpos", "go depth 2");
    assert!(silent.infos.iter().all(|info| info.wdl.is_none()));
    session.send("setoption name UCI_ShowWDL value true");
    for (setup, likeliest) in [
        ("startpos", 1),
        ("fen 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", 0),
        ("fen 4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", 2),
    ] {
        for info in search(&mut session, setup, "go depth 2").infos {
            let chances = info.wdl.expect("asked for");
            assert!(
                chances.iter().all(|&chance| chance <= chances[likeliest]),
                "{setup}: {info:?}"
            );
        }
    }
}

#[test]
fn mates_are_counted_in_moves_and_have_the_sign_of_who_gives_them() {
    let mut session = Session::start();
    for (setup, mate, best) in [
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, Some("a1a8")),
        ("fen r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", 1, Some("a8a1")),
        // Paul Morphy's problem, and after its first move.
        ("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, Some("a1a6")),
        ("fen kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", -1, None),
        // Fool's mate.
        ("startpos moves f2f3 e7e5 g2g4", 1, Some("d8h4")),
    ] {
        let Some(best) = best else {
            assert_eq!(
                search(&mut session, setup, "go depth 4").last().mate(),
                Some(mate)
            );
            continue;
        };
        let searched = search(&mut session, setup, &format!("go mate {mate}"));
        assert_eq!(
            (searched.last().mate(), &*searched.best),
            (Some(mate), best),
            "{setup}"
        );
    }
}

#[test]
fn a_root_without_moves_has_the_null_move_for_an_answer() {
    for (fen, score) in [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "mate 0"),
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "mate 0",
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        let mut session = Session::start();
        session.send(&format!("position fen {fen}"));
        for go in [
            "go depth 3",
            "go nodes 100",
            "go movetime 10",
            "go wtime 100 btime 100",
            "go mate 2",
            "setoption name MultiPV value 3\ngo depth 3",
            "setoption name Threads value 2\ngo depth 3",
        ] {
            let lines = session.search(go);
            let expected = [
                format!("info depth 0 score {score}"),
                "bestmove 0000".to_owned(),
            ];
            assert_eq!(lines, expected, "{fen}: {go}");
        }
    }
}

// --- limits

#[test]
fn a_search_to_a_depth_goes_there_and_no_further() {
    let mut session = Session::start();
    for depth in 1..=5 {
        let searched = search(&mut session, "startpos", &format!("go depth {depth}"));
        let depths: Vec<u64> = searched.infos.iter().map(|info| info.depth).collect();
        assert_eq!(depths, (1..=depth).collect::<Vec<_>>());
    }
}

#[test]
fn a_search_of_so_many_nodes_visits_exactly_these() {
    let mut session = Session::start();
    for nodes in 1..20 {
        // Fewer than there are first moves: the only iteration is never completed.
        let searched = search(&mut session, "startpos", &format!("go nodes {nodes}"));
        assert_eq!(searched.last().nodes, nodes);
    }
    let mut exact = 0;
    for nodes in [
        1023, 1024, 1025, 2_000, 3_001, 5_000, 7_777, 10_000, 20_000, 33_333,
    ] {
        // The last line is older than the end of the search if nothing new came up.
        let searched = search(&mut session, KIWIPETE, &format!("go nodes {nodes}"));
        assert!(searched.last().nodes <= nodes, "{nodes}: {searched:?}");
        exact += usize::from(searched.last().nodes == nodes);
    }
    assert!(
        exact > 0,
        "no search said that it had visited all its nodes"
    );
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut session = Session::start();
    let searched = search(&mut session, "startpos", "go searchmoves a2a3 h2h3 depth 3");
    for info in &searched.infos {
        assert!(["a2a3", "h2h3"].contains(&&*info.pv[0]), "{info:?}");
    }
    session.send("setoption name MultiPV value 5");
    let searched = search(&mut session, "startpos", "go depth 2 searchmoves b1a3 g1h3");
    let ranks: Vec<_> = searched.infos.iter().map(|info| info.multipv).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(1), Some(2)]);
}

#[test]
fn a_move_to_search_that_is_not_legal_is_said_and_the_others_are_searched() {
    let mut session = Session::start();
    let lines = session.search("go searchmoves e2e5 a2a3 depth 2");
    assert!(
        lines[0].starts_with("info string ") && lines[0].contains("e2e5"),
        "{lines:?}"
    );
    let searched = Searched::check("startpos", &lines, CastlingNotation::KingMoves);
    assert_eq!(searched.best, "a2a3");
}

#[test]
fn a_search_for_a_mate_ends_when_it_is_found() {
    let mut session = Session::start();
    for (setup, moves) in [
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
        ("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 5),
    ] {
        let searched = search(&mut session, setup, &format!("go mate {moves}"));
        let found = searched.last().mate().expect("a mate");
        assert!((1..=moves).contains(&found), "{setup}: mate {found}");
    }
}

#[test]
fn a_move_gets_the_time_that_it_is_given() {
    let mut session = Session::start();
    session.settle();
    let started = Instant::now();
    search(&mut session, KIWIPETE, "go movetime 250");
    let took = started.elapsed();
    assert!((millis(150)..millis(750)).contains(&took), "{took:?}");
}

#[test]
fn all_limits_hold_together() {
    let mut session = Session::start();
    let started = Instant::now();
    for go in [
        "go depth 2 nodes 999999999 movetime 60000 wtime 600000 btime 600000",
        "go nodes 100 depth 100 movetime 60000",
        "go movetime 20 depth 100 nodes 999999999 wtime 600000",
        "go wtime 100 movetime 60000 depth 100",
        "go mate 100 nodes 500",
    ] {
        let searched = search(&mut session, "startpos", go);
        assert!(searched.last().depth <= 20, "{go}");
    }
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_clock_that_has_run_out_still_gives_a_move_at_once() {
    let mut session = Session::start();
    for setup in [KIWIPETE, "startpos moves e2e4"] {
        for go in [
            "go wtime 0 btime 0",
            "go wtime 0 btime 0 winc 0 binc 0 movestogo 0",
            "go wtime -1000 btime -1000",
            "go wtime -1000 btime -1000 winc -5 binc -5 movestogo 1",
            "go wtime 1 btime 1 movestogo 40",
            "go wtime 1 btime 1 movestogo 1",
            "go movetime 0",
            "go movetime -100",
        ] {
            let started = Instant::now();
            search(&mut session, setup, go);
            assert!(started.elapsed() < millis(500), "{setup}: {go}");
        }
    }
}

#[test]
fn a_clock_is_not_overdrawn() {
    let mut session = Session::start();
    for (setup, go) in [
        ("startpos", "go wtime 100"),
        ("startpos moves e2e4", "go btime 100"),
        (KIWIPETE, "go wtime 150 btime 1 winc 1000"),
        (KIWIPETE, "go wtime 150 btime 1 movestogo 1"),
    ] {
        let started = Instant::now();
        let searched = search(&mut session, setup, go);
        assert!(searched.last().time <= 150, "{go}: {:?}", searched.last());
        assert!(started.elapsed() < millis(600), "{go}");
    }
}

#[test]
fn a_limit_out_of_range_is_said_and_the_search_goes_on_with_the_nearest() {
    let mut session = Session::start();
    for (go, number) in [
        ("go depth 256 nodes 200", "256"),
        ("go depth 0", "0"),
        (
            "go nodes 12345678901234567890 depth 1",
            "12345678901234567890",
        ),
        ("go mate 1000 depth 1", "1000"),
        ("go movestogo 256 wtime 100", "256"),
        ("go wtime 9999999999999 depth 1", "9999999999999"),
    ] {
        let lines = session.search(go);
        assert!(
            lines[0].starts_with("info string ") && lines[0].contains(number),
            "{go}: {lines:?}"
        );
        Searched::check("startpos", &lines, CastlingNotation::KingMoves);
    }
}

#[test]
fn an_increment_without_a_clock_limits_nothing() {
    let mut session = Session::start();
    for go in [
        "go depth 6 winc 0 binc 0",
        "go winc 0 depth 6",
        "go binc 0 winc 0 nodes 30000",
    ] {
        let searched = search(&mut session, "startpos", go);
        // In the time that is left on a clock without time, no search gets that far.
        assert!(searched.last().depth >= 5, "{go}: {:?}", searched.last());
    }
}

#[test]
fn the_move_that_is_searched_is_told_after_three_seconds_and_not_before() {
    // Blocked pawns: iterations are short, so the move changes often.
    const SETUP: &str = "fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
    let mut session = Session::start();
    session.send(&format!("position {SETUP}\ngo infinite"));
    let is_current_move = |line: &String| line.contains(" currmove ");
    let early = session.lines_within(millis(2_700));
    assert!(!early.iter().any(is_current_move), "{early:?}");
    let line = loop {
        let line = session.line();
        if is_current_move(&line) {
            break line;
        }
    };
    let words: Vec<&str> = line.split(' ').collect();
    let ["info", "depth", _, "currmove", mv, "currmovenumber", number] = words[..] else {
        panic!("{line:?}")
    };
    assert!(legal_move(&game(SETUP), mv, CastlingNotation::KingMoves).is_some());
    assert!((1..=3).contains(&number.parse().unwrap_or(0)), "{line:?}");
}
