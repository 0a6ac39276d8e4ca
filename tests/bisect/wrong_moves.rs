//! Engines that break one rule: the report names this rule, at the lowest possible depth.

use std::time::Duration;

use ferz::bisect::diagnosis::Rule;
use ferz::bisect::reply::Reply;
use ferz::bisect::{
    Bisection, MovePath, Question, Subject, SubjectError, SubjectErrorKind, positions,
};
use ferz::chess::Move;
use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::perft::KIWIPETE;
use serde_json::Value;

use super::common::broken::{Broken, Variant};
use super::{bisect, bisect_json, broken_engine, find_differences, reply};

/// Returns the position after a path whose moves the broken generator has made.
fn broken_at(path: &MovePath, variant: Variant) -> Broken {
    let start = MovePath::new(path.start_fen()).expect("the FEN of a path is valid");
    let mut broken = Broken::new(start.board(), Some(variant));
    broken.mailbox.en_passant = start.skipped_square();
    for &mv in path.moves() {
        broken = broken.make_move(mv);
    }
    broken
}

/// Returns the legal moves that the broken generator omits, and the illegal ones that it lists.
pub fn error_at(path: &MovePath, variant: Variant) -> (Vec<String>, Vec<String>) {
    let ours = path.board().legal_moves();
    let theirs = broken_at(path, variant).legal_moves();
    let name = |mv: &Move| CoordinateMove::new(*mv, CastlingNotation::KingMoves).to_string();
    let without = |some: &[Move], others: &[Move]| -> Vec<String> {
        let mut names: Vec<String> = some
            .iter()
            .filter(|mv| !others.contains(mv))
            .map(name)
            .collect();
        names.sort();
        names
    };
    (without(&ours, &theirs), without(&theirs, &ours))
}

/// Returns whether the generator is correct in this position and in all positions less than
/// `plies` plies after it. True if `plies` is 0.
fn is_right_within(path: &MovePath, variant: Variant, plies: usize) -> bool {
    plies == 0
        || (error_at(path, variant) == Default::default()
            && path
                .board()
                .legal_moves()
                .into_iter()
                .all(|mv| is_right_within(&path.after(mv), variant, plies - 1)))
}

pub const fn rule_broken_by(variant: Variant) -> Rule {
    match variant {
        Variant::EnPassantPin => Rule::EnPassantUncoversCheck,
        Variant::CastlingThroughCheck => Rule::CastlingThroughCheck,
        Variant::CastlingRightsOfCapturedRook => Rule::CastlingRightsAfterRookCaptured,
        Variant::CastlingOutOfCheck => Rule::CastlingOutOfCheck,
        Variant::PinnedKnight => Rule::PinnedPiece,
        Variant::DoublePushOverPiece => Rule::DoublePushOverPiece,
        Variant::ThreePromotions => Rule::PromotionPieceMissing,
        Variant::DoubleCheckBlock => Rule::DoubleCheck,
        Variant::CastlingRightsOfMovedRook => Rule::CastlingRightsAfterRookMoved,
        Variant::KingThroughXRay => Rule::KingStaysOnLine,
        Variant::CastlingLeavesRook => Rule::MakingCastling,
        Variant::PromotionToQueen => Rule::MakingPromotion,
        Variant::EnPassantLeavesPawn => Rule::MakingEnPassant,
    }
}

pub fn moves_of(list: &Value) -> Vec<String> {
    let moves = list.as_array().expect("a list of moves").iter();
    let mut names: Vec<String> = moves
        .map(|mv| mv["move"].as_str().expect("a move").to_owned())
        .collect();
    names.sort();
    names
}

/// Returns the path of a reported difference.
pub fn path_of(difference: &Value) -> MovePath {
    let fen = difference["start_fen"].as_str().expect("a FEN");
    let moves = difference["moves"].as_array().expect("a list of moves");
    moves
        .iter()
        .fold(MovePath::new(fen).expect("a FEN"), |path, mv| {
            let written: CoordinateMove = mv.as_str().expect("a move").parse().expect("a move");
            path.after(written.resolve(path.board()).expect("a legal move"))
        })
}

#[test]
fn every_error_is_found_at_the_lowest_possible_depth() {
    for variant in Variant::EARLY {
        let engine = broken_engine(variant.name());
        let (report, ended) = bisect_json(&["--engine", &engine]);
        assert_eq!(ended.status, Some(1), "{variant:?}: {}", ended.errors);
        assert!(
            ended.took < Duration::from_secs(10),
            "{variant:?}: {:?}",
            ended.took
        );
        assert_eq!(report["verdict"], "different");
        let difference = &report["difference"];
        let rule = rule_broken_by(variant);
        assert_eq!(difference["rule"]["id"], rule.id(), "{difference:#}");

        let path = path_of(difference);
        assert_eq!(difference["fen"], path.fen());
        let (missing, extra) = error_at(&path, variant);
        assert!(!missing.is_empty() || !extra.is_empty(), "{difference:#}");
        assert_eq!(moves_of(&difference["missing"]), missing);
        assert_eq!(moves_of(&difference["extra"]), extra);
        let plies = path.moves().len();
        for start in positions::built_in(false) {
            assert!(
                is_right_within(&start.path, variant, plies),
                "{variant:?}: {}",
                start.name
            );
        }
    }
}

