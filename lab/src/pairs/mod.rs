//! Game pairs of the engine against itself: matches between two sets of options ([`matches`]),
//! tuning of the search parameters ([`spsa`]), and effects of single parameters ([`screen`]).
//!
//! In a game pair, the same opening is played twice with colors reversed, so that neither player
//! has the advantage of the opening. All pairs are played by [`PairRunner`].

mod elo;
mod engine_player;
pub mod matches;
pub mod screen;
pub mod spsa;

use std::fmt::Display;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, ensure};
use fastrand::Rng;
use ferz::bench::Bench;
use ferz::bench::opening::soft_limits;
use ferz::bench::positions_file::read_boards;
use ferz::chess::{Board, Color, Outcome, Position};
use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, output, print_error};
use ferz::engine::TaskInput;
use ferz::score::Score;
use ferz::search::limits::Limits;
use ferz::search::params::ParamSet;
use ferz::search::solo::Solo;
use ferz::support::quote::Named;
use ferz::support::temporary_file::Lock;

use crate::self_play::{
    Adjudicator, Answer, HASH_MEGABYTES, LiveGame, Starts, numbered_seed, opening_nodes,
    opening_score, play_game, play_in_order, random_opening, search,
};

/// Games in a game pair.
const GAMES_PER_PAIR: u64 = 2;

/// The results of a game pair, for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PairResult {
    /// Number of games that the first player won, drew and lost.
    games: [u64; 3],
    /// Number of games that the first and the second player lost on time.
    time_losses: [u64; 2],
}

impl PairResult {
    /// Counts a game in which the first player has the color `first`.
    fn add(&mut self, outcome: Outcome, first: Color) {
        let index = match outcome {
            Outcome::Draw => 1,
            outcome if outcome == Outcome::win_of(first) => 0,
            _ => 2,
        };
        self.games[index] += 1;
    }

    /// Returns the wins less the losses of the first player.
    fn balance(&self) -> i32 {
        let [wins, _, losses] = self.games;
        wins as i32 - losses as i32
    }
}

/// Argument that sets the openings.
#[derive(Debug, clap::Args)]
struct Book {
    /// Openings, as FENs or EPDs on lines, in random order [default: 8 or 9 random plies]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

impl Book {
    /// Returns the openings, and a description that differs between books.
    fn openings(&self, seed: u64) -> Result<(Openings, String)> {
        let Some(file) = &self.book else {
            let book = Vec::new();
            return Ok((Openings { seed, book }, "random".to_owned()));
        };
        let boards = read_boards(file).context("--book")?;
        let checksum = boards.iter().fold(0, |checksum, board| {
            crc32c::crc32c_append(checksum, board.to_string().as_bytes())
        });
        let description = format!("{} positions, CRC-32C {checksum:08x}", boards.len());
        let openings = Openings::of_book(seed, boards).with_context(|| {
            let file = Named(file);
            format!("--book: {file}: the game is over in every position; expected openings")
        })?;
        Ok((openings, description))
    }
}

/// Numbered openings. The same seed and book give the same openings.
#[derive(Debug, PartialEq)]
struct Openings {
    seed: u64,
    /// The positions of the book in random order; empty for openings of 8 or 9 random plies from
    /// the initial position.
    book: Vec<Board>,
}

impl Openings {
    /// Creates openings from the positions of a book, in random order. No opening is repeated
    /// before all have been played. Positions in which the game is over are left out; returns
    /// `None` if there is no other.
    fn of_book(seed: u64, mut book: Vec<Board>) -> Option<Self> {
        book.retain(|&board| Position::new(board).outcome().is_none());
        Rng::with_seed(seed).shuffle(&mut book);
        (!book.is_empty()).then_some(Self { seed, book })
    }

    /// Returns the opening with this number. `score` returns the score of a position for either
    /// side, or `None` if its search was stopped. Returns `None` if a search was stopped.
    fn get(&self, number: u64, score: impl FnMut(&Position) -> Option<Score>) -> Option<Board> {
        if !self.book.is_empty() {
            return Some(self.book[(number % self.book.len() as u64) as usize]);
        }
        let mut rng = Rng::with_seed(numbered_seed(self.seed, number));
        random_opening(Starts::Standard, &mut rng, score)
    }
}

/// A player of games.
trait Player: Send {
    /// What differs from pair to pair.
    type Setup: Sync;

