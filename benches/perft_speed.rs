//! Compares the speed of perft with that of other programs: `cargo bench --bench perft_speed`.
//!
//! All programs run in this process and take turns for several rounds, so that changing load on the
//! machine affects all of them equally. The CPU time of the thread is measured. Programs that
//! support bulk counting use it. Stockfish, if its binary is found, runs as a separate process, so
//! a second comparison measures ferz and Stockfish by wall-clock time. The results are printed as
//! Markdown tables for the documentation.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Parser;
use cpu_time::ThreadTime;
use ferz::chess::Board;
use ferz::chess::attacks::SLIDERS_IMPLEMENTATION;
use ferz::chess::mailbox::Mailbox;
use ferz::perft::{KIWIPETE, perft};

/// Compares the speed of perft with that of other programs.
#[derive(Debug, Parser)]
struct Arguments {
    /// Number of rounds; each program counts each position once per round
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,

    /// Reduce all depths by this number of plies, for a quick run
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=3))]
    shallower: u32,

    /// Compare only ferz and cozy-chess
    #[arg(long)]
    duel: bool,

    /// Stockfish binary
    #[arg(long, default_value = "stockfish")]
    stockfish: String,

    /// Run only if the name of this benchmark contains this text
    filter: Option<String>,

    /// Passed by `cargo bench`; ignored
    #[arg(long, hide = true)]
    bench: bool,
}

/// A position, the depth of its perft and the expected number of leaves. The depth less one ply is
/// counted, too: the speed of a program may depend on the parity of the depth, through the
/// addresses of the boards on its stack.
struct Case {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    /// Leaves at `depth` less one ply, and at `depth`.
    counts: [u64; 2],
}

impl Case {
    /// Returns the two depths.
    const fn depths(&self) -> [u32; 2] {
        [self.depth - 1, self.depth]
    }
}

/// The positions. The counts are from <https://www.chessprogramming.org/Perft_Results>.
const CASES: [Case; 5] = [
    Case {
        name: "start",
        fen: Board::START_FEN,
        depth: 6,
        counts: [4_865_609, 119_060_324],
    },
    Case {
        name: "Kiwipete",
        fen: KIWIPETE,
        depth: 5,
        counts: [4_085_603, 193_690_690],
    },
    Case {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 7,
        counts: [11_030_083, 178_633_661],
    },
    Case {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 5,
        counts: [2_103_487, 89_941_194],
    },
    Case {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depth: 5,
        counts: [3_894_594, 164_075_551],
    },
];

/// The number of columns of a table: a case at a depth each.
const COLUMNS: usize = 2 * CASES.len();

/// Number of times that a lower depth is counted, because a single count is too short to be
/// measured.
const REPETITIONS: u32 = 10;

/// A perft function, which returns the number of leaves for a FEN and a depth.
type Perft = Box<dyn FnMut(&str, u32) -> u64>;

/// A program in the comparison.
struct Program {
    name: String,
    perft: Perft,
    /// Reduction of the depth for a slow program, in plies.
    shallower: u32,
    /// Leaves per second, by column (case and depth) and round.
    speeds: Vec<Vec<f64>>,
}

impl Program {
    fn new(name: &str, perft: Perft) -> Self {
        Self {
            name: name.to_owned(),
            perft,
            shallower: 0,
            speeds: vec![Vec::new(); COLUMNS],
        }
    }

    /// Returns the median of the rounds, in millions of leaves per second, for each column.
    fn medians(&self) -> Vec<f64> {
        let medians = self.speeds.iter().map(|speeds| median(speeds) / 1e6);
        medians.collect()
    }

    /// Returns the speed of this program divided by that of `other`: of each round the geometric
    /// mean over the columns, and of these the median.
    fn ratio(&self, other: &Self) -> f64 {
        let of_round = |round: usize| {
            let pairs = self.speeds.iter().zip(&other.speeds);
            let ratios: Vec<f64> = pairs.map(|(a, b)| a[round] / b[round]).collect();
            geometric_mean(&ratios)
        };
        let ratios: Vec<f64> = (0..self.speeds[0].len()).map(of_round).collect();
        median(&ratios)
    }
}

fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    }
}

/// Formats a positive number with two significant digits.
fn two_digits(value: f64) -> String {
    let rounded: f64 = format!("{value:.1e}").parse().expect("a number");
    let decimals = (1.0 - rounded.log10().floor()).max(0.0) as usize;
    format!("{rounded:.decimals$}")
}

fn main() {
    let arguments = Arguments::parse();
    let is_wanted = |filter: &String| "perft_speed".contains(filter.as_str());
    if !arguments.filter.as_ref().is_none_or(is_wanted) {
        return;
    }
    println!(
        "Millions of leaves per second, median of {} rounds; geometric mean of both depths\n",
        arguments.rounds
    );
    let mut programs = programs();
    if arguments.duel {
        programs.truncate(2);
    }
    measure(&mut programs, &arguments, ThreadTime::now, |start| {
        start.elapsed()
    });
    print_table(&programs);

    if arguments.duel {
        return;
    }
    let Some(mut stockfish) = Stockfish::start(&arguments.stockfish) else {
        println!("\n{} was not found.", arguments.stockfish);
        return;
    };
    println!("\nWall-clock time\n");
    let name = stockfish.name.clone();
    let stockfish_perft = Box::new(move |fen: &str, depth| stockfish.perft(fen, depth));
    let mut both = [ferz(), Program::new(&name, stockfish_perft)];
    measure(&mut both, &arguments, Instant::now, |start| start.elapsed());
    print_table(&both);
}

