//! What a terminal can show: colors and Unicode.
//!
//! Output that does not go to a terminal has neither. See <https://no-color.org>.

use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal};

/// What the output can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether escape sequences for colors may be written.
    pub color: bool,
    /// Whether characters other than those of ASCII may be written.
    pub unicode: bool,
}

impl Style {
    /// Neither colors nor Unicode: the style of files and pipes.
    pub const PLAIN: Self = Self {
        color: false,
        unicode: false,
    };

    /// Returns the style for standard output. `ascii` turns Unicode off. Colors respect the
    /// variables `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and `TERM`.
    pub fn of_standard_output(ascii: bool) -> Self {
        if !io::stdout().is_terminal() {
            return Self::PLAIN;
        }
        Self {
            color: console::colors_enabled(),
            unicode: !ascii && has_unicode(|name| env::var(name).ok()),
        }
    }

    /// Returns the text with this style, or the text alone if there are no colors.
    pub fn paint(self, style: console::Style, text: impl Display) -> String {
        let style = style.force_styling(self.color);
        style.apply_to(text).to_string()
    }
}

/// Returns whether the terminal shows Unicode, from the variables of the locale (POSIX: the first
/// of them that is not empty). The console of Windows always does, because Rust writes UTF-16 to
/// it.
fn has_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|value| !value.is_empty());
    let locale = locale.unwrap_or_default().to_lowercase();
    cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn the_first_variable_of_the_locale_that_is_set_decides_about_unicode() {
        for (variables @ [all, ctype, lang], expected) in [
            (["", "", ""], false),
            (["", "", "C"], false),
            (["", "", "de_DE.UTF-8"], true),
            (["", "", "C.utf8"], true),
            (["C", "", "C.UTF-8"], false),
            (["", "C.UTF-8", "C"], true),
        ] {
            let value = |name: &str| match name {
                "LC_ALL" => Some(all.to_owned()),
                "LC_CTYPE" => Some(ctype.to_owned()).filter(|value| !value.is_empty()),
                _ => Some(lang.to_owned()),
            };
            assert_eq!(has_unicode(value), expected, "{variables:?}");
        }
    }
}
