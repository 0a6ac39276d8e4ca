//! Turns events into lines of text: the output side of UCI.

use std::fmt::Display;
use std::time::Duration;

use vampirc_uci::{UciInfoAttribute, UciMessage, UciMove, UciOptionConfig, UciSquare};

use crate::chess::notation::{CastlingNotation, CoordinateMove};
use crate::chess::{Board, File, Move, Piece, Rank, Square, Termination};
use crate::engine::about::{AUTHOR, NAME};
use crate::engine::options::{self, OptionType, UciOption};
use crate::engine::{Event, Situation};
use crate::eval::network::Network;
use crate::eval::trace;
use crate::score::{Bound, DRAW, Meaning, Score};
use crate::search::{Report, Variation};
use crate::support::quote::OneLine;
use crate::support::speed::per_second;

/// Returns the lines of an event, each with its line end.
pub fn text_of(event: &Event) -> String {
    match event {
        Event::Identity => identity(),
        Event::Ready => message_line(&UciMessage::ReadyOk),
        Event::Search {
            report,
            notation,
            show_wdl,
        } => search_report(report, *notation, *show_wdl),
        Event::Perft {
            divide,
            total,
            elapsed,
            notation,
        } => divide_moves(divide, *notation, *total) + &perft_speed(*total, *elapsed),
        Event::Display(situation) => display(situation),
        Event::Evaluation(situation, network) => evaluation(situation, network),
        Event::Position(_) | Event::Started | Event::Ended | Event::Progress { .. } => {
            String::new()
        }
        Event::Text(text) if text.is_empty() => String::new(),
        Event::Text(text) => format!("{text}\n"),
        Event::Note(text) => info_string(text),
        Event::Error(text) => info_string(&format!("error: {text}")),
    }
}

fn message_line(message: &UciMessage) -> String {
    format!("{message}\n")
}

/// Returns an `info string`. Line breaks in the text are escaped.
fn info_string(text: &str) -> String {
    message_line(&UciMessage::info_string(OneLine(text).to_string()))
}

fn identity() -> String {
    let mut messages = vec![UciMessage::id_name(NAME), UciMessage::id_author(AUTHOR)];
    messages.extend(options::all().iter().map(option_message));
    messages.push(UciMessage::UciOk);
    messages.iter().map(message_line).collect()
}

fn option_message(option: &UciOption) -> UciMessage {
    let name = option.name.to_owned();
    UciMessage::Option(match option.kind {
        OptionType::Check { default, .. } => UciOptionConfig::Check {
            name,
            default: Some(default),
        },
        OptionType::Spin {
            default, min, max, ..
        } => UciOptionConfig::Spin {
            name,
            default: Some(default),
            min: Some(min),
            max: Some(max),
        },
        OptionType::Text { default, .. } => UciOptionConfig::String {
            name,
            default: Some(match default {
                "" => "<empty>".to_owned(),
                text => text.to_owned(),
            }),
        },
        OptionType::Button => UciOptionConfig::Button { name },
    })
}

/// Returns the line of a report, with moves in coordinate notation.
fn search_report(report: &Report, notation: CastlingNotation, show_wdl: bool) -> String {
    let write = |mv| uci_move(CoordinateMove::new(mv, notation));
    message_line(&match report {
        Report::Variation(variation) => {
            let pv = variation.pv.iter().copied().map(write).collect();
            UciMessage::Info(variation_info(variation, pv, show_wdl))
        }
        Report::CurrentMove { depth, mv, number } => UciMessage::Info(vec![
            UciInfoAttribute::Depth(plies(*depth)),
            UciInfoAttribute::CurrMove(write(*mv)),
            // The attribute of `vampirc_uci` prints a name that UCI does not have.
            UciInfoAttribute::Any("currmovenumber".to_owned(), number.to_string()),
        ]),
        Report::NoMoves { in_check } => UciMessage::Info(vec![
            UciInfoAttribute::Depth(0),
            if *in_check {
                mate(0)
            } else {
                UciInfoAttribute::from_centipawns(0)
            },
        ]),
        // The engine sends a note and an error instead.
        Report::NoMate { .. } | Report::Bug => return String::new(),
        // As Stockfish prints it. `vampirc_uci` cannot print it.
        Report::BestMove { mv: None, .. } => return "bestmove (none)\n".to_owned(),
        Report::BestMove {
            mv: Some(mv),
            ponder,
        } => UciMessage::BestMove {
            best_move: write(*mv),
            ponder: ponder.map(write),
        },
    })
}

