//! Prints events as lines of text.
//! See <https://www.chessprogramming.org/UCI#Engine_to_GUI>.

use std::fmt::Display;

use vampirc_uci::{Duration, UciInfoAttribute, UciMessage, UciMove, UciOptionConfig, UciSquare};

use crate::chess::notation::CoordinateMove;
use crate::chess::{Board, File, Piece, Rank, Square, Termination};
use crate::engine::about::{AUTHOR, NAME};
use crate::engine::options::{Declaration, OptionType};
use crate::engine::{Event, Situation};
use crate::eval::network::Network;
use crate::eval::trace;
use crate::score::{Bound, DRAW, Meaning, Score};
use crate::search::Variation;
use crate::support::quote::OneLine;
use crate::support::speed::per_second;

/// Returns the lines of an event, each with its line end.
pub fn event(event: &Event) -> String {
    match event {
        Event::Identity(options) => identity(options),
        Event::Ready => line(&UciMessage::ReadyOk),
        Event::Variation {
            line: found,
            pv,
            wdl,
        } => line(&UciMessage::Info(info(found, pv, *wdl))),
        Event::CurrentMove { depth, mv, number } => line(&UciMessage::Info(vec![
            UciInfoAttribute::Depth(plies(*depth)),
            UciInfoAttribute::CurrMove(uci_move(*mv)),
            // The attribute of `vampirc_uci` prints a name that UCI does not have.
            UciInfoAttribute::Any("currmovenumber".to_owned(), number.to_string()),
        ])),
        Event::NoMoves { in_check } => line(&UciMessage::Info(vec![
            UciInfoAttribute::Depth(0),
            if *in_check {
                mate(0)
            } else {
                UciInfoAttribute::from_centipawns(0)
            },
        ])),
        Event::BestMove { mv, ponder } => match mv {
            Some(mv) => line(&UciMessage::BestMove {
                best_move: uci_move(*mv),
                ponder: ponder.map(uci_move),
            }),
            // As Stockfish prints it. `vampirc_uci` cannot print it.
            None => "bestmove (none)\n".to_owned(),
        },
        Event::Perft {
            divide,
            total,
            elapsed,
        } => perft(divide, *total, *elapsed),
        Event::Display(situation) => display(situation),
        Event::Evaluation(situation, network) => evaluation(situation, network),
        Event::Position(_) | Event::Started | Event::Ended | Event::Progress { .. } => {
            String::new()
        }
        Event::Text(text) if text.is_empty() => String::new(),
        Event::Text(text) => format!("{text}\n"),
        Event::Note(text) => string(text),
        Event::Error(text) => string(&format!("error: {text}")),
    }
}

fn line(message: &UciMessage) -> String {
    format!("{message}\n")
}

/// Returns an `info string`. Line breaks in the text are escaped.
fn string(text: &str) -> String {
    line(&UciMessage::info_string(OneLine(text).to_string()))
}

fn identity(options: &[Declaration]) -> String {
    let mut messages = vec![UciMessage::id_name(NAME), UciMessage::id_author(AUTHOR)];
    messages.extend(
        options
            .iter()
            .map(|option| UciMessage::Option(declaration(option))),
    );
    messages.push(UciMessage::UciOk);
    messages.iter().map(line).collect()
}

fn declaration(option: &Declaration) -> UciOptionConfig {
    let name = option.name.to_owned();
    match option.kind {
        OptionType::Check { default } => UciOptionConfig::Check {
            name,
            default: Some(default),
        },
        OptionType::Spin { default, min, max } => UciOptionConfig::Spin {
            name,
            default: Some(default),
            min: Some(min),
            max: Some(max),
        },
        OptionType::Text { default } => {
            let default = if default.is_empty() {
                "<empty>"
            } else {
                default
            };
            UciOptionConfig::String {
                name,
                default: Some(default.to_owned()),
            }
        }
        OptionType::Button => UciOptionConfig::Button { name },
    }
}

/// Returns the attributes of a variation, in Stockfish's order. `multipv` is printed even if there
/// is only one variation, because scripts rely on it.
fn info(line: &Variation, pv: &[CoordinateMove], wdl: Option<[u32; 3]>) -> Vec<UciInfoAttribute> {
    let millis = i64::try_from(line.elapsed.as_millis()).unwrap_or(i64::MAX);
    let nps = u128::from(line.nodes) * 1_000_000 / line.elapsed.as_micros().max(1);
    let mut info = vec![
        UciInfoAttribute::Depth(plies(line.depth)),
        UciInfoAttribute::SelDepth(plies(line.selective_depth)),
        UciInfoAttribute::MultiPv(u16::try_from(line.rank).unwrap_or(u16::MAX)),
        score(line.score, line.bound),
    ];
    if let Some([win, draw, loss]) = wdl {
        info.push(UciInfoAttribute::Any(
            "wdl".to_owned(),
            format!("{win} {draw} {loss}"),
        ));
    }
    info.extend([
        UciInfoAttribute::Nodes(line.nodes),
        UciInfoAttribute::Nps(u64::try_from(nps).unwrap_or(u64::MAX)),
        UciInfoAttribute::HashFull(u16::try_from(line.hash_full).unwrap_or(u16::MAX)),
        UciInfoAttribute::TbHits(line.tablebase_hits),
        UciInfoAttribute::Time(Duration::milliseconds(millis)),
        UciInfoAttribute::Pv(pv.iter().copied().map(uci_move).collect()),
    ]);
    info
}

