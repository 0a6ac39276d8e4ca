//! The report of `ferz bisect`: what all formats say and show. It is built once, and each format
//! arranges it in its own way.

use std::time::Duration;

use crate::bisect::diagnosis::{ExplainedMove, Rule};
use crate::bisect::reply::resolve;
use crate::bisect::{
    BisectResult, Compared, Contradiction, ContradictionKind, Counts, Difference, MovePath,
    PerftCommand, SubjectError, SubjectErrorKind, command, script_arguments,
};
use crate::support::quote::OneLine;

use crate::report::display::marks::{Mark, Marks};
use crate::report::display::svg::BoardPicture;
use crate::report::display::variation::numbered;

/// Maximum number of missing or extra moves in a report. The others are counted.
const MAX_MOVES: usize = 20;

/// The warning about promotions without their pieces.
pub const UNNAMED_PROMOTIONS: &str = "the program prints promotions without their pieces; four lines with the same squares are taken as the four promotions";

/// The report of a run.
pub struct Report<'a> {
    /// The command of the subject.
    pub command: &'a str,
    /// The name that the subject gives itself, if it is a UCI engine and has one.
    pub name: Option<&'a str>,
    /// Number of start positions.
    pub positions: usize,
    /// Problems that did not end the run.
    pub warnings: Vec<String>,
    pub duration: Duration,
    /// The extent of the comparison; `None` if the subject failed before a difference was found.
    pub compared: Option<Compared>,
    /// A section for each difference.
    pub sections: Vec<Section<'a>>,
    /// The first error of the subject. There may be differences, too.
    pub fault: Option<&'a SubjectError>,
}

impl Report<'_> {
    /// Returns the name of the subject, or its command if it has none.
    pub fn subject(&self) -> &str {
        self.name.unwrap_or(self.command)
    }

    /// Returns the title of a file with the report.
    pub fn title(&self) -> String {
        format!("{} and ferz differ", OneLine(self.subject()))
    }
}

/// What the report says and shows about a difference. Paragraphs have line breaks at 100
/// characters.
pub struct Section<'a> {
    pub difference: &'a Difference,
    /// A line that says where the difference is.
    pub headline: String,
    /// The FEN of the position where the difference begins.
    pub fen: String,
    /// The position where the difference begins, with the marks that show it.
    pub picture: BoardPicture<'a>,
    /// The move that the marks show; empty if there is none.
    pub marked_move: &'a str,
    /// The moves that lead to the position.
    pub steps: Vec<Step<'a>>,
    /// The sentence of the rule that is most likely broken, with a capital letter.
    pub rule_title: Option<String>,
    /// The paragraphs before the lists of moves.
    pub introduction: Vec<String>,
    pub missing: MoveList<'a>,
    pub extra: MoveList<'a>,
    /// The paragraph after the lists of moves.
    pub conclusion: Option<String>,
    /// The command lines that reproduce the difference.
    pub commands: String,
}

/// A move that leads to the position of a difference.
pub struct Step<'a> {
    /// The move with its number, such as `1. e4` or `1... e5`.
    pub name: String,
    /// The position after the move.
    pub picture: BoardPicture<'a>,
}

/// The missing or the extra moves.
pub struct MoveList<'a> {
    /// Title of the list in files.
    pub title: &'static str,
    /// At most `MAX_MOVES` of the moves.
    pub shown: &'a [ExplainedMove],
    /// Text such as "and 5 more" if there are more moves.
    pub more: Option<String>,
}

impl<'a> Section<'a> {
    /// Describes a difference. `command` is the command of the subject, and `perft_command` the one
    /// that asks a UCI engine for its counts, `None` for a script.
    pub fn new(
        difference: &'a Difference,
        command: &str,
        perft_command: Option<&PerftCommand>,
    ) -> Self {
        let Difference {
            depth, start_name, ..
        } = difference;
        let marked_move = find_marked_move(difference).unwrap_or_default();
        let fen = difference.path.fen();
        Self {
            difference,
            headline: format!("Difference at depth {depth} of \"{start_name}\"."),
            picture: BoardPicture {
                title: fen.clone(),
                marks: mark_squares(difference, marked_move),
                arrow: difference.main_move().and_then(|main| main.squares.from_to),
                ..BoardPicture::new(difference.path.board())
            },
            fen,
            marked_move,
            steps: list_steps(&difference.path),
            rule_title: difference.rule.map(rule_as_title),
            introduction: format_introduction(difference),
            missing: MoveList::new(
                "Missing: a legal move that is not listed",
                &difference.missing,
            ),
            extra: MoveList::new("Extra: listed, but not a legal move", &difference.extra),
            conclusion: format_conclusion(difference),
            commands: format_commands(difference, command, perft_command),
        }
    }
}

