//! Mate search: the part of `go mate N` that proves whether there is a mate.
//!
//! `go mate N` ends when the ordinary search or this one has found a mate in at most N moves. The
//! ordinary search tries all replies before it reports a mate, but prunes moves of the attacker, so
//! it cannot rule a mate out. The mate search tests whether the side to move mates in at most N
//! moves. It runs in two rounds: the first tries only checks, which leave few replies, and TT
//! moves; the second tries all moves. Shorter mates are searched first, and a table keeps the
//! results by position.
//! See <https://www.chessprogramming.org/Mate_Search>.

use super::request::{SearchRequest, Searched, Stopped};
use super::tt::tt_key;
use super::worker::Worker;
use crate::chess::{CheckSquares, FIFTY_MOVE_PLIES, Key, Move, Position};
use crate::score::MAX_PLY;
use crate::support::memory;

/// Maximum number of table entries (16 MB).
const MAX_ENTRIES: usize = 1 << 20;

/// Minimum number of table entries. They are few enough to count as a small allocation.
const MIN_ENTRIES: usize = 1 << 10;

/// Nodes of the first attempt.
const FIRST_BUDGET: u64 = 10_000;

/// Nodes of the ordinary search per node of the mate search, after the first attempt. The ordinary
/// search finds most long mates sooner.
const ORDINARY_NODES_PER_NODE: u64 = 2;

/// The reason why an attempt ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interruption {
    /// The whole search must stop.
    Stopped,
    /// The attempt has used its share of the nodes.
    Budget,
}

/// The rounds of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    /// Tries only checks and TT moves.
    Checks,
    /// Tries all moves.
    AllMoves,
}

/// A result for a position with the attacker to move.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: Key,
    /// The move that starts the mate in `proved` moves.
    mv: Option<Move>,
    /// Number of moves in which a mate is proved; 0 if none is known.
    proved: u8,
    /// Number of moves in which a mate is ruled out: all moves of the attacker were tried.
    disproved: u8,
}

/// A mate of the side to move, found among the moves that the round tries.
#[derive(Clone, Copy)]
struct FoundMate {
    /// Maximum length.
    moves: u8,
    first_move: Move,
}

/// The result of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MateProof {
    /// A forced mate: its length in moves, and the variation of the longest defense.
    Mate(u8, Vec<Move>),
    /// There is no mate within the limit.
    NoMate,
    /// The node budget is used up without a result.
    Unknown,
}

/// A search for a mate in at most `moves` moves. Each attempt continues the previous one.
pub(super) struct MateSearch {
    moves: u8,
    table: Box<[Entry]>,
    /// Length of the shortest mate that is not ruled out yet among the moves tried, by round.
    next: [u8; 2],
    /// Nodes of all attempts.
    nodes: u64,
}

impl MateSearch {
    /// Creates a search for a mate in at most `moves` moves.
    pub fn new(moves: u32) -> Self {
        let max_moves = (MAX_PLY / 2) as u32;
        let mut entries = MAX_ENTRIES;
        while entries > MIN_ENTRIES && !memory::can_map(entries * size_of::<Entry>()) {
            entries /= 2;
        }
        Self {
            moves: moves.min(max_moves) as u8,
            table: vec![Entry::default(); entries].into(),
            next: [1; 2],
            nodes: 0,
        }
    }

    /// Continues the search until it has a result or has used its share of the nodes. It takes
    /// turns with the ordinary search.
    pub fn attempt(&mut self, worker: &mut Worker, request: &SearchRequest) -> Searched<MateProof> {
        let before = worker.nodes;
        let ordinary_nodes = before - self.nodes;
        let allowed = (ordinary_nodes / ORDINARY_NODES_PER_NODE).max(FIRST_BUDGET);
        let end = before + allowed.saturating_sub(self.nodes);
        let proof = self.run_rounds(worker, request, end);
        self.nodes += worker.nodes - before;
        proof
    }

    /// Runs both rounds. The first may use half of the nodes up to `end`, the second the rest.
    fn run_rounds(
        &mut self,
        worker: &mut Worker,
        request: &SearchRequest,
        end: u64,
    ) -> Searched<MateProof> {
        let middle = u64::midpoint(worker.nodes, end);
        for (round, round_end) in [(Round::Checks, middle), (Round::AllMoves, end)] {
            let next = self.next[round as usize];
            let mut search = RoundSearch {
                position: request.position.clone(),
                replies: [None; MAX_PLY + 2],
                end: round_end,
                checks_only: round == Round::Checks,
                max_moves: self.moves,
                table: &mut self.table,
                worker,
                request,
            };
            for moves in next..=self.moves {
                match search.mating_move(moves, 0) {
                    Ok(Some(first_move)) => {
                        return search.longest_variation(FoundMate { moves, first_move });
                    }
                    Ok(None) => self.next[round as usize] = moves + 1,
                    Err(Interruption::Budget) => break,
                    Err(Interruption::Stopped) => return Err(Stopped),
                }
            }
        }
        Ok(if self.next[Round::AllMoves as usize] > self.moves {
            MateProof::NoMate
        } else {
            MateProof::Unknown
        })
    }
}