fn score(score: Score, bound: Bound) -> UciInfoAttribute {
    let mut attribute = match Meaning::of(score) {
        Meaning::Centipawns(centipawns) => UciInfoAttribute::from_centipawns(centipawns),
        Meaning::Mate(moves) => mate(moves),
    };
    if let UciInfoAttribute::Score {
        lower_bound,
        upper_bound,
        ..
    } = &mut attribute
    {
        *lower_bound = (bound == Bound::Lower).then_some(true);
        *upper_bound = (bound == Bound::Upper).then_some(true);
    }
    attribute
}

fn mate(moves: i32) -> UciInfoAttribute {
    UciInfoAttribute::from_mate(moves.clamp(i8::MIN.into(), i8::MAX.into()) as i8)
}

/// Converts a depth to the type of `vampirc_uci`. No search is deeper than 255 plies.
fn plies(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// Returns the legal moves of the position and the result if the game is over; then the board, FEN,
/// Zobrist key and checkers as Stockfish prints them, because scripts read `d` until its last line,
/// `Checkers:`. Other than in Stockfish, no line begins with a space.
fn display(situation: &Situation) -> String {
    let (board, moves) = (&situation.board, situation.sorted_moves());
    let result = situation.termination.map_or_else(String::new, result);
    format!(
        "Legal moves: {} ({})\n{result}\n{}\nFen: {}\nKey: {:016X}\nCheckers: {}\n",
        moves.join(" "),
        moves.len(),
        grid(board),
        situation.fen(),
        situation.key,
        board.checkers().names(" "),
    )
}

fn result(end: Termination) -> String {
    format!("Result: {end}\n")
}

/// Returns the board in a grid, as Stockfish prints it but without the space before each line.
fn grid(board: &Board) -> String {
    const EDGE: &str = "+---+---+---+---+---+---+---+---+\n";
    let letter = |square| board.piece_at(square).map_or(' ', Piece::letter);
    let cells = |rank| File::ALL.map(|file| format!("| {} ", letter(Square::new(file, rank))));
    let row = |rank: Rank| format!("{}| {}\n{EDGE}", cells(rank).concat(), rank.digit());
    let rows: String = Rank::ALL.into_iter().rev().map(row).collect();
    format!("{EDGE}{rows}a   b   c   d   e   f   g   h\n")
}

/// Returns the static evaluation of the position, term by term and piece by piece, and the result if
/// the game is over; after checkmate or stalemate, only the result. Then follow the final evaluation
/// and an empty line as Stockfish prints them, because scripts read `eval` until then.
fn evaluation(situation: &Situation, network: &Network) -> String {
    let (text, score) = match situation.termination {
        Some(end @ (Termination::Checkmate { .. } | Termination::Stalemate)) => {
            (format!("No evaluation: {end}\n"), DRAW)
        }
        end => {
            let trace = trace(&situation.board, network);
            let result = end.map_or_else(String::new, result);
            (format!("{trace}\n{result}"), trace.score)
        }
    };
    if situation.board.is_in_check() {
        return text + "\nFinal evaluation: none (in check)\n";
    }
    let pawns = f64::from(score) / 100.0;
    format!("{text}\nFinal evaluation       {pawns:+.2} (white side)\n\n")
}

/// Returns the counts of a perft by root move, its time and its speed.
fn perft(counts: &[(CoordinateMove, u64)], total: u64, elapsed: std::time::Duration) -> String {
    let took = string(&format!(
        "perft took {:.3} s, {} nodes per second",
        elapsed.as_secs_f64(),
        per_second(total, elapsed)
    ));
    divide(counts.iter().copied(), total) + &took
}

/// Returns the counts below each root move and their total, in exactly Stockfish's format, which
/// scripts parse.
pub fn divide<M: Display>(counts: impl Iterator<Item = (M, u64)>, total: u64) -> String {
    let lines = counts.map(|(mv, count)| format!("{mv}: {count}\n"));
    lines.collect::<String>() + &format!("\nNodes searched: {total}\n\n")
}

fn uci_move(mv: CoordinateMove) -> UciMove {
    let square = |square: Square| UciSquare::from(square.file().letter(), square.rank() as u8 + 1);
    let letter = mv.promotion.map(|piece| piece.letter().to_string());
    let promotion = letter.and_then(|letter| letter.parse().ok());
    UciMove {
        from: square(mv.from),
        to: square(mv.to),
        promotion,
    }
}
