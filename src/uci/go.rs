//! The arguments of `go`.

use std::iter::from_fn;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use super::words::{Notes, is_move, move_list, number};
use crate::chess::Color;
use crate::engine::{Command, Go};
use crate::perft::MAX_DEPTH;
use crate::score::MAX_PLY;
use crate::search::limits::Limits;

/// Range of the depth of a perft, in plies.
pub(super) const PERFT_RANGE: RangeInclusive<i64> = 0..=MAX_DEPTH as i64;

/// Range of times: up to 30 days, in milliseconds.
const TIME_RANGE: RangeInclusive<i64> = 0..=30 * 24 * 60 * 60 * 1000;

/// A limit that has a number.
struct NumberedLimit {
    word: &'static str,
    range: RangeInclusive<i64>,
    /// Sets the limit to a number in the range.
    set: fn(&mut Limits, u64),
}

const fn limit(
    word: &'static str,
    range: RangeInclusive<i64>,
    set: fn(&mut Limits, u64),
) -> NumberedLimit {
    NumberedLimit { word, range, set }
}

impl NumberedLimit {
    /// Parses the number and sets the limit. A negative time means 0: GUIs send one after the time
    /// has run out.
    fn parse(
        &self,
        text: Option<&str>,
        limits: &mut Limits,
        notes: &mut Notes,
    ) -> Result<(), String> {
        let is_zero = self.range == TIME_RANGE && text.is_some_and(is_negative);
        let text = if is_zero { Some("0") } else { text };
        let place = format!("go: {}", self.word);
        let value = number(text.as_ref(), self.range.clone(), &place, notes)?;
        (self.set)(limits, value as u64);
        Ok(())
    }
}

/// The limits that have a number. No time control has more than 255 moves, and no mate that the
/// search can find is longer.
#[rustfmt::skip]
static NUMBERED_LIMITS: [NumberedLimit; 9] = [
    limit("wtime", TIME_RANGE, |limits, time| limits.clocks[Color::White.index()] = Some(millis(time))),
    limit("btime", TIME_RANGE, |limits, time| limits.clocks[Color::Black.index()] = Some(millis(time))),
    limit("winc", TIME_RANGE, |limits, time| limits.increments[Color::White.index()] = millis(time)),
    limit("binc", TIME_RANGE, |limits, time| limits.increments[Color::Black.index()] = millis(time)),
    limit("movetime", TIME_RANGE, |limits, time| limits.move_time = Some(millis(time))),
    // Some GUIs send 0 if there is no further time control.
    limit("movestogo", 0..=255, |limits, moves| {
        if moves > 0 {
            limits.moves_to_go = Some(moves as u32);
        }
    }),
    limit("depth", 1..=MAX_PLY as i64, |limits, depth| limits.depth = Some(depth as u32)),
    limit("nodes", 1..=i64::MAX, |limits, nodes| limits.nodes = Some(nodes)),
    limit("mate", 1..=255, |limits, moves| limits.mate = Some(moves as u32)),
];

const fn millis(number: u64) -> Duration {
    Duration::from_millis(number)
}

/// The other words that begin an argument of `go`.
const OTHER_WORDS: [&str; 4] = ["searchmoves", "ponder", "infinite", "perft"];

/// Parses the limits of `go`, in any order and combination. A malformed limit is ignored, because
/// every `go` must be answered by a move.
pub(super) fn go(rest: &[&str], notes: &mut Notes) -> Result<Command, String> {
    let mut go = Go {
        limits: Limits::default(),
        search_moves: Vec::new(),
        has_ignored: false,
        received: Instant::now(),
    };
    let mut perft = None;
    let mut unexpected = Vec::new();
    let mut words = rest.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.limits.infinite = true,
            "ponder" => go.limits.ponder = true,
            "searchmoves" => {
                let arguments = from_fn(|| words.next_if(|next| !is_argument(next)));
                let (moves, others): (Vec<_>, Vec<_>) = arguments.partition(|text| is_move(text));
                unexpected.extend(others);
                match move_list(&moves) {
                    Ok(moves) => go.search_moves.extend(moves),
                    Err(why) => {
                        go.has_ignored = true;
                        notes.add(format!("go: ignored searchmoves: {why}"));
                    }
                }
            }
            "perft" => {
                let depth = words.next_if(|next| !is_argument(next));
                let depth = number(depth.as_ref(), PERFT_RANGE, "go: perft", notes);
                perft = Some(depth.map_err(|why| format!("perft: {why}"))? as u32);
            }
            _ if let Some(limit) = numbered_limit(word) => {
                let text = words.next_if(|next| !is_argument(next));
                if let Err(why) = limit.parse(text, &mut go.limits, notes) {
                    go.has_ignored = true;
                    notes.add(format!("go: ignored {word}: {why}"));
                }
            }
            _ => unexpected.push(word),
        }
    }
    notes.add_ignored("go", &unexpected);
    go.has_ignored |= !unexpected.is_empty();
    let Some(depth) = perft else {
        return Ok(Command::Go(go));
    };
    if go.limits != Limits::default() || !go.search_moves.is_empty() {
        notes.add("go: ignored the other limits; perft takes none".to_owned());
    }
    Ok(Command::Perft(depth))
}

fn numbered_limit(word: &str) -> Option<&'static NumberedLimit> {
    NUMBERED_LIMITS.iter().find(|limit| limit.word == word)
}

/// Returns whether a word begins an argument of `go`.
fn is_argument(word: &str) -> bool {
    OTHER_WORDS.contains(&word) || numbered_limit(word).is_some()
}

/// Returns whether the text is a negative number.
fn is_negative(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
