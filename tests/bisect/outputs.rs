//! The files that `--svg` and `--html` write, parsed as XML.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};
use svg::node::Attributes;
use svg::node::element::tag::Type;
use svg::parser::Event;

use super::common::files::empty_folder;
use super::{bisect, broken_engine};

/// Moves after which an engine that ignores moves of rooks still castles.
pub const MOVES: &[&str] = &["h1h2", "a8b8", "h2h1", "b8c8"];

const FEN: &str = "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1";

/// Runs `ferz bisect` with an engine that castles after moves of the rook.
pub fn bisect_castling(moves: &[&str], outputs: &[&str]) {
    let engine = broken_engine("castling-rights-of-moved-rook");
    let arguments = ["--engine", &engine, "--fen", FEN, "--depth", "1", "--moves"];
    let ended = bisect(&[&arguments[..], moves, outputs].concat());
    assert_eq!(ended.status, Some(1), "{}", ended.errors);
    assert_eq!(ended.errors, "");
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// An element of a file that is parsed.
struct Element {
    name: String,
    attributes: Attributes,
}

impl Element {
    fn has_class(&self, class: &str) -> bool {
        let classes = self.attributes.get("class");
        classes.is_some_and(|classes| classes.split(' ').any(|found| found == class))
    }
}

/// Parses an SVG or HTML file and checks that every element is closed.
fn parse(path: &Path) -> Vec<Element> {
    let text = fs::read_to_string(path).expect("a file");
    let (mut open, mut elements) = (Vec::new(), Vec::new());
    for event in svg::read(&text).expect("a document") {
        match event {
            Event::Error(error) => panic!("{error}: {text}"),
            Event::Tag(name, Type::End, _) => assert_eq!(open.pop().as_deref(), Some(name)),
            Event::Tag(name, kind, attributes) => {
                if kind == Type::Start {
                    open.push(name.to_owned());
                }
                let name = name.to_owned();
                elements.push(Element { name, attributes });
            }
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?}");
    elements
}

fn count(elements: &[Element], name: &str, class: &str) -> usize {
    let is_it =
        |element: &&Element| element.name == name && (class.is_empty() || element.has_class(class));
    elements.iter().filter(is_it).count()
}

#[test]
fn a_picture_has_a_board_for_the_difference_and_for_each_move() {
    let folder = empty_folder("bisect-svg");
    let file = folder.join("report.svg");
    bisect_castling(MOVES, &["--svg", text(&file)]);
    let elements = parse(&file);
    assert_eq!(count(&elements, "g", "board"), 1 + MOVES.len());
    assert_eq!(count(&elements, "symbol", ""), 6);
    let content = fs::read_to_string(&file).expect("a file");
    for piece in elements.iter().filter(|element| element.name == "use") {
        let symbol = piece.attributes["href"].trim_start_matches('#');
        assert!(content.contains(&format!("id=\"{symbol}\"")), "{symbol}");
    }
    assert_eq!(count(&elements, "path", "arrow"), 1);
    // Both squares of each move; king, rook, target and path of castling.
    assert_eq!(count(&elements, "rect", "mark"), 2 * MOVES.len() + 4);
    for part in ["1. Rh2", "2... Rc8", "h1h2", "e1g1", "go perft 1"] {
        assert!(content.contains(part), "{part}");
    }
    // The only other file would be one that is incomplete.
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    fs::remove_dir_all(folder).expect("the folder of this test");
}

#[test]
fn no_part_of_a_picture_is_outside_of_it() {
    /// Width and height of a board with its frame, in its own units.
    const BOARD: f64 = 876.0;
    let folder = empty_folder("bisect-svg-long");
    let file = folder.join("report.svg");
    let many = [MOVES, &["h1h2", "c8b8", "h2h1", "b8c8"].repeat(5)].concat();
    bisect_castling(&many, &["--svg", text(&file)]);
    let elements = parse(&file);
    assert_eq!(count(&elements, "g", "board"), 1 + many.len());
    let number = |element: &Element, name: &str| {
        let value = element.attributes.get(name);
        value.and_then(|value| value.parse::<f64>().ok())
    };
    let size = |name| number(&elements[0], name).expect("a size");
    let (width, height) = (size("width"), size("height"));
    for element in elements.iter().filter(|element| element.name == "text") {
        // The coordinates of boards are in other units.
        let (Some(x), Some(y)) = (number(element, "x"), number(element, "y")) else {
            continue;
        };
        if number(element, "font-size").is_some() {
            assert!(x < width && y < height, "{:?}", element.attributes);
        }
    }
    for element in elements.iter().filter(|element| element.has_class("board")) {
        let transform = &element.attributes["transform"];
        let parts = transform.split(['(', ')', ' ']);
        let numbers: Vec<f64> = parts.filter_map(|part| part.parse().ok()).collect();
        let [x, y, scale] = numbers[..] else {
            panic!("{transform}");
        };
        let side = BOARD * scale;
        assert!(x + side < width && y + side < height, "{transform}");
    }
    fs::remove_dir_all(folder).expect("the folder of this test");
}

#[test]
fn a_page_has_a_board_for_each_position_and_refers_to_no_other_file() {
    let folder = empty_folder("bisect-html");
    let file = folder.join("report.html");
    bisect_castling(MOVES, &["--html", text(&file)]);
    let elements = parse(&file);
    assert_eq!(count(&elements, "figure", "step"), MOVES.len() + 1);
    assert_eq!(count(&elements, "g", "board"), MOVES.len() + 1);
    assert_eq!(count(&elements, "figure", "shown"), 1);
    assert_eq!(count(&elements, "script", ""), 1);
    assert_eq!(count(&elements, "button", ""), 4);
    for element in &elements {
        for (name, value) in &element.attributes {
            let is_link = ["href", "src"].contains(&name.as_str());
            assert!(!is_link || value.starts_with('#'), "{name}={value}");
        }
    }
    let content = fs::read_to_string(&file).expect("a file");
    assert!(content.contains("default-src 'none'"));
    // The policy allows the style and the script by their hashes.
    for name in ["style", "script"] {
        let begin = content.split_once(&format!("<{name}>"));
        let end = begin.and_then(|(_, rest)| rest.split_once(&format!("</{name}>")));
        let text = end.expect("an element").0;
        let policy = format!("{name}-src 'sha256-{}'", base64(&Sha256::digest(text)));
        assert!(content.contains(&policy), "{policy}");
    }
    fs::remove_dir_all(folder).expect("the folder of this test");
}

/// Encodes bytes as Base64. See <https://www.rfc-editor.org/rfc/rfc4648#section-4>.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let encode = |chunk: &[u8]| {
        let byte = |i: usize| chunk.get(i).map_or(0, |&byte| u32::from(byte));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digit = |i: usize| {
            if i <= chunk.len() {
                char::from(DIGITS[(bits >> (18 - 6 * i)) as usize % 64])
            } else {
                '='
            }
        };
        [0, 1, 2, 3].map(digit)
    };
    bytes.chunks(3).flat_map(encode).collect()
}

