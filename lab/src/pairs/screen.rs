//! `ferz-lab screen`: measures the effects of many changes of the search parameters by the same
//! games.
//!
//! Each change is a factor. In a game pair, one side has a factor and the other has not; which one
//! is drawn at random for each factor on its own. So every game says something about every factor,
//! and the error of an effect is nearly that of a match with all of the games. This is a random
//! form of a factorial experiment; effects that two factors have only together are not measured.
//! See <https://en.wikipedia.org/wiki/Factorial_experiment>.

use std::f64::consts::LN_10;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Error, Result, bail, ensure};
use fastrand::Rng;
use ferz::cli::{ExitStatus, Threads, number, print};
use ferz::search::params::{PARAMS, ParamSet, index_of};
use ferz::support::quote::Quoted;
use ferz::support::rounding::rounded;
use serde::{Deserialize, Serialize};

use super::elo::QUANTILE_95;
use super::{
    Book, CAN_CONTINUE, GAMES_PER_PAIR, PairProgress, PairRunner, exit_status, lock_outputs,
    short_bench,
};
use crate::self_play::{SOFT_NODES, numbered_seed, useful_threads};
use crate::state::{RunState, Setting};
use crate::support::stop_flag;

/// Added to the seed for the distribution of the factors, so that it does not depend on the random
/// openings.
const FACTOR_SEED: u64 = 1 << 63;

/// Elo difference per point of difference in a game, for sides of about the same strength: the
/// slope of the logistic curve at a score of 50 %.
const ELO_PER_POINT: f64 = 800.0 / LN_10;

/// Measure the effects of changes of the search parameters by games of the engine against itself
///
/// Each change is a factor: one or several parameters with other values. In each game pair, one of
/// the two sides has the factor, drawn at random for each factor on its own. So all games measure
/// all factors. The list shows the gain of each factor in Elo with its 95 % error, the best one
/// first.
///
/// The results are written to a file after each pair. The same command continues from there, with
/// more games if --games is larger. Ctrl-C discards the unfinished games, prints the list, and ends
/// the command with exit status 130. The same arguments give the same results on any number of
/// threads.
///
/// Needs a build with the feature "tune": cargo build --release -p ferz-lab --features tune.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz-lab screen state.json --factor iir_depth=5 --factor see_pawn=120,see_rook=520"
)]
pub struct Arguments {
    /// File of the results to create or continue
    state: PathBuf,

    /// Parameters that are changed together, and their values; may be repeated
    #[arg(long = "factor", value_name = "NAME=VALUE,...", required = true, value_parser = parse_factor)]
    factors: Vec<Factor>,

    /// Total number of games, rounded up to pairs
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number::<u64>(1..=u64::MAX))]
    games: u64,

    /// Soft node limit: start no new iteration after N nodes; the hard limit is 8 times N
    #[arg(long, value_name = "N", default_value_t = SOFT_NODES, value_parser = number::<u64>(1..=u64::MAX))]
    nodes: u64,

    /// Seed of the sides of the factors and of the openings
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    #[command(flatten)]
    book: Book,

    #[command(flatten)]
    threads: Threads,
}

/// Runs `ferz-lab screen`.
pub fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let (file, seed, factors) = (&arguments.state, arguments.seed, &arguments.factors);
    let outputs = [("STATE", Some(&**file))];
    let stop = stop_flag();
    let _locks = lock_outputs("screen", &arguments.book, &outputs)?;
    let (openings, description) = arguments.book.openings(seed)?;
    check_distinct(factors).context("--factor")?;
    let new = State {
        nodes: arguments.nodes,
        seed,
        bench: short_bench()?,
        openings: description,
        factors: factors.iter().map(Factor::text).collect(),
        balances: Vec::new(),
    };
    let mut state = new.or_earlier(file)?;
    let pairs = arguments.games.div_ceil(GAMES_PER_PAIR);
    let threads = useful_threads(arguments.threads.number(), pairs);
    let mut runner = PairRunner::of_parameters(openings, state.nodes, threads, stop)?;
    let progress = PairProgress::new(state.pairs(), pairs);
    let numbers = state.pairs()..pairs;
    let sides = |number| sides(factors, seed, number);
    let played = runner.play(numbers, sides, |result| {
        state.balances.push(result.balance());
        progress.show_speed(state.pairs());
        state.write(file).map(ControlFlow::Continue)
    });
    let (games, speed) = progress.finish(state.pairs());
    let table = table(factors, &state);
    print(&format!("{table}Played now: {games} games in {speed}\n")).map_err(Error::msg)?;
    played?;
    Ok(exit_status(state.pairs(), pairs, CAN_CONTINUE))
}

