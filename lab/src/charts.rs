//! Draws the bar charts of docs/performance.md from the tables in it.
//!
//! `cargo run --release --example charts` writes assets/perft.svg and assets/strength.svg. A test
//! fails if they are not what the tables give. See <https://en.wikipedia.org/wiki/Bar_chart>.

use std::error::Error;
use std::fs;
use std::path::Path;

use ferz_lab::plot::{Bar, BarChart};

/// Unit of the lengths of strength charts.
const ELO: &str = "difference in Elo, with 95 % intervals";

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/performance.md"))?;
    for (name, charts) in pictures(&page)? {
        let file = root.join(name);
        fs::write(&file, BarChart::svg(&charts))
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    }
    Ok(())
}

/// Returns the charts of each picture, by its path in the repository.
///
/// # Errors
///
/// Returns an error if a table or a number is missing from the page.
pub fn pictures(page: &str) -> Result<[(&'static str, Vec<BarChart>); 2], String> {
    let perft = tables(page, "## Perft")?;
    let strength = tables(page, "## Strength")?;
    let [processor_time, wall_clock, ..] = &perft[..] else {
        return Err(format!(
            "## Perft: found {} tables; expected 2",
            perft.len()
        ));
    };
    let [others, versions, ..] = &strength[..] else {
        return Err(format!(
            "## Strength: found {} tables; expected 2",
            strength.len()
        ));
    };
    let perft = vec![
        perft_chart(processor_time, "processor time", "cozy-chess")?,
        perft_chart(wall_clock, "wall-clock time", "Stockfish")?,
    ];
    let strength = vec![
        strength_chart(others, "Against other engines, 5 s + 0.05 s")?,
        strength_chart(versions, "Against older versions")?,
    ];
    Ok([
        ("assets/perft.svg", perft),
        ("assets/strength.svg", strength),
    ])
}

/// A table in Markdown: the cells of each row, the first row being the names of the columns.
struct Table(Vec<Vec<String>>);

/// Returns the tables of a section.
fn tables(page: &str, heading: &str) -> Result<Vec<Table>, String> {
    let lines = page.lines().skip_while(|line| *line != heading);
    let section: Vec<&str> = lines
        .skip(1)
        .take_while(|line| !line.starts_with("## "))
        .collect();
    if section.is_empty() {
        return Err(format!("{heading}: found no such section"));
    }
    let cells = |line: &&str| -> Vec<String> {
        let cells = line.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    let is_row = |line: &&str| line.starts_with('|');
    let is_line = |line: &&str| !line.starts_with("| ---");
    let blocks = section
        .split(|line| !is_row(line))
        .filter(|rows| !rows.is_empty());
    let table = |rows: &[&str]| {
        Table(
            rows.iter()
                .filter(|line| is_line(line))
                .map(cells)
                .collect(),
        )
    };
    Ok(blocks.map(table).collect())
}

impl Table {
    /// Returns the rows, each with the cells of these columns.
    fn rows<const N: usize>(&self, names: [&str; N]) -> Result<Vec<[&str; N]>, String> {
        let mut columns = [0; N];
        for (column, name) in columns.iter_mut().zip(names) {
            let found = self.0[0].iter().position(|cell| cell == name);
            *column = found.ok_or_else(|| format!("found no column \"{name}\""))?;
        }
        let mut rows = self.0[1..].iter();
        if let Some(row) = rows.find(|row| row.len() != self.0[0].len()) {
            return Err(format!("{row:?}: expected {} cells", self.0[0].len()));
        }
        let rows = self.0[1..].iter();
        Ok(rows
            .map(|row| columns.map(|column| &*row[column]))
            .collect())
    }
}

/// Parses the number at the beginning of a cell, like `3.54 (3.54)` or `+21 ± 51`.
fn number(text: &str) -> Result<f64, String> {
    let first = text.split_whitespace().next().unwrap_or_default();
    first
        .parse()
        .map_err(|_| format!("found \"{text}\"; expected a number first"))
}

/// Returns a chart of the column `ratio`. The program of the first row has the strong color.
fn perft_chart(table: &Table, time: &str, name: &str) -> Result<BarChart, String> {
    let rows = table.rows(["program", "ratio"])?;
    let unit = rows.iter().find(|[program, _]| program.starts_with(name));
    let [unit, _] = unit.ok_or_else(|| format!("{time}: found no program \"{name}\""))?;
    let bars = rows.iter().enumerate().map(|(i, [program, ratio])| {
        let value = number(ratio)?;
        Ok(Bar {
            label: (*program).to_owned(),
            value,
            error: None,
            text: format!("{value:.2}"),
            highlighted: i == 0,
        })
    });
    Ok(BarChart {
        title: format!("Perft on one thread, {time}"),
        quantity: format!("leaves per second, {unit} = 1"),
        bars: bars.collect::<Result<_, String>>()?,
    })
}

/// Returns a chart of the column `difference`. The version of the first row has the strong color.
fn strength_chart(table: &Table, title: &str) -> Result<BarChart, String> {
    let rows = table.rows(["version", "against", "difference"])?;
    let newest = rows.first().map_or("", |row| row[0]);
    // With the same opponents, the time controls distinguish the rows.
    let controls = table.rows(["time control, hash"]).unwrap_or_default();
    let bars = rows
        .iter()
        .enumerate()
        .map(|(i, [version, against, difference])| {
            let control = controls
                .get(i)
                .and_then(|[control]| control.rsplit_once(", "));
            let (_, error) = difference
                .split_once('±')
                .ok_or_else(|| format!("found \"{difference}\"; expected an error after ±"))?;
            Ok(Bar {
                label: format!(
                    "{version} – {against}{}",
                    control.map_or(String::new(), |(text, _hash)| format!(", {text}"))
                ),
                value: number(difference)?,
                error: Some(number(error)?),
                text: (*difference).to_owned(),
                highlighted: *version == newest,
            })
        });
    Ok(BarChart {
        title: title.to_owned(),
        quantity: ELO.to_owned(),
        bars: bars.collect::<Result<_, String>>()?,
    })
}
