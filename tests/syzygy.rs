//! Endgame tables are found, checked and obeyed.
//!
//! The tables themselves are too large to come with the program. Tests that need them look
//! in the folder that `FERZ_SYZYGY` names, or in `../shared/data/syzygy`; without tables of
//! three and four men there they pass, and say so.

mod common;
#[path = "common/session.rs"]
mod session;

use std::fs;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use common::files::{empty_folder, syzygy_folder};
use common::random::{Rng, random_board};
use ferz::chess::{Board, Move, Position, legal_moves};
use ferz::eval::endgame::KNOWN_WIN;
use ferz::eval::evaluate;
use ferz::score::{DRAW, EVALUATION_BOUND, Score, TABLE_WIN, is_mate};
use ferz::search::limits::Limits;
use ferz::search::pool::Pool;
use ferz::search::{Job, Line};
use ferz::syzygy::{Judged, Opened, Outcome, SEPARATOR, Tables};
use session::Session;

/// Tables can be open but once in a program: tests wait for each other.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn open(path: &str) -> (Option<Tables>, Vec<String>) {
    let Opened { tables, problems } = Tables::open(path);
    (tables, problems.iter().map(ToString::to_string).collect())
}

/// The tables of three and four men.
fn all_tables() -> Option<Arc<Tables>> {
    let (tables, problems) = open(syzygy_folder()?.to_str()?);
    assert_eq!(problems, [""; 0]);
    tables.map(Arc::new)
}

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{error}: {fen}"))
}

/// All sets of three and four men, as letters of a FEN.
fn all_men() -> Vec<String> {
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

fn opposite(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Loss => Outcome::Win,
        Outcome::BlessedLoss => Outcome::CursedWin,
        Outcome::Draw => Outcome::Draw,
        Outcome::CursedWin => Outcome::BlessedLoss,
        Outcome::Win => Outcome::Loss,
    }
}

#[test]
fn all_tables_of_three_and_four_men_are_found() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    assert_eq!(tables.most_men(), 4);
    assert_eq!(
        tables.summary(),
        "endgame tables: 5 of 3 men, 30 of 4 men; with distances: 35"
    );
}

/// A position is worth what its best move is worth: that ties the tables to our rules of
/// chess, and to each other, and the moves' outcomes to the positions'.
#[test]
fn every_outcome_is_that_of_the_best_move() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    let mut random = Rng::new(1);
    for men in all_men() {
        let mut seen = [0; 3];
        for _ in 0..300 {
            let board = random_board(&men, &mut random);
            let outcome = tables.outcome(&board).expect("a table for it");
            let after = |mv: Move| opposite(tables.outcome(&board.after(mv)).expect("a table"));
            let expected = legal_moves(&board).into_iter().map(after).max();
            let expected = expected.unwrap_or(if board.is_in_check() {
                Outcome::Loss
            } else {
                Outcome::Draw
            });
            assert_eq!(outcome, expected, "{board:?}");
            let judged = tables.judge_moves(&board).expect("all tables");
            assert_eq!(judged.len(), legal_moves(&board).len());
            for Judged {
                mv,
                outcome,
                distance,
            } in judged
            {
                assert_eq!(outcome, after(mv), "{mv} in {board:?}");
                assert_eq!(distance, distance.filter(|&half_moves| half_moves < 101));
            }
            match outcome {
                Outcome::Win => seen[0] += 1,
                Outcome::Draw => seen[1] += 1,
                _ => seen[2] += 1,
            }
        }
        // What everyone knows: a queen or a rook beats a bare king, a minor piece does not.
        match &men[..] {
            "KQk" | "KRk" | "KBNk" => assert!(seen[1] < 100, "{men}: {seen:?}"),
            "KBk" | "KNk" => assert_eq!(seen, [0, 300, 0], "{men}"),
            _ => {}
        }
    }
}

