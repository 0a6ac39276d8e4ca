//! What an output can show: colors and Unicode.

use std::fmt::Display;

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

    /// Returns the text with this style, or the text alone if there are no colors.
    pub fn paint(self, style: console::Style, text: impl Display) -> String {
        let style = style.force_styling(self.color);
        style.apply_to(text).to_string()
    }
}
