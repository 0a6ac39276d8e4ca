//! Tablebases that are damaged, or whose files vanish while they are in use. They must not cause a
//! crash, an endless search or an illegal move. `tests/syzygy/` tests how the library detects
//! damaged files, and says where the tests look for the tablebases.

use std::fs;
use std::path::PathBuf;

use crate::common::files::{empty_folder, syzygy_folder};
use crate::common::random::{Rng, random_board, scaled};
use crate::session::Session;
use crate::{assert_is_legal, board};

/// The tablebases that the tests damage, with their pieces as letters of a FEN.
const DAMAGED: [(&str, &str); 6] = [
    ("KQvK", "KQk"),
    ("KPvK", "KPk"),
    ("KBNvK", "KBNk"),
    ("KPvKP", "KPkp"),
    ("KQvKR", "KQkr"),
    ("KRvKP", "KRkp"),
];

/// A folder with links to all tablebases, in which individual files can be replaced.
struct Folder {
    source: PathBuf,
    path: PathBuf,
}

impl Folder {
    /// Creates the folder, with links to the files in `source`.
    fn new(source: PathBuf, name: &str) -> Self {
        let path = empty_folder(name);
        for entry in fs::read_dir(&source).expect("a folder") {
            let file = entry.expect("a file").path();
            let link = path.join(file.file_name().expect("a name"));
            std::os::unix::fs::symlink(&file, link).expect("a link");
        }
        Self { source, path }
    }

    /// Reads the original of a file.
    fn bytes(&self, file: &str) -> Vec<u8> {
        fs::read(self.source.join(file)).expect("a table")
    }

    /// Replaces a link or file with a new file. Memory mappings of the old one are not affected.
    fn replace(&self, file: &str, bytes: &[u8]) {
        let path = self.path.join(file);
        fs::remove_file(&path).expect("the test can remove its file or link");
        fs::write(&path, bytes).expect("the test can write its file");
    }

    /// Makes the engine open the tablebases again, and returns its output.
    fn reopen(&self, session: &mut Session) -> Vec<String> {
        session.ask(&format!(
            "setoption name SyzygyPath value <empty>\nsetoption name SyzygyPath value {}",
            self.path.display()
        ))
    }

    /// Removes the folder.
    fn remove(self) {
        fs::remove_dir_all(self.path).expect("the test can remove its folder");
    }
}

/// Fails unless the engine soon plays a legal move in random positions with these pieces.
#[track_caller]
fn assert_plays(session: &mut Session, pieces: &str, rng: &mut Rng) {
    for _ in 0..3 {
        let fen = random_board(pieces, rng).to_string();
        let go = rng.pick(&["go nodes 300", "go movetime 5"]);
        let lines = session.search(&format!("ucinewgame\nposition fen {fen}\n{go}"));
        assert_is_legal(&lines[lines.len() - 1], &board(&fen));
    }
}

/// The flipped bits are after the magic number: some anywhere in the file, others near its
/// beginning, because errors in the header are the most dangerous. The length of the file stays the
/// same.
#[test]
fn files_with_flipped_bits_neither_crash_nor_block_the_program() {
    let Some(source) = syzygy_folder() else {
        return;
    };
    let folder = Folder::new(source, "flipped");
    let mut session = Session::start();
    let mut rng = Rng::new(1);
    // Table, byte and bit that are known to be dangerous: they can cause an endless recursion, an
    // access out of bounds, and an endless loop.
    let known = [("KQvK", 58, 1), ("KQvK", 115, 0), ("KRvKP", 23, 0)];
    for round in 0..known.len() + scaled(120) {
        let (file, pieces, flipped) = match known.get(round) {
            Some(&(table, at, bit)) => {
                let known_table = DAMAGED.iter().find(|damaged| damaged.0 == table);
                let pieces = known_table.expect("a table of the list").1;
                (format!("{table}.rtbw"), pieces, vec![(at, bit)])
            }
            None => {
                let (table, pieces) = *rng.pick(&DAMAGED);
                let file = format!("{table}.{}", rng.pick(&["rtbw", "rtbw", "rtbz"]));
                let limit = *rng.pick(&[64, 600, usize::MAX, usize::MAX]);
                let end = limit.min(folder.bytes(&file).len());
                let bits = *rng.pick(&[1, 1, 4, 64]);
                let positions = (0..bits).map(|_| (4 + rng.below(end - 4), rng.below(8)));
                let flipped = positions.collect();
                (file, pieces, flipped)
            }
        };
        let mut bytes = folder.bytes(&file);
        for &(at, bit) in &flipped {
            bytes[at] ^= 1 << bit;
        }
        println!("round {round}: {file} with bits {flipped:?}");
        folder.replace(&file, &bytes);
        folder.reopen(&mut session);
        assert_plays(&mut session, pieces, &mut rng);
        let good = folder.bytes(&file);
        folder.replace(&file, &good);
    }
    let output = folder.reopen(&mut session);
    assert!(
        output[0].starts_with("info string tablebases: 5 with 3 pieces, 30"),
        "{output:?}"
    );
    let ended = session.quit();
    assert_eq!(ended.status, Some(0), "{}", ended.errors);
    folder.remove();
}

#[test]
fn detectable_errors_in_a_file_are_reported_and_the_other_files_used() {
    let Some(source) = syzygy_folder() else {
        return;
    };
    let folder = Folder::new(source, "detectable");
    let mut session = Session::start();
    for file in ["KQvK.rtbw", "KBNvK.rtbw", "KBNvK.rtbz", "KPvKP.rtbw"] {
        let good = folder.bytes(file);
        let mut flipped = good.clone();
        flipped[2] ^= 4;
        let half = good.len() / 2;
        let mut zeros = good.clone();
        zeros[half..].fill(0);
        for bytes in [
            &flipped[..],
            &good[..half],
            &good[..good.len() - 1],
            &zeros,
            &[],
        ] {
            folder.replace(file, bytes);
            let output = folder.reopen(&mut session);
            let errors: Vec<&String> = output
                .iter()
                .filter(|line| line.contains("error: "))
                .collect();
            assert!(
                errors.iter().any(|line| line.contains(file)),
                "{file}: {output:?}"
            );
            let uses = |line: &String| line.starts_with("info string tablebases: ");
            assert!(output.iter().any(uses), "{file}: {output:?}");
        }
        folder.replace(file, &good);
    }
    assert_eq!(session.quit().status, Some(0));
    folder.remove();
}

#[test]
fn the_engine_plays_on_when_tablebases_vanish_after_they_were_found() {
    let Some(source) = syzygy_folder() else {
        return;
    };
    let mut rng = Rng::new(2);
    for (used_before, (table, pieces)) in [(false, DAMAGED[0]), (true, DAMAGED[1])] {
        let folder = Folder::new(source.clone(), "vanishing");
        let mut session = Session::start();
        let output = folder.reopen(&mut session);
        assert!(
            output[0].starts_with("info string tablebases: "),
            "{output:?}"
        );
        if used_before {
            assert_plays(&mut session, pieces, &mut rng);
        }
        for kind in ["rtbw", "rtbz"] {
            fs::remove_file(folder.path.join(format!("{table}.{kind}"))).expect("a link");
        }
        assert_plays(&mut session, pieces, &mut rng);
        let ended = session.quit();
        assert_eq!(ended.status, Some(0), "{}", ended.errors);
        folder.remove();
    }
}
