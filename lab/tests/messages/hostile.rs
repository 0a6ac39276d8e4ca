//! Hostile text in files and arguments: each message about it is short, one line, and without
//! control characters.

use crate::messages::{LONGEST, assert_printable, file, hostile_words};
use crate::session::command_line;

/// The lines of a file may have any length up to 64 KiB, and any characters except line ends.
#[test]
fn messages_about_hostile_lines_of_files_are_short_and_printable() {
    const POSITION: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";
    for word in hostile_words() {
        let word: String = word.chars().take(10_000).collect();
        let lines = [
            "WORD",
            "bm WORD;",
            "am Rd8 WORD;",
            "dm WORD;",
            "ce +MWORD;",
            "id \"WORD",
        ];
        let lines = lines.map(|line| format!("{POSITION} {line}\n").replace("WORD", &word));
        let tasks = file("hostile.epd", lines.concat());
        let ended = command_line(&["epd", &tasks, "--depth", "1"]);
        assert!(ended.errors.lines().count() >= 4, "{ended:?}");
        ended.errors.lines().for_each(assert_printable);
    }
}

/// Linux limits a single argument to 128 KiB, so these words are shorter.
#[test]
fn messages_about_hostile_arguments_are_short_and_printable() {
    let long = "x".repeat(100_000);
    let harmful = "\u{1b}[2J\u{7}x\ny";
    for word in [long.as_str(), harmful] {
        let path = format!("/no/{word}");
        for arguments in [["data", word], ["epd", word], ["datagen", &path]] {
            let ended = command_line(&arguments);
            assert_eq!(ended.status, Some(2), "{ended:?}");
            let line = ended.errors.strip_suffix('\n').unwrap();
            assert!(line.chars().count() <= 2 * LONGEST, "{}", line.len());
            assert!(!line.contains(char::is_control), "{line:?}");
        }
    }
}
