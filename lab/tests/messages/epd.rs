//! Messages about malformed lines of EPD files.

use ferz_lab::epd::read;

use crate::{Table, assert_messages};

#[rustfmt::skip]
const LINES: Table<'_, &str> = &[
    ("nonsense",
        r#"the FEN has 1 rank: "nonsense"; expected 8, separated by "/""#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w bm Rd8;",
        r#"the FEN's castling rights are "bm"; expected - or up to four different letters of KQkq or of the rooks' files"#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9;",
        r#"bm: "Rd9" is not a move; expected one like e4, Nbd2, exd8=Q, O-O or e2e4"#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8; am Qd8;",
        r#"am: "Qd8" is not legal on 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm;",
        "bm: found nothing; expected an operand after it"),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm soon;",
        r#"dm: found "soon"; expected a number of moves from 1 to 127"#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - ce +M200;",
        r#"ce: found "+M200"; expected +M or -M and a number of moves from 1 to 127"#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm #0;",
        r##"bm: found "#0"; expected # or #- and a number of moves from 1 to 127"##),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8; bm Rd7;",
        "bm: found twice; expected at most once"),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"open; bm Rd8;",
        r#"found an unclosed quotation: "open; bm Rd8;"; expected a closing quotation mark"#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm \u{FFFD};",
        "found bytes that are not text; expected UTF-8"),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm #-;",
        r##"bm: found "#-"; expected # or #- and a number of moves from 1 to 127"##),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm #3 Rd8;",
        r##"bm: found "#3 Rd8"; expected # or #- and a number of moves from 1 to 127"##),
    // `bm #3` means `dm 3`.
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm #3; dm 3;",
        "dm: found twice; expected at most once"),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 0;",
        r#"dm: found "0"; expected a number of moves from 1 to 127"#),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - ce -M128;",
        r#"ce: found "-M128"; expected +M or -M and a number of moves from 1 to 127"#),
];

#[test]
fn malformed_lines_of_epd_are_reported() {
    assert_messages(LINES, |line| {
        let (positions, errors) = read("a file", line);
        assert_eq!((positions.len(), errors.len()), (0, 1), "{line}");
        errors[0].message.clone()
    });
}
