//! Explanations of the moves that differ, in a table of errors.

use ferz::bisect::diagnosis::{ExplainedMove, Rule};
use ferz::bisect::reply::{Reply, resolve};
use ferz::bisect::{
    Bisection, Difference, MovePath, Question, StartPosition, Subject, SubjectError, positions,
};
use ferz::chess::{Bitboard, Move, Square};

use super::reply;

/// A FEN; the moves made from it; the moves that a generator lists wrongly (`+`) and does not list
/// (`-`); the rule that it breaks; a part of the reason for the first of these moves; and, if not
/// empty, the key squares: what moves, the attackers, the pin, and what is crossed.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    Rule,
    &'static str,
    &'static str,
);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // Pawns.
    // Jumps over the knight on e3.
    ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "", "+e2e4", Rule::DoublePushOverPiece, "jumps over the black knight on e3", "e2 e4 | | | e3"),
    ("4k3/4p3/4N3/8/8/8/8/4K3 b - - 0 1", "", "+e7e5", Rule::DoublePushOverPiece, "jumps over the white knight on e6", ""),
    ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "", "+e4e6", Rule::DoublePushWrongRank, "from rank 4", ""),
    ("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "", "+e2e4", Rule::PawnPushOntoPiece, "onto the black knight on e4", ""),
    ("4k3/8/8/8/4n3/4P3/8/4K3 w - - 0 1", "", "+e3e4", Rule::PawnPushOntoPiece, "onto the black knight on e4", ""),
    ("4k3/8/8/8/4N3/4P3/8/4K3 w - - 0 1", "", "+e3e4", Rule::PawnPushOntoPiece, "onto the white knight on e4", ""),
    ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "", "+e3d4", Rule::PawnTakesNothing, "captures nothing on d4", ""),
    ("4k3/8/8/8/3N4/4P3/8/4K3 w - - 0 1", "", "+e3d4", Rule::OwnPieceCaptured, "the white knight on d4", ""),
    ("4k3/8/8/8/8/4P3/3n4/4K3 w - - 0 1", "", "+e3d2", Rule::PawnDirection, "forward", ""),
    ("4k3/8/8/8/3n4/4P3/8/4K3 b - - 0 1", "", "+d4e5", Rule::WrongStep, "not how a knight moves", ""),
    ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "", "+e3g4", Rule::WrongStep, "not how a pawn moves", ""),
    // If squares are only numbers, a5 follows h4, so a pawn on h3 seems to capture on a5.
    ("4k3/8/8/n7/8/7P/8/4K3 w - - 0 1", "", "+h3a5", Rule::WrapsAroundEdge, "over the edge", ""),
    ("4k3/8/8/8/P6n/8/8/4K3 w - - 0 1", "", "+a4h4", Rule::WrapsAroundEdge, "over the edge", ""),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", "-e2e4", Rule::DoublePushMissing, "two squares", ""),
    ("7k/P7/8/8/8/8/8/7K w - - 0 1", "", "-a7a8n", Rule::PromotionPieceMissing, "promotes to a knight", ""),
    ("7k/P7/8/8/8/8/8/7K w - - 0 1", "", "-a7a8q -a7a8r -a7a8b -a7a8n +a7a8", Rule::PromotionMissing, "only a7a8 is listed", ""),
    ("7k/P7/8/8/8/8/8/7K w - - 0 1", "", "-a7a8q -a7a8r -a7a8b -a7a8n", Rule::PromotionMissing, "none of the four", ""),
    ("7k/P7/8/8/8/8/8/7K w - - 0 1", "", "+a7a8", Rule::PromotionMissing, "leaves a pawn on a8", ""),
    // Promotions printed without the piece: three lines in the first row and five in the second,
    // instead of four.
    ("7k/P7/8/8/8/8/8/7K w - - 0 1", "", "-a7a8q -a7a8r -a7a8b -a7a8n +a7a8 +a7a8 +a7a8", Rule::PromotionPieceMissing, "promotes to a queen; a7a8 is listed 3 times", ""),
    ("7k/P7/8/8/8/8/8/7K w - - 0 1", "", "+a7a8 +a7a8 +a7a8 +a7a8 +a7a8 -a7a8q -a7a8r -a7a8b -a7a8n", Rule::ListedTwice, "is listed 5 times without a piece, but four promotions are legal", ""),
    ("7k/P7/8/8/8/8/8/7K w - - 0 1", "", "+a7a8k", Rule::PromotionToPawnOrKing, "promotes a pawn to a king", ""),
    ("7k/P7/8/8/8/8/8/7K w - - 0 1", "", "+a7a8p", Rule::PromotionToPawnOrKing, "promotes a pawn to a pawn", ""),
    ("7k/8/P7/8/8/8/8/7K w - - 0 1", "", "+a6a7q", Rule::PromotionElsewhere, "promotes a pawn to a queen on a7", ""),
    ("7k/R7/8/8/8/8/8/7K w - - 0 1", "", "+a7a8q", Rule::PromotionElsewhere, "which is not a pawn", ""),
    // En passant.
    // Both pawns leave the rank of the king and the rook.
    ("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", "", "+e5d6", Rule::EnPassantUncoversCheck, "opens rank 5 between the black rook on h5", "d5 e5 d6 | h5 | |"),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "e2e4", "+f4e3", Rule::EnPassantUncoversCheck, "the pawns on e4 and f4 both leave it", ""),
    ("k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "", "+e5d6", Rule::EnPassantUncoversCheck, "opens the e-file", ""),
    ("8/6b1/8/3pP3/8/2K5/8/k7 w - d6 0 1", "", "+e5d6", Rule::EnPassantUncoversCheck, "opens a diagonal between the black bishop on g7 and the king on c3: the pawn on e5 leaves it", ""),
    // Only the captured pawn stood on the line.
    ("6b1/8/8/3pP3/8/1K6/8/k7 w - d6 0 1", "", "+e5d6", Rule::EnPassantUncoversCheck, "opens a diagonal between the black bishop on g8 and the king on b3: the pawn on d5 leaves it", ""),
    ("4b2k/8/8/3pP3/K7/8/8/8 w - d6 0 1", "", "+e5d6", Rule::CheckIgnored, "in check by the black bishop on e8", ""),
    ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e1e2 e8e7", "+e5d6", Rule::EnPassantExpired, "after d7d5, which was not the last move: e1e2 followed it", "d5 e5 d6 | | |"),
    ("4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1", "d6d5", "+e5d6", Rule::EnPassantWithoutDoublePush, "pawn on d5", ""),
    ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "-e5d6", Rule::EnPassantMissing, "the pawn on d5", ""),
    ("8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1", "d2d4", "-e4d3", Rule::EnPassantAnswersCheck, "which gives check", "d3 d4 e4 | d4 | |"),
    // The only legal move is missing, so the list is empty.
    ("8/8/R7/7k/6Pp/5K2/3B4/8 b - g3 0 1", "", "-h4g3", Rule::EnPassantAnswersCheck, "the pawn on g4, which gives check", ""),
    // The king is in check before the move, which opens another line.
    ("4b2k/8/8/1K1pP2r/8/8/8/8 w - d6 0 1", "", "+e5d6", Rule::EnPassantUncoversCheck, "opens rank 5 between the black rook on h5 and the king", ""),
    // With a wrong target square, one move is missing and another one is extra.
    ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "-e5d6 +e5d5", Rule::EnPassantTarget, "", ""),
    // Castling.
    ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "", "+e1g1", Rule::CastlingThroughCheck, "through f1, which the black rook on f8 attacks", "e1 g1 h1 | f8 | | f1 g1"),
    ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "", "+e1h1", Rule::CastlingThroughCheck, "through f1", ""),
    ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "", "+O-O", Rule::CastlingThroughCheck, "through f1", ""),
    ("r3k3/8/8/8/8/8/8/3RK3 b q - 0 1", "", "+e8c8", Rule::CastlingThroughCheck, "through d8, which the white rook on d1 attacks", ""),
    ("4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "+e1c1", Rule::CastlingOutOfCheck, "the black rook on e8 gives check", "a1 c1 e1 | e8 | | c1 d1"),
    ("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "+e1c1", Rule::CastlingIntoCheck, "to c1, which the black rook on c8 attacks", "a1 c1 e1 | c8 | | c1 d1"),
    ("4k3/8/8/8/8/8/8/Rn2K3 w Q - 0 1", "", "+e1c1", Rule::CastlingPathBlocked, "the black knight on b1 is in the way", "a1 c1 e1 | | | b1 c1 d1"),
    ("4k3/8/8/8/8/8/8/RNN1K3 w Q - 0 1", "", "+e1c1", Rule::CastlingPathBlocked, "the white knight on c1 are in the way", ""),
    ("4rk2/8/8/8/8/5n2/8/4K2R w K - 0 1", "", "+e1g1", Rule::CastlingOutOfCheck, "the black knight on f3 and the black rook on e8 give check", ""),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "", "+e1c1", Rule::CastlingWithoutRight, "has no such castling right", "c1 e1 | | | d1"),
    ("r3k2r/8/6N1/8/8/8/8/4K3 w kq - 0 1", "g6h8", "+e8g8", Rule::CastlingRightsAfterRookCaptured, "the white knight on g6 captured (g6h8)", "e8 g8 h8 | | | f8"),
    ("r3k2r/8/6N1/8/8/8/8/4K3 w kq - 0 1", "g6h8", "+e8h8", Rule::CastlingRightsAfterRookCaptured, "captured (g6h8)", ""),
    ("r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1", "b7a8n e8e7 e1e2 e7e8 e2e1", "+e8c8", Rule::CastlingRightsAfterRookCaptured, "captured (b7a8n)", ""),
    ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1b1 e8e7 b1a1 e7e8", "+e1c1", Rule::CastlingRightsAfterRookMoved, "moved (a1b1)", ""),
    ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1d1 e8e7 d1e1 e7e8", "+e1c1", Rule::CastlingRightsAfterKingMoved, "moved (e1d1)", ""),
    // Castling is written as the king's move.
    ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1 e8e7 c1d2 e7e8 d2e1 e8e7 d1a1 e7e8", "+e1c1", Rule::CastlingRightsAfterKingMoved, "moved (e1c1)", ""),
    ("k7/8/8/8/8/8/8/qRK5 w B - 0 1", "", "+c1b1", Rule::CastlingRookShieldsKing, "shields c1 from the black queen on a1", "b1 c1 | a1 | | c1"),
    ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "-e1c1", Rule::CastlingPastAttackedRook, "attacks on b1 do not matter", "a1 c1 e1 | b8 | | c1 d1"),
    ("r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "-e1c1", Rule::CastlingPastAttackedRook, "attacks on a1 do not matter", ""),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "-e1g1", Rule::CastlingMissing, "nothing prevents it", "e1 g1 h1 | | | f1 g1"),
    ("5k2/8/8/8/8/8/8/5KR1 w G - 0 1", "", "-f1g1", Rule::CastlingMissing, "with the rook on g1", ""),
    // The king and checks.
    ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "", "+e2c3", Rule::PinnedPiece, "the white knight on e2, which is pinned to its king on e1 by the black rook on e7", "e2 c3 | | e2 e7 |"),
    ("4k3/8/8/b7/8/2B5/8/4K3 w - - 0 1", "", "+c3e5 +c3f6", Rule::PinnedPiece, "the white bishop on c3", ""),
    ("4r1k1/8/8/8/8/3n4/4B3/4K3 w - - 0 1", "", "+e2d3", Rule::PinnedPiece, "by the black rook on e8", "e2 d3 | d3 | e2 e8 |"),
    ("4r1k1/8/8/8/8/5n2/6P1/4K3 w - - 0 1", "", "+g2f3", Rule::DoubleCheck, "ends one check, but not the check by the black rook on e8", "g2 f3 | f3 e8 | |"),
    ("4r1k1/8/8/8/8/5n2/6P1/4K3 w - - 0 1", "", "+g2f3 +g2g4", Rule::CheckIgnored, "", ""),
    ("4r1k1/8/8/8/8/8/6P1/4K3 w - - 0 1", "", "+g2g3", Rule::CheckIgnored, "in check by the black rook on e8", "g2 g3 | e8 | |"),
    ("3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", "", "+e1d1", Rule::KingIntoCheck, "d1, which the black rook on d8 attacks", "d1 e1 | d8 | |"),
    ("6k1/8/8/8/8/8/8/r2K4 w - - 0 1", "", "+d1e1", Rule::KingStaysOnLine, "the black rook on a1 gives check", "d1 e1 | a1 | |"),
    ("6k1/8/8/8/8/8/8/r2Kb3 w - - 0 1", "", "+d1e1", Rule::KingStaysOnLine, "captures the black bishop on e1 along the line on which the black rook on a1 gives check", ""),
    ("4kr2/8/8/8/8/8/8/4Kb2 w - - 0 1", "", "+e1f1", Rule::KingTakesProtected, "captures the black bishop on f1, which the black rook on f8 protects", ""),
    ("8/8/8/3k4/8/3K4/8/8 w - - 0 1", "", "+d3d4", Rule::KingNextToKing, "next to the black king on d5", "d3 d4 | d5 | |"),
    ("4r1k1/8/8/8/8/8/8/4K2R w - - 0 1", "", "-e1f1", Rule::KingEscape, "moves out of the check by the black rook on e8", ""),
    ("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "", "-e1e2", Rule::KingEscape, "capturing the black queen on e2", ""),
    ("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "", "-e1f1 -e1d2", Rule::NothingListed, "no move is listed", ""),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 100 90", "", "-all", Rule::NothingListed, "fifty-move rule", ""),
    ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "", "-all", Rule::NothingListed, "insufficient material", ""),
    ("4k3/8/8/4p3/8/3K4/8/8 w - - 0 1", "", "-d3e4", Rule::PawnPushIsNoAttack, "in front of the pawn on e5", ""),
    ("4r1k1/8/8/8/8/8/8/4KB2 w - - 0 1", "", "-f1e2", Rule::BlockOfCheck, "blocks the check by the black rook on e8 with the white bishop on f1", "f1 e2 | e8 | |"),
    ("7k/8/8/8/K6r/8/4P3/8 w - - 0 1", "", "-e2e4", Rule::BlockOfCheck, "the white pawn on e2", ""),
    ("4r1k1/8/8/1B6/8/8/8/4K3 w - - 0 1", "", "-b5e8", Rule::CaptureOfChecker, "captures the black rook on e8, which gives check", "b5 e8 | e8 | |"),
    ("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "", "-e2e7", Rule::PinnedPieceAlongLine, "along the line", "e2 e7 | | e2 e7 |"),
    // Other pieces.
    ("4k3/8/8/8/8/8/8/R2NK3 w - - 0 1", "", "+a1d1", Rule::OwnPieceCaptured, "the white knight on d1, a piece of its own side", ""),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1 e8e7", "+g1f1", Rule::OwnPieceCaptured, "the white rook on f1", ""),
    ("4k3/8/8/8/p7/8/8/R3K3 w - - 0 1", "", "+a1a7", Rule::SlidesThroughPieces, "passes over the black pawn on a4", "a1 a7 | | | a4"),
    ("4k3/8/8/8/7N/8/8/4K3 w - - 0 1", "", "+h4b6", Rule::WrapsAroundEdge, "moves the white knight on h4 over the edge", ""),
    ("4k3/8/8/8/7R/8/8/4K3 w - - 0 1", "", "+h4a5", Rule::WrapsAroundEdge, "over the edge", ""),
    ("8/8/4k3/8/7K/8/8/8 w - - 0 1", "", "+h4a5", Rule::WrapsAroundEdge, "over the edge", ""),
    ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "", "+a1a2", Rule::WrongStep, "not how a knight moves", ""),
    ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "", "+b1c3", Rule::EmptySquareMoved, "begins on b1, which is empty", ""),
    ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "", "+e8e7", Rule::EnemyPieceMoved, "the black king on e8, but white is to move", ""),
    ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "", "+a1b3", Rule::ListedTwice, "listed more than once", ""),
    ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "", "-a1b3", Rule::OrdinaryMove, "moves the white knight on a1", "a1 b3 | | |"),
    ("4k3/8/8/8/8/1n6/8/N3K3 w - - 0 1", "", "-a1b3", Rule::OrdinaryMove, "captures the black knight on b3", ""),
    ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "", "-e1d1", Rule::OrdinaryMove, "moves the king", ""),
];