impl<'a> MoveList<'a> {
    fn new(title: &'static str, moves: &'a [ExplainedMove]) -> Self {
        let shown = &moves[..moves.len().min(MAX_MOVES)];
        let more = moves.len() - shown.len();
        Self {
            title,
            shown,
            more: (more > 0).then(|| format!("and {more} more")),
        }
    }

    /// Returns pairs of moves and their reason. Adjacent moves with the same reason are one pair.
    /// If moves are left out, the last pair has no moves, and their number in place of a reason.
    pub fn reasons(&self) -> Vec<(String, &str)> {
        let groups = self.shown.chunk_by(|one, next| one.why == next.why);
        let pair = |group: &'a [ExplainedMove]| {
            let names: Vec<&str> = group.iter().map(|one| one.mv.as_str()).collect();
            (names.join(" "), group[0].why.as_str())
        };
        let more = self.more.iter().map(|more| (String::new(), more.as_str()));
        groups.map(pair).chain(more).collect()
    }
}

/// Returns the warnings about a result.
pub fn list_warnings(result: &BisectResult) -> Vec<String> {
    let unnamed = result
        .has_unnamed_promotions
        .then(|| UNNAMED_PROMOTIONS.to_owned());
    let errors = result.errors.iter().map(error_with_hint);
    let counts = result.wrong_published_counts.iter().cloned();
    let warnings = counts.chain(result.wrong_total.clone());
    warnings.chain(unnamed).chain(errors).collect()
}

/// Returns an error message and a hint for a subject that gave no counts.
pub fn error_with_hint(error: &SubjectError) -> String {
    let hint = match error.kind {
        SubjectErrorKind::Silence(_) if error.printed.is_empty() => {
            "\n  If the program has answered, it has not flushed its output. --timeout allows more time."
        }
        SubjectErrorKind::Silence(_) => "\n  --timeout allows more time.",
        SubjectErrorKind::NoPerft(_) => {
            "\n  --ask sets another command, such as 'perft {depth}'. --script compares any program that counts."
        }
        _ => "",
    };
    format!("{error}{hint}")
}

/// Returns the command lines that reproduce a difference.
fn format_commands(
    difference: &Difference,
    command: &str,
    perft_command: Option<&PerftCommand>,
) -> String {
    let path = &difference.path;
    let contradiction = difference.contradiction.as_ref();
    let depth = contradiction.map_or(1, |found| found.depth);
    match perft_command {
        None => {
            let question = command::join(script_arguments(path, depth, None));
            format!("{command} {question}")
        }
        Some(perft_command) => {
            let question = perft_command.with(depth, &path.fen());
            format!("{}\n{question}", path.command(None))
        }
    }
}

/// Returns the sentence of a rule with a capital letter.
fn rule_as_title(rule: Rule) -> String {
    let mut text = rule.to_string();
    text[..1].make_ascii_uppercase();
    text
}

/// Returns the move that the marks of a difference show.
fn find_marked_move(difference: &Difference) -> Option<&str> {
    let contradiction = difference.contradiction.as_ref();
    let miscounted = contradiction.and_then(|found| found.mv.as_ref());
    let main = difference.main_move().map(|main| &main.mv);
    main.or(miscounted).map(String::as_str)
}

/// Returns the marks that show `marked_move` on the board of a difference.
fn mark_squares(difference: &Difference, marked_move: &str) -> Marks {
    let Some(main) = difference.main_move() else {
        let mv = resolve(marked_move, difference.path.board());
        return mv.map_or_else(Marks::default, Marks::of_move);
    };
    // The first mark of a square stays. A captured checker is more than the target of a move.
    let mut marks = Marks::default();
    marks.add(main.squares.pin, Mark::Pin);
    marks.add(main.squares.attackers, Mark::Attacker);
    marks.add(main.squares.moved, Mark::Move);
    marks.add(main.squares.crossed, Mark::Path);
    marks
}

/// Returns the moves of a path.
fn list_steps(path: &MovePath) -> Vec<Step<'_>> {
    let steps = path.steps().map(|(before, mv, after)| Step {
        name: numbered(before, mv, true),
        picture: BoardPicture {
            marks: Marks::of_move(mv),
            ..BoardPicture::new(after)
        },
    });
    steps.collect()
}

