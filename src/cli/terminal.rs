//! The width of a terminal, and what it can show.
//!
//! Output that does not go to a terminal has neither colors nor Unicode. See
//! <https://no-color.org>.

use std::env;
use std::io::{self, IsTerminal};

use console::Term;

use crate::report::display::style::Style;

/// Returns the width of a terminal, in columns; `None` for a file or a pipe.
pub fn width_of(terminal: &Term) -> Option<usize> {
    let size = terminal.size_checked().filter(|_| terminal.is_term());
    size.map(|(_, columns)| columns.into())
}

/// Returns the width of the terminal of standard output, in columns; 80 without a terminal.
pub fn width() -> usize {
    width_of(&Term::stdout()).unwrap_or(80)
}

/// Returns the style for standard output. `ascii` turns Unicode off. Colors respect the variables
/// `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and `TERM`.
pub fn style(ascii: bool) -> Style {
    if !io::stdout().is_terminal() {
        return Style::PLAIN;
    }
    Style {
        color: console::colors_enabled(),
        unicode: !ascii && has_unicode(|name| env::var(name).ok()),
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
