//! Rounding numbers that are printed with a sign.

/// Returns a number rounded to this number of decimals. A result of zero has no sign, so it is not
/// printed as `-0.0`.
///
/// ```
/// use ferz::support::rounding::rounded;
/// assert_eq!(format!("{:.1} {:+.2}", rounded(-0.04, 1), rounded(-0.004, 2)), "0.0 +0.00");
/// assert_eq!(format!("{:.1}", rounded(-0.06, 1)), "-0.1");
/// ```
pub fn rounded(number: f64, decimals: i32) -> f64 {
    let factor = 10_f64.powi(decimals);
    // Adding zero removes the sign of a negative zero.
    (factor * number).round() / factor + 0.0
}