/// A generator that lists these moves.
struct Lists(Vec<String>);

impl Subject for Lists {
    fn divide(&mut self, _: &Question<'_>) -> Result<Reply, SubjectError> {
        Ok(reply(self.0.iter().map(|mv| (mv, 1))))
    }

    fn makes_moves(&self) -> bool {
        false
    }
}

/// Returns the difference between the legal moves after `path` and `theirs`.
fn find_difference(path: MovePath, theirs: Vec<String>) -> Difference {
    let start = StartPosition {
        name: String::new(),
        path,
        published: Vec::new(),
    };
    let bisection = Bisection {
        starts: vec![start],
        depth: 1,
        max_nodes: u64::MAX,
        all: false,
    };
    let result = bisection.run(&mut Lists(theirs), &|_, _, _| {});
    let mut differences = result.expect("no error is possible").differences;
    differences.pop().expect("a difference")
}

fn legal_moves(path: &MovePath) -> Vec<String> {
    let legal = path.board().legal_moves();
    legal.iter().map(Move::to_string).collect()
}

/// Returns the explanations of the extra and missing moves of a row, in its order.
fn explain(fen: &str, moves: &str, changes: &str) -> Vec<ExplainedMove> {
    let start = MovePath::new(fen).unwrap_or_else(|error| panic!("{error}: {fen}"));
    let path = moves.split_whitespace().fold(start, |path, mv| {
        path.after(resolve(mv, path.board()).expect("a legal move"))
    });
    let mut theirs = legal_moves(&path);
    for change in changes.split_whitespace() {
        match change.split_at(1) {
            ("+", mv) => theirs.push(mv.to_owned()),
            (_, "all") => theirs.clear(),
            (_, mv) => {
                let mv = resolve(mv, path.board()).expect("a legal move");
                theirs.retain(|other| *other != mv.to_string());
            }
        }
    }
    let Difference { missing, extra, .. } = find_difference(path, theirs);
    let count = changes.split_whitespace().count();
    assert!(changes == "-all" || missing.len() + extra.len() == count);
    if changes.starts_with('+') {
        [extra, missing].concat()
    } else {
        [missing, extra].concat()
    }
}