/// The search of one [`Round`] of an attempt.
struct RoundSearch<'a> {
    position: Position,
    /// The reply that last refuted a move of the attacker, by ply (killer move).
    replies: [Option<Move>; MAX_PLY + 2],
    /// Node count of the worker at which the budget is used up.
    end: u64,
    checks_only: bool,
    /// Length of the longest mate requested, in moves.
    max_moves: u8,
    table: &'a mut [Entry],
    worker: &'a mut Worker,
    request: &'a SearchRequest,
}

impl RoundSearch<'_> {
    /// Counts a node, and checks the limits and the budget.
    fn count_node(&mut self) -> Result<(), Interruption> {
        self.worker
            .count_node(self.request)
            .map_err(|Stopped| Interruption::Stopped)?;
        if self.worker.nodes >= self.end {
            return Err(Interruption::Budget);
        }
        Ok(())
    }

    /// Returns the table key of the position. TT keys contain the halfmove clock only in coarse
    /// steps. If the fifty-move rule may apply before the mate, a proof needs the exact clock, so
    /// the key then includes it.
    fn key(&self) -> Key {
        /// Odd multiplier: 64 bits of the golden ratio.
        const SPREAD: Key = 0x9E37_79B9_7F4A_7C15;
        let clock = self.position.board().halfmove_clock();
        let near = clock.saturating_add(2 * u16::from(self.max_moves)) > FIFTY_MOVE_PLIES;
        let exact = if near { Key::from(clock) } else { 0 };
        tt_key(&self.position) ^ SPREAD.wrapping_mul(exact)
    }

    /// Returns the table entry of the position with this key. If the slot holds another position,
    /// replaces that with an empty entry.
    fn entry(&mut self, key: Key) -> &mut Entry {
        let entry = &mut self.table[key as usize & (self.table.len() - 1)];
        if entry.key != key {
            *entry = Entry::default();
            entry.key = key;
        }
        entry
    }

    /// Returns a move with which the side to move mates in at most `moves` moves, if one is found.
    /// `ply` counts from the position for which a mate is wanted, which is not always the root.
    fn mating_move(&mut self, moves: u8, ply: usize) -> Result<Option<Move>, Interruption> {
        self.count_node()?;
        let key = self.key();
        let known = *self.entry(key);
        if known.proved > 0 && known.proved <= moves {
            return Ok(known.mv);
        }
        if known.disproved >= moves {
            return Ok(None);
        }
        for mv in self.candidate_moves(moves, known.mv) {
            self.position.make_move(mv);
            let mates = self.is_lost(moves - 1, ply + 1);
            self.position.unmake_move();
            if mates? {
                let entry = self.entry(key);
                (entry.mv, entry.proved) = (Some(mv), moves);
                return Ok(Some(mv));
            }
        }
        // A mate in one is a check, so for `moves == 1` all candidates have been tried.
        if !self.checks_only || moves == 1 {
            let entry = self.entry(key);
            entry.disproved = entry.disproved.max(moves);
        }
        Ok(None)
    }

    /// Returns whether the side to move is mated in at most `moves` moves of the attacker,
    /// whatever it plays. With 0 moves, it must be checkmated already.
    fn is_lost(&mut self, moves: u8, ply: usize) -> Result<bool, Interruption> {
        if moves == 0 || !self.position.board().has_legal_moves() {
            return Ok(self.position.board().is_checkmate());
        }
        if self.position.is_draw() || ply + 1 >= MAX_PLY {
            return Ok(false);
        }
        let mut list = self.position.legal_moves();
        if let Some(i) = list.iter().position(|&mv| self.replies[ply] == Some(mv)) {
            list.swap(0, i);
        }
        for &reply in &list {
            self.position.make_move(reply);
            let mates = if self.position.is_draw() {
                Ok(None)
            } else {
                self.mating_move(moves, ply + 1)
            };
            self.position.unmake_move();
            if mates?.is_none() {
                self.replies[ply] = Some(reply);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the attacker's moves that the round tries: first the moves of the mate table and the
    /// TT, then checks, then other moves. Within each group, moves that leave fewer replies come
    /// first. For a mate in one, these are the checks in any order.
    fn candidate_moves(&self, moves: u8, known: Option<Move>) -> Vec<Move> {
        let board = self.position.board();
        let checks = CheckSquares::of(board);
        let gives_check = |mv| checks.is_given_by(board, board.piece_move(mv));
        // `ply` may count from another position, so the root is recognized by its moves.
        let is_root = self.position.moves_made() == self.request.position.moves_made();
        let legal = board.legal_moves().into_iter();
        let considered = legal.filter(|&mv| !is_root || self.request.considers(mv));
        if moves == 1 {
            return considered.filter(|&mv| gives_check(mv)).collect();
        }
        let entry = self.worker.shared.tt.probe(tt_key(&self.position), 0);
        let tt_move = entry.and_then(|entry| entry.mv);
        let is_known = |mv| Some(mv) == known || Some(mv) == tt_move;
        let group_of = |mv| match (is_known(mv), self.checks_only) {
            (true, _) => Some(0),
            (false, _) if gives_check(mv) => Some(1),
            (false, true) => None,
            (false, false) => Some(2),
        };
        let with_order = |mv| Some((group_of(mv)?, board.after(mv).count_legal_moves(), mv));
        let mut candidates: Vec<_> = considered.filter_map(with_order).collect();
        candidates.sort_by_key(|&(group, replies, _)| (group, replies));
        candidates.into_iter().map(|(.., mv)| mv).collect()
    }

    /// Returns the mate `proved`, or a shorter one, with the variation of the longest defense. The
    /// variation may end before the mate: a proof may not be found again, because other positions
    /// overwrite table entries, and other threads change the TT moves that are tried.
    fn longest_variation(&mut self, proved: FoundMate) -> Searched<MateProof> {
        // The budget does not apply to a mate that is proved.
        self.end = u64::MAX;
        let shortest = self.shortest_mate(proved.moves)?.unwrap_or(proved);
        let (mut mate, mut variation) = (shortest, Vec::new());
        loop {
            variation.push(mate.first_move);
            self.position.make_move(mate.first_move);
            let Some((reply, mate_after)) = self.longest_defense(mate.moves - 1)? else {
                break;
            };
            variation.push(reply);
            self.position.make_move(reply);
            mate = mate_after;
        }
        let is_complete = self.position.board().is_checkmate();
        let length = variation.len().div_ceil(2) as u8;
        Ok(MateProof::Mate(
            if is_complete { length } else { shortest.moves },
            variation,
        ))
    }

    /// Returns the reply that delays the mate longest, and the shortest mate after it. Returns
    /// `None` in checkmate, or if no mate in at most `max_moves` moves is found after a reply.
    fn longest_defense(&mut self, max_moves: u8) -> Searched<Option<(Move, FoundMate)>> {
        let mut longest: Option<(Move, FoundMate)> = None;
        for reply in self.position.legal_moves() {
            self.position.make_move(reply);
            let searched = self.shortest_mate(max_moves);
            self.position.unmake_move();
            let Some(mate) = searched? else {
                return Ok(None);
            };
            if longest.is_none_or(|(_, so_far)| mate.moves > so_far.moves) {
                longest = Some((reply, mate));
            }
        }
        Ok(longest)
    }

    /// Returns the shortest mate of the side to move in at most `max_moves` moves, among the moves
    /// that the round tries.
    fn shortest_mate(&mut self, max_moves: u8) -> Searched<Option<FoundMate>> {
        for moves in 1..=max_moves {
            match self.mating_move(moves, 0) {
                Ok(None) => {}
                Ok(Some(first_move)) => return Ok(Some(FoundMate { moves, first_move })),
                Err(_) => return Err(Stopped),
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::limits::Limits;
    use super::*;

    /// Returns the result of up to three attempts.
    fn proof(fen: &str, moves: u32) -> MateProof {
        let mut worker = Worker::for_test();
        let position = Position::new(fen.parse().expect("legal"));
        let request = SearchRequest::new(position, Limits::default());
        let mut search = MateSearch::new(moves);
        for _ in 0..3 {
            // Nodes of the ordinary search between attempts.
            worker.nodes += 1_000_000;
            let proof = search.attempt(&mut worker, &request);
            if proof != Ok(MateProof::Unknown) {
                return proof.expect("nothing stops it");
            }
        }
        MateProof::Unknown
    }

    #[test]
    fn a_mate_that_does_not_exist_or_comes_after_the_fifty_move_limit_is_ruled_out() {
        for (fen, moves) in [
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 2),
            // At a halfmove clock of 94, the attacker has three moves left.
            ("8/8/8/8/4RK2/4R3/1k6/8 w - - 94 90", 4),
            ("8/8/6K1/2R5/8/8/1k6/6R1 w - - 94 90", 4),
        ] {
            assert_eq!(proof(fen, moves), MateProof::NoMate, "{fen}");
        }
    }

    #[test]
    fn the_mate_search_has_one_node_for_two_of_the_ordinary_search() {
        let mut worker = Worker::for_test();
        let request = SearchRequest::new(Position::default(), Limits::default());
        let mut search = MateSearch::new(20);
        let mut ordinary = 0;
        for nodes in [30_000, 100_000, 500_000] {
            worker.nodes += nodes;
            ordinary += nodes;
            assert_eq!(
                search.attempt(&mut worker, &request),
                Ok(MateProof::Unknown)
            );
            let proof = worker.nodes - ordinary;
            assert!(
                proof <= ordinary / 2 && proof > ordinary / 2 - 10,
                "{proof} nodes, {ordinary} of the ordinary search"
            );
        }
    }
}
