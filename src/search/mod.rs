//! The search: finds the best move of a position and its score.
//!
//! The files, in the order of a search:
//!
//! - The request: a [`Job`] has a position and its [`limits`]. [`time`] computes the time limits;
//!   [`strength`] reduces the playing strength. A [`Report`] is sent during the search; a
//!   [`SearchResult`] is returned to callers that wait for the end.
//! - The threads: [`pool`] owns them. A [`Worker`] is the data of one thread, [`Shared`] the data
//!   of all threads; `state` says whether the search runs, ponders or ends. `lazy_smp` runs the
//!   search of each thread, `vote` chooses among their results, and `answer` ends the search.
//!   [`solo`] searches on the calling thread.
//! - The root: [`deepening`] runs the iterations, with [`aspiration`] windows, over the moves of
//!   `root` and `root_move`; `info` writes the reports. `mate` proves mates for `go mate`.
//! - The tree: [`negamax`] searches one node (`node`), [`quiescence`] takes over at depth 0.
//!   `static_eval` evaluates nodes, with [`correction`] history. `pruning` skips nodes and moves;
//!   `extensions` and `reductions` change the depth of moves.
//! - Moves: [`move_picker`] orders them, by [`history`] and static exchange evaluation ([`see`]).
//!   `feedback` updates the history.
//! - Memory: [`tt`] is the transposition table, [`pv`] the principal variation. `probing` and
//!   `tablebase` use endgame tablebases.
//! - [`params`] has the tunable constants.
//!
//! The search does not depend on UCI.

mod answer;
pub mod aspiration;
pub mod correction;
pub mod deepening;
mod extensions;
mod feedback;
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
