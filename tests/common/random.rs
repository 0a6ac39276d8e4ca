//! Seeded random numbers, games and positions: the same on every machine.

use ferz::chess::{Board, File, Move, Square, legal_moves};

/// Games are broken off after so many half-moves.
pub const MAX_PLIES: usize = 150;

/// SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound` - 1.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// A number of games or positions: fewer where the tests are not optimised.
pub fn scaled(count: usize) -> usize {
    if cfg!(debug_assertions) {
        count / 4
    } else {
        count
    }
}

/// The pieces of a Chess960 start from the a-file: bishops on both colors of squares, the
/// king between the rooks.
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

/// The FEN of a Chess960 start, castling rights by the rooks' files; of double Fischer
/// random if the two sides differ.
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

/// The start of the n-th game: standard, Chess960, and double Fischer random in turn.
pub fn start(rng: &mut Rng, game: usize) -> Board {
    let white = chess960_back_rank(rng);
    let fen = match game % 3 {
        0 => Board::START_FEN.to_owned(),
        1 => chess960_fen(white, white),
        _ => chess960_fen(white, chess960_back_rank(rng)),
    };
    fen.parse().expect("the starts are valid")
}

/// A random move; every fourth time one of the rarer kinds, if there is one.
pub fn random_move(rng: &mut Rng, board: &Board) -> Option<Move> {
    let moves = legal_moves(board);
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

/// A random game: where it began, and its moves.
#[derive(Clone, Debug)]
pub struct Game {
    pub start: Board,
    pub moves: Vec<Move>,
}

impl Game {
    pub fn random(rng: &mut Rng, start: Board) -> Self {
        let (mut board, mut moves) = (start, Vec::new());
        while moves.len() < MAX_PLIES
            && let Some(mv) = random_move(rng, &board)
        {
            board.make_move(mv, &mut ());
            moves.push(mv);
        }
        Self { start, moves }
    }

    /// Every position of the game, the first and the last too.
    pub fn boards(&self) -> Vec<Board> {
        let mut boards = vec![self.start];
        for &mv in &self.moves {
            let mut board = boards[boards.len() - 1];
            board.make_move(mv, &mut ());
            boards.push(board);
        }
        boards
    }
}

/// So many random games, from the starts in turn.
pub fn games(seed: u64, count: usize) -> impl Iterator<Item = Game> {
    let mut rng = Rng::new(seed);
    (0..count).map(move |game| {
        let start = start(&mut rng, game);
        Game::random(&mut rng, start)
    })
}

/// Visits every position of `count` random games, and for each game ten random placements and
/// five positions that no game reaches.
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

/// Pieces anywhere on the board, many of them near each other: pins, double checks, en
/// passant captures and castling between attacks are far more frequent than in games.
/// Tries until a game may reach the position, as far as is easily seen.
pub fn random_placement(rng: &mut Rng) -> Board {
    loop {
        if let Some(board) = reachable(&random_fen(rng)) {
            return board;
        }
    }
}

/// The board of a FEN that a game may reach, as far as is easily seen.
pub fn reachable(fen: &str) -> Option<Board> {
    let (board, notes) = Board::from_fen(fen).ok()?;
    notes.is_empty().then_some(board)
}

/// A placement that can be played and that no game reaches: more checks than one move gives,
/// or a check from before the double push. Tries until there is one.
pub fn unreachable_placement(rng: &mut Rng) -> Board {
    loop {
        if let Ok((board, notes)) = Board::from_fen(&random_fen(rng))
            && !notes.is_empty()
        {
            return board;
        }
    }
}

/// The FEN of such a placement, valid or not.
pub fn random_fen(rng: &mut Rng) -> String {
    let letters = random_letters(rng);
    let rank = |rank: &[char]| rank.iter().collect::<String>().replace(EMPTY, "1");
    let ranks: Vec<String> = letters.rchunks_exact(8).map(rank).collect();
    let side = *rng.pick(&["w", "b"]);
    let castling = random_castling(rng, &letters);
    let en_passant = random_en_passant(rng, &letters, side);
    format!("{} {side} {castling} {en_passant} 0 1", ranks.join("/"))
}

/// In the letters of a placement, from a1 to h8: no piece.
const EMPTY: char = ' ';

/// The two kings, half of the time on their back ranks, and up to 23 other pieces.
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

/// Puts a piece on one of `count` squares from the square `first`, if that is empty.
fn place(rng: &mut Rng, letters: &mut [char; 64], piece: char, first: usize, count: usize) {
    let square = first + rng.below(count);
    if letters[square] == EMPTY {
        letters[square] = piece;
    }
}

/// Castling rights for some of the rooks that are on the back rank with their king.
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

/// A square behind an enemy pawn that can just have made two steps, if there is one.
fn random_en_passant(rng: &mut Rng, letters: &[char; 64], side: &str) -> String {
    // On the a-file: where the pawn stands, where it came from, and the square between.
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

/// A legal position with these men, given by letters of a FEN, kings included.
pub fn random_board(men: &str, random: &mut Rng) -> Board {
    loop {
        let mut squares = ['1'; 64];
        for letter in men.chars() {
            squares[random.below(64)] = letter;
        }
        let ranks: Vec<String> = squares
            .chunks(8)
            .map(|rank| rank.iter().collect())
            .collect();
        let side = random.pick(&["w", "b"]);
        let fen = format!("{} {side} - -", ranks.join("/"));
        // Where two men met on one square, one is missing.
        let board = reachable(&fen);
        if let Some(board) = board.filter(|board| board.occupied().count() as usize == men.len()) {
            return board;
        }
    }
}
