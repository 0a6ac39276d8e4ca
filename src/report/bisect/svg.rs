//! The report of `ferz bisect` as one picture, for bug reports.
//!
//! Text does not wrap by itself in SVG 1.1, so lines are split by an estimate of their width.

use crate::support::quote::OneLine;

use super::report::{MoveList, Report, Section, Step};
use crate::report::display::svg::{
    BoardPicture, FONT, MONOSPACE, document, group, label, legend, title,
};
use crate::report::display::wrap::wrap;

/// Width of the picture, in pixels like all lengths here.
const WIDTH: f64 = 940.0;

/// Space around the contents.
const MARGIN: f64 = 28.0;

/// Width and height of the board with the difference.
const BOARD: f64 = 424.0;

/// Width and height of a small board, which shows the position after a move.
const SMALL_BOARD: f64 = 136.0;

/// Number of small boards per row.
const BOARDS_PER_ROW: usize = 6;

/// Distance between the left sides of two small boards. A row is as wide as the other contents.
const BOARD_STEP: f64 = 149.6;

/// Height of the caption below a small board, with the space to the next row.
const CAPTION: f64 = 32.0;

/// Space between the board with the difference and its legend.
const LEGEND_GAP: f64 = 12.0;

/// Height of the legend, with the space below it.
const LEGEND: f64 = 32.0;

