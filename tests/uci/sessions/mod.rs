//! Sessions with the real program.

mod background_tasks;
mod castling;
mod command_line;
mod debug;
#[cfg(unix)]
mod interrupts;
mod limits;
mod logs;
mod mate;
mod networks;
mod options;
mod order;
mod position;
mod protocol;
mod searches;
mod strength;
mod tablebases;
mod typed_commands;
mod unusual_positions;
