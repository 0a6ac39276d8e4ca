//! From a line of text to commands.
//!
//! `vampirc_uci` parses, but panics on some lines and silently drops parts of others. So a
//! line is cleaned and cut first, and the crate is given only pieces that it parses whole:
//! single words, one limit of `go` with its number clamped, a stretch of moves each of which
//! must come back as it went in. FENs, options, and commands that UCI does not have never go
//! there. See <https://www.chessprogramming.org/UCI#GUI_to_Engine>.

use std::iter::from_fn;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use vampirc_uci::{UciMessage, UciMove, UciPiece, UciTimeControl, parse_one};

use super::own;
use super::suggest::is_move;
use crate::chess::notation::{CoordinateMove, ParseMoveError};
use crate::chess::{Color, File, PieceType, Rank, Square};
use crate::engine::options::{Kind, declarations};
use crate::engine::{Command, Go};
use crate::perft::MAX_DEPTH;
use crate::score::MAX_PLY;
use crate::search::limits::Limits;
use crate::support::quote::Quoted;

/// Longer lines are refused; a game of 10,000 moves is far shorter.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;

/// A line has so many notes at most; more of them tell nothing new, and may be many.
const MAX_NOTES: usize = 10;

/// How many moves the crate is given at a time.
const MOVES_AT_A_TIME: usize = 64;

/// The crate takes no longer numbers.
const TWELVE_DIGITS: i64 = 999_999_999_999;

/// The words that begin a command of UCI, and may stand behind words that mean nothing.
const UCI_COMMANDS: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// The words that name a limit of `go`.
const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// What a line asks for, with notes on what was skipped in it; nothing for an empty line.
///
/// ```
/// use ferz::{engine::Command, uci::parse};
/// assert_eq!(parse::line(" isready \r"), [Command::IsReady]);
/// assert!(matches!(&parse::line("castle!")[..], [Command::Refuse(_)]));
/// ```
#[must_use]
pub fn line(text: &str) -> Vec<Command> {
    if text.len() > MAX_LINE_BYTES {
        return vec![Command::Refuse(format!(
            "a line was skipped: {}; expected at most {MAX_LINE_BYTES} bytes",
            Quoted(text)
        ))];
    }
    let clean = text.replace(|c: char| c.is_control(), " ");
    let words: Vec<&str> = clean.split_whitespace().collect();
    let Some(&first) = words.first() else {
        return Vec::new();
    };
    let start = if own::is_own(first) {
        Some(0)
    } else {
        words.iter().position(|word| UCI_COMMANDS.contains(word))
    };
    let mut notes = Notes::default();
    let Some(start) = start else {
        let result = own::without_command(&words, &mut notes);
        let mut commands = notes.into_commands("position");
        commands.push(result.unwrap_or_else(Command::Refuse));
        return commands;
    };
    let (junk, words) = words.split_at(start);
    let result = if words[0] == "go" && !junk.is_empty() {
        Err(format!(
            "refused for what is before it: {}; expected nothing there",
            Quoted(&junk.join(" "))
        ))
    } else {
        notes.skipped(words[0], junk);
        command(&clean, words, &mut notes)
    };
    let mut commands = notes.into_commands(words[0]);
    commands.push(result.unwrap_or_else(|why| match words[0] {
        "position" => Command::RefusePosition(format!("position: {why}")),
        word => Command::Refuse(format!("{word}: {why}")),
    }));
    commands
}

/// Whether a word begins a command.
///
/// ```
/// use ferz::uci::parse;
/// assert!(parse::is_command("go") && parse::is_command("bench"));
/// assert!(!parse::is_command("castle!"));
/// ```
#[must_use]
pub fn is_command(word: &str) -> bool {
    UCI_COMMANDS.contains(&word) || own::is_own(word)
}

/// Notes on a line, to be told before it is obeyed.
#[derive(Default)]
pub(super) struct Notes {
    told: Vec<Command>,
    left_out: usize,
}

impl Notes {
    fn add(&mut self, note: String) {
        if self.told.len() < MAX_NOTES {
            self.told.push(Command::Note(note));
        } else {
            self.left_out += 1;
        }
    }

    pub(super) fn skipped(&mut self, command: &str, words: &[&str]) {
        if !words.is_empty() {
            self.add(format!(
                "{command}: skipped {}, which means nothing there",
                Quoted(&words.join(" "))
            ));
        }
    }

    fn into_commands(self, command: &str) -> Vec<Command> {
        let Self { mut told, left_out } = self;
        if left_out > 0 {
            told.push(Command::Note(format!(
                "{command}: {left_out} more notes like these"
            )));
        }
        told
    }
}

/// A word that is there, or is not.
pub(super) fn found(word: Option<&&str>) -> String {
    word.map_or_else(
        || "found nothing".to_owned(),
        |word| format!("found {}", Quoted(word)),
    )
}

