//! `ferz datagen`: what [`ferz::tools::datagen`] plays, into a file.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use ferz::support::quote::Named;
use ferz::tools::datagen::{self, Output, Player, SOFT_NODES, Settings, Starts};
use ferz::tools::games::Summary;

use super::progress::ProgressBar;
use super::{ExitStatus, Threads, input, number, print, print_error};

/// Play games against itself and write them to a file, to tune or train on
///
/// Each game begins with 8 or 9 moves drawn by chance. The file is in viriformat, and the
/// same for the same arguments, whatever the number of threads. Run again, ferz checks what
/// the file has, drops a game that was torn by an interruption, and goes on with the next.
///
/// Ctrl-C ends it before a game is written in part, with exit status 130; the status is 0 only
/// if the file has all games.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz datagen games.vf --games 10000 --seed 42")]
pub struct Arguments {
    /// The file, which is made or gone on with
    file: PathBuf,

    /// How many games the file shall have
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u64>(0..=u64::MAX))]
    games: u64,

    /// Other seeds give other games
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Begin no new iteration of a search after so many nodes; 8 times as many end it
    #[arg(long, value_name = "N", default_value_t = SOFT_NODES, value_parser = number::<u64>(1..=u64::MAX))]
    nodes: u64,

    /// Begin at the starting positions of Chess960
    #[arg(long, conflicts_with = "dfrc")]
    chess960: bool,

    /// Begin at those of double Fischer random: one of Chess960 for each side
    #[arg(long)]
    dfrc: bool,

    #[command(flatten)]
    threads: Threads,
}

impl Arguments {
    fn settings(&self) -> Settings {
        Settings {
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

/// Runs it.
///
/// # Errors
///
/// Where the file or what it holds is not as it should be, in words.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    if input::is_standard(&arguments.file) {
        let message = "\"-\" is not a file; expected one, to which games are added";
        return Err(message.to_owned());
    }
    let stop = Arc::new(AtomicBool::new(false));
    let handler = {
        let stop = stop.clone();
        move || stop.store(true, Ordering::Relaxed)
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("an interruption will tear the game that is being written: {error}");
    }
    let verdict = play(arguments, &stop).map_err(|error| error.to_string())?;
    if verdict == ExitStatus::Interrupted {
        print_error(format_args!(
            "interrupted before {} has {} games; the same command plays the rest",
            Named(&arguments.file),
            arguments.games
        ));
    }
    Ok(verdict)
}

fn play(
    arguments: &Arguments,
    stop: &Arc<AtomicBool>,
) -> Result<ExitStatus, Box<dyn std::error::Error>> {
    let settings = arguments.settings();
    let mut player = Player::new(settings, stop)?;
    let Some(mut output) = Output::open(&arguments.file, &mut player)? else {
        return Ok(ExitStatus::Interrupted);
    };
    drop(player);
    let before = *output.summary();
    if output.dropped() > 0 {
        print_error(format_args!(
            "{}: dropped {} bytes of a game without an end, after game {}",
            Named(&arguments.file),
            output.dropped(),
            before.games
        ));
    }
    let (started, bar) = (Instant::now(), ProgressBar::new("games"));
    let rate = |summary: &Summary| {
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
                "games, {:.0} positions an hour",
                rate(output.summary())
            ));
            Ok(())
        },
    )?;
    drop(bar);
    let summary = output.summary();
    print(&summary.to_string())?;
    print(&format!(
        "Played now: {} games, {} positions in {:.1} s, {:.0} positions an hour\n",
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
