//! Shows events to people: boards, one line per iteration of a search, and progress bars.
//! See <https://www.chessprogramming.org/UCI#Engine_to_GUI>.

use std::io;
use std::sync::Arc;

use anstyle::AnsiColor;
use crossbeam_channel::Sender;
use ferz::chess::notation::CoordinateMove;
use ferz::chess::san::San;
use ferz::chess::{Board, Color, Move};
use ferz::engine::{Event, Situation};
use ferz::search::Line;
use ferz::support::quote::OneLine;
use ferz::support::speed::per_second;
use ferz::uci::{self, Output};

use super::search_line;
use super::shared::{Asker, Shared, Signal};
use crate::cli::display::board;
use crate::cli::display::marks::Marks;
use crate::cli::display::style::Style;
use crate::cli::display::variation::numbered;
use crate::cli::eval::{self, Evaluation, NODES};
use crate::cli::progress::ProgressBar;

/// Where a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LiveLine {
    /// No line has been shown.
    None,
    /// The live line shows the root move that is being searched at this depth.
    CurrentMove(u32),
    /// The live line shows the variation of this depth and rank.
    Variation(u32, usize),
}

/// The output of the prompt.
pub struct View {
    style: Style,
    shared: Arc<Shared>,
    signals: Sender<Signal>,
    /// Whether events are printed as UCI has them: after the command `uci`, which a program sends
    /// first.
    is_plain: bool,
    /// The position that is searched.
    root: Board,
    live: LiveLine,
    /// The last variation that has been shown.
    variation: Vec<Move>,
    bar: Option<ProgressBar>,
}

impl Output for View {
    fn print(&mut self, event: &Event, text: &str) -> io::Result<()> {
        if let Event::Progress { done, total } = *event {
            let bar = self.bar.get_or_insert_with(|| ProgressBar::new("parts"));
            bar.show(done, total);
            return Ok(());
        }
        self.bar = None;
        match event {
            Event::Ready if self.shared.answered() == Asker::Prompt => {
                self.signal(Signal::Ready);
                return Ok(());
            }
            Event::Started => {
                self.live = LiveLine::None;
                self.root = self.shared.situation().board;
                self.signal(Signal::Started);
                return Ok(());
            }
            Event::Ended => {
                self.shared.screen().end_live_line()?;
                self.signal(Signal::Ended);
                return Ok(());
            }
            Event::Position(situation) => return self.position(situation),
            Event::Identity(_) => self.is_plain = true,
            _ => {}
        }
        if self.is_plain {
            return self.print_text(text);
        }
        self.show(event, text)
    }
}

impl View {
    /// Creates a view that shares its state with the input, and sends it signals.
    pub fn new(style: Style, shared: Arc<Shared>, signals: Sender<Signal>) -> Self {
        Self {
            style,
            shared,
            signals,
            is_plain: false,
            root: Board::default(),
            live: LiveLine::None,
            variation: Vec::new(),
            bar: None,
        }
    }

    /// Sends a signal. That fails if the input has ended, and then nobody waits for it.
    fn signal(&self, signal: Signal) {
        let _: Result<(), _> = self.signals.send(signal);
    }

    fn print_text(&self, text: &str) -> io::Result<()> {
        match text {
            "" => Ok(()),
            text => self.shared.screen().print(text),
        }
    }

    /// Shows an event that has a message in UCI.
    fn show(&mut self, event: &Event, text: &str) -> io::Result<()> {
        let dimmed = anstyle::Style::new().dimmed();
        let red = AnsiColor::Red.on_default();
        match event {
            Event::Line { line, .. } if self.is_repeated(line) => Ok(()),
            Event::Line { line, wdl, .. } => {
                self.begin_search()?;
                self.variation.clone_from(&line.pv);
                let shown = search_line::line(line, *wdl, &self.root, self.style);
                self.show_live(LiveLine::Variation(line.depth, line.rank), &shown)
            }
            Event::CurrentMove { depth, mv, number } => self.current_move(*depth, *mv, *number),
            // The best move follows.
            Event::NoMoves { .. } => Ok(()),
            Event::BestMove { mv, ponder } => self.best_move(*mv, *ponder),
            Event::Perft {
                divide,
                total,
                elapsed,
            } => {
                let counts = uci::print::divide(divide.iter().copied(), *total);
                self.print_text(&format!(
                    "{counts}Time: {:.3} s, {} nodes per second",
                    elapsed.as_secs_f64(),
                    per_second(*total, *elapsed)
                ))
            }
            Event::Display(situation) => self.print_text(&details(situation, self.style)),
            Event::Evaluation(situation, network) => {
                match Evaluation::new(&situation.board, network, NODES) {
                    Ok(evaluation) => self.print_text(&eval::report(&evaluation, self.style)),
                    Err(error) => self.print_text(&error),
                }
            }
            Event::Note(note) => self.print_text(&self.style.paint(dimmed, OneLine(note))),
            Event::Error(error) => self.print_text(
                &self
                    .style
                    .paint(red, format_args!("error: {}", OneLine(error))),
            ),
            _ => self.print_text(text),
        }
    }

