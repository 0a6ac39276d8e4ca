//! Training games: the file format, its reader, and self-play.

#![allow(clippy::unwrap_used, reason = "these are tests")]

#[path = "../../tests/common/mod.rs"]
mod common;

use std::collections::HashSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use common::random::{self, Rng};
use ferz::chess::{Board, Color, Outcome, Position};
use ferz::eval::{evaluate, is_known_endgame};
use ferz_lab::data::{
    Game, GameReader, GameTree, Labels, Record, Sample, ScoredMove, TreeFile, TreeReader, encode,
    game_hash, has_winning_capture,
};
use ferz_lab::datagen::{DatagenSettings, GameFile, Played, SelfPlayer, play_games};
use ferz_lab::self_play::Adjudicator;

/// The smallest node limit: games must be fast, and their quality does not matter.
const SETTINGS: DatagenSettings = DatagenSettings {
    seed: 1,
    soft_nodes: 1,
    takes_trees: false,
};

/// Returns the path of a test's file.
fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Returns the file of games with these settings.
fn generate(settings: DatagenSettings, games: u64, threads: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    play_games(
        settings,
        0..games,
        threads,
        &Arc::default(),
        &mut |played| {
            bytes.extend(encode(&played.game));
            Ok(())
        },
    )
    .unwrap();
    bytes
}

fn open(path: &Path, player: &mut SelfPlayer) -> anyhow::Result<Option<GameFile>> {
    GameFile::open(path, None, player, &mut |_, _| ())
}

fn read(bytes: &[u8]) -> anyhow::Result<Vec<Game>> {
    GameReader::new(bytes, "a test").collect()
}

/// Returns random games from all kinds of starting positions, with random scores.
fn random_games(seed: u64, count: usize) -> Vec<Game> {
    let mut rng = Rng::new(seed);
    let game = |game: random::Game| {
        let mut scored = |mv| ScoredMove {
            mv,
            score: rng.below(65_536) as i32 - 32_768,
        };
        let moves: Vec<_> = game.moves.iter().map(|&mv| scored(mv)).collect();
        let by_rules = game.boards().last().unwrap().outcome();
        Game {
            start: game.start,
            moves,
            outcome: by_rules.unwrap_or(Outcome::WhiteWins),
        }
    };
    random::games(seed, count).map(game).collect()
}

/// The example at <https://crates.io/crates/viriformat>. The page swaps the two pieces of each
/// byte. The bytes here have them in the order that the crate reads and writes.
#[test]
fn the_published_example_is_read_and_written() {
    const EXAMPLE: &str = "ffff00000000ffff 1642256100000000 888888889ecaade9 40 00 0100 0000 02 00
        0c070a00 34091400 c309e2ff 3c0dff7f 2709ff7f 00000000";
    let digits: String = EXAMPLE.split_whitespace().collect();
    let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    let bytes: Vec<u8> = (0..digits.len()).step_by(2).map(byte).collect();
    let games = read(&bytes).unwrap();
    let text = |sample: Sample| format!("{} {}", sample.mv, sample.score);
    let moves: Vec<_> = games[0].samples().map(text).collect();
    assert_eq!(
        moves,
        ["e2e4 10", "e7e5 20", "d1h5 -30", "e8e7 32767", "h5e5 32767"]
    );
    assert_eq!(games[0].start, Board::default());
    assert_eq!(games[0].outcome, Outcome::WhiteWins);
    assert_eq!(encode(&games[0]), bytes);
}

/// The games include Chess960, where the two readers derive castling in different ways.
#[test]
fn viriformat_and_the_reader_read_the_same_games() {
    let mut castling_moves = 0;
    for game in random_games(5, 60) {
        let bytes = encode(&game);
        assert_eq!(read(&bytes).unwrap(), std::slice::from_ref(&game));
        let mut input = &bytes[..];
        let viri = viriformat::dataformat::Game::deserialise_from(&mut input, Vec::new()).unwrap();
        let mut samples = game.samples();
        viri.visit_positions(|board, score| {
            let sample = samples.next().unwrap();
            let (fen, ours) = (board.to_string(), sample.board.to_string());
            let fields =
                |text: &str| -> Vec<_> { text.split(' ').take(2).map(str::to_owned).collect() };
            assert_eq!((fields(&fen), score), (fields(&ours), sample.score));
            let mut board = board.clone();
            // Tests castling rights and en passant squares, which change the number of moves.
            let moves = sample.board.legal_moves().len();
            assert_eq!(board.legal_moves().len(), moves, "{ours}");
            castling_moves += usize::from(sample.mv.is_castle());
        });
        assert_eq!(samples.next(), None);
    }
    assert!(castling_moves > 20, "{castling_moves}");
}

