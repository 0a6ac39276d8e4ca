//! `ferz-lab datagen`: self-play games, to train networks.
//!
//! Each game starts with a few random moves, so that the games differ. From there, both sides play
//! the best moves of searches with a limited number of nodes. The same settings give the same file,
//! byte for byte, on any number of threads and after any interruption.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::support::{cannot_read, cannot_write, stop_flag};
use anyhow::{Error, Result, ensure};
use fastrand::Rng;
use ferz::bench::opening::soft_limits;
use ferz::cli::output::check_outputs;
use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, Threads, input, number, print, print_error};
use ferz::search::solo::Solo;
use ferz::support::files::open_locked;
use ferz::support::quote::Named;

use crate::data::{Game, GameReader, GameSummary, GameTree, Torn, TreeFile, encode, game_hash};
use crate::self_play::{
    Adjudicator, SOFT_NODES, Starts, numbered_seed, opening_nodes, opening_score, play_game,
    play_in_order, random_opening, search, useful_threads,
};
use crate::tree::TreeSampler;

/// Size of the transposition table of a player, in megabytes. It stays in the processor's cache, and
/// is enough for the nodes of some searches.
const HASH_MEGABYTES: usize = 1;

/// One game in this many is played to its end without adjudication, so that networks also learn how
/// decided games end.
const PLAYED_OUT: u64 = 10;

/// One game in this many starts with a Chess960 setup for each side.
const FISCHER_RANDOM: u64 = 8;

/// Play self-play games and write them to a file, as training data
///
/// Each game begins with 8 or 9 random plies, after which neither side is more than 10 pawns ahead;
/// one in 8 with a Chess960 setup for each side. It ends by the rules of chess or, except for one in
/// 10, by adjudication: as a win after 4 plies with a lead of 7 pawns, and as a draw from move 40 on
/// after 16 plies within 8 centipawns.
///
/// With --tree, a second file gets up to three positions from the tree of each search. Each has the
/// score of a search with a quarter of the nodes. A search evaluates such positions more often than
/// those of games, and they cost less. ferz-lab data reads both files.
///
/// The file is in viriformat, which other trainers of networks read, too. The same arguments give
/// the same file on any number of threads. If the file exists, ferz-lab checks its games, removes
/// an incomplete game at the end of the file, and continues after the last complete game; the second
/// file must have been written together with it.
///
/// Ctrl-C discards the unfinished games and ends the command, with exit status 130. The exit status
/// is 0 only if the file contains all games.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz-lab datagen games.vf --games 10000 --seed 42")]
pub struct Arguments {
    /// File to create or continue
    file: PathBuf,

    /// Total number of games in the file
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u64>(0..=u64::MAX))]
    games: u64,

    /// Seed of the random moves; different seeds give different games
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Soft node limit: start no new iteration after N nodes; the hard limit is 8 times N
    #[arg(long, value_name = "N", default_value_t = SOFT_NODES, value_parser = number::<u64>(1..=u64::MAX))]
    nodes: u64,

    /// File for positions from the trees of the searches
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,

    #[command(flatten)]
    threads: Threads,
}

/// Runs `ferz-lab datagen`.
pub fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let (file, total) = (&arguments.file, arguments.games);
    ensure!(
        !input::is_standard(file),
        "\"-\" is not a file; expected the name of a file"
    );
    if let Some(tree) = &arguments.tree {
        check_outputs(std::slice::from_ref(file), &[("--tree", tree)]).map_err(Error::msg)?;
    }
    if continue_file(arguments, &stop_flag())? {
        return Ok(ExitStatus::Success);
    }
    print_error(format_args!(
        "interrupted before {} has {total} games; run the same command again to continue",
        Named(file)
    ));
    Ok(ExitStatus::Interrupted)
}

