//! Parses pictures in SVG.

use std::collections::HashMap;

use svg::node::element::tag::Type;
use svg::parser::Event;

/// An element of a picture.
#[derive(Debug)]
pub struct Element {
    /// The name of the tag, such as `rect`.
    pub tag: String,
    /// The attributes by name.
    pub attributes: HashMap<String, String>,
    /// The text in the element.
    pub text: String,
}

impl Element {
    /// Returns an attribute that is a number.
    pub fn number(&self, name: &str) -> f64 {
        self.attributes[name].parse().unwrap()
    }
}

/// Returns the elements of a picture in their order. The first one must be a white background.
pub fn elements(picture: &str) -> Vec<Element> {
    let (mut elements, mut open): (Vec<Element>, i32) = (Vec::new(), 0);
    for event in svg::read(picture).unwrap() {
        match event {
            Event::Tag(tag, kind, attributes) => {
                open += match kind {
                    Type::Start => 1,
                    Type::Empty => 0,
                    Type::End => -1,
                };
                if kind != Type::End {
                    let attributes = attributes.into_iter();
                    elements.push(Element {
                        tag: tag.to_owned(),
                        attributes: attributes
                            .map(|(name, value)| (name, value.to_string()))
                            .collect(),
                        text: String::new(),
                    });
                }
            }
            Event::Text(text) => elements.last_mut().unwrap().text = text.trim().to_owned(),
            Event::Error(error) => panic!("{error}"),
            _ => {}
        }
    }
    assert_eq!(open, 0, "every tag is closed");
    let root = elements.remove(0);
    let background = elements.remove(0);
    for side in ["width", "height"] {
        let size = root.number(side);
        assert!((background.number(side) - size).abs() <= 1.0, "{side}");
    }
    assert_eq!(background.attributes["fill"], "#FFFFFF");
    let is_inside = |element: &Element| {
        let inside = |name, side| {
            let at = element
                .attributes
                .get(name)
                .map(|at| at.parse::<f64>().unwrap());
            at.is_none_or(|at| (0.0..=root.number(side)).contains(&at))
        };
        inside("x", "width") && inside("y", "height")
    };
    assert!(elements.iter().all(is_inside));
    elements
}

/// Returns the elements with this tag.
pub fn with_tag<'e>(elements: &'e [Element], tag: &str) -> Vec<&'e Element> {
    elements
        .iter()
        .filter(|element| element.tag == tag)
        .collect()
}

/// Fails unless the lengths are proportional to the numbers, within a pixel.
#[track_caller]
pub fn assert_proportional(lengths: &[f64], numbers: &[f64]) {
    assert_eq!(lengths.len(), numbers.len());
    let greatest = |values: &[f64]| values.iter().fold(0.0, |most: f64, value| most.max(*value));
    let scale = greatest(lengths) / greatest(numbers);
    for (length, number) in lengths.iter().zip(numbers) {
        let expected = number * scale;
        assert!((length - expected).abs() <= 1.0, "{length} {expected}");
    }
}
