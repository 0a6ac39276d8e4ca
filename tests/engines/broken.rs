//! An engine that is wrong on purpose, to try `ferz bisect` on: it speaks just enough UCI to
//! be asked for its counts, and its move generator has the error that its argument names.
//!
//! ```text
//! cargo build --release --example broken
//! cargo run --release -- bisect --engine "target/release/examples/broken pinned-knight"
//! ```
//!
//! Other arguments make it misbehave in other ways. Options before them:
//!
//! * `--perftree` makes a script of it (see `ferz::tools::bisect::script`);
//! * `--async N` makes it count on a thread of its own, without a total and with pauses, and
//!   be ready when it has printed N counts;
//! * `--totals` makes it print totals alone, and refuse moves that it holds for illegal;
//!   `--blind` makes it print totals alone, and make any move;
//! * `--fragile` makes it end at a position without legal moves;
//! * `--perft` makes it know `perft N` and `perft N FEN`, and search at `go perft N`.
//!
//! Moves are made by the broken generator from the FEN on, so that what it forgets on the way
//! shows.
//! See <https://www.chessprogramming.org/UCI>.

#[path = "../common/broken.rs"]
mod broken;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::thread::JoinHandle;
use std::time::Duration;

use broken::{Broken, Variant};
use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::{Board, Color, Move, MoveKind};
use ferz::tools::bisect::path::MovePath;

/// Ways to misbehave that have nothing to do with moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Never says `uciok`.
    Silent,
    /// Counts forever.
    Hang,
    /// Is ended by an error when it counts.
    Die,
    /// Answers with what is no answer.
    Garbage,
    /// Takes `go perft` for a search.
    NoPerft,
    /// Counts right at depth 1, and one too many below the first move at others.
    Inconsistent,
}

/// What the arguments ask for.
#[derive(Clone, Copy, Debug, Default)]
struct Behaviour {
    variant: Option<Variant>,
    fault: Option<Fault>,
    /// How an answer looks.
    style: Style,
    /// How many counts it prints before it listens again; `None` if it is all of them.
    listens_after: Option<usize>,
    /// Whether it makes moves that it holds for illegal, and does not refuse them.
    is_blind: bool,
    /// Whether it ends where there are no legal moves.
    is_fragile: bool,
    /// Whether it knows `perft N`, and not `go perft N`.
    knows_perft_alone: bool,
}

/// Forms of an answer; all of them are in use somewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Style {
    /// As Stockfish.
    #[default]
    Plain,
    /// Numbered, with capital letters and another word for the total.
    Ornate,
    /// Without a total.
    NoTotal,
    /// With a total that is one too many.
    WrongTotal,
    /// The total alone, as Ethereal.
    TotalAlone,
    /// Colored, with a dash between the squares.
    Colored,
    /// Promotions without their pieces, as Carp.
    Unnamed,
}

/// An engine that counts on a thread of its own may be silent for so long in the middle of
/// its answer.
const PAUSE: Duration = Duration::from_millis(700);