/// Returns the effects of the factors as a table, the best one first.
fn table(factors: &[Factor], state: &State) -> String {
    let names = factors.iter().map(Factor::text);
    let mut rows: Vec<_> = names.zip(effects(factors, state)).collect();
    rows.sort_by(|(_, (a, _)), (_, (b, _))| b.total_cmp(a));
    let widths = rows.iter().map(|(name, _)| name.len());
    let width = widths.fold("Factor".len(), usize::max);
    let mut text = format!("{:width$} {:>8} {:>7}\n", "Factor", "Elo", "Error");
    for (name, (elo, error)) in rows {
        let elo = rounded(elo, 1);
        text += &match error.is_finite() {
            true => format!("{name:width$} {elo:>+8.1} {error:>7.1}\n"),
            false => format!("{name:width$} {:>8} {:>7}\n", "unknown", "unknown"),
        };
    }
    text + &format!("Games: {}\n", GAMES_PER_PAIR * state.pairs())
}

/// Values of parameters that are set together, as index in [`PARAMS`] and value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor(Vec<(usize, i32)>);

/// Parses a factor such as `razoring_base=200,razoring_factor=100`.
fn parse_factor(text: &str) -> Result<Factor> {
    text.split(',')
        .map(parse_setting)
        .collect::<Result<_>>()
        .map(Factor)
}

/// Parses a parameter and its value.
fn parse_setting(text: &str) -> Result<(usize, i32)> {
    let parsed = text
        .split_once('=')
        .and_then(|(name, value)| Some((name, value.parse::<i64>().ok()?)));
    let (name, value) = parsed.with_context(|| {
        let found = Quoted(text);
        format!("found {found}; expected NAME=VALUE, or several separated by commas")
    })?;
    let index = index_of(name).with_context(|| {
        let name = Quoted(name);
        format!("no parameter {name}; expected a name that \"ferz-lab spsa\" prints")
    })?;
    let (full_name, min, max) = (PARAMS[index].name, PARAMS[index].min, PARAMS[index].max);
    match i32::try_from(value) {
        Ok(value) if (min..=max).contains(&value) => Ok((index, value)),
        _ => bail!("{full_name}={value} is out of range; expected {min} to {max}"),
    }
}

impl Factor {
    /// Returns the factor in the form that [`parse_factor`] accepts.
    fn text(&self) -> String {
        let setting = |&(index, value): &(usize, i32)| format!("{}={value}", PARAMS[index].name);
        Vec::from_iter(self.0.iter().map(setting)).join(",")
    }
}

/// Checks that no parameter is set twice, so that the factors do not depend on their order.
fn check_distinct(factors: &[Factor]) -> Result<()> {
    let mut is_set = vec![false; PARAMS.len()];
    for &(index, _) in factors.iter().flat_map(|factor| &factor.0) {
        ensure!(
            !std::mem::replace(&mut is_set[index], true),
            "{} is set twice; expected each parameter in one factor",
            PARAMS[index].name
        );
    }
    Ok(())
}

/// Returns for each factor whether the first side has it in the pair with this number, from 0;
/// otherwise, the second side has it.
fn first_side_has(factors: &[Factor], seed: u64, number: u64) -> Vec<bool> {
    let seed = seed.wrapping_add(FACTOR_SEED);
    let mut rng = Rng::with_seed(numbered_seed(seed, number));
    factors.iter().map(|_| rng.bool()).collect()
}

/// Returns the parameters of both sides in the pair with this number, from 0.
fn sides(factors: &[Factor], seed: u64, number: u64) -> [ParamSet; 2] {
    let mut sides = [ParamSet::default(), ParamSet::default()];
    for (factor, is_first) in factors.iter().zip(first_side_has(factors, seed, number)) {
        for &(index, value) in &factor.0 {
            sides[usize::from(!is_first)].set(index, value);
        }
    }
    sides
}

/// The state of a screening. The number of pairs is no setting, because a screening can be made
/// longer.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct State {
    /// Number of nodes after which a search starts no new iteration.
    nodes: u64,
    /// Seed of factors and openings.
    seed: u64,
    /// Node count of a short bench, which changes with the search.
    bench: u64,
    /// Description of the openings.
    openings: String,
    factors: Vec<String>,
    /// The wins less the losses of the first side in each pair.
    balances: Vec<i32>,
}

impl State {
    /// Returns the number of game pairs played.
    fn pairs(&self) -> u64 {
        self.balances.len() as u64
    }
}

impl RunState for State {
    const COMMAND: &str = "ferz-lab screen";

    fn settings(&self) -> Vec<Setting> {
        let settings = [
            ("nodes", self.nodes.to_string()),
            ("seed", self.seed.to_string()),
            ("bench", self.bench.to_string()),
            ("openings", self.openings.clone()),
            ("factors", self.factors.join(" ")),
        ];
        Vec::from(settings.map(|(name, value)| (name.to_owned(), value)))
    }

