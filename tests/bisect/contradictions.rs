//! Engines whose answers contradict each other.

use ferz::bisect::reply::Reply;
use ferz::bisect::{ContradictionKind, Question, Subject, SubjectError};
use ferz::chess::{Board, Move};
use ferz::perft::divide;

use super::{bisect, bisect_json, broken_engine, find_differences, reply};

/// An engine whose counts are those of ferz, changed by a function of the question, the move and
/// its count.
struct Changed<F>(F);

impl<F: Fn(&Question<'_>, Move, u64) -> u64> Subject for Changed<F> {
    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, SubjectError> {
        let counts = divide(question.path.board(), question.depth).into_iter();
        Ok(reply(
            counts.map(|(mv, count)| (mv, (self.0)(question, mv, count))),
        ))
    }
}

#[test]
fn counts_that_depend_on_the_depth_are_reported_as_a_contradiction() {
    let mut wrong_at_depth_3 =
        Changed(|question: &Question<'_>, _, count| count + u64::from(question.depth == 3));
    let mut result = find_differences(Board::START_FEN, 4, &mut wrong_at_depth_3);
    let difference = result.differences.pop().expect("a difference");
    assert_eq!(difference.path.moves(), []);
    let found = difference.contradiction.expect("a contradiction");
    assert_eq!((found.kind, found.depth), (ContradictionKind::Counts, 3));
    let counts = found.theirs.zip(found.ours).expect("two counts");
    assert_eq!(counts.0, counts.1 + 1);
}

#[test]
fn a_count_at_depth_1_that_is_not_1_is_a_contradiction() {
    let mut wrong_leaves =
        Changed(|question: &Question<'_>, _, count| count + u64::from(question.depth == 1));
    let mut result = find_differences(Board::START_FEN, 4, &mut wrong_leaves);
    let difference = result.differences.pop().expect("a difference");
    let found = difference.contradiction.expect("a contradiction");
    assert_eq!(found.kind, ContradictionKind::Leaf);
}

#[test]
fn a_contradiction_is_reported_in_json_and_text() {
    let engine = broken_engine("inconsistent");
    let (report, ended) = bisect_json(&["--engine", &engine]);
    assert_eq!(ended.status, Some(1));
    assert_eq!(report["difference"]["contradiction"]["kind"], "counts");
    let mut text = bisect(&["--engine", &engine]).lines.into_iter();
    assert!(text.any(|line| line.contains("contradicts itself")));
}

/// Omits the last move at depths above 1, as if a recursive call had overwritten the list.
struct WithoutLastMove;

impl Subject for WithoutLastMove {
    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, SubjectError> {
        let mut counts = divide(question.path.board(), question.depth);
        if question.depth > 1 {
            counts.pop();
        }
        Ok(reply(counts.into_iter()))
    }
}

#[test]
fn a_list_of_moves_that_is_wrong_only_above_depth_1_is_a_contradiction() {
    let mut result = find_differences(Board::START_FEN, 3, &mut WithoutLastMove);
    let difference = result.differences.pop().expect("a difference");
    let found = difference.contradiction.expect("a contradiction");
    assert_eq!((found.kind, found.depth), (ContradictionKind::Moves, 2));
    assert_eq!(found.missing.len(), 1);
}

#[test]
fn a_total_that_is_not_the_sum_of_the_counts_is_a_warning_but_not_a_difference() {
    let (report, ended) = bisect_json(&["--engine", &broken_engine("wrong-total"), "--depth", "1"]);
    assert_eq!(ended.status, Some(0), "{report:#}");
    let warnings = report["warnings"].to_string();
    assert!(warnings.contains("prints the total 21"), "{warnings}");
}