fn behaviour(argument: &str) -> Option<Behaviour> {
    let mut behaviour = Behaviour::default();
    match argument {
        "none" => {}
        "ornate" => behaviour.style = Style::Ornate,
        "wrong-total" => behaviour.style = Style::WrongTotal,
        "no-total" => behaviour.style = Style::NoTotal,
        "silent" => behaviour.fault = Some(Fault::Silent),
        "hang" => behaviour.fault = Some(Fault::Hang),
        "die" => behaviour.fault = Some(Fault::Die),
        "garbage" => behaviour.fault = Some(Fault::Garbage),
        "no-perft" => behaviour.fault = Some(Fault::NoPerft),
        "colored" => behaviour.style = Style::Colored,
        "unnamed" => behaviour.style = Style::Unnamed,
        "inconsistent" => behaviour.fault = Some(Fault::Inconsistent),
        _ => behaviour.variant = Some(Variant::from_name(argument)?),
    }
    Some(behaviour)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut words: &[String] = &arguments;
    let mut is_script = false;
    let mut options = Behaviour::default();
    while let [option, rest @ ..] = words {
        match option.as_str() {
            "--perftree" => is_script = true,
            "--async" => options.listens_after = rest.first().and_then(|count| count.parse().ok()),
            "--totals" => options.style = Style::TotalAlone,
            "--blind" => (options.style, options.is_blind) = (Style::TotalAlone, true),
            "--unnamed" => options.style = Style::Unnamed,
            "--fragile" => options.is_fragile = true,
            "--perft" => options.knows_perft_alone = true,
            _ => break,
        }
        words = &rest[usize::from(option == "--async")..];
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some((mut behaviour, question)) = words
        .split_first()
        .and_then(|(first, question)| Some((behaviour(first)?, question)))
    else {
        let names = Variant::ALL.map(Variant::name).join(", ");
        eprintln!(
            "usage: broken [OPTION]... none|hang|die|garbage|silent|no-perft|… or one of {names}"
        );
        return ExitCode::from(2);
    };
    if options.listens_after.is_some() {
        behaviour.style = Style::NoTotal;
    } else if options.style != Style::Plain {
        behaviour.style = options.style;
    }
    behaviour.listens_after = options.listens_after;
    behaviour.is_blind = options.is_blind;
    behaviour.is_fragile = options.is_fragile;
    behaviour.knows_perft_alone = options.knows_perft_alone;
    let result = if is_script {
        script(behaviour, question)
    } else {
        engine(behaviour)
    };
    // That nobody reads the answer is no error.
    if result.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Answers one question, which is in the arguments.
fn script(behaviour: Behaviour, question: &[&str]) -> io::Result<()> {
    let [depth, fen, moves @ ..] = question else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let position = Game::new(fen, &moves.join(" "), behaviour);
    perft(
        behaviour,
        &position,
        depth.parse().unwrap_or(1),
        CastlingNotation::KingMoves,
    )
}

/// Obeys commands until `quit` or the end of the input.
fn engine(behaviour: Behaviour) -> io::Result<()> {
    let mut castling = CastlingNotation::KingMoves;
    let mut game = Game::new(Board::START_FEN, "", behaviour);
    let mut counting: Option<JoinHandle<()>> = None;
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["uci"] if behaviour.fault == Some(Fault::Silent) => {}
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
                game = Game::new(fen, moves, behaviour);
            }
            ["go", ..] if behaviour.knows_perft_alone => search(),
            ["perft", depth, fen @ ..] if behaviour.knows_perft_alone => {
                let depth = depth.parse().unwrap_or(1);
                if !fen.is_empty() {
                    game = Game::new(&fen.join(" "), "", behaviour);
                }
                perft(behaviour, &game, depth, castling)?;
            }
            ["go", "perft", depth] => {
                let depth = depth.parse().unwrap_or(1);
                if let Some(early) = behaviour.listens_after {
                    // One after the other, as they were asked for.
                    if let Some(thread) = counting.take() {
                        thread.join().expect("the thread does not panic");
                    }
                    counting = Some(count_aside(&game, depth, castling, early));
                } else {
                    perft(behaviour, &game, depth, castling)?;
                }
            }
            ["quit"] => break,
            _ => {}
        }
        io::stdout().flush()?;
    }
    Ok(())
}

/// A position, and what the board's rules do not keep of it.
struct Game {
    position: Broken,
}

impl Game {
    /// The position after moves that the broken generator makes, until the first that it
    /// refuses.
    fn new(fen: &str, moves: &str, behaviour: Behaviour) -> Self {
        let path = MovePath::new(fen).expect("ferz sends FENs that ferz can read");
        let mut position = Broken::new(path.board(), behaviour.variant);
        // A board keeps it only where taking is legal.
        position.mailbox.en_passant = path.passed_square();
        for text in moves.split_whitespace() {
            let mut legal = position.legal_moves().into_iter();
            let mv = legal.find(|&mv| {
                [CastlingNotation::KingTakesRook, CastlingNotation::KingMoves]
                    .into_iter()
                    .any(|castling| CoordinateMove::new(mv, castling).to_string() == text)
            });
            let any = behaviour.is_blind.then(|| any_move(&position, text));
            let Some(mv) = mv.or_else(|| any.flatten()) else {
                break;
            };
            position = position.make_move(mv);
        }
        Self { position }
    }
}

/// A move that is written so, legal or not.
fn any_move(position: &Broken, text: &str) -> Option<Move> {
    let from = text.get(..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let kind = match position.mailbox.piece_at(to) {
        Some(_) => MoveKind::Capture,
        None => MoveKind::Quiet,
    };
    Some(Move::new(from, to, kind))
}

/// What an engine prints that takes `perft` for a limit that it does not know.
fn search() {
    println!("info depth 1 score cp 20 nodes 20 pv e2e4\nbestmove e2e4");
}

/// Prints the count below each move, the first of them before it returns, and the others
/// from a thread that pauses once.
fn count_aside(
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

/// Prints the count below each move.
fn perft(
    behaviour: Behaviour,
    game: &Game,
    depth: u32,
    castling: CastlingNotation,
) -> io::Result<()> {
    match behaviour.fault {
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
        !behaviour.is_fragile || game.position.perft(1) > 0,
        "there are no moves"
    );
    if behaviour.style == Style::TotalAlone {
        println!("{}", game.position.perft(depth));
        return Ok(());
    }
    let mut total = 0;
    for (i, mv) in game.position.legal_moves().into_iter().enumerate() {
        let mut count = game.position.make_move(mv).perft(depth - 1);
        if behaviour.fault == Some(Fault::Inconsistent) && i == 0 && depth > 1 {
            count += u64::from(game.position.mailbox.side_to_move == Color::White);
        }
        total += count;
        print_count(
            behaviour.style,
            i + 1,
            CoordinateMove::new(mv, castling),
            count,
        );
    }
    match behaviour.style {
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
