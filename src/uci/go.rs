//! The arguments of `go`.

use std::iter::from_fn;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use vampirc_uci::{UciMessage, UciTimeControl, parse_one};

use super::position::move_list;
use super::words::{Notes, TWELVE_DIGITS, is_move, number};
use crate::chess::Color;
use crate::engine::{Command, Go};
use crate::perft::MAX_DEPTH;
use crate::score::MAX_PLY;
use crate::search::limits::Limits;

/// Keywords of `go`.
#[rustfmt::skip]
const GO_WORDS: [&str; 13] = [
    "searchmoves", "ponder", "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate",
    "movetime", "infinite", "perft",
];

/// Parses the limits of `go`, in any order and combination.
pub(super) fn go(rest: &[&str], notes: &mut Notes) -> Result<Command, String> {
    let mut go = Go {
        limits: Limits::default(),
        search_moves: Vec::new(),
        skipped: false,
        received: Instant::now(),
    };
    let mut perft = None;
    let mut skipped = Vec::new();
    let mut words = rest.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.limits.infinite = true,
            "ponder" => go.limits.ponder = true,
            "searchmoves" => {
                let words = from_fn(|| words.next_if(|word| !GO_WORDS.contains(word)));
                let (moves, others): (Vec<_>, Vec<_>) = words.partition(|word| is_move(word));
                skipped.extend(others);
                match move_list(&moves) {
                    Ok(moves) => go.search_moves.extend(moves),
                    Err(why) => {
                        go.skipped = true;
                        notes.add(format!("go: ignored searchmoves: {why}"));
                    }
                }
            }
            _ if GO_WORDS.contains(&word) => {
                let text = words.next_if(|word| !GO_WORDS.contains(word));
                let place = format!("go: {word}");
                let is_negative = text.is_some_and(|text| is_negative_time(word, text));
                let text = if is_negative { Some("0") } else { text };
                match number(text.as_ref(), range_of(word), &place, notes) {
                    Ok(value) if word == "perft" => perft = Some(value as u32),
                    Ok(value) => set_limit(&mut go.limits, word, value)?,
                    Err(why) if word == "perft" => return Err(format!("perft: {why}")),
                    // A malformed limit is ignored, because every `go` must be answered by a move.
                    Err(why) => {
                        go.skipped = true;
                        notes.add(format!("go: ignored {word}: {why}"));
                    }
                }
            }
            _ => skipped.push(word),
        }
    }
    notes.ignored("go", &skipped);
    go.skipped |= !skipped.is_empty();
    let Some(depth) = perft else {
        return Ok(Command::Go(go));
    };
    if go.limits != Limits::default() || !go.search_moves.is_empty() {
        notes.add("go: ignored the other limits; perft takes none".to_owned());
    }
    Ok(Command::Perft(depth))
}

/// Returns the accepted range of a limit. `vampirc_uci` can parse all numbers in it.
pub(super) fn range_of(word: &str) -> RangeInclusive<i64> {
    /// Maximum time: 30 days, in milliseconds.
    const MAX_TIME: i64 = 30 * 24 * 60 * 60 * 1000;
    match word {
        "depth" => 1..=MAX_PLY as i64,
        "mate" => 1..=u8::MAX.into(),
        "movestogo" => 0..=u8::MAX.into(),
        "nodes" => 1..=TWELVE_DIGITS,
        "perft" => 0..=MAX_DEPTH.into(),
        _ => 0..=MAX_TIME,
    }
}

/// Returns whether the value of a limit is a negative time. GUIs send one after the time has run
/// out; it means 0.
fn is_negative_time(word: &str, text: &str) -> bool {
    let is_time = word.ends_with("time") || word.ends_with("inc");
    let digits = text.strip_prefix('-').unwrap_or_default();
    is_time && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Sets one limit. Each limit is passed to `vampirc_uci` separately, because it drops some limits
/// if it gets several at once.
fn set_limit(limits: &mut Limits, word: &str, value: i64) -> Result<(), String> {
    let UciMessage::Go {
        time_control,
        search_control,
    } = parse_one(&format!("go {word} {value}"))
    else {
        return Err(format!("cannot parse \"{word} {value}\""));
    };
    if let Some(search) = search_control {
        limits.depth = search.depth.map(u32::from).or(limits.depth);
        limits.mate = search.mate.map(u32::from).or(limits.mate);
        limits.nodes = search.nodes.or(limits.nodes);
    }
    // Times are not negative here: `go` has replaced negative ones by 0.
    let duration = |time: vampirc_uci::Duration| {
        Duration::from_millis(u64::try_from(time.num_milliseconds()).unwrap_or(0))
    };
    match time_control {
        Some(UciTimeControl::MoveTime(time)) => limits.move_time = Some(duration(time)),
        Some(UciTimeControl::TimeLeft {
            white_time,
            black_time,
            white_increment,
            black_increment,
            moves_to_go,
        }) => {
            let times = [(white_time, white_increment), (black_time, black_increment)];
            for (color, (time, increment)) in Color::ALL.into_iter().zip(times) {
                if let Some(time) = time {
                    limits.clocks[color.index()] = Some(duration(time));
                }
                if let Some(increment) = increment {
                    limits.increments[color.index()] = duration(increment);
                }
            }
            let moves_to_go = moves_to_go.map(u32::from).filter(|&moves| moves > 0);
            limits.moves_to_go = moves_to_go.or(limits.moves_to_go);
        }
        _ => {}
    }
    Ok(())
}
