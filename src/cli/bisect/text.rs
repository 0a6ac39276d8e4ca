//! Formats the result of `ferz bisect` as text.

use std::fmt::Write;

use ferz::tools::bisect::command::Syntax;
use ferz::tools::bisect::compare::Counts;
use ferz::tools::bisect::diagnosis::ExplainedMove;
use ferz::tools::bisect::opponent_error::{OpponentError, OpponentErrorKind};
use ferz::tools::bisect::path::MovePath;
use ferz::tools::bisect::script;
use ferz::tools::bisect::{
    BisectResult, Contradiction, ContradictionKind, Difference, DifferenceKind, MoveDifference,
};

use super::run_info::{Interface, RunInfo};

/// Returns the report.
pub fn report(info: &RunInfo, result: &BisectResult) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = match result.differences.as_slice() {
        [] => write_agreement(&mut text, info, result),
        differences => write_differences(&mut text, info, differences),
    };
    text
}

/// Returns the error of a program that did not count, with a hint.
pub fn error(error: &OpponentError) -> String {
    let hint = match error.kind {
        OpponentErrorKind::Silence(_) if error.printed.is_empty() => {
            "\n  If it has answered, it has not flushed its output. --timeout gives it more time."
        }
        OpponentErrorKind::Silence(_) => "\n  --timeout gives it more time.",
        OpponentErrorKind::NoPerft(_) => {
            "\n  --ask 'perft {depth}' asks in other words; --script compares any program that counts."
        }
        _ => "",
    };
    format!("{error}{hint}")
}

/// Returns the warnings about a result.
pub fn warnings(result: &BisectResult) -> Vec<String> {
    let published = result.wrong_published_counts.iter().map(|wrong| {
        format!(
            "{}: the count for depth {} is given as {}, but is {}",
            wrong.start, wrong.depth, wrong.published, wrong.ours
        )
    });
    let total = result.wrong_total.iter().map(|wrong| {
        format!(
            "perft {} of \"{}\": the engine gives {} as the total, but its counts, which are right, make {}",
            wrong.depth, wrong.start, wrong.total, wrong.sum
        )
    });
    let unnamed = result.has_unnamed_promotions.then(|| {
        "the engine prints promotions without their pieces, four equal lines for each: taken as the four".to_owned()
    });
    let errors = result.errors.iter().map(error);
    let warnings = published.chain(total).chain(unnamed).chain(errors);
    warnings.collect()
}