/// Returns the attributes of a variation, in Stockfish's order. `multipv` is printed even if there
/// is only one variation, because scripts rely on it.
fn variation_info(
    variation: &Variation,
    pv: Vec<UciMove>,
    show_wdl: bool,
) -> Vec<UciInfoAttribute> {
    let millis = i64::try_from(variation.elapsed.as_millis()).unwrap_or(i64::MAX);
    let nps = u128::from(variation.nodes) * 1_000_000 / variation.elapsed.as_micros().max(1);
    let mut info = vec![
        UciInfoAttribute::Depth(plies(variation.depth)),
        UciInfoAttribute::SelDepth(plies(variation.selective_depth)),
        UciInfoAttribute::MultiPv(u16::try_from(variation.rank).unwrap_or(u16::MAX)),
        score(variation.score, variation.bound),
    ];
    if show_wdl {
        let [win, draw, loss] = variation.wdl_permille();
        info.push(UciInfoAttribute::Any(
            "wdl".to_owned(),
            format!("{win} {draw} {loss}"),
        ));
    }
    info.extend([
        UciInfoAttribute::Nodes(variation.nodes),
        UciInfoAttribute::Nps(u64::try_from(nps).unwrap_or(u64::MAX)),
        UciInfoAttribute::HashFull(u16::try_from(variation.hash_full).unwrap_or(u16::MAX)),
        UciInfoAttribute::TbHits(variation.tablebase_hits),
        UciInfoAttribute::Time(vampirc_uci::Duration::milliseconds(millis)),
        UciInfoAttribute::Pv(pv),
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

/// Returns the score of a mate in this number of moves: at most half of
/// [`MAX_PLY`](crate::score::MAX_PLY), so that it fits into the type of `vampirc_uci`.
fn mate(moves: i32) -> UciInfoAttribute {
    UciInfoAttribute::from_mate(moves as i8)
}

/// Converts a depth to the type of `vampirc_uci`. No search is deeper than 255 plies.
fn plies(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// Returns the legal moves of the position and the result if the game is over; then the board, FEN,
/// Zobrist key and checkers as Stockfish prints them, because scripts read `d` until its last line,
/// `Checkers:`. Unlike in Stockfish, no line begins with a space.
fn display(situation: &Situation) -> String {
    let (board, moves) = (&situation.board, situation.sorted_moves());
    let result = situation.termination.map_or_else(String::new, result_line);
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

fn result_line(end: Termination) -> String {
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

/// Returns the static evaluation of the position, piece by piece, and the result
/// if the game is over; after checkmate or stalemate, only the result. Then follow the final
/// evaluation and an empty line as Stockfish prints them, because scripts read `eval` until then.
fn evaluation(situation: &Situation, network: &Network) -> String {
    let (text, score) = match situation.termination {
        Some(end @ (Termination::Checkmate { .. } | Termination::Stalemate)) => {
            (format!("No evaluation: {end}\n"), DRAW)
        }
        end => {
            let trace = trace(&situation.board, network);
            let result = end.map_or_else(String::new, result_line);
            (format!("{trace}\n{result}"), trace.score)
        }
    };
    if situation.board.is_in_check() {
        return text + "\nFinal evaluation: none (in check)\n";
    }
    let pawns = f64::from(score) / 100.0;
    format!("{text}\nFinal evaluation       {pawns:+.2} (white side)\n\n")
}

/// Returns the time of a perft and its speed.
fn perft_speed(total: u64, elapsed: Duration) -> String {
    info_string(&format!(
        "perft took {:.3} s, {} nodes per second",
        elapsed.as_secs_f64(),
        per_second(total, elapsed)
    ))
}

/// Returns the counts below each root move and their total, as [`divide`] does, with castling in
/// this notation.
pub fn divide_moves(counts: &[(Move, u64)], notation: CastlingNotation, total: u64) -> String {
    let write = |&(mv, count)| (CoordinateMove::new(mv, notation), count);
    divide(counts.iter().map(write), total)
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
