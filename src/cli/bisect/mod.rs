//! `ferz bisect`: finds the first move that another engine generates wrongly.
//!
//! This file reads the arguments and runs the comparison of [`crate::bisect`]. [`text`], [`json`],
//! [`svg`] and [`html`] format the result, from the parts in [`report`].

mod html;
mod json;
mod report;
mod svg;
mod text;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::bisect::{
    BisectResult, Bisection, MovePath, PerftCommand, ScriptSubject, StartPosition, Subject,
    SubjectError, UciSubject, command, positions,
};
use crate::chess::Board;
use crate::chess::notation::CastlingNotation;
use crate::perft::suite::{self, SuiteErrorKind};
use crate::support::quote::{Named, Quoted};
use clap::ValueHint;
use report::RunInfo;

use super::display::style::Style;
use super::progress::ProgressBar;
use super::{ExitStatus, exit_status, find_moves, input, number, output, print, print_error};

/// Default total of `--max-nodes` over all positions: a slow engine counts this in seconds.
const DEFAULT_NODES: u64 = 20_000_000;

/// Default of `--depth`, in plies. Usually, `--max-nodes` ends the comparison at a lower depth.
const DEFAULT_DEPTH: u32 = 6;

/// Find the first move that another engine generates wrongly
///
/// Compares perft counts of another engine with those of ferz: all positions at depth 1, then all
/// at depth 2, and so on. Follows the first difference to the position where the lists of moves
/// differ, and reports the missing and extra moves and the rule that is broken.
///
/// If an engine prints only totals, ferz compares the position after each legal move. It can then
/// name the missing and extra moves if the engine rejects illegal moves, or if only one explanation
/// fits the totals.
///
/// The exit status is 0 without differences, 1 with a difference (even if a line of the suite is
/// malformed), and 2 if the engine gave no counts or a line of the suite is malformed.
/// "ferz --log-file FILE bisect ..." writes the communication with the engine to a file.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example: ferz bisect --engine ./mine
         ferz bisect --engine 'python3 mine.py --uci' --fen '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
         ferz bisect --engine ./mine --ask 'perft {depth}' --all
         ferz bisect --engine ./mine --html wrong.html --svg wrong.svg
         ferz bisect --script ./perft.sh --suite standard.epd --max-nodes 100000

A script is called with two or three arguments: the depth, a FEN, and, if moves follow the FEN,
all these moves as one argument. It prints a line for each move, an empty line and the total, or only the total. This script
asks the engine ./mine, or the engine in the variable ENGINE:

  #!/bin/sh
  printf 'position fen %s%s\\ngo perft %s\\nquit\\n' \"$2\" \"${3:+ moves $3}\" \"$1\" |
      ${ENGINE:-./mine}")]
#[command(group = clap::ArgGroup::new("program").required(true))]
pub struct Arguments {
    /// Shell command that starts a UCI engine; the engine must support "go perft N", or the command
    /// given with --ask
    ///
    /// It is split into words like a shell command. On Windows, a backslash is not an escape
    /// character, and words with blanks need double quotation marks.
    #[arg(long, value_name = "COMMAND", group = "program", value_hint = ValueHint::CommandString)]
    engine: Option<String>,

    /// The command of a script for the tool perftree, called with depth, FEN and moves
    #[arg(long, value_name = "COMMAND", group = "program", value_hint = ValueHint::CommandString)]
    script: Option<String>,

    /// The command that makes the engine count, such as "perft {depth}" [default: go perft
    /// {depth}]
    ///
    /// {depth} is replaced by the depth in plies (half-moves), {fen} by the position. Ethereal,
    /// Carp, Akimbo and Reckless support "perft {depth}", Demolito "perft {depth} div", and Weiss
    /// "perft {depth} {fen}".
    #[arg(long, value_name = "COMMAND", conflicts_with = "script")]
    ask: Option<PerftCommand>,

    /// The position as a FEN [default: built-in positions for every rule]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Moves to make first, such as "e2e4 e7e5" or "e4 e5 Nf3"
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    moves: Vec<String>,

    /// A perft suite with the positions, with or without counts (- is standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"], value_hint = ValueHint::FilePath)]
    suite: Option<PathBuf>,

    /// Maximum depth in plies (half-moves) [default: the greatest within --max-nodes, at most 6]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=100))]
    depth: Option<u32>,

    /// Maximum nodes per position; greater depths are skipped [default: no limit with --depth,
    /// otherwise 20 million divided by the number of positions]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    max_nodes: Option<u64>,

    /// Maximum seconds for an answer [default: 10, plus 1 for each 100,000 nodes]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Continue after the first difference, and report each broken rule once
    ///
    /// An engine that ends or hangs at a position is restarted for the other positions, up to ten
    /// times.
    #[arg(long)]
    all: bool,

