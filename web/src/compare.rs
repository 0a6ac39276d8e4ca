//! The output of another program beside the counts of ferz.

use ferz::bisect::diagnosis::Rule;
use ferz::bisect::{Inspection, MovePath, inspect};
use ferz::chess::{Move, san::San};
use ferz::report::bisect::report::{MoveList, Section, UNNAMED_PROMOTIONS};
use serde_json::{Value, json};

/// The name of the first position, as in `ferz bisect --fen`.
const START_NAME: &str = "the position given";

/// Compares `paste`, what a program printed for perft `depth` after `path`, with `ours`, the counts
/// of ferz. Returns the rows of a table, a verdict, and the explanation of moves that are missing or
/// extra.
pub fn compare(
    path: &MovePath,
    depth: u32,
    ours: &[(Move, u64)],
    paste: &str,
) -> Result<Value, String> {
    let mut found = inspect(START_NAME, path, depth, ours, paste)?;
    if let Some(difference) = &mut found.difference {
        // The difference shows at this depth of the first position.
        difference.depth += path.moves().len() as u32;
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
                (_, None) => "missing",
                _ if one.ours == one.theirs => "equal",
                _ => "count",
            },
        })
    });
    let suspects = comparison.suspects();
    let wrong_total = comparison.wrong_total_warning(START_NAME, depth, total);
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
        "report": found.difference.as_ref().map(|difference| {
            report(&Section::new(difference, "", Some(&Default::default())))
        }),
    }))
}

/// Returns a sentence that says what differs.
fn verdict(found: &Inspection, depth: u32) -> String {
    let comparison = &found.comparison;
    if let Some(totals) = comparison.totals {
        let what = if totals.is_equal() { "agree" } else { "differ" };
        return format!(
            "Only totals, and they {what}: {} and {}.",
            totals.ours, totals.theirs
        );
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
    let difference = section.difference;
    let marks = section.picture.marks.iter();
    let marks = marks.map(|(square, mark)| (square.to_string(), json!(mark.look().meaning)));
    let arrow = section.picture.arrow;
    json!({
        "headline": section.headline,
        "rule": section.rule_title,
        "ruleId": difference.rule.map(Rule::id),
        "introduction": section.introduction,
        "missing": reasons(&section.missing),
        "extra": reasons(&section.extra),
        "conclusion": section.conclusion,
        "marked": section.marked_move,
        "marks": marks.collect::<serde_json::Map<_, _>>(),
        "arrow": arrow.map(|(from, to)| [from.to_string(), to.to_string()]),
        "commands": section.commands,
    })
}

/// Returns moves with their reasons; moves with the same reason together.
fn reasons(list: &MoveList<'_>) -> Vec<Value> {
    let reasons = list.reasons().into_iter();
    reasons
        .map(|(moves, why)| json!({"move": moves, "why": why}))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::perft::divide;

    /// Compares the right counts after `change` with those of ferz.
    fn compare_after(fen: &str, depth: u32, change: impl Fn(String) -> String) -> Value {
        let path = MovePath::new(fen).expect("a FEN");
        let ours = divide(path.board(), depth);
        let lines = ours.iter().map(|(mv, count)| format!("{mv}: {count}\n"));
        compare(&path, depth, &ours, &change(lines.collect())).expect("counts")
    }

    const CASTLES: &str = "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1";

    #[test]
    fn an_illegal_move_is_explained_as_by_bisect() {
        let found = compare_after(CASTLES, 1, |text| text + "e1g1: 1\n");
        let report = &found["report"];
        assert_eq!(found["verdict"], "1 move too many.");
        assert_eq!(report["ruleId"], "castling-through-check");
        assert_eq!(
            report["headline"],
            "Difference at depth 1 of \"the position given\"."
        );
        assert_eq!(
            (&report["marks"]["f8"], &report["marks"]["f1"]),
            (&json!("attacker"), &json!("path"))
        );
        assert_eq!(report["arrow"], json!(["e1", "g1"]));
        assert!(
            report["commands"]
                .as_str()
                .expect("text")
                .ends_with("go perft 1")
        );
    }

    #[test]
    fn a_wrong_count_leads_into_its_move() {
        let found = compare_after(CASTLES, 2, |text| text.replace("e1c1: 1", "e1c1: 9"));
        assert_eq!(found["verdict"], "1 move with a wrong count.");
        assert_eq!(
            (&found["next"], &found["report"]),
            (&json!("e1c1"), &Value::Null)
        );
        let mut rows = found["rows"].as_array().expect("a list").iter();
        assert_eq!(
            rows.find(|row| row["move"] == "e1c1").expect("a row")["state"],
            "count"
        );
    }

    #[test]
    fn equal_counts_and_totals_are_no_difference() {
        let found = compare_after(CASTLES, 1, |text| text);
        assert_eq!(
            (&found["report"], &found["next"]),
            (&Value::Null, &Value::Null)
        );
        assert!(found["verdict"].as_str().expect("text").starts_with("All "));
        let total = compare_after(CASTLES, 1, |_| "Nodes searched: 3".to_owned());
        assert!(
            total["verdict"]
                .as_str()
                .expect("text")
                .starts_with("Only totals, and they differ")
        );
        assert_eq!(total["rows"][0]["state"], "unknown");
    }
}
