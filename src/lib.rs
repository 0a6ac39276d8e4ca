//! **ferz**: the rules of chess, perft, and a UCI chess engine.
//!
//! ```
//! use ferz::chess::{Board, Outcome, Position, Square};
//! use ferz::perft::perft;
//!
//! // A board: legal moves, moves as text, attacks.
//! let mut board = Board::default();
//! board.play("e2e4")?;
//! board.play("Nf6")?;
//! assert_eq!(board.legal_moves().len(), 30);
//! assert_eq!(board.attackers_to(Square::E4, board.occupied()).names(" "), "f6");
//!
//! // Perft: the number of leaf nodes at a depth.
//! assert_eq!(perft(&Board::default(), 4), 197_281);
//!
//! // A game, with the rules that need its history.
//! let mut game = Position::new("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1".parse()?);
//! game.play("Qg7#")?;
//! assert_eq!(game.outcome(), Some(Outcome::WhiteWins));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! Without default features, the crate contains only [`chess`] and [`perft`], and has no
//! dependencies. `engine` adds evaluation, tablebases, search and UCI; `tools` adds `bench`,
//! `bisect` and the explained evaluation, and `cli` the program.
//! `avx512` selects instructions for slider attacks; `evalfile` embeds the network that the
//! environment variable `EVALFILE` names; `tune` makes the search parameters UCI options. `default`
//! is `cli` and `avx512`.
//!
//! # The search
//!
//! [`Solo`] searches a position within [`Limits`] on the calling thread; `examples/search.rs` shows
//! how. The other modules of the engine are public only for the program, its tests, its benches and
//! `ferz-lab`.
//! They form layers, and each uses only those above it in this list:
//!
//! 1. `support`: what does not depend on chess: text, files, memory, threads, the processor.
//! 2. [`chess`]: boards, moves, legal moves, games.
//! 3. [`perft`]: counts of the leaves of the tree of legal moves.
//! 4. `score`: centipawns, mates, and their bounds.
//! 5. `eval`: the static evaluation of a position.
//! 6. `syzygy`: endgame tablebases.
//! 7. `search`: alpha-beta search on one or more threads.
//! 8. `engine`: the engine thread, which executes commands and emits events.
//! 9. `uci`: commands and events as text.
//! 10. `bench` and `bisect`: the tools that users call.
//! 11. `report`: what the tools say and show: text, JSON, boards and pictures.
//! 12. `cli`: the command line and the prompt.

#![warn(clippy::unwrap_used)]

#[cfg(feature = "tools")]
#[doc(hidden)]
pub mod bench;
#[cfg(feature = "tools")]
#[doc(hidden)]
pub mod bisect;
pub mod chess;
#[cfg(feature = "cli")]
#[doc(hidden)]
#[allow(
    rustdoc::bare_urls,
    rustdoc::broken_intra_doc_links,
    rustdoc::invalid_html_tags,
    rustdoc::private_intra_doc_links,
    reason = "comments on arguments are the text of --help"
)]
pub mod cli;
#[cfg(feature = "engine")]
#[doc(hidden)]
pub mod engine;
#[cfg(feature = "engine")]
#[doc(hidden)]
pub mod eval;
pub mod perft;
#[cfg(feature = "tools")]
#[doc(hidden)]
pub mod report;
#[cfg(feature = "engine")]
#[doc(hidden)]
pub mod score;
#[cfg(feature = "engine")]
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod support;
#[cfg(feature = "engine")]
#[doc(hidden)]
pub mod syzygy;
#[cfg(feature = "engine")]
#[doc(hidden)]
pub mod uci;

#[cfg(feature = "engine")]
#[doc(inline)]
pub use search::{SearchResult, Variation, limits::Limits, solo::Solo};

/// Compiles and runs the example of the page.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
