//! What a report says about a difference, in parts that each format arranges in its own way.

use crate::bisect::command::Syntax;
use crate::bisect::compare::Counts;
use crate::bisect::diagnosis::{ExplainedMove, Rule};
use crate::bisect::path::MovePath;
use crate::bisect::script;
use crate::bisect::{Contradiction, ContradictionKind, Difference, DifferenceKind, MoveDifference};

use super::run_info::{Interface, RunInfo};

/// Maximum number of missing or extra moves in a report. The others are counted.
pub const MAX_MOVES: usize = 20;

/// The parts of an explanation. Paragraphs have line breaks at 100 characters.
pub struct Explanation<'a> {
    /// Paragraphs before the lists of moves.
    pub introduction: Vec<String>,
    /// The missing and extra moves and the rule, if they are known.
    pub moves: Option<WrongMoves<'a>>,
    /// A paragraph about where to look for the error.
    pub conclusion: Option<String>,
}

/// The moves that differ.
pub struct WrongMoves<'a> {
    /// The legal moves that the program does not list.
    pub missing: &'a [ExplainedMove],
    /// The moves that the program lists wrongly.
    pub extra: &'a [ExplainedMove],
    /// The rule that is most likely broken.
    pub rule: Rule,
}

impl WrongMoves<'_> {
    /// Returns the rule with a capital letter.
    pub fn rule_as_title(&self) -> String {
        let mut text = self.rule.to_string();
        if let Some(first) = text.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        text
    }
}

impl<'a> Explanation<'a> {
    /// Explains a difference.
    pub fn new(difference: &'a Difference) -> Self {
        match &difference.kind {
            DifferenceKind::Moves(moves) => Self {
                introduction: introduction(&difference.path, moves),
                moves: moves.is_found().then(|| WrongMoves {
                    missing: &moves.diagnosis.missing,
                    extra: &moves.diagnosis.extra,
                    rule: moves.diagnosis.rule,
                }),
                conclusion: origin(&difference.path, moves),
            },
            DifferenceKind::Contradiction(contradiction) => Self {
                introduction: about_contradiction(contradiction),
                moves: None,
                conclusion: None,
            },
        }
    }
}

/// Returns what is said before the lists of moves: the totals if the program prints only totals,
/// and the legal moves if no wrong move is known.
fn introduction(path: &MovePath, moves: &MoveDifference) -> Vec<String> {
    const MOVES_PER_LINE: usize = 14;
    let mut paragraph = moves.totals.map_or_else(String::new, |totals| {
        let Counts { ours, theirs } = totals;
        format!("perft 1 counts {theirs} moves here; {ours} are legal.\n")
    });
    if !moves.is_found() {
        paragraph +=
            "The totals do not show which moves are missing or extra. The legal moves are:";
        let legal = path.all_written(&path.board().legal_moves());
        let lines = legal.chunks(MOVES_PER_LINE).map(|line| line.join(" "));
        return vec![paragraph, lines.collect::<Vec<_>>().join("\n")];
    }
    let Some(totals) = moves.totals else {
        return Vec::new();
    };
    let diagnosis = &moves.diagnosis;
    let expected = totals.ours + diagnosis.extra.len() as u64;
    let is_all = totals.theirs.saturating_add(diagnosis.missing.len() as u64) == expected;
    paragraph += "The program prints only totals. ";
    paragraph += if is_all {
        "Its totals after single moves show these differences:"
    } else {
        "Its totals after single moves show some of the differences:"
    };
    vec![paragraph]
}

/// Returns whether the error is in the generator or in making moves.
fn origin(path: &MovePath, moves: &MoveDifference) -> Option<String> {
    let cause = moves.cause.map(|mv| path.written(mv));
    let cause = cause.unwrap_or_default();
    Some(if moves.right_from_fen? {
        format!(
            "With only the FEN, the program gets this right. So the error is in making moves, not in the\n\
             generator. Look at the move {cause} first."
        )
    } else {
        "With only the FEN, the program gets this wrong, too. So the error is in the generator, not in\n\
         making moves."
            .to_owned()
    })
}

fn about_contradiction(contradiction: &Contradiction) -> Vec<String> {
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

/// Returns the moves of a list, up to [`MAX_MOVES`], as pairs of moves and their reason. Adjacent
/// moves with the same reason are one pair.
pub fn reasons(moves: &[ExplainedMove]) -> Vec<(String, String)> {
    let shown = &moves[..moves.len().min(MAX_MOVES)];
    let groups = shown.chunk_by(|one, next| one.why == next.why);
    let pair = |group: &[ExplainedMove]| {
        let names: Vec<&str> = group.iter().map(|one| one.mv.as_str()).collect();
        let why = group.first().map_or("", |one| &one.why);
        (names.join(" "), why.to_owned())
    };
    let more = moves.len() - shown.len();
    let more = (more > 0).then(|| (String::new(), format!("and {more} more")));
    groups.map(pair).chain(more).collect()
}

/// Returns a line that says where the difference is.
pub fn headline(difference: &Difference) -> String {
    let Difference { depth, start, .. } = difference;
    format!("Difference at depth {depth} of \"{start}\".")
}

/// Returns the command lines that reproduce a difference.
pub fn commands(info: &RunInfo, difference: &Difference) -> String {
    let path = &difference.path;
    let depth = match &difference.kind {
        DifferenceKind::Moves(_) => 1,
        DifferenceKind::Contradiction(contradiction) => contradiction.depth,
    };
    match &info.interface {
        Interface::Script => {
            let question = Syntax::NATIVE.join(script::arguments(path, depth, None));
            format!("{} {question}", info.command)
        }
        Interface::Engine(perft_command) => {
            let command = perft_command.with(depth, &path.fen());
            format!("{}\n{command}", path.command(None))
        }
    }
}
