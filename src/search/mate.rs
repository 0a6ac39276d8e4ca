//! Mate search: the part of `go mate N` that also proves that there is no mate.
//!
//! `go mate N` ends when the ordinary search has found a mate in at most N moves, or when this
//! one has. The ordinary search tries all replies before it believes in a mate, but prunes
//! moves of the attack, so it cannot rule a mate out. This one asks of a position whether the
//! side to move mates in at most N moves. The attack tries checks first, which leave few
//! replies: first those alone (and the best moves of the transposition table), then all moves.
//! Shorter mates are searched first, and a table keeps the results by position.
//! See <https://www.chessprogramming.org/Mate_Search>.

use super::job::{Job, Stopped};
use super::tt::table_key;
use super::worker::Worker;
use crate::chess::{
    CheckSquares, FIFTY_MOVE_PLIES, Key, Move, MoveList, Position, generate_legal_moves,
};
use crate::score::MAX_PLY;

/// Entries of the table: 16 MB.
const ENTRIES: usize = 1 << 20;

/// The nodes that the first attempt may visit.
const FIRST_BUDGET: u64 = 10_000;

/// After that, the proof visits one node for this many of the ordinary search, which finds most
/// long mates sooner.
const ORDINARY_NODES_PER_NODE: u64 = 2;

/// Where an attempt is broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Halt {
    /// The whole search must stop.
    Stopped,
    /// The attempt has had its share of the search.
    Budget,
}

/// What an attempt tries, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    /// Mates by checks alone.
    Checks,
    /// Mates by any moves.
    AllMoves,
}

/// What is known of a position with the attack to move.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: Key,
    /// The move that mates in `proved` moves.
    mv: Option<Move>,
    /// In how many moves there is a mate; 0 where none is known.
    proved: u8,
    /// In how many moves there is none, whatever the attack tries.
    disproved: u8,
}

/// The first move of a mate in so many moves.
#[derive(Clone, Copy, Debug)]
struct Shortest {
    moves: u8,
    mv: Move,
}

/// What an attempt has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A forced mate in so many moves, with the longest defence.
    Mate(u8, Vec<Move>),
    /// There is no mate in as many moves as were asked for.
    NoMate,
    /// Not known yet.
    Open,
}

/// The search for a mate in at most this many moves; it goes on where it was broken off.
pub(super) struct MateSearch {
    moves: u8,
    table: Box<[Entry]>,
    /// The shortest mate that is not ruled out yet, with checks alone and with all moves.
    next: [u8; 2],
    /// The nodes of all attempts.
    nodes: u64,
}

impl MateSearch {
    /// A search for a mate in at most this many moves.
    pub fn new(moves: u32) -> Self {
        let most = (MAX_PLY / 2) as u32;
        Self {
            moves: moves.min(most) as u8,
            table: vec![Entry::default(); ENTRIES].into(),
            next: [1; 2],
            nodes: 0,
        }
    }

    /// Searches on, until the proof has had its share of the nodes of the ordinary search, with
    /// which it takes turns.
    pub fn attempt(&mut self, worker: &mut Worker, job: &Job) -> Result<Verdict, Stopped> {
        let before = worker.nodes;
        let ordinary = before - self.nodes;
        let allowed = (ordinary / ORDINARY_NODES_PER_NODE).max(FIRST_BUDGET);
        let end = before + allowed.saturating_sub(self.nodes);
        let verdict = self.rounds(worker, job, end);
        self.nodes += worker.nodes - before;
        verdict
    }

    /// Tries checks alone, then all moves. Half of the nodes up to `end` are for each.
    fn rounds(&mut self, worker: &mut Worker, job: &Job, end: u64) -> Result<Verdict, Stopped> {
        let middle = u64::midpoint(worker.nodes, end);
        for (round, end) in [(Round::Checks, middle), (Round::AllMoves, end)] {
            let next = self.next[round as usize];
            let mut attack = Attack {
                position: job.position.clone(),
                replies: [None; MAX_PLY + 2],
                end,
                checks_only: round == Round::Checks,
                most: self.moves,
                table: &mut self.table,
                worker,
                job,
            };
            for moves in next..=self.moves {
                match attack.mate(moves, 0) {
                    Ok(Some(_)) => return attack.line(moves),
                    Ok(None) => self.next[round as usize] = moves + 1,
                    Err(Halt::Budget) => break,
                    Err(Halt::Stopped) => return Err(Stopped),
                }
            }
        }
        Ok(if self.next[Round::AllMoves as usize] > self.moves {
            Verdict::NoMate
        } else {
            Verdict::Open
        })
    }
}

