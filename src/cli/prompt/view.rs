//! Shows events to people: boards, one line per iteration of a search, and progress bars.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use crate::chess::san::San;
use crate::chess::{Board, Color, Move};
use crate::engine::{Event, Situation};
use crate::eval::network::Network;
use crate::score::is_mate;
use crate::search::{Report, Variation};
use crate::support::quote::OneLine;
use crate::support::speed::per_second;
use crate::uci::{self, EventSink};
use crossbeam_channel::Sender;

use super::search_line;
use super::shared::{Asker, Lifetime, Notice, Shared};
use crate::cli::progress::ProgressBar;
use crate::cli::terminal::width;
use crate::report::display::board;
use crate::report::display::marks::Marks;
use crate::report::display::variation::{numbered, variation};
use crate::report::eval::{self, Evaluation, NODES};

/// What the live line of a search shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LiveLine {
    /// Nothing has been shown.
    None,
    /// The live line shows the root move that is being searched at this depth.
    CurrentMove(u32),
    /// The live line shows the variation of this depth and rank.
    Variation(u32, usize),
}

/// The output of the prompt.
pub struct View {
    shared: Arc<Shared>,
    notices: Sender<Notice>,
    /// Whether events are printed as UCI has them: after the command `uci`, which a program sends
    /// first.
    is_plain: bool,
    /// The position that is searched.
    root: Board,
    live: LiveLine,
    /// The last variation of each rank.
    variations: BTreeMap<usize, Variation>,
    /// Whether a search or background task runs.
    is_busy: bool,
    bar: Option<ProgressBar>,
    /// The evaluation that is printed next.
    evaluation: String,
}

impl EventSink for View {
    fn prepare(&mut self, event: &Event) {
        if let Event::Evaluation(situation, network) = event
            && !self.is_plain
        {
            self.evaluation = self.evaluate(situation, network);
        }
    }

    fn print(&mut self, event: &Event, text: &str) -> io::Result<()> {
        if let Event::Progress { done, total } = *event {
            let bar = self.bar.get_or_insert_with(|| ProgressBar::new("parts"));
            bar.show(done, total);
            return Ok(());
        }
        if matches!(event, Event::Ready)
            && self.shared.state().askers.pop_front() == Some(Asker::Prompt)
        {
            self.notify(Notice::Ready);
            return Ok(());
        }
        self.bar = None;
        match event {
            Event::Started => {
                self.live = LiveLine::None;
                self.variations.clear();
                self.is_busy = true;
                self.root = self.shared.state().situation.board;
                self.notify(Notice::Started);
                return Ok(());
            }
            Event::Ended => {
                self.is_busy = false;
                self.shared.screen().end_live_line()?;
                self.notify(Notice::Ended);
                return Ok(());
            }
            Event::Position(situation) => return self.show_position(situation),
            Event::Identity => self.is_plain = true,
            _ => {}
        }
        match (self.is_plain, text) {
            (false, text) => self.show(event, text),
            (true, "") => Ok(()),
            (true, text) => self.shared.screen().print(text),
        }
    }
}

impl View {
    /// Creates a view that shares its state with the input, and sends it notices.
    pub fn new(shared: Arc<Shared>, notices: Sender<Notice>) -> Self {
        Self {
            shared,
            notices,
            is_plain: false,
            root: Board::default(),
            live: LiveLine::None,
            variations: BTreeMap::new(),
            is_busy: false,
            bar: None,
            evaluation: String::new(),
        }
    }

    /// Sends a notice. That fails if the input has ended, and then nobody waits for it.
    fn notify(&self, notice: Notice) {
        let _: Result<(), _> = self.notices.send(notice);
    }

    /// Prints text, broken at words where the terminal is too narrow.
    fn print_text(&self, text: &str) -> io::Result<()> {
        self.shared.print(console::Style::new(), text)
    }

    /// Shows an event that has a message in UCI.
    fn show(&mut self, event: &Event, text: &str) -> io::Result<()> {
        let dimmed = console::Style::new().dim();
        let red = console::Style::new().red();
        match event {
            Event::Search {
                report, show_wdl, ..
            } => self.show_report(report, *show_wdl),
            Event::Perft {
                divide,
                total,
                elapsed,
                notation,
            } => {
                let counts = uci::print::divide_moves(divide, *notation, *total);
                self.print_text(&format!(
                    "{counts}Time: {:.3} s, {} nodes per second",
                    elapsed.as_secs_f64(),
                    per_second(*total, *elapsed)
                ))
            }
            Event::Display(situation) => self.print_text(&self.details(situation)),
            Event::Evaluation(..) => self.shared.screen().print(&self.evaluation),
            Event::Note(note) => self.shared.print(dimmed, &OneLine(note).to_string()),
            Event::Error(error) => self
                .shared
                .print(red, &format!("error: {}", OneLine(error))),
            _ if text.is_empty() => Ok(()),
            _ => self.print_text(text),
        }
    }

    /// Shows a report of a search.
    fn show_report(&mut self, report: &Report, show_wdl: bool) -> io::Result<()> {
        match *report {
            Report::Variation(ref found) if self.is_repeated(found) => Ok(()),
            Report::Variation(ref found) => self.show_variation(found, show_wdl),
            Report::CurrentMove { depth, mv, number } => self.show_current_move(depth, mv, number),
            Report::BestMove { mv, ponder } => self.show_best_move(mv, ponder),
            // The best move follows, and the engine sends a note or an error.
            Report::NoMoves { .. } | Report::NoMate { .. } | Report::Bug => Ok(()),
        }
    }

