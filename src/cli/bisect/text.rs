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

/// Returns an error message and a hint for a program that gave no counts.
pub fn error(error: &OpponentError) -> String {
    let hint = match error.kind {
        OpponentErrorKind::Silence(_) if error.printed.is_empty() => {
            "\n  If the program has answered, it has not flushed its output. --timeout allows more time."
        }
        OpponentErrorKind::Silence(_) => "\n  --timeout allows more time.",
        OpponentErrorKind::NoPerft(_) => {
            "\n  --ask sets another command, such as 'perft {depth}'. --script compares any program that counts."
        }
        _ => "",
    };
    format!("{error}{hint}")
}

/// Returns the warnings about a result.
pub fn warnings(result: &BisectResult) -> Vec<String> {
    let published = result.wrong_published_counts.iter().map(|wrong| {
        format!(
            "{}: wrong published count for depth {}; expected {}, found {}",
            wrong.start, wrong.depth, wrong.expected, wrong.found
        )
    });
    let total = result.wrong_total.iter().map(|wrong| {
        format!(
            "perft {} of \"{}\": the engine prints the total {}, but its counts, which are right, add up to {}",
            wrong.depth, wrong.start, wrong.found, wrong.expected
        )
    });
    let unnamed = result.has_unnamed_promotions.then(|| {
        "the engine prints promotions without their pieces; four lines with the same squares are taken as the four promotions".to_owned()
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

/// Writes all differences, and a list of them if there are several.
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
                DifferenceKind::Moves(_) => "a wrong number of moves (rule unknown)".to_owned(),
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
        "Difference at depth {} of \"{}\".\n",
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

/// Writes the totals of perft 1 if the program prints only totals.
fn write_totals(text: &mut String, moves: &MoveDifference, totals: Counts) -> std::fmt::Result {
    writeln!(
        text,
        "perft 1 counts {} moves here; {} are legal.",
        totals.theirs, totals.ours
    )?;
    if !moves.is_found() {
        return Ok(());
    }
    let diagnosis = &moves.diagnosis;
    let expected = totals.ours + diagnosis.extra.len() as u64;
    let is_all = totals.theirs.saturating_add(diagnosis.missing.len() as u64) == expected;
    writeln!(
        text,
        "The program prints only totals. {}:\n",
        if is_all {
            "Its totals after single moves show these differences"
        } else {
            "Its totals after single moves show some of the differences"
        }
    )
}

/// Writes the legal moves if no missing or extra move is known.
fn write_legal_moves(text: &mut String, path: &MovePath) -> std::fmt::Result {
    const MOVES_PER_LINE: usize = 14;
    writeln!(
        text,
        "The totals do not show which moves are missing or extra. The legal moves are:\n"
    )?;
    let moves = path.all_written(&path.board().legal_moves());
    for line in moves.chunks(MOVES_PER_LINE) {
        writeln!(text, "{}", line.join(" "))?;
    }
    Ok(())
}

/// Writes a line for each move, up to a maximum number.
fn write_list(text: &mut String, title: &str, moves: &[ExplainedMove]) -> std::fmt::Result {
    /// Maximum number of moves that are written. The others are counted.
    const MAX_MOVES: usize = 20;
    if moves.is_empty() {
        return writeln!(text, "{title:<8}none");
    }
    for (i, explained) in moves.iter().take(MAX_MOVES).enumerate() {
        let title = if i == 0 { title } else { "" };
        writeln!(text, "{title:<8}{:<6}{}", explained.mv, explained.why)?;
    }
    match moves.len().checked_sub(MAX_MOVES) {
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
            "The program contradicts itself: perft {depth} counts {theirs} for {mv}. Asked for the position\n\
             after {mv}, it counts {ours}, which is right."
        )?,
        ContradictionKind::Moves => {
            let list = |moves: &[String]| match moves {
                [] => "none".to_owned(),
                _ => moves.join(" "),
            };
            writeln!(
                text,
                "The program contradicts itself: perft 1 lists the right moves here, but perft {depth} does not\n\
                 (missing: {}; extra: {}).",
                list(&contradiction.missing),
                list(&contradiction.extra)
            )?;
        }
        ContradictionKind::Total => writeln!(
            text,
            "The program contradicts itself: perft {depth} counts {theirs} here instead of {ours}, but the number\n\
             of moves and the total after each legal move is right. Either one move is missing and\n\
             another one is extra, or making or taking back a move is wrong."
        )?,
        ContradictionKind::Leaf => {
            return writeln!(
                text,
                "The moves are right, but their counts are wrong: perft 1 counts {theirs} for {mv} instead of {ours}."
            );
        }
    }
    writeln!(
        text,
        "\nIts counts depend on the moves made before. Check what taking back a move does not\n\
         restore, and, if perft uses a hash table, what the key does not include."
    )
}

/// Writes where to look for the error, and the commands that reproduce the difference.
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
                    "With only the FEN, the program gets this right. So the error is in making moves, not in the\n\
                     generator. Look at the move {cause} first."
                )?,
                Some(false) => writeln!(
                    text,
                    "With only the FEN, the program gets this wrong, too. So the error is in the generator, not in\n\
                     making moves."
                )?,
                None => {}
            }
            1
        }
        DifferenceKind::Contradiction(contradiction) => contradiction.depth,
    };
    writeln!(text, "\nTo reproduce:")?;
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
