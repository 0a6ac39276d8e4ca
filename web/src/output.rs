//! The output, whose lines the host takes.

use std::io::{self, Write};

/// Prints lines of text.
pub fn print(text: &str) {
    let mut output = io::stdout().lock();
    // The host takes all that is written.
    let _: io::Result<()> = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
}
