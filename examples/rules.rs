//! The rules of chess: reads a FEN, prints the legal moves in SAN, plays up to six moves and
//! counts perft.
//!
//! `cargo run --release --no-default-features --example rules -- "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"`

use std::error::Error;

use ferz::chess::san::San;
use ferz::chess::{Board, Position};
use ferz::perft::perft;

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1);
    let board: Board = fen.as_deref().unwrap_or(Board::START_FEN).parse()?;

    let moves = board.legal_moves();
    let names: Vec<String> = moves
        .iter()
        .map(|&mv| San::new(&board, mv).to_string())
        .collect();
    println!("{} legal moves: {}", moves.len(), names.join(" "));

    // A `Position` keeps the history of its game, so it can detect draws by repetition.
    let mut position = Position::new(board);
    for _ in 0..6 {
        let Some(&mv) = position.board().legal_moves().first() else {
            break;
        };
        println!("plays {}", San::new(position.board(), mv));
        position.try_make_move(mv)?;
    }
    println!("{}", position.board());
    println!("outcome: {:?}", position.outcome());

    for depth in 1..=4 {
        println!("perft({depth}) = {}", perft(&board, depth));
    }
    Ok(())
}