#[test]
fn a_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let settings = DatagenSettings {
        soft_nodes: 50,
        ..SETTINGS
    };
    let bytes = generate(settings, 17, 1);
    assert_eq!(generate(settings, 17, 2), bytes);
    assert_eq!(generate(settings, 17, 5), bytes);
    assert_ne!(
        generate(
            DatagenSettings {
                seed: 2,
                ..settings
            },
            17,
            2
        ),
        bytes
    );
    let mut games = read(&bytes).unwrap();
    games.dedup_by_key(|game| game.start);
    assert_eq!(games.len(), 17, "all games begin at different positions");
    // One game in eight starts with other setups.
    let is_standard = |game: &Game| {
        let fen = game.start.shredder_fen();
        let castling = fen.split(' ').nth(2).unwrap();
        castling.chars().all(|right| "HAha-".contains(right))
    };
    let others: Vec<_> = (0..17).filter(|&i| !is_standard(&games[i])).collect();
    assert_eq!(others, [0, 8, 16]);
}

/// One game in ten is played to its end by the rules.
#[test]
fn games_end_by_the_rules_or_by_adjudication_with_that_result() {
    let (mut by_rules, mut drawn) = (0, 0);
    let settings = DatagenSettings {
        soft_nodes: 100,
        ..SETTINGS
    };
    for (number, game) in (0..).zip(read(&generate(settings, 60, 2)).unwrap()) {
        let mut position = Position::new(game.start);
        let mut adjudicator = (number % 10 > 0).then_some(Adjudicator::OF_TRAINING);
        let is_black_to_move = position.side_to_move() == Color::Black;
        let opening_plies =
            2 * (position.board().fullmove_number() - 1) + u16::from(is_black_to_move);
        assert!((8..=9).contains(&opening_plies));
        for (i, played) in game.moves.iter().enumerate() {
            let move_number = position.board().fullmove_number();
            let adjudicated = adjudicator
                .as_mut()
                .and_then(|adjudicator| adjudicator.add(played.score, move_number));
            position.make_move(played.mv);
            let ruled = position
                .board()
                .outcome()
                .or_else(|| position.is_draw().then_some(Outcome::Draw));
            let last = i + 1 == game.moves.len();
            let outcome = ruled.or(adjudicated);
            assert_eq!(
                outcome,
                last.then_some(game.outcome),
                "{}",
                position.board()
            );
            by_rules += usize::from(ruled.is_some());
            drawn += usize::from(outcome == Some(Outcome::Draw));
        }
    }
    assert!(by_rules > 0 && drawn > 0, "{by_rules} {drawn}");
}

#[test]
fn scores_are_from_whites_view_and_belong_to_the_position_before_the_move() {
    // The numbers of positions in which the signs differ, and in which they agree.
    let mut agree = [0, 0];
    let bytes = generate(
        DatagenSettings {
            soft_nodes: 300,
            ..SETTINGS
        },
        6,
        2,
    );
    let games = read(&bytes).unwrap();
    for sample in games
        .iter()
        .flat_map(Game::samples)
        .filter(Sample::is_quiet)
    {
        let board = sample.board;
        let static_score = match board.side_to_move() {
            Color::White => evaluate(&board),
            Color::Black => -evaluate(&board),
        };
        if static_score.abs() > 300 {
            agree[usize::from(static_score.signum() == sample.score.signum())] += 1;
        }
    }
    assert!(agree[1] > 20 * agree[0] && agree[1] > 50, "{agree:?}");
}

#[test]
fn an_interrupted_file_is_continued_as_if_not_interrupted() {
    let games = 2;
    let bytes = generate(SETTINGS, games, 1);
    let starts: Vec<usize> = {
        let mut reader = GameReader::new(&bytes[..], "a test");
        let ends = std::iter::from_fn(|| reader.next().map(|_| reader.bytes() as usize));
        std::iter::once(0).chain(ends).collect()
    };
    let (path, stop) = (path("resumed.vf"), Arc::default());
    let mut player = SelfPlayer::new(SETTINGS, &stop).unwrap();
    for cut in 0..=bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        let mut output = open(&path, &mut player).unwrap().unwrap();
        let whole = starts.iter().rposition(|&start| start <= cut).unwrap();
        assert_eq!(output.summary.games, whole as u64);
        assert_eq!(output.dropped, (cut - starts[whole]) as u64);
        assert_eq!(fs::read(&path).unwrap(), bytes[..starts[whole]]);
        // The rest depends only on the number of whole games.
        if cut % 97 == 0 || starts.contains(&cut) {
            play_games(SETTINGS, whole as u64..games, 1, &stop, &mut |played| {
                output.write(&played)
            })
            .unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes, "cut at {cut}");
        }
    }
}

