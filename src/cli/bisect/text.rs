//! Formats the result of `ferz bisect` as text.

use crate::bisect::diagnosis::ExplainedMove;
use crate::bisect::{BisectResult, Difference, SubjectError, SubjectErrorKind};
use crate::chess::Color;

use super::report::{MAX_MOVES, RunInfo, conclusion, headline, introduction, marked_move, marks};
use crate::cli::display::board;
use crate::cli::display::style::Style;
use crate::cli::display::variation::variation;
use crate::cli::display::wrap::wrap;

/// Returns the report.
pub fn report(info: &RunInfo, result: &BisectResult, style: Style) -> String {
    let line = format!("\n{}\n\n", "-".repeat(72));
    let differences = &result.differences;
    let report = |difference| about_difference(info, difference, style);
    let reports: Vec<String> = differences.iter().map(report).collect();
    match differences.len() {
        0 => agreement(info, result),
        1 => reports.concat(),
        count => {
            let rules: String = differences.iter().map(summary).collect();
            let reports = reports.join(&line);
            format!("{reports}{line}{count} differences:\n{rules}")
        }
    }
}

/// Returns an error message and a hint for a program that gave no counts.
pub fn error(error: &SubjectError) -> String {
    let hint = match error.kind {
        SubjectErrorKind::Silence(_) if error.printed.is_empty() => {
            "\n  If the program has answered, it has not flushed its output. --timeout allows more time."
        }
        SubjectErrorKind::Silence(_) => "\n  --timeout allows more time.",
        SubjectErrorKind::NoPerft(_) => {
            "\n  --ask sets another command, such as 'perft {depth}'. --script compares any program that counts."
        }
        _ => "",
    };
    format!("{error}{hint}")
}

/// Returns the warnings about a result.
pub fn warnings(result: &BisectResult) -> Vec<String> {
    let unnamed = result.has_unnamed_promotions.then(|| {
        "the engine prints promotions without their pieces; four lines with the same squares are taken as the four promotions".to_owned()
    });
    let errors = result.errors.iter().map(error);
    let counts = result.wrong_published_counts.iter().cloned();
    let warnings = counts.chain(result.wrong_total.clone());
    warnings.chain(unnamed).chain(errors).collect()
}

fn agreement(info: &RunInfo, result: &BisectResult) -> String {
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
    format!(
        "{} and ferz agree: {positions} to depth {}{deepest}, {} answers, {} nodes, {seconds:.2} s\n",
        info.program(),
        compared.depth_of_all,
        compared.answers,
        compared.nodes
    )
}

/// Returns the line of a difference in the list of all differences.
fn summary(difference: &Difference) -> String {
    let what = match (difference.rule, &difference.contradiction) {
        (Some(rule), _) => format!("{rule} ({})", rule.id()),
        (None, None) => "a wrong number of moves (rule unknown)".to_owned(),
        (None, Some(_)) => "a contradiction".to_owned(),
    };
    let Difference { depth, start, .. } = difference;
    format!("  {what}, at depth {depth} of \"{start}\"\n")
}

fn about_difference(info: &RunInfo, difference: &Difference, style: Style) -> String {
    /// Maximum width of the game score, in characters.
    const WIDTH: usize = 80;
    let path = &difference.path;
    let mut text = format!("{}\n\nFEN     {}\n", headline(difference), path.fen());
    if !path.moves().is_empty() {
        let lines = wrap(&variation(path.first_board(), path.moves()), WIDTH);
        text += &format!(
            "from    {}\nmoves   {}\ngame    {}\n",
            path.start(),
            path.written_moves(None),
            lines.join("\n        ")
        );
    }
    let marks = marks(difference);
    let board = board::text(path.board(), &marks, Color::White, style);
    text += &format!("\n{board}\n");
    let legend = board::legend(&marks, style);
    if !legend.is_empty() {
        let mv = marked_move(difference).unwrap_or_default();
        text += &format!("{mv}   {legend}\n\n");
    }
    let mut paragraphs = introduction(difference);
    if let Some(rule) = difference.rule {
        let missing = list("missing", &difference.missing);
        let extra = list("extra", &difference.extra);
        let id = rule.id();
        paragraphs.push(format!(
            "{missing}\n{extra}\n\nRule most likely broken: {rule} ({id})."
        ));
    }
    text += &paragraphs.join("\n\n");
    text.extend(conclusion(difference).map(|text| format!("\n{text}")));
    let commands = info.commands(difference);
    text + &format!("\n\nTo reproduce:\n{commands}\n")
}

/// Returns a line for each move, up to a maximum number.
fn list(title: &str, moves: &[ExplainedMove]) -> String {
    if moves.is_empty() {
        return format!("{title:<8}none");
    }
    let shown = moves.iter().take(MAX_MOVES);
    let shown = shown.map(|one| format!("{:<6}{}", one.mv, one.why));
    let more = moves.len().saturating_sub(MAX_MOVES);
    let more = (more > 0).then(|| format!("and {more} more"));
    let lines: Vec<String> = shown.chain(more).collect();
    format!("{title:<8}{}", lines.join("\n        "))
}