/// Plays the remaining games. Returns `false` if the file does not contain all games at the end.
fn continue_file(arguments: &Arguments, stop: &Arc<AtomicBool>) -> Result<bool> {
    let (file, total) = (&arguments.file, arguments.games);
    let settings = DatagenSettings {
        seed: arguments.seed,
        soft_nodes: arguments.nodes,
        takes_trees: arguments.tree.is_some(),
    };
    let mut player = SelfPlayer::new(settings, stop)?;
    let read_bar = ProgressBar::new("bytes of games");
    let trees = arguments.tree.as_deref();
    let opened = GameFile::open(file, trees, &mut player, &mut |read, size| {
        read_bar.show(read, size);
    })?;
    drop(read_bar);
    let Some(mut output) = opened else {
        return Ok(false);
    };
    drop(player);
    let before = output.summary;
    if output.dropped > 0 {
        print_error(format_args!(
            "{}: removed {} bytes of an incomplete game after game {}",
            Named(file),
            output.dropped,
            before.games
        ));
    }
    let (started, bar) = (Instant::now(), ProgressBar::new("games"));
    let positions_per_hour = |summary: &GameSummary| {
        let hours = started.elapsed().as_secs_f64() / 3600.0;
        (summary.positions - before.positions) as f64 / hours
    };
    let (numbers, threads) = (before.games..total, arguments.threads.number());
    play_games(settings, numbers, threads, stop, &mut |played| {
        output.write(&played)?;
        let rate = positions_per_hour(&output.summary);
        bar.show(output.summary.games, total);
        bar.set_unit(format!("games, {rate:.0} positions per hour"));
        Ok(())
    })?;
    drop(bar);
    let summary = &output.summary;
    let played = format!(
        "Played now: {} games, {} positions in {:.1} s, {:.0} positions per hour\n",
        summary.games - before.games,
        summary.positions - before.positions,
        started.elapsed().as_secs_f64(),
        positions_per_hour(summary),
    );
    print(&(summary.to_string() + &played)).map_err(Error::msg)?;
    Ok(summary.games >= total)
}

/// The settings that determine all games.
#[derive(Clone, Copy, Debug)]
pub struct DatagenSettings {
    /// The seed of the random moves. Different seeds give different games.
    pub seed: u64,
    /// The number of nodes after which a search starts no new iteration.
    pub soft_nodes: u64,
    /// Whether positions are also taken from the trees of the searches.
    pub takes_trees: bool,
}

/// A game, with positions from the trees of its searches.
#[derive(Debug)]
pub struct Played {
    pub game: Game,
    /// Without positions unless they are taken.
    pub tree: GameTree,
}

/// Plays games against itself, one after the other. No game depends on the games before it.
pub struct SelfPlayer {
    settings: DatagenSettings,
    solo: Solo,
}

impl SelfPlayer {
    /// Creates a player. Its games end unfinished when `stop` is set.
    pub fn new(settings: DatagenSettings, stop: &Arc<AtomicBool>) -> Result<Self> {
        let solo = Solo::stopped_by(HASH_MEGABYTES, stop)?;
        Ok(Self { settings, solo })
    }

    /// Plays the game with this number. Returns `None` if it was stopped.
    fn play(&mut self, number: u64) -> Result<Option<Played>> {
        let Self { settings, solo } = self;
        solo.clear();
        let mut rng = Rng::with_seed(numbered_seed(settings.seed, number));
        let nodes = settings.soft_nodes;
        let starts = if number.is_multiple_of(FISCHER_RANDOM) {
            Starts::DoubleFischerRandom
        } else {
            Starts::Standard
        };
        let start = random_opening(starts, &mut rng, |position| {
            opening_score(solo, position, opening_nodes(nodes))
        });
        let Some(start) = start else { return Ok(None) };
        let is_adjudicated = !number.is_multiple_of(PLAYED_OUT);
        let adjudicator = is_adjudicated.then_some(Adjudicator::OF_TRAINING);
        let mut sampler = TreeSampler::new(rng, nodes);
        let game = play_game(start, adjudicator, |game| {
            let answer = search(solo, &game.position, soft_limits(nodes));
            let Some(answer) = answer.filter(|_| settings.takes_trees) else {
                return Ok(answer);
            };
            let sampled = sampler.sample(solo, &game.position, answer.score);
            Ok(sampled.map(|()| answer))
        })?;
        Ok(game.map(|game| Played {
            tree: GameTree {
                game: game_hash(&game),
                records: sampler.records,
            },
            game,
        }))
    }
}

/// Plays the games with these numbers (from 0) on `threads` threads, and passes them to `take`
/// in order. Ends early when `stop` is set; unfinished games are discarded.
pub fn play_games(
    settings: DatagenSettings,
    numbers: Range<u64>,
    threads: usize,
    stop: &Arc<AtomicBool>,
    take: &mut (dyn FnMut(Played) -> Result<()> + Send),
) -> Result<()> {
    let threads = useful_threads(threads, numbers.end.saturating_sub(numbers.start));
    let players = (0..threads).map(|_| SelfPlayer::new(settings, stop));
    let mut players = players.collect::<Result<Vec<_>>>()?;
    play_in_order(numbers, &mut players, stop, SelfPlayer::play, |played| {
        take(played).map(ControlFlow::Continue)
    })
}

