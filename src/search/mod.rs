//! The search: finds the best move of a position and its score. It does not depend on UCI.
//!
//! A [`SearchRequest`] goes to a [`pool`] of threads, or to a [`solo`] searcher. Each thread has a `worker`, and
//! all have one [`Shared`] state. `lazy_smp` begins the search of a thread, `deepening` runs its
//! iterations over the moves of `root`, `negamax` searches a node and `quiescence` takes over at
//! depth 0. The other files are named after what they do at a node, or what they remember of it.

mod correction;
mod deepening;
mod extensions;
mod feedback;
mod history;
mod lazy_smp;
pub mod limits;
mod mate;
mod move_picker;
mod negamax;
mod node;
pub mod params;
pub mod pool;
mod probing;
mod pruning;
mod pv;
mod quiescence;
mod reductions;
mod report;
mod request;
mod root;
mod root_move;
pub mod see;
mod shared;
pub mod solo;
mod static_eval;
pub mod strength;
pub mod time;
mod tt;
mod worker;

pub use request::{Report, Reporter, SearchRequest, SearchResult, Variation};
pub use shared::Shared;
