//! The report of `ferz bisect`. [`report`] describes the result of [`crate::bisect`]; [`text`],
//! [`json`], [`svg`] and [`html`] format this report.

pub mod html;
pub mod json;
pub mod report;
pub mod svg;
pub mod text;
