//! Messages about malformed lines of perft suites.

use ferz::perft::suite::{SuiteError, SuiteErrorKind, read};

use crate::{Table, assert_messages, variants};

#[rustfmt::skip]
const SUITES: Table<'_, &str> = &[
    ("4k3/8/8/8/8/8/4K3 w - - 0 1 ;D1 5",
        r#"line 1: the FEN has 7 ranks: "4k3/8/8/8/8/8/4K3"; expected 8, separated by "/""#),
    ("# a comment\nepd K w - -\nperft 1 3",
        r#"line 2: the FEN has 1 rank: "K"; expected 8, separated by "/""#),
    ("8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 three",
        r#"line 1: found ";D1 three"; expected a depth from 0 to 255 and a count, like ";D3 8902""#),
    ("8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 3 ;D256 9",
        r#"line 1: found ";D256 9"; expected a depth from 0 to 255 and a count, like ";D3 8902""#),
    ("8/8/8/8/8/8/8/K6k w - - 0 1 ;3",
        r#"line 1: found ";3"; expected a depth from 0 to 255 and a count, like ";D3 8902""#),
    ("epd 8/8/8/8/8/8/8/K6k w - -\nperft 1 3\nperft 2",
        r#"line 3: found "perft 2"; expected a depth from 0 to 255 and a count, like "perft 3 8902""#),
    ("perft 1 20",
        r#"line 1: found "perft 1 20" before any position; expected a line like "epd FEN" first"#),
    ("8/8/8/8/8/8/8/K6k w - - 0 1",
        r#"line 1: the position has no counts; expected some after it, like ";D3 8902""#),
    ("8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 \u{FFFD}",
        "line 1: found bytes that are not text; expected UTF-8"),
    ("8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 3 ;c0 \"open",
        r#"line 1: found an unclosed quotation: "open"; expected a closing quotation mark"#),
];

fn error(suite: &str) -> SuiteError {
    let (_, mut errors) = read(suite);
    assert_eq!(errors.len(), 1, "{suite}: {errors:?}");
    errors.remove(0)
}

#[test]
fn malformed_lines_of_perft_suites() {
    assert_messages(SUITES, |suite| error(suite).to_string());
    let kinds: Vec<SuiteErrorKind> = SUITES.iter().map(|row| error(row.0).kind).collect();
    variants!(SuiteErrorKind: Fen Count OpenQuotation NotText NoPosition NoCounts)
        .assert_all_occur(&kinds);
}