    /// Shows the new position, unless only the notation of moves has changed.
    fn position(&self, situation: &Situation) -> io::Result<()> {
        let before = self.shared.replace_situation(situation.clone());
        let is_same = (before.board, before.last_move) == (situation.board, situation.last_move);
        if is_same || self.is_plain {
            return Ok(());
        }
        let board = picture(situation, self.style);
        self.print_text(&format!("{board}{}", status(situation)))
    }

    /// Returns whether a line was shown before the current move: at its end, a search reports the
    /// lines of its last complete iteration again.
    fn is_repeated(&self, line: &Line) -> bool {
        let is_earlier = |depth| line.depth < depth && line.pv == self.variation;
        matches!(self.live, LiveLine::CurrentMove(depth) if is_earlier(depth))
    }

    /// Prints the names of the columns before the first line of a search.
    fn begin_search(&self) -> io::Result<()> {
        if self.live == LiveLine::None {
            let dimmed = anstyle::Style::new().dimmed();
            self.print_text(&self.style.paint(dimmed, search_line::HEAD))?;
        }
        Ok(())
    }

    /// Shows a live line. It replaces the last one if that has the same depth and rank, or shows
    /// the current move.
    fn show_live(&mut self, live: LiveLine, line: &str) -> io::Result<()> {
        let mut screen = self.shared.screen();
        if self.live != live && !matches!(self.live, LiveLine::CurrentMove(_)) {
            screen.end_live_line()?;
        }
        self.live = live;
        screen.print_live(line)
    }

    /// Shows the root move that is being searched, until there is a line of this depth.
    fn current_move(&mut self, depth: u32, mv: CoordinateMove, number: usize) -> io::Result<()> {
        if matches!(self.live, LiveLine::Variation(shown, _) if shown >= depth) {
            return Ok(());
        }
        self.begin_search()?;
        let Some(mv) = mv.resolve(&self.root) else {
            return Ok(());
        };
        let (mv, moves) = (San::new(&self.root, mv), self.root.legal_moves().len());
        let line = format!("{depth:>5}  searching {mv} ({number} of {moves})");
        let dimmed = anstyle::Style::new().dimmed();
        let line = self.style.paint(dimmed, line);
        self.show_live(LiveLine::CurrentMove(depth), &line)
    }

    fn best_move(
        &mut self,
        mv: Option<CoordinateMove>,
        ponder: Option<CoordinateMove>,
    ) -> io::Result<()> {
        if let LiveLine::CurrentMove(_) = self.live {
            self.shared.screen().erase_live_line()?;
        }
        let bold = anstyle::Style::new().bold();
        let Some(best) = mv.and_then(|mv| mv.resolve(&self.root)) else {
            return self.print_text(&format!(
                "No legal move: {}",
                status(&self.shared.situation())
            ));
        };
        let best_san = self.style.paint(bold, San::new(&self.root, best));
        let after = self.root.after(best);
        let reply = ponder.and_then(|mv| mv.resolve(&after));
        let reply = reply.map_or_else(String::new, |reply| {
            format!(", expected reply {}", San::new(&after, reply))
        });
        self.print_text(&format!("Best move: {best_san}{reply}"))
    }
}

/// Returns the board with the last move marked.
fn picture(situation: &Situation, style: Style) -> String {
    let marks = situation.last_move.map(|(_, mv)| Marks::of_move(mv));
    board::text(&situation.board, &marks.unwrap_or_default(), style)
}

/// Returns the last move and the side to move, or the result of the game.
fn status(situation: &Situation) -> String {
    let last = situation.last_move.map_or_else(String::new, |(board, mv)| {
        format!("{}  ", numbered(&board, mv, true))
    });
    let side = match situation.board.side_to_move() {
        Color::White => "White",
        Color::Black => "Black",
    };
    let check = match situation.board.is_in_check() {
        true => ", in check",
        false => "",
    };
    match situation.termination {
        Some(end) => format!("{last}{end}"),
        None => format!("{last}{side} to move{check}"),
    }
}

/// Returns the board with all that the command `d` says about it.
fn details(situation: &Situation, style: Style) -> String {
    let board = &situation.board;
    let mut moves: Vec<String> = board
        .legal_moves()
        .into_iter()
        .map(|mv| San::new(board, mv).to_string())
        .collect();
    moves.sort();
    format!(
        "{}{}\n\nFEN       {}\nKey       {:016X}\nCheckers  {}\nMoves     {} ({})",
        picture(situation, style),
        status(situation),
        situation.fen(),
        situation.key,
        match board.checkers().names(" ") {
            none if none.is_empty() => "none".to_owned(),
            squares => squares,
        },
        moves.join(" "),
        moves.len(),
    )
}
