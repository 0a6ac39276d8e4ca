//! What `ferz bisect` found, in words.

use std::fmt::Write;

use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::tools::bisect::command::Syntax;
use ferz::tools::bisect::compare::Totals;
use ferz::tools::bisect::diagnosis::Explained;
use ferz::tools::bisect::fault::{Fault, Problem};
use ferz::tools::bisect::path::Path;
use ferz::tools::bisect::script;
use ferz::tools::bisect::{Contradiction, Difference, Kind, MoveDifference, Report};

use super::{ProgramKind, Setting};

/// The whole report.
pub fn report(setting: &Setting, report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = match report.differences.as_slice() {
        [] => write_agreement(&mut text, setting, report),
        differences => write_differences(&mut text, setting, differences),
    };
    text
}

/// Why there is no report, and what may help.
pub fn fault(fault: &Fault) -> String {
    let hint = match fault.problem {
        Problem::Silence(_) if fault.said.is_empty() => {
            "\n  If it has answered, it has not flushed its output. --timeout gives it more time."
        }
        Problem::Silence(_) => "\n  --timeout gives it more time.",
        Problem::NoPerft(_) => {
            "\n  --ask 'perft {depth}' asks in other words; --script compares any program that counts."
        }
        _ => "",
    };
    format!("{fault}{hint}")
}

/// What should not be so, though it makes no difference.
pub fn warnings(report: &Report) -> Vec<String> {
    let doubts = report.doubts.iter().map(|doubt| {
        format!(
            "{}: the count for depth {} is given as {}, but is {}",
            doubt.start, doubt.depth, doubt.published, doubt.ours
        )
    });
    let total = report.wrong_total.iter().map(|wrong| {
        format!(
            "perft {} of \"{}\": the engine gives {} as the total, but its counts, which are right, make {}",
            wrong.depth, wrong.start, wrong.total, wrong.sum
        )
    });
    let unnamed = report.has_unnamed_promotions.then(|| {
        "the engine prints promotions without their pieces, four equal lines for each: taken as the four".to_owned()
    });
    let faults = report.faults.iter().map(fault);
    doubts.chain(total).chain(unnamed).chain(faults).collect()
}

fn write_agreement(text: &mut String, setting: &Setting, report: &Report) -> std::fmt::Result {
    let compared = report.compared;
    let seconds = setting.took.as_secs_f64();
    let name = setting.name.as_ref().unwrap_or(&setting.command);
    let positions = match setting.positions {
        1 => "1 position".to_owned(),
        many => format!("{many} positions, all"),
    };
    let deepest = if compared.depth > compared.depth_of_all {
        format!(", some to depth {}", compared.depth)
    } else {
        String::new()
    };
    writeln!(
        text,
        "{name} and ferz agree: {positions} to depth {}{deepest}, {} answers, {} nodes, {seconds:.2} s",
        compared.depth_of_all, compared.answers, compared.nodes
    )
}

/// All differences, and a list of them at the end if there are several.
fn write_differences(
    text: &mut String,
    setting: &Setting,
    differences: &[Difference],
) -> std::fmt::Result {
    for (i, difference) in differences.iter().enumerate() {
        if i > 0 {
            writeln!(text, "\n{}\n", "-".repeat(72))?;
        }
        write_difference(text, setting, difference)?;
    }
    if differences.len() > 1 {
        writeln!(text, "\n{}\n", "-".repeat(72))?;
        writeln!(text, "{} differences:", differences.len())?;
        for difference in differences {
            let what = match &difference.kind {
                Kind::Moves(moves) if moves.is_found() => {
                    let rule = moves.diagnosis.rule;
                    format!("{rule} ({})", rule.id())
                }
                Kind::Moves(_) => "a number of moves, of a rule unknown".to_owned(),
                Kind::Contradiction(_) => "a contradiction".to_owned(),
            };
            writeln!(
                text,
                "  {what}, at depth {} of \"{}\"",
                difference.depth, difference.start
            )?;
        }
    }
    Ok(())
}

fn write_difference(
    text: &mut String,
    setting: &Setting,
    difference: &Difference,
) -> std::fmt::Result {
    let (path, board) = (&difference.path, difference.path.board());
    writeln!(
        text,
        "Different at depth {} of \"{}\".\n",
        difference.depth, difference.start
    )?;
    writeln!(text, "FEN     {}", path.fen())?;
    if !path.moves().is_empty() {
        writeln!(text, "from    {}", path.start())?;
        writeln!(text, "moves   {}", path.written_moves(setting.castling))?;
    }
    writeln!(text, "\n{}\n", board.diagram())?;
    match &difference.kind {
        Kind::Moves(moves) => write_moves(text, setting, path, moves)?,
        Kind::Contradiction(contradiction) => {
            write_contradiction(text, setting.castling, contradiction)?;
        }
    }
    write_last_steps(text, setting, difference)
}

fn write_moves(
    text: &mut String,
    setting: &Setting,
    path: &Path,
    moves: &MoveDifference,
) -> std::fmt::Result {
    let diagnosis = &moves.diagnosis;
    if let Some(totals) = moves.totals {
        write_totals(text, moves, totals)?;
    }
    if !moves.is_found() {
        return write_legal_moves(text, setting, path);
    }
    write_list(text, "missing", &diagnosis.missing)?;
    write_list(text, "extra", &diagnosis.extra)?;
    let rule = diagnosis.rule;
    writeln!(text, "\nRule most likely broken: {rule} ({}).", rule.id())
}

