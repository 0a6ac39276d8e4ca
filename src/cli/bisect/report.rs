//! What the report of a difference says and shows, for each format to arrange in its own way.
//! Paragraphs have line breaks at 100 characters.

use std::time::Duration;

use crate::bisect::diagnosis::{ExplainedMove, Rule};
use crate::bisect::reply::resolve;
use crate::bisect::{
    Contradiction, ContradictionKind, Counts, Difference, MovePath, PerftCommand, command,
    script_arguments,
};
use crate::support::quote::OneLine;

use crate::cli::display::marks::{Mark, Marks};
use crate::cli::display::svg::BoardPicture;
use crate::cli::display::variation::numbered;

/// Maximum number of missing or extra moves in a report. The others are counted.
pub const MAX_MOVES: usize = 20;

/// Titles of the lists of moves in files.
pub const MISSING: &str = "Missing: a legal move that is not listed";
pub const EXTRA: &str = "Extra: listed, but not a legal move";

/// The facts about a run, apart from its result.
pub struct RunInfo {
    /// The command of the program.
    pub command: String,
    /// The name that the program gives itself, if it is an engine and has one.
    pub name: Option<String>,
    /// The command that asks an engine for its counts; `None` for a script.
    pub perft_command: Option<PerftCommand>,
    /// Number of start positions.
    pub positions: usize,
    /// Problems that did not end the run.
    pub warnings: Vec<String>,
    /// Duration of the run.
    pub duration: Duration,
}

impl RunInfo {
    /// Returns the name of the program, or its command if it has none.
    pub fn program(&self) -> &str {
        self.name.as_ref().unwrap_or(&self.command)
    }

    /// Returns the title of a file with the report.
    pub fn title(&self) -> String {
        format!("{} and ferz differ", OneLine(self.program()))
    }

    /// Returns the command lines that reproduce a difference.
    pub fn commands(&self, difference: &Difference) -> String {
        let path = &difference.path;
        let contradiction = difference.contradiction.as_ref();
        let depth = contradiction.map_or(1, |found| found.depth);
        match &self.perft_command {
            None => {
                let question = command::join(script_arguments(path, depth, None));
                format!("{} {question}", self.command)
            }
            Some(perft_command) => {
                let command = perft_command.with(depth, &path.fen());
                format!("{}\n{command}", path.command(None))
            }
        }
    }
}

/// Returns a line that says where the difference is.
pub fn headline(difference: &Difference) -> String {
    let Difference { depth, start, .. } = difference;
    format!("Difference at depth {depth} of \"{start}\".")
}

/// Returns the rule with a capital letter.
pub fn rule_as_title(rule: Rule) -> String {
    let mut text = rule.to_string();
    text[..1].make_ascii_uppercase();
    text
}

/// Returns the move that the marks of a difference show.
pub fn marked_move(difference: &Difference) -> Option<&str> {
    let contradiction = difference.contradiction.as_ref();
    let wrong_count = contradiction.and_then(|found| found.mv.as_ref());
    let main = difference.main_move().map(|main| &main.mv);
    main.or(wrong_count).map(String::as_str)
}

/// Returns the marks that show the difference on the last board of its path.
pub fn marks(difference: &Difference) -> Marks {
    let Some(main) = difference.main_move() else {
        let mv = marked_move(difference).and_then(|mv| resolve(mv, difference.path.board()));
        return mv.map_or_else(Marks::default, Marks::of_move);
    };
    // The first mark of a square stays. A captured checker is more than the target of a move.
    let mut marks = Marks::default();
    marks.add(main.squares.pin, Mark::Pin);
    marks.add(main.squares.attackers, Mark::Attacker);
    marks.add(main.squares.moved, Mark::Move);
    marks.add(main.squares.path, Mark::Path);
    marks
}

/// Returns the picture of the position of a difference.
pub fn picture(difference: &Difference) -> BoardPicture<'_> {
    let path = &difference.path;
    BoardPicture {
        title: path.fen(),
        marks: marks(difference),
        arrow: difference.main_move().and_then(|main| main.squares.step),
        ..BoardPicture::new(path.board())
    }
}

/// Returns the moves of a path with their numbers, such as `1. e4` or `1... e5`, and a picture of
/// the position after each.
pub fn steps(path: &MovePath) -> impl Iterator<Item = (String, BoardPicture<'_>)> {
    path.steps().map(|(before, mv, after)| {
        let picture = BoardPicture {
            marks: Marks::of_move(mv),
            ..BoardPicture::new(after)
        };
        (numbered(before, mv, true), picture)
    })
}

/// Returns what is said before the lists of moves: the contradiction, the totals if the program
/// prints only totals, and the legal moves if no wrong move is known.
pub fn introduction(difference: &Difference) -> Vec<String> {
    const MOVES_PER_LINE: usize = 14;
    if let Some(contradiction) = &difference.contradiction {
        return about_contradiction(contradiction);
    }
    let mut paragraph = difference.totals.map_or_else(String::new, |totals| {
        let Counts { ours, theirs } = totals;
        format!("perft 1 counts {theirs} moves here; {ours} are legal.\n")
    });
    if difference.rule.is_none() {
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
    paragraph += match found == expected {
        true => "Its totals after single moves show these differences:",
        false => "Its totals after single moves show some of the differences:",
    };
    vec![paragraph]
}

/// Returns what is said after the lists of moves: whether the error is in the generator or in
/// making moves.
pub fn conclusion(difference: &Difference) -> Option<String> {
    let cause = difference.cause.map(|mv| difference.path.written(mv));
    let cause = cause.unwrap_or_default();
    Some(match difference.right_from_fen? {
        true => format!(
            "With only the FEN, the program gets this right. So the error is in making moves, not in the\n\
             generator. Look at the move {cause} first."
        ),
        false => "With only the FEN, the program gets this wrong, too. So the error is in the generator, not in\n\
                  making moves."
            .to_owned(),
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