    /// Prepares for a new game.
    fn new_game(&mut self, setup: &Self::Setup) -> Result<()>;

    /// Returns the move to play and the time used; `None` if the search was stopped.
    fn choose(&mut self, game: &LiveGame, limits: Limits) -> Result<Option<(Answer, Duration)>>;
}

/// A search on the thread of the game, without a clock.
impl Player for Solo {
    type Setup = ParamSet;

    fn new_game(&mut self, params: &ParamSet) -> Result<()> {
        self.clear();
        self.set_params(params.clone());
        Ok(())
    }

    fn choose(&mut self, game: &LiveGame, limits: Limits) -> Result<Option<(Answer, Duration)>> {
        let answer = search(self, &game.position, limits);
        Ok(answer.map(|answer| (answer, Duration::ZERO)))
    }
}

/// Plays game pairs on one thread.
struct Worker<P> {
    players: [P; 2],
    /// Evaluates random openings, so that they do not depend on the players.
    evaluator: Solo,
}

impl<P: Player> Worker<P> {
    /// Plays an opening twice. Returns `None` if a game was stopped.
    fn play_pair(
        &mut self,
        start: Board,
        setups: &[P::Setup; 2],
        control: &Limits,
    ) -> Result<Option<PairResult>> {
        let mut result = PairResult::default();
        for first in [Color::White, Color::Black] {
            for (player, setup) in self.players.iter_mut().zip(setups) {
                player.new_game(setup)?;
            }
            let (mut limits, mut late) = (control.clone(), None);
            let game = play_game(start, Some(Adjudicator::OF_MATCHES), |game| {
                let side = game.position.side_to_move();
                let player = &mut self.players[usize::from(side != first)];
                let Some((answer, used)) = player.choose(game, limits.clone())? else {
                    return Ok(None);
                };
                late = (!press_clock(&mut limits, side, used)).then_some(side);
                Ok(Some(answer).filter(|_| late.is_none()))
            })?;
            let outcome = match (game, late) {
                (Some(game), _) => game.outcome,
                (None, Some(side)) => {
                    result.time_losses[usize::from(side != first)] += 1;
                    Outcome::win_of(!side)
                }
                (None, None) => return Ok(None),
            };
            result.add(outcome, first);
        }
        Ok(Some(result))
    }
}

/// Subtracts the time of a move from the clock of a side, and adds the increment. Returns `false`
/// if the flag fell, which it does not without clocks.
fn press_clock(limits: &mut Limits, side: Color, used: Duration) -> bool {
    let side = side as usize;
    let left = limits.clocks[side].map(|clock| clock.checked_sub(used));
    limits.clocks[side] = left.flatten().map(|left| left + limits.increments[side]);
    left != Some(None)
}

/// Plays game pairs on several threads.
struct PairRunner<P> {
    openings: Openings,
    /// Soft node limit of the searches that evaluate random openings.
    opening_nodes: u64,
    /// The limits of the first move of each player: the clocks at the start, or a node limit.
    control: Limits,
    stop: Arc<AtomicBool>,
    workers: Vec<Worker<P>>,
}

impl<P: Player> PairRunner<P> {
    /// Creates a runner. Its games end unfinished when `stop` is set. Random openings are evaluated
    /// with a hash table of this size, in megabytes, and this soft node limit. `player` returns the
    /// first or second player of a thread, whose searches end when the flag is set.
    fn new(
        openings: Openings,
        (hash, opening_nodes): (usize, u64),
        control: Limits,
        threads: usize,
        stop: Arc<AtomicBool>,
        player: impl Fn(usize, &Arc<AtomicBool>) -> Result<P>,
    ) -> Result<Self> {
        let worker = |_| {
            Ok(Worker {
                players: [player(0, &stop)?, player(1, &stop)?],
                evaluator: Solo::stopped_by(hash, &stop)?,
            })
        };
        Ok(Self {
            openings,
            opening_nodes,
            control,
            workers: (0..threads).map(worker).collect::<Result<_>>()?,
            stop,
        })
    }

