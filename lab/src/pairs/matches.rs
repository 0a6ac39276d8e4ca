//! `ferz-lab match`: plays a match of the engine against itself with different options.

use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Context, Error, Result, bail};
use ferz::bench::opening::soft_limits;
use ferz::cli::{ExitStatus, Threads, number, print};
use ferz::engine::options::Options;
use ferz::search::limits::Limits;
use ferz::support::quote::Quoted;
use ferz::support::rounding::rounded;

use super::elo::{EloModel, Pentanomial, Sprt};
use super::engine_player::{EnginePlayer, OptionSetting};
use super::{Book, GAMES_PER_PAIR, PairProgress, PairResult, PairRunner, exit_status};
use crate::self_play::{SOFT_NODES, opening_nodes, useful_threads};
use crate::support::{add_counts, stop_flag};

/// Hash table in megabytes and soft node limit of the searches that evaluate random openings. They
/// do not depend on the options of the players.
const OPENING_SEARCH: (usize, u64) = (1, opening_nodes(SOFT_NODES));

/// Play a match of ferz against itself with different options
///
/// Players A and B have the UCI options that are given for them, and the defaults otherwise; at
/// least one option must differ. In a build with the feature "tune", the search parameters are
/// options, too. Each opening is played twice with colors reversed. Games are adjudicated as in
/// ferz-lab datagen.
///
/// The clocks of --tc measure real time, and assume that each game has a processor of its own. They
/// run while a player works, not while the match passes on its moves. On a machine with other work,
/// a player may wait for a processor until its time is over; --nodes does not depend on that.
///
/// Prints the Elo difference of A with its 95 % error, from the results of the game pairs
/// (pentanomial). With --sprt, the match ends when the log-likelihood ratio (LLR) of the two
/// hypotheses reaches a bound, with an error rate of 5 %.
///
/// With a fixed number of nodes and one thread for each player, the same arguments give the same
/// games, except at limited strength. Ctrl-C discards the unfinished games and prints the result so
/// far, with exit status 130.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz-lab match --a Hash=1 --games 200 --nodes 2000\n\
                  Example: ferz-lab match --a see_pawn=120 --b see_pawn=90 --tc 5+0.05 --sprt 0,5"
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
    #[arg(long, value_name = "SECONDS+INCREMENT", value_parser = time_control)]
    tc: Option<Limits>,

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
    sprt: Option<[f64; 2]>,

    /// Meaning of the Elo differences of --sprt
    #[arg(long, value_enum, default_value_t = EloModel::Logistic, requires = "sprt")]
    model: EloModel,

    #[command(flatten)]
    threads: Threads,
}

/// Parses the Elo differences of the hypotheses of a test.
fn hypotheses(text: &str) -> Result<[f64; 2], String> {
    let parsed = text.split_once(',').and_then(|(first, second)| {
        let numbers = [first.trim().parse().ok()?, second.trim().parse().ok()?];
        let is_valid = |[elo0, elo1]: &[f64; 2]| elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 1e3;
        Some(numbers).filter(is_valid)
    });
    let expected = "expected two numbers from -1000 to 1000 such as 0,5, the smaller one first";
    parsed.ok_or_else(|| expected.to_owned())
}

/// Parses a clock for each side, as `SECONDS+INCREMENT` or `SECONDS`, up to a day.
pub(super) fn time_control(text: &str) -> Result<Limits, String> {
    let seconds = |part: &str| {
        let number = part.parse::<f64>().ok();
        let in_range = number.filter(|number| (0.0..=86_400.0).contains(number));
        in_range.map(Duration::from_secs_f64)
    };
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(time), seconds(increment)) {
        (Some(time), Some(increment)) if !time.is_zero() => Ok(Limits {
            clocks: [Some(time); 2],
            increments: [increment; 2],
            ..Limits::default()
        }),
        _ => Err("expected seconds and increment such as 10+0.1, up to 86400".to_owned()),
    }
}

/// Parses the settings of a player, and returns them with the options of the player.
fn parse_options(texts: &[String]) -> Result<(Vec<OptionSetting>, Options)> {
    let (mut settings, mut options) = (Vec::new(), Options::default());
    for text in texts {
        let (name, value) = text
            .split_once('=')
            .with_context(|| format!("found {}; expected NAME=VALUE", Quoted(text)))?;
        options.set(name, Some(value)).map_err(Error::msg)?;
        settings.push((name.to_owned(), value.to_owned()));
    }
    Ok((settings, options))
}

