//! The help of the subcommands.

use crate::subcommands::output;

#[test]
fn the_help_of_every_subcommand_has_an_example() {
    let overview = output(&["--help"]);
    let commands = overview
        .iter()
        .skip_while(|line| *line != "Commands:")
        .skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&name| name != "help")
        .collect();
    assert!(names.contains(&"datagen") && names.len() >= 12, "{names:?}");
    for name in names {
        let help = output(&[name, "--help"]).join("\n");
        for text in ["Usage", "Example"] {
            let text = format!("{text}: ferz-lab {name}");
            assert!(help.contains(&text), "{text}: {help}");
        }
    }
}