#[test]
fn every_error_is_explained_by_its_rule() {
    for &(fen, moves, difference, rule, reason, squares) in ROWS {
        let explained_moves = explain(fen, moves, difference);
        let main = explained_moves
            .iter()
            .min_by_key(|one| one.rule)
            .expect("a move");
        let found = format!("{fen} {moves} {difference}: {explained_moves:?}");
        assert_eq!(main.rule, rule, "{found}");
        assert!(explained_moves[0].why.contains(reason), "{found}");
        if squares.is_empty() {
            continue;
        }
        let of = main.squares;
        let sets = [of.moved, of.attackers, of.pin, of.crossed];
        let parts = squares.split('|').map(|names| {
            let words = names.split_whitespace();
            words.map(|name| name.parse::<Square>().expect("a square"))
        });
        let expected: Vec<Bitboard> = parts.map(Iterator::collect).collect();
        assert_eq!(sets[..], expected, "{found}");
    }
}

#[test]
fn every_rule_is_in_the_table() {
    // `NotAMove` does not occur: a reply contains only text that was parsed as moves. `Unknown` is
    // not a rule of chess. The rules of making moves need a program that makes them.
    let exceptions = [Rule::NotAMove, Rule::Unknown];
    for rule in Rule::ALL {
        let is_exception = exceptions.contains(rule) || rule.id().starts_with("making-");
        let is_in_table = ROWS.iter().any(|row| row.3 == *rule);
        assert!(is_exception || is_in_table, "{rule:?}");
    }
}

#[test]
fn every_pair_of_squares_has_an_explanation() {
    for start in positions::built_in(true).into_iter().step_by(3) {
        let board = *start.path.board();
        let pairs = Square::ALL.map(|from| Square::ALL.map(|to| (from, to)));
        let mut theirs = legal_moves(&start.path);
        theirs.extend(
            pairs
                .iter()
                .flatten()
                .map(|(from, to)| format!("{from}{to}")),
        );
        let extra = find_difference(start.path, theirs).extra;
        assert_eq!(extra.len(), 64 * 64);
        for (
            ExplainedMove {
                mv, rule, squares, ..
            },
            (from, _),
        ) in extra.iter().zip(pairs.iter().flatten())
        {
            let is_legal = resolve(mv, &board).is_some();
            assert_eq!(*rule == Rule::ListedTwice, is_legal, "{board:?} {mv}");
            assert_ne!(*rule, Rule::Unknown, "{board:?} {mv}");
            assert!(squares.moved.contains(*from), "{board:?} {mv}");
        }
    }
}
