//! An engine with deliberate errors, for trying `ferz bisect`. It supports the part of UCI that is
//! needed for perft. Its argument selects the error of its move generator; more than one is
//! refused.
//!
//! ```text
//! cargo build --release --example broken
//! cargo run --release -- bisect --engine "target/release/examples/broken pinned-knight"
//! ```
//!
//! Other arguments select other kinds of misbehavior. Options come before the argument:
//!
//! * `--perftree`: act as a script (see `ferz::bisect::ScriptSubject`);
//! * `--async N`: count on another thread, without a total and with a pause, and answer
//!   `isready` after N counts;
//! * `--totals`: print only totals, and reject moves that it considers illegal;
//! * `--blind`: print only totals, and make any move;
//! * `--unnamed`: print promotions without the promotion piece;
//! * `--fragile`: panic at a position without legal moves;
//! * `--mark WORD`: ignored, so that a test can find the process by this argument;
//! * `--perft`: support `perft N` and `perft N FEN`, and search on `go perft N`.
//!
//! The broken generator makes all moves after the FEN, so that errors in making moves take effect.

#[path = "../tests/common/broken.rs"]
mod broken;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::thread::JoinHandle;
use std::time::Duration;

use broken::{Broken, Variant};
use ferz::bisect::MovePath;
use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::{Board, Color, Move, MoveKind};

/// Kinds of misbehavior that do not concern move generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Never answers `uciok`.
    Silent,
    /// Does not finish counting within an hour.
    Hang,
    /// Panics when it counts.
    Die,
    /// Endlessly prints lines that are not an answer.
    Garbage,
    /// Prints the output of a search on `go perft`.
    NoPerft,
    /// Counts correctly at depth 1. At greater depths, adds 1 to the count for the first move that
    /// it prints if White is to move.
    Inconsistent,
}

/// The behavior selected by the arguments.
#[derive(Clone, Copy, Debug, Default)]
struct Behavior {
    variant: Option<Variant>,
    fault: Option<Fault>,
    /// The format of its answers.
    style: Style,
    /// Number of counts that it prints before it reads the next command; `None` for all.
    counts_before_ready: Option<usize>,
    /// Whether it makes moves that it considers illegal.
    is_blind: bool,
    /// Whether it panics at a position without legal moves.
    is_fragile: bool,
    /// Whether it supports `perft N` instead of `go perft N`.
    has_perft_command: bool,
}

/// Formats of the answer to perft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Style {
    /// The format of Stockfish.
    #[default]
    Plain,
    /// Numbered lines, uppercase promotions and another word for the total.
    Ornate,
    /// Without a total.
    NoTotal,
    /// With a total that is one too high.
    WrongTotal,
    /// Only the total, like Ethereal.
    TotalAlone,
    /// In color, with a dash between the squares.
    Colored,
    /// Promotions without the promotion piece, like Carp.
    Unnamed,
}

/// Pause in the middle of an answer that is counted on another thread.
const PAUSE: Duration = Duration::from_millis(700);