/// A file of games, open for appending, and the file of positions from their trees, if there is one.
///
/// Each game is written by one call. If the program is killed, at most the last game in the
/// file is incomplete, and it is removed when the file is opened again. A file with any other
/// error is never changed.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    file: File,
    /// Statistics of the games in the file.
    pub summary: GameSummary,
    trees: Option<TreeFile>,
    /// The size of the incomplete game that was removed when the file was opened, in bytes.
    pub dropped: u64,
}

impl GameFile {
    /// Opens or creates a file, and checks its games: all of them by the rules of chess, and the
    /// last one, or the first one if it is incomplete, also by playing it again with `player`. Then
    /// opens or creates the file `trees`, which must belong to the games. Changes no file before
    /// both are checked. Returns `None` if `player` was stopped. `progress` is called after each
    /// game with the number of bytes read and the size of the file.
    pub fn open(
        path: &Path,
        trees: Option<&Path>,
        player: &mut SelfPlayer,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Option<Self>> {
        let mut output = Self {
            path: path.to_owned(),
            file: open_locked(path).map_err(cannot_write(path))?,
            summary: GameSummary::default(),
            trees: None,
            dropped: 0,
        };
        let last = output.read(progress)?;
        let last_hash = last.as_ref().map(game_hash);
        let number = output.summary.games.saturating_sub(1);
        let size = output.size().map_err(cannot_read(path))?;
        if size > 0 {
            let Some(Played { game: expected, .. }) = player.play(number)? else {
                return Ok(None);
            };
            match last {
                Some(last) => ensure!(
                    last == expected,
                    "{}: game {} was played with other arguments or by another version of ferz; expected games with these arguments",
                    Named(path),
                    number + 1
                ),
                None => {
                    let bytes = encode(&expected);
                    // One byte more than the game, to see if the file is longer.
                    ensure!(
                        bytes.starts_with(&output.first_bytes(bytes.len() + 1)?),
                        "{}: found {size} bytes that do not begin a game with these arguments; expected a new file or such games",
                        Named(path)
                    );
                }
            }
        }
        output.trees = trees
            .map(|file| TreeFile::open(file, output.summary.games, last_hash))
            .transpose()?;
        output.drop_incomplete_game().map_err(cannot_write(path))?;
        Ok(Some(output))
    }

    fn size(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Reads the first bytes, at most `count`.
    fn first_bytes(&mut self, count: usize) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let rewound = self.file.rewind();
        let read = rewound.and_then(|()| (&self.file).take(count as u64).read_to_end(&mut bytes));
        read.map_err(cannot_read(&self.path))?;
        Ok(bytes)
    }

    /// Reads all games, and returns the last one.
    fn read(&mut self, progress: &mut dyn FnMut(u64, u64)) -> Result<Option<Game>> {
        // Only the progress needs the size.
        let size = self.size().unwrap_or_default();
        let mut games = GameReader::new(io::BufReader::new(&self.file), &self.path);
        let mut last = None;
        while let Some(game) = games.next() {
            match game {
                Ok(game) => {
                    self.summary.add(&game, games.bytes() - self.summary.bytes);
                    last = Some(game);
                    progress(games.bytes(), size);
                }
                Err(error) if error.is::<Torn>() => break,
                Err(error) => return Err(error),
            }
        }
        Ok(last)
    }

    /// Removes an incomplete game at the end of the file, and seeks to the end.
    fn drop_incomplete_game(&mut self) -> io::Result<()> {
        let (end, whole) = (self.file.seek(SeekFrom::End(0))?, self.summary.bytes);
        self.dropped = end.saturating_sub(whole);
        if self.dropped > 0 {
            self.file.set_len(whole)?;
        }
        self.file.seek(SeekFrom::Start(whole)).map(|_| ())
    }

    /// Appends a game. The positions from its trees are written first, so that no game is without
    /// them, whenever the program ends.
    pub fn write(&mut self, Played { game, tree }: &Played) -> Result<()> {
        if let Some(trees) = &mut self.trees {
            trees.write(tree)?;
        }
        let bytes = encode(game);
        let written = self.file.write_all(&bytes);
        written.map_err(cannot_write(&self.path))?;
        self.summary.add(game, bytes.len() as u64);
        Ok(())
    }
}
