//! Finds the name that a misspelled word was meant to be.
//! See <https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance>.

/// Maximum length of a word to compare, in characters.
const MAX_LENGTH: usize = 20;

/// Minimum length of an abbreviation, in bytes.
const MIN_ABBREVIATION: usize = 3;

/// Returns the name that is most similar to a word, ignoring case. One edit is allowed per three
/// letters of the shorter text, and at least one if it has two letters. If no name is similar
/// enough, returns one that the word abbreviates.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.chars().count() > MAX_LENGTH {
        return None;
    }
    let (word, names) = (word.to_lowercase(), names.collect::<Vec<_>>());
    let is_abbreviated =
        |name: &&str| word.len() >= MIN_ABBREVIATION && name.to_lowercase().starts_with(&word);
    let distance = |name: &&str| strsim::damerau_levenshtein(&word, &name.to_lowercase());
    let is_near = |name: &&str| {
        let letters = name.len().min(word.chars().count());
        let most = (letters / 3).max(1);
        (letters > 1 && distance(name) <= most) || distance(name) == 0
    };
    let near = names.iter().copied().filter(is_near).min_by_key(distance);
    near.or_else(|| names.iter().copied().find(is_abbreviated))
}
