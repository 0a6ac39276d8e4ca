//! Looking ahead: which move is best, and how good it is.
//!
//! In the order in which they work: [`limits`] and [`time`] say when to stop; [`pool`] owns
//! the threads; [`deepening`] searches deeper and deeper, in [`aspiration`] windows;
//! [`negamax`] is the search of one position, a `node`, and [`quiescence`] what stands in for
//! it where depth runs out; `pruning` and `extensions` say what is searched less deep or not
//! at all, and what deeper; [`correction`] learns where the evaluation errs; [`move_picker`]
//! and [`history`] order moves, and [`see`] tells what a capture wins; [`tt`] remembers
//! results; [`pv`] collects the best line; [`strength`] plays weakly where that is asked for;
//! [`params`] has the constants, and `tablebase` asks the endgame tables.
//! [`solo`] is a search for callers who want its result alone.
//!
//! Knows nothing of UCI: what it has to tell goes out as a [`Report`].

mod answer;
pub mod aspiration;
pub mod correction;
pub mod deepening;
mod extensions;
pub mod history;
mod info;
mod job;
mod lazy_smp;
pub mod limits;
mod mate;
pub mod move_picker;
pub mod negamax;
mod node;
pub mod params;
pub mod pool;
mod probing;
mod pruning;
pub mod pv;
pub mod quiescence;
mod reductions;
mod report;
mod result;
mod root;
mod root_move;
pub mod see;
mod shared;
pub mod solo;
mod state;
mod static_eval;
pub mod strength;
mod tablebase;
pub mod time;
pub mod tt;
mod vote;
mod worker;

pub use job::{Job, Stopped};
pub use report::{Line, Report, Reporter};
pub use result::SearchResult;
pub use shared::Shared;
pub use worker::Worker;
