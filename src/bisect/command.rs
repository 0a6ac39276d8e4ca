//! Splits the command of a program into words, and joins words into a command.
//!
//! On Windows, a backslash separates folders and is not an escape character:
//! `C:\engines\mine.exe` remains unchanged. See
//! <https://learn.microsoft.com/en-us/cpp/c-language/parsing-c-command-line-arguments>.

/// Rules for splitting a command into words. All systems compile and test both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// The rules of a shell: single and double quotation marks, and backslashes as escape
    /// characters.
    Posix,
    /// Double quotation marks group words. Backslashes and apostrophes are ordinary characters.
    Windows,
}

/// An error: a quotation mark is not closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("has no closing quotation mark; expected a command in shell syntax")]
pub struct UnclosedQuote;

impl Syntax {
    /// The rules of the target system.
    pub const NATIVE: Self = if cfg!(windows) {
        Self::Windows
    } else {
        Self::Posix
    };

    /// Splits a command into its words.
    ///
    /// # Errors
    ///
    /// If a quotation mark is not closed.
    ///
    /// ```
    /// use ferz::bisect::command::Syntax;
    /// let words = Syntax::Windows.split(r#""C:\My engines\mine.exe" --uci"#);
    /// assert_eq!(words.unwrap(), [r"C:\My engines\mine.exe", "--uci"]);
    /// ```
    pub fn split(self, command: &str) -> Result<Vec<String>, UnclosedQuote> {
        match self {
            Self::Posix => shell_words::split(command).map_err(|_| UnclosedQuote),
            Self::Windows => split_at_blanks(command),
        }
    }

    /// Joins words into a command that [`split`](Self::split) splits into the same words.
    pub fn join<T: AsRef<str>>(self, words: impl IntoIterator<Item = T>) -> String {
        match self {
            Self::Posix => shell_words::join(words),
            Self::Windows => {
                let quoted = words.into_iter().map(|word| match word.as_ref() {
                    word if word.is_empty() || word.contains(char::is_whitespace) => {
                        format!("\"{word}\"")
                    }
                    word => word.to_owned(),
                });
                quoted.collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// Splits a command at white space outside of double quotation marks.
fn split_at_blanks(command: &str) -> Result<Vec<String>, UnclosedQuote> {
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
    if is_quoted {
        return Err(UnclosedQuote);
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_syntax_keeps_backslashes() {
        for (command, words) in [
            (r"C:\engines\mine.exe", &[r"C:\engines\mine.exe"][..]),
            (
                r"C:\new\tools\mine.exe --uci",
                &[r"C:\new\tools\mine.exe", "--uci"],
            ),
            (r"\\server\share\mine.exe", &[r"\\server\share\mine.exe"]),
            (
                r#""C:\Program Files\mine.exe" "a b" c"#,
                &[r"C:\Program Files\mine.exe", "a b", "c"],
            ),
            // A backslash before a quotation mark does not escape it.
            (
                r#"mine --tables "C:\tb\" x"#,
                &["mine", "--tables", r"C:\tb\", "x"],
            ),
            (r"C:\Users\O'Neil\mine.exe", &[r"C:\Users\O'Neil\mine.exe"]),
            (r#"mine "" x"#, &["mine", "", "x"]),
            (r#"C:\"My engines"\mine.exe"#, &[r"C:\My engines\mine.exe"]),
            ("", &[]),
            ("  mine \t x ", &["mine", "x"]),
        ] {
            let split = Syntax::Windows.split(command);
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            assert_eq!(split, Ok(words), "{command}");
        }
        assert_eq!(Syntax::Windows.split(r#"mine "x"#), Err(UnclosedQuote));
    }

    #[test]
    fn posix_syntax_splits_like_a_shell() {
        let words = Syntax::Posix.split(r#"./my\ engine 'a b' "c d" e\\f"#);
        assert_eq!(
            words.as_deref(),
            Ok(&["./my engine", "a b", "c d", r"e\f"].map(str::to_owned)[..])
        );
        assert_eq!(Syntax::Posix.split("mine 'x"), Err(UnclosedQuote));
    }

    #[test]
    fn joined_words_are_split_into_the_same_words() {
        let words = [r"C:\My engines\mine.exe", "", "--uci", "perft 1"].map(str::to_owned);
        for syntax in [Syntax::Posix, Syntax::Windows] {
            let command = syntax.join(&words);
            assert_eq!(
                syntax.split(&command).as_deref(),
                Ok(&words[..]),
                "{command}"
            );
        }
    }
}