    /// Plays the pairs with these numbers, and passes their results to `take` in order, until it
    /// returns `Break`. `setups` returns the setups of the players in the pair with a number. No
    /// pair depends on the pairs before it. Ends early when the runner is stopped; unfinished pairs
    /// are discarded.
    fn play(
        &mut self,
        numbers: Range<u64>,
        setups: impl Fn(u64) -> [P::Setup; 2] + Sync,
        take: impl FnMut(PairResult) -> Result<ControlFlow<()>> + Send,
    ) -> Result<()> {
        let (openings, control, nodes) = (&self.openings, &self.control, self.opening_nodes);
        let play = |worker: &mut Worker<P>, number| {
            let evaluator = &mut worker.evaluator;
            evaluator.clear();
            match openings.get(number, |position| opening_score(evaluator, position, nodes)) {
                None => Ok(None),
                Some(start) => worker.play_pair(start, &setups(number), control),
            }
        };
        play_in_order(numbers, &mut self.workers, &self.stop, play, take)
    }
}

impl PairRunner<Solo> {
    /// Creates a runner for pairs between two sets of parameters, with a soft node limit.
    fn of_parameters(
        openings: Openings,
        soft_nodes: u64,
        threads: usize,
        stop: Arc<AtomicBool>,
    ) -> Result<Self> {
        let opening_search = (HASH_MEGABYTES, opening_nodes(soft_nodes));
        let control = soft_limits(soft_nodes);
        Self::new(
            openings,
            opening_search,
            control,
            threads,
            stop,
            |_, stop| Ok(Solo::stopped_by(HASH_MEGABYTES, stop)?),
        )
    }
}

/// Locks the outputs of `command`. Returns an error if the parameters cannot be set in this build.
fn lock_outputs(
    command: &str,
    book: &Book,
    outputs: &[(&str, Option<&Path>)],
) -> Result<Vec<Lock>> {
    ensure!(
        cfg!(feature = "tune"),
        "{command}: this build cannot be tuned, because its parameters are constants; build with --features tune"
    );
    let inputs = Vec::from_iter(book.book.clone());
    output::lock_given(&inputs, outputs).map_err(Error::msg)
}

/// Returns the node count of a short bench, which changes with the search. The state of a run
/// contains it, so that the run is not continued with another search.
fn short_bench() -> Result<u64> {
    /// Depth, in plies. The bench takes about 0.2 s.
    const DEPTH: u32 = 7;
    let result = Bench::to_depth(DEPTH).run(&TaskInput::default());
    let result = result.map_err(|error| Error::msg(error.to_string()))?;
    Ok(result.expect("no flag stops it").nodes)
}

/// The progress of game pairs in this run, with its speed.
struct PairProgress {
    bar: ProgressBar,
    started: Instant,
    /// Number of game pairs before this run.
    before: u64,
    total: u64,
}

impl PairProgress {
    /// Creates the progress of a run that begins after `before` of `total` game pairs.
    fn new(before: u64, total: u64) -> Self {
        Self {
            bar: ProgressBar::new("games"),
            started: Instant::now(),
            before,
            total,
        }
    }

    /// Returns the number of games played in this run, the seconds, and the games per hour.
    fn speed(&self, pairs: u64) -> (u64, f64, f64) {
        let games = GAMES_PER_PAIR * (pairs - self.before);
        let seconds = self.started.elapsed().as_secs_f64();
        (games, seconds, games as f64 / seconds * 3600.0)
    }

    /// Shows the number of game pairs played, with those before this run, and a note.
    fn show(&self, pairs: u64, note: impl Display) {
        let total = GAMES_PER_PAIR * self.total;
        self.bar.show(GAMES_PER_PAIR * pairs, total);
        self.bar.set_unit(format!("games, {note}"));
    }

    /// Shows the number of game pairs played, with those before this run, and the speed.
    fn show_speed(&self, pairs: u64) {
        let (_, _, speed) = self.speed(pairs);
        self.show(pairs, format_args!("{speed:.0} per hour"));
    }

