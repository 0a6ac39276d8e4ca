//! `ferz bisect`: finds the first move that another engine generates wrongly.
//!
//! Reads the arguments, runs the comparison of [`crate::bisect`], and prints and writes the report of
//! [`crate::report::bisect`].

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::bisect::{
    BisectResult, Bisection, MovePath, PerftCommand, ScriptSubject, StartPosition, Subject,
    SubjectError, UciSubject, command, positions,
};
use crate::chess::Board;
use crate::chess::notation::CastlingNotation;
use crate::perft::suite::{self, SuiteError, SuiteErrorKind};
use crate::report::bisect::report::{self, Report, Section};
use crate::report::bisect::{html, json, svg, text};
use crate::support::quote::{Named, Quoted};
use clap::ValueHint;

use super::progress::ProgressBar;
use super::{ExitStatus, exit_status, input, number, output, parse_moves, print, print_error};
use crate::report::display::style::Style;

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
all these moves as one argument. It prints a line for each move, an empty line and the total, or
only the total. This script asks the engine ./mine, or the engine in the variable ENGINE:

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
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
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

    /// Print one JSON object instead of text; docs/json.md lists its fields
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
fn parse_seconds(text: &str) -> Result<Duration, String> {
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

/// The start positions, and the problems in their source.
#[derive(Default)]
struct Starts {
    positions: Vec<StartPosition>,
    warnings: Vec<String>,
    /// Number of lines of the suite that could not be read. Each has a warning.
    malformed_lines: usize,
}

/// A comparison that has been run.
struct Run {
    /// The name that the subject gives itself, if it is a UCI engine and has one.
    name: Option<String>,
    warning: Option<String>,
    outcome: Result<BisectResult, SubjectError>,
}

/// Runs the comparison and prints its result.
pub fn run(arguments: &Arguments, style: Style) -> Result<ExitStatus, String> {
    arguments.check_outputs()?;
    let starts = arguments.starts()?;
    let (command, words) = arguments.subject_command()?;
    let perft_command = arguments.perft_command();
    let (bisection, castling) = arguments.bisection(starts.positions);
    let started = Instant::now();
    let Run {
        name,
        warning,
        outcome,
    } = arguments.compare(&bisection, words, perft_command.as_ref(), castling);
    let mut warnings = starts.warnings;
    warnings.extend(warning);
    let duration = started.elapsed();
    let found = outcome.as_ref().ok();
    let differences = found.map_or(&[][..], |found| &found.differences);
    let describe = |difference| Section::new(difference, command, perft_command.as_ref());
    warnings.extend(found.into_iter().flat_map(report::list_warnings));
    let report = Report {
        command,
        name: name.as_deref(),
        positions: bisection.starts.len(),
        warnings,
        duration,
        compared: found.map(|found| found.compared),
        sections: differences.iter().map(describe).collect(),
        fault: match &outcome {
            Ok(result) => result.errors.first(),
            Err(error) => Some(error),
        },
    };
    report.warnings.iter().for_each(print_error);
    print(&if arguments.json {
        json::format(&report)
    } else {
        text::format(&report, style)
    })?;
    if let Err(error) = &outcome {
        return Err(report::error_with_hint(error));
    }
    arguments.write_files(&report)?;
    exit_status(!report.sections.is_empty(), starts.malformed_lines)
}

impl Arguments {
    /// Checks that the outputs are files of their own that can be written, before a long run.
    fn check_outputs(&self) -> Result<(), String> {
        let svg = ("--svg", self.svg.as_deref());
        let html = ("--html", self.html.as_deref());
        output::check_given(self.suite.as_slice(), &[svg, html])
    }

    /// Returns the command of the subject, as given and split into words.
    fn subject_command(&self) -> Result<(&str, Vec<String>), String> {
        let engine = self.engine.as_ref().map(|command| ("--engine", command));
        let script = self.script.as_ref().map(|command| ("--script", command));
        let (option, command) = engine
            .or(script)
            .expect("clap requires one of the two options");
        let words = command::split(command).ok_or_else(|| {
            format!(
                "{option}: {} has no closing quotation mark; expected a command in shell syntax",
                Quoted(command)
            )
        })?;
        Ok((command, words))
    }

    /// Returns the command that asks a UCI engine for its counts; `None` for a script.
    fn perft_command(&self) -> Option<PerftCommand> {
        let ask = self.ask.clone();
        self.engine.is_some().then(|| ask.unwrap_or_default())
    }

    /// Returns the start positions.
    fn starts(&self) -> Result<Starts, String> {
        if let Some(file) = &self.suite {
            return read_suite(file);
        }
        if self.fen.is_none() && self.moves.is_empty() {
            return Ok(Starts {
                positions: positions::built_in(self.chess960),
                ..Starts::default()
            });
        }
        let (name, fen) = match &self.fen {
            Some(fen) => ("the position given", fen.as_str()),
            None => ("the initial position", Board::START_FEN),
        };
        let first = MovePath::new(fen).map_err(|error| format!("--fen: {error}"))?;
        let notes = first.notes.iter().map(|note| format!("--fen: {note}"));
        let warnings = notes.collect();
        let moves = parse_moves(*first.board(), &self.moves.join(" "))
            .map_err(|error| format!("--moves: {error}"))?;
        Ok(Starts {
            positions: vec![StartPosition {
                name: name.to_owned(),
                path: moves.into_iter().fold(first, |path, mv| path.after(mv)),
                published: Vec::new(),
            }],
            warnings,
            malformed_lines: 0,
        })
    }

    /// Returns the comparison to make, and the notation of castling in it.
    fn bisection(&self, mut starts: Vec<StartPosition>) -> (Bisection, CastlingNotation) {
        let needs_chess960 =
            |start: &StartPosition| start.path.first_board().needs_chess960_notation();
        let castling = if self.chess960 || starts.iter().any(needs_chess960) {
            CastlingNotation::KingTakesRook
        } else {
            CastlingNotation::KingMoves
        };
        for start in &mut starts {
            start.path.notation = castling;
        }
        let max_nodes = self.max_nodes.unwrap_or(match self.depth {
            Some(_) => u64::MAX,
            None => DEFAULT_NODES / starts.len() as u64,
        });
        let bisection = Bisection {
            starts,
            depth: self.depth.unwrap_or(DEFAULT_DEPTH),
            max_nodes,
            all: self.all,
        };
        (bisection, castling)
    }

    /// Starts the subject and compares its counts. `words` are those of its command; without a
    /// `perft_command`, it is a script.
    fn compare(
        &self,
        bisection: &Bisection,
        words: Vec<String>,
        perft_command: Option<&PerftCommand>,
        castling: CastlingNotation,
    ) -> Run {
        let run = |subject: &mut dyn Subject| {
            let bar = ProgressBar::new("positions");
            bisection.run(subject, &|depth, done, total| {
                bar.set_unit(format!("positions at depth {depth}"));
                bar.show(done as u64, total as u64);
            })
        };
        let unnamed = |outcome| Run {
            name: None,
            warning: None,
            outcome,
        };
        let Some(perft_command) = perft_command else {
            return unnamed(run(&mut ScriptSubject::new(words, self.timeout)));
        };
        match UciSubject::start(&words, perft_command.clone(), castling, self.timeout) {
            Ok(mut subject) => {
                let lacks_chess960 =
                    castling == CastlingNotation::KingTakesRook && !subject.has_chess960;
                Run {
                    name: subject.name.clone(),
                    warning: lacks_chess960
                        .then(|| "the engine has no option UCI_Chess960".to_owned()),
                    outcome: run(&mut subject),
                }
            }
            Err(error) => unnamed(Err(error)),
        }
    }

    /// Writes the files that are asked for. Without a difference, says that they are not written.
    fn write_files(&self, report: &Report<'_>) -> Result<(), String> {
        type Format = fn(&Report<'_>) -> String;
        let formats: [(&Option<PathBuf>, Format); 2] =
            [(&self.svg, svg::format), (&self.html, html::format)];
        for (file, format) in formats {
            match file {
                Some(file) if report.sections.is_empty() => print_error(format!(
                    "{}: not written, because there is no difference",
                    Named(file)
                )),
                Some(file) => output::write(file, format(report).as_bytes())?,
                None => {}
            }
        }
        Ok(())
    }
}

/// Reads the positions of a suite.
fn read_suite(file: &Path) -> Result<Starts, String> {
    let text = input::text(file)?;
    let shown = input::name(file);
    let name = Named(&shown);
    let lines: Vec<&str> = text.lines().collect();
    let (cases, errors) = suite::read(&text);
    let cases = cases.into_iter().map(|case| (case.line, case.counts));
    let mut entries: Vec<_> = cases.collect();
    let mut starts = Starts::default();
    for SuiteError { line, kind } in errors {
        // A position without published counts can be compared, too.
        if kind == SuiteErrorKind::NoCounts {
            entries.push((line, Vec::new()));
        } else {
            starts.warnings.push(format!("{name}:{line}: {kind}"));
            starts.malformed_lines += 1;
        }
    }
    entries.sort_by_key(|entry| entry.0);
    for (line, published) in entries {
        match MovePath::new(&suite::fen_of(lines[line - 1])) {
            Ok(path) => {
                let notes = path.notes.iter();
                let warnings = notes.map(|note| format!("{name}:{line}: {note}"));
                starts.warnings.extend(warnings);
                starts.positions.push(StartPosition {
                    name: format!("{name}:{line}"),
                    path,
                    published,
                });
            }
            // Not reached: the reader of the suite has parsed the FEN, and there are no moves.
            Err(error) => starts
                .warnings
                .push(format!("{name}:{line}: skipped: {error}")),
        }
    }
    if starts.positions.is_empty() {
        starts.warnings.iter().for_each(print_error);
        return Err(format!(
            "{name}: found no position; expected lines like \"FEN ;D1 20 ;D2 400\""
        ));
    }
    Ok(starts)
}