/// Formats a report: the differences, one below the other.
pub fn format(report: &Report<'_>) -> String {
    let mut page = Page {
        parts: Vec::new(),
        y: MARGIN,
    };
    let heading = report.title();
    page.add_text(MARGIN, WIDTH - 2.0 * MARGIN, HEADING, &heading);
    for (i, section) in report.sections.iter().enumerate() {
        if i > 0 {
            page.add_separator();
        }
        page.add_section(section);
    }
    let height = page.y;
    let background = format!(r##"<rect fill="#fbf8f2" height="{height}" width="{WIDTH}"/>"##);
    let parts = [title(&heading), background, group("", &page.parts)];
    document(WIDTH, height, &parts) + "\n"
}

/// The font of a paragraph.
#[derive(Clone, Copy)]
struct Font {
    /// Size in pixels.
    size: f64,
    family: &'static str,
    weight: &'static str,
    color: &'static str,
    /// Average character width in a wide font of the family, as a fraction of the font size (em).
    character_width: f64,
}

const TEXT: Font = Font {
    size: 15.0,
    family: FONT,
    weight: "normal",
    color: "#2b2522",
    character_width: 0.59,
};

const HEADING: Font = bold(22.0);
const STRONG: Font = bold(17.0);
const MOVE: Font = bold(TEXT.size);

const NOTE: Font = Font {
    color: "#6a5d52",
    ..TEXT
};

const CODE: Font = Font {
    size: 13.0,
    family: MONOSPACE,
    character_width: 0.61,
    ..TEXT
};

const fn bold(size: f64) -> Font {
    Font {
        size,
        weight: "bold",
        character_width: 0.67,
        ..TEXT
    }
}

/// The contents so far, from the top down.
struct Page {
    parts: Vec<String>,
    /// The lower end of the contents, where the next part begins.
    y: f64,
}

impl Page {
    /// Writes a paragraph of this width from this left side.
    fn add_text(&mut self, x: f64, width: f64, font: Font, text: &str) {
        let Font { size, .. } = font;
        for line in wrap(text, (width / (font.character_width * size)) as usize) {
            let family = ("font-family", font.family);
            let more = [family, ("font-weight", font.weight), ("fill", font.color)];
            self.parts.push(label(x, self.y + size, size, &more, &line));
            self.y += 1.4 * size;
        }
        self.y += 0.5 * size;
    }

    fn add_section(&mut self, section: &Section<'_>) {
        const ALL: f64 = WIDTH - 2.0 * MARGIN;
        self.add_text(MARGIN, ALL, NOTE, &section.headline);
        let top = self.y;
        self.parts.push(section.picture.at(MARGIN, top, BOARD));
        self.add_legend(section, top + BOARD + LEGEND_GAP);
        self.add_explanation(MARGIN + BOARD + MARGIN, section);
        self.y = self.y.max(top + BOARD + (LEGEND_GAP + LEGEND));
        self.add_text(MARGIN, ALL, CODE, &format!("FEN {}", section.fen));
        if !section.steps.is_empty() {
            let title = format!("The moves from {}", section.difference.path.start_fen());
            self.add_text(MARGIN, ALL, NOTE, &title);
            self.add_small_boards(&section.steps);
        }
        self.add_text(MARGIN, ALL, NOTE, "To reproduce:");
        for line in section.commands.lines() {
            self.add_text(MARGIN, ALL, CODE, &OneLine(line).to_string());
        }
        self.y += MARGIN / 2.0;
    }

    /// Draws the legend of the board, after the move that it shows.
    fn add_legend(&mut self, section: &Section<'_>, y: f64) {
        /// Width of the move before the legend.
        const MOVE_WIDTH: f64 = 70.0;
        let Font { size, color, .. } = TEXT;
        let x = MARGIN + MOVE_WIDTH;
        if let Some(entries) = legend(&section.picture.marks, x, y, size, color) {
            let more = [("font-weight", "bold"), ("fill", color)];
            let base = y + 0.85 * size;
            let mv = label(MARGIN, base, size, &more, section.marked_move);
            self.parts.extend([mv, entries]);
        }
    }

    /// Writes the explanation in the column to the right of the board.
    fn add_explanation(&mut self, x: f64, section: &Section<'_>) {
        let width = WIDTH - MARGIN - x;
        if let Some(rule) = &section.rule_title {
            self.add_text(x, width, NOTE, "Rule most likely broken:");
            self.add_text(x, width, STRONG, rule);
        }
        for paragraph in &section.introduction {
            self.add_text(x, width, TEXT, paragraph);
        }
        self.add_moves(x, &section.missing);
        self.add_moves(x, &section.extra);
        if let Some(conclusion) = &section.conclusion {
            self.add_text(x, width, TEXT, conclusion);
        }
    }

    /// Writes a title, and the moves to the left of their reasons.
    fn add_moves(&mut self, x: f64, list: &MoveList<'_>) {
        /// Width of the moves to the left of their reason.
        const INDENT: f64 = 62.0;
        if list.shown.is_empty() {
            return;
        }
        let width = WIDTH - MARGIN - x;
        self.add_text(x, width, NOTE, list.title);
        for (moves, why) in list.reasons() {
            let top = self.y;
            self.add_text(x, INDENT, MOVE, &moves);
            let bottom = self.y;
            self.y = top;
            self.add_text(x + INDENT, width - INDENT, TEXT, why);
            self.y = self.y.max(bottom);
        }
    }

    /// Draws the board after each move of the path.
    fn add_small_boards(&mut self, steps: &[Step<'_>]) {
        for row in steps.chunks(BOARDS_PER_ROW) {
            for (i, step) in row.iter().enumerate() {
                let x = MARGIN + BOARD_STEP * i as f64;
                let picture = BoardPicture {
                    title: step.name.clone(),
                    ..step.picture.clone()
                };
                let (middle, y) = (x + SMALL_BOARD / 2.0, self.y + SMALL_BOARD + 17.0);
                let more = [("text-anchor", "middle"), ("fill", TEXT.color)];
                self.parts.push(picture.at(x, self.y, SMALL_BOARD));
                self.parts.push(label(middle, y, 14.0, &more, &step.name));
            }
            self.y += SMALL_BOARD + CAPTION;
        }
    }

    fn add_separator(&mut self) {
        let (y, width) = (self.y, WIDTH - 2.0 * MARGIN);
        self.parts.push(format!(
            r##"<rect fill="#b9a994" height="1" width="{width}" x="{MARGIN}" y="{y}"/>"##
        ));
        self.y += MARGIN;
    }
}
