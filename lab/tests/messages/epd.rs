//! Messages about malformed lines of EPD files, and about positions that were not solved.

use ferz::search::pool::TooFewThreads;
use ferz::support::epd_line::OpenQuotation;
use ferz::support::memory::OutOfMemory;
use ferz_lab::epd::solve::{SolveError, SolveFault};
use ferz_lab::epd::{EpdError, EpdErrorKind, read};

use crate::{Table, assert_messages, variants};

#[rustfmt::skip]
const LINES: Table<'_, &str> = &[
    ("nonsense",
        r#"line 1: the FEN has 1 rank: "nonsense"; expected 8, separated by "/""#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w bm Rd8;",
        r#"line 1: the FEN's castling rights are "bm"; expected - or up to four different letters of KQkq or of the rooks' files"#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9;",
        r#"line 1: bm: "Rd9" is not a move; expected one like e4, Nbd2, exd8=Q, O-O or e2e4"#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8; am Qd8;",
        r#"line 1: am: "Qd8" is not legal on 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm;",
        "line 1: bm: found nothing; expected an operand after it"),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm soon;",
        r#"line 1: dm: found "soon"; expected a number of moves from 1 to 127"#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - ce +M200;",
        r#"line 1: ce: found "+M200"; expected +M or -M and a number of moves from 1 to 127"#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm #0;",
        r##"line 1: bm: found "#0"; expected # or #- and a number of moves from 1 to 127"##),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8; bm Rd7;",
        "line 1: bm: found twice; expected at most once"),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"open; bm Rd8;",
        r#"line 1: found an unclosed quotation: "open; bm Rd8;"; expected a closing quotation mark"#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm \u{FFFD};",
        "line 1: found bytes that are not text; expected UTF-8"),
];

fn error(line: &str) -> EpdError {
    let (positions, mut errors) = read(line);
    assert_eq!((positions.len(), errors.len()), (0, 1), "{line}");
    errors.remove(0)
}

#[test]
fn malformed_lines_of_epd() {
    assert_messages(LINES, |line| error(line).to_string());
    let kinds: Vec<EpdErrorKind> = LINES.iter().map(|row| error(row.0).kind).collect();
    variants!(EpdErrorKind: Fen Move Mate NoOperand Repeated OpenQuotation NotText)
        .assert_all_occur(&kinds);
    let quotations = kinds.iter().filter_map(|kind| match kind {
        EpdErrorKind::OpenQuotation(OpenQuotation { text }) => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(quotations.collect::<Vec<_>>(), ["open; bm Rd8;"]);
}

/// The reasons that are printed after a position that was not solved.
#[rustfmt::skip]
const FAULTS: Table<'_, SolveFault> = &[
    (SolveFault::NoMove, "there is no legal move"),
    (SolveFault::NotBest, "not a best move"),
    (SolveFault::ToAvoid, "a move to avoid"),
    (SolveFault::NoMate, "no mate in this number of moves"),
    (SolveFault::FalseMate, "a mate score, but its variation does not mate"),
];

#[rustfmt::skip]
const FAILURES: Table<'_, SolveError> = &[
    (SolveError::Memory(OutOfMemory { megabytes: 64 }), "not enough memory for a hash table of 64 MB"),
    (SolveError::Threads(TooFewThreads { asked: 2, started: 0 }), "cannot start 2 threads; the system provides only 0"),
];

#[test]
fn faults_and_failures_of_solving() {
    assert_messages(FAULTS, |fault| fault.to_string());
    variants!(SolveFault: NoMove NotBest ToAvoid NoMate FalseMate)
        .assert_all_occur(FAULTS.iter().map(|row| &row.0));
    assert_messages(FAILURES, |failure| failure.to_string());
    variants!(SolveError: Memory Threads).assert_all_occur(FAILURES.iter().map(|row| &row.0));
}
