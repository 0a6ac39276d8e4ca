//! The help of the subcommands.

use crate::subcommands::{check_helps_of_subcommands, check_width_of_help};

#[test]
fn the_help_of_every_subcommand_has_an_example() {
    let names = check_helps_of_subcommands("ferz-lab");
    assert!(
        names.contains(&"datagen".to_owned()) && names.len() >= 12,
        "{names:?}"
    );
}

#[test]
fn no_line_of_a_help_is_longer_than_100_characters() {
    assert_eq!(check_width_of_help(&[]), 16);
}
