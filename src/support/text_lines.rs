//! Decodes text from other systems, and splits it into lines.
//!
//! Files from other systems may start with a byte order mark, end their lines with a carriage
//! return and a line feed, and lack the last line end.

use std::borrow::Cow;
use std::fmt;

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The error of a line with bytes that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotText;

impl std::error::Error for NotText {}

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("found bytes that are not text; expected UTF-8")
    }
}

/// Decodes bytes from the start of an input, without a byte order mark.
/// Bytes that are not UTF-8 become replacement characters, so that only the lines that contain them
/// are malformed.
///
/// ```
/// use ferz::support::text_lines::decode;
/// assert_eq!(decode(b"\xEF\xBB\xBFuci"), "uci");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes))
}

/// Returns the lines of a text, trimmed, with their numbers from 1. Empty lines and comments, which
/// start with `#`, are left out. A line with a replacement character (U+FFFD) is an error: it was
/// not UTF-8.
///
/// ```
/// use ferz::support::text_lines::{NotText, lines};
/// let text = "# a comment\r\n8/8 w - -\r\n\r\nR\u{FFFD}ti";
/// assert_eq!(Vec::from_iter(lines(text)), [(2, Ok("8/8 w - -")), (4, Err(NotText))]);
/// ```
pub fn lines(text: &str) -> impl Iterator<Item = (usize, Result<&str, NotText>)> {
    let lines = text.lines().map(str::trim).enumerate();
    let filled = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    filled.map(|(index, line)| {
        let is_text = !line.contains(char::REPLACEMENT_CHARACTER);
        (index + 1, is_text.then_some(line).ok_or(NotText))
    })
}