/// The command that begins with the first of these words, or why it is none.
fn command(line: &str, words: &[&str], notes: &mut Notes) -> Result<Command, String> {
    let rest = &words[1..];
    match words[0] {
        "go" => go(rest, notes),
        "position" => position(rest, notes),
        "setoption" => set_option(line, rest),
        "register" => Ok(Command::Register),
        "debug" => match rest {
            [switch @ ("on" | "off"), skipped @ ..] => {
                notes.skipped("debug", skipped);
                Ok(Command::Debug(*switch == "on"))
            }
            _ => Err(format!("{}; expected on or off", found(rest.first()))),
        },
        word if own::is_own(word) => own::command(word, rest, notes),
        word => {
            notes.skipped(word, rest);
            bare(word)
        }
    }
}

/// A command of one word.
fn bare(word: &str) -> Result<Command, String> {
    Ok(match parse_one(word) {
        UciMessage::Uci => Command::Identify,
        UciMessage::IsReady => Command::IsReady,
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        _ => return Err("not understood".to_owned()),
    })
}

/// `name <words> [value <words>]`. The crate is not asked: it takes no empty value, cuts
/// names before a word that begins with "value", and keeps blanks behind a value. The value
/// is taken from the line itself, for blanks inside it count: it may be a path.
fn set_option(line: &str, rest: &[&str]) -> Result<Command, String> {
    let words = match rest {
        ["name", words @ ..] => words,
        _ => {
            let found = found(rest.first());
            return Err(format!(
                "{found}; expected \"name\" and the name of an option"
            ));
        }
    };
    let name_end = words
        .iter()
        .position(|&word| word == "value")
        .unwrap_or(words.len());
    let name = words[..name_end].join(" ");
    if name.is_empty() {
        let found = found(words.first());
        return Err(format!(
            "{found} behind \"name\"; expected the name of an option"
        ));
    }
    if name_end == words.len()
        && let Some(value) = value_without_word(words)
    {
        return Err(format!("\"value\" is missing before {}", Quoted(value)));
    }
    let value = words.get(name_end).map(|word| {
        let behind = word.as_ptr() as usize - line.as_ptr() as usize + word.len();
        line[behind..].trim().to_owned()
    });
    Ok(Command::SetOption { name, value })
}

/// The first word of a value that follows the name of an option without "value" between them.
fn value_without_word<'a>(words: &[&'a str]) -> Option<&'a str> {
    /// More words than any option's name has.
    const LONGEST: usize = 5;
    let is_option = |count: &usize| {
        let name = words[..*count].join(" ");
        declarations()
            .iter()
            .any(|option| option.kind != Kind::Button && option.name.eq_ignore_ascii_case(&name))
    };
    if words.len() < LONGEST && is_option(&words.len()) {
        return None;
    }
    let count = (1..words.len().min(LONGEST)).rev().find(is_option)?;
    words.get(count).copied()
}

/// `startpos` or `fen <fen>`, then `moves <moves>`.
pub(super) fn position(rest: &[&str], notes: &mut Notes) -> Result<Command, String> {
    let split = rest
        .iter()
        .position(|&word| word == "moves")
        .unwrap_or(rest.len());
    let (setup, moves) = rest.split_at(split);
    // To leave out moves would set up another position than was meant.
    if let Some(mv) = setup.iter().skip(1).find(|word| is_move(word)) {
        return Err(format!("\"moves\" is missing before {}", Quoted(mv)));
    }
    let fen = match setup {
        ["startpos", skipped @ ..] => {
            notes.skipped("position", skipped);
            None
        }
        ["fen", fen @ ..] => Some(fen.join(" ")),
        _ => {
            let found = found(rest.first());
            return Err(format!("{found}; expected startpos or fen"));
        }
    };
    Ok(Command::Position {
        fen,
        moves: move_list(moves.get(1..).unwrap_or_default())?,
    })
}

/// Moves, all of which must be well formed.
pub(super) fn move_list(words: &[&str]) -> Result<Vec<CoordinateMove>, String> {
    let mut moves = Vec::with_capacity(words.len());
    for words in words.chunks(MOVES_AT_A_TIME) {
        let text = format!("position startpos moves {}", words.join(" "));
        let UciMessage::Position { moves: parsed, .. } = parse_one(&text) else {
            return Err("the moves were not understood".to_owned());
        };
        let mut parsed = parsed.iter().filter_map(coordinate_move);
        for word in words {
            // The crate drops what it does not understand: a word, or the end of one.
            let whole = parsed
                .next()
                .filter(|mv| mv.to_string().eq_ignore_ascii_case(word));
            let number = moves.len() + 1;
            let refusal = || {
                format!(
                    "move {number} of the list: {}",
                    ParseMoveError((*word).to_owned())
                )
            };
            moves.push(whole.ok_or_else(refusal)?);
        }
    }
    Ok(moves)
}

