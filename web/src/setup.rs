//! A position that a person typed, and how it was reached.

use std::collections::BTreeMap;

use ferz::bisect::MovePath;
use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::san::San;
use ferz::chess::{Board, Position};
use ferz::engine::{self, Command};
use ferz::report::display::variation::numbered;
use ferz::uci::game::{self, GameReader, Part, tag};
use ferz::uci::parse;
use serde_json::{Value, json};

/// A position, and how it was reached.
pub struct Setup {
    /// The first position and the moves.
    pub path: MovePath,
    /// The tags of a game in PGN.
    tags: BTreeMap<String, String>,
    /// What is noted on the text, such as parts of a FEN without effect.
    notes: Vec<String>,
}

impl Setup {
    /// Reads a text and further moves in coordinates. The text is nothing for the initial position,
    /// a FEN, an EPD, a `position` command, or a game in PGN.
    pub fn new(text: &str, more: &[String]) -> Result<Self, String> {
        let text = text.trim();
        let first = text.split_whitespace().next().unwrap_or_default();
        let mut setup = match first {
            "" => Self::of_command("position startpos")?,
            "startpos" => Self::of_command(&format!("position {text}"))?,
            "position" => Self::of_command(text)?,
            fen if fen.contains('/') && !fen.starts_with('[') => Self::of_command(text)?,
            _ => Self::of_game(text)?,
        };
        setup.make_texts(more)?;
        Ok(setup)
    }

    /// Reads a `position` command or a FEN.
    fn of_command(line: &str) -> Result<Self, String> {
        let (mut notes, mut setup) = (Vec::new(), None);
        for command in parse::line(line, &[]) {
            match command {
                Command::Note(note) => notes.push(note),
                Command::Position { fen, moves } => {
                    let mut new = Self::of_fen(fen.as_deref())?;
                    new.make(&moves)?;
                    setup = Some(new);
                }
                Command::InvalidPosition(error) | Command::Error(error) => return Err(error),
                _ => {}
            }
        }
        let mut setup = setup.ok_or("found another command; expected a position")?;
        setup.notes.extend(notes);
        Ok(setup)
    }

    /// Reads the first game of a text.
    fn of_game(text: &str) -> Result<Self, String> {
        let (mut reader, mut game) = (GameReader::default(), Part::default());
        let mut tags = BTreeMap::new();
        for line in text.lines() {
            match tag(line) {
                Some(_) if !game.is_empty() => break,
                Some((name, value)) => {
                    tags.insert(name.to_owned(), value.to_owned());
                }
                None => game.add(reader.read_moves(line).0),
            }
            if game.result.is_some() {
                break;
            }
        }
        let setup = Self::of_fen(tags.get("FEN").map(String::as_str))?;
        let moves = game::coordinates(setup.path.board(), &game.moves);
        let mut setup = Self { tags, ..setup };
        setup.make_texts(&moves.map_err(|error| error.message)?)?;
        Ok(setup)
    }

    /// Sets up a FEN; the initial position if there is none.
    fn of_fen(fen: Option<&str>) -> Result<Self, String> {
        let mut path = MovePath::new(fen.unwrap_or(Board::START_FEN))
            .map_err(|error| format!("position: {error}"))?;
        if path.board().needs_chess960_notation() {
            path.notation = CastlingNotation::KingTakesRook;
        }
        Ok(Self {
            notes: path.notes.iter().map(ToString::to_string).collect(),
            path,
            tags: BTreeMap::new(),
        })
    }

    /// Makes moves in coordinates.
    fn make_texts(&mut self, moves: &[String]) -> Result<(), String> {
        let parse = |mv: &String| mv.parse().map_err(|error| format!("{error}"));
        let moves: Result<Vec<CoordinateMove>, String> = moves.iter().map(parse).collect();
        self.make(&moves?)
    }

    fn make(&mut self, moves: &[CoordinateMove]) -> Result<(), String> {
        let (_, made) = engine::after_moves(Position::new(*self.path.board()), moves)?;
        for mv in made {
            self.path = self.path.after(mv);
        }
        Ok(())
    }

    /// Returns the position, the moves that led to it, and its legal moves.
    pub fn describe(&self) -> Value {
        let (path, board) = (&self.path, self.path.board());
        let steps = path.steps().enumerate();
        let sans = steps.map(|(i, (before, mv, _))| numbered(before, mv, i == 0));
        let legal = board.legal_moves().into_iter().map(|mv| {
            json!({
                "move": path.written(mv),
                "san": San::new(board, mv).to_string(),
                "from": mv.from().to_string(),
                // Castling goes to the target of the king.
                "to": CoordinateMove::new(mv, CastlingNotation::KingMoves).to.to_string(),
            })
        });
        // The rules of repetition and of fifty moves need the whole game.
        let mut game = Position::new(*path.first_board());
        path.moves().iter().for_each(|&mv| game.make_move(mv));
        let line = match path.command(None) {
            line if path.start_fen() == Board::START_FEN => {
                line.replacen(&format!("fen {}", Board::START_FEN), "startpos", 1)
            }
            line => line,
        };
        json!({
            "start": path.start_fen(),
            "fen": match path.notation {
                CastlingNotation::KingMoves => board.to_string(),
                CastlingNotation::KingTakesRook => board.shredder_fen(),
            },
            "turn": board.side_to_move().to_string(),
            "moves": path.all_written(path.moves()),
            "sans": sans.collect::<Vec<_>>(),
            "legal": legal.collect::<Vec<_>>(),
            "check": board.is_in_check().then(|| board.king(board.side_to_move()).to_string()),
            "end": game.termination().map(|end| end.to_string()),
            "result": game.outcome().map(|outcome| outcome.to_string()),
            "chess960": path.notation == CastlingNotation::KingTakesRook,
            "tags": self.tags,
            "notes": self.notes,
            "line": line,
        })
    }
}
