//! Horizontal bars of characters.

use super::style::Style;

/// Returns a bar of `width` characters (an even number) around its middle, filled from the middle:
/// to the right for a positive `value`, to the left for a negative one. `value` is from -1 to 1.
/// With Unicode, the ends are exact to half of a character. Only the bar of 0 is empty, so that
/// each bar shows the sign.
fn signed(value: f64, width: usize, style: Style) -> String {
    let (half, steps) = (width / 2, if style.unicode { 2 } else { 1 });
    let filled = value.abs().min(1.0) * (steps * half) as f64;
    let filled = (filled.round() as usize).max(usize::from(value != 0.0));
    let filled = filled.min(steps * half);
    let (full, has_part) = (filled / steps, filled % steps != 0);
    let empty = " ".repeat(half - full - usize::from(has_part));
    let full = if style.unicode { "█" } else { "#" }.repeat(full);
    let part = |character| if has_part { character } else { "" };
    let other = " ".repeat(half);
    if value < 0.0 {
        format!("{empty}{}{full}{other}", part("▐"))
    } else {
        format!("{other}{full}{}{empty}", part("▌"))
    }
}

/// Returns the bar of `signed` between its ends, red for a negative value and green otherwise.
pub fn framed(value: f64, width: usize, style: Style) -> String {
    let color = console::Style::new().color256(if value < 0.0 { 167 } else { 71 });
    let bar = style.paint(color, signed(value, width, style));
    if style.unicode {
        format!("▕{bar}▏")
    } else {
        format!("|{bar}|")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_bars_grow_from_the_middle_and_only_that_of_zero_is_empty() {
        let unicode = Style {
            unicode: true,
            ..Style::PLAIN
        };
        for (value, in_unicode, in_ascii) in [
            (0.5, "    ██  ", "    ##  "),
            (-0.5, "  ██    ", "  ##    "),
            (-0.125, "   ▐    ", "   #    "),
            (-1.0, "████    ", "####    "),
            (2.0, "    ████", "    ####"),
            (0.01, "    ▌   ", "    #   "),
            (-0.01, "   ▐    ", "   #    "),
            (-0.0, "        ", "        "),
        ] {
            assert_eq!(signed(value, 8, unicode), in_unicode, "{value}");
            assert_eq!(signed(value, 8, Style::PLAIN), in_ascii, "{value}");
            assert_eq!(signed(value, 0, unicode), "", "{value}");
        }
    }
}