    /// Write castling as king takes rook, and add built-in positions of Chess960
    #[arg(long)]
    chess960: bool,

    /// Print one JSON object instead of text
    ///
    /// "format": "ferz-bisect", "version": 1, "verdict" ("equal", "different" or "fault"),
    /// "command", "name", "positions", "compared" ({"depth", "depth_of_all" (the depth that was
    /// compared in all positions), "answers", "nodes"}), "seconds", "warnings", "difference"
    /// ({"start", "depth", "start_fen", "moves", "fen", "missing" and "extra": lists of {"move",
    /// "rule", "why"}, "rule": {"id", "text"}, "right_from_fen", "totals": {"ours", "theirs"},
    /// "contradiction": {"kind", "depth", "move", "theirs", "ours", "missing", "extra"}}),
    /// "differences" (a list of such objects, more than one only with --all), "fault" ({"kind",
    /// "text", "asked", "printed", "stderr"}). Fields that do not apply are null.
    ///
    /// Later versions of the format may add fields, but do not remove any. Errors in arguments
    /// are printed only to standard error.
    #[arg(long)]
    json: bool,

    /// Write the report as a picture, for bug reports
    ///
    /// An SVG file: the position with the move, the attackers and pins marked, the explanation, the
    /// FEN, and the board after each move that leads there. With --all, the differences follow one
    /// below the other. Without a difference, the file is not written, and an existing file
    /// remains.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,

    /// Write the report as a page for a browser, with boards to step through
    ///
    /// One HTML file that needs no network. The buttons and the arrow keys step through the moves,
    /// and an address that ends in "#2" shows the board after the second move ("#3.2": that of the
    /// third difference, with --all). Without a difference, the file is not written, and an
    /// existing file remains.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
}

/// Parses a time limit in seconds, which may have a fraction.
fn seconds(text: &str) -> Result<Duration, String> {
    /// One day.
    const MAX: f64 = 86_400.0;
    let number = text
        .parse()
        .ok()
        .filter(|number| *number > 0.0 && *number <= MAX);
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected a number of seconds above 0 and up to {MAX}"))
}

/// Runs the comparison and prints its result.
pub fn run(arguments: &Arguments, style: Style) -> Result<ExitStatus, String> {
    arguments.check_outputs()?;
    let (mut warnings, mut malformed) = (Vec::new(), 0);
    let mut starts = arguments.starts(&mut warnings, &mut malformed)?;
    let needs_chess960 = |start: &StartPosition| start.path.first_board().needs_chess960_notation();
    let castling = if arguments.chess960 || starts.iter().any(needs_chess960) {
        CastlingNotation::KingTakesRook
    } else {
        CastlingNotation::KingMoves
    };
    for start in &mut starts {
        start.path = start.path.clone().in_notation(castling);
    }
    let (option, command) = match (&arguments.engine, &arguments.script) {
        (Some(command), _) => ("--engine", command),
        (_, Some(command)) => ("--script", command),
        _ => return Err("expected --engine or --script".to_owned()),
    };
    let words = command::split(command).ok_or_else(|| {
        let command = Quoted(command);
        format!(
            "{option}: {command} has no closing quotation mark; expected a command in shell syntax"
        )
    })?;
    let bisection = arguments.bisection(starts);
    let ask = arguments.ask.clone();
    let mut info = RunInfo {
        command: command.clone(),
        name: None,
        perft_command: arguments.engine.as_ref().map(|_| ask.unwrap_or_default()),
        positions: bisection.starts.len(),
        warnings,
        duration: Duration::ZERO,
    };
    let started = Instant::now();
    let result = arguments.compare(&bisection, words, castling, &mut info);
    info.duration = started.elapsed();
    if let Ok(result) = &result {
        info.warnings.extend(text::warnings(result));
    }
    info.warnings.iter().for_each(print_error);
    if arguments.json {
        print(&json::document(&info, &result))?;
    } else if let Ok(result) = &result {
        print(&text::report(&info, result, style))?;
    }
    let differences = result.map_err(|error| text::error(&error))?.differences;
    let files = [&arguments.svg, &arguments.html];
    for (file, report) in files.into_iter().zip([svg::report, html::page]) {
        match file {
            Some(file) if differences.is_empty() => print_error(format!(
                "{}: not written, because there is no difference",
                Named(file)
            )),
            Some(file) => output::write(file, report(&info, &differences).as_bytes())?,
            None => {}
        }
    }
    exit_status(!differences.is_empty(), malformed)
}