/// Runs `ferz-lab match`.
pub fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let (a, a_options) = parse_options(&arguments.a).context("--a")?;
    let (b, b_options) = parse_options(&arguments.b).context("--b")?;
    let (openings, _) = arguments.book.openings(arguments.seed)?;
    if a_options == b_options {
        bail!(
            "players A and B have the same options; expected at least one that differs, such as --a Hash=1"
        );
    }
    let (settings, pairs) = ([a, b], arguments.games.div_ceil(GAMES_PER_PAIR));
    let progress = PairProgress::new(0, pairs);
    let (sprt, model) = (arguments.sprt, arguments.model);
    let mut results = Results {
        test: sprt.map(|[elo0, elo1]| Sprt { elo0, elo1, model }),
        ..Results::default()
    };
    let threads = useful_threads(arguments.threads.number(), pairs);
    let control = arguments.tc.clone();
    let control = control.unwrap_or_else(|| soft_limits(arguments.nodes));
    let player = |i: usize, stop: &_| EnginePlayer::start(['A', 'B'][i], &settings[i], stop);
    let runner = PairRunner::new(
        openings,
        OPENING_SEARCH,
        control,
        threads,
        stop_flag(),
        player,
    );
    let take = |pair| {
        results.add(pair);
        progress.show(results.pairs.pairs(), results.summary());
        Ok(match results.accepted() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        })
    };
    let played = runner.and_then(|mut runner| runner.play(0..pairs, |_| [(), ()], take));
    let completed = results.pairs.pairs();
    let (games, speed) = progress.finish(completed);
    if played.is_ok() || completed > 0 {
        let first = format!("Games: {games} in {speed}\n");
        print(&(first + &results.report())).map_err(Error::msg)?;
    }
    played?;
    Ok(match results.accepted() {
        Some(_) => ExitStatus::Success,
        None => exit_status(completed, pairs, ""),
    })
}

/// The results of a match so far.
#[derive(Default)]
struct Results {
    test: Option<Sprt>,
    pairs: Pentanomial,
    /// Games that A won, drew and lost.
    games: [u64; 3],
    /// Games that A and B lost on time.
    time_losses: [u64; 2],
}

impl Results {
    fn add(&mut self, pair: PairResult) {
        self.pairs.add(pair);
        add_counts(&mut self.games, &pair.games);
        add_counts(&mut self.time_losses, &pair.time_losses);
    }

    fn accepted(&self) -> Option<&'static str> {
        self.test?.accepted(&self.pairs)
    }

    /// Returns the Elo difference and the log-likelihood ratio in short.
    fn summary(&self) -> String {
        let elo = with_error(self.pairs.elo().logistic);
        match self.test {
            Some(test) => format!("Elo {elo}, LLR {:.2}", rounded(test.llr(&self.pairs), 2)),
            None => format!("Elo {elo}"),
        }
    }

    /// Returns the result, as lines; empty without games.
    fn report(&self) -> String {
        let [wins, draws, losses] = self.games;
        let games = wins + draws + losses;
        if games == 0 {
            return String::new();
        }
        let percent = 100.0 * (wins as f64 + draws as f64 / 2.0) / games as f64;
        let [a, b] = self.time_losses;
        let elo = self.pairs.elo();
        let lines = [
            format!("Player A: wins {wins}, draws {draws}, losses {losses}, score {percent:.2} %"),
            format!("Lost on time: A {a}, B {b}"),
            format!(
                "Pairs with 0, 0.5, 1, 1.5 and 2 points of A: {:?}",
                self.pairs.0
            ),
            format!("Elo: {}", with_error(elo.logistic)),
            format!("Normalized Elo: {}", with_error(elo.normalized)),
            match elo.los.is_nan() {
                true => "Likelihood of superiority: unknown".to_owned(),
                false => format!("Likelihood of superiority: {:.2} %", 100.0 * elo.los),
            },
        ];
        let text = lines.join("\n") + "\n";
        let Some(test) = self.test else {
            return text;
        };
        let decision = match self.accepted() {
            Some(hypothesis) => format!("{hypothesis} accepted"),
            None => "undecided".to_owned(),
        };
        let model = match test.model {
            EloModel::Logistic => "logistic",
            EloModel::Normalized => "normalized",
        };
        text + &format!(
            "LLR: {:.2} (-{bound:.2} to {bound:.2}) for {model} Elo {} and {}: {decision}\n",
            rounded(test.llr(&self.pairs), 2),
            test.elo0,
            test.elo1,
            bound = Sprt::bound()
        )
    }
}

/// Formats a number with its error. Without enough results, the error is unknown.
fn with_error((number, error): (f64, f64)) -> String {
    let number = rounded(number, 2);
    match (number.is_nan(), error.is_finite()) {
        (true, _) => "unknown".to_owned(),
        (_, true) => format!("{number:.2} +/- {error:.2}"),
        (_, false) => format!("{number:.2}, error unknown"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_is_seconds_and_increment() {
        let limits = time_control("10+0.1").expect("a time control");
        assert_eq!(limits.clocks, [Some(Duration::from_secs(10)); 2]);
        assert_eq!(limits.increments, [Duration::from_millis(100); 2]);
        for text in [
            "", "0", "-1", "1+-1", "1+1+1", "10+", "inf", "nan+1", "86401", "10s",
        ] {
            assert!(time_control(text).is_err(), "{text}");
        }
    }
}