fn behavior(argument: &str) -> Option<Behavior> {
    let mut behavior = Behavior::default();
    match argument {
        "none" => {}
        "ornate" => behavior.style = Style::Ornate,
        "wrong-total" => behavior.style = Style::WrongTotal,
        "no-total" => behavior.style = Style::NoTotal,
        "silent" => behavior.fault = Some(Fault::Silent),
        "hang" => behavior.fault = Some(Fault::Hang),
        "die" => behavior.fault = Some(Fault::Die),
        "garbage" => behavior.fault = Some(Fault::Garbage),
        "no-perft" => behavior.fault = Some(Fault::NoPerft),
        "colored" => behavior.style = Style::Colored,
        "unnamed" => behavior.style = Style::Unnamed,
        "inconsistent" => behavior.fault = Some(Fault::Inconsistent),
        _ => behavior.variant = Some(Variant::from_name(argument)?),
    }
    Some(behavior)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut words: &[String] = &arguments;
    let mut is_script = false;
    let mut options = Behavior::default();
    while let [option, rest @ ..] = words {
        match option.as_str() {
            "--perftree" => is_script = true,
            "--async" => {
                let count = rest.first().and_then(|count| count.parse().ok());
                options.counts_before_ready = count;
            }
            "--totals" => options.style = Style::TotalAlone,
            "--blind" => (options.style, options.is_blind) = (Style::TotalAlone, true),
            "--unnamed" => options.style = Style::Unnamed,
            "--fragile" => options.is_fragile = true,
            "--mark" => {}
            "--perft" => options.has_perft_command = true,
            _ => break,
        }
        let has_value = ["--async", "--mark"].contains(&option.as_str());
        words = rest.get(usize::from(has_value)..).unwrap_or(&[]);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some((mut behavior, question)) = words
        .split_first()
        .and_then(|(first, question)| Some((behavior(first)?, question)))
        // Only a script is called with the question: a depth, a FEN and moves.
        .filter(|(_, question)| is_script || question.is_empty())
    else {
        let variants = Variant::EARLY.into_iter().chain(Variant::OTHERS);
        let names: Vec<&str> = variants.map(Variant::name).collect();
        let names = names.join(", ");
        if let [first, second, ..] = &*words {
            eprintln!("broken: found \"{first}\" and \"{second}\"; expected one error");
        }
        eprintln!(
            "usage: broken [OPTION]... none|hang|die|garbage|silent|no-perft|… or one of {names}"
        );
        return ExitCode::from(2);
    };
    if options.counts_before_ready.is_some() {
        behavior.style = Style::NoTotal;
    } else if options.style != Style::Plain {
        behavior.style = options.style;
    }
    behavior.counts_before_ready = options.counts_before_ready;
    behavior.is_blind = options.is_blind;
    behavior.is_fragile = options.is_fragile;
    behavior.has_perft_command = options.has_perft_command;
    let result = if is_script {
        script(behavior, question)
    } else {
        engine(behavior)
    };
    // Writing fails if the reader has closed the pipe.
    if result.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Counts for the depth, FEN and moves in the arguments, as a perftree script does.
fn script(behavior: Behavior, question: &[&str]) -> io::Result<()> {
    let [depth, fen, moves @ ..] = question else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let position = Game::new(fen, &moves.join(" "), behavior);
    perft(
        behavior,
        &position,
        depth.parse().unwrap_or(1),
        CastlingNotation::KingMoves,
    )
}

/// Handles UCI commands until `quit` or the end of the input.
fn engine(behavior: Behavior) -> io::Result<()> {
    let mut castling = CastlingNotation::KingMoves;
    let mut game = Game::new(Board::START_FEN, "", behavior);
    let mut counting: Option<JoinHandle<()>> = None;
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["uci"] if behavior.fault == Some(Fault::Silent) => {}
            ["uci"] => {
                println!(
                    "id name Broken\noption name UCI_Chess960 type check default false\nuciok"
                );
            }
            ["setoption", "name", "UCI_Chess960", "value", value] => {
                castling = match *value {
                    "true" => CastlingNotation::KingTakesRook,
                    _ => CastlingNotation::KingMoves,
                };
            }
            ["isready"] => println!("readyok"),
            ["position", rest @ ..] => {
                let rest = rest.join(" ");
                let (fen, moves) = rest.split_once("moves").unwrap_or((&rest, ""));
                let fen = match fen.trim() {
                    "startpos" => Board::START_FEN,
                    fen => fen.trim_start_matches("fen "),
                };
                game = Game::new(fen, moves, behavior);
            }
            ["go", ..] if behavior.has_perft_command => search(),
            ["perft", depth, fen @ ..] if behavior.has_perft_command => {
                let depth = depth.parse().unwrap_or(1);
                if !fen.is_empty() {
                    game = Game::new(&fen.join(" "), "", behavior);
                }
                perft(behavior, &game, depth, castling)?;
            }
            ["go", "perft", depth] => {
                let depth = depth.parse().unwrap_or(1);
                if let Some(early) = behavior.counts_before_ready {
                    // Answers are printed in the order of the commands.
                    if let Some(thread) = counting.take() {
                        thread.join().expect("the thread does not panic");
                    }
                    counting = Some(count_on_thread(&game, depth, castling, early));
                } else {
                    perft(behavior, &game, depth, castling)?;
                }
            }
            ["quit"] => break,
            _ => {}
        }
        io::stdout().flush()?;
    }
    Ok(())
}

/// The current position.
struct Game {
    position: Broken,
}

impl Game {
    /// Creates the position after the FEN and the moves. The broken generator makes the moves, up
    /// to the first one that it rejects.
    fn new(fen: &str, moves: &str, behavior: Behavior) -> Self {
        let path = MovePath::new(fen).expect("ferz sends valid FENs");
        let mut position = Broken::new(path.board(), behavior.variant);
        // A board has an en passant square only if the capture is legal.
        position.mailbox.en_passant = path.skipped_square();
        for text in moves.split_whitespace() {
            let mut legal = position.legal_moves().into_iter();
            let mv = legal.find(|&mv| {
                [CastlingNotation::KingTakesRook, CastlingNotation::KingMoves]
                    .into_iter()
                    .any(|castling| CoordinateMove::new(mv, castling).to_string() == text)
            });
            let any = behavior.is_blind.then(|| any_move(&position, text));
            let Some(mv) = mv.or_else(|| any.flatten()) else {
                break;
            };
            position = position.make_move(mv);
        }
        Self { position }
    }
}