#[test]
fn a_file_of_other_games_is_not_changed() {
    let bytes = [&generate(SETTINGS, 2, 1)[..], &[7; 40]].concat();
    let (path, stop) = (path("others.vf"), Arc::default());
    let other = DatagenSettings {
        seed: 2,
        ..SETTINGS
    };
    let error_of = |settings, content: &[u8]| {
        fs::write(&path, content).unwrap();
        let error = open(&path, &mut SelfPlayer::new(settings, &stop).unwrap()).unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), content);
        error.to_string()
    };
    let whole = &bytes[..bytes.len() - 40];
    let torn = &bytes[..bytes.len() - 39];
    let other_arguments = "others.vf: game 2 was played with other arguments or by another version of ferz; \
                    expected games with these arguments";
    for content in [whole, torn] {
        let error = error_of(other, content);
        assert!(error.ends_with(other_arguments), "{error}");
    }
    // The bytes after the games are not the beginning of a game.
    let error = error_of(SETTINGS, &bytes);
    let no_game = format!("others.vf: game 3, byte {}: the piece on ", whole.len());
    assert!(error.contains(&no_game), "{error}");
}

#[test]
fn a_file_that_another_program_is_writing_is_an_error() {
    let (path, stop) = (path("locked.vf"), Arc::default());
    let mut player = SelfPlayer::new(SETTINGS, &stop).unwrap();
    let first = open(&path, &mut player).unwrap().unwrap();
    let error = open(&path, &mut player).unwrap_err();
    let expected = format!(
        "cannot write {}: another program is writing it",
        path.display()
    );
    assert_eq!(error.to_string(), expected);
    drop(first);
    assert!(open(&path, &mut player).is_ok());
}

