//! Horizontal bars of characters.

use super::style::Style;

/// Returns a bar of `width` characters (an even number) around its middle, filled from the middle:
/// to the right for a positive `value`, to the left for a negative one. `value` is from -1 to 1.
/// With an even `width`, both directions have the same length.
pub fn signed(value: f64, width: usize, style: Style) -> String {
    let (half, value) = (width / 2, value.clamp(-1.0, 1.0));
    let left = part(1.0 + value.min(0.0), 1.0, half, style);
    left + &part(0.0, value.max(0.0), width - half, style)
}

/// Returns the characters at the left and right end of a bar.
pub const fn ends(style: Style) -> (char, char) {
    if style.unicode {
        ('▕', '▏')
    } else {
        ('|', '|')
    }
}

/// Returns `width` characters that are filled from `begin` to `end`, fractions of the width. With
/// Unicode, the ends are exact to half of a character.
fn part(begin: f64, end: f64, width: usize, style: Style) -> String {
    let halves = |fraction: f64| (fraction.clamp(0.0, 1.0) * 2.0 * width as f64).round() as usize;
    let (begin, end) = (halves(begin), halves(end));
    let is_filled = |half: usize| (begin..end).contains(&half);
    let character = |i: usize| match (is_filled(2 * i), is_filled(2 * i + 1), style.unicode) {
        (true, true, true) => '█',
        (true, false, true) => '▌',
        (false, true, true) => '▐',
        (true, true, false) => '#',
        _ => ' ',
    };
    (0..width).map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNICODE: Style = Style {
        color: false,
        unicode: true,
    };

    #[test]
    fn signed_bars_grow_from_the_middle() {
        assert_eq!(signed(0.5, 8, UNICODE), "    ██  ");
        assert_eq!(signed(-0.5, 8, UNICODE), "  ██    ");
        assert_eq!(signed(-0.125, 8, UNICODE), "   ▐    ");
        assert_eq!(signed(-1.0, 8, Style::PLAIN), "####    ");
        assert_eq!(signed(0.0, 8, UNICODE), "        ");
    }
}
