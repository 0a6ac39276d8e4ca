//! `ferz datagen`: writes self-play games of [`crate::datagen`] to a file.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::datagen::{self, DatagenSettings, GameFile, Player, SOFT_NODES};
use crate::games::GameSummary;
use crate::self_play::Starts;
use ferz::support::quote::Named;

use super::progress::ProgressBar;
use super::{ExitStatus, Threads, input, number, print, print_error, stop_flag};

/// Play self-play games and write them to a file, as training data
///
/// Each game begins with 8 or 9 random plies. The file is in viriformat. The same arguments give
/// the same file on any number of threads. If the file exists, ferz checks its games, removes an
/// incomplete game at the end of the file, and continues after the last complete game.
///
/// Ctrl-C discards the unfinished games and ends the command, with exit status 130. The exit status
/// is 0 only if the file contains all games.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz datagen games.vf --games 10000 --seed 42")]
pub struct Arguments {
    /// File to create or continue
    file: PathBuf,

    /// Total number of games in the file
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u64>(0..=u64::MAX))]
    games: u64,

    /// Seed of the random moves; different seeds give different games
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Soft node limit: start no new iteration after N nodes; the hard limit is 8 times N
    #[arg(long, value_name = "N", default_value_t = SOFT_NODES, value_parser = number::<u64>(1..=u64::MAX))]
    nodes: u64,

    /// Start from Chess960 positions
    #[arg(long, conflicts_with = "dfrc")]
    chess960: bool,

    /// Start from double Fischer random positions: a Chess960 setup for each side
    #[arg(long)]
    dfrc: bool,

    #[command(flatten)]
    threads: Threads,
}

impl Arguments {
    fn settings(&self) -> DatagenSettings {
        DatagenSettings {
            seed: self.seed,
            soft_nodes: self.nodes,
            starts: match (self.chess960, self.dfrc) {
                (true, _) => Starts::Chess960,
                (_, true) => Starts::DoubleFischerRandom,
                _ => Starts::Standard,
            },
        }
    }
}

/// Runs `ferz datagen`.
///
/// # Errors
///
/// Returns an error if the file cannot be read or written, or if its games were not played with the
/// same arguments.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    if input::is_standard(&arguments.file) {
        let message = "\"-\" is not a file; expected the name of a file";
        return Err(message.to_owned());
    }
    let stop = stop_flag();
    let status = play(arguments, &stop).map_err(|error| error.to_string())?;
    if status == ExitStatus::Interrupted {
        print_error(format_args!(
            "interrupted before {} has {} games; run the same command again to continue",
            Named(&arguments.file),
            arguments.games
        ));
    }
    Ok(status)
}

fn play(
    arguments: &Arguments,
    stop: &Arc<AtomicBool>,
) -> Result<ExitStatus, Box<dyn std::error::Error>> {
    let settings = arguments.settings();
    let mut player = Player::new(settings, stop)?;
    let bar = ProgressBar::new("bytes of games");
    let opened = GameFile::open_with(&arguments.file, &mut player, &mut |read, size| {
        bar.show(read, size);
    })?;
    drop(bar);
    let Some(mut output) = opened else {
        return Ok(ExitStatus::Interrupted);
    };
    drop(player);
    let before = *output.summary();
    if output.dropped() > 0 {
        print_error(format_args!(
            "{}: removed {} bytes of an incomplete game after game {}",
            Named(&arguments.file),
            output.dropped(),
            before.games
        ));
    }
    let (started, bar) = (Instant::now(), ProgressBar::new("games"));
    let rate = |summary: &GameSummary| {
        let hours = started.elapsed().as_secs_f64() / 3600.0;
        (summary.positions - before.positions) as f64 / hours
    };
    let numbers = before.games..arguments.games;
    datagen::run(
        &settings,
        numbers,
        arguments.threads.number(),
        stop,
        &mut |game| {
            output.write(&game)?;
            bar.show(output.summary().games, arguments.games);
            bar.set_unit(format!(
                "games, {:.0} positions per hour",
                rate(output.summary())
            ));
            Ok(())
        },
    )?;
    drop(bar);
    let summary = output.summary();
    print(&summary.to_string())?;
    print(&format!(
        "Played now: {} games, {} positions in {:.1} s, {:.0} positions per hour\n",
        summary.games - before.games,
        summary.positions - before.positions,
        started.elapsed().as_secs_f64(),
        rate(summary),
    ))?;
    Ok(if summary.games < arguments.games {
        ExitStatus::Interrupted
    } else {
        ExitStatus::Success
    })
}
