//! Tests that `docs/json.md` lists exactly the fields that `--json` prints, with all their types.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

#[path = "common/broken_engine.rs"]
mod broken_engine;
#[path = "common/session.rs"]
mod session;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;

use broken_engine::broken_engine;
use ferz::chess::Square;
use serde_json::Value;
use session::command_line;

const PAGE: &str = include_str!("../docs/json.md");

/// A type in the notation of the page.
#[derive(Debug)]
enum Type {
    /// A basic type, `null`, a string in quotation marks, or the name of a declaration.
    Word(String),
    List(Box<Type>),
    OneOf(Vec<Type>),
    Object(Vec<Field>),
}

#[derive(Debug)]
struct Field {
    /// `[square]` stands for any number of fields whose names are squares.
    name: String,
    is_optional: bool,
    kind: Type,
}

/// The rest of the declarations, as words and signs.
struct Parser(VecDeque<String>);

impl Parser {
    fn new(page: &str) -> Self {
        let (_, block) = page.split_once("```ts\n").unwrap();
        let (block, _) = block.split_once("```").unwrap();
        let code = block.lines().map(|line| line.split("//").next().unwrap());
        let mut code = code.collect::<Vec<_>>().join(" ");
        for sign in ["{", "}", ":", ";", ",", "|", "?"] {
            code = code.replace(sign, &format!(" {sign} "));
        }
        Self(code.split_whitespace().map(str::to_owned).collect())
    }

    fn next(&mut self) -> String {
        self.0.pop_front().expect("more words")
    }

    /// Skips this word if it is the next one.
    fn skips(&mut self, word: &str) -> bool {
        let is_next = self.0.front().is_some_and(|next| next == word);
        if is_next {
            self.0.pop_front();
        }
        is_next
    }

    fn expect(&mut self, word: &str) {
        assert!(self.skips(word), "expected {word} before {:?}", self.0);
    }

    /// Parses names, each with a type in braces.
    fn declarations(mut self) -> BTreeMap<String, Type> {
        let mut found = BTreeMap::new();
        while !self.0.is_empty() {
            let name = self.next();
            found.insert(name, self.parse_type());
        }
        found
    }

    /// Parses a type.
    fn parse_type(&mut self) -> Type {
        let mut found = if self.skips("{") {
            Type::Object(self.fields())
        } else {
            let word = self.next();
            match word.strip_suffix("[]") {
                Some(element) => Type::List(Box::new(Type::Word(element.to_owned()))),
                None => Type::Word(word),
            }
        };
        if self.skips("[]") {
            found = Type::List(Box::new(found));
        }
        if !self.skips("|") {
            return found;
        }
        match self.parse_type() {
            Type::OneOf(others) => Type::OneOf([found].into_iter().chain(others).collect()),
            other => Type::OneOf(vec![found, other]),
        }
    }

    /// Parses the fields of an object to its closing brace. Names before a colon share its type.
    fn fields(&mut self) -> Vec<Field> {
        let mut fields = Vec::new();
        while !self.skips("}") {
            let mut names = vec![self.next()];
            while self.skips(",") {
                names.push(self.next());
            }
            let is_optional = self.skips("?");
            self.expect(":");
            // The type is the same for each of the names.
            let rest = self.0.clone();
            for name in names {
                self.0.clone_from(&rest);
                fields.push(Field {
                    name,
                    is_optional,
                    kind: self.parse_type(),
                });
            }
            if !self.skips(";") {
                self.expect("}");
                return fields;
            }
        }
        fields
    }
}

/// The declarations of the page, and which of their types have been printed.
struct Formats<'p> {
    declarations: &'p BTreeMap<String, Type>,
    printed: BTreeSet<String>,
}

impl Formats<'_> {
    /// Asserts that a line has the fields that the page lists for its format.
    fn check(&mut self, line: &str) {
        let mut document: Value = serde_json::from_str(line).unwrap();
        let fields = document.as_object_mut().unwrap();
        let format = fields.remove("format").unwrap();
        let format = format.as_str().unwrap();
        let version = if format == "ferz-eval" { 2 } else { 1 };
        assert_eq!(fields.remove("version"), Some(version.into()), "{line}");
        let declarations = self.declarations;
        let found = declarations.get(format).expect("a format of the page");
        assert!(self.fits(&document, found, format), "{line}");
    }

    /// Returns whether a value has this type. Fails if an object lacks a field of the page, or has
    /// one that the page does not have.
    fn fits(&mut self, value: &Value, kind: &Type, path: &str) -> bool {
        let fits = match kind {
            Type::OneOf(types) => {
                let mut types = types.iter();
                return types.any(|one| self.fits(value, one, path));
            }
            Type::List(element) => value.as_array().is_some_and(|list| {
                let path = format!("{path}[]");
                list.iter().all(|item| self.fits(item, element, &path))
            }),
            Type::Object(fields) => value.as_object().is_some_and(|object| {
                for field in fields.iter().filter(|field| field.name != "[square]") {
                    let is_there = field.is_optional || object.contains_key(&field.name);
                    assert!(is_there, "{path}.{} is not printed: {value}", field.name);
                }
                for (key, inner) in object {
                    let name: &str = match key.parse::<Square>() {
                        Ok(_) => "[square]",
                        Err(_) => key,
                    };
                    let path = format!("{path}.{name}");
                    let field = fields.iter().find(|field| field.name == name);
                    let field = field.unwrap_or_else(|| panic!("{path} is not in the page"));
                    assert!(
                        self.fits(inner, &field.kind, &path),
                        "{path}: expected {:?}, found {inner}",
                        field.kind
                    );
                }
                true
            }),
            Type::Word(word) => match word.as_str() {
                "string" => value.is_string(),
                "integer" => value.is_u64() || value.is_i64(),
                "number" => value.is_f64(),
                "boolean" => value.is_boolean(),
                "null" => value.is_null(),
                text if text.starts_with('"') => value.as_str() == Some(text.trim_matches('"')),
                name => {
                    let declarations = self.declarations;
                    let named = &declarations[name];
                    return self.fits(value, named, name);
                }
            },
        };
        if fits {
            self.printed.insert(describe(path, kind));
        }
        fits
    }
}

