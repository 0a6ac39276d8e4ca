//! The report of `ferz bisect` as a page for a browser, with boards to step through.
//!
//! The page is one file that needs no network. Its content security policy allows only its own
//! style and script, by their hashes. See
//! <https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP>.

use std::fmt::Write;

use crate::bisect::diagnosis::ExplainedMove;
use crate::bisect::{Difference, DifferenceKind};
use crate::support::quote::OneLine;
use sha2::{Digest, Sha256};

use super::explanation::{Explanation, commands, headline, reasons};
use super::run_info::RunInfo;
use super::steps::{marked_move, marks, picture, steps};
use crate::cli::display::marks::{Mark, Marks};
use crate::cli::display::svg::{self as drawing, BoardPicture, DEFINITIONS, printable};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Width and height of a board in its own units; the page scales it.
const BOARD: f64 = 440.0;

/// Returns the page with these differences, one below the other.
pub fn page(info: &RunInfo, differences: &[Difference]) -> String {
    let title = format!("{} and ferz differ", OneLine(info.program()));
    let sections = differences.iter().enumerate();
    let sections = sections.map(|(i, difference)| section(info, i, difference));
    let attributes = r#"aria-hidden="true" class="pieces" height="0" width="0""#;
    let pieces = svg(attributes, DEFINITIONS);
    fill(
        PAGE,
        &[
            ("{style_hash}", &hash(STYLE)),
            ("{script_hash}", &hash(SCRIPT)),
            ("{title}", &escape(&title)),
            ("{style}", STYLE),
            ("{pieces}", &pieces),
            ("{differences}", &sections.collect::<String>()),
            ("{script}", SCRIPT),
        ],
    )
}

/// Returns a picture as a part of the page.
fn svg(attributes: &str, contents: &str) -> String {
    format!("<svg {attributes} xmlns=\"http://www.w3.org/2000/svg\">\n{contents}\n</svg>")
}

/// Replaces the placeholders of a template. Placeholders in the values are not replaced.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let (mut text, mut rest) = (String::new(), template);
    let first = |rest: &str| {
        let found = values.iter().filter_map(|&(name, value)| {
            let at = rest.find(name)?;
            Some((at, name, value))
        });
        found.min_by_key(|found| found.0)
    };
    while let Some((at, name, value)) = first(rest) {
        text += &rest[..at];
        text += value;
        rest = &rest[at + name.len()..];
    }
    text + rest
}

