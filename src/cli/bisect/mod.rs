//! `ferz bisect`: finds the first move that another engine generates wrongly.
//!
//! Here is what the arguments mean; the search is the library's ([`ferz::tools::bisect`]),
//! and what it found is put in words by [`text`] and in JSON by [`json`].

mod json;
mod text;

use std::path::{Path as FilePath, PathBuf};
use std::time::{Duration, Instant};

use clap::ValueHint;
use ferz::chess::Board;
use ferz::chess::notation::CastlingNotation;
use ferz::perft::suite::{self, Problem};
use ferz::support::quote::{Named, Quoted};
use ferz::tools::bisect::ask::Ask;
use ferz::tools::bisect::command::Syntax;
use ferz::tools::bisect::engine::Engine;
use ferz::tools::bisect::fault::Fault;
use ferz::tools::bisect::path::Path;
use ferz::tools::bisect::script::Script;
use ferz::tools::bisect::{
    Opponent, Patience, Progress as Searched, Report, Search, Start, positions,
};

use super::progress::ProgressBar;
use super::{ExitStatus, exit_status, find_moves, input, number, print, print_error};

/// Nodes that are asked for in all without a limit, shared by the positions: what a slow engine
/// counts in some seconds.
const ALL_NODES: u64 = 20_000_000;

/// The greatest depth if none is given, in half-moves; the limit of nodes is mostly reached
/// before.
const DEPTH: u32 = 6;

/// How long an answer may take if nothing is said.
const PATIENCE: Duration = Duration::from_secs(10);

/// An engine that is slower than this is given up, in nodes per second.
const SLOWEST: u64 = 100_000;

/// Find the first move that another engine generates wrongly
///
/// Compares perft counts of another engine with those of ferz, the shallow ones of all
/// positions first. From the first difference it goes down by itself to the position where
/// the lists of moves differ, and tells which moves are missing or extra, and by which rule.
///
/// Of an engine that prints a total and no counts, every position after a legal move is asked
/// for, to find the one that differs. There the moves that are missing or extra are found if
/// the engine refuses illegal moves, else by arithmetic if one answer fits its totals.
///
/// The exit status is 0 if all is equal, 1 if something differs (even if a line of the suite
/// could not be read as well), and 2 if the engine could not be asked or a line of the suite
/// not be read. "ferz --log-file FILE bisect ..." keeps the conversation in a file.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example: ferz bisect --engine ./mine
         ferz bisect --engine 'python3 mine.py --uci' --fen '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
         ferz bisect --engine ./mine --ask 'perft {depth}' --all
         ferz bisect --script ./perft.sh --suite standard.epd --max-nodes 100000

A script is called with the depth, a FEN, and, if there are any, the moves from there in one
argument. It prints a line for each move, an empty line, and the total, or the total alone.
This one asks the engine ./mine, or the one that the variable ENGINE names:

  #!/bin/sh
  printf 'position fen %s%s\\ngo perft %s\\nquit\\n' \"$2\" \"${3:+ moves $3}\" \"$1\" |
      ${ENGINE:-./mine}")]
#[command(group = clap::ArgGroup::new("program").required(true))]
pub struct Arguments {
    /// The command of a UCI engine that knows "go perft N", or what --ask says
    ///
    /// It is split into words as by a shell. On Windows, a backslash is no escape character, and
    /// double quotation marks stand around what has blanks.
    #[arg(long, value_name = "COMMAND", group = "program", value_hint = ValueHint::CommandString)]
    engine: Option<String>,

    /// The command of a script as the tool perftree runs it, with depth, FEN and moves
    #[arg(long, value_name = "COMMAND", group = "program", value_hint = ValueHint::CommandString)]
    script: Option<String>,

    /// The command that asks the engine to count, such as "perft {depth}" [default: go perft
    /// {depth}]
    ///
    /// {depth} stands for the depth in half-moves. Ethereal, Carp, Akimbo and Reckless know
    /// "perft {depth}", and Demolito "perft {depth} div". {fen} stands for the position, for
    /// engines that take it from this command, as Weiss does: "perft {depth} {fen}".
    #[arg(long, value_name = "COMMAND", conflicts_with = "script")]
    ask: Option<Ask>,

