//! Judging a position without looking ahead.
//!
//! Each term is one function, from White's view, with a value for the middlegame and one
//! for the endgame; the two are blended by how much material is left. [`evaluate`] is all
//! that the search sees. See <https://www.chessprogramming.org/Evaluation> and
//! <https://www.chessprogramming.org/Tapered_Eval>.

mod placement;
mod tapered;
mod wdl;

use std::fmt;

use crate::chess::{Board, Color, PieceType};
use crate::score::{MATE_BOUND, Score};
pub use tapered::Tapered;
pub use wdl::winning_chances;

/// A term of the evaluation: its name and what computes it, from White's view.
struct Term {
    name: &'static str,
    value: fn(&Board) -> Tapered,
}

const TERMS: [Term; 3] = [
    Term {
        name: "Material",
        value: material,
    },
    Term {
        name: "Placement",
        value: placement::placement,
    },
    Term {
        name: "Tempo",
        value: tempo,
    },
];

/// What a piece of each type is worth, in centipawns. Minor pieces are worth three to four
/// pawns, a rook five, a queen nine to ten; rooks and pawns gain when the board empties.
/// The king is never traded.
const PIECE_VALUES: [Tapered; 6] = [
    Tapered::new(82, 105),
    Tapered::new(325, 300),
    Tapered::new(340, 320),
    Tapered::new(470, 540),
    Tapered::new(980, 980),
    Tapered::new(0, 0),
];

/// The right to move is worth a little.
const TEMPO: Tapered = Tapered::new(16, 8);

/// How much each type counts towards the middlegame; pawns and kings do not.
const PHASE_WEIGHTS: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// The sum of the weights of all pieces of the initial position.
const FULL_PHASE: i32 = 24;

/// The score of `board` from the view of the side to move, in centipawns.
#[must_use]
pub fn evaluate(board: &Board) -> Score {
    let total = TERMS
        .iter()
        .map(|term| (term.value)(board))
        .sum::<Tapered>();
    let white = total.blend(phase(board), FULL_PHASE);
    let score = match board.side_to_move() {
        Color::White => white,
        Color::Black => -white,
    };
    score.clamp(-MATE_BOUND, MATE_BOUND)
}

/// How much of the middlegame's material is left: [`FULL_PHASE`] down to 0.
fn phase(board: &Board) -> i32 {
    let weight = |kind: PieceType| PHASE_WEIGHTS[kind.index()] * board.of_type(kind).count() as i32;
    PieceType::ALL
        .into_iter()
        .map(weight)
        .sum::<i32>()
        .min(FULL_PHASE)
}

/// What White's pieces are worth more than Black's.
fn material(board: &Board) -> Tapered {
    let difference = |kind| {
        let count = |color| board.of(color, kind).count() as i32;
        PIECE_VALUES[kind.index()] * (count(Color::White) - count(Color::Black))
    };
    PieceType::ALL.into_iter().map(difference).sum()
}

/// The bonus for being on move.
fn tempo(board: &Board) -> Tapered {
    match board.side_to_move() {
        Color::White => TEMPO,
        Color::Black => -TEMPO,
    }
}

/// The value of a piece in the middlegame, in centipawns: what captures are ordered by.
#[inline]
#[must_use]
pub const fn piece_value(kind: PieceType) -> Score {
    PIECE_VALUES[kind.index()].middlegame
}

/// An evaluation term by term, which prints as a table; made by [`trace`].
#[derive(Clone, Debug)]
pub struct Trace {
    terms: Vec<(&'static str, Tapered)>,
    phase: i32,
    score: Score,
    side_to_move: Color,
}

/// The evaluation of `board`, term by term.
#[must_use]
pub fn trace(board: &Board) -> Trace {
    Trace {
        terms: TERMS
            .iter()
            .map(|term| (term.name, (term.value)(board)))
            .collect(),
        phase: phase(board),
        score: evaluate(board),
        side_to_move: board.side_to_move(),
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<12}{:>12}{:>9}{:>9}",
            "Term", "middlegame", "endgame", "blended"
        )?;
        let total = self.terms.iter().map(|term| term.1).sum::<Tapered>();
        for (name, value) in self.terms.iter().copied().chain([("Total", total)]) {
            let blended = value.blend(self.phase, FULL_PHASE);
            writeln!(
                f,
                "{name:<12}{:>12}{:>9}{blended:>9}",
                value.middlegame, value.endgame
            )?;
        }
        writeln!(
            f,
            "\nCentipawns, White's view. Phase {} of {FULL_PHASE}.",
            self.phase
        )?;
        write!(
            f,
            "Score for {}, who is to move: {}",
            self.side_to_move, self.score
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same position with the colors exchanged.
    fn mirrored(fen: &str) -> Board {
        let (placement, rest) = fen.split_once(' ').expect("a FEN has fields");
        let swap = |c: char| {
            if c.is_ascii_uppercase() {
                c.to_ascii_lowercase()
            } else {
                c.to_ascii_uppercase()
            }
        };
        let ranks: Vec<String> = placement
            .split('/')
            .rev()
            .map(|rank| rank.chars().map(swap).collect())
            .collect();
        let side = if rest.starts_with('w') { "b" } else { "w" };
        format!("{} {side} - - 0 1", ranks.join("/"))
            .parse()
            .expect("still a legal position")
    }

    #[test]
    fn both_colors_are_judged_alike() {
        for fen in [
            "r2q1rk1/1pp1bppp/p1n1pn2/3p4/3P1B2/2PBPN2/PP3PPP/R2Q1RK1 w - - 0 1",
            "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        ] {
            let board: Board = fen.parse().expect("a legal position");
            assert_eq!(evaluate(&board), evaluate(&mirrored(fen)), "{fen}");
        }
    }

    #[test]
    fn the_initial_position_is_worth_the_tempo() {
        assert_eq!(evaluate(&Board::default()), TEMPO.middlegame);
    }

    #[test]
    fn the_terms_of_a_trace_add_up_to_the_score() {
        let board: Board = "r3k2r/8/8/3N4/8/8/8/4K2R w K - 0 1".parse().expect("legal");
        let trace = trace(&board);
        let total = trace.terms.iter().map(|term| term.1).sum::<Tapered>();
        assert_eq!(total.blend(trace.phase, FULL_PHASE), trace.score);
        assert!(trace.to_string().contains("Material"));
    }

    #[test]
    fn a_piece_more_is_better() {
        let score = |fen: &str| evaluate(&fen.parse::<Board>().expect("legal"));
        let even = score("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1");
        for letter in ["N", "B", "R", "Q"] {
            let more = score(&format!("4k3/pppp4/8/8/8/8/PPPP4/4K2{letter} w - - 0 1"));
            assert!(more > even + 200, "{letter}: {more} against {even}");
        }
    }
}
