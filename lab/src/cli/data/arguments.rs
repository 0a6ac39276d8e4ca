//! The arguments of `ferz data`.

use std::path::PathBuf;

use crate::training_data::{DEEP_NODES, FADE, MAX_SCORE, SCALE, SCALES};

use crate::cli::{Threads, decimal, number};

/// Check files of games in viriformat, and print statistics, draw them, or make training data
///
/// Checks every position, move and result against the rules of chess. The first error ends the
/// command; its file, game and byte offset are printed to standard error.
///
/// With --out and --held-out, writes the quiet positions of the games with their labels to two
/// files, in random order, and prints statistics of them. All positions of a game go to the same
/// file. With --out and --deep, labels the first positions of such a file with long searches. The
/// same arguments give the same files on any number of threads. Ctrl-C ends the command with exit
/// status 130, and nothing is written.
///
/// Given files that it has written, checks them and prints their headers in JSON.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example: ferz data games.vf --text | shuf -n 10
Example: ferz data games.vf --plot games.svg
Example: ferz data a.vf b.vf --out training.bin --held-out held-out.bin
Example: ferz data held-out.bin --deep 2000 --out deep.bin
Example: ferz data training.bin")]
pub struct Arguments {
    /// Files of games, or files that this command wrote; - for games from standard input. With
    /// --deep, one file that --held-out wrote
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,

    /// Print every position instead of statistics, as "FEN | score | result", with the score in
    /// centipawns and the result in points (1.0, 0.5 or 0.0), both from White's view
    #[arg(long, conflicts_with_all = ["out", "kind"])]
    pub(super) text: bool,

    /// File for a picture of the games, as SVG: scores, phases, results by score with the curve that
    /// ferz fit-wdl fits to them, and lengths
    #[arg(long, value_name = "FILE", conflicts_with_all = ["text", "out", "kind"])]
    pub(super) plot: Option<PathBuf>,

    /// File to write: positions for training, or with --deep, positions with the scores of long
    /// searches
    #[arg(long, value_name = "FILE", requires = "kind")]
    pub(super) out: Option<PathBuf>,

    /// File for the positions of held-out games, to measure the loss on
    #[arg(long, value_name = "FILE", requires = "out", group = "kind")]
    pub(super) held_out: Option<PathBuf>,

    /// Label the first N positions of the file with long searches, except those with mate scores
    #[arg(long, value_name = "N", requires = "out", group = "kind", value_parser = number::<usize>(1..=u64::MAX))]
    pub(super) deep: Option<usize>,

    #[command(flatten)]
    pub(super) preparation: PreparationArguments,

    /// Nodes of each search of --deep
    #[arg(long, value_name = "N", default_value_t = DEEP_NODES, requires = "deep", conflicts_with = "held_out", value_parser = number::<u64>(1..=u64::MAX))]
    pub(super) nodes: u64,

    #[command(flatten)]
    pub(super) threads: Threads,
}

/// Arguments that need `--held-out`.
#[derive(Debug, clap::Args)]
pub(super) struct PreparationArguments {
    /// Share of the games that are held out, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, requires = "held_out", conflicts_with = "deep", value_parser = decimal::<f64>(0.0..=1.0))]
    pub(super) held_out_share: f64,

    /// Seed of the order of positions
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "held_out", conflicts_with = "deep", value_parser = number::<u64>(0..=u64::MAX))]
    pub(super) seed: u64,

    /// Centipawns in the exponent of the logistic function from scores to expected points
    #[arg(long, value_name = "CP", default_value_t = SCALE, requires = "held_out", conflicts_with = "deep", value_parser = decimal::<f32>(SCALES))]
    pub(super) scale: f32,

    /// Factor per ply by which the weight of later scores decreases in their mean, from 0 to 1
    #[arg(long, value_name = "FACTOR", default_value_t = FADE, requires = "held_out", conflicts_with = "deep", value_parser = decimal::<f32>(0.0..=1.0))]
    pub(super) fade: f32,

    /// Drop positions whose score is at least CP for either side
    #[arg(long, value_name = "CP", default_value_t = MAX_SCORE, requires = "held_out", conflicts_with = "deep", value_parser = number::<i32>(1..=32_000))]
    pub(super) max_score: i32,

    /// Drop the first N plies of each game; games of ferz datagen begin after their random moves
    #[arg(long, value_name = "N", default_value_t = 0, requires = "held_out", conflicts_with = "deep", value_parser = number::<usize>(0..=u64::MAX))]
    pub(super) skip: usize,

    /// How a file of games was made, to store it with the data; once for each file, in their order
    #[arg(
        long,
        value_name = "TEXT",
        requires = "held_out",
        conflicts_with = "deep"
    )]
    pub(super) origin: Vec<String>,
}
