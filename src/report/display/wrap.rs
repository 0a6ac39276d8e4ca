//! Lines of limited width.

use console::measure_text_width;

/// Minimum width of the last column of a line. In a narrower terminal, it begins on the next line.
const MIN_COLUMN: usize = 20;

/// Indentation of a column that begins on the next line.
const INDENTATION: usize = 4;

/// Breaks the lines of a text that are longer than `width` at blanks, where possible. Indentation
/// and columns, which begin after at least two blanks, are kept.
pub fn fit(text: &str, width: usize) -> String {
    let lines: Vec<String> = text.lines().map(|line| fit_line(line, width)).collect();
    let end = if text.ends_with('\n') { "\n" } else { "" };
    lines.join("\n") + end
}

/// Breaks a line. The further lines begin where its last column begins.
fn fit_line(line: &str, width: usize) -> String {
    if measure_text_width(line) <= width {
        return line.to_owned();
    }
    let indentation = line.len() - line.trim_start().len();
    // The last column begins after the last two blanks that are not indentation.
    let last_blanks = line[indentation..].rfind("  ");
    let (before, column) = line.split_at(indentation + last_blanks.map_or(0, |at| at + 2));
    let begin = measure_text_width(before);
    if last_blanks.is_some() {
        let below = width.saturating_sub(indentation + INDENTATION);
        let longest = column.split(' ').map(measure_text_width).max();
        let needed = longest.unwrap_or(0).min(below).max(MIN_COLUMN);
        if begin + needed > width {
            let next_line = " ".repeat(indentation + INDENTATION) + column;
            let first = fit_line(before.trim_end(), width);
            return format!("{first}\n{}", fit_line(&next_line, width));
        }
    }
    let lines = wrap(column, width.saturating_sub(begin));
    before.to_owned() + &lines.join(&format!("\n{}", " ".repeat(begin)))
}

/// Splits text into lines of at most `width` characters, at blanks where possible. Line breaks in
/// the text are blanks, and escape sequences have no width. There is at least one line.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let line = lines.last_mut().expect("there is at least one line");
            let used = measure_text_width(line);
            let blank = usize::from(used > 0);
            if used + blank + measure_text_width(rest) <= width {
                line.extend(" ".chars().take(blank).chain(rest.chars()));
                rest = "";
            } else if used > 0 {
                lines.push(String::new());
            } else {
                let end = rest.char_indices().nth(width.max(1));
                let (part, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
                line.push_str(part);
                rest = after;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_blanks_and_long_words_are_split() {
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("one two\nthree", 7), ["one two", "three"]);
        assert_eq!(wrap("a abcdefghijk b", 5), ["a", "abcde", "fghij", "k b"]);
        assert_eq!(wrap("ab", 0), ["a", "b"]);
        assert_eq!(wrap("\u{1b}[1mone\u{1b}[0m two", 7).len(), 1);
    }

    #[test]
    fn columns_continue_where_they_began_and_begin_on_the_next_line_if_they_are_narrow() {
        let line = "undo [N]  take back N moves; 1 by default\n";
        assert_eq!(fit(line, 41), line);
        assert_eq!(
            fit(line, 32),
            "undo [N]  take back N moves; 1\n          by default\n"
        );
        assert_eq!(
            fit(line, 25),
            "undo [N]\n    take back N moves; 1\n    by default\n"
        );
        assert_eq!(
            fit("  one two\n  three four", 8),
            "  one\n  two\n  three\n  four"
        );
        assert_eq!(fit("a  b\n\nc", 5), "a  b\n\nc");
    }
}