impl Arguments {
    /// Checks that the outputs are files of their own that can be written, before a long run.
    fn check_outputs(&self) -> Result<(), String> {
        let inputs: Vec<PathBuf> = self.suite.iter().cloned().collect();
        let outputs = [("--svg", &self.svg), ("--html", &self.html)];
        output::check_given(
            &inputs,
            &outputs.map(|(name, file)| (name, file.as_deref())),
        )
    }

    /// Returns the start positions. Adds warnings to `warnings`, and the number of malformed lines
    /// of the suite to `malformed`.
    fn starts(
        &self,
        warnings: &mut Vec<String>,
        malformed: &mut usize,
    ) -> Result<Vec<StartPosition>, String> {
        if let Some(file) = &self.suite {
            return read_suite(file, warnings, malformed);
        }
        if self.fen.is_none() && self.moves.is_empty() {
            return Ok(positions::built_in(self.chess960));
        }
        let (name, fen) = match &self.fen {
            Some(fen) => ("the position given", fen.as_str()),
            None => ("the initial position", Board::START_FEN),
        };
        let path = MovePath::new(fen).map_err(|error| format!("--fen: {error}"))?;
        warnings.extend(path.notes.iter().map(|note| format!("--fen: {note}")));
        let moves = find_moves(*path.board(), &self.moves.join(" "));
        let moves = moves.map_err(|error| format!("--moves: {error}"))?;
        Ok(vec![StartPosition {
            name: name.to_owned(),
            path: moves.into_iter().fold(path, |path, mv| path.after(mv)),
            published: Vec::new(),
        }])
    }

    fn bisection(&self, starts: Vec<StartPosition>) -> Bisection {
        let max_nodes = self.max_nodes.unwrap_or(match self.depth {
            Some(_) => u64::MAX,
            None => DEFAULT_NODES / starts.len() as u64,
        });
        Bisection {
            starts,
            depth: self.depth.unwrap_or(DEFAULT_DEPTH),
            max_nodes,
            all: self.all,
        }
    }

    /// Starts the program and compares its counts.
    fn compare(
        &self,
        bisection: &Bisection,
        words: Vec<String>,
        castling: CastlingNotation,
        info: &mut RunInfo,
    ) -> Result<BisectResult, SubjectError> {
        let mut subject: Box<dyn Subject> = match &info.perft_command {
            None => Box::new(ScriptSubject::new(words, self.timeout)),
            Some(perft_command) => {
                let ask = perft_command.clone();
                let engine = UciSubject::start(&words, ask, castling, self.timeout)?;
                info.name.clone_from(&engine.name);
                if castling == CastlingNotation::KingTakesRook && !engine.has_chess960 {
                    let warning = "the engine has no option UCI_Chess960";
                    info.warnings.push(warning.to_owned());
                }
                Box::new(engine)
            }
        };
        let bar = ProgressBar::new("positions");
        bisection.run(subject.as_mut(), &|depth, done, total| {
            bar.set_unit(format!("positions at depth {depth}"));
            bar.show(done as u64, total as u64);
        })
    }
}

/// Reads the positions of a suite. Adds warnings about its lines to `warnings`, and the number of
/// malformed lines to `malformed`.
fn read_suite(
    file: &Path,
    warnings: &mut Vec<String>,
    malformed: &mut usize,
) -> Result<Vec<StartPosition>, String> {
    let text = input::text(file)?;
    let file = input::name(file);
    let name = Named(&file);
    let lines: Vec<&str> = text.lines().collect();
    let (cases, errors) = suite::read(&text);
    let cases = cases.into_iter().map(|case| (case.line, case.counts));
    let mut positions: Vec<_> = cases.collect();
    for error in errors {
        let (line, kind) = (error.line, error.kind);
        // A position without published counts can be compared, too.
        if kind == SuiteErrorKind::NoCounts {
            positions.push((line, Vec::new()));
        } else {
            warnings.push(format!("{name}:{line}: {kind}"));
            *malformed += 1;
        }
    }
    positions.sort_by_key(|position| position.0);
    let mut starts = Vec::with_capacity(positions.len());
    for (line, published) in positions {
        match MovePath::new(&suite::fen_of(lines[line - 1])) {
            Ok(path) => {
                let notes = path.notes.iter();
                warnings.extend(notes.map(|note| format!("{name}:{line}: {note}")));
                starts.push(StartPosition {
                    name: format!("{name}:{line}"),
                    path,
                    published,
                });
            }
            Err(error) => warnings.push(format!("{name}:{line}: skipped: {error}")),
        }
    }
    if starts.is_empty() {
        warnings.iter().for_each(print_error);
        return Err(format!(
            "{name}: found no position; expected lines like \"FEN ;D1 20 ;D2 400\""
        ));
    }
    Ok(starts)
}