/// The crate's move as ours.
fn coordinate_move(mv: &UciMove) -> Option<CoordinateMove> {
    let square = |file, rank: u8| {
        Some(Square::new(
            File::from_letter(file)?,
            Rank::from_digit((b'0' + rank) as char)?,
        ))
    };
    let letter = mv.promotion.and_then(UciPiece::as_char);
    let promotion = letter.and_then(PieceType::from_letter);
    Some(CoordinateMove {
        from: square(mv.from.file, mv.from.rank)?,
        to: square(mv.to.file, mv.to.rank)?,
        promotion,
    })
}

/// The limits of `go`, in any order and combination.
fn go(rest: &[&str], notes: &mut Notes) -> Result<Command, String> {
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
                        notes.add(format!("go: skipped searchmoves: {why}"));
                    }
                }
            }
            _ if GO_WORDS.contains(&word) => {
                let text = words.next_if(|word| !GO_WORDS.contains(word));
                let place = format!("go: {word}");
                let overdrawn = text.is_some_and(|text| is_overdrawn(word, text));
                let text = if overdrawn { Some("0") } else { text };
                match number(text.as_ref(), range_of(word), &place, notes) {
                    Ok(value) if word == "perft" => perft = Some(value as u32),
                    Ok(value) => set_limit(&mut go.limits, word, value)?,
                    Err(why) if word == "perft" => return Err(format!("perft: {why}")),
                    // A `go` must be answered, whatever is wrong with one of its limits.
                    Err(why) => {
                        go.skipped = true;
                        notes.add(format!("go: skipped {word}: {why}"));
                    }
                }
            }
            _ => skipped.push(word),
        }
    }
    notes.skipped("go", &skipped);
    go.skipped |= !skipped.is_empty();
    let Some(depth) = perft else {
        return Ok(Command::Go(go));
    };
    if go.limits != Limits::default() || !go.search_moves.is_empty() {
        notes.add("go: perft takes no other limits, so they were skipped".to_owned());
    }
    Ok(Command::Perft(depth))
}

/// The values that a limit may have, and that the crate takes.
pub(super) fn range_of(word: &str) -> RangeInclusive<i64> {
    /// 30 days in milliseconds.
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

/// Whether the value of a limit is a time, and below 0: a clock may be overdrawn, which is as
/// good as 0, and GUIs say so.
fn is_overdrawn(word: &str, text: &str) -> bool {
    let is_time = word.ends_with("time") || word.ends_with("inc");
    let digits = text.strip_prefix('-').unwrap_or_default();
    is_time && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A whole number, clamped to a range; that it was clamped is said, and where it stands.
pub(super) fn number(
    word: Option<&&str>,
    range: RangeInclusive<i64>,
    place: &str,
    notes: &mut Notes,
) -> Result<i64, String> {
    let (least, most) = range.clone().into_inner();
    let expected = match most {
        // The limit of the crate, not of chess.
        TWELVE_DIGITS => format!("expected a number of at least {least}, with at most 12 digits"),
        _ => format!("expected a number from {least} to {most}"),
    };
    let text = word.copied().unwrap_or_default();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{}; {expected}", found(word)));
    }
    // All digits, so what does not fit is only too large.
    let too_large = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    let value: i64 = text.parse().unwrap_or(too_large);
    let clamped = value.clamp(least, most);
    if clamped != value {
        let found = found(word);
        notes.add(format!("{place}: {found}, taken for {clamped}; {expected}"));
    }
    Ok(clamped)
}

/// Enters one limit, which the crate parses alone: it would lose one of several.
fn set_limit(limits: &mut Limits, word: &str, value: i64) -> Result<(), String> {
    let UciMessage::Go {
        time_control,
        search_control,
    } = parse_one(&format!("go {word} {value}"))
    else {
        return Err(format!("{word} {value} was not understood"));
    };
    if let Some(search) = search_control {
        limits.depth = search.depth.map(u32::from).or(limits.depth);
        limits.mate = search.mate.map(u32::from).or(limits.mate);
        limits.nodes = search.nodes.or(limits.nodes);
    }
    // What is overdrawn is as good as nothing.
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
            for (color, time) in [(Color::White, white_time), (Color::Black, black_time)] {
                if let Some(time) = time {
                    limits.clocks[color.index()] = Some(duration(time));
                }
            }
            for (color, time) in [
                (Color::White, white_increment),
                (Color::Black, black_increment),
            ] {
                if let Some(time) = time {
                    limits.increments[color.index()] = duration(time);
                }
            }
            let moves_to_go = moves_to_go.map(u32::from).filter(|&moves| moves > 0);
            limits.moves_to_go = moves_to_go.or(limits.moves_to_go);
        }
        _ => {}
    }
    Ok(())
}
