//! Formats an evaluation as a table of its terms and a board with the output of the network.
//!
//! No line begins with a space, because some parsers of UCI output reject such a line.
//! See <https://www.chessprogramming.org/Evaluation>.

use std::fmt::{self, Formatter};

use super::Trace;
use crate::chess::{Color, File, Piece, Rank, Square};
use crate::eval::classical::tapered::Tapered;
use crate::eval::endgame::FULL_SCALE;
use crate::eval::values::FULL_PHASE;

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write_terms(f)?;
        match self.scale {
            None => writeln!(
                f,
                "\nKnown endgame: its score replaces the sum of terms and network."
            )?,
            Some(scale) => {
                if scale != FULL_SCALE {
                    writeln!(
                        f,
                        "Drawish endgame: {scale}/{FULL_SCALE} of the endgame value counts."
                    )?;
                }
                self.write_board(f)?;
            }
        }
        let side_to_move = self.board.side_to_move();
        let score = match side_to_move {
            Color::White => self.score,
            Color::Black => -self.score,
        };
        write!(f, "Score for {side_to_move} (side to move): {score}")
    }
}

impl Trace {
    /// Writes the table of terms.
    fn write_terms(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let pair = |value: Tapered| format!("{:>6}{:>6}", value.middlegame(), value.endgame());
        let line = |f: &mut Formatter<'_>, name: &str, values: [Tapered; 2], blended| {
            let [white, black] = values;
            let [white, black, total] = [white, black, white - black].map(pair);
            writeln!(f, "{name:<13}|{white} |{black} |{total} |{blended:>8}")
        };
        writeln!(
            f,
            "{:<13}|{:^13}|{:^13}|{:^13}|{:>8}",
            "Term", "White", "Black", "Total", "blended"
        )?;
        let phases = "    mg    eg |".repeat(3);
        writeln!(f, "{:<13}|{phases}", "centipawns")?;
        let rows = self.rows();
        for row in &rows {
            line(f, &row.term.to_string(), row.values, row.blended)?;
        }
        let totals = [0, 1].map(|color| rows.iter().map(|row| row.values[color]).sum());
        let blended = rows.iter().map(|row| row.blended).sum();
        line(f, "Total", totals, blended)?;
        if self.scale.is_some() {
            let mut score = |name: &str, score| {
                let blank = format!("{:13}|", "").repeat(3);
                writeln!(f, "{name:<13}|{blank}{score:>8}")
            };
            score("Network", self.network)?;
            score("Score", self.score)?;
        }
        writeln!(
            f,
            "\nMiddlegame (mg) and endgame (eg); total, blended, network and score from White's \
             view.\nPhase {} of {FULL_PHASE}.",
            self.phase
        )
    }

    /// Writes a board with the contribution of each piece except the kings to the output of the
    /// network.
    fn write_board(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let border = "+-------".repeat(8) + "+";
        let score = |square| {
            let mut pieces = self.pieces.iter();
            let found = pieces.find(|piece| piece.square == square);
            found.map_or_else(String::new, |found| format!("{:+}", found.network))
        };
        let letter = |square| self.board.piece_at(square).map_or(' ', Piece::letter);
        writeln!(
            f,
            "\nNetwork: output with each piece minus output without it."
        )?;
        for rank in Rank::ALL.into_iter().rev() {
            let squares = File::ALL.map(|file| Square::new(file, rank));
            let letters = squares.map(|square| format!("|   {}   ", letter(square)));
            let scores = squares.map(|square| format!("|{:^7}", score(square)));
            writeln!(f, "{border}\n{}|", letters.concat())?;
            writeln!(f, "{}| {}", scores.concat(), rank.digit())?;
        }
        let files = File::ALL.map(|file| format!("    {}   ", file.letter()));
        writeln!(f, "{border}\n.{}\n", files.concat()[1..].trim_end())
    }
}
