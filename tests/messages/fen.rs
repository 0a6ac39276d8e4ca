//! Messages about positions: malformed FENs, FENs of illegal positions, and notes on accepted
//! positions that no game reaches.

use ferz::chess::{Board, FenError, InvalidPosition, SetupNote};

use crate::{Table, assert_messages, variants};

#[rustfmt::skip]
const MALFORMED: Table<'_, &str> = &[
    ("",
        "the FEN has 0 fields and no piece placement; expected 4 to 6 fields"),
    (" \t ",
        "the FEN has 0 fields and no piece placement; expected 4 to 6 fields"),
    ("4k3/8/8/8/8/8/8/4K3",
        "the FEN has 1 field and no side to move; expected 4 to 6 fields"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Ke2;",
        r#"the FEN has text after its sixth field: "bm"; expected 4 to 6 fields"#),
    ("4k3/8/8/8/8/8/4K3 w - - 0 1",
        r#"the FEN has 7 ranks: "4k3/8/8/8/8/8/4K3"; expected 8, separated by "/""#),
    ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1",
        r#"the FEN has 9 ranks: "4k3/8/8/8/8/8/8/8/4K3"; expected 8, separated by "/""#),
    ("4k3/8/8/8/8/8/8/4K3/ w - - 0 1",
        r#"the FEN has 9 ranks: "4k3/8/8/8/8/8/8/4K3/"; expected 8, separated by "/""#),
    ("4k3/8/8/7/8/8/8/4K3 w - - 0 1",
        r#"rank 5 of the FEN has 7 squares: "7"; expected 8"#),
    ("4k3/8/8/8/8/8/8/4K4 w - - 0 1",
        r#"rank 1 of the FEN has 9 squares: "4K4"; expected 8"#),
    ("4k3//8/8/8/8/8/4K3 w - - 0 1",
        r#"rank 7 of the FEN has 0 squares: ""; expected 8"#),
    ("rnbqkbnrr/8/8/8/8/8/8/4K3 w - - 0 1",
        r#"rank 8 of the FEN has 9 squares: "rnbqkbnrr"; expected 8"#),
    ("4k3/8/4x3/8/8/8/8/4K3 w - - 0 1",
        r#"rank 6 of the FEN contains "x": "4x3"; expected only PNBRQKpnbrqk and 1 to 8"#),
    ("4k3/9/8/8/8/8/8/4K3 w - - 0 1",
        r#"rank 7 of the FEN contains "9": "9"; expected only PNBRQKpnbrqk and 1 to 8"#),
    ("4k3/80/8/8/8/8/8/4K3 w - - 0 1",
        r#"rank 7 of the FEN contains "0": "80"; expected only PNBRQKpnbrqk and 1 to 8"#),
    // The Kelvin sign has the lowercase form k.
    ("4k3/8/8/8/8/8/8/4\u{212A}3 w - - 0 1",
        "rank 1 of the FEN contains \"\u{212A}\": \"4\u{212A}3\"; expected only PNBRQKpnbrqk and 1 to 8"),
    ("4k3/8/8/8/8/8/8/4K3 W - - 0 1",
        r#"the FEN's side to move is "W"; expected w or b"#),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1",
        r#"the FEN's castling rights are "KQkqK"; expected - or up to four different letters of KQkq or of the rooks' files"#),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1",
        r#"the FEN's castling rights are "KK"; expected - or up to four different letters of KQkq or of the rooks' files"#),
    ("r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1",
        r#"the FEN's castling rights are "K-"; expected - or up to four different letters of KQkq or of the rooks' files"#),
    ("r3k2r/8/8/8/8/8/8/R3K2R w I - 0 1",
        r#"the FEN's castling rights are "I"; expected - or up to four different letters of KQkq or of the rooks' files"#),
    ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
        r#"the FEN's en passant square is "e9"; expected - or a square like e3"#),
    ("4k3/8/8/8/8/8/8/4K3 w - E3 0 1",
        r#"the FEN's en passant square is "E3"; expected - or a square like e3"#),
    ("4k3/8/8/8/8/8/8/4K3 w - - -1 1",
        r#"the FEN's halfmove clock is "-1"; expected a number from 0 to 65535"#),
    ("4k3/8/8/8/8/8/8/4K3 w - - +1 1",
        r#"the FEN's halfmove clock is "+1"; expected a number from 0 to 65535"#),
    ("4k3/8/8/8/8/8/8/4K3 w - - 65536 1",
        r#"the FEN's halfmove clock is "65536"; expected a number from 0 to 65535"#),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 65536",
        r#"the FEN's move number is "65536"; expected a number from 0 to 65535"#),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999",
        r#"the FEN's move number is "99999999999999999999"; expected a number from 0 to 65535"#),
];

#[rustfmt::skip]
const ILLEGAL: Table<'_, &str> = &[
    ("8/8/8/8/8/8/8/4K3 w - - 0 1",
        "pieces: black has 0 kings; expected exactly 1"),
    ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
        "pieces: white has 2 kings; expected exactly 1"),
    ("4k3/8/8/8/P7/PPPPPPPP/PPPP4/RNB1K3 w - - 0 1",
        "pieces: white has 17 pieces; expected at most 16"),
    ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
        "pieces: black has 9 pawns; expected at most 8"),
    ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
        "pieces: white has at least 9 pawns and promoted pieces; expected at most 8"),
    ("nnn1k3/8/8/rrr5/8/qq6/pppppp2/4K3 w - - 0 1",
        "pieces: black has at least 9 pawns and promoted pieces; expected at most 8"),
    ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "pieces: a pawn stands on a8; expected none on the first rank and the eighth"),
    ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
        "pieces: a pawn stands on a1; expected none on the first rank and the eighth"),
    ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "side to move: white, while black is in check; expected the side in check to move"),
    ("8/8/8/3kK3/8/8/8/8 b - - 0 1",
        "side to move: black, while white is in check; expected the side in check to move"),
];

/// Accepted positions with their notes, one on each line.
#[rustfmt::skip]
const NOTES: Table<'_, &str> = &[
    ("8/6B1/8/8/B7/8/K1pk4/8 b",
        "the FEN has 2 fields; assuming no castling rights and no en passant square; expected 4 to 6 fields"),
    ("4k3/8/8/8/8/8/8/4K2R w K",
        "the FEN has 3 fields; assuming no en passant square; expected 4 to 6 fields"),
    // White is in check from three pieces, from two knights, and from rooks on opposite sides.
    ("4k3/8/8/8/1b2r3/8/6n1/4K3 w - - 0 1",
        "this position cannot arise in a game: white is in check from g2, b4, e4; expected checks that a single move can give"),
    ("4k3/8/8/8/8/3n4/6n1/4K3 w - - 0 1",
        "this position cannot arise in a game: white is in check from g2, d3; expected checks that a single move can give"),
    ("4k3/8/8/8/8/8/8/r3K2r w - - 0 1",
        "this position cannot arise in a game: white is in check from a1, h1; expected checks that a single move can give"),
    // The last move was d7d5, which cannot have discovered the check from e2.
    ("4k3/8/8/3pP3/8/8/4r3/4K3 w - d6 0 1",
        "this position cannot arise in a game: white was in check from e2 before the double push over d6; expected no check"),
    ("4k3/8/8/8/8/8/4K3/R6R w K - 0 1",
        "castling right K is dropped: the white king is on e2; expected it on its back rank"),
    ("r7/4k3/8/8/8/8/8/4K3 w a - 0 1",
        "castling right a is dropped: the black king is on e7; expected it on its back rank"),
    ("4k3/8/8/8/8/8/8/R3K3 w K - 0 1",
        "castling right K is dropped: there is no white rook on the squares from the king to h1; expected one"),
    ("r3k3/8/8/8/8/8/8/4K3 w b - 0 1",
        "castling right b is dropped: there is no black rook on b8; expected one"),
    // The squares hold a black rook and the white king, not a white rook.
    ("4k3/8/8/8/8/8/8/4K1nr w H - 0 1",
        "castling right H is dropped: there is no white rook on h1; expected one"),
    ("4k3/8/8/8/8/8/8/R3K2R w E - 0 1",
        "castling right E is dropped: there is no white rook on e1; expected one"),
    ("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1",
        "castling right G is dropped: it is a second right on the same side of the white king; expected one on each side"),
    ("r3k3/8/8/8/8/8/8/4K3 w qa - 0 1",
        "castling right a is dropped: it is a second right on the same side of the black king; expected one on each side"),
    // In the first six FENs, White is to move, so a black pawn must just have moved two squares.
    // Their errors, in order: e3 is on the wrong rank; e5 is on the wrong rank; e5 has no black
    // pawn (twice); e6 is occupied; e7 is occupied.
    ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
        "en passant square e3 is dropped: no black pawn can just have skipped it; expected \"-\" or the square that the last move skipped"),
    ("4k3/8/8/8/4p3/8/8/4K3 w - e5 0 1",
        "en passant square e5 is dropped: no black pawn can just have skipped it; expected \"-\" or the square that the last move skipped"),
    ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "en passant square e6 is dropped: no black pawn can just have skipped it; expected \"-\" or the square that the last move skipped"),
    ("4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1",
        "en passant square e6 is dropped: no black pawn can just have skipped it; expected \"-\" or the square that the last move skipped"),
    ("4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1",
        "en passant square e6 is dropped: no black pawn can just have skipped it; expected \"-\" or the square that the last move skipped"),
    ("4k3/4n3/8/3Pp3/8/8/8/4K3 w - e6 0 1",
        "en passant square e6 is dropped: no black pawn can just have skipped it; expected \"-\" or the square that the last move skipped"),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - d3 0 1",
        "en passant square d3 is dropped: no white pawn can just have skipped it; expected \"-\" or the square that the last move skipped"),
    ("4k3/8/8/8/8/8/8/4K3 w - a1 0 1",
        "en passant square a1 is dropped: no black pawn can just have skipped it; expected \"-\" or the square that the last move skipped"),
    // Several notes at once.
    ("4k3/8/8/8/1b2r3/8/6n1/R3K3 w KQq d6 0 1",
        "castling right K is dropped: there is no white rook on the squares from the king to h1; expected one\n\
         castling right q is dropped: there is no black rook on the squares from the king to a8; expected one\n\
         en passant square d6 is dropped: no black pawn can just have skipped it; expected \"-\" or the square that the last move skipped\n\
         this position cannot arise in a game: white is in check from g2, b4, e4; expected checks that a single move can give"),
    // No note: no pawn can capture en passant, but a pawn has just skipped the square.
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ""),
];

/// Returns the notes on a FEN that must be accepted.
fn notes(fen: &str) -> Vec<SetupNote> {
    let (_, notes) = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    notes
}

/// Returns the error of a FEN that must be rejected.
fn error(fen: &str) -> FenError {
    match fen.parse::<Board>() {
        Ok(board) => panic!("{fen} was accepted: {board:?}"),
        Err(error) => error,
    }
}

#[test]
fn malformed_fens_are_explained() {
    assert_messages(MALFORMED, |fen| error(fen).to_string());
}

#[test]
fn illegal_positions_are_explained() {
    assert_messages(ILLEGAL, |fen| error(fen).to_string());
}

#[test]
fn accepted_positions_that_no_game_reaches_get_notes() {
    assert_messages(NOTES, |fen| {
        let lines: Vec<String> = notes(fen).iter().map(SetupNote::to_string).collect();
        lines.join("\n")
    });
    let all: Vec<SetupNote> = NOTES.iter().flat_map(|row| notes(row.0)).collect();
    variants!(SetupNote:
        MissingFields CastlingKing CastlingRook CastlingTwice EnPassant ImpossibleCheck
        EnPassantInCheck
    )
    .assert_all_occur(&all);
}

#[test]
fn every_variant_of_the_fen_errors_is_tested() {
    let tables = MALFORMED.iter().chain(ILLEGAL);
    let errors: Vec<FenError> = tables.map(|(fen, _)| error(fen)).collect();
    variants!(FenError:
        MissingField TrailingText RankCount RankLength PieceLetter SideToMove Castling EnPassant
        Clock Invalid
    )
    .assert_all_occur(&errors);
    let invalid = errors.iter().filter_map(|error| match error {
        FenError::Invalid(invalid) => Some(invalid),
        _ => None,
    });
    variants!(InvalidPosition:
        KingCount TooManyPieces TooManyPawns TooManyPromoted PawnOnBackRank OpponentInCheck
    )
    .assert_all_occur(invalid);
}