/// Returns a place and the kind of a type there. The texts of a place are one kind.
fn describe(path: &str, kind: &Type) -> String {
    let name: &str = match kind {
        Type::Object(_) => "object",
        Type::List(_) => "list",
        Type::Word(word) if word.starts_with('"') => "one of the texts",
        Type::Word(word) => word,
        Type::OneOf(_) => unreachable!("its types are listed"),
    };
    format!("{path}: {name}")
}

/// Adds all places of a type with their kinds to `all`.
fn list(
    kind: &Type,
    path: &str,
    declarations: &BTreeMap<String, Type>,
    all: &mut BTreeSet<String>,
) {
    match kind {
        Type::OneOf(types) => {
            for one in types {
                list(one, path, declarations, all);
            }
            return;
        }
        // Its fields are listed with its own declaration.
        Type::Word(name) if declarations.contains_key(name) => return,
        Type::Word(_) => {}
        Type::List(element) => list(element, &format!("{path}[]"), declarations, all),
        Type::Object(fields) => {
            for field in fields {
                let place = format!("{path}.{}", field.name);
                list(&field.kind, &place, declarations, all);
            }
        }
    }
    all.insert(describe(path, kind));
}

/// A position in which an engine with an error of castling rights errs at depth 2.
const ROOKS: &str = "r3k2r/8/1N4N1/8/8/8/8/4K3 w kq - 0 1";

/// Answers that are right at depth 1. At greater depths, a move is replaced by another one.
const REPLACES_A_MOVE: &str = r#"
    case $1 in
        1) exec "$FERZ" perft 1 --fen "$2" --divide ;;
        *) "$FERZ" perft "$1" --fen "$2" --divide | sed s/e2e4/e2e5/ ;;
    esac"#;

/// A script that prints no counts.
const FAILS: &str = "echo hello; echo oops >&2; exit 3";

/// A suite with a wrong count and a line that cannot be read.
const SUITE: &str = "8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 3 ;D2 8\nnonsense\n";

/// Returns the line of JSON that the program prints.
fn json(arguments: &[&str]) -> String {
    let ended = command_line(&[arguments, &["--json"]].concat());
    assert_eq!(ended.lines.len(), 1, "{ended:?}");
    ended.lines[0].clone()
}

/// Returns documents of all formats in which each field has each of its types.
fn print_all_formats() -> Vec<String> {
    let suite = format!("{}/json.epd", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&suite, SUITE).unwrap();
    let script = |text: &str| {
        let text = format!("FERZ='{}'\n{text}", env!("CARGO_BIN_EXE_ferz"));
        shell_words::join(["sh", "-c", &text, "script"])
    };
    let bisect = |kind: &str, command: &str, arguments: &[&str]| {
        let subject = ["bisect", kind, command, "--max-nodes", "10000"];
        json(&[&subject, arguments].concat())
    };
    let engine =
        |error: &str, arguments: &[&str]| bisect("--engine", &broken_engine(error), arguments);
    let initial = ferz::chess::Board::START_FEN;
    vec![
        json(&["perft", "2", "--moves", "e2e4", "--divide"]),
        json(&["perft", "2", "--stats"]),
        json(&["perft", "--suite", &suite]),
        engine("castling-rights-of-captured-rook", &["--fen", ROOKS]),
        engine("three-promotions", &[]),
        engine("--totals castling-through-check", &[]),
        engine("inconsistent", &["--fen", initial]),
        // A castling right without a rook gives a warning.
        engine("none", &["--fen", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"]),
        bisect("--script", &script(REPLACES_A_MOVE), &["--fen", initial]),
        bisect("--script", &script(FAILS), &[]),
        json(&["eval", "--nodes", "1000"]),
        json(&["eval", "--nodes", "0"]),
        json(&["eval", "--fen", "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"]),
        json(&["eval", "--fen", "6k1/8/8/8/8/2r5/r7/7K b - - 0 1"]),
    ]
}

#[test]
fn the_page_lists_the_fields_that_are_printed_and_no_others() {
    let declarations = Parser::new(PAGE).declarations();
    let mut formats = Formats {
        declarations: &declarations,
        printed: BTreeSet::new(),
    };
    for line in print_all_formats() {
        formats.check(&line);
    }
    let mut all = BTreeSet::new();
    for (name, kind) in &declarations {
        list(kind, name, &declarations, &mut all);
    }
    let never_printed: Vec<&String> = all.difference(&formats.printed).collect();
    assert!(never_printed.is_empty(), "{never_printed:?}");
}
