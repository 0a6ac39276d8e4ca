//! Compares the output of a program that somebody else has run, as in a page where it is pasted.

use std::collections::HashMap;

use super::compare::Comparison;
use super::difference::{Contradiction, ContradictionKind, Difference};
use super::path::MovePath;
use super::subject::SubjectErrorKind;
use super::subject::reply::Reply;
use crate::chess::Move;

/// What the output shows.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The legal moves and the extra moves, sorted by their text.
    pub moves: Vec<ComparedMove>,
    /// The program's total: the number that it prints, or else the sum of its counts.
    pub total: u64,
    /// The differences between the output and the counts of ferz.
    pub comparison: Comparison,
    /// The difference to explain: missing and extra moves, or, at depth 1, counts other than 1.
    pub difference: Option<Difference>,
}

/// The counts for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedMove {
    /// The move. An extra move is written as the program prints it.
    pub text: String,
    /// The move; `None` if it is extra.
    pub mv: Option<Move>,
    /// The count of ferz; `None` if the move is extra.
    pub ours: Option<u64>,
    /// The program's count; `None` if the move is missing, or if there is only a total.
    pub theirs: Option<u64>,
}

/// Compares `output`, all that a program printed for perft `depth` after `path`, with `ours`, the
/// counts of ferz. `start_name` is the name of the start position in the report.
pub fn inspect(
    start_name: &str,
    path: &MovePath,
    depth: u32,
    ours: &[(Move, u64)],
    output: &str,
) -> Result<Inspection, String> {
    let mut reply = Reply::default();
    output.lines().for_each(|line| reply.add(line));
    if let Some(line) = reply.unreadable_count(path.board()) {
        let kind = SubjectErrorKind::unreadable(line);
        return Err(format!("the program {kind}"));
    }
    let nodes = ours.iter().map(|count| count.1).sum();
    // A number equal to the depth is that of a heading such as "perft 3".
    let is_total = |total: &u64| *total != u64::from(depth) || *total == nodes;
    if reply.counts.is_empty() && !reply.total.as_ref().is_some_and(is_total) {
        return Err("found no counts; expected lines like \"e2e4: 20\" or a total".to_owned());
    }
    let comparison = match reply.total {
        Some(total) if reply.counts.is_empty() => Comparison::of_totals(nodes, total),
        _ => Comparison::new(path.board(), ours, &reply),
    };
    Ok(Inspection {
        moves: list_moves(path, ours, &reply, &comparison),
        total: reply.total.unwrap_or_else(|| reply.sum()),
        difference: find_difference(start_name, path, depth, &comparison),
        comparison,
    })
}

fn list_moves(
    path: &MovePath,
    ours: &[(Move, u64)],
    reply: &Reply,
    comparison: &Comparison,
) -> Vec<ComparedMove> {
    let theirs = |mv, right| {
        let is_listed = comparison.lists_moves() && !comparison.missing.contains(&mv);
        let mut differing = comparison.counts.iter();
        let found = differing.find(|count| count.0 == mv);
        is_listed.then(|| found.map_or(right, |(_, counts)| counts.theirs))
    };
    let legal = ours.iter().map(|&(mv, count)| ComparedMove {
        text: path.written(mv),
        mv: Some(mv),
        ours: Some(count),
        theirs: theirs(mv, count),
    });
    // The last count of a move that is listed twice is the extra one.
    let printed = reply.counts.iter().map(|(text, count)| (text, *count));
    let printed: HashMap<&String, u64> = printed.collect();
    let extra = comparison.extra.iter().map(|text| ComparedMove {
        text: text.clone(),
        mv: None,
        ours: None,
        theirs: printed.get(text).copied(),
    });
    let mut moves: Vec<ComparedMove> = legal.chain(extra).collect();
    moves.sort_by(|one, other| one.text.cmp(&other.text));
    moves
}

