//! What `ferz bisect` found, in words.

use std::fmt::Write;

use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::perft::bisect::diagnosis::Explained;
use ferz::perft::bisect::fault::{Fault, Problem};
use ferz::perft::bisect::{Contradiction, Difference, Kind, MoveDifference, Report};

use super::Setting;

/// The whole report.
pub fn report(setting: &Setting, report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = match &report.difference {
        None => write_agreement(&mut text, setting, report),
        Some(difference) => write_difference(&mut text, setting, difference),
    };
    text
}

/// Why there is no report, and what may help.
pub fn fault(fault: &Fault) -> String {
    let hint = match fault.problem {
        Problem::Silence(_) if fault.said.is_empty() => {
            "\n  If it has answered, it has not flushed its output. --timeout gives it more time."
        }
        Problem::Silence(_) => "\n  --timeout gives it more time.",
        Problem::NoPerft | Problem::NoMoves => {
            "\n  --script compares any program that prints the count below each move."
        }
        _ => "",
    };
    format!("{fault}{hint}")
}

/// What is to be wondered at, though it makes no difference.
pub fn warnings(report: &Report) -> Vec<String> {
    let doubts = report.doubts.iter().map(|doubt| {
        format!(
            "{}: the count for depth {} is given as {}, but is {}",
            doubt.start, doubt.depth, doubt.published, doubt.ours
        )
    });
    let total = report.wrong_total.iter().map(|wrong| {
        format!(
            "perft {} of \"{}\": the engine gives {} as the total, but its counts, which are right, make {}",
            wrong.depth, wrong.start, wrong.total, wrong.sum
        )
    });
    doubts.chain(total).collect()
}

fn write_agreement(text: &mut String, setting: &Setting, report: &Report) -> std::fmt::Result {
    let compared = report.compared;
    let seconds = setting.took.as_secs_f64();
    let name = setting.name.as_ref().unwrap_or(&setting.command);
    let positions = match setting.positions {
        1 => "1 position".to_owned(),
        many => format!("{many} positions, all"),
    };
    let deepest = if compared.depth > compared.depth_of_all {
        format!(", some to depth {}", compared.depth)
    } else {
        String::new()
    };
    writeln!(
        text,
        "{name} and ferz agree: {positions} to depth {}{deepest}, {} answers, {} nodes, {seconds:.2} s",
        compared.depth_of_all, compared.answers, compared.nodes
    )
}

fn write_difference(
    text: &mut String,
    setting: &Setting,
    difference: &Difference,
) -> std::fmt::Result {
    let (path, board) = (&difference.path, difference.path.board());
    writeln!(
        text,
        "Different at depth {} of \"{}\".\n",
        difference.depth, difference.start
    )?;
    writeln!(text, "FEN     {}", path.fen())?;
    if !path.moves().is_empty() {
        writeln!(text, "from    {}", path.start())?;
        writeln!(text, "moves   {}", path.written_moves(setting.castling))?;
    }
    writeln!(text, "\n{}\n", board.diagram())?;
    match &difference.kind {
        Kind::Moves(moves) => write_moves(text, moves)?,
        Kind::Contradiction(contradiction) => {
            write_contradiction(text, setting.castling, contradiction)?;
        }
    }
    write_last_steps(text, setting, difference)
}

fn write_moves(text: &mut String, moves: &MoveDifference) -> std::fmt::Result {
    let diagnosis = &moves.diagnosis;
    write_list(text, "missing", &diagnosis.missing)?;
    write_list(text, "extra", &diagnosis.extra)?;
    let rule = diagnosis.rule;
    writeln!(text, "\nRule most likely broken: {rule} ({}).", rule.id())
}

/// A line for each move, of which there may be very many.
fn write_list(text: &mut String, title: &str, moves: &[Explained]) -> std::fmt::Result {
    /// More are only counted.
    const MOST: usize = 20;
    if moves.is_empty() {
        return writeln!(text, "{title:<8}none");
    }
    for (i, explained) in moves.iter().take(MOST).enumerate() {
        let title = if i == 0 { title } else { "" };
        writeln!(text, "{title:<8}{:<6}{}", explained.mv, explained.why)?;
    }
    match moves.len().checked_sub(MOST) {
        Some(more @ 1..) => writeln!(text, "{:<8}and {more} more", ""),
        _ => Ok(()),
    }
}

fn write_contradiction(
    text: &mut String,
    castling: CastlingNotation,
    contradiction: &Contradiction,
) -> std::fmt::Result {
    match contradiction {
        Contradiction::Counts { depth, counts } => {
            let mv = CoordinateMove::new(counts.mv, castling);
            writeln!(
                text,
                "It contradicts itself: it counts {} below {mv} as part of perft {depth}, but {} when\n\
                 asked for the position after {mv}, which is right.",
                counts.theirs, counts.ours
            )?;
        }
        Contradiction::Moves { depth, comparison } => {
            let written = |&mv: &_| CoordinateMove::new(mv, castling).to_string();
            let missing: Vec<String> = comparison.missing.iter().map(written).collect();
            let list = |moves: &[String]| match moves {
                [] => "none".to_owned(),
                _ => moves.join(" "),
            };
            writeln!(
                text,
                "It contradicts itself: perft 1 lists the right moves here, but perft {depth} does not\n\
                 (missing: {}; extra: {}).",
                list(&missing),
                list(&comparison.extra)
            )?;
        }
        Contradiction::Leaf(counts) => {
            let mv = CoordinateMove::new(counts.mv, castling);
            return writeln!(
                text,
                "Its perft is wrong, not its moves: perft 1 counts {} below {mv}, where {} position is.",
                counts.theirs, counts.ours
            );
        }
    }
    writeln!(
        text,
        "\nWhat it counts depends on how it got there: look at what taking a move back does not\n\
         restore, and, if its perft has a hash table, at what the key leaves out."
    )
}

/// Where to look next, and how to see it again.
fn write_last_steps(
    text: &mut String,
    setting: &Setting,
    difference: &Difference,
) -> std::fmt::Result {
    let path = &difference.path;
    let depth = match &difference.kind {
        Kind::Moves(moves) => {
            let last = path.written_moves(setting.castling);
            let last = last.rsplit(' ').next().unwrap_or_default();
            match moves.right_from_fen {
                Some(true) => writeln!(
                    text,
                    "Given the FEN alone, it gets this right: its generator is not at fault, but what making\n\
                     moves leaves behind. Look at the last move, {last}, first."
                )?,
                Some(false) => writeln!(
                    text,
                    "Given the FEN alone, it gets this wrong too: its generator is at fault, not how it makes\n\
                     moves."
                )?,
                None => {}
            }
            1
        }
        Kind::Contradiction(contradiction) => contradiction.depth(),
    };
    let moves = if path.moves().is_empty() {
        String::new()
    } else {
        format!(" moves {}", path.written_moves(setting.castling))
    };
    writeln!(
        text,
        "\nTo see it again:\nposition fen {}{moves}\ngo perft {depth}",
        path.start()
    )
}
