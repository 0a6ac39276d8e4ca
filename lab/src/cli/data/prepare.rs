//! `ferz data --out … --held-out …`: makes training data with [`crate::training_data`].

use std::path::Path;

use crate::training_data::{
    Filter, GamesFile, LabelSettings, Outputs, PrepareSettings, Stage, prepare,
};

use super::arguments::Arguments;
use super::report::print_report;
use crate::cli::output::check_outputs;
use crate::cli::progress::ProgressBar;
use crate::cli::{ExitStatus, input, stop_flag};

/// Makes training data from the files of games.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written, or if a game is malformed.
pub fn run(arguments: &Arguments, out: &Path, held_out: &Path) -> Result<ExitStatus, String> {
    let files = games_files(arguments)?;
    check_outputs(
        &arguments.files,
        &[("--out", out), ("--held-out", held_out)],
    )?;
    let stop = stop_flag();
    let bar = ProgressBar::new("bytes of games");
    let mut show = |stage| match stage {
        Stage::Reading { bytes, total } => bar.show(bytes, total),
        Stage::Shuffling { positions, total } => {
            bar.set_unit("positions shuffled");
            bar.show(positions, total);
        }
    };
    let outputs = Outputs {
        training: out,
        held_out,
    };
    let threads = arguments.threads.number();
    let settings = settings(arguments);
    let report = prepare(&files, &outputs, &settings, threads, &stop, &mut show)
        .map_err(|error| error.to_string())?;
    drop(bar);
    print_report(report.as_ref())
}

fn settings(arguments: &Arguments) -> PrepareSettings {
    let preparation = &arguments.preparation;
    PrepareSettings {
        labels: LabelSettings {
            scale: preparation.scale,
            fade: preparation.fade,
        },
        filter: Filter {
            max_score: preparation.max_score,
            skip: preparation.skip,
        },
        held_out_share: preparation.held_out_share,
        seed: preparation.seed,
    }
}

/// Returns the files with their origins.
fn games_files(arguments: &Arguments) -> Result<Vec<GamesFile>, String> {
    let (files, origins) = (&arguments.files, &arguments.preparation.origin);
    if files.iter().any(|file| input::is_standard(file)) {
        return Err("\"-\" is not a file; with --out, expected the name of a file".to_owned());
    }
    if !origins.is_empty() && origins.len() != files.len() {
        return Err(format!(
            "--origin: found {} for {} files; expected one for each file, or none",
            origins.len(),
            files.len()
        ));
    }
    let origin = |i: usize| origins.get(i).cloned().unwrap_or_default();
    let files = files.iter().enumerate().map(|(i, path)| GamesFile {
        path: path.clone(),
        origin: origin(i),
    });
    Ok(files.collect())
}