#[test]
fn changed_bytes_are_errors_or_give_legal_games() {
    let bytes: Vec<u8> = random_games(8, 3).iter().flat_map(encode).collect();
    let mut rng = Rng::new(3);
    let (mut refused, mut legal) = (0, 0);
    for at in 0..bytes.len() {
        let random = rng.below(256) as u8;
        let flipped = (0..8).map(|bit| bytes[at] ^ 1 << bit);
        for byte in flipped.chain([0, 255, random]) {
            let mut changed = bytes.clone();
            changed[at] = byte;
            match read(&changed) {
                Ok(games) => {
                    let again: Vec<u8> = games.iter().flat_map(encode).collect();
                    assert_eq!(read(&again).unwrap(), games);
                    legal += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > legal / 4 && legal > 0, "{refused} {legal}");
}

/// Settings of games with positions from the trees of their searches.
const WITH_TREES: DatagenSettings = DatagenSettings {
    soft_nodes: 50,
    takes_trees: true,
    ..SETTINGS
};

/// Returns games with the positions from their trees, by number.
fn played(numbers: Range<u64>, threads: usize) -> Vec<Played> {
    let mut all = Vec::new();
    play_games(
        WITH_TREES,
        numbers,
        threads,
        &Arc::default(),
        &mut |played| {
            all.push(played);
            Ok(())
        },
    )
    .unwrap();
    all
}

#[test]
fn positions_of_trees_suit_a_static_evaluation_and_do_not_depend_on_threads() {
    let games = played(0..4, 1);
    let trees = |all: &[Played]| -> Vec<GameTree> {
        all.iter().map(|played| played.tree.clone()).collect()
    };
    assert_eq!(trees(&played(0..4, 3)), trees(&games));
    for Played { game, tree } in &games {
        assert_eq!(tree.game, game_hash(game));
        // At most three for each search with a lead of at most seven pawns.
        let searches = game.moves.iter().filter(|played| played.score.abs() <= 700);
        assert!(tree.records.len() <= 3 * searches.count());
        assert!(tree.records.len() > game.moves.len() / 2);
        for record in &tree.records {
            let board = record.board().unwrap();
            assert!(!board.is_in_check() && !is_known_endgame(&board));
            assert!(!has_winning_capture(&board));
            assert_eq!(record.result(), None);
        }
        // Few of them occur in the game, or twice with other castling rights.
        let mut known: HashSet<Vec<u8>> = HashSet::new();
        let of_game = game
            .samples()
            .map(|sample| Record::new(&sample.board, &Labels::default()));
        known.extend(of_game.map(|record| record.position_bytes().to_vec()));
        let tree = tree.records.iter();
        let others = tree
            .filter(|record| known.insert(record.position_bytes().to_vec()))
            .count();
        assert!(others > game.moves.len() / 2, "{others}");
    }
}

#[test]
fn an_interrupted_file_of_trees_is_continued_as_if_not_interrupted() {
    let games = played(0..3, 2);
    let bytes: Vec<u8> = games
        .iter()
        .flat_map(|played| played.tree.encode())
        .collect();
    let ends: Vec<usize> = {
        let mut reader = TreeReader::new(&bytes[..], "a test");
        std::iter::from_fn(|| reader.next().map(|_| reader.bytes as usize)).collect()
    };
    let (path, last) = (path("resumed.tree"), Some(game_hash(&games[1].game)));
    // Two games are complete; the positions of the third are written before it.
    for cut in [ends[1], ends[1] + 1, ends[1] + 24, ends[2] - 1, ends[2]] {
        fs::write(&path, &bytes[..cut]).unwrap();
        let mut file = TreeFile::open(&path, 2, last).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes[..ends[1]], "cut at {cut}");
        file.write(&games[2].tree).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes, "cut at {cut}");
    }
    // Files of other games are not changed.
    for (cut, count, hash, found) in [
        (ends[1] - 1, 2, last, 1),
        (ends[0], 2, last, 1),
        (ends[2], 1, last, 3),
        (ends[2], 2, Some(7), 3),
        (ends[1], 0, None, 2),
    ] {
        fs::write(&path, &bytes[..cut]).unwrap();
        let error = TreeFile::open(&path, count, hash).unwrap_err().to_string();
        let expected = format!(
            "resumed.tree: found positions of {found} games; expected those of the {count} games of the other file"
        );
        assert!(error.ends_with(&expected), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes[..cut]);
    }
    fs::write(&path, "my notes").unwrap();
    let error = TreeFile::open(&path, 0, None).unwrap_err().to_string();
    let expected = "the positions of a game begin with \"my notes\"; expected \"FERZTREE\"";
    assert!(error.ends_with(expected), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"my notes");
}

#[test]
fn a_file_of_games_keeps_an_incomplete_game_if_the_file_of_trees_is_wrong() {
    let bytes = encode(&played(0..1, 1)[0].game);
    let [games, trees] = ["incomplete.vf", "notes.tree"].map(path);
    fs::write(&games, &bytes[..bytes.len() - 1]).unwrap();
    fs::write(&trees, "my notes").unwrap();
    let mut player = SelfPlayer::new(WITH_TREES, &Arc::default()).unwrap();
    let opened = GameFile::open(&games, Some(&trees), &mut player, &mut |_, _| ());
    let error = opened.unwrap_err().to_string();
    assert!(error.contains("\"my notes\""), "{error}");
    assert_eq!(fs::read(&games).unwrap(), bytes[..bytes.len() - 1]);
    assert_eq!(fs::read(&trees).unwrap(), b"my notes");
}

#[test]
fn errors_in_files_of_trees_are_reported() {
    let record = Record::new(&Board::default(), &Labels::default());
    let tree = GameTree {
        game: 5,
        records: vec![record],
    };
    let good = tree.encode();
    let error = |at: usize, byte: u8, length: usize| {
        let mut bytes = good.repeat(2);
        bytes[good.len() + at] = byte;
        let mut trees = TreeReader::new(&bytes[..good.len() + length], "a.tree");
        assert_eq!(trees.next().unwrap().unwrap(), tree);
        let error = trees.next().unwrap().unwrap_err().to_string();
        assert!(trees.next().is_none());
        error
    };
    let whole = good.len();
    for (found, message) in [
        (
            error(0, b'f', whole),
            "the positions of a game begin with \"fERZTREE\"; expected \"FERZTREE\"",
        ),
        (
            error(18, 1, whole),
            "found 65537 positions of a game; expected at most 65536",
        ),
        (error(24, 1, whole), "the checksum of the positions is 0x"),
        (
            error(0, b'F', whole - 1),
            "the file ends within the positions of this game; expected more bytes",
        ),
        (
            error(0, b'F', 5),
            "the file ends within the positions of this game; expected more bytes",
        ),
    ] {
        let expected = format!("a.tree: game 2, byte 56: {message}");
        assert!(found.starts_with(&expected), "{found}");
    }
    let mut malformed = GameTree {
        game: 5,
        records: vec![record],
    };
    bytemuck::bytes_of_mut(&mut malformed.records[0])[8] = 7;
    let bytes = malformed.encode();
    let found = TreeReader::new(&bytes[..], "a.tree").next();
    let found = found.unwrap().unwrap_err().to_string();
    let expected = "a.tree: game 1, byte 0: position 1 is malformed; expected both kings";
    assert_eq!(found, expected);
}
