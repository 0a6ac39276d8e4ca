//! Formats the report of `ferz bisect` as text.

use crate::bisect::{Compared, Difference};
use crate::chess::Color;

use super::report::{MoveList, Report, Section};
use crate::report::display::board;
use crate::report::display::style::Style;
use crate::report::display::variation::variation;
use crate::report::display::wrap::wrap;

/// Formats a report. The text is empty if the comparison ended with an error: then only the error
/// is printed.
pub fn format(report: &Report<'_>, style: Style) -> String {
    let Some(compared) = report.compared else {
        return String::new();
    };
    let sections = &report.sections;
    let format_one = |section| format_section(section, style);
    let texts: Vec<String> = sections.iter().map(format_one).collect();
    match sections.len() {
        0 => format_agreement(report, compared),
        1 => texts.concat(),
        count => {
            let separator = format!("\n{}\n\n", "-".repeat(72));
            let all = texts.join(&separator);
            let summaries: String = sections.iter().map(format_summary).collect();
            format!("{all}{separator}{count} differences:\n{summaries}")
        }
    }
}

fn format_agreement(report: &Report<'_>, compared: Compared) -> String {
    let seconds = report.duration.as_secs_f64();
    let positions = match report.positions {
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
        report.subject(),
        compared.depth_of_all,
        compared.answers,
        compared.nodes
    )
}

/// Returns the line of a difference in the list of all differences.
fn format_summary(section: &Section<'_>) -> String {
    let difference = section.difference;
    let what = match (difference.rule, &difference.contradiction) {
        (Some(rule), _) => format!("{rule} ({})", rule.id()),
        (None, None) => "a wrong number of moves (rule unknown)".to_owned(),
        (None, Some(_)) => "a contradiction".to_owned(),
    };
    let Difference {
        depth, start_name, ..
    } = difference;
    format!("  {what}, at depth {depth} of \"{start_name}\"\n")
}

fn format_section(section: &Section<'_>, style: Style) -> String {
    /// Maximum width of the line `game`, without its label, in characters.
    const WIDTH: usize = 80;
    let path = &section.difference.path;
    let mut text = format!("{}\n\nFEN     {}\n", section.headline, section.fen);
    if !path.moves().is_empty() {
        let lines = wrap(&variation(path.first_board(), path.moves()), WIDTH);
        text += &format!(
            "from    {}\nmoves   {}\ngame    {}\n",
            path.start_fen(),
            path.written_moves(None),
            lines.join("\n        ")
        );
    }
    let marks = &section.picture.marks;
    let board = board::text(path.board(), marks, Color::White, style);
    text += &format!("\n{board}\n");
    let legend = board::legend(marks, style);
    if !legend.is_empty() {
        text += &format!("{}   {legend}\n\n", section.marked_move);
    }
    let mut paragraphs = section.introduction.clone();
    if let Some(rule) = section.difference.rule {
        let missing = format_list("missing", &section.missing);
        let extra = format_list("extra", &section.extra);
        let id = rule.id();
        paragraphs.push(format!(
            "{missing}\n{extra}\n\nRule most likely broken: {rule} ({id})."
        ));
    }
    text += &paragraphs.join("\n\n");
    let conclusion = section.conclusion.iter();
    text.extend(conclusion.map(|paragraph| format!("\n{paragraph}")));
    text + &format!("\n\nTo reproduce:\n{}\n", section.commands)
}

/// Returns a line for each move that is shown.
fn format_list(title: &str, moves: &MoveList<'_>) -> String {
    if moves.shown.is_empty() {
        return format!("{title:<8}none");
    }
    let shown = moves.shown.iter();
    let shown = shown.map(|one| format!("{:<6}{}", one.mv, one.why));
    let lines: Vec<String> = shown.chain(moves.more.clone()).collect();
    format!("{title:<8}{}", lines.join("\n        "))
}
