//! Properties of the parser that hold for any line, tested on random text.

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::commands::VALID_LINES;
use crate::uci_line::{assert_well_behaved, check};

/// Words of UCI, and other words that parsers are likely to mishandle.
const WORDS: &str = "uci debug on off isready setoption name value register later code ucinewgame \
    position startpos fen moves go searchmoves ponder wtime btime winc binc movestogo depth nodes \
    mate movetime infinite perft stop ponderhit quit info bestmove option d eval bench help Hash \
    ? exit flip compiler license export_net speedtest current default <empty> e2e4 e7e8q E2E4 0000 0 1 -1 256 \
    999999999999 9999999999999 -9999999999999999999999 joho 8/8/8/8/8/8/8/8 w KQkq - é \u{1F3A9}";

/// Text that is inserted into a valid line. The empty string removes a character instead.
const SCRAPS: [&str; 12] = [
    "",
    " ",
    "\t",
    "\r",
    "\0",
    "0",
    "999999999",
    "-",
    "value",
    " go ",
    "é",
    " moves ",
];

/// Generates valid lines with a few [`SCRAPS`] inserted and characters removed.
fn spoiled_line() -> impl Strategy<Value = String> {
    let edits = proptest::collection::vec((any::<Index>(), select(&SCRAPS[..])), 1..5);
    (select(&VALID_LINES[..]), edits).prop_map(|(line, edits)| {
        let mut letters: Vec<char> = line.chars().collect();
        for (index, scrap) in edits {
            let at = index.index(letters.len() + 1);
            if scrap.is_empty() && at < letters.len() {
                letters.remove(at);
            } else {
                letters.splice(at..at, scrap.chars());
            }
        }
        letters.into_iter().collect()
    })
}

/// Generates random sequences of [`WORDS`].
fn shuffled_words() -> impl Strategy<Value = String> {
    let blanks = select(&[" ", "  ", "\t", " \t "][..]);
    let words: Vec<&str> = WORDS.split(' ').collect();
    let word = (select(words), blanks).prop_map(|(word, blank)| word.to_owned() + blank);
    proptest::collection::vec(word, 1..14).prop_map(|line| line.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(debug_assertions) { 4_000 } else { 20_000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_can_be_parsed(line in any::<String>()) {
        assert_well_behaved(&line);
    }

    #[test]
    fn any_bytes_can_be_parsed(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes);
    }

    #[test]
    fn words_of_uci_in_any_order_can_be_parsed(line in shuffled_words()) {
        assert_well_behaved(&line);
    }

    #[test]
    fn go_followed_by_any_words_can_be_parsed(words in shuffled_words()) {
        assert_well_behaved(&format!("go {words}"));
    }

    #[test]
    fn almost_valid_lines_can_be_parsed(line in spoiled_line()) {
        assert_well_behaved(&line);
    }
}
