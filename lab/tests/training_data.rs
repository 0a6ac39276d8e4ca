//! Training data for networks: what `prepare` and `label_deeply` write.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ferz_lab::data::{
    Game, GameReader, LabelSettings, Part, PrepareSettings, Record, RecordFile, Report, encode,
    label_deeply, prepare,
};
use ferz_lab::datagen::{DatagenSettings, play_games};

const SETTINGS: PrepareSettings = PrepareSettings {
    labels: LabelSettings {
        scale: 130.0,
        fade: 0.8,
    },
    max_score: 3000,
    skip: 0,
    held_out_share: 0.3,
    seed: 1,
    origin: Vec::new(),
};

/// Returns the path of a test's file.
fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("training-data-{name}"))
}

/// Writes a file with games, and returns its path.
fn games(name: &str, seed: u64, count: u64) -> PathBuf {
    let settings = DatagenSettings {
        seed,
        soft_nodes: 50,
        takes_trees: false,
    };
    let (path, mut bytes) = (path(name), Vec::new());
    play_games(settings, 0..count, 2, &Arc::default(), &mut |played| {
        bytes.extend(encode(&played.game));
        Ok(())
    })
    .unwrap();
    fs::write(&path, bytes).unwrap();
    path
}

/// Makes training data in two files whose names begin with `name`.
fn prepared(
    name: &str,
    files: &[&Path],
    settings: &PrepareSettings,
    threads: usize,
) -> anyhow::Result<(Report, [PathBuf; 2])> {
    let paths = ["training", "held-out"].map(|part| path(&format!("{name}.{part}")));
    let files: Vec<_> = files.iter().map(|path| path.to_path_buf()).collect();
    let settings = PrepareSettings {
        origin: vec!["a test".to_owned(); files.len()],
        ..settings.clone()
    };
    let [training, held_out] = &paths;
    let stop = AtomicBool::new(false);
    let report = prepare(&files, training, held_out, &settings, threads, &stop)?;
    Ok((report.unwrap(), paths))
}

/// Returns the positions of the records.
fn positions(records: &[Record]) -> HashSet<&[u8]> {
    records.iter().map(Record::position_bytes).collect()
}

#[test]
fn the_files_do_not_depend_on_the_number_of_threads() {
    let files = [games("threads-1.vf", 1, 90), games("threads-2.vf", 2, 10)];
    let files = [&*files[0], &*files[1]];
    let data = |threads, settings: &PrepareSettings| {
        let (report, paths) = prepared("threads", &files, settings, threads).unwrap();
        (report, paths.map(|path| fs::read(path).unwrap()))
    };
    let one = data(1, &SETTINGS);
    assert_eq!(data(2, &SETTINGS), one);
    assert_eq!(data(5, &SETTINGS), one);
    let other = data(
        2,
        &PrepareSettings {
            seed: 2,
            ..SETTINGS
        },
    );
    assert_eq!(other.0, one.0);
    assert_ne!(other.1, one.1);
}

#[test]
fn the_files_contain_the_positions_and_say_how_they_were_made() {
    let games = games("contents.vf", 3, 40);
    let (report, paths) = prepared("contents", &[&games], &SETTINGS, 2).unwrap();
    let files = paths.map(|path| RecordFile::open(path).unwrap());
    let parts = [
        (Part::Training, report.training),
        (Part::HeldOut, report.held_out),
    ];
    let bytes = fs::read(&games).unwrap();
    let all: Vec<_> = GameReader::new(&bytes[..], &games)
        .map(Result::unwrap)
        .collect();
    for (file, (part, counts)) in files.iter().zip(parts) {
        file.verify(&mut |_| ()).unwrap();
        let (header, records) = (file.header(), file.records());
        assert_eq!((header.part, header.records), (part, counts.positions));
        assert_eq!(records.len() as u64, counts.positions);
        let distinct = positions(records).len() as u64;
        assert_eq!(counts.positions - distinct, counts.repeated);
        let source = &header.sources[0];
        assert_eq!((source.games, source.bytes), (40, bytes.len() as u64));
        assert_eq!(source.file, "training-data-contents.vf");
        assert_eq!((&*source.origin, source.sha256.len()), ("a test", 64));
        assert_eq!(source.positions, report.positions);
    }
    let samples: Vec<_> = all.iter().flat_map(Game::samples).collect();
    let suitable = samples
        .iter()
        .filter(|sample| sample.suits_static_eval())
        .count() as u64;
    let dropped = report.dropped;
    assert_eq!(samples.len() as u64 - suitable, dropped.not_quiet);
    let written = report.training.positions + report.held_out.positions;
    assert_eq!(
        suitable,
        written + dropped.known_endgames + dropped.high_scores
    );
    let [training, held_out] = files.each_ref().map(|file| positions(file.records()));
    assert!(held_out.intersection(&training).count() as u64 <= report.shared);
}

