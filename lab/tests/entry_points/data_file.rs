//! Parses any bytes as a file of training games, which `datagen` continues, and from which `data`
//! makes positions to train with.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use ferz::chess::Color;
use ferz::score::is_mate;
use ferz_lab::data::{
    Game, GameReader, GameSummary, LabelSettings, Labels, Record, Sample, Torn, encode,
    later_points,
};
use ferz_lab::datagen::{DatagenSettings, GameFile, SelfPlayer};
use ferz_lab::fit_wdl::ResultCounts;
use viriformat::dataformat::Game as ViriGame;

use crate::entry_points::assert_one_line;
use crate::entry_points::fen::assert_sound;

/// Bit of the first byte. If it is set, `datagen` also continues the file.
pub const CONTINUE: u8 = 1;

/// Maximum size of a file that `datagen` continues here. Only the last game matters for that.
const MAX_BYTES: usize = 2_000;

/// Reads the bytes after the first one as a file.
pub fn check(data: &[u8]) {
    let Some((first, file)) = data.split_first() else {
        return;
    };
    let mut reader = GameReader::new(file, "a file");
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
                let offset =
                    |text: &str| Some(text.split_once("byte ")?.1.split_once(':')?.0.parse());
                let offset = offset(&error.to_string()).and_then(Result::ok);
                assert!(
                    offset.is_some_and(|offset: usize| offset <= file.len()),
                    "{error}"
                );
                torn = error.is::<Torn>();
                refused = true;
            }
        }
    }
    assert!(refused || whole == file.len());
    for game in &games {
        assert_written_as_read(game);
    }
    learn_from(&games);
    if first & CONTINUE != 0 && file.len() <= MAX_BYTES {
        continue_file(file, &games, whole, refused && !torn);
    }
}

/// Asserts that the first position of a game is sound. Encodes the game, and asserts that ferz and
/// the crate viriformat both read it back unchanged.
fn assert_written_as_read(game: &Game) {
    assert_sound(&game.start);
    let bytes = encode(game);
    let again: Result<Vec<Game>, _> = GameReader::new(&bytes[..], "again").collect();
    let again = again.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again, std::slice::from_ref(game));
    let theirs = ViriGame::deserialise_from(&mut &bytes[..], Vec::new());
    let mut written = Vec::new();
    let serialised = theirs.and_then(|theirs| theirs.serialise_into(&mut written));
    assert!(serialised.is_ok(), "{serialised:?}");
    assert_eq!(written, bytes, "viriformat reads another game");
    let by_rule = game.end().outcome();
    assert!(by_rule.is_none_or(|outcome| outcome == game.outcome));
}

/// Passes the games to the summary and to the result counts, and checks the totals. Labels their
/// positions.
fn learn_from(games: &[Game]) {
    let (mut summary, mut tally) = (GameSummary::default(), ResultCounts::default());
    let (mut positions, mut without_mates, mut suitable) = (0, 0, 0);
    for game in games {
        summary.add(game, 1);
        let all_later = later_points(game, &LabelSettings::default());
        assert_eq!(all_later.len(), game.moves.len());
        for (sample, later) in game.samples().zip(all_later) {
            tally.add(&sample);
            assert_one_line(&sample.to_string());
            assert_recorded(&sample, later);
            positions += 1;
            without_mates += u64::from(!is_mate(sample.score));
            suitable += u64::from(sample.suits_static_eval());
        }
    }
    let counts = (games.len() as u64, positions, without_mates);
    assert_eq!(
        (summary.games, summary.positions, tally.positions()),
        counts
    );
    assert!(suitable <= summary.quiet && summary.quiet <= positions);
    if positions > 0 && positions < 300 {
        assert!(tally.loss(&tally.fit()).is_finite());
    }
}

/// Asserts that the record of a position has the labels that it was given, and the same pieces on
/// the same squares. `later` is the mean of the later scores.
fn assert_recorded(sample: &Sample, later: f32) {
    assert!((0.0..=1.0).contains(&later), "{later}");
    let labels = Labels {
        score: sample.score,
        later,
        result: Some(sample.outcome.points() as f32),
    };
    let record = Record::new(&sample.board, &labels);
    assert!(record.is_well_formed(), "{record:?}");
    let score = i32::from(record.score());
    assert_eq!((score, record.result()), (labels.score, labels.result));
    assert!((record.later() - later).abs() < 0.0001);
    let board = match sample.board.side_to_move() {
        Color::White => sample.board,
        Color::Black => sample.board.flipped(),
    };
    let pieces = board.pieces().map(|(square, piece)| {
        let is_opponent = piece.color == Color::Black;
        (is_opponent, piece.kind.index(), square.index())
    });
    assert!(record.pieces().eq(pieces), "{board}: {record:?}");
}

/// Asserts that `datagen` continues a file that it has written itself, and removes only an
/// incomplete game at the end. It must not change other files.
fn continue_file(file: &[u8], games: &[Game], whole: usize, is_wrong: bool) {
    let settings = DatagenSettings {
        seed: 1,
        soft_nodes: 1,
        takes_trees: false,
    };
    let path = path();
    let written = fs::write(&path, file);
    assert!(written.is_ok(), "{written:?}");
    let stop = Arc::default();
    let mut player = SelfPlayer::new(settings, &stop).unwrap_or_else(|error| panic!("{error}"));
    let left = match GameFile::open(&path, None, &mut player, &mut |_, _| ()) {
        Ok(Some(output)) => {
            assert!(!is_wrong);
            assert_eq!(output.summary.games, games.len() as u64);
            assert_eq!(output.dropped, (file.len() - whole) as u64);
            &file[..whole]
        }
        Ok(None) => panic!("nothing stopped the player"),
        Err(error) => {
            assert_one_line(&error.to_string());
            file
        }
    };
    assert_eq!(fs::read(&path).ok().as_deref(), Some(left));
    let removed = fs::remove_file(&path);
    assert!(removed.is_ok(), "{removed:?}");
}

/// Returns a path that no other thread uses.
fn path() -> PathBuf {
    let (process, thread) = (std::process::id(), thread::current().id());
    std::env::temp_dir().join(format!("ferz-data-{process}-{thread:?}.vf"))
}
