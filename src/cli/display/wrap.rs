//! Lines of limited width.

/// Splits text into lines of at most `width` characters, at blanks where possible. Line breaks in
/// the text are blanks. There is at least one line.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut rest: Vec<char> = word.chars().collect();
        while !rest.is_empty() {
            let line = lines.last_mut().expect("there is at least one line");
            let used = line.chars().count();
            let blank = usize::from(used > 0);
            if used + blank + rest.len() <= width {
                line.extend(" ".chars().take(blank).chain(rest.drain(..)));
            } else if used > 0 {
                lines.push(String::new());
            } else {
                line.extend(rest.drain(..width.clamp(1, rest.len())));
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
    }
}