    /// The position, as a FEN; without it, built-in ones that show every rule
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Moves to make from there first, like "e2e4 e7e5" or "e4 e5 Nf3"
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    moves: Vec<String>,

    /// The positions of a perft suite (- is standard input), with or without counts
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"], value_hint = ValueHint::FilePath)]
    suite: Option<PathBuf>,

    /// How deep to compare, in half-moves [default: what --max-nodes allows, and 6 at most]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=100))]
    depth: Option<u32>,

    /// Leave out what counts more nodes in a position [default: none with --depth; else 20
    /// million in all, shared by the positions]
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    max_nodes: Option<u64>,

    /// How many seconds an answer may take [default: 10, and 1 more for each 100,000 nodes]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Go on after the first difference, and report each broken rule once
    ///
    /// An engine that ends or hangs at a position is started again for the others, up to ten times.
    #[arg(long)]
    all: bool,

    /// Play Chess960: castling is king takes rook, and built-in positions of it are added
    #[arg(long)]
    chess960: bool,

    /// Print one JSON object instead of text
    ///
    /// "format": "ferz-bisect", "version": 1, "verdict" ("equal", "different" or "fault"),
    /// "command", "name", "positions", "compared" ({"depth", "depth_of_all", "answers",
    /// "nodes"}), "seconds", "warnings", "difference" ({"start", "depth", "start_fen", "moves",
    /// "fen", "missing" and "extra": lists of {"move", "rule", "why"}, "rule": {"id", "text"},
    /// "right_from_fen", "totals": {"ours", "theirs"}, "contradiction": {"kind", "depth", "move",
    /// "theirs", "ours", "missing", "extra"}}), "differences" (a list of the same, more than one
    /// only with --all),
    /// "fault" ({"kind", "text", "asked", "printed", "stderr"}). What does not apply is null.
    ///
    /// Later versions of the format may have more fields, never fewer. Errors in arguments
    /// are told on standard error alone.
    #[arg(long)]
    json: bool,
}

/// A limit of time, from a text that may have a fraction.
fn seconds(text: &str) -> Result<Duration, String> {
    /// A day.
    const MOST: f64 = 86_400.0;
    let number = text
        .parse()
        .ok()
        .filter(|number| *number > 0.0 && *number <= MOST);
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected a number of seconds above 0 and up to {MOST}"))
}

/// What is known of a comparison from the outside.
struct Setting {
    /// The command of the program.
    command: String,
    /// What the program calls itself.
    name: Option<String>,
    /// What the program is.
    program: ProgramKind,
    positions: usize,
    castling: CastlingNotation,
    /// What was not as it should be, though it could be gone on.
    warnings: Vec<String>,
    took: Duration,
}

/// How the program is asked.
enum ProgramKind {
    Engine(Ask),
    Script,
}

/// Runs it.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    let (mut warnings, mut malformed) = (Vec::new(), 0);
    let starts = arguments.starts(&mut warnings, &mut malformed)?;
    let needs_chess960 = |start: &Start| start.path.first_board().needs_chess960_notation();
    let castling = if arguments.chess960 || starts.iter().any(needs_chess960) {
        CastlingNotation::KingTakesRook
    } else {
        CastlingNotation::KingMoves
    };
    let ask = arguments.ask.clone().unwrap_or_default();
    let (option, command, program) = match (&arguments.engine, &arguments.script) {
        (Some(command), _) => ("--engine", command, ProgramKind::Engine(ask)),
        (_, Some(command)) => ("--script", command, ProgramKind::Script),
        _ => return Err("expected --engine or --script".to_owned()),
    };
    let words = Syntax::NATIVE.split(command);
    let words = words.map_err(|error| format!("{option}: {} {error}", Quoted(command)))?;
    let search = arguments.search(starts, castling);
    let mut setting = Setting {
        command: command.clone(),
        name: None,
        program,
        positions: search.starts.len(),
        castling,
        warnings,
        took: Duration::ZERO,
    };
    let started = Instant::now();
    let outcome = arguments.compare(&search, words, &mut setting);
    setting.took = started.elapsed();
    if let Ok(report) = &outcome {
        setting.warnings.extend(text::warnings(report));
    }
    for warning in &setting.warnings {
        print_error(warning);
    }
    if arguments.json {
        print(&json::document(&setting, &outcome))?;
    } else if let Ok(report) = &outcome {
        print(&text::report(&setting, report))?;
    }
    let report = outcome.map_err(|fault| text::fault(&fault))?;
    exit_status(!report.differences.is_empty(), malformed)
}