#[test]
fn a_game_is_in_the_same_part_whichever_files_it_is_in() {
    let (one, other) = (games("both-1.vf", 4, 30), games("both-2.vf", 5, 30));
    let twice = path("both-3.vf");
    let bytes = [fs::read(&other).unwrap(), fs::read(&one).unwrap()].concat();
    fs::write(&twice, bytes).unwrap();
    let data = |name, files: &[&Path]| {
        let paths = prepared(name, files, &SETTINGS, 2).unwrap().1;
        paths.map(|path| RecordFile::open(path).unwrap())
    };
    let alone = data("both-alone", &[&one]);
    let together = data("both-together", &[&twice, &one]);
    for part in 0..2 {
        let (small, large) = (alone[part].records(), together[part].records());
        assert!(!small.is_empty());
        assert!(positions(small).is_subset(&positions(large)));
    }
    // Positions of a game are in both parts only if different games have them in common.
    let report = prepared("both-report", &[&one, &one], &SETTINGS, 2)
        .unwrap()
        .0;
    let single = prepared("both-report", &[&one], &SETTINGS, 2).unwrap().0;
    assert_eq!(report.shared, 2 * single.shared);
    assert_eq!(report.training.games, 2 * single.training.games);
}

#[test]
fn a_malformed_game_is_reported_where_it_is_and_nothing_is_written() {
    let file = path("malformed.vf");
    let good = fs::read(games("malformed-good.vf", 6, 50)).unwrap();
    for (bytes, error) in [
        ([&good[..], &[255; 40]].concat(), "squares are occupied"),
        (
            good[..good.len() - 2].to_vec(),
            "the file ends within this game",
        ),
    ] {
        fs::write(&file, &bytes).unwrap();
        let expected = GameReader::new(&bytes[..], &file).find_map(Result::err);
        for threads in [1, 3] {
            let found = prepared("malformed", &[&file], &SETTINGS, threads).unwrap_err();
            let found = found.to_string();
            assert_eq!(found, expected.as_ref().unwrap().to_string());
            assert!(found.contains(error), "{found}");
        }
        let left = fs::read_dir(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let left = left.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let left: Vec<_> = left
            .filter(|name| name.starts_with("training-data-malformed."))
            .collect();
        assert_eq!(left, ["training-data-malformed.vf"]);
    }
}

#[test]
fn deep_scores_do_not_depend_on_the_number_of_threads() {
    let games = games("deep.vf", 7, 20);
    let held_out = &prepared("deep", &[&games], &SETTINGS, 2).unwrap().1[1];
    let input = RecordFile::open(held_out).unwrap();
    let output = path("deep.bin");
    let data = |threads| {
        let stop = Arc::default();
        let report = label_deeply(&input, &output, 30, 500, threads, &stop);
        (report.unwrap().unwrap(), fs::read(&output).unwrap())
    };
    let one = data(1);
    assert_eq!(data(3), one);
    assert_eq!(one.0.written + one.0.mates, 30);
    let file = RecordFile::open(&output).unwrap();
    file.verify(&mut |_| ()).unwrap();
    let header = file.header();
    assert_eq!((header.part, header.nodes), (Part::Deep, Some(500)));
    assert_eq!(header.sources, input.header().sources);
    let positions = positions(&input.records()[..30]);
    for record in file.records() {
        assert!(positions.contains(record.position_bytes()));
        let expected = 1.0 / (1.0 + (-f32::from(record.score()) / 130.0).exp());
        assert!((record.later() - expected).abs() < 0.0001);
    }
    // A search that was stopped leaves the file as it was.
    let stop = Arc::new(AtomicBool::new(true));
    let stopped = label_deeply(&input, &output, 30, 500, 2, &stop);
    assert_eq!(stopped.unwrap(), None);
    assert_eq!(fs::read(&output).unwrap(), one.1);
}
