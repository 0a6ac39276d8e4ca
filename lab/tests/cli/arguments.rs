//! The help of the subcommands.

use crate::subcommands::{check_width_of_help, listed_subcommands, output};

#[test]
fn the_help_of_every_subcommand_has_an_example() {
    let overview = output(&["--help"]);
    let names = listed_subcommands(&overview);
    assert!(names.contains(&"datagen") && names.len() >= 12, "{names:?}");
    for name in names {
        let help = output(&[name, "--help"]).join("\n");
        for text in ["Usage", "Example"] {
            let text = format!("{text}: ferz-lab {name}");
            assert!(help.contains(&text), "{text}: {help}");
        }
    }
}

#[test]
fn no_line_of_a_help_is_longer_than_100_characters() {
    let checked = check_width_of_help(&[]);
    assert!(checked > 13, "checked {checked} commands");
}
