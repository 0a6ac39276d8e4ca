//! Messages about files of training games.

use std::io;

use ferz::chess::{Board, Move, MoveKind, Outcome, Square};
use ferz_lab::data::{Game, GameReader, ScoredMove, encode};

/// Encodes two games without moves, 36 bytes each, and changes the byte at `at` in the second game.
fn changed(at: usize, byte: u8) -> Vec<u8> {
    let game = Game {
        start: Board::default(),
        moves: Vec::new(),
        outcome: Outcome::Draw,
    };
    let mut bytes = encode(&game).repeat(2);
    bytes[36 + at] = byte;
    bytes
}

/// Returns a game that ends with checkmate and has a draw as its result.
fn drawn_by_mate() -> Vec<u8> {
    let mv = Move::new(Square::F7, Square::G7, MoveKind::Quiet);
    encode(&Game {
        start: "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1".parse().unwrap(),
        moves: vec![ScoredMove { mv, score: 0 }],
        outcome: Outcome::Draw,
    })
}

/// A reader that fails after this number of bytes.
struct Failing(usize);

impl io::Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::Error::other("the disk is on fire"));
        }
        let given = self.0.min(buffer.len());
        let game = changed(0, 255);
        buffer[..given].copy_from_slice(&game[..given]);
        self.0 -= given;
        Ok(given)
    }
}

/// Returns the first error of reading these bytes.
fn error(bytes: impl io::Read) -> anyhow::Error {
    let mut games = GameReader::new(io::BufReader::new(bytes), "games.vf");
    games.find_map(Result::err).unwrap()
}

#[test]
fn errors_in_files_of_games_are_reported() {
    #[rustfmt::skip]
    let table = [
        (error(Failing(0)),
            "cannot read games.vf: the disk is on fire"),
        (error(Failing(32)),
            "cannot read games.vf after byte 32: the disk is on fire"),
        (error(&changed(0, 255)[..9]),
            "games.vf: game 1, byte 0: the file ends within this game; expected four zero bytes at the end of a game"),
        (error(&changed(0, 255)[..70]),
            "games.vf: game 2, byte 36: the file ends within this game; expected four zero bytes at the end of a game"),
        (error(&changed(2, 1)[..]),
            "games.vf: game 2, byte 36: 33 squares are occupied; expected at most 32"),
        (error(&changed(8, 0x67)[..]),
            "games.vf: game 2, byte 36: the piece on a1 has the code 7; expected 0 to 5, or 6 for a rook on its back rank that can still castle, plus 8 for a black piece"),
        (error(&changed(12, 6)[..]),
            "games.vf: game 2, byte 36: the piece on a2 has the code 6; expected 0 to 5, or 6 for a rook on its back rank that can still castle, plus 8 for a black piece"),
        (error(&changed(7, 127)[..]),
            "games.vf: game 2, byte 36: there are more pieces than occupied squares; expected one piece on each"),
        (error(&changed(24, 65)[..]),
            "games.vf: game 2, byte 36: the en passant square is 65; expected 0 to 64"),
        (error(&changed(25, 101)[..]),
            "games.vf: game 2, byte 36: the game begins after 101 plies without a capture or pawn move; expected at most 100"),
        (error(&changed(30, 3)[..]),
            "games.vf: game 2, byte 36: the result is 3; expected 0 (Black won), 1 (draw) or 2 (White won)"),
        (error(&changed(10, 0x55)[..]),
            "games.vf: game 2, byte 36: the first position is invalid: pieces: white has 2 kings; expected exactly 1"),
        (error(&changed(24, 44)[..]),
            "games.vf: game 2, byte 36: the first position is inconsistent: en passant square e6 is dropped: no black pawn can just have skipped it; expected \"-\" or the square that the last move skipped"),
        (error(&changed(32, 1)[..]),
            "games.vf: game 2, byte 68: the move 0x0001 is not legal on rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (error(&drawn_by_mate()[..]),
            "games.vf: game 1, byte 0: the result is 1/2-1/2; expected 1-0, because the game ends on 7k/6Q1/6K1/8/8/8/8/8 b - - 1 1"),
    ];
    for (error, message) in &table {
        assert_eq!(error.to_string(), *message);
    }
}
