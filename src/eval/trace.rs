//! The evaluation of a position piece by piece.
//!
//! Each piece except the kings has a contribution: the output of the network with it minus the
//! output without it. The contributions do not add up to the output, because it also depends on how
//! pieces work together. The `Display` output is a table of the contributions by type of piece, and
//! a board. None of its lines begins with a space, because some parsers of UCI output reject such a
//! line.

use std::fmt::{self, Formatter};

use super::endgame::{self, FULL_SCALE};
use super::evaluator::{evaluate_with, is_known_endgame};
use super::network::Network;
use crate::chess::{Board, File, Piece, PieceType, Rank, Square};
use crate::score::{Score, negate_for_black};

/// An evaluation piece by piece. Its `Display` output is a table and a board.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Output of the network in centipawns, from White's view; 0 in known endgames.
    pub network: Score,
    /// What each piece except the kings contributes, from a1 to h8; empty in known endgames.
    pub pieces: Vec<PieceContribution>,
    /// Factor of the output of the network, in units of 1/[`FULL_SCALE`]: less in drawish
    /// endgames. `None` in known endgames, whose score does not depend on the network.
    pub scale: Option<i32>,
    /// Score in centipawns, from White's view, as the search sees it.
    pub score: Score,
    /// The position.
    pub board: Board,
}

/// What a piece contributes to the output of the network, in centipawns from White's view: the
/// output with the piece minus the output without it, with the output weights for the number of
/// pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceContribution {
    /// The square of the piece.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// The contribution.
    pub value: Score,
}

/// What the pieces of a type contribute together, in centipawns from White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeContribution {
    /// The name of the pieces, such as "Pawns".
    pub name: &'static str,
    /// The sums of the contributions, by color.
    pub values: [Score; 2],
}

impl TypeContribution {
    /// Returns the sum for both colors.
    pub const fn total(&self) -> Score {
        self.values[0] + self.values[1]
    }
}

/// Evaluates `board` piece by piece, with this network.
pub fn trace(board: &Board, network: &Network) -> Trace {
    let to_white = |score| negate_for_black(score, board.side_to_move());
    let mut trace = Trace {
        network: 0,
        pieces: Vec::new(),
        scale: None,
        score: to_white(evaluate_with(network, board)),
        board: *board,
    };
    if is_known_endgame(board) {
        return trace;
    }
    let output = network.output(board);
    let contribution = |(square, piece)| PieceContribution {
        square,
        piece,
        value: to_white(output - network.output_without(board, square)),
    };
    let is_king = |&(_, piece): &(Square, Piece)| piece.kind == PieceType::King;
    let pieces = board.pieces().filter(|piece| !is_king(piece));
    trace.pieces = pieces.map(contribution).collect();
    trace.network = to_white(output);
    trace.scale = Some(endgame::scale_factor(board, output));
    trace
}

impl Trace {
    /// Returns the sums of the contributions by type of piece; empty in known endgames.
    pub fn types(&self) -> Vec<TypeContribution> {
        const NAMES: [&str; 5] = ["Pawns", "Knights", "Bishops", "Rooks", "Queens"];
        let mut types = Vec::from(NAMES.map(|name| TypeContribution {
            name,
            values: [0; 2],
        }));
        for &PieceContribution { piece, value, .. } in &self.pieces {
            types[piece.kind.index()].values[piece.color.index()] += value;
        }
        types.truncate(if self.scale.is_some() { NAMES.len() } else { 0 });
        types
    }

    /// Returns a sentence on how the score depends on the output of the network, if it is not that
    /// output.
    pub fn note(&self) -> Option<String> {
        match self.scale {
            None => Some("Known endgame: its score replaces the output of the network.".to_owned()),
            Some(FULL_SCALE) => None,
            Some(scale) => Some(format!(
                "Drawish endgame: {scale}/{FULL_SCALE} of the output of the network counts."
            )),
        }
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.scale.is_some() {
            self.write_types(f)?;
        }
        if let Some(note) = self.note() {
            writeln!(f, "{note}")?;
        }
        if self.scale.is_some() {
            self.write_board(f)?;
        }
        let side_to_move = self.board.side_to_move();
        let score = negate_for_black(self.score, side_to_move);
        write!(f, "Score for {side_to_move} (side to move): {score}")
    }
}

impl Trace {
    /// Writes the table of the contributions by type of piece, the output of the network and the
    /// score.
    fn write_types(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut write_row = |name: &str, cells: [String; 3]| {
            let cells = cells.map(|cell| format!("|{cell:>8}"));
            writeln!(f, "{name:<13}{}", cells.join(" "))
        };
        write_row("Pieces", ["White", "Black", "Total"].map(str::to_owned))?;
        for kind in self.types() {
            let [white, black] = kind.values;
            let values = [white, black, kind.total()];
            write_row(kind.name, values.map(|value| value.to_string()))?;
        }
        for (name, score) in [("Network", self.network), ("Score", self.score)] {
            write_row(name, [String::new(), String::new(), score.to_string()])?;
        }
        writeln!(
            f,
            "\nCentipawns from White's view. Each piece: output of the network with it minus output \
             without\nit. They do not add up to the output: it depends on all pieces together."
        )
    }

    /// Writes a board with the contribution of each piece except the kings.
    fn write_board(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let border = "+-------".repeat(8) + "+";
        let value = |square| {
            let mut pieces = self.pieces.iter();
            let found = pieces.find(|piece| piece.square == square);
            found.map_or_else(String::new, |found| format!("{:+}", found.value))
        };
        let letter = |square| self.board.piece_at(square).map_or(' ', Piece::letter);
        writeln!(f)?;
        for rank in Rank::ALL.into_iter().rev() {
            let squares = File::ALL.map(|file| Square::new(file, rank));
            let letters = squares.map(|square| format!("|   {}   ", letter(square)));
            let values = squares.map(|square| format!("|{:^7}", value(square)));
            writeln!(f, "{border}\n{}|", letters.concat())?;
            writeln!(f, "{}| {}", values.concat(), rank.digit())?;
        }
        let files = File::ALL.map(|file| format!("    {}   ", file.letter()));
        writeln!(f, "{border}\n.{}\n", files.concat()[1..].trim_end())
    }
}