#[test]
fn text_and_json_contain_the_same_facts() {
    let engine = broken_engine("castling-rights-of-captured-rook");
    let (report, _) = bisect_json(&["--engine", &engine]);
    let ended = bisect(&["--engine", &engine]);
    assert_eq!(ended.status, Some(1));
    let text = ended.lines.join("\n");
    let difference = &report["difference"];
    for part in [
        difference["fen"].as_str(),
        difference["start_fen"].as_str(),
        difference["moves"][0].as_str(),
        difference["rule"]["text"].as_str(),
        difference["extra"][0]["why"].as_str(),
        Some("With only the FEN, the program gets this right"),
    ] {
        let part = part.expect("a text");
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    // The board, whose marks are brackets.
    let brackets = |c: char| "[](){}<> ".contains(c);
    let text = text.replace(brackets, "");
    let diagram = path_of(difference).board().diagram().to_string();
    assert!(
        text.contains(&diagram.replace(' ', "")),
        "no {diagram} in\n{text}"
    );
    assert_eq!(difference["right_from_fen"], true);
}

#[test]
fn an_engine_without_errors_agrees() {
    for style in ["none", "ornate", "no-total"] {
        let engine = broken_engine(style);
        let (report, ended) = bisect_json(&["--engine", &engine, "--max-nodes", "3000"]);
        assert_eq!(ended.status, Some(0), "{style}: {report:#}");
        assert_eq!(report["verdict"], "equal");
        assert_eq!(report["name"], "Broken");
        assert!(report["compared"]["answers"].as_u64() > report["positions"].as_u64());
        assert_eq!(ended.errors, "");
    }
    let engine = broken_engine("none");
    let ended = bisect(&["--engine", &engine, "--chess960", "--depth", "2"]);
    assert_eq!(ended.status, Some(0), "{:?}", ended.lines);
    assert!(ended.lines[0].contains("agree"), "{:?}", ended.lines);
}

/// Some engines answer `isready` while they count, print no total, and pause. Then no line shows
/// the end of the answer. A pause must not be reported as a missing move, but a missing move must
/// be reported.
#[test]
fn the_whole_answer_of_an_engine_that_pauses_is_compared() {
    let three_promotions = Variant::ThreePromotions;
    let pinned_knight = Variant::PinnedKnight;
    let cases = [
        ("0", None, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "2"),
        ("1", None, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "2"),
        (
            "0",
            Some(three_promotions),
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "1",
        ),
        (
            "0",
            Some(pinned_knight),
            "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1",
            "1",
        ),
    ];
    std::thread::scope(|threads| {
        for (counts_before_readyok, variant, fen, depth) in cases {
            threads.spawn(move || {
                let name = variant.map_or("none", Variant::name);
                let engine = broken_engine(&format!("--async {counts_before_readyok} {name}"));
                let arguments = ["--engine", &engine, "--fen", fen, "--depth", depth];
                let (report, ended) = bisect_json(&arguments);
                let case = format!(
                    "{counts_before_readyok} {name}: {report:#} {}",
                    ended.errors
                );
                assert_eq!(ended.status, Some(i32::from(variant.is_some())), "{case}");
                if let Some(variant) = variant {
                    let difference = &report["difference"];
                    let (missing, extra) = error_at(&path_of(difference), variant);
                    assert_eq!(moves_of(&difference["missing"]), missing, "{case}");
                    assert_eq!(moves_of(&difference["extra"]), extra, "{case}");
                    let rule = rule_broken_by(variant);
                    assert_eq!(difference["rule"]["id"], rule.id(), "{case}");
                }
            });
        }
    });
}

#[test]
fn a_script_is_compared_like_an_engine() {
    let right = broken_engine("--perftree none");
    let agreement = bisect(&["--script", &right, "--max-nodes", "100"]);
    assert_eq!(agreement.status, Some(0), "{agreement:?}");
    for variant in [Variant::EnPassantPin, Variant::CastlingRightsOfCapturedRook] {
        let script = broken_engine(&format!("--perftree {}", variant.name()));
        let (report, ended) = bisect_json(&["--script", &script]);
        assert_eq!(ended.status, Some(1));
        let rule = rule_broken_by(variant);
        assert_eq!(report["difference"]["rule"]["id"], rule.id());
    }
}

/// The broken generator as an engine in the same process.
pub struct InProcess(pub Variant);

impl Subject for InProcess {
    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, SubjectError> {
        let position = broken_at(question.path, self.0);
        let below = |mv| (mv, position.make_move(mv).perft(question.depth - 1));
        Ok(reply(position.legal_moves().into_iter().map(below)))
    }
}

/// The moves that differ after a move that was made wrongly break other rules.
#[test]
fn the_rule_is_that_of_the_move_that_is_made_wrongly() {
    for (variant, fen, cause) in [
        (
            Variant::CastlingLeavesRook,
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
        ),
        // The reply of Black is right.
        (
            Variant::CastlingLeavesRook,
            "k7/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
        ),
        (
            Variant::PromotionToQueen,
            "8/P7/8/8/8/8/7k/K7 w - - 0 1",
            "a7a8r",
        ),
        (
            Variant::EnPassantLeavesPawn,
            "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
            "d4e3",
        ),
    ] {
        let engine = broken_engine(variant.name());
        let arguments = ["--engine", &engine, "--fen", fen];
        let (report, _) = bisect_json(&arguments);
        let difference = &report["difference"];
        let rule = rule_broken_by(variant).id();
        assert_eq!(difference["rule"]["id"], rule, "{difference:#}");
        assert_eq!(difference["right_from_fen"], true, "{difference:#}");
        let path = path_of(difference);
        let (missing, extra) = error_at(&path, variant);
        assert_eq!(moves_of(&difference["missing"]), missing);
        assert_eq!(moves_of(&difference["extra"]), extra);
        let text = bisect(&arguments).lines.join("\n");
        let expected = format!("Look at the move {cause} first.");
        assert!(text.contains(&expected), "{cause}: {text}");
        assert!(text.contains(&format!("({rule}).")), "{text}");
    }
}

/// An engine that leaves the rook of castling in its place. With `is_silent`, it does not answer
/// the question by which bisect tests whether a move of the path is made wrongly: the FEN before
/// that move, and the move.
struct CastlingEngine {
    is_silent: bool,
}

impl Subject for CastlingEngine {
    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, SubjectError> {
        let path = question.path;
        if self.is_silent && path.moves().len() == 1 && path.start_fen() != CASTLING_THEN_REPLY {
            return Err(SubjectError {
                command: "silent".to_owned(),
                kind: SubjectErrorKind::Closed,
                asked: String::new(),
                printed: Vec::new(),
                stderr: Vec::new(),
            });
        }
        InProcess(Variant::CastlingLeavesRook).divide(question)
    }
}

/// A position where the moves differ only after castling and a reply.
const CASTLING_THEN_REPLY: &str = "k7/8/8/8/8/8/8/4K2R w K - 0 1";

#[test]
fn no_move_is_blamed_if_the_engine_does_not_answer_the_question_about_it() {
    for is_silent in [false, true] {
        let mut result =
            find_differences(CASTLING_THEN_REPLY, 3, &mut CastlingEngine { is_silent });
        let difference = result.differences.pop().expect("a difference");
        assert_eq!(difference.path.moves().len(), 2);
        assert_eq!(difference.right_from_fen, Some(true));
        assert_eq!(difference.cause.is_none(), is_silent);
        let rule = difference.rule.expect("a rule");
        assert_eq!(rule == Rule::MakingCastling, !is_silent, "{rule:?}");
        assert_ne!(rule, Rule::MakingMove);
    }
}

#[test]
fn a_search_for_all_differences_lists_each_error_once() {
    for variant in Variant::EARLY.into_iter().chain(Variant::OTHERS) {
        let bisection = Bisection {
            starts: positions::built_in(false),
            depth: 3,
            max_nodes: 20_000,
            all: true,
        };
        let result = bisection.run(&mut InProcess(variant), &|_, _, _| {});
        let found = result.expect("no error is possible").differences;
        let rules: Vec<Option<Rule>> = found.iter().map(|difference| difference.rule).collect();
        assert_eq!(rules, [Some(rule_broken_by(variant))], "{variant:?}");
    }
}

#[test]
fn differences_are_found_from_positions_with_many_moves() {
    let mut found = 0;
    for fen in [
        KIWIPETE,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    ] {
        for variant in Variant::EARLY {
            let mut result = find_differences(fen, 3, &mut InProcess(variant));
            let Some(difference) = result.differences.pop() else {
                continue;
            };
            let plies = difference.path.moves().len();
            assert!(plies < difference.depth as usize, "{variant:?} {fen}");
            let (missing, extra) = error_at(&difference.path, variant);
            assert_eq!(difference.missing.len(), missing.len());
            assert_eq!(difference.extra.len(), extra.len());
            let rule = rule_broken_by(variant);
            assert_eq!(difference.rule, Some(rule), "{variant:?} {fen}");
            found += 1;
        }
    }
    assert!(found >= 12, "{found} of 32");
}
