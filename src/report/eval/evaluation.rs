//! The static evaluation of a position, and a search.

use std::sync::Arc;

use crate::chess::{Board, Position, Termination};
use crate::eval::network::Network;
use crate::eval::{Trace, trace};
use crate::score::{Bound, Score, negate_for_black};
use crate::search::Variation;
use crate::search::limits::Limits;
use crate::search::solo::Solo;

use crate::report::display::variation;

/// Size of the transposition table of the search, in MB. It holds all positions of a search of
/// 100,000 nodes.
const HASH: usize = 4;

/// Number of nodes that are searched by default.
pub const NODES: u64 = 100_000;

/// An evaluation, and the result of a search.
pub struct Evaluation {
    /// The static evaluation.
    pub trace: Trace,
    /// The last principal variation of a search on one thread, which is the same in every run, with
    /// the nodes of the whole search; `None` without a search.
    pub found: Option<Variation>,
    /// How the game has ended, such as by the fifty-move rule; `None` if it has not.
    pub termination: Option<Termination>,
}

impl Evaluation {
    /// Evaluates `board` with a network, and searches it with this number of nodes; 0 for no
    /// search.
    pub fn new(board: &Board, network: &Arc<Network>, nodes: u64) -> Result<Self, String> {
        let position = Position::new(*board);
        let termination = position.termination();
        if let Some(end @ (Termination::Checkmate { .. } | Termination::Stalemate)) = termination {
            return Err(format!("no evaluation: {end}"));
        }
        Ok(Self {
            trace: trace(board, network),
            found: match nodes {
                0 => None,
                _ => search(position, network, nodes)?,
            },
            termination,
        })
    }

    /// Returns the score of the search from White's view: as text, in pawns or as a mate, and in
    /// centipawns for a bar, which a mate fills.
    pub fn found_score(&self) -> Option<(String, Score)> {
        let (found, side) = (self.found.as_ref()?, self.trace.board.side_to_move());
        let text = variation::score(found.score, Bound::Exact, side);
        Some((text, negate_for_black(found.score, side)))
    }
}

fn search(
    position: Position,
    network: &Arc<Network>,
    nodes: u64,
) -> Result<Option<Variation>, String> {
    let mut searcher = Solo::new(HASH).map_err(|error| error.to_string())?;
    searcher.set_network(network.clone());
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let result = searcher.search(position, limits);
    Ok(result.last_variation().map(|found| Variation {
        nodes: result.nodes,
        ..found.clone()
    }))
}
