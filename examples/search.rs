//! The engine: searches a position for 100 ms and prints the score and the principal variation.
//!
//! `cargo run --release --example search -- "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"`

use std::error::Error;
use std::time::Duration;

use ferz::chess::san::San;
use ferz::chess::{Board, Position};
use ferz::{Limits, Solo};

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1);
    let board: Board = fen.as_deref().unwrap_or(Board::START_FEN).parse()?;

    let mut searcher = Solo::new(16)?;
    let limits = Limits {
        move_time: Some(Duration::from_millis(100)),
        ..Limits::default()
    };
    let result = searcher.search(Position::new(board), limits);
    let Some(variation) = result.last_variation() else {
        println!("no legal moves");
        return Ok(());
    };
    // Centipawns, or a mate score, from the point of view of the side to move.
    println!("depth {}, score {}", variation.depth, variation.score);
    let mut board = board;
    for &mv in &variation.pv {
        println!("{}", San::new(&board, mv));
        board = board.after(mv);
    }
    Ok(())
}
