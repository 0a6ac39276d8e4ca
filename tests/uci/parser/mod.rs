//! Lines, and the commands that the parser must return for them.

mod any_text;
mod commands;
mod go;
mod position;
mod setoption;
