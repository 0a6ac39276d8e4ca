//! Prints events as lines of text.
//! See <https://www.chessprogramming.org/UCI#Engine_to_GUI>.

use std::fmt::Display;

use vampirc_uci::{Duration, UciInfoAttribute, UciMessage, UciMove, UciOptionConfig, UciSquare};

use crate::chess::notation::CoordinateMove;
use crate::chess::{Square, Termination};
use crate::engine::about::{AUTHOR, NAME};
use crate::engine::options::{Declaration, OptionType};
use crate::engine::{Event, Situation};
use crate::eval::network::Network;
use crate::eval::trace;
use crate::score::{Bound, Meaning, Score};
use crate::search::Line;
use crate::support::quote::OneLine;
use crate::support::speed::per_second;

/// Returns the lines of an event, each with its line end.
#[must_use]
pub fn event(event: &Event) -> String {
    match event {
        Event::Identity(options) => identity(options),
        Event::Ready => line(&UciMessage::ReadyOk),
        Event::Line {
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
            // `vampirc_uci` cannot print the null move.
            None => "bestmove 0000\n".to_owned(),
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
fn info(line: &Line, pv: &[CoordinateMove], wdl: Option<[u32; 3]>) -> Vec<UciInfoAttribute> {
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

/// Returns the diagram, FEN, Zobrist key, checkers and legal moves of the position, and the result
/// if the game is over.
fn display(situation: &Situation) -> String {
    let (board, moves) = (&situation.board, situation.sorted_moves());
    let end = situation.termination;
    format!(
        "{}\n\nFen: {}\nKey: {:016X}\nCheckers: {}\nLegal moves: {} ({})\n{}",
        board.diagram(),
        situation.fen(),
        situation.key,
        board.checkers().names(" "),
        moves.join(" "),
        moves.len(),
        end.map_or_else(String::new, |end| format!("Result: {end}\n")),
    )
}

/// Returns the static evaluation of the position, term by term and piece by piece, and the result if
/// the game is over. After checkmate or stalemate there is only the result.
fn evaluation(situation: &Situation, network: &Network) -> String {
    match situation.termination {
        Some(end @ (Termination::Checkmate { .. } | Termination::Stalemate)) => {
            format!("No evaluation: {end}\n")
        }
        end => {
            let trace = trace(&situation.board, network);
            let result = end.map_or_else(String::new, |end| format!("Result: {end}\n"));
            format!("{trace}\n{result}")
        }
    }
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
#[must_use]
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