/// One attempt.
struct Attack<'a> {
    position: Position,
    /// The reply that last refuted an attack, by ply: it often refutes the next one, too.
    replies: [Option<Move>; MAX_PLY + 2],
    /// The node count at which the budget is spent.
    end: u64,
    checks_only: bool,
    /// The moves that the longest mate asked for has.
    most: u8,
    table: &'a mut [Entry],
    worker: &'a mut Worker,
    job: &'a Job,
}

impl Attack<'_> {
    fn count_node(&mut self) -> Result<(), Halt> {
        self.worker
            .count_node(self.job)
            .map_err(|Stopped| Halt::Stopped)?;
        if self.worker.nodes >= self.end {
            return Err(Halt::Budget);
        }
        Ok(())
    }

    fn is_root(&self) -> bool {
        self.position.moves_made() == self.job.position.moves_made()
    }

    /// The key of the position. Where the 50-move rule may come before the mate, what is true
    /// at one count of its clock need not be at another: the search's table, whose keys leave
    /// the lower bits of the clock out, may err there, but a proof may not.
    fn key(&self) -> Key {
        /// An odd number with no pattern, the golden ratio's 64 bits.
        const SPREAD: Key = 0x9E37_79B9_7F4A_7C15;
        let clock = self.position.board().halfmove_clock();
        let near = clock.saturating_add(2 * u16::from(self.most)) > FIFTY_MOVE_PLIES;
        table_key(&self.position)
            ^ if near {
                SPREAD.wrapping_mul(clock.into())
            } else {
                0
            }
    }

    /// The place of a position in the table; that of another one is given up.
    fn entry(&mut self, key: Key) -> &mut Entry {
        let entry = &mut self.table[key as usize % ENTRIES];
        if entry.key != key {
            *entry = Entry {
                key,
                ..Entry::default()
            };
        }
        entry
    }

    /// The move with which the side to move mates in at most so many moves, if there is one.
    fn mate(&mut self, moves: u8, ply: usize) -> Result<Option<Move>, Halt> {
        self.count_node()?;
        let key = self.key();
        let known = *self.entry(key);
        if known.proved > 0 && known.proved <= moves {
            return Ok(known.mv);
        }
        if known.disproved >= moves {
            return Ok(None);
        }
        for mv in self.attacks(moves, known.mv) {
            self.position.make_move(mv);
            let mates = self.is_lost(moves - 1, ply + 1);
            self.position.unmake_move();
            if mates? {
                let entry = self.entry(key);
                (entry.mv, entry.proved) = (Some(mv), moves);
                return Ok(Some(mv));
            }
        }
        // The last move of a mate is a check: there, checks are all that there is to try.
        if !self.checks_only || moves == 1 {
            let entry = self.entry(key);
            entry.disproved = entry.disproved.max(moves);
        }
        Ok(None)
    }

    /// Whether the side to move, whatever it plays, is mated in at most so many moves of
    /// the attack; 0 for checkmate on the board.
    fn is_lost(&mut self, moves: u8, ply: usize) -> Result<bool, Halt> {
        if moves == 0 || !self.position.board().has_legal_moves() {
            return Ok(self.position.board().is_checkmate());
        }
        if self.position.is_draw() || ply + 1 >= MAX_PLY {
            return Ok(false);
        }
        let mut list = MoveList::new();
        generate_legal_moves(self.position.board(), &mut list);
        if let Some(i) = list.iter().position(|&mv| self.replies[ply] == Some(mv)) {
            list.swap(0, i);
        }
        for &reply in &list {
            self.position.make_move(reply);
            let mates = if self.position.is_draw() {
                Ok(None)
            } else {
                self.mate(moves, ply + 1)
            };
            self.position.unmake_move();
            if mates?.is_none() {
                self.replies[ply] = Some(reply);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The moves to try: what tables know first, then those that leave the fewest replies,
    /// checks before others.
    fn attacks(&self, moves: u8, known: Option<Move>) -> Vec<Move> {
        let board = self.position.board();
        let hit = self.worker.shared.table.probe(table_key(&self.position), 0);
        let stored = hit.and_then(|hit| hit.mv);
        let checks = CheckSquares::of(board);
        let mut list = MoveList::new();
        generate_legal_moves(board, &mut list);
        let mut attacks: Vec<(u64, Move)> = Vec::with_capacity(list.len());
        for &mv in &list {
            /// More than the replies to any move.
            const MANY: u64 = 1_000;
            let rank = match checks.is_given_by(board, board.piece_move(mv)) {
                _ if self.is_root() && !self.job.considers(mv) => continue,
                true if moves == 1 => 0,
                _ if moves == 1 => continue,
                _ if Some(mv) == known || Some(mv) == stored => 0,
                true => 1,
                false if self.checks_only => continue,
                false => 2,
            };
            let replies = if moves == 1 {
                0
            } else {
                board.after(mv).count_legal_moves()
            };
            attacks.push((rank * MANY + replies, mv));
        }
        attacks.sort_by_key(|&(order, _)| order);
        attacks.into_iter().map(|(_, mv)| mv).collect()
    }

    /// A mate in at most so many moves, which has been proved, with its line: the defence
    /// holds out as long as it can.
    fn line(&mut self, most: u8) -> Result<Verdict, Stopped> {
        let mut line = Vec::new();
        self.end = u64::MAX;
        let mut next = self.shortest(most)?;
        let moves = next.map_or(most, |shortest| shortest.moves);
        while let Some(Shortest { moves: left, mv }) = next {
            line.push(mv);
            self.position.make_move(mv);
            let Some((reply, answer)) = self.longest_defence(left - 1)? else {
                break;
            };
            line.push(reply);
            self.position.make_move(reply);
            next = Some(answer);
        }
        let moves = if self.position.board().is_checkmate() {
            line.len().div_ceil(2) as u8
        } else {
            moves
        };
        Ok(Verdict::Mate(moves, line))
    }

    /// The reply that puts off longest a mate in at most so many moves, and the move that
    /// answers it; none in checkmate, and where the table has lost an answer.
    fn longest_defence(&mut self, most: u8) -> Result<Option<(Move, Shortest)>, Stopped> {
        let mut longest: Option<(Move, Shortest)> = None;
        let mut list = MoveList::new();
        generate_legal_moves(self.position.board(), &mut list);
        for &reply in &list {
            self.position.make_move(reply);
            let answer = self.shortest(most);
            self.position.unmake_move();
            let Some(answer) = answer? else {
                return Ok(None);
            };
            if longest.is_none_or(|(_, so_far)| answer.moves > so_far.moves) {
                longest = Some((reply, answer));
            }
        }
        Ok(longest)
    }

    /// The shortest mate for the side to move, with its first move.
    fn shortest(&mut self, most: u8) -> Result<Option<Shortest>, Stopped> {
        for moves in 1..=most {
            match self.mate(moves, 0) {
                Ok(None) => {}
                Ok(Some(mv)) => return Ok(Some(Shortest { moves, mv })),
                Err(_) => return Err(Stopped),
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::limits::Limits;
    use super::super::shared::Shared;
    use super::*;

    /// What attempts come to; `Open` after a few.
    fn verdict(fen: &str, moves: u32) -> Verdict {
        let shared = Arc::new(Shared::new(1, 1).expect("memory"));
        let mut worker = Worker::new(0, shared);
        let position = Position::new(fen.parse().expect("legal"));
        let job = Job::new(position, Limits::default());
        let mut search = MateSearch::new(moves);
        for _ in 0..3 {
            // As if the ordinary search had gone on meanwhile.
            worker.nodes += 1_000_000;
            let verdict = search.attempt(&mut worker, &job);
            if verdict != Ok(Verdict::Open) {
                return verdict.expect("nothing stops it");
            }
        }
        Verdict::Open
    }

    #[test]
    fn what_is_no_mate_is_ruled_out() {
        assert_eq!(
            verdict("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 2),
            Verdict::NoMate
        );
    }

    #[test]
    fn no_mate_is_proved_that_comes_after_the_fifty_move_rule() {
        // From 94 plies on, there is time for three moves of the attack.
        for fen in [
            "8/8/8/8/4RK2/4R3/1k6/8 w - - 94 90",
            "8/8/6K1/2R5/8/8/1k6/6R1 w - - 94 90",
        ] {
            assert_eq!(verdict(fen, 4), Verdict::NoMate, "{fen}");
        }
    }

    #[test]
    fn the_proof_gets_one_node_for_two_of_the_ordinary_search() {
        let shared = Arc::new(Shared::new(1, 1).expect("memory"));
        let mut worker = Worker::new(0, shared);
        let job = Job::new(Position::default(), Limits::default());
        let mut search = MateSearch::new(20);
        let mut ordinary = 0;
        for nodes in [30_000, 100_000, 500_000] {
            worker.nodes += nodes;
            ordinary += nodes;
            assert_eq!(search.attempt(&mut worker, &job), Ok(Verdict::Open));
            let proof = worker.nodes - ordinary;
            assert!(
                proof <= ordinary / 2 && proof > ordinary / 2 - 10,
                "{proof} nodes, {ordinary} of the ordinary search"
            );
        }
    }
}
