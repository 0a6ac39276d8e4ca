//! Seeded random numbers, games and positions. They are the same on every machine.

use ferz::chess::{Board, File, Move, Square};

/// Maximum length of a random game, in plies.
pub const MAX_PLIES: usize = 150;

/// A SplitMix64 random number generator (<https://prng.di.unimi.it/splitmix64.c>).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next random number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a random number from 0 to `bound - 1`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Returns a random item.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Returns the number of games or positions to test: `count`, or a quarter of it in builds with
/// debug assertions.
pub fn scaled(count: usize) -> usize {
    if cfg!(debug_assertions) {
        count / 4
    } else {
        count
    }
}

/// Returns the back rank of a random Chess960 starting position, from the a-file to the h-file:
/// bishops on squares of opposite colors, and the king between the rooks.
pub fn chess960_back_rank(rng: &mut Rng) -> [char; 8] {
    let mut pieces = ['r', 'n', 'b', 'q', 'k', 'b', 'n', 'r'];
    loop {
        rng.shuffle(&mut pieces);
        let files = |piece| -> Vec<usize> { (0..8).filter(|&f| pieces[f] == piece).collect() };
        let (bishops, rooks, king) = (files('b'), files('r'), files('k')[0]);
        if bishops[0] % 2 != bishops[1] % 2 && rooks[0] < king && king < rooks[1] {
            return pieces;
        }
    }
}

/// Returns the Shredder-FEN of a Chess960 starting position, or of a double Fischer random one
/// if the two back ranks differ. Castling rights are the letters of the rooks' files.
pub fn chess960_fen(white: [char; 8], black: [char; 8]) -> String {
    let letters = |pieces: [char; 8]| -> String {
        let from_h_to_a = File::ALL.into_iter().zip(pieces).rev();
        let rooks = from_h_to_a.filter(|&(_, piece)| piece == 'r');
        rooks.map(|(file, _)| file.letter()).collect()
    };
    format!(
        "{}/pppppppp/8/8/8/8/PPPPPPPP/{} w {}{} - 0 1",
        String::from_iter(black),
        String::from_iter(white).to_uppercase(),
        letters(white).to_uppercase(),
        letters(black),
    )
}

/// Returns the starting position of game number `game`: in turn the standard position, a Chess960
/// position and a double Fischer random position.
pub fn start(rng: &mut Rng, game: usize) -> Board {
    let white = chess960_back_rank(rng);
    let fen = match game % 3 {
        0 => Board::START_FEN.to_owned(),
        1 => chess960_fen(white, white),
        _ => chess960_fen(white, chess960_back_rank(rng)),
    };
    fen.parse().expect("starting positions are valid")
}

/// Returns a random legal move, or `None` if there is none. With probability 1/4 it prefers
/// castling, promotions and moves to the en passant square.
pub fn random_move(rng: &mut Rng, board: &Board) -> Option<Move> {
    let moves = board.legal_moves();
    let is_rare = |mv: &Move| {
        mv.is_castle() || mv.promotion().is_some() || board.en_passant() == Some(mv.to())
    };
    let rare: Vec<Move> = moves.iter().copied().filter(is_rare).collect();
    match (moves.is_empty(), rare.is_empty() || rng.below(4) > 0) {
        (true, _) => None,
        (_, true) => Some(*rng.pick(&moves)),
        (_, false) => Some(*rng.pick(&rare)),
    }
}

/// A game: its starting position and its moves.
#[derive(Clone, Debug)]
pub struct Game {
    pub start: Board,
    pub moves: Vec<Move>,
}

impl Game {
    /// Plays random moves until the game ends or has [`MAX_PLIES`] plies.
    pub fn random(rng: &mut Rng, start: Board) -> Self {
        let (mut board, mut moves) = (start, Vec::new());
        while moves.len() < MAX_PLIES
            && let Some(mv) = random_move(rng, &board)
        {
            board.make_move(mv);
            moves.push(mv);
        }
        Self { start, moves }
    }

    /// Returns every position of the game, including the first and the last.
    pub fn boards(&self) -> Vec<Board> {
        let mut boards = vec![self.start];
        for &mv in &self.moves {
            let mut board = boards[boards.len() - 1];
            board.make_move(mv);
            boards.push(board);
        }
        boards
    }
}

/// Returns `count` random games; [`start`] gives their starting positions.
pub fn games(seed: u64, count: usize) -> impl Iterator<Item = Game> {
    let mut rng = Rng::new(seed);
    (0..count).map(move |game| {
        let start = start(&mut rng, game);
        Game::random(&mut rng, start)
    })
}

/// Visits every position of `count` random games, `10 * count` random placements, and `5 * count`
/// placements that the FEN parser accepts with a note.
pub fn for_each_position(seed: u64, count: usize, mut visit: impl FnMut(&Board)) {
    for game in games(seed, count) {
        game.boards().iter().for_each(&mut visit);
    }
    let mut rng = Rng::new(seed);
    for _ in 0..10 * count {
        visit(&random_placement(&mut rng));
    }
    for _ in 0..5 * count {
        visit(&unreachable_placement(&mut rng));
    }
}

/// Returns a board with pieces on random squares. Pins, double checks, en passant captures and
/// castling past attacked squares are far more frequent than in games.
///
/// Repeats until [`reachable`] accepts the position.
pub fn random_placement(rng: &mut Rng) -> Board {
    loop {
        if let Some(board) = reachable(&random_fen(rng)) {
            return board;
        }
    }
}

