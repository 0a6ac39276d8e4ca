//! Splits the command of a program into words, and joins words into a command.
//!
//! On Unix, the rules are those of a shell. On Windows, only double quotation marks are special. A
//! backslash separates folders and is never an escape character: `C:\engines\mine.exe` and
//! `"C:\My engines\"` are single words.

/// Splits a command into its words. Returns `None` if a quotation mark is not closed.
pub fn split(command: &str) -> Option<Vec<String>> {
    if cfg!(windows) {
        split_at_blanks(command)
    } else {
        shell_words::split(command).ok()
    }
}

/// Joins words into a command that [`split`] splits into the same words. On Windows, the words must
/// not contain double quotation marks.
pub fn join(words: impl IntoIterator<Item: AsRef<str>>) -> String {
    if cfg!(windows) {
        join_with_blanks(words)
    } else {
        shell_words::join(words)
    }
}

/// Splits a command at white space outside of double quotation marks. Backslashes and apostrophes
/// are ordinary characters.
fn split_at_blanks(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    // `None` between words. `Some("")` after a quotation mark, because `""` is an empty word.
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    for c in command.chars() {
        if c == '"' {
            is_quoted = !is_quoted;
            word.get_or_insert_default();
        } else if c.is_whitespace() && !is_quoted {
            words.extend(word.take());
        } else {
            word.get_or_insert_default().push(c);
        }
    }
    words.extend(word);
    (!is_quoted).then_some(words)
}

fn join_with_blanks(words: impl IntoIterator<Item: AsRef<str>>) -> String {
    let quoted = words.into_iter().map(|word| match word.as_ref() {
        word if word.is_empty() || word.contains(char::is_whitespace) => format!("\"{word}\""),
        word => word.to_owned(),
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rustfmt::skip]
    #[test]
    fn windows_syntax_keeps_backslashes() {
        for (command, words) in [
            (r"C:\engines\mine.exe", &[r"C:\engines\mine.exe"][..]),
            (r"C:\new\tools\mine.exe --uci", &[r"C:\new\tools\mine.exe", "--uci"]),
            (r"\\server\share\mine.exe", &[r"\\server\share\mine.exe"]),
            (r#""C:\Program Files\mine.exe" "a b" c"#, &[r"C:\Program Files\mine.exe", "a b", "c"]),
            // A backslash before a quotation mark does not escape it.
            (r#"mine --tables "C:\tb\" x"#, &["mine", "--tables", r"C:\tb\", "x"]),
            (r"C:\Users\O'Neil\mine.exe", &[r"C:\Users\O'Neil\mine.exe"]),
            (r#"mine "" x"#, &["mine", "", "x"]),
            (r#"C:\"My engines"\mine.exe"#, &[r"C:\My engines\mine.exe"]),
            ("", &[]),
            ("  mine \t x ", &["mine", "x"]),
        ] {
            let split = split_at_blanks(command).expect("all quotation marks are closed");
            assert_eq!(split, words, "{command}");
        }
        assert_eq!(split_at_blanks(r#"mine "x"#), None);
        assert_eq!(split("mine \"x"), None);
    }

    #[test]
    fn joined_words_are_split_into_the_same_words() {
        let words = [r"C:\My engines\mine.exe", "", "--uci", "perft 1"].map(str::to_owned);
        let command = join_with_blanks(&words);
        assert_eq!(split_at_blanks(&command).as_deref(), Some(&words[..]));
        assert_eq!(split(&join(&words)).as_deref(), Some(&words[..]));
    }
}