#[test]
fn what_the_evaluation_knows_is_what_the_tables_know() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    const LOST: Score = -KNOWN_WIN;
    let mut random = Rng::new(2);
    for (men, most_wrong) in [
        ("KPk", 0),
        ("KQk", 0),
        ("KRk", 0),
        ("KQPk", 0),
        ("KRPk", 0),
        ("KRNk", 0),
        ("KNk", 0),
        ("KBBk", 0),
        // Up to one in a hundred: the lone king's next move attacks both men, or it is mated
        // in the corner by its own fault. A search sees both.
        ("KBNk", 50),
        ("KNNk", 50),
    ] {
        let mut wrong = 0;
        for _ in 0..5_000 {
            let board = random_board(men, &mut random);
            let outcome = tables.outcome(&board).expect("a table for it");
            let score = evaluate(&board);
            let known = match score {
                KNOWN_WIN.. => Some(Outcome::Win),
                ..=LOST => Some(Outcome::Loss),
                DRAW => Some(Outcome::Draw),
                _ => None,
            };
            wrong += u32::from(known.is_some_and(|known| known != outcome));
            assert!(known.is_some() || men != "KPk", "{score} {board:?}");
        }
        assert!(wrong <= most_wrong, "{men}: {wrong} of 5000 wrong");
    }
}

#[test]
fn nothing_is_looked_up_where_someone_may_castle() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    let castling = board("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(tables.outcome(&castling), None);
    assert_eq!(tables.judge_moves(&castling), None);
    let without = board("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert_eq!(tables.outcome(&without), Some(Outcome::Win));
}

/// A thread with tables, and what its searches report.
struct Searcher {
    pool: Pool,
}

impl Searcher {
    fn new(tables: &Arc<Tables>) -> Self {
        let mut pool = Pool::new(1.try_into().unwrap(), 1).unwrap();
        pool.set_tables(Some(tables.clone()));
        Self { pool }
    }

    /// The last lines and the move of a search of so many nodes.
    fn search(&mut self, position: &Position, nodes: u64, lines: usize) -> (Vec<Line>, Move) {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let job = Job {
            lines,
            ..Job::new(position.clone(), limits)
        };
        let mut result = self.pool.search(job).unwrap();
        let last = result.lines.len().saturating_sub(lines);
        let best_move = result.best_move.expect("a move");
        (result.lines.split_off(last), best_move)
    }

    fn score(&mut self, position: &Position) -> Score {
        self.search(position, 300, 1).0[0].score
    }
}

/// The longest way to lose: what the engine has to beat.
fn best_defence(tables: &Tables, board: &Board) -> Move {
    let judged = tables.judge_moves(board).expect("all tables");
    let best = judged
        .iter()
        .max_by_key(|judged| (judged.outcome, judged.distance));
    best.expect("a move").mv
}

/// With so few nodes the search alone would not find the mates, nor know of the rule.
#[test]
fn won_endings_are_won_within_fifty_moves_against_the_best_defence() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    let mut random = Rng::new(3);
    let mut searcher = Searcher::new(&tables);
    for men in ["KBNk", "KQkr", "KBNk", "KPkp", "KPPk"] {
        let start = std::iter::repeat_with(|| random_board(men, &mut random))
            .find(|board| tables.outcome(board) == Some(Outcome::Win))
            .expect("an endless iterator");
        let mut position = Position::new(start);
        while !legal_moves(position.board()).is_empty() {
            assert!(!position.is_draw(), "{start:?} was only drawn");
            let mv = if position.side_to_move() == start.side_to_move() {
                searcher.search(&position, 200, 1).1
            } else {
                best_defence(&tables, position.board())
            };
            position.make_move(mv);
        }
        assert!(
            position.board().is_checkmate(),
            "{start:?} ended in stalemate"
        );
    }
}