impl Arguments {
    /// The positions to begin from.
    fn starts(
        &self,
        warnings: &mut Vec<String>,
        malformed: &mut usize,
    ) -> Result<Vec<Start>, String> {
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
        let path = Path::new(fen).map_err(|error| format!("--fen: {error}"))?;
        warnings.extend(path.notes().iter().map(|note| format!("--fen: {note}")));
        let moves = find_moves(*path.board(), &self.moves.join(" "));
        let moves = moves.map_err(|error| format!("--moves: {error}"))?;
        Ok(vec![Start {
            name: name.to_owned(),
            path: moves.into_iter().fold(path, |path, mv| path.after(mv)),
            published: Vec::new(),
        }])
    }

    fn search(&self, starts: Vec<Start>, castling: CastlingNotation) -> Search {
        let max_nodes = self.max_nodes.unwrap_or(match self.depth {
            Some(_) => u64::MAX,
            None => ALL_NODES / starts.len() as u64,
        });
        Search {
            starts,
            depth: self.depth.unwrap_or(DEPTH),
            max_nodes,
            castling,
            all: self.all,
        }
    }

    fn patience(&self) -> Patience {
        Patience {
            least: self.timeout.unwrap_or(PATIENCE),
            nodes_per_second: self.timeout.is_none().then_some(SLOWEST),
        }
    }

    /// Starts the program and compares its counts.
    fn compare(
        &self,
        search: &Search,
        words: Vec<String>,
        setting: &mut Setting,
    ) -> Result<Report, Fault> {
        let (castling, patience) = (search.castling, self.patience());
        let mut opponent: Box<dyn Opponent> = match &setting.program {
            ProgramKind::Script => Box::new(Script::new(words, castling, patience)),
            ProgramKind::Engine(ask) => {
                let engine = Engine::start(&words, ask.clone(), castling, patience)?;
                setting.name = engine.name().map(str::to_owned);
                if castling == CastlingNotation::KingTakesRook && !engine.has_chess960() {
                    let warning = "the engine does not announce the option UCI_Chess960";
                    setting.warnings.push(warning.to_owned());
                }
                Box::new(engine)
            }
        };
        let bar = ProgressBar::new("positions");
        search.run(opponent.as_mut(), &|Searched { depth, done, total }| {
            bar.set_unit(format!("positions at depth {depth}"));
            bar.show(done as u64, total as u64);
        })
    }
}

/// The positions of a file, warnings of what could not be read, and how many lines that were.
fn read_suite(
    file: &FilePath,
    warnings: &mut Vec<String>,
    malformed: &mut usize,
) -> Result<Vec<Start>, String> {
    let text = input::text(file)?;
    let file = input::name(file);
    let name = Named(&file);
    let lines: Vec<&str> = text.lines().collect();
    let (cases, errors) = suite::read(&text);
    let mut positions: Vec<_> = cases
        .into_iter()
        .map(|case| (case.line, case.counts))
        .collect();
    for error in errors {
        // That nobody has counted a position is no reason not to compare it.
        if error.problem == Problem::NoCounts {
            positions.push((error.line, Vec::new()));
        } else {
            let (line, problem) = (error.line, error.problem);
            warnings.push(format!("{name}:{line}: {problem}"));
            *malformed += 1;
        }
    }
    positions.sort_by_key(|position| position.0);
    let mut starts = Vec::with_capacity(positions.len());
    for (line, published) in positions {
        match Path::new(suite::fen_of(lines[line - 1])) {
            Ok(path) => {
                let notes = path.notes().iter();
                warnings.extend(notes.map(|note| format!("{name}:{line}: {note}")));
                starts.push(Start {
                    name: format!("{name}:{line}"),
                    path,
                    published,
                });
            }
            Err(error) => warnings.push(format!("{name}:{line}: left out: {error}")),
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