/// Returns the paragraphs before the lists of moves: the contradiction, the totals if the subject
/// prints only totals, and the legal moves if no wrong move is known.
fn format_introduction(difference: &Difference) -> Vec<String> {
    /// Fills at most 83 of the 100 characters: a promotion has 5.
    const MOVES_PER_LINE: usize = 14;
    if let Some(contradiction) = &difference.contradiction {
        return format_contradiction(contradiction);
    }
    let mut paragraph = difference.totals.map_or_else(String::new, |totals| {
        let Counts { ours, theirs } = totals;
        format!("perft 1 counts {theirs} moves here; {ours} are legal.\n")
    });
    if difference.missing.is_empty() && difference.extra.is_empty() {
        paragraph +=
            "The totals do not show which moves are missing or extra. The legal moves are:";
        let path = &difference.path;
        let legal = path.all_written(&path.board().legal_moves());
        let lines = legal.chunks(MOVES_PER_LINE).map(|line| line.join(" "));
        return vec![paragraph, lines.collect::<Vec<_>>().join("\n")];
    }
    let Some(totals) = difference.totals else {
        return Vec::new();
    };
    let expected = totals.ours + difference.extra.len() as u64;
    let found = totals
        .theirs
        .saturating_add(difference.missing.len() as u64);
    paragraph += "The program prints only totals. ";
    paragraph += if found == expected {
        "Its totals after single moves show these differences:"
    } else {
        "Its totals after single moves show some of the differences:"
    };
    vec![paragraph]
}

/// Returns the paragraph after the lists of moves: whether the error is in the generator or in
/// making moves.
fn format_conclusion(difference: &Difference) -> Option<String> {
    Some(if difference.right_from_fen? {
        let advice = difference.cause.map_or_else(String::new, |mv| {
            format!(" Look at the move {} first.", difference.path.written(mv))
        });
        format!(
            "With only the FEN, the program gets this right. So the error is in making moves, not in the\n\
             generator.{advice}"
        )
    } else {
        "With only the FEN, the program gets this wrong, too. So the error is in the generator, not in\n\
         making moves."
            .to_owned()
    })
}

fn format_contradiction(contradiction: &Contradiction) -> Vec<String> {
    let depth = contradiction.depth;
    let mv = contradiction.mv.as_deref().unwrap_or_default();
    let theirs = contradiction.theirs.unwrap_or_default();
    let ours = contradiction.ours.unwrap_or_default();
    let what = match contradiction.kind {
        ContradictionKind::Counts => format!(
            "The program contradicts itself: perft {depth} counts {theirs} for {mv}. Asked for the position\n\
             after {mv}, it counts {ours}, which is right."
        ),
        ContradictionKind::Moves => {
            let list = |moves: &[String]| match moves {
                [] => "none".to_owned(),
                _ => moves.join(" "),
            };
            format!(
                "The program contradicts itself: perft 1 lists the right moves here, but perft {depth} does not\n\
                 (missing: {}; extra: {}).",
                list(&contradiction.missing),
                list(&contradiction.extra)
            )
        }
        ContradictionKind::Total => format!(
            "The program contradicts itself: perft {depth} counts {theirs} here instead of {ours}, but the number\n\
             of moves and the total after each legal move is right. Either one move is missing and\n\
             another one is extra, or making or taking back a move is wrong."
        ),
        ContradictionKind::Leaf => {
            return vec![format!(
                "The moves are right, but their counts are wrong: perft 1 counts {theirs} for {mv} instead of {ours}."
            )];
        }
    };
    let advice = "Its counts depend on the moves made before. Check what taking back a move does not\n\
                  restore, and, if perft uses a hash table, what the key does not include.";
    vec![what, advice.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Board;

    /// The program may not answer the questions by which the move is found.
    #[test]
    fn the_conclusion_names_a_move_only_if_one_is_known() {
        let start = MovePath::new(Board::START_FEN).expect("a FEN");
        let mv = start.board().legal_moves()[0];
        let conclusion = |cause| {
            let difference = Difference {
                start_name: String::new(),
                depth: 2,
                path: start.after(mv),
                missing: Vec::new(),
                extra: Vec::new(),
                rule: None,
                right_from_fen: Some(true),
                cause,
                totals: None,
                contradiction: None,
            };
            format_conclusion(&difference).expect("a conclusion")
        };
        let advice = format!(" Look at the move {} first.", start.written(mv));
        assert!(conclusion(Some(mv)).ends_with(&advice));
        assert!(conclusion(None).ends_with("not in the\ngenerator."));
    }
}