/// A script reports no name, so the report shows its command. `hostile` is the `$0` of `sh -c`; its
/// `{script}` is also a placeholder of the page's template, and must not be replaced.
#[cfg(unix)]
#[test]
fn text_of_other_programs_is_escaped() {
    let folder = empty_folder("bisect-escape");
    let (page, picture) = (folder.join("report.html"), folder.join("report.svg"));
    let engine = broken_engine("--perftree pinned-knight \"$@\"");
    let hostile = "</pre></title><script>alert(\"1\")</script><b a='\u{1}&{script}";
    let script = shell_words::join(["sh", "-c", &format!("exec {engine}"), hostile]);
    let outputs = ["--html", text(&page), "--svg", text(&picture)];
    let ended = bisect(&[&["--script", &script, "--depth", "1"], &outputs[..]].concat());
    assert_eq!(ended.status, Some(1), "{}", ended.errors);
    assert_eq!(count(&parse(&page), "script", ""), 1);
    assert_eq!(count(&parse(&picture), "script", ""), 0);
    for file in [page, picture] {
        let content = fs::read_to_string(file).expect("a file");
        assert!(content.contains("&lt;script&gt;alert("), "{content}");
        assert!(!content.contains('\u{1}'), "{content}");
    }
    fs::remove_dir_all(folder).expect("the folder of this test");
}

#[cfg(unix)]
#[test]
fn all_differences_are_in_one_file() {
    let folder = empty_folder("bisect-all");
    let (page, picture) = (folder.join("report.html"), folder.join("report.svg"));
    let script = super::script_with_two_errors();
    let arguments = ["--script", &script, "--max-nodes", "60", "--all"];
    let outputs = ["--html", text(&page), "--svg", text(&picture)];
    let ended = bisect(&[&arguments[..], &outputs].concat());
    assert_eq!(ended.status, Some(1), "{}", ended.errors);
    assert_eq!(count(&parse(&page), "section", "difference"), 2);
    assert_eq!(count(&parse(&picture), "path", "arrow"), 2);
    fs::remove_dir_all(folder).expect("the folder of this test");
}

#[test]
fn without_a_difference_no_file_is_written() {
    let folder = empty_folder("bisect-equal");
    let (file, kept) = (folder.join("report.svg"), folder.join("report.html"));
    fs::write(&kept, "kept").expect("a file");
    let engine = broken_engine("none");
    let arguments = ["--engine", &engine, "--depth", "1"];
    let outputs = ["--svg", text(&file), "--html", text(&kept)];
    let ended = bisect(&[&arguments[..], &outputs].concat());
    assert_eq!(ended.status, Some(0), "{}", ended.errors);
    let note = |path: &Path| {
        format!(
            "ferz: {}: not written, because there is no difference\n",
            path.display()
        )
    };
    assert_eq!(ended.errors, note(&file) + &note(&kept));
    assert!(!file.exists());
    assert_eq!(fs::read_to_string(&kept).expect("a file"), "kept");
    fs::remove_dir_all(folder).expect("the folder of this test");
}

#[test]
fn files_that_cannot_be_written_are_errors_before_the_engine_starts() {
    let folder = empty_folder("bisect-outputs");
    let suite = folder.join("suite.epd");
    fs::write(&suite, "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n").expect("a file");
    let (suite, missing) = (text(&suite).to_owned(), folder.join("no/report.svg"));
    let same = text(&folder).to_owned() + "/report";
    for (outputs, message) in [
        (
            &["--svg", "-"][..],
            "--svg: \"-\" is not a file; expected the name of a file",
        ),
        (
            &["--svg", &same, "--html", &same],
            "is also the file of --svg; expected another file",
        ),
        (
            &["--html", &suite, "--suite", &suite],
            "is also read; expected another file",
        ),
        (&["--svg", text(&missing)], "cannot write "),
        (&["--svg", text(&folder)], "found a folder; expected a file"),
    ] {
        let arguments = ["--engine", "/no/such/program"];
        let ended = bisect(&[&arguments[..], outputs].concat());
        assert_eq!(ended.status, Some(2), "{outputs:?}");
        assert!(ended.errors.contains(message), "{}", ended.errors);
        assert!(
            !ended.errors.contains("cannot be started"),
            "{}",
            ended.errors
        );
        assert_eq!(ended.errors.lines().count(), 1, "{}", ended.errors);
    }
    let left = fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(left, 1, "only the suite remains");
    fs::remove_dir_all(folder).expect("the folder of this test");
}
