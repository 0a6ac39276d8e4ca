//! The command of a program, as a user writes it: split into program and arguments, and
//! joined again for messages.
//!
//! Where a backslash separates folders, it is no escape character: `C:\engines\mine.exe`
//! stays as it is.

/// Rules for splitting a command into words. Both are compiled everywhere, so that both are
/// tested everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// As a shell splits it: quotation marks of both kinds, and backslashes that escape.
    Posix,
    /// Double quotation marks group words; a backslash or an apostrophe is a character as
    /// any other.
    Windows,
}

/// A quotation mark that is not closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("lacks a closing quotation mark; expected a command as shells take it")]
pub struct UnclosedQuote;

impl Syntax {
    /// The rules of the system that this program is compiled for.
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
    /// use ferz::tools::bisect::command::Syntax;
    /// let words = Syntax::Windows.split(r#""C:\My engines\mine.exe" --uci"#);
    /// assert_eq!(words.unwrap(), [r"C:\My engines\mine.exe", "--uci"]);
    /// ```
    pub fn split(self, command: &str) -> Result<Vec<String>, UnclosedQuote> {
        match self {
            Self::Posix => shell_words::split(command).map_err(|_| UnclosedQuote),
            Self::Windows => split_at_blanks(command),
        }
    }

    /// Joins words to a command that [`split`](Self::split) splits into the same words.
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

/// Splits at blanks that are not between double quotation marks.
fn split_at_blanks(command: &str) -> Result<Vec<String>, UnclosedQuote> {
    let mut words = Vec::new();
    // `None` between words: two quotation marks alone are an empty word.
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
    fn backslashes_of_windows_stay() {
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
            // The last backslash of a folder does not escape the quotation mark.
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
    fn posix_commands_are_split_as_by_a_shell() {
        let words = Syntax::Posix.split(r#"./my\ engine 'a b' "c d" e\\f"#);
        assert_eq!(
            words.as_deref(),
            Ok(&["./my engine", "a b", "c d", r"e\f"].map(str::to_owned)[..])
        );
        assert_eq!(Syntax::Posix.split("mine 'x"), Err(UnclosedQuote));
    }

    #[test]
    fn joined_words_are_split_into_the_same() {
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
