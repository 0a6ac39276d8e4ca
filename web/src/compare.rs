//! The output of another program beside the counts of ferz.

use ferz::bisect::{Counts, Inspection, MovePath, inspect};
use ferz::chess::{Move, san::San};
use ferz::perft;
use ferz::report::bisect::report::{MoveList, Section, UNNAMED_PROMOTIONS};
use serde_json::{Value, json};

/// The name of the first position, as in `ferz bisect --fen`.
const START_NAME: &str = "the position given";

/// Compares `paste`, what a program printed for perft `depth` after `path`, with `ours`, the counts
/// of ferz. Returns the rows of a table, a verdict, and the explanation of moves that are missing or
/// extra. `answers` are what the program printed for further questions, which tell whether the error
/// is in making moves; the next of them is returned, too.
pub fn compare(
    path: &MovePath,
    depth: u32,
    ours: &[(Move, u64)],
    paste: &str,
    answers: &[String],
) -> Result<Value, String> {
    let mut found = inspect(START_NAME, path, depth, ours, paste)?;
    let (mut answers, mut question) = (answers.iter(), Value::Null);
    if let Some(difference) = &mut found.difference {
        // The difference shows at this depth of the first position.
        difference.depth += path.moves().len() as u32;
        if difference.contradiction.is_none() {
            difference.find_cause(|asked| {
                let answer = answers
                    .next()
                    .map(|answer| is_right(asked, answer))
                    .transpose();
                if let Ok(Some(right)) = answer {
                    return Some(right);
                }
                let command = format!("{}\ngo perft 1", asked.command(None));
                question = json!({"command": command, "error": answer.err()});
                None
            });
        }
    }
    let comparison = &found.comparison;
    let total: u64 = ours.iter().map(|count| count.1).sum();
    let rows = found.moves.iter().map(|one| {
        json!({
            "move": one.text,
            "san": one.mv.map(|mv| San::new(path.board(), mv).to_string()),
            "ours": one.ours,
            "theirs": one.theirs,
            "state": match (one.ours, one.theirs) {
                (None, _) => "extra",
                _ if !comparison.lists_moves() => "unknown",
                _ if one.mv.is_some_and(|mv| comparison.unnamed.contains(&mv)) => "count",
                (_, None) => "missing",
                _ if one.ours == one.theirs => "equal",
                _ => "count",
            },
        })
    });
    let suspects = comparison.suspects();
    let wrong_total = comparison.wrong_total_warning("this position", depth, total);
    let warnings = [
        // A wrong total is news only if the counts are right.
        wrong_total.filter(|_| comparison.is_equal()),
        comparison
            .has_unnamed
            .then(|| UNNAMED_PROMOTIONS.to_owned()),
    ];
    Ok(json!({
        "rows": rows.collect::<Vec<_>>(),
        "ours": total,
        "theirs": found.total,
        "warnings": warnings.into_iter().flatten().collect::<Vec<_>>(),
        "verdict": verdict(&found, depth),
        "next": suspects.first().filter(|_| depth > 1).map(|&mv| path.written(mv)),
        "question": question,
        "report": found.difference.as_ref().map(|difference| {
            report(&Section::new(difference, "", Some(&Default::default())))
        }),
    }))
}

/// Returns whether the output of perft 1 after a path has the right moves.
fn is_right(path: &MovePath, output: &str) -> Result<bool, String> {
    let found = inspect(START_NAME, path, 1, &perft::divide(path.board(), 1), output)?;
    Ok(found.comparison.has_right_moves())
}

/// Returns a sentence that says what differs.
fn verdict(found: &Inspection, depth: u32) -> String {
    let comparison = &found.comparison;
    if let Some(totals) = comparison.totals {
        let Counts { ours, theirs } = totals;
        return match totals.is_equal() {
            true => format!("The totals agree: {ours}."),
            false => {
                format!("The totals differ: {ours} and {theirs}. Print a count for each move.")
            }
        };
    }
    if comparison.is_equal() {
        return format!("All {} moves agree at depth {depth}.", found.moves.len());
    }
    let moves = |count, what: &str| match count {
        0 => None,
        1 => Some(format!("1 move {what}")),
        _ => Some(format!("{count} moves {what}")),
    };
    let parts = [
        moves(comparison.missing.len(), "missing"),
        moves(comparison.extra.len(), "too many"),
        moves(comparison.suspects().len(), "with a wrong count"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!("{}.", parts.join(", "))
}

/// Returns what `ferz bisect` says about a difference.
fn report(section: &Section<'_>) -> Value {
    let marks = section.picture.marks.iter();
    let marks = marks.map(|(square, mark)| (square.to_string(), json!(mark.look().meaning)));
    let arrow = section.picture.arrow;
    json!({
        "headline": section.headline,
        "rule": section.rule_title,
        "introduction": section.introduction,
        "missing": reasons(&section.missing),
        "extra": reasons(&section.extra),
        "conclusion": section.conclusion,
        "marked": section.marked_move,
        "marks": marks.collect::<serde_json::Map<_, _>>(),
        "arrow": arrow.map(|(from, to)| [from.to_string(), to.to_string()]),
    })
}

/// Returns moves with their reasons; moves with the same reason together.
fn reasons(list: &MoveList<'_>) -> Vec<Value> {
    let reasons = list.reasons().into_iter();
    reasons
        .map(|(moves, why)| json!({"move": moves, "why": why}))
        .collect()
}
