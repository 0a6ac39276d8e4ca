//! What subcommands and the prompt show to people: boards and bars on a terminal, and pictures in
//! files.

pub mod bar;
pub mod board;
pub mod marks;
pub mod style;
pub mod svg;
pub mod variation;
pub mod wrap;
