//! Writes `src/eval/classical/weights.rs`, the values of the weights of the hand-crafted evaluation.

use ferz::eval::Tapered;
use ferz::eval::classical::layout::{FIELDS, Field, Weights};

/// Start of the file, up to the values.
const HEAD: &str = "\
//! Values of all weights in centipawns, for middlegame and endgame.
//!
//! `ferz-lab tune` writes this file. `layout.rs` documents each weight.
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use super::layout::Weights;
use super::tapered::Tapered;

/// Returns a pair of values. The short name keeps the tables readable.
const fn s(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// The weights of the evaluation.
#[rustfmt::skip]
#[allow(clippy::needless_update, reason = \"a new weight is not listed until it is tuned\")]
pub static WEIGHTS: Weights = Weights {
";

/// End of the file. Weights that the file does not list yet are zero.
const END: &str = "    ..Weights::ZERO\n};\n";

/// Returns the content of the file with these values.
pub fn source(weights: &Weights) -> String {
    let fields = FIELDS.iter().map(|field| {
        let values = &weights.as_list()[field.start..][..field.len];
        format!("    {}: {},\n", field.name, field_source(field, values))
    });
    format!("{HEAD}{}{END}", fields.collect::<String>())
}

/// Returns the values of a field: a weight, an array of weights, or an array of such arrays.
fn field_source(field: &Field, values: &[Tapered]) -> String {
    let array = |values, indent| format!("[\n{}{indent}]", lines(values, indent));
    match field.row {
        0 => value(&values[0]),
        row if row == values.len() => array(values, "    "),
        row => {
            let indent = " ".repeat(8);
            let rows = values
                .chunks(row)
                .map(|row| format!("{indent}{},\n", array(row, &indent)));
            format!("[\n{}    ]", rows.collect::<String>())
        }
    }
}

/// Returns lines of weights, as many per line as a board has files.
fn lines(values: &[Tapered], indent: &str) -> String {
    let line = |line: &[Tapered]| {
        let values: Vec<String> = line.iter().map(value).collect();
        format!("{indent}    {},\n", values.join(", "))
    };
    values.chunks(8).map(line).collect()
}

fn value(weight: &Tapered) -> String {
    format!("s({:4},{:4})", weight.middlegame(), weight.endgame())
}

#[cfg(test)]
mod tests {
    use ferz::eval::classical::weights::WEIGHTS;

    use super::*;

    #[test]
    fn the_source_of_the_weights_is_their_file() {
        let file = include_str!("../../../src/eval/classical/weights.rs");
        assert_eq!(source(&WEIGHTS), file);
    }
}
