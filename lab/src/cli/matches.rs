//! `ferz match`: plays a match of the engine against itself with different options.
//! See <https://www.chessprogramming.org/Engine_Testing>.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::datagen::SOFT_NODES;
use crate::matches::player::{OptionSetting, player_options};
use crate::matches::{
    Decision, EloModel, MatchSettings, Pentanomial, PlayedPair, Sprt, TimeControl, run as play,
};
use crate::self_play::GAMES_PER_PAIR;
use clap::ValueEnum;
use ferz::engine::options::Options;
use ferz::support::quote::Quoted;
use ferz::support::rounding::rounded;

use super::book::Book;
use super::progress::ProgressBar;
use super::{ExitStatus, Threads, number, print, print_error, stop_flag};

/// Play a match of ferz against itself with different options
///
/// Players A and B have the UCI options that are given for them, and the defaults otherwise; at
/// least one option must differ. In a build with the feature "tune", the search parameters are
/// options, too. Each opening is played twice with colors reversed. Games are adjudicated as in
/// ferz datagen.
///
/// The clocks of --tc measure real time, and assume that each game has a processor of its own. They
/// run while a player works, not while the match passes on its moves. On a machine with other work,
/// a player may wait for a processor until its time is over; --nodes does not depend on that.
///
/// Prints the Elo difference of A with its 95 % error, from the results of the game pairs
/// (pentanomial). With --sprt, the match ends when the log-likelihood ratio (LLR) of the two hypotheses
/// reaches a bound, with an error rate of 5 %.
///
/// With a fixed number of nodes and one thread for each player, the same arguments give the same games,
/// except at limited strength. Ctrl-C discards the unfinished games and prints the result so far, with
/// exit status 130.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz match --a Hash=1 --games 200 --nodes 2000\n\
                  Example: ferz match --a see_pawn=120 --b see_pawn=90 --tc 5+0.05 --sprt 0,5"
)]
pub struct Arguments {
    /// Option of player A; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    a: Vec<String>,

    /// Option of player B; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    b: Vec<String>,

    /// Soft node limit: start no new iteration after N nodes; the hard limit is 8 times N
    #[arg(long, value_name = "N", default_value_t = SOFT_NODES, conflicts_with = "tc", value_parser = number::<u64>(1..=u64::MAX))]
    nodes: u64,

    /// Time for each player and game, and increment for each move, in seconds, such as 10+0.1
    #[arg(long, value_name = "SECONDS+INCREMENT")]
    tc: Option<TimeControl>,

    #[command(flatten)]
    book: Book,

    /// Maximum number of games, rounded up to pairs
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number::<u64>(1..=u64::MAX))]
    games: u64,

    /// Seed of the openings
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// End the match when the results support one of these Elo differences against the other
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses, allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,

    /// Meaning of the Elo differences of --sprt
    #[arg(long, value_enum, default_value_t = Model::Logistic, requires = "sprt")]
    model: Model,

    #[command(flatten)]
    threads: Threads,
}

/// The Elo differences of the hypotheses of a test.
#[derive(Clone, Copy, Debug)]
struct Hypotheses([f64; 2]);

/// Meaning of the Elo differences of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    /// Elo from the expected score
    Logistic,
    /// Expected score in standard deviations
    Normalized,
}

/// Parses the hypotheses of a test.
fn hypotheses(text: &str) -> Result<Hypotheses, String> {
    let numbers = text.split_once(',').and_then(|(elo0, elo1)| {
        let numbers = [elo0.trim().parse().ok()?, elo1.trim().parse().ok()?];
        let is_valid = |[elo0, elo1]: &[f64; 2]| elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 1e3;
        Some(numbers).filter(is_valid)
    });
    let expected = "expected two numbers from -1000 to 1000 such as 0,5, the smaller one first";
    numbers.map(Hypotheses).ok_or_else(|| expected.to_owned())
}

/// Parses the settings of a player. `argument` is the argument that contains them. Also returns the
/// options of the player.
fn options(argument: &str, settings: &[String]) -> Result<(Vec<OptionSetting>, Options), String> {
    let split = |setting: &String| {
        let parts = setting.split_once('=');
        let parts = parts.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let expected = "expected NAME=VALUE";
        parts.ok_or_else(|| format!("{argument}: found {}; {expected}", Quoted(setting)))
    };
    let settings: Vec<OptionSetting> = settings.iter().map(split).collect::<Result<_, _>>()?;
    let options = player_options(&settings).map_err(|error| format!("{argument}: {error}"))?;
    Ok((settings, options))
}

impl Arguments {
    fn settings(&self) -> Result<MatchSettings, String> {
        let (a, a_options) = options("--a", &self.a)?;
        let (b, b_options) = options("--b", &self.b)?;
        let openings = self.book.openings(self.seed)?.0;
        if a_options == b_options {
            let expected = "expected at least one that differs, such as --a Hash=1";
            return Err(format!("players A and B have the same options; {expected}"));
        }
        Ok(MatchSettings {
            options: [a, b],
            control: self.tc.unwrap_or(TimeControl::SoftNodes(self.nodes)),
            openings,
            pairs: self.games.div_ceil(GAMES_PER_PAIR),
            threads: self.threads.number(),
        })
    }

    fn test(&self) -> Option<Sprt> {
        let Hypotheses([elo0, elo1]) = self.sprt?;
        Some(Sprt {
            elo0,
            elo1,
            model: match self.model {
                Model::Logistic => EloModel::Logistic,
                Model::Normalized => EloModel::Normalized,
            },
        })
    }
}