#[test]
fn a_win_that_the_fifty_move_rule_ends_is_a_draw() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    let mut random = Rng::new(4);
    // A mate in 20 moves or more, pieces being what they are.
    let far = std::iter::repeat_with(|| random_board("KBNk", &mut random))
        .find(|board| {
            let judged = tables.judge_moves(board).expect("all tables");
            let wins = judged
                .iter()
                .filter(|judged| judged.outcome == Outcome::Win);
            wins.filter_map(|judged| judged.distance)
                .min()
                .is_some_and(|least| least >= 40)
        })
        .expect("an endless iterator");
    let fen = far.to_string();
    let at = |clock: u32| board(&fen.replace(" 0 1", &format!(" {clock} 90")));
    let best = |clock| {
        let judged = tables.judge_moves(&at(clock)).expect("all tables");
        judged.iter().map(|judged| judged.outcome).max()
    };
    assert_eq!(best(20), Some(Outcome::Win));
    assert_eq!(best(80), Some(Outcome::CursedWin));
    let mut searcher = Searcher::new(&tables);
    assert_eq!(searcher.score(&Position::new(at(20))), TABLE_WIN);
    assert_eq!(searcher.score(&Position::new(at(80))), DRAW);
}

#[test]
fn captures_that_lead_into_the_tables_are_looked_up_in_the_tree() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    let mut searcher = Searcher::new(&tables);
    // Rook takes rook, and what is left is won, as the tables say.
    let position = Position::new(board("8/7k/8/8/r2R4/3K4/7P/8 w - - 0 1"));
    let (lines, mv) = searcher.search(&position, 2_000, 1);
    assert!(lines[0].table_hits > 0);
    assert_eq!(mv.to_string(), "d4a4");
}

#[test]
fn several_lines_keep_the_order_of_the_tables() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    // The pawn's moves draw or win; some of the king's draw.
    let start = board("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1");
    let judged = tables.judge_moves(&start).expect("all tables");
    let mut searcher = Searcher::new(&tables);
    let (lines, best) = searcher.search(&Position::new(start), 3_000, judged.len());
    assert_eq!(lines.len(), judged.len());
    let outcome = |mv: Move| {
        judged
            .iter()
            .find(|judged| judged.mv == mv)
            .unwrap()
            .outcome
    };
    assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(outcome(line.pv[0]))));
    assert_eq!(lines[0].pv[0], best);
    for line in &lines {
        let expected = match outcome(line.pv[0]) {
            Outcome::Win => TABLE_WIN,
            Outcome::Loss => -TABLE_WIN,
            _ => DRAW,
        };
        assert!(is_mate(line.score) || line.score == expected, "{line:?}");
    }
}

#[test]
fn scores_of_tables_lie_between_evaluations_and_mates() {
    assert!(EVALUATION_BOUND < TABLE_WIN && !is_mate(TABLE_WIN));
}

/// What is said of files with such names that are wrong is in `messages/syzygy.rs`.
#[test]
fn files_with_other_names_are_not_looked_at() {
    let _turn = turn();
    let folder = empty_folder("names");
    for name in ["KvKQ.rtbw", "README.txt"] {
        fs::write(folder.join(name), [0; 80]).unwrap();
    }
    let (tables, problems) = open(folder.to_str().unwrap());
    assert!(tables.is_none());
    assert!(
        problems.len() == 1 && problems[0].contains("no tables in"),
        "{problems:?}"
    );
    fs::remove_dir_all(folder).unwrap();
}

/// Copies of files that are cut short anywhere must be seen through.
#[test]
fn tables_that_are_cut_short_are_not_used() {
    let _turn = turn();
    let Some(source) = syzygy_folder() else {
        return;
    };
    let target = empty_folder("cut");
    for entry in fs::read_dir(&source).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let copy = target.join(path.file_name().unwrap());
        let blocks = bytes.len() / 64;
        for left in [0, 1, blocks / 2, blocks - 1]
            .into_iter()
            .filter(|&left| left < blocks)
        {
            fs::write(&copy, &bytes[..left * 64 + 16]).unwrap();
            let (tables, problems) = open(target.to_str().unwrap());
            assert!(
                tables.is_none() && problems.len() == 2,
                "{left} {path:?}: {problems:?}"
            );
        }
        // Made in its whole size, but not filled to the end.
        let mut bytes = bytes;
        let end = bytes.len() - 16;
        bytes[end..].fill(0);
        fs::write(&copy, &bytes).unwrap();
        let (tables, problems) = open(target.to_str().unwrap());
        assert!(
            tables.is_none() && problems[0].contains("expected a checksum"),
            "{path:?}: {problems:?}"
        );
        fs::remove_file(copy).unwrap();
    }
    fs::remove_dir_all(target).unwrap();
}

