//! Tests of pictures: they are parsed, and their parts are counted.

use crate::chess::{Board, Square};
use svg::node::element::tag::Type;
use svg::parser::Event;

use super::*;

/// Returns name and attributes of each element that begins, and checks that all are closed.
fn elements(text: &str) -> Vec<(String, svg::node::Attributes)> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for event in svg::read(text).expect("an SVG document") {
        match event {
            Event::Error(error) => panic!("{error}: {text}"),
            Event::Tag(name, Type::Start, attributes) => {
                open.push(name.to_owned());
                found.push((name.to_owned(), attributes));
            }
            Event::Tag(name, Type::End, _) => assert_eq!(open.pop().as_deref(), Some(name)),
            Event::Tag(name, Type::Empty, attributes) => found.push((name.to_owned(), attributes)),
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?}");
    found
}

/// Returns a document with only this board.
fn alone(picture: &BoardPicture<'_>, size: f64) -> String {
    document(size, size, &[picture.at(0.0, 0.0, size)])
}

/// Returns the number of elements with this name, and with this class if it is not empty.
fn count(document: &str, name: &str, class: &str) -> usize {
    let has_class = |attributes: &svg::node::Attributes| {
        class.is_empty()
            || attributes
                .get("class")
                .is_some_and(|found| **found == *class)
    };
    let found = elements(document);
    let matching = found
        .iter()
        .filter(|one| one.0 == name && has_class(&one.1));
    matching.count()
}

#[test]
fn every_piece_and_every_mark_is_drawn() {
    let board = Board::default();
    let plain = alone(&BoardPicture::new(&board), 320.0);
    assert_eq!(count(&plain, "symbol", ""), 6);
    assert_eq!(count(&plain, "use", ""), 32);
    assert_eq!(count(&plain, "rect", "mark"), 0);
    assert_eq!(count(&plain, "path", "arrow"), 0);
    // Eight letters and eight digits.
    assert_eq!(count(&plain, "text", ""), 16);
    let mv = board.clone().play("e2e4").expect("a legal move");
    let mut marks = Marks::of_move(mv);
    marks.add(Square::A1.bitboard(), Mark::Pin);
    let picture = BoardPicture::new(&board)
        .marks(marks.clone())
        .arrow_between(mv.from(), mv.to())
        .text(Square::E2, "+1.00")
        .tint(Square::E2, "#0072b2", 0.5);
    let document = alone(&picture, 320.0);
    assert_eq!(count(&document, "rect", "tint"), 1);
    assert_eq!(count(&document, "rect", "mark"), 3);
    assert_eq!(count(&document, "path", "arrow"), 1);
    assert_eq!(count(&document, "text", ""), 17);
    assert!(legend(&Marks::default(), 0.0, 0.0, 12.0, "#000").is_none());
    let legend = legend(&marks, 0.0, 0.0, 12.0, "#000").expect("two marks");
    assert_eq!(count(&legend, "text", ""), 2);
}

#[test]
fn every_piece_refers_to_a_symbol() {
    let board = Board::default();
    let document = alone(&BoardPicture::new(&board), 320.0);
    let found = elements(&document);
    let symbols = found.iter().filter_map(|(name, attributes)| {
        let id = attributes.get("id").filter(|_| name == "symbol")?;
        Some(format!("#{id}"))
    });
    let symbols: Vec<String> = symbols.collect();
    for (_, attributes) in found.iter().filter(|one| one.0 == "use") {
        assert!(symbols.contains(&attributes["href"].to_string()));
    }
}

#[test]
fn several_boards_share_a_document() {
    let board = Board::default();
    let picture = |i| BoardPicture::new(&board).at(200.0 * f64::from(i), 0.0, 190.0);
    let document = document(600.0, 200.0, &[0, 1, 2].map(picture));
    assert_eq!(count(&document, "g", "board"), 3);
    assert_eq!(count(&document, "use", ""), 96);
    assert_eq!(count(&document, "defs", ""), 1);
}

#[test]
fn text_is_escaped_and_printable() {
    let board = Board::default();
    let picture = BoardPicture::new(&board).title("<script>\"&'\u{1}\n");
    let document = alone(&picture, 80.0);
    assert_eq!(count(&document, "script", ""), 0);
    assert!(
        document.contains("&lt;script&gt;\"&amp;'\u{fffd}\u{fffd}"),
        "{document}"
    );
}
