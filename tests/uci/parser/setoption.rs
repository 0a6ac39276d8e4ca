//! Lines with `setoption`, and the names and values that the parser must return for them.

use crate::parsed::option;

#[test]
fn names_and_values_of_options_are_parsed_completely() {
    for (line, name, value) in [
        ("setoption name Hash value 64", "Hash", Some("64")),
        ("setoption name Hash value 64 ", "Hash", Some("64")),
        ("setoption name hASH value  64\t", "hASH", Some("64")),
        ("setoption name Clear Hash", "Clear Hash", None),
        ("setoption  name \t Clear   Hash ", "Clear Hash", None),
        (
            "setoption name Move Overhead value 5",
            "Move Overhead",
            Some("5"),
        ),
        (
            "setoption name Path value C:\\a b;D:\\c",
            "Path",
            Some("C:\\a b;D:\\c"),
        ),
        ("setoption name Path value a  b", "Path", Some("a  b")),
        (
            "setoption name Path value \"q\" é \u{1F3A9}",
            "Path",
            Some("\"q\" é \u{1F3A9}"),
        ),
        ("setoption name Path value <empty>", "Path", Some("<empty>")),
        (
            "setoption name Path value name x value y",
            "Path",
            Some("name x value y"),
        ),
        ("setoption name Path value value", "Path", Some("value")),
        ("setoption name Evalue value 3", "Evalue", Some("3")),
        (
            "setoption name Mid valued Thing value 3",
            "Mid valued Thing",
            Some("3"),
        ),
        ("setoption name valued value 3", "valued", Some("3")),
        ("setoption name Values", "Values", None),
        ("setoption name Mid Values", "Mid Values", None),
    ] {
        let expected = (name.to_owned(), value.map(str::to_owned));
        assert_eq!(option(line), expected, "{line:?}");
    }
}

#[test]
fn an_empty_value_is_parsed_as_empty() {
    for line in ["setoption name Path value", "setoption name Path value  \t"] {
        let (name, value) = option(line);
        assert_eq!(name, "Path");
        assert_eq!(value.unwrap_or_default(), "", "{line:?}");
    }
}