/// Returns the move between the two squares in the text, even if it is illegal.
fn any_move(position: &Broken, text: &str) -> Option<Move> {
    let from = text.get(..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let kind = match position.mailbox.piece_at(to) {
        Some(_) => MoveKind::Capture,
        None => MoveKind::Quiet,
    };
    Some(Move::new(from, to, kind))
}

/// Prints the output of a search, as an engine that ignores the word `perft` does.
fn search() {
    println!("info depth 1 score cp 20 nodes 20 pv e2e4\nbestmove e2e4");
}

/// Prints the count for each move: the first `early` counts before it returns, and the others
/// from a thread that pauses once.
fn count_on_thread(
    game: &Game,
    depth: u32,
    castling: CastlingNotation,
    early: usize,
) -> JoinHandle<()> {
    let position = &game.position;
    let counts: Vec<String> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let count = position.make_move(mv).perft(depth - 1);
            format!("{}: {count}", CoordinateMove::new(mv, castling))
        })
        .collect();
    let (early, late) = counts.split_at(early.min(counts.len()));
    early.iter().for_each(|line| println!("{line}"));
    let late = late.to_owned();
    std::thread::spawn(move || {
        let middle = late.len() / 2;
        for (i, line) in late.iter().enumerate() {
            if i == middle && depth > 1 {
                std::thread::sleep(PAUSE);
            }
            println!("{line}");
        }
    })
}

/// Prints the count for each move, and the total.
fn perft(
    behavior: Behavior,
    game: &Game,
    depth: u32,
    castling: CastlingNotation,
) -> io::Result<()> {
    match behavior.fault {
        Some(Fault::Hang) => std::thread::sleep(Duration::from_secs(3600)),
        Some(Fault::Die) => panic!("a piece stands on no square"),
        Some(Fault::Garbage) => loop {
            writeln!(io::stdout(), "☃ e2e9: 17 \u{7} {}", "x".repeat(100))?;
        },
        Some(Fault::NoPerft) => {
            search();
            return Ok(());
        }
        _ => {}
    }
    assert!(
        !behavior.is_fragile || game.position.perft(1) > 0,
        "there are no moves"
    );
    if behavior.style == Style::TotalAlone {
        println!("{}", game.position.perft(depth));
        return Ok(());
    }
    let mut total = 0;
    for (i, mv) in game.position.legal_moves().into_iter().enumerate() {
        let mut count = game.position.make_move(mv).perft(depth - 1);
        if behavior.fault == Some(Fault::Inconsistent) && i == 0 && depth > 1 {
            count += u64::from(game.position.mailbox.side_to_move == Color::White);
        }
        total += count;
        print_count(
            behavior.style,
            i + 1,
            CoordinateMove::new(mv, castling),
            count,
        );
    }
    match behavior.style {
        Style::Plain | Style::Unnamed => println!("\nNodes searched: {total}\n"),
        Style::Colored => println!("\u{1b}[1mNodes\u{1b}[0m: \u{1b}[32m{total}\u{1b}[0m"),
        Style::TotalAlone => {}
        Style::Ornate => println!("---\nPerft {depth}: {total} nodes, 12345 nodes per second"),
        Style::NoTotal => {}
        Style::WrongTotal => println!("Nodes searched: {}", total + 1),
    }
    Ok(())
}

fn print_count(style: Style, number: usize, mv: CoordinateMove, count: u64) {
    match (style, mv.promotion) {
        (Style::Ornate, Some(piece)) => {
            println!(
                "{number:2}. {}{}={} - {count}",
                mv.from,
                mv.to,
                piece.letter().to_ascii_uppercase()
            );
        }
        (Style::Colored, piece) => {
            let piece = piece.map_or(String::new(), |piece| piece.letter().to_string());
            let (from, to) = (mv.from, mv.to);
            println!("\u{1b}[36m{from}-{to}{piece}\u{1b}[0m: {count}");
        }
        (Style::Unnamed, Some(_)) => println!("{}{} -- {count} nodes in 1µs", mv.from, mv.to),
        (Style::Ornate, None) => println!("{number:2}. {mv} - {count}"),
        _ => println!("{mv}: {count}"),
    }
}
