//! Converts the bytes of a fuzzer to choices: the start of a game, and its moves.

use ferz::chess::chess960::{self, STARTS};
use ferz::chess::{Board, File, Move};
use ferz::perft::KIWIPETE;

/// Positions with rare features: every kind of move, ends of games, clocks at their maximum, the
/// largest numbers of moves and pieces, Chess960 castling.
pub const FENS: [&str; 23] = [
    Board::START_FEN,
    KIWIPETE,
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rbk1r2/8/8/8/8/8/8/1R1KR3 w EBfb - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/8/8/K1k5 w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 99 65535",
    "4k3/8/8/8/8/8/4P3/4K2R b K - 100 80",
    "7k/8/8/2Pp4/8/8/8/7K w - d6 0 1",
    "2b4k/8/8/3pP3/8/7K/8/8 w - d6 0 1",
    "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1",
    "k7/8/8/8/8/8/8/KNB5 b - - 65535 65535",
    "K6N/6N1/8/5k2/7N/8/p7/8 b - - 0 1",
    "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
    "4k3/8/8/3pP3/8/8/4r3/4K3 w KQkq d6 0 1",
];

/// The bytes that determine the choices. After their end, all choices are 0.
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// Returns the next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    /// Returns the next two bytes as a number; `None` at the end.
    pub fn pair(&mut self) -> Option<u16> {
        let (&pair, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u16::from_le_bytes(pair))
    }

    /// Returns a number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        let number = match bound {
            ..=256 => usize::from(self.byte()),
            _ => usize::from(u16::from_le_bytes([self.byte(), self.byte()])),
        };
        number % bound
    }

    /// Returns one of the items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Returns whether there are no more bytes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the remaining bytes as text.
    pub fn text(self) -> String {
        String::from_utf8_lossy(self.0).into_owned()
    }

    /// Returns the start of a game; `None` if the position is invalid.
    pub fn start(&mut self) -> Option<Board> {
        let mut number = || self.below(STARTS.into()) as u16;
        let (white, black) = (number(), number());
        // The first number also selects the kind of start.
        match white % 5 {
            0 => Some(Board::default()),
            1 => Some(chess960::start(white, white)),
            2 => Some(chess960::start(white, black)),
            3 => FENS[usize::from(black) % FENS.len()].parse().ok(),
            _ => self.placement().parse().ok(),
        }
    }

    /// Returns a legal move; `None` at the end of the game.
    pub fn legal_move(&mut self, board: &Board) -> Option<Move> {
        let moves = board.legal_moves();
        (!moves.is_empty()).then(|| moves[self.below(moves.len())])
    }

    /// Returns the position after at most `max_plies` legal moves.
    pub fn walk(&mut self, start: Board, max_plies: usize) -> Board {
        let mut board = start;
        for _ in 0..self.below(max_plies + 1) {
            if self.is_empty() {
                break;
            }
            let Some(mv) = self.legal_move(&board) else {
                break;
            };
            board = board.after(mv);
        }
        board
    }

    /// Returns the FEN of a position with pieces on any squares. It may be invalid.
    fn placement(&mut self) -> String {
        let mut letters = ['1'; 64];
        for king in ['K', 'k'] {
            letters[self.below(64)] = king;
        }
        for _ in 0..self.below(31) {
            let (square, letter) = (self.below(64), self.pick(b"PNBRQpnbrq"));
            let on_end = !(8..56).contains(&square);
            if letters[square] == '1' && !(on_end && letter.eq_ignore_ascii_case(&b'p')) {
                letters[square] = letter.into();
            }
        }
        let side = self.pick(&['w', 'b']);
        let mut castling = String::new();
        // One bit for each file.
        let rights = self.byte();
        for (square, letter) in letters.into_iter().enumerate() {
            let file = File::from_index(square % 8).letter();
            let has_right = rights >> (square % 8) & 1 == 1;
            match letter {
                'R' if square < 8 && has_right => castling.push(file.to_ascii_uppercase()),
                'r' if square >= 56 && has_right => castling.push(file),
                _ => {}
            }
        }
        if castling.is_empty() {
            castling.push('-');
        }
        let en_passant = match self.byte() {
            file @ 0..8 => {
                let rank = if side == 'w' { '6' } else { '3' };
                format!("{}{rank}", File::from_index(file.into()).letter())
            }
            _ => "-".to_owned(),
        };
        let ranks: Vec<String> = letters.rchunks(8).map(String::from_iter).collect();
        let (clock, number) = (self.below(256), self.below(10_000));
        format!(
            "{} {side} {castling} {en_passant} {clock} {number}",
            ranks.join("/")
        )
    }
}
