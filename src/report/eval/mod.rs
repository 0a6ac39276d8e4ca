//! The explained evaluation of a position, and the score of a short search. [`text`], [`json`] and
//! [`svg`] format it.

mod evaluation;
pub mod json;
pub mod svg;
pub mod text;

pub use evaluation::{Evaluation, NODES};