/// Returns the section of a difference: `index` is its number, from 0.
fn section(info: &RunInfo, index: usize, difference: &Difference) -> String {
    // Without moves, there is only one board.
    let buttons = match difference.path.moves() {
        [] => "",
        _ => BUTTONS,
    };
    format!(
        "<section class=\"difference\">\n<h2>{}</h2>\n<div class=\"columns\">\n\
         <div>\n{buttons}{}</div>\n<div>\n{}{}</div>\n</div>\n\
         <h3>FEN</h3>\n<pre>{}</pre>\n<h3>To reproduce</h3>\n<pre>{}</pre>\n</section>\n",
        escape(&headline(difference)),
        boards(difference),
        explanation(&Explanation::new(difference)),
        moves(index, difference),
        escape(&difference.path.fen()),
        lines(&commands(info, difference)),
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
    let mut captions = vec!["First position".to_owned()];
    let mut pictures = vec![BoardPicture::new(path.first_board())];
    for step in steps(path) {
        let picture = BoardPicture::new(step.after).marks(Marks::of_move(step.mv));
        pictures.push(picture.title(format!("After {}", step.text)));
        captions.push(format!("After {}", step.text));
    }
    let last = pictures.len() - 1;
    pictures[last] = picture(difference);
    captions[last] = last_caption(difference, &captions[last]);
    let mut text = String::new();
    for (i, (picture, caption)) in pictures.iter().zip(captions).enumerate() {
        let (shown, legend) = match i == last {
            true => (" shown", legend(difference)),
            false => ("", String::new()),
        };
        let view = format!(r#"viewBox="0 0 {BOARD} {BOARD}""#);
        let board = svg(&view, &picture.at(0.0, 0.0, BOARD));
        let caption = escape(&caption);
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "<figure class=\"step{shown}\">\n{board}\n<figcaption>{caption}</figcaption>\n{legend}</figure>\n"
        );
    }
    text
}

/// Returns the caption of the last board: its position, and what is wrong with the marked move.
fn last_caption(difference: &Difference, position: &str) -> String {
    let what = match &difference.kind {
        DifferenceKind::Moves(moves) => moves.diagnosis.main_move().map(|main| {
            let is_missing = moves.diagnosis.missing.contains(main);
            let what = if is_missing { "missing" } else { "extra" };
            format!("{} is {what}", main.mv)
        }),
        DifferenceKind::Contradiction(_) => None,
    };
    match what {
        Some(what) => format!("{position}: {what}"),
        None => position.to_owned(),
    }
}

/// Returns the legend of the last board, after the move that it shows.
fn legend(difference: &Difference) -> String {
    let marks = marks(difference);
    let Some(mv) = marked_move(difference).filter(|_| marks.used().next().is_some()) else {
        return String::new();
    };
    let entry = |mark: Mark| {
        let sample = drawing::square(0.0, 0.0, 1.0, drawing::mark_color(mark));
        let sample = svg(r#"viewBox="0 0 1 1""#, &sample);
        format!("<li>{sample}{}</li>\n", mark.meaning())
    };
    let entries: String = marks.used().map(entry).collect();
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
    let names = names.chain(steps(path).map(|step| step.text));
    let items = names.enumerate().map(|(i, name)| {
        let name = escape(&name);
        format!("<li><a href=\"#{difference}{i}\">{name}</a></li>\n")
    });
    let items: String = items.collect();
    format!("<h3>Moves</h3>\n<ol class=\"moves\">\n{items}</ol>\n")
}

fn explanation(explanation: &Explanation) -> String {
    let paragraph = |text: &String| format!("<p>{}</p>\n", escape(&text.replace('\n', " ")));
    let mut text = String::new();
    if let Some(moves) = &explanation.moves {
        let rule = escape(&moves.rule_as_title());
        text += &format!("<h3>Rule most likely broken</h3>\n<p class=\"rule\">{rule}</p>\n");
    }
    text.extend(explanation.introduction.iter().map(paragraph));
    if let Some(moves) = &explanation.moves {
        text += &list("Missing: a legal move that is not listed", moves.missing);
        text += &list("Extra: listed, but not a legal move", moves.extra);
    }
    text.extend(explanation.conclusion.as_ref().map(paragraph));
    text
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

/// Escapes text that may have several lines.
fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(escape).collect();
    lines.join("\n")
}

/// Escapes text. Characters that a page cannot contain are replaced.
fn escape(text: &str) -> String {
    let text = printable(text);
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns the hash by which a content security policy allows a style or script.
fn hash(text: &str) -> String {
    format!("sha256-{}", base64(&Sha256::digest(text.as_bytes())))
}

/// Encodes bytes as Base64. See <https://www.rfc-editor.org/rfc/rfc4648#section-4>.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let encode = |chunk: &[u8]| {
        let byte = |i: usize| chunk.get(i).map_or(0, |&byte| u32::from(byte));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digit = |i: usize| match i <= chunk.len() {
            true => char::from(DIGITS[(bits >> (18 - 6 * i)) as usize % 64]),
            false => '=',
        };
        [0, 1, 2, 3].map(digit)
    };
    bytes.chunks(3).flat_map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_agrees_with_the_test_vectors_of_rfc_4648() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn values_are_not_templates() {
        let values = [("{a}", "{b}"), ("{b}", "x")];
        assert_eq!(fill("{a} {b} {c}", &values), "{b} x {c}");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            escape("<a href='\"&\u{7}"),
            "&lt;a href=&#39;&quot;&amp;\u{fffd}"
        );
    }
}