fn write_agreement(text: &mut String, info: &RunInfo, result: &BisectResult) -> std::fmt::Result {
    let compared = result.compared;
    let seconds = info.duration.as_secs_f64();
    let name = info.name.as_ref().unwrap_or(&info.command);
    let positions = match info.positions {
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

/// All differences, and a list of them at the end if there are several.
fn write_differences(
    text: &mut String,
    info: &RunInfo,
    differences: &[Difference],
) -> std::fmt::Result {
    for (i, difference) in differences.iter().enumerate() {
        if i > 0 {
            writeln!(text, "\n{}\n", "-".repeat(72))?;
        }
        write_difference(text, info, difference)?;
    }
    if differences.len() > 1 {
        writeln!(text, "\n{}\n", "-".repeat(72))?;
        writeln!(text, "{} differences:", differences.len())?;
        for difference in differences {
            let what = match &difference.kind {
                DifferenceKind::Moves(moves) if moves.is_found() => {
                    let rule = moves.diagnosis.rule;
                    format!("{rule} ({})", rule.id())
                }
                DifferenceKind::Moves(_) => "a number of moves, of a rule unknown".to_owned(),
                DifferenceKind::Contradiction(_) => "a contradiction".to_owned(),
            };
            writeln!(
                text,
                "  {what}, at depth {} of \"{}\"",
                difference.depth, difference.start
            )?;
        }
    }
    Ok(())
}

fn write_difference(
    text: &mut String,
    info: &RunInfo,
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
        writeln!(text, "moves   {}", path.written_moves(None))?;
    }
    writeln!(text, "\n{}\n", board.diagram())?;
    match &difference.kind {
        DifferenceKind::Moves(moves) => write_moves(text, path, moves)?,
        DifferenceKind::Contradiction(contradiction) => {
            write_contradiction(text, contradiction)?;
        }
    }
    write_last_steps(text, info, difference)
}

fn write_moves(text: &mut String, path: &MovePath, moves: &MoveDifference) -> std::fmt::Result {
    let diagnosis = &moves.diagnosis;
    if let Some(totals) = moves.totals {
        write_totals(text, moves, totals)?;
    }
    if !moves.is_found() {
        return write_legal_moves(text, path);
    }
    write_list(text, "missing", &diagnosis.missing)?;
    write_list(text, "extra", &diagnosis.extra)?;
    let rule = diagnosis.rule;
    writeln!(text, "\nRule most likely broken: {rule} ({}).", rule.id())
}

/// The totals of perft 1 and what they show, for a program that prints no counts.
fn write_totals(text: &mut String, moves: &MoveDifference, totals: Counts) -> std::fmt::Result {
    writeln!(
        text,
        "perft 1 counts {} here, and {} moves are legal.",
        totals.theirs, totals.ours
    )?;
    if !moves.is_found() {
        return Ok(());
    }
    let diagnosis = &moves.diagnosis;
    let by_us = totals.ours + diagnosis.extra.len() as u64;
    let is_all = totals.theirs.saturating_add(diagnosis.missing.len() as u64) == by_us;
    writeln!(
        text,
        "It prints no counts below moves; {}:\n",
        if is_all {
            "its totals after single moves show these"
        } else {
            "its totals after single moves show some of them"
        }
    )
}

/// What is left to do where it is not known which moves are missing or extra.
fn write_legal_moves(text: &mut String, path: &MovePath) -> std::fmt::Result {
    const MOVES_PER_LINE: usize = 14;
    writeln!(
        text,
        "Totals alone do not show which moves are missing or extra: none that were tried explain\n\
         them. These are legal:\n"
    )?;
    let moves = path.all_written(&path.board().legal_moves());
    for line in moves.chunks(MOVES_PER_LINE) {
        writeln!(text, "{}", line.join(" "))?;
    }
    Ok(())
}

/// A line for each move, of which there may be very many.
fn write_list(text: &mut String, title: &str, moves: &[ExplainedMove]) -> std::fmt::Result {
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

fn write_contradiction(text: &mut String, contradiction: &Contradiction) -> std::fmt::Result {
    let depth = contradiction.depth;
    let mv = contradiction.mv.as_deref().unwrap_or_default();
    let theirs = contradiction.theirs.unwrap_or_default();
    let ours = contradiction.ours.unwrap_or_default();
    match contradiction.kind {
        ContradictionKind::Counts => writeln!(
            text,
            "It contradicts itself: it counts {theirs} below {mv} as part of perft {depth}, but {ours} when\n\
             asked for the position after {mv}, which is right."
        )?,
        ContradictionKind::Moves => {
            let list = |moves: &[String]| match moves {
                [] => "none".to_owned(),
                _ => moves.join(" "),
            };
            writeln!(
                text,
                "It contradicts itself: perft 1 lists the right moves here, but perft {depth} does not\n\
                 (missing: {}; extra: {}).",
                list(&contradiction.missing),
                list(&contradiction.extra)
            )?;
        }
        ContradictionKind::Total => writeln!(
            text,
            "It contradicts itself: perft {depth} counts {theirs} here, not {ours}, but as many moves as are\n\
             legal, and the right totals when asked for the positions after them. If it is not a\n\
             missing move and an extra one, making or taking back a move goes wrong."
        )?,
        ContradictionKind::Leaf => {
            return writeln!(
                text,
                "Its perft is wrong, not its moves: perft 1 counts {theirs} below {mv}, where {ours} position is."
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
    info: &RunInfo,
    difference: &Difference,
) -> std::fmt::Result {
    let path = &difference.path;
    let depth = match &difference.kind {
        DifferenceKind::Moves(moves) => {
            let cause = moves.diagnosis.cause.map(|mv| path.written(mv));
            let cause = cause.unwrap_or_default();
            match moves.right_from_fen {
                Some(true) => writeln!(
                    text,
                    "Given the FEN alone, it gets this right: its generator is not at fault, but what making\n\
                     moves leaves behind. Look at the move {cause} first."
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
        DifferenceKind::Contradiction(contradiction) => contradiction.depth,
    };
    writeln!(text, "\nTo see it again:")?;
    match &info.interface {
        Interface::Script => {
            let question = Syntax::NATIVE.join(script::arguments(path, depth, None));
            writeln!(text, "{} {question}", info.command)
        }
        Interface::Engine(perft_command) => {
            let command = perft_command.with(depth, &path.fen());
            writeln!(text, "{}\n{command}", path.command(None))
        }
    }
}
