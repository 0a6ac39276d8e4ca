//! The search: finds the best move of a position and its score. It does not depend on UCI.
//!
//! One request, from top to bottom:
//!
//! 1. A [`SearchRequest`] with its [`limits`], [`time`] and [`strength`] goes to a [`pool`] of
//!    threads, or to a [`solo`] searcher. Each thread has a `worker`, and all have one [`Shared`]
//!    state with the transposition table (`tt`). At the end, the threads of a pool vote (`votes`).
//! 2. `deepening` runs the iterations of a worker over its `root_moves`, which `tablebase_probes`
//!    ranks. For `go mate`, `mate` searches between the iterations.
//! 3. `negamax` searches a `node` in steps, and `quiescence` takes over at depth 0. They use
//!    `static_eval`, the moves of a `move_picker` (each a `packed_move`) with its `quiet_bonus`,
//!    static exchange evaluation ([`see`]), and `selectivity`, which prunes, extends and reduces.
//!    `pv` collects the principal variation.
//! 4. What is learned from the results is stored in `history` by `history_updates`, and in
//!    `correction`.
//! 5. `report` sends the variations and, at the end, the best move.
//!
//! The tunable constants are in [`params`].

mod correction;
mod deepening;
mod history;
mod history_updates;
pub mod limits;
mod mate;
mod move_picker;
mod negamax;
mod node;
mod packed_move;
pub mod params;
pub mod pool;
mod pv;
mod quiescence;
mod quiet_bonus;
mod report;
mod request;
mod root_moves;
pub mod see;
mod selectivity;
mod shared;
pub mod solo;
mod static_eval;
pub mod strength;
mod tablebase_probes;
pub mod time;
mod tt;
mod votes;
mod worker;

pub use request::{Report, Reporter, SearchRequest, SearchResult, Variation};
pub use shared::Shared;