/// Runs `ferz match`.
///
/// # Errors
///
/// Returns an error if an option is invalid or cannot be applied, if the book cannot be read, or if
/// the engines cannot be started.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    let settings = arguments.settings()?;
    let stop = stop_flag();
    let mut results = Results::new(arguments.test());
    let outcome = play_match(&settings, &stop, &mut results);
    if outcome.is_ok() || results.pairs.pairs() > 0 {
        print(&results.report())?;
    }
    outcome?;
    let is_over = results.decision().is_some() || results.pairs.pairs() == settings.pairs;
    if is_over || !stop.load(Ordering::Relaxed) {
        return Ok(ExitStatus::Success);
    }
    print_error(format_args!(
        "interrupted after {} of {} games",
        GAMES_PER_PAIR * results.pairs.pairs(),
        GAMES_PER_PAIR * settings.pairs
    ));
    Ok(ExitStatus::Interrupted)
}

/// Plays the match, with a progress bar.
fn play_match(
    settings: &MatchSettings,
    stop: &Arc<AtomicBool>,
    results: &mut Results,
) -> Result<(), String> {
    let bar = ProgressBar::new("games");
    let played = play(settings, stop, |pair| {
        results.add(pair);
        bar.show(
            GAMES_PER_PAIR * results.pairs.pairs(),
            GAMES_PER_PAIR * settings.pairs,
        );
        bar.set_unit(format!("games, {}", results.summary()));
        match results.decision() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    });
    drop(bar);
    played.map_err(|error| error.to_string())
}

/// The results of a match so far.
struct Results {
    test: Option<Sprt>,
    pairs: Pentanomial,
    /// Games that A won, drew and lost.
    games: [u64; 3],
    /// Games that A and B lost on time.
    time_losses: [u64; 2],
    started: Instant,
}

impl Results {
    fn new(test: Option<Sprt>) -> Self {
        Self {
            test,
            pairs: Pentanomial::default(),
            games: [0; 3],
            time_losses: [0; 2],
            started: Instant::now(),
        }
    }

    fn add(&mut self, pair: PlayedPair) {
        self.pairs.add(pair.result);
        for (count, more) in self.games.iter_mut().zip(pair.result.wins_draws_losses()) {
            *count += more;
        }
        for (count, more) in self.time_losses.iter_mut().zip(pair.time_losses) {
            *count += more;
        }
    }

    fn decision(&self) -> Option<Decision> {
        self.test?.decision(&self.pairs)
    }

    /// Returns the Elo difference and the log-likelihood ratio in short.
    fn summary(&self) -> String {
        let elo = self.pairs.elo();
        let mut text = format!("Elo {}", with_error(elo.elo, elo.error));
        if let Some(test) = self.test {
            // Writing to a string cannot fail.
            let _: Result<(), _> = write!(text, ", LLR {:.2}", rounded(test.llr(&self.pairs), 2));
        }
        text
    }

    /// Returns the result, as lines.
    fn report(&self) -> String {
        let [wins, draws, losses] = self.games;
        let games = wins + draws + losses;
        let seconds = self.started.elapsed().as_secs_f64();
        let speed = games as f64 / seconds * 3600.0;
        let mut text = format!("Games: {games} in {seconds:.1} s, {speed:.0} games per hour\n");
        if games == 0 {
            return text;
        }
        let points = wins as f64 + draws as f64 / 2.0;
        let percent = 100.0 * points / games as f64;
        let [a, b] = self.time_losses;
        let elo = self.pairs.elo();
        let lines = [
            format!("Player A: wins {wins}, draws {draws}, losses {losses}, score {percent:.2} %"),
            format!("Lost on time: A {a}, B {b}"),
            format!(
                "Pairs with 0, 0.5, 1, 1.5 and 2 points of A: {:?}",
                self.pairs.0
            ),
            format!("Elo: {}", with_error(elo.elo, elo.error)),
            format!(
                "Normalized Elo: {}",
                with_error(elo.normalized, elo.normalized_error)
            ),
            format!("Likelihood of superiority: {}", percentage(elo.los)),
        ];
        text += &lines.join("\n");
        text.push('\n');
        text + &self.test_report()
    }

    /// Returns the line about the test; empty without one.
    fn test_report(&self) -> String {
        let Some(test) = self.test else {
            return String::new();
        };
        let decision = match self.decision() {
            Some(Decision::H1) => "H1 accepted",
            Some(Decision::H0) => "H0 accepted",
            None => "undecided",
        };
        let model = match test.model {
            EloModel::Logistic => "logistic",
            EloModel::Normalized => "normalized",
        };
        format!(
            "LLR: {:.2} (-{bound:.2} to {bound:.2}) for {model} Elo {} and {}: {decision}\n",
            rounded(test.llr(&self.pairs), 2),
            test.elo0,
            test.elo1,
            bound = Sprt::bound()
        )
    }
}

/// Formats a number with its error. Without enough results, the error is unknown.
fn with_error(number: f64, error: f64) -> String {
    let number = rounded(number, 2);
    match (number.is_nan(), error.is_finite()) {
        (true, _) => "unknown".to_owned(),
        (_, true) => format!("{number:.2} +/- {error:.2}"),
        (_, false) => format!("{number:.2}, error unknown"),
    }
}

/// Formats a probability in percent.
fn percentage(probability: f64) -> String {
    if probability.is_nan() {
        return "unknown".to_owned();
    }
    format!("{:.2} %", 100.0 * probability)
}