fn find_difference(
    start_name: &str,
    path: &MovePath,
    depth: u32,
    comparison: &Comparison,
) -> Option<Difference> {
    let is_leaf = depth == 1 && comparison.has_same_moves() && !comparison.counts.is_empty();
    let leaf = || Contradiction::new(ContradictionKind::Leaf, depth, path, comparison);
    (is_leaf || !comparison.has_same_moves()).then(|| Difference {
        contradiction: is_leaf.then(leaf),
        ..Difference::of_moves(start_name.to_owned(), depth, path, comparison)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bisect::Counts;
    use crate::perft::divide;

    /// The king may castle.
    const FEN: &str = "k7/8/8/8/8/8/3PPP2/4K2R w K - 0 1";

    /// Inspects an output of perft, whose right totals are 18 and 51.
    fn inspect_at(depth: u32, output: &str) -> Result<Inspection, String> {
        let path = MovePath::new(FEN).expect("a FEN");
        inspect("a name", &path, depth, &divide(path.board(), depth), output)
    }

    /// Returns an output: the lines that `print` returns for each move and its right count.
    fn output(depth: u32, print: impl Fn(&str, u64) -> String) -> String {
        let board = FEN.parse().expect("a FEN");
        let lines = divide(&board, depth).into_iter();
        let lines = lines.map(|(mv, count)| print(&mv.to_string(), count) + "\n");
        lines.collect()
    }

    fn right(mv: &str, count: u64) -> String {
        format!("{mv}: {count}")
    }

    #[test]
    fn a_right_output_has_no_difference() {
        let text = output(2, right);
        let found = inspect_at(2, &format!("perft 2\n{text}\nNodes searched: 51\n"));
        let found = found.expect("counts");
        assert!(found.comparison.is_equal() && found.difference.is_none());
        assert_eq!((found.moves.len(), found.total), (18, 51));
        assert!(found.moves.iter().all(|one| one.ours == one.theirs));
        assert!(found.moves.is_sorted_by_key(|one| one.text.clone()));
        let wrong_total = format!("{text}\nNodes searched: 50\n");
        let Inspection {
            comparison, total, ..
        } = inspect_at(2, &wrong_total).expect("counts");
        let warning = comparison.wrong_total_warning("a name", 2, 51);
        assert!(comparison.is_equal() && total == 50 && warning.is_some());
    }

    #[test]
    fn missing_and_extra_moves_are_explained_at_any_depth() {
        for depth in [1, 2] {
            let text = output(depth, |mv, count| match mv {
                "e1g1" => format!("e1c1 {count}"),
                _ => right(mv, count),
            });
            let found = inspect_at(depth, &text).expect("counts");
            let has = |mv: &str| {
                let mut moves = found.moves.iter();
                let one = moves.find(|one| one.text == mv).expect("a move");
                (one.mv.is_some(), one.ours.is_some(), one.theirs.is_some())
            };
            assert_eq!(has("e1g1"), (true, true, false));
            assert_eq!(has("e1c1"), (false, false, true));
            let difference = found.difference.expect("a difference");
            assert_eq!(difference.missing[0].mv, "e1g1");
            assert_eq!(difference.extra[0].mv, "e1c1");
            assert_eq!(
                (difference.start_name.as_str(), difference.depth),
                ("a name", depth)
            );
            assert!(difference.rule.is_some() && difference.contradiction.is_none());
        }
    }

    #[test]
    fn a_wrong_count_is_a_move_to_go_into_and_a_difference_at_depth_1() {
        let wrong = |mv: &str, count| right(mv, count + u64::from(mv == "h1h8"));
        let at_depth_2 = inspect_at(2, &output(2, wrong)).expect("counts");
        let suspects = at_depth_2.comparison.suspects();
        assert_eq!(suspects.len(), 1);
        let compared = at_depth_2.moves.iter();
        let differs = |one: &&ComparedMove| one.theirs == one.ours.map(|count| count + 1);
        let differing: Vec<_> = compared.filter(differs).collect();
        assert_eq!((differing.len(), differing[0].mv), (1, Some(suspects[0])));
        assert!(at_depth_2.difference.is_none());
        let at_depth_1 = inspect_at(1, &output(1, wrong)).expect("counts");
        let contradiction = at_depth_1.difference.and_then(|one| one.contradiction);
        let mv = contradiction.and_then(|one| one.mv);
        assert_eq!(mv.as_deref(), Some("h1h8"));
    }

    #[test]
    fn a_lone_total_is_compared() {
        for (text, theirs) in [("perft 2\n52", 52), ("Nodes searched: 0", 0)] {
            let found = inspect_at(2, text).expect("a total");
            assert_eq!(found.comparison.totals, Some(Counts { ours: 51, theirs }));
            assert!(found.moves.iter().all(|one| one.theirs.is_none()));
            assert!(!found.comparison.is_equal() && found.difference.is_none());
        }
    }

    #[test]
    fn an_output_without_counts_is_an_error() {
        for text in ["", "Unknown command: go perft 2", "e2e4\ne2e3"] {
            let error = inspect_at(2, text).expect_err("no counts");
            assert!(error.starts_with("found no counts; "), "{text}");
        }
        let error = inspect_at(2, "e2e4: 3\ne1g1: 3.0\n").expect_err("an error");
        let expected = "the program printed \"e1g1: 3.0\", whose count cannot be read; expected a whole number";
        assert_eq!(error, expected);
    }
}
