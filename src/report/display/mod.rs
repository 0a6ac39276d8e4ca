//! Boards, bars and moves for people: as text, and as pictures.

pub mod bar;
pub mod board;
pub mod marks;
pub mod style;
pub mod svg;
pub mod variation;
pub mod wrap;
