//! A file of games to learn from, as `datagen` goes on with and the tuner reads.
//! See <https://docs.rs/viriformat>.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use ferz::tools::datagen::{Output, Player, Settings, Starts};
use ferz::tools::fit_wdl::ResultCounts;
use ferz::tools::games::{Game, Problem, Reader, Summary, encode};
use ferz::tools::tuner::{Collector, Model, fit_steepness};
use viriformat::dataformat::Game as ViriGame;

use super::assert_one_line;
use super::fen::assert_sound;

/// In the first byte: whether the others are also given to `datagen` as a file to go on with.
pub const GO_ON: u8 = 1;

/// Longer files are not given to `datagen`: its answer depends on the last game alone.
const MOST_BYTES: usize = 2_000;

/// Reads the bytes behind the first as a file.
pub fn check(data: &[u8]) {
    let Some((first, file)) = data.split_first() else {
        return;
    };
    let mut reader = Reader::new(file, "a file");
    let (mut games, mut whole) = (Vec::new(), 0);
    let mut torn = false;
    let mut refused = false;
    while let Some(game) = reader.next() {
        match game {
            Ok(game) => {
                whole = reader.bytes() as usize;
                games.push(game);
            }
            Err(error) => {
                assert_one_line(&error.to_string());
                assert!(error.offset as usize <= file.len(), "{error}");
                torn = matches!(error.problem, Problem::Torn);
                refused = true;
            }
        }
    }
    assert!(refused || whole == file.len());
    for game in &games {
        assert_written_as_read(game);
    }
    learn_from(&games);
    if first & GO_ON != 0 && file.len() <= MOST_BYTES {
        go_on_with(file, &games, whole, refused && !torn);
    }
}

/// A game that was read is sound, and written it is read again, here and by the crate.
fn assert_written_as_read(game: &Game) {
    assert_sound(&game.start);
    let bytes = encode(game);
    let again: Result<Vec<Game>, _> = Reader::new(&bytes[..], "again").collect();
    let again = again.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again, std::slice::from_ref(game));
    let theirs = ViriGame::deserialise_from(&mut &bytes[..], Vec::new());
    let mut written = Vec::new();
    let serialised = theirs.and_then(|theirs| theirs.serialise_into(&mut written));
    assert!(serialised.is_ok(), "{serialised:?}");
    assert_eq!(written, bytes, "the crate reads another game");
    let by_rule = game.end().outcome();
    assert!(by_rule.is_none_or(|outcome| outcome == game.outcome));
}

/// What is done with games: none of it may panic, whatever they are.
fn learn_from(games: &[Game]) {
    let (mut summary, mut tally) = (Summary::default(), ResultCounts::default());
    let mut collector = Collector::new(1, 0.1);
    let mut positions = 0;
    for game in games {
        summary.add(game, 1);
        collector.add(game);
        for sample in game.samples() {
            tally.add(&sample);
            assert_one_line(&sample.to_string());
            positions += 1;
        }
    }
    assert_eq!(
        (summary.games, summary.positions),
        (games.len() as u64, positions)
    );
    assert!(tally.positions() <= positions);
    let (to_learn, to_test) = (&collector.training, &collector.validation);
    assert!((to_learn.len() + to_test.len()) as u64 <= summary.quiet);
    if positions > 0 && positions < 300 {
        assert!(tally.loss(&tally.fit()).is_finite());
    }
    let start = Model::from(&ferz::eval::classical::weights::WEIGHTS);
    for at in 0..to_learn.len() {
        assert!(start.score(&to_learn.get(at)).is_finite());
    }
    if !to_learn.is_empty() && to_learn.len() < 100 {
        assert!(fit_steepness(&start, to_learn).is_finite());
    }
}

/// `datagen` goes on with a file of its own, cuts off a torn end alone, and leaves other
/// files as they are.
fn go_on_with(file: &[u8], games: &[Game], whole: usize, is_wrong: bool) {
    let settings = Settings {
        seed: 1,
        soft_nodes: 1,
        starts: Starts::Standard,
    };
    let path = path();
    let written = fs::write(&path, file);
    assert!(written.is_ok(), "{written:?}");
    let stop = Arc::default();
    let mut player = Player::new(settings, &stop).unwrap_or_else(|error| panic!("{error}"));
    let left = match Output::open(&path, &mut player) {
        Ok(Some(output)) => {
            assert!(!is_wrong);
            assert_eq!(output.summary().games, games.len() as u64);
            assert_eq!(output.dropped(), (file.len() - whole) as u64);
            &file[..whole]
        }
        Ok(None) => panic!("nobody stopped it"),
        Err(error) => {
            assert_one_line(&error.to_string());
            file
        }
    };
    assert_eq!(fs::read(&path).ok().as_deref(), Some(left));
    let removed = fs::remove_file(&path);
    assert!(removed.is_ok(), "{removed:?}");
}

/// A file of this thread's own.
fn path() -> PathBuf {
    let name = format!(
        "ferz-data-{}-{:?}.vf",
        std::process::id(),
        thread::current().id()
    );
    std::env::temp_dir().join(name)
}
