//! Hands out the moves of a position one by one, those first that are likely to be best.
//!
//! The stages: the table's move, captures from the biggest victim down, killers, the other
//! quiet moves by their history. Moves of a stage are generated when it is reached, for
//! often an earlier one ends the search of the position.
//! See <https://www.chessprogramming.org/Move_Ordering>.

use super::history::{History, Killers};
use crate::chess::{
    Bitboard, Move, MoveKind, MoveList, PieceType, Position, Wanted, generate_moves,
};
use crate::eval::piece_value;

/// Where a picker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateCaptures,
    Captures,
    Killers,
    GenerateQuiets,
    Quiets,
    Done,
}

/// Hands out moves; see the head of [this module](self).
#[derive(Debug)]
pub struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    killer_index: usize,
    captures_only: bool,
    moves: MoveList,
    scores: [i32; 256],
    /// The first move of the list that has not been handed out.
    next: usize,
}

impl MovePicker {
    /// All legal moves. `table_move` and the killers may be any moves.
    #[must_use]
    pub fn new(position: &Position, table_move: Option<Move>, killers: Killers) -> Self {
        Self {
            stage: Stage::TableMove,
            table_move: table_move.filter(|&mv| position.is_legal(mv)),
            killers: killers.moves(),
            killer_index: 0,
            captures_only: false,
            moves: MoveList::new(),
            scores: [0; 256],
            next: 0,
        }
    }

    /// Captures and promotions only.
    #[must_use]
    pub fn captures(position: &Position) -> Self {
        Self {
            stage: Stage::GenerateCaptures,
            captures_only: true,
            ..Self::new(position, None, Killers::default())
        }
    }

    /// The next move, or none when all have been handed out.
    pub fn next(&mut self, position: &Position, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateCaptures;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::GenerateCaptures => {
                    self.generate(position, Wanted::Captures, |mv| capture_score(position, mv));
                    self.stage = Stage::Captures;
                }
                Stage::Captures => {
                    if let Some(mv) = self.pick() {
                        return Some(mv);
                    }
                    self.stage = if self.captures_only {
                        Stage::Done
                    } else {
                        Stage::Killers
                    };
                }
                Stage::Killers => {
                    if let Some(mv) = self.next_killer(position) {
                        return Some(mv);
                    }
                    self.stage = Stage::GenerateQuiets;
                }
                Stage::GenerateQuiets => {
                    let side = position.side_to_move();
                    self.generate(position, Wanted::Quiets, |mv| history.get(side, mv));
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    match self.pick() {
                        // Killers that were legal have been handed out.
                        Some(mv) if self.killers.contains(&Some(mv)) => {}
                        Some(mv) => return Some(mv),
                        None => self.stage = Stage::Done,
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    /// Fills the list with the moves of a stage.
    fn generate(&mut self, position: &Position, wanted: Wanted, score: impl Fn(Move) -> i32) {
        self.moves.clear();
        self.next = 0;
        let (board, legality) = (position.board(), position.legality());
        generate_moves(board, legality, wanted, Bitboard::ALL, &mut self.moves);
        for (i, &mv) in self.moves.iter().enumerate() {
            self.scores[i] = score(mv);
        }
    }

    /// The best move left in the list, but the table's, which has been handed out.
    fn pick(&mut self) -> Option<Move> {
        while self.next < self.moves.len() {
            let best = (self.next..self.moves.len()).max_by_key(|&i| self.scores[i])?;
            self.moves.swap(self.next, best);
            self.scores.swap(self.next, best);
            self.next += 1;
            let mv = self.moves[self.next - 1];
            if Some(mv) != self.table_move {
                return Some(mv);
            }
        }
        None
    }

    fn next_killer(&mut self, position: &Position) -> Option<Move> {
        while let Some(&killer) = self.killers.get(self.killer_index) {
            self.killer_index += 1;
            let killer = killer.filter(|&mv| Some(mv) != self.table_move);
            if let Some(mv) = killer.filter(|&mv| mv.is_quiet() && position.is_legal(mv)) {
                return Some(mv);
            }
        }
        None
    }
}

/// Most valuable victim first, least valuable attacker first among those who take it;
/// promotions by what they gain (<https://www.chessprogramming.org/MVV-LVA>).
fn capture_score(position: &Position, mv: Move) -> i32 {
    let board = position.board();
    let victim = match mv.kind() {
        MoveKind::EnPassant => Some(PieceType::Pawn),
        _ => board.piece_type_at(mv.to()),
    };
    let gained = victim.map_or(0, piece_value) + mv.promotion().map_or(0, piece_value);
    let attacker = board.piece_type_at(mv.from()).map_or(0, PieceType::index);
    gained * 8 - attacker as i32
}