/// The totals of perft 1 and what they show, for a program that prints no counts.
fn write_totals(text: &mut String, moves: &MoveDifference, totals: Totals) -> std::fmt::Result {
    writeln!(
        text,
        "perft 1 counts {} here, and {} moves are legal.",
        totals.theirs, totals.ours
    )?;
    if !moves.is_found() {
        return Ok(());
    }
    let diagnosis = &moves.diagnosis;
    let by_us = totals.ours + diagnosis.extra.len() as u64;
    let is_all = totals.theirs.saturating_add(diagnosis.missing.len() as u64) == by_us;
    writeln!(
        text,
        "It prints no counts below moves; {}:\n",
        if is_all {
            "its totals after single moves show these"
        } else {
            "its totals after single moves show some of them"
        }
    )
}

/// What is left to do where it is not known which moves are missing or extra.
fn write_legal_moves(text: &mut String, setting: &Setting, path: &Path) -> std::fmt::Result {
    /// How many moves are on a line.
    const ON_A_LINE: usize = 14;
    writeln!(
        text,
        "Totals alone do not show which moves are missing or extra: none that were tried explain\n\
         them. These are legal:\n"
    )?;
    let written = |&mv: &_| CoordinateMove::new(mv, setting.castling).to_string();
    let moves: Vec<String> = path.board().legal_moves().iter().map(written).collect();
    for line in moves.chunks(ON_A_LINE) {
        writeln!(text, "{}", line.join(" "))?;
    }
    Ok(())
}

/// A line for each move, of which there may be very many.
fn write_list(text: &mut String, title: &str, moves: &[Explained]) -> std::fmt::Result {
    /// More are only counted.
    const MOST: usize = 20;
    if moves.is_empty() {
        return writeln!(text, "{title:<8}none");
    }
    for (i, explained) in moves.iter().take(MOST).enumerate() {
        let title = if i == 0 { title } else { "" };
        writeln!(text, "{title:<8}{:<6}{}", explained.mv, explained.why)?;
    }
    match moves.len().checked_sub(MOST) {
        Some(more @ 1..) => writeln!(text, "{:<8}and {more} more", ""),
        _ => Ok(()),
    }
}

fn write_contradiction(
    text: &mut String,
    castling: CastlingNotation,
    contradiction: &Contradiction,
) -> std::fmt::Result {
    match contradiction {
        Contradiction::Counts { depth, counts } => {
            let mv = CoordinateMove::new(counts.mv, castling);
            writeln!(
                text,
                "It contradicts itself: it counts {} below {mv} as part of perft {depth}, but {} when\n\
                 asked for the position after {mv}, which is right.",
                counts.theirs, counts.ours
            )?;
        }
        Contradiction::Moves { depth, comparison } => {
            let written = |&mv: &_| CoordinateMove::new(mv, castling).to_string();
            let missing: Vec<String> = comparison.missing.iter().map(written).collect();
            let list = |moves: &[String]| match moves {
                [] => "none".to_owned(),
                _ => moves.join(" "),
            };
            writeln!(
                text,
                "It contradicts itself: perft 1 lists the right moves here, but perft {depth} does not\n\
                 (missing: {}; extra: {}).",
                list(&missing),
                list(&comparison.extra)
            )?;
        }
        Contradiction::Total { depth, totals } => {
            writeln!(
                text,
                "It contradicts itself: perft {depth} counts {} here, not {}, but as many moves as are\n\
                 legal, and the right totals when asked for the positions after them. If it is not a\n\
                 missing move and an extra one, making or taking back a move goes wrong.",
                totals.theirs, totals.ours
            )?;
        }
        Contradiction::Leaf(counts) => {
            let mv = CoordinateMove::new(counts.mv, castling);
            return writeln!(
                text,
                "Its perft is wrong, not its moves: perft 1 counts {} below {mv}, where {} position is.",
                counts.theirs, counts.ours
            );
        }
    }
    writeln!(
        text,
        "\nWhat it counts depends on how it got there: look at what taking a move back does not\n\
         restore, and, if its perft has a hash table, at what the key leaves out."
    )
}

/// Where to look next, and how to see it again.
fn write_last_steps(
    text: &mut String,
    setting: &Setting,
    difference: &Difference,
) -> std::fmt::Result {
    let path = &difference.path;
    let depth = match &difference.kind {
        Kind::Moves(moves) => {
            let written = |mv| CoordinateMove::new(mv, setting.castling).to_string();
            let cause = moves.diagnosis.cause.map_or(String::new(), written);
            match moves.right_from_fen {
                Some(true) => writeln!(
                    text,
                    "Given the FEN alone, it gets this right: its generator is not at fault, but what making\n\
                     moves leaves behind. Look at the move {cause} first."
                )?,
                Some(false) => writeln!(
                    text,
                    "Given the FEN alone, it gets this wrong too: its generator is at fault, not how it makes\n\
                     moves."
                )?,
                None => {}
            }
            1
        }
        Kind::Contradiction(contradiction) => contradiction.depth(),
    };
    writeln!(text, "\nTo see it again:")?;
    match &setting.program {
        ProgramKind::Script => {
            let question = script::arguments(path, depth, None, setting.castling);
            let question = Syntax::NATIVE.join(question);
            writeln!(text, "{} {question}", setting.command)
        }
        ProgramKind::Engine(ask) => {
            let position = path.command(None, setting.castling);
            let ask = ask.command(depth, &path.fen());
            writeln!(text, "{position}\n{ask}")
        }
    }
}