    /// Removes the bar, and returns the number of games played in this run, and their speed.
    fn finish(self, pairs: u64) -> (u64, String) {
        let (games, seconds, speed) = self.speed(pairs);
        (games, format!("{seconds:.1} s, {speed:.0} games per hour"))
    }
}

/// Returns the exit status after `pairs` of `total` game pairs. If some have not been played,
/// reports that the run was interrupted; `advice` is what follows in the message.
fn exit_status(pairs: u64, total: u64, advice: &str) -> ExitStatus {
    if pairs >= total {
        return ExitStatus::Success;
    }
    print_error(format_args!(
        "interrupted after {} of {} games{advice}",
        GAMES_PER_PAIR * pairs,
        GAMES_PER_PAIR * total,
    ));
    ExitStatus::Interrupted
}

/// What a user can do with the state of an interrupted run.
const CAN_CONTINUE: &str = "; run the same command again to continue";

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::chess::chess960::start;

    #[test]
    fn results_count_for_the_first_player() {
        use Outcome::{BlackWins, Draw, WhiteWins};
        for (outcomes, games, balance) in [
            ([WhiteWins, BlackWins], [2, 0, 0], 2),
            ([WhiteWins, WhiteWins], [1, 0, 1], 0),
            ([Draw, WhiteWins], [0, 1, 1], -1),
            ([Draw, Draw], [0, 2, 0], 0),
            ([BlackWins, WhiteWins], [0, 0, 2], -2),
        ] {
            let mut pair = PairResult::default();
            pair.add(outcomes[0], Color::White);
            pair.add(outcomes[1], Color::Black);
            assert_eq!((pair.games, pair.balance()), (games, balance));
        }
    }

    #[test]
    fn a_clock_runs_out() {
        let mut limits = matches::time_control("1+0.5").expect("a time control");
        for (side, milliseconds, in_time) in [
            (Color::White, 600, true),
            (Color::White, 900, true),
            (Color::Black, 1000, true),
            (Color::White, 501, false),
        ] {
            let used = Duration::from_millis(milliseconds);
            assert_eq!(press_clock(&mut limits, side, used), in_time);
        }
        assert_eq!(limits.clocks[1], Some(Duration::from_millis(500)));
        assert!(press_clock(
            &mut soft_limits(5),
            Color::White,
            Duration::MAX
        ));
    }

    /// A player that loses on time at its first move.
    struct Late;

    impl Player for Late {
        type Setup = ();

        fn new_game(&mut self, (): &()) -> Result<()> {
            Ok(())
        }

        fn choose(&mut self, game: &LiveGame, _: Limits) -> Result<Option<(Answer, Duration)>> {
            let mv = game.position.legal_moves()[0];
            Ok(Some((Answer { mv, score: 0 }, Duration::from_secs(2))))
        }
    }

    #[test]
    fn both_colors_are_played_and_losses_on_time_are_counted() {
        let mut worker = Worker {
            players: [Late, Late],
            evaluator: Solo::new(1).expect("1 MB"),
        };
        let control = matches::time_control("1").expect("a time control");
        let pair = worker.play_pair(Board::default(), &[(), ()], &control);
        let expected = PairResult {
            games: [1, 0, 1],
            time_losses: [1, 1],
        };
        assert_eq!(pair.expect("no error"), Some(expected));
    }

    #[test]
    fn a_book_is_played_once_before_an_opening_is_repeated() {
        let book: Vec<Board> = (0..50).map(|number| start(number, number)).collect();
        let openings = |seed| {
            let openings = Openings::of_book(seed, book.clone()).expect("openings");
            let opening = |number| openings.get(number, |_| None).expect("a book");
            (0..100).map(opening).collect::<Vec<_>>()
        };
        let first = openings(1);
        assert_eq!(first[..50], first[50..]);
        assert!(book.iter().all(|board| first[..50].contains(board)));
        assert_ne!(first, openings(2));
        assert_eq!(first, openings(1));
    }

    #[test]
    fn random_openings_depend_on_seed_and_number() {
        let random = |seed| Openings {
            seed,
            book: Vec::new(),
        };
        let opening = |seed, number| random(seed).get(number, |_| Some(0));
        assert_eq!(opening(1, 2), opening(1, 2));
        assert_ne!(opening(1, 2), opening(1, 3));
        assert_ne!(opening(1, 2), opening(2, 2));
        assert_eq!(random(1).get(0, |_| None), None);
    }
}
