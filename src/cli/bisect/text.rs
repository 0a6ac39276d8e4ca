//! Formats the result of `ferz bisect` as text.

use std::fmt::Write;

use crate::bisect::diagnosis::ExplainedMove;
use crate::bisect::opponent_error::{OpponentError, OpponentErrorKind};
use crate::bisect::{BisectResult, Difference, DifferenceKind};
use crate::chess::Color;

use super::explanation::{Explanation, MAX_MOVES, commands, headline};
use super::run_info::RunInfo;
use super::steps::{marked_move, marks};
use crate::cli::display::board;
use crate::cli::display::style::Style;
use crate::cli::display::variation::variation;
use crate::cli::display::wrap::wrap;

/// Returns the report.
pub fn report(info: &RunInfo, result: &BisectResult, style: Style) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = match result.differences.as_slice() {
        [] => write_agreement(&mut text, info, result),
        differences => write_differences(&mut text, info, differences, style),
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
        "{} and ferz agree: {positions} to depth {}{deepest}, {} answers, {} nodes, {seconds:.2} s",
        info.program(),
        compared.depth_of_all,
        compared.answers,
        compared.nodes
    )
}

/// Writes all differences, and a list of them if there are several.
fn write_differences(
    text: &mut String,
    info: &RunInfo,
    differences: &[Difference],
    style: Style,
) -> std::fmt::Result {
    for (i, difference) in differences.iter().enumerate() {
        if i > 0 {
            writeln!(text, "\n{}\n", "-".repeat(72))?;
        }
        write_difference(text, info, difference, style)?;
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
    style: Style,
) -> std::fmt::Result {
    /// Maximum width of the game score, in characters.
    const WIDTH: usize = 80;
    let path = &difference.path;
    writeln!(text, "{}\n", headline(difference))?;
    writeln!(text, "FEN     {}", path.fen())?;
    if !path.moves().is_empty() {
        writeln!(text, "from    {}", path.start())?;
        writeln!(text, "moves   {}", path.written_moves(None))?;
        let lines = wrap(&variation(path.first_board(), path.moves()), WIDTH);
        writeln!(text, "game    {}", lines.join("\n        "))?;
    }
    let marks = marks(difference);
    writeln!(
        text,
        "\n{}",
        board::text(path.board(), &marks, Color::White, style)
    )?;
    let legend = board::legend(&marks, style);
    if !legend.is_empty() {
        let mv = marked_move(difference).unwrap_or_default();
        writeln!(text, "{mv}   {legend}\n")?;
    }
    write_explanation(text, &Explanation::new(difference))?;
    writeln!(text, "\nTo reproduce:\n{}", commands(info, difference))
}

fn write_explanation(text: &mut String, explanation: &Explanation) -> std::fmt::Result {
    let introduction = explanation.introduction.join("\n\n");
    if !introduction.is_empty() {
        writeln!(text, "{introduction}")?;
    }
    if let Some(moves) = &explanation.moves {
        if !introduction.is_empty() {
            writeln!(text)?;
        }
        write_list(text, "missing", moves.missing)?;
        write_list(text, "extra", moves.extra)?;
        let rule = moves.rule;
        writeln!(text, "\nRule most likely broken: {rule} ({}).", rule.id())?;
    }
    match &explanation.conclusion {
        Some(conclusion) => writeln!(text, "{conclusion}"),
        None => Ok(()),
    }
}

/// Writes a line for each move, up to a maximum number.
fn write_list(text: &mut String, title: &str, moves: &[ExplainedMove]) -> std::fmt::Result {
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
