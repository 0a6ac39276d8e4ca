//! Reads and decodes text from other systems, and splits it into lines.
//!
//! Files from other systems may start with a byte order mark, end their lines with a carriage
//! return and a line feed, and lack the last line end. A file that is not text may have no line end
//! at all, so no line is read whose length exceeds a limit.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Maximum length of a line of a file, in bytes without the line end. No position, with its counts
/// or its operations, is as long.
const MAX_LINE_BYTES: usize = 1 << 16;

/// The error of a line with bytes that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotText;

impl std::error::Error for NotText {}

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("found bytes that are not text; expected UTF-8")
    }
}

/// What [`read_line`] has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRead {
    /// Nothing: the input has ended.
    End,
    /// A line, with its line end if it has one.
    Whole,
    /// The start of a line that is too long: one byte more than the maximum. The next byte of the
    /// input is in the same line.
    Cut,
}

/// Appends the next line of `input` to `line`, if it has at most `max` bytes before the line feed;
/// otherwise, only its start.
///
/// ```
/// use ferz::support::text_lines::{LineRead, read_line};
/// let (mut input, mut line) = (&b"uci\nisready\n"[..], Vec::new());
/// assert_eq!(read_line(&mut input, 4, &mut line)?, LineRead::Whole);
/// assert_eq!(read_line(&mut input, 4, &mut line)?, LineRead::Cut);
/// assert_eq!(line, b"uci\nisrea");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_line(input: &mut impl BufRead, max: usize, line: &mut Vec<u8>) -> io::Result<LineRead> {
    let count = input.take(max as u64 + 1).read_until(b'\n', line)?;
    Ok(match count {
        0 => LineRead::End,
        _ if count > max && !line.ends_with(b"\n") => LineRead::Cut,
        _ => LineRead::Whole,
    })
}

/// Reads the whole text of an input, decoded as by [`decode`]. A line of more than 64 KiB is an
/// error: the input is not text, and may have no end.
pub fn read_text(input: impl Read) -> io::Result<String> {
    let (mut input, mut bytes) = (BufReader::new(input), Vec::new());
    for number in 1.. {
        match read_line(&mut input, MAX_LINE_BYTES, &mut bytes)? {
            LineRead::Whole => {}
            LineRead::End => break,
            LineRead::Cut => {
                return Err(io::Error::other(format!(
                    "line {number} is too long; expected at most {MAX_LINE_BYTES} bytes"
                )));
            }
        }
    }
    Ok(decode(&bytes).into_owned())
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
