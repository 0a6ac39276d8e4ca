//! The report of `ferz bisect` as a page for a browser, with boards to step through.
//!
//! The page is one file that needs no network. Its content security policy allows only its own
//! style and script, by their hashes. See
//! <https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP>.

use crate::bisect::Difference;
use crate::bisect::diagnosis::ExplainedMove;

use super::report::{
    EXTRA, MISSING, RunInfo, conclusion, headline, introduction, marked_move, marks, picture,
    reasons, rule_as_title, steps,
};
use crate::cli::display::marks::Mark;
use crate::cli::display::svg::{self as drawing, BoardPicture, DEFINITIONS, printable};

/// Width and height of a board in its own units; the page scales it.
const BOARD: f64 = 440.0;

/// Returns the page with these differences, one below the other. The hashes in the policy are
/// those of the style and the script; a test recomputes them.
pub fn page(info: &RunInfo, differences: &[Difference]) -> String {
    let sections = differences.iter().enumerate();
    let sections = sections.map(|(i, difference)| section(info, i, difference));
    let attributes = r#"aria-hidden="true" class="pieces" height="0" width="0""#;
    let pieces = svg(attributes, DEFINITIONS);
    format!(
        include_str!("page.html"),
        title = escape(&info.title()),
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

/// Returns the section of a difference: `index` is its number, from 0.
fn section(info: &RunInfo, index: usize, difference: &Difference) -> String {
    // Without moves, there is only one board.
    let buttons = match difference.path.moves() {
        [] => "",
        _ => BUTTONS,
    };
    let commands = info.commands(difference);
    let commands: Vec<String> = commands.lines().map(escape).collect();
    format!(
        "<section class=\"difference\">\n<h2>{}</h2>\n<div class=\"columns\">\n\
         <div>\n{buttons}{}</div>\n<div>\n{}{}</div>\n</div>\n\
         <h3>FEN</h3>\n<pre>{}</pre>\n<h3>To reproduce</h3>\n<pre>{}</pre>\n</section>\n",
        escape(&headline(difference)),
        boards(difference),
        explanation(difference),
        moves(index, difference),
        escape(&difference.path.fen()),
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
fn boards(difference: &Difference) -> String {
    let path = &difference.path;
    let first = BoardPicture::new(path.first_board());
    let mut boards = vec![("First position".to_owned(), first)];
    boards.extend(steps(path).map(|(mv, picture)| {
        let caption = format!("After {mv}");
        let title = caption.clone();
        (caption, BoardPicture { title, ..picture })
    }));
    let last = boards.len() - 1;
    boards[last].1 = picture(difference);
    if let Some(main) = difference.main_move() {
        let is_missing = difference.missing.contains(main);
        let what = if is_missing { "missing" } else { "extra" };
        boards[last].0 += &format!(": {} is {what}", main.mv);
    }
    let figures = boards.iter().enumerate().map(|(i, (caption, picture))| {
        let (shown, legend) = match i == last {
            true => (" shown", legend(difference)),
            false => ("", String::new()),
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
fn legend(difference: &Difference) -> String {
    let marks = marks(difference);
    let Some(mv) = marked_move(difference).filter(|_| !marks.used().is_empty()) else {
        return String::new();
    };
    let entry = |mark: Mark| {
        let sample = drawing::square(0.0, 0.0, 1.0, mark.look().picture);
        let sample = svg(r#"viewBox="0 0 1 1""#, &sample);
        format!("<li>{sample}{}</li>\n", mark.look().meaning)
    };
    let entries: String = marks.used().into_iter().map(entry).collect();
    let mv = escape(mv);
    format!("<ul class=\"legend\">\n<li><b>{mv}</b></li>\n{entries}</ul>\n")
}

/// Returns the list of moves. Each is a link that selects the board after it.
fn moves(index: usize, difference: &Difference) -> String {
    let path = &difference.path;
    if path.moves().is_empty() {
        return String::new();
    }
    let difference = match index {
        0 => String::new(),
        _ => format!("{}.", index + 1),
    };
    let names = ["First position".to_owned()].into_iter();
    let names = names.chain(steps(path).map(|step| step.0));
    let items = names.enumerate().map(|(i, name)| {
        let name = escape(&name);
        format!("<li><a href=\"#{difference}{i}\">{name}</a></li>\n")
    });
    let items: String = items.collect();
    format!("<h3>Moves</h3>\n<ol class=\"moves\">\n{items}</ol>\n")
}

fn explanation(difference: &Difference) -> String {
    let paragraph = |text: String| format!("<p>{}</p>\n", escape(&text.replace('\n', " ")));
    let rule = difference.rule.map_or_else(String::new, |rule| {
        let rule = escape(&rule_as_title(rule));
        format!("<h3>Rule most likely broken</h3>\n<p class=\"rule\">{rule}</p>\n")
    });
    let introduction = introduction(difference).into_iter().map(paragraph);
    let missing = list(MISSING, &difference.missing);
    let extra = list(EXTRA, &difference.extra);
    let conclusion = conclusion(difference).map(paragraph).unwrap_or_default();
    rule + &introduction.collect::<String>() + &missing + &extra + &conclusion
}

/// Returns a list with a title, or nothing without moves.
fn list(title: &str, moves: &[ExplainedMove]) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let entries = reasons(moves).into_iter().map(|(moves, why)| {
        let (moves, why) = (escape(&moves), escape(&why));
        format!("<dt>{moves}</dt>\n<dd>{why}</dd>\n")
    });
    let entries: String = entries.collect();
    format!("<h3>{title}</h3>\n<dl>\n{entries}</dl>\n")
}

/// Escapes text. Characters that a page cannot contain are replaced.
fn escape(text: &str) -> String {
    let text = printable(text).replace('&', "&amp;");
    let text = text.replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}