/// A table that says for either side to move that all positions are drawn: a bishop or a
/// knight cannot win. Such files are so small that they can be written here.
fn drawn_table(checksum: u128, piece: u8) -> Vec<u8> {
    let header = [0x71, 0xE8, 0x23, 0x5D, 0x31, 0, 0xEE, 0x66, piece * 0x11, 0];
    let values = [0x80, 2, 0x80, 2];
    [&header[..], &values, &[0; 50], &checksum.to_be_bytes()].concat()
}

/// This and the next one need no tables from elsewhere.
#[test]
fn a_flipped_bit_costs_one_table_and_the_others_are_used() {
    let _turn = turn();
    let folder = empty_folder("bits");
    let bishop = drawn_table(0x4B37_EF62_3E69_EADB_6756_777C_1603_4E6F, 3);
    let knight = drawn_table(0xB9EC_CBFF_19C6_7715_8E92_8B1B_6412_48B7, 2);
    fs::write(folder.join("KNvK.rtbw"), knight).unwrap();
    fs::write(folder.join("KBvK.rtbw"), &bishop).unwrap();
    let [with_bishop, with_knight] = ["B", "N"].map(|piece| {
        let fen = format!("8/8/8/8/8/3k4/8/{piece}2K4 w - - 0 1");
        board(&fen)
    });
    let (tables, problems) = open(folder.to_str().unwrap());
    assert_eq!(problems, [""; 0]);
    let tables = tables.expect("two tables");
    assert_eq!(tables.outcome(&with_bishop), Some(Outcome::Draw));
    drop(tables);
    let mut random = Rng::new(5);
    for place in [0..64, 64..80] {
        for _ in 0..20 {
            let bit = 8 * place.start + random.below(8 * place.len());
            let mut flipped = bishop.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            fs::write(folder.join("KBvK.rtbw"), flipped).unwrap();
            let (tables, problems) = open(folder.to_str().unwrap());
            assert!(
                problems.len() == 1 && problems[0].contains("KBvK.rtbw is not used: it"),
                "bit {bit}: {problems:?}"
            );
            let tables = tables.expect("the table with a knight");
            assert_eq!(tables.outcome(&with_bishop), None);
            assert_eq!(tables.outcome(&with_knight), Some(Outcome::Draw));
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_engine_says_which_table_is_broken_and_plays_on() {
    let folder = empty_folder("broken");
    let checksum = 0x4B37_EF62_3E69_EADB_6756_777C_1603_4E6F;
    fs::write(folder.join("KBvK.rtbw"), drawn_table(checksum ^ 1, 3)).unwrap();
    let path = folder.join("KBvK.rtbw");
    let mut session = Session::start();
    let said = session.ask(&format!(
        "setoption name SyzygyPath value {}",
        folder.display()
    ));
    assert_eq!(
        said[0],
        format!(
            "info string error: SyzygyPath: {} is not used: its checksum is \
             4b37ef623e69eadb6756777c16034e6e; expected \
             4b37ef623e69eadb6756777c16034e6f, by what is in it",
            path.display()
        )
    );
    session.send("position fen 8/8/8/8/3k4/8/1B6/K7 w - - 0 1");
    session.send("go nodes 1000");
    let lines = session.lines_to("bestmove");
    assert!(
        lines
            .iter()
            .all(|line| !line.contains(" tbhits ") || line.contains(" tbhits 0 "))
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn flipped_bits_of_real_tables_are_seen() {
    let _turn = turn();
    let Some(source) = syzygy_folder() else {
        return;
    };
    let target = empty_folder("flipped");
    let mut random = Rng::new(6);
    for entry in fs::read_dir(&source).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        let copy = target.join(path.file_name().unwrap());
        let end = bytes.len() - 16;
        // The header, the index and what follows it, anywhere, and the checksum.
        for place in [0..end.min(64), 0..end.min(1024), 0..end, end..end + 16] {
            let bit = 8 * place.start + random.below(8 * place.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            fs::write(&copy, &bytes).unwrap();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let (tables, problems) = open(target.to_str().unwrap());
            assert!(
                tables.is_none() && problems[0].contains("is not used: it"),
                "bit {bit} of {path:?}: {problems:?}"
            );
        }
        fs::remove_file(copy).unwrap();
    }
    fs::remove_dir_all(target).unwrap();
}

#[test]
fn tables_that_need_others_wait_for_them() {
    let _turn = turn();
    let Some(source) = syzygy_folder() else {
        return;
    };
    let target = empty_folder("some");
    let copy = |name: &str| fs::copy(source.join(name), target.join(name)).unwrap();
    copy("KRvKB.rtbw");
    copy("KRvK.rtbw");
    let (tables, problems) = open(target.to_str().unwrap());
    assert_eq!(tables.expect("one of them").most_men(), 3);
    assert!(
        problems[0].contains("1 table is not used, for want of others; expected KBvK"),
        "{problems:?}"
    );
    copy("KBvK.rtbw");
    let (tables, problems) = open(target.to_str().unwrap());
    let tables = tables.expect("all of them");
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(
        tables.summary(),
        "endgame tables: 2 of 3 men, 1 of 4 men; with distances: 0"
    );
    // Outcomes alone rank the moves where there are no distances.
    let judged = tables.judge_moves(&board("8/8/8/8/8/3k4/8/R2K4 w - - 0 1"));
    let judged = judged.expect("outcomes");
    assert!(judged.iter().all(|judged| judged.distance.is_none()));
    assert!(judged.iter().any(|judged| judged.outcome == Outcome::Win));
    assert_eq!(
        tables.outcome(&board("8/8/8/8/8/3k4/8/Q2K4 w - - 0 1")),
        None
    );
    drop(tables);
    fs::remove_dir_all(target).unwrap();
}

#[test]
fn the_option_opens_and_closes_tables_and_says_so() {
    let Some(source) = syzygy_folder() else {
        return;
    };
    let blank = empty_folder("with blanks");
    for name in ["KQvK.rtbw", "KQvK.rtbz"] {
        fs::copy(source.join(name), blank.join(name)).unwrap();
    }
    let mut session = Session::start();
    let list = format!(
        "/no{SEPARATOR}{}{SEPARATOR}{}",
        blank.display(),
        source.display()
    );
    let said = session.ask(&format!("setoption name SyzygyPath value {list}"));
    assert!(
        said[0].starts_with("info string error: SyzygyPath: cannot read the folder /no"),
        "{said:?}"
    );
    assert_eq!(
        said[1],
        "info string endgame tables: 5 of 3 men, 30 of 4 men; with distances: 35"
    );
    session.send("position fen 8/8/8/4k3/8/8/8/KBN5 w - - 0 1");
    session.send("go nodes 1000");
    let lines = session.lines_to("bestmove");
    let hits = |line: &String| line.contains(" tbhits ") && !line.contains(" tbhits 0 ");
    assert!(lines.iter().any(hits), "{lines:?}");
    assert_eq!(
        session.ask("setoption name SyzygyPath value <empty>"),
        [""; 0]
    );
    session.send("go nodes 1000");
    let lines = session.lines_to("bestmove");
    assert!(!lines.iter().any(hits), "{lines:?}");
    fs::remove_dir_all(blank).unwrap();
}