/// Measures every program on every position in every round.
fn measure<T>(
    programs: &mut [Program],
    arguments: &Arguments,
    start: impl Fn() -> T,
    elapsed: impl Fn(T) -> Duration,
) {
    for _ in 0..arguments.rounds {
        let columns = CASES.iter().flat_map(|case| [0, 1].map(|i| (case, i)));
        for (column, (case, i)) in columns.enumerate() {
            let mut counts = Vec::new();
            let repetitions = if i == 0 { REPETITIONS } else { 1 };
            for program in &mut *programs {
                let depth = case.depths()[i] - arguments.shallower.max(program.shallower);
                let started = start();
                let leaves = (0..repetitions).map(|_| (program.perft)(case.fen, depth));
                let leaves: u64 = leaves.sum();
                let speed = leaves as f64 / elapsed(started).as_secs_f64();
                program.speeds[column].push(speed);
                let count = leaves / u64::from(repetitions);
                if depth == case.depths()[i] {
                    assert_eq!(count, case.counts[i], "{}: {}", program.name, case.fen);
                }
                counts.push((depth, count));
            }
            counts.sort_unstable();
            for pair in counts.windows(2) {
                let agree = pair[0].0 != pair[1].0 || pair[0].1 == pair[1].1;
                assert!(agree, "{}: counts differ: {pair:?}", case.fen);
            }
        }
    }
}

/// Prints a table in Markdown, with ratios to the second program.
fn print_table(programs: &[Program]) {
    let names = CASES.iter().map(|case| {
        let [less, depth] = case.depths();
        format!("{}, {less} and {depth}", case.name)
    });
    let names: Vec<String> = names.collect();
    let baseline = &programs[1];
    println!("The ratio is that to {}.\n", baseline.name);
    println!("| program | {} | mean | ratio |", names.join(" | "));
    println!("| --- |{}", " --- |".repeat(CASES.len() + 2));
    for program in programs {
        let medians = program.medians();
        let mut cells: Vec<f64> = medians.chunks(2).map(geometric_mean).collect();
        cells.extend([geometric_mean(&medians), program.ratio(baseline)]);
        let cells: Vec<String> = cells.into_iter().map(two_digits).collect();
        println!("| {} | {} |", program.name, cells.join(" | "));
    }
}

fn ferz() -> Program {
    let count = |fen: &str, depth| perft(&fen.parse::<Board>().expect("a legal position"), depth);
    Program::new(&format!("ferz, {SLIDERS_IMPLEMENTATION}"), Box::new(count))
}

/// Returns the programs: ferz, cozy-chess, then the others.
fn programs() -> Vec<Program> {
    let cozy = |fen: &str, depth| cozy_perft(&fen.parse().expect("a legal position"), depth);
    let laura = |fen: &str, depth| laura_perft(&fen.parse().expect("a legal position"), depth);
    let shakmaty = |fen: &str, depth| {
        let fen: shakmaty::fen::Fen = fen.parse().expect("a FEN");
        let position: shakmaty::Chess = fen
            .into_position(shakmaty::CastlingMode::Standard)
            .expect("a legal position");
        shakmaty::perft(&position, depth)
    };
    let mailbox = |fen: &str, depth| {
        Mailbox::from(&fen.parse::<Board>().expect("a legal position")).perft(depth)
    };
    vec![
        ferz(),
        Program::new("cozy-chess 0.3.4", Box::new(cozy)),
        Program::new("laura_core 0.5.0", Box::new(laura)),
        Program::new("shakmaty 0.30.1", Box::new(shakmaty)),
        Program {
            shallower: 2,
            ..Program::new("mailbox (2 plies less)", Box::new(mailbox))
        },
    ]
}

/// Counts leaves with bulk counting, as the documentation of cozy-chess recommends.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_perft(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

fn laura_perft(board: &laura_core::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    laura_core::enumerate_legal_moves::<laura_core::AllMoves, _>(board, |mv| {
        nodes += if depth == 1 {
            1
        } else {
            laura_perft(&board.make_move(mv), depth - 1)
        };
        true
    });
    nodes
}

/// A Stockfish process. It ends when its input is closed.
struct Stockfish {
    name: String,
    input: ChildStdin,
    output: BufReader<std::process::ChildStdout>,
}

impl Stockfish {
    fn start(command: &str) -> Option<Self> {
        let mut process = Command::new(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let mut this = Self {
            name: String::new(),
            input: process.stdin.take()?,
            output: BufReader::new(process.stdout.take()?),
        };
        writeln!(this.input, "uci").ok()?;
        this.name = this.answer("id name ")?;
        Some(this)
    }

    /// Returns the rest of the next line that begins with `prefix`.
    fn answer(&mut self, prefix: &str) -> Option<String> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(rest) = line.strip_prefix(prefix) {
                return Some(rest.trim().to_owned());
            }
        }
    }

    fn perft(&mut self, fen: &str, depth: u32) -> u64 {
        writeln!(self.input, "position fen {fen}\ngo perft {depth}")
            .expect("Stockfish reads its input");
        let nodes = self.answer("Nodes searched: ");
        let nodes = nodes.and_then(|text| text.parse().ok());
        nodes.expect("Stockfish prints a count")
    }
}
