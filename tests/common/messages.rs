//! Tables of inputs and the messages that reject them.

#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "each test is a crate of its own and uses only part of this module"
)]

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::Path;

use crate::session::{PROGRAM, command_line};

/// Inputs with their expected messages.
pub type Table<'a, I> = &'a [(I, &'a str)];

/// Asserts that all messages equal those in the table. Shows all differences.
#[track_caller]
pub fn assert_messages<I: Copy + Debug>(table: Table<'_, I>, message: impl Fn(I) -> String) {
    let differing = table.iter().filter_map(|&(input, expected)| {
        let found = message(input);
        (found != expected)
            .then(|| format!("{input:?}\n  expected {expected}\n  found    {found}\n"))
    });
    let differing: String = differing.collect();
    assert!(differing.is_empty(), "\n{differing}");
}

/// The variants of an error enum, to check that tables cover all of them.
pub struct Variants<E> {
    /// Returns the name of an error's variant.
    pub name: fn(&E) -> &'static str,
    /// The names of all variants.
    pub all: &'static [&'static str],
}

impl<E> Variants<E> {
    /// Asserts that each variant occurs among these errors.
    #[track_caller]
    pub fn assert_all_occur<'e>(&self, errors: impl IntoIterator<Item = &'e E>)
    where
        E: 'e,
    {
        let met: BTreeSet<&str> = errors.into_iter().map(self.name).collect();
        assert_eq!(met, self.all.iter().copied().collect());
    }
}

/// Creates the [`Variants`] of an enum. Fails to compile if a variant is missing.
macro_rules! variants {
    ($enum:ident: $($variant:ident)*) => {
        crate::messages::Variants::<$enum> {
            name: |error| match error {
                $($enum::$variant { .. } => stringify!($variant),)*
            },
            all: &[$(stringify!($variant)),*],
        }
    };
}
pub(crate) use variants;

/// Writes a file for one test, and returns its path.
pub fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("messages-{name}"));
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Returns what the program's messages begin with: its name.
pub fn prefix() -> String {
    let name = Path::new(PROGRAM).file_stem().expect("the path of a file");
    format!("{}: ", name.to_str().expect("an ASCII name"))
}

/// Runs the program with these arguments, asserts exit status 2, and returns standard error.
///
/// `files` are names, which begin with an `@`, and contents. An argument that is such a name is
/// replaced by the path of a file with this content, and the path in the messages by the name.
pub fn errors_of(arguments: &str, files: &[(&str, &str)]) -> String {
    let mut words = shell_words::split(arguments).unwrap();
    let mut names = Vec::new();
    for word in &mut words {
        if let Some((name, content)) = files.iter().find(|(name, _)| name == word) {
            *word = file(&name[1..], content);
            names.push((word.clone(), *name));
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ended = command_line(&words);
    assert_eq!(ended.status, Some(2), "{arguments}");
    // For a file with some malformed lines, the totals of the valid lines are printed.
    let has_totals = ended
        .lines
        .iter()
        .any(|line| line.starts_with("Malformed lines: "));
    assert!(
        has_totals || ended.lines.is_empty(),
        "{arguments}: {ended:?}"
    );
    names.iter().fold(ended.errors, |errors, (path, name)| {
        errors.replace(path, name)
    })
}

/// Returns the error message, which must be one line, without the program's name.
pub fn message_of(arguments: &str, files: &[(&str, &str)]) -> String {
    let errors = errors_of(arguments, files);
    let line = errors
        .strip_suffix('\n')
        .and_then(|line| line.strip_prefix(&prefix()));
    line.unwrap_or_else(|| panic!("{arguments}: {errors}"))
        .to_owned()
}

/// The maximum length of a message, in characters: one or two quotations and the explanation.
pub const LONGEST: usize = 600;

/// Asserts that a message is short and has no control characters.
#[track_caller]
pub fn assert_printable(message: &str) {
    let length = message.chars().count();
    let start: String = message.chars().take(LONGEST).collect();
    assert!(length <= LONGEST, "{length} characters: {start}");
    let is_harmful = |c: char| c.is_control() || "\u{2028}\u{2029}\u{202e}".contains(c);
    assert!(!message.contains(is_harmful), "{message:?}");
}

/// Returns words almost as long as the longest accepted line, one word longer than that line, and
/// one word with control characters.
pub fn hostile_words() -> Vec<String> {
    let long = |word: &str, count: usize| word.repeat(count / word.len());
    vec![
        long("x", 1_000_000),
        long("p", 1_000_000),
        long("9", 1_000_000),
        long("\u{1F3A9}", 1_000_000),
        long("x ", 1_000_000),
        long("/", 1_000_000),
        long("a:", 1_000_000),
        long("x", 2_000_000),
        "\u{1b}[2J\u{7}\u{202e}x\u{2028}\0\u{9b}".to_owned(),
    ]
}
