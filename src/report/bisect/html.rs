//! The report of `ferz bisect` as a page for a browser, with boards to step through.
//!
//! The page is one file that needs no network. Its content security policy allows only its own
//! style and script, by their hashes. See
//! <https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP>.

use std::iter;

use super::report::{MoveList, Report, Section};
use crate::report::display::marks::Mark;
use crate::report::display::svg::{self as drawing, BoardPicture, DEFINITIONS, printable};

/// Width and height of a board in its own units; the page scales it.
const BOARD: f64 = 440.0;

/// Formats a report: the differences, one below the other. The hashes in the policy are those of
/// the style and the script; a test recomputes them.
pub fn format(report: &Report<'_>) -> String {
    let sections = report.sections.iter().enumerate();
    let sections = sections.map(|(i, section)| format_section(i, section));
    let attributes = r#"aria-hidden="true" class="pieces" height="0" width="0""#;
    let pieces = svg(attributes, DEFINITIONS);
    format!(
        include_str!("page.html"),
        title = escape(&report.title()),
        style = include_str!("page.css"),
        pieces = pieces,
        differences = sections.collect::<String>(),
        script = include_str!("page.js"),
    )
}

/// Returns a picture as a part of the page.
fn svg(attributes: &str, contents: &str) -> String {
    format!("<svg {attributes} xmlns=\"http://www.w3.org/2000/svg\">\n{contents}\n</svg>")
}

/// Returns the section of a difference. `index` is its number, from 0.
fn format_section(index: usize, section: &Section<'_>) -> String {
    // Without moves, there is only one board.
    let buttons = if section.steps.is_empty() {
        ""
    } else {
        BUTTONS
    };
    let commands: Vec<String> = section.commands.lines().map(escape).collect();
    format!(
        "<section class=\"difference\">\n<h2>{}</h2>\n<div class=\"columns\">\n\
         <div>\n{buttons}{}</div>\n<div>\n{}{}</div>\n</div>\n\
         <h3>FEN</h3>\n<pre>{}</pre>\n<h3>To reproduce</h3>\n<pre>{}</pre>\n</section>\n",
        escape(&section.headline),
        format_boards(section),
        format_explanation(section),
        format_moves(index, section),
        escape(&section.fen),
        commands.join("\n"),
    )
}

const BUTTONS: &str = "\
<div class=\"buttons\">
<button type=\"button\" data-to=\"first\">First</button>
<button type=\"button\" data-to=\"back\">Back</button>
<button type=\"button\" data-to=\"next\">Next</button>
<button type=\"button\" data-to=\"last\">Last</button>
</div>
";

/// Returns the boards: the first position, and the position after each move. The last one has the
/// marks of the difference.
fn format_boards(section: &Section<'_>) -> String {
    let difference = section.difference;
    let first = BoardPicture::new(difference.path.first_board());
    let mut boards = vec![("First position".to_owned(), first)];
    boards.extend(section.steps.iter().map(|step| {
        let caption = format!("After {}", step.name);
        let title = caption.clone();
        let picture = step.picture.clone();
        (caption, BoardPicture { title, ..picture })
    }));
    let last = boards.len() - 1;
    boards[last].1 = section.picture.clone();
    if let Some(main) = difference.main_move() {
        let is_missing = difference.missing.contains(main);
        let what = if is_missing { "missing" } else { "extra" };
        boards[last].0 += &format!(": {} is {what}", main.mv);
    }
    let figures = boards.iter().enumerate().map(|(i, (caption, picture))| {
        let (shown, legend) = if i == last {
            (" shown", format_legend(section))
        } else {
            ("", String::new())
        };
        let view = format!(r#"viewBox="0 0 {BOARD} {BOARD}""#);
        let board = svg(&view, &picture.at(0.0, 0.0, BOARD));
        let caption = escape(caption);
        format!(
            "<figure class=\"step{shown}\">\n{board}\n<figcaption>{caption}</figcaption>\n{legend}</figure>\n"
        )
    });
    figures.collect()
}

/// Returns the legend of the last board, after the move that it shows.
fn format_legend(section: &Section<'_>) -> String {
    let used = section.picture.marks.used();
    if used.is_empty() {
        return String::new();
    }
    let entry = |mark: Mark| {
        let square = drawing::square(0.0, 0.0, 1.0, mark.look().picture);
        let sample = svg(r#"viewBox="0 0 1 1""#, &square);
        format!("<li>{sample}{}</li>\n", mark.look().meaning)
    };
    let entries: String = used.into_iter().map(entry).collect();
    let mv = escape(section.marked_move);
    format!("<ul class=\"legend\">\n<li><b>{mv}</b></li>\n{entries}</ul>\n")
}

/// Returns the list of moves. Each is a link that selects the board after it.
fn format_moves(index: usize, section: &Section<'_>) -> String {
    if section.steps.is_empty() {
        return String::new();
    }
    // The script selects the board of the address `#2`, or `#3.2` in the third section.
    let prefix = match index {
        0 => String::new(),
        _ => format!("{}.", index + 1),
    };
    let names = section.steps.iter().map(|step| step.name.as_str());
    let names = iter::once("First position").chain(names);
    let items = names.enumerate().map(|(i, name)| {
        let name = escape(name);
        format!("<li><a href=\"#{prefix}{i}\">{name}</a></li>\n")
    });
    let items: String = items.collect();
    format!("<h3>Moves</h3>\n<ol class=\"moves\">\n{items}</ol>\n")
}

fn format_explanation(section: &Section<'_>) -> String {
    let paragraph = |text: &String| format!("<p>{}</p>\n", escape(&text.replace('\n', " ")));
    let rule = section.rule_title.iter().map(|rule| {
        let rule = escape(rule);
        format!("<h3>Rule most likely broken</h3>\n<p class=\"rule\">{rule}</p>\n")
    });
    let introduction = section.introduction.iter().map(paragraph);
    let lists = [&section.missing, &section.extra].map(format_list);
    let conclusion = section.conclusion.iter().map(paragraph);
    rule.chain(introduction)
        .chain(lists)
        .chain(conclusion)
        .collect()
}

/// Returns a list with its title, or nothing without moves.
fn format_list(list: &MoveList<'_>) -> String {
    if list.shown.is_empty() {
        return String::new();
    }
    let entries = list
        .reasons()
        .into_iter()
        .map(|(moves, why)| format!("<dt>{}</dt>\n<dd>{}</dd>\n", escape(&moves), escape(why)));
    let entries: String = entries.collect();
    format!("<h3>{}</h3>\n<dl>\n{entries}</dl>\n", list.title)
}

/// Escapes text. Characters that a page cannot contain are replaced.
fn escape(text: &str) -> String {
    let text = printable(text).replace('&', "&amp;");
    let text = text.replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}