/// Returns the board of a FEN, or `None` if the FEN is invalid or the parser adds a note, for
/// example that no game can reach the position.
pub fn reachable(fen: &str) -> Option<Board> {
    let (board, notes) = Board::from_fen(fen).ok()?;
    notes.is_empty().then_some(board)
}

/// Returns a random placement that the FEN parser accepts with a note. No game can reach most of
/// these: no single move can give the checks, or the side to move was in check before the
/// opponent's double push.
pub fn unreachable_placement(rng: &mut Rng) -> Board {
    loop {
        if let Ok((board, notes)) = Board::from_fen(&random_fen(rng))
            && !notes.is_empty()
        {
            return board;
        }
    }
}

/// Returns the FEN of a random placement. It may be invalid.
pub fn random_fen(rng: &mut Rng) -> String {
    let letters = random_letters(rng);
    let rank = |rank: &[char]| rank.iter().collect::<String>().replace(EMPTY, "1");
    let ranks: Vec<String> = letters.rchunks_exact(8).map(rank).collect();
    let side = *rng.pick(&["w", "b"]);
    let castling = random_castling(rng, &letters);
    let en_passant = random_en_passant(rng, &letters, side);
    format!("{} {side} {castling} {en_passant} 0 1", ranks.join("/"))
}

/// The character for an empty square among the piece letters of a placement.
const EMPTY: char = ' ';

/// Returns the piece letters of a random placement, from a1 to h8: two kings and up to 27 other
/// pieces. With probability 1/2, a king is on its back rank together with up to two rooks.
fn random_letters(rng: &mut Rng) -> [char; 64] {
    let mut letters = [EMPTY; 64];
    for (king, rook, back_rank) in [('K', 'R', 0), ('k', 'r', 56)] {
        if rng.below(2) == 0 {
            place(rng, &mut letters, king, back_rank, 8);
            place(rng, &mut letters, rook, back_rank, 8);
            place(rng, &mut letters, rook, back_rank, 8);
        } else {
            place(rng, &mut letters, king, 0, 64);
        }
    }
    for _ in 0..rng.below(24) {
        match *rng.pick(&['P', 'N', 'B', 'R', 'Q', 'p', 'n', 'b', 'r', 'q']) {
            pawn @ ('P' | 'p') => place(rng, &mut letters, pawn, 8, 48),
            piece => place(rng, &mut letters, piece, 0, 64),
        }
    }
    letters
}

/// Puts a piece on a random square among the `count` squares from `first`, unless that square is
/// occupied.
fn place(rng: &mut Rng, letters: &mut [char; 64], piece: char, first: usize, count: usize) {
    let square = first + rng.below(count);
    if letters[square] == EMPTY {
        letters[square] = piece;
    }
}

/// Returns castling rights in Shredder-FEN. A rook on its back rank with its king has the right
/// with probability 1/2.
fn random_castling(rng: &mut Rng, letters: &[char; 64]) -> String {
    let mut castling = String::new();
    for (king, rook, back_rank) in [('K', 'R', 0), ('k', 'r', 56)] {
        let rank = &letters[back_rank..back_rank + 8];
        for (file, &piece) in File::ALL.iter().zip(rank) {
            if piece == rook && rank.contains(&king) && rng.below(2) == 0 {
                castling.push(match king {
                    'K' => file.letter().to_ascii_uppercase(),
                    _ => file.letter(),
                });
            }
        }
    }
    if castling.is_empty() {
        castling.push('-');
    }
    castling
}

/// Returns the square that a random enemy pawn may just have skipped by a double push, or `-`
/// if there is no such pawn.
fn random_en_passant(rng: &mut Rng, letters: &[char; 64], side: &str) -> String {
    // On the a-file: the pawn's square, its starting square, and the square between.
    let (pawn, at, from, between) = match side {
        "w" => ('p', Square::A5, Square::A7, Square::A6),
        _ => ('P', Square::A4, Square::A2, Square::A3),
    };
    let on = |square: Square, file: usize| letters[square.index() + file];
    let fits = |&file: &usize| {
        on(at, file) == pawn && on(from, file) == EMPTY && on(between, file) == EMPTY
    };
    let files: Vec<usize> = (0..8).filter(fits).collect();
    if files.is_empty() {
        return "-".to_owned();
    }
    Square::from_index(between.index() + rng.pick(&files)).to_string()
}

/// Returns a random legal position with these pieces. `pieces` contains their FEN letters,
/// including those of the kings.
pub fn random_board(pieces: &str, rng: &mut Rng) -> Board {
    loop {
        let mut squares = ['1'; 64];
        for letter in pieces.chars() {
            squares[rng.below(64)] = letter;
        }
        let ranks: Vec<String> = squares
            .chunks(8)
            .map(|rank| rank.iter().collect())
            .collect();
        let side = rng.pick(&["w", "b"]);
        let fen = format!("{} {side} - -", ranks.join("/"));
        // If two pieces were put on one square, one of them is missing.
        let is_complete = |board: &Board| board.occupied().count() as usize == pieces.len();
        if let Some(board) = reachable(&fen).filter(is_complete) {
            return board;
        }
    }
}