    fn fault(&self) -> Option<String> {
        let balance = self.balances.iter().find(|balance| balance.abs() > 2)?;
        Some(format!("found balance {balance}, expected -2 to 2"))
    }
}

/// Returns the [`effect`]s of the factors, in their order.
fn effects(factors: &[Factor], state: &State) -> Vec<(f64, f64)> {
    let mut results = vec![Vec::new(); factors.len()];
    for (number, &balance) in (0..).zip(&state.balances) {
        let first_side_has = first_side_has(factors, state.seed, number);
        for (of_factor, is_first) in results.iter_mut().zip(first_side_has) {
            of_factor.push(if is_first { balance } else { -balance });
        }
    }
    results.iter().map(|of_factor| effect(of_factor)).collect()
}

/// Returns the Elo difference of a side with a factor to one without it, and half the width of its
/// 95 % interval, from the results of game pairs: the wins less the losses of the side with the
/// factor. The numbers are not finite if there are fewer than two pairs.
fn effect(balances: &[i32]) -> (f64, f64) {
    let pairs = balances.len() as f64;
    let points_of = |&balance: &i32| f64::from(balance) / GAMES_PER_PAIR as f64;
    let points = || balances.iter().map(points_of);
    let mean = points().sum::<f64>() / pairs;
    let squares: f64 = points().map(|value| (value - mean).powi(2)).sum();
    let standard_error = (squares / (pairs - 1.0) / pairs).sqrt();
    (
        mean * ELO_PER_POINT,
        QUANTILE_95 * standard_error * ELO_PER_POINT,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::elo::Pentanomial;

    const SEED: u64 = 7;

    fn two_factors() -> Vec<Factor> {
        let texts = ["see_pawn=120", "see_rook=510,see_queen=990"];
        Vec::from(texts.map(|text| parse_factor(text).expect("valid")))
    }

    fn state(balances: Vec<i32>) -> State {
        State {
            nodes: 1,
            seed: SEED,
            bench: 1,
            openings: "random".to_owned(),
            factors: two_factors().iter().map(Factor::text).collect(),
            balances,
        }
    }

    #[test]
    fn each_factor_is_on_one_side_and_every_combination_occurs() {
        let factors = two_factors();
        let mut combinations = [[0; 2]; 2];
        for number in 0..100 {
            let sides = sides(&factors, SEED, number);
            let changed = |i: usize| {
                let has = [0, 1].map(|side: usize| sides[side].get(i) != PARAMS[i].default);
                assert!(has != [true; 2], "{}", PARAMS[i].name);
                let value = sides[usize::from(has[1])].get(i);
                has.contains(&true)
                    .then_some((PARAMS[i].name, value, has[0]))
            };
            let changed: Vec<_> = (0..PARAMS.len()).filter_map(changed).collect();
            let [
                ("see_pawn", 120, pawn),
                ("see_rook", 510, rook),
                ("see_queen", 990, queen),
            ] = changed[..]
            else {
                panic!("{changed:?}");
            };
            assert_eq!(rook, queen);
            combinations[usize::from(pawn)][usize::from(queen)] += 1;
        }
        assert!(combinations.as_flattened().iter().all(|&count| count > 10));
        assert_eq!(factors[1].text(), "see_rook=510,see_queen=990");
    }

    #[test]
    fn only_the_factor_that_decides_the_games_has_an_effect() {
        let factors = two_factors();
        // The side with the second factor wins one game, and draws the other.
        let balance = |number| match first_side_has(&factors, SEED, number)[1] {
            true => 1,
            false => -1,
        };
        let state = state((0..400).map(balance).collect());
        let [first, second] = effects(&factors, &state)[..] else {
            panic!("two factors");
        };
        assert!(first.0.abs() < 1.5 * first.1, "{first:?}");
        assert!(second.0 > 150.0 && second.1 == 0.0, "{second:?}");
    }

    #[test]
    fn an_impossible_result_in_a_state_is_found() {
        let text = serde_json::to_string(&state(vec![1, 3])).expect("plain fields");
        let error = state(Vec::new())
            .parse(text.as_bytes())
            .expect_err("no balance");
        let reason = "found balance 3, expected -2 to 2; delete it to start again";
        assert!(error.to_string().ends_with(reason), "{error}");
    }

    #[test]
    fn with_one_factor_the_effect_is_the_elo_difference_of_a_match() {
        let counts = [2, 110, 400, 130, 1];
        let balances = (-2..).zip(counts);
        let balances = balances.flat_map(|(balance, count)| vec![balance; count as usize]);
        let (elo, error) = effect(&balances.collect::<Vec<i32>>());
        let (expected, its_error) = Pentanomial(counts).elo().logistic;
        assert!((elo - expected).abs() < 0.01, "{elo}, {expected}");
        assert!((error - its_error).abs() < 0.02, "{error}, {its_error}");
    }
}