    /// Returns an evaluation to print, with the score of a search unless one runs already: this is
    /// the thread of the engine, which must take the next command soon.
    fn evaluate(&self, situation: &Situation, network: &Arc<Network>) -> String {
        let nodes = if self.is_busy { 0 } else { NODES };
        match Evaluation::new(&situation.board, network, nodes) {
            Ok(mut evaluation) => {
                evaluation.termination = situation.termination;
                let side = self.shared.state().side;
                eval::text::report(&evaluation, side, width(), self.shared.style)
            }
            Err(error) => error,
        }
    }

    /// Shows the new position, unless only the notation of moves has changed.
    fn show_position(&self, situation: &Situation) -> io::Result<()> {
        let before = std::mem::replace(&mut self.shared.state().situation, situation.clone());
        if before.notation != situation.notation && before.board == situation.board || self.is_plain
        {
            return Ok(());
        }
        let board = self.picture(situation);
        self.print_text(&format!("{board}{}", status(situation)))
    }

    /// Returns whether a variation has been shown above the present row: at its end, a search
    /// reports those of its last complete iteration again, possibly with more moves.
    fn is_repeated(&self, found: &Variation) -> bool {
        let Some(shown) = self.variations.get(&found.rank) else {
            return false;
        };
        let own = LiveLine::Variation(found.depth, found.rank);
        let is_above = self.live != own || !self.shared.screen().is_live();
        let is_same =
            (shown.depth, shown.score, shown.bound) == (found.depth, found.score, found.bound);
        is_above && is_same && found.pv.starts_with(&shown.pv)
    }

    /// Shows a variation, the first one after the names of the columns. A mate that is found again
    /// at the next depth replaces the last line, because it can be found hundreds of times.
    fn show_variation(&mut self, found: &Variation, show_wdl: bool) -> io::Result<()> {
        if self.variations.is_empty() {
            let head = search_line::head(width(), show_wdl);
            self.shared.print(console::Style::new().dim(), &head)?;
        }
        let line = search_line::line(found, show_wdl, &self.root, self.shared.style, width());
        let before = self.variations.insert(found.rank, found.clone());
        let is_same_mate = |last: Variation| {
            is_mate(found.score) && (last.score, &last.pv) == (found.score, &found.pv)
        };
        let live = LiveLine::Variation(found.depth, found.rank);
        let last = LiveLine::Variation(found.depth.saturating_sub(1), found.rank);
        if self.live == last && before.is_some_and(is_same_mate) {
            self.live = live;
        }
        self.show_live(live, &line)
    }

    /// Shows a live line. It replaces the last one if that has the same depth and rank, or shows
    /// the current move.
    fn show_live(&mut self, live: LiveLine, line: &str) -> io::Result<()> {
        let mut screen = self.shared.screen();
        if self.live != live {
            screen.end_live_line()?;
        }
        self.live = live;
        let lifetime = match live {
            LiveLine::CurrentMove(_) => Lifetime::Temporary,
            _ => Lifetime::Permanent,
        };
        screen.print_live(line, lifetime)
    }

    /// Shows the root move that is being searched, until there is a line of this depth.
    fn show_current_move(&mut self, depth: u32, mv: Move, number: usize) -> io::Result<()> {
        if matches!(self.live, LiveLine::Variation(shown, _) if shown >= depth) {
            return Ok(());
        }
        let (san, moves) = (San::new(&self.root, mv), self.root.legal_moves().len());
        let text = format!("{depth:>5}  searching {san} ({number} of {moves})");
        let line = self.shared.style.paint(console::Style::new().dim(), text);
        self.show_live(LiveLine::CurrentMove(depth), &line)
    }

    fn show_best_move(&mut self, mv: Option<Move>, ponder: Option<Move>) -> io::Result<()> {
        let bold = console::Style::new().bold();
        let Some(best) = mv else {
            return self.print_text(&format!(
                "No legal move: {}",
                status(&self.shared.state().situation)
            ));
        };
        let best_san = self.shared.style.paint(bold, San::new(&self.root, best));
        let after = self.root.after(best);
        let expected = ponder.map_or_else(String::new, |reply| {
            format!(", expected reply {}", San::new(&after, reply))
        });
        self.print_text(&format!("Best move: {best_san}{expected}"))?;
        // The row of the search may have been too narrow for it.
        match self.variations.get(&1) {
            Some(first) if first.pv.len() > 2 => {
                self.print_text(&format!("Best line: {}", variation(&self.root, &first.pv)))
            }
            _ => Ok(()),
        }
    }

    /// Returns the board with the last move marked.
    fn picture(&self, situation: &Situation) -> String {
        let marks = situation.last_move.map(|(_, mv)| Marks::of_move(mv));
        let (marks, side) = (marks.unwrap_or_default(), self.shared.state().side);
        board::text(&situation.board, &marks, side, self.shared.style)
    }

    /// Returns the board with all that the command `d` says about it.
    fn details(&self, situation: &Situation) -> String {
        let board = &situation.board;
        let mut moves: Vec<String> = board
            .legal_moves()
            .into_iter()
            .map(|mv| San::new(board, mv).to_string())
            .collect();
        moves.sort();
        format!(
            "{}{}\n\nFEN       {}\nKey       {:016X}\nCheckers  {}\nMoves     {} ({})",
            self.picture(situation),
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
