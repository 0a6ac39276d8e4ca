//! Endgame tables that are broken, or break while they are in use: no crash, no endless
//! search, no illegal move. What a file's header and length can tell of such is tested in
//! `tests/syzygy/`, which says where the tables come from too.
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

use std::fs;
use std::path::PathBuf;

use crate::common::files::{empty_folder, syzygy_folder};
use crate::common::random::{Rng, random_board, scaled};
use crate::session::Session;
use crate::{assert_is_legal, board};

/// The tables that files are broken of, with their men as letters of a FEN.
const BROKEN: [(&str, &str); 6] = [
    ("KQvK", "KQk"),
    ("KPvK", "KPk"),
    ("KBNvK", "KBNk"),
    ("KPvKP", "KPkp"),
    ("KQvKR", "KQkr"),
    ("KRvKP", "KRkp"),
];

/// A folder with all the tables, of which one can be replaced.
struct Folder {
    source: PathBuf,
    path: PathBuf,
}

impl Folder {
    fn new(source: PathBuf, name: &str) -> Self {
        let path = empty_folder(name);
        for entry in fs::read_dir(&source).expect("a folder") {
            let file = entry.expect("a file").path();
            let name = file.file_name().expect("a name");
            std::os::unix::fs::symlink(&file, path.join(name)).expect("a link");
        }
        Self { source, path }
    }

    fn bytes(&self, file: &str) -> Vec<u8> {
        fs::read(self.source.join(file)).expect("a table")
    }

    /// Another file: what is mapped of the old one stays as it is.
    fn replace(&self, file: &str, bytes: &[u8]) {
        let path = self.path.join(file);
        fs::remove_file(&path).expect("a link or file of our own");
        fs::write(&path, bytes).expect("a file of our own");
    }

    /// Has the engine open them (anew), and returns what it says.
    fn open(&self, session: &mut Session) -> Vec<String> {
        session.ask(&format!(
            "setoption name SyzygyPath value <empty>\nsetoption name SyzygyPath value {}",
            self.path.display()
        ))
    }

    fn remove(self) {
        fs::remove_dir_all(self.path).expect("a folder of our own");
    }
}

/// Fails unless it plays a legal move soon in some positions with these men.
#[track_caller]
fn assert_plays(session: &mut Session, men: &str, rng: &mut Rng) {
    for _ in 0..3 {
        let fen = random_board(men, rng).to_string();
        let go = rng.pick(&["go nodes 300", "go movetime 5"]);
        let lines = session.search(&format!("ucinewgame\nposition fen {fen}\n{go}"));
        assert_is_legal(&lines[lines.len() - 1], &board(&fen));
    }
}

/// The bits are anywhere behind the magic number, or in the header, where most harm is done.
#[test]
fn files_with_flipped_bits_of_the_same_length_neither_end_the_program_nor_hold_it_up() {
    let Some(source) = syzygy_folder() else {
        return;
    };
    let folder = Folder::new(source, "flipped");
    let mut session = Session::start();
    let mut rng = Rng::new(1);
    // A few for which this is known to be hard: an endless recursion, an address out of
    // bounds, an endless loop.
    let known = [("KQvK", 58, 1), ("KQvK", 115, 0), ("KRvKP", 23, 0)];
    for round in 0..known.len() + scaled(120) {
        let (name, men) = *rng.pick(&BROKEN);
        let mut file = format!("{name}.{}", rng.pick(&["rtbw", "rtbw", "rtbz"]));
        let mut men = men;
        let mut bytes = folder.bytes(&file);
        let mut flipped = Vec::new();
        if let Some(&(name, at, bit)) = known.get(round) {
            file = format!("{name}.rtbw");
            men = BROKEN
                .iter()
                .find(|table| table.0 == name)
                .expect("one of them")
                .1;
            bytes = folder.bytes(&file);
            flipped.push((at, bit));
        } else {
            let end = *rng.pick(&[64, 600, usize::MAX, usize::MAX]);
            let end = end.min(bytes.len());
            for _ in 0..*rng.pick(&[1, 1, 4, 64]) {
                flipped.push((4 + rng.below(end - 4), rng.below(8)));
            }
        }
        for &(at, bit) in &flipped {
            bytes[at] ^= 1 << bit;
        }
        println!("round {round}: {file} with bits {flipped:?}");
        folder.replace(&file, &bytes);
        folder.open(&mut session);
        assert_plays(&mut session, men, &mut rng);
        let good = folder.bytes(&file);
        folder.replace(&file, &good);
    }
    let said = folder.open(&mut session);
    assert!(
        said[0].starts_with("info string endgame tables: 5 of 3 men, 30"),
        "{said:?}"
    );
    let ended = session.quit();
    assert_eq!(ended.status, Some(0), "{}", ended.errors);
    folder.remove();
}

#[test]
fn what_is_detectably_wrong_with_a_file_is_said_and_the_others_are_used() {
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
            let said = folder.open(&mut session);
            let errors: Vec<&String> = said
                .iter()
                .filter(|line| line.contains("error: "))
                .collect();
            assert!(
                errors.iter().any(|line| line.contains(file)),
                "{file}: {said:?}"
            );
            let uses = |line: &String| line.starts_with("info string endgame tables: ");
            assert!(said.iter().any(uses), "{file}: {said:?}");
        }
        folder.replace(file, &good);
    }
    assert_eq!(session.quit().status, Some(0));
    folder.remove();
}

#[test]
fn tables_that_vanish_after_they_were_found_are_done_without() {
    let Some(source) = syzygy_folder() else {
        return;
    };
    let mut rng = Rng::new(2);
    for used_before in [false, true] {
        let folder = Folder::new(source.clone(), "vanishing");
        let mut session = Session::start();
        let said = folder.open(&mut session);
        assert!(
            said[0].starts_with("info string endgame tables: "),
            "{said:?}"
        );
        let (file, men) = BROKEN[usize::from(used_before)];
        if used_before {
            assert_plays(&mut session, men, &mut rng);
        }
        for kind in ["rtbw", "rtbz"] {
            fs::remove_file(folder.path.join(format!("{file}.{kind}"))).expect("a link");
        }
        assert_plays(&mut session, men, &mut rng);
        let ended = session.quit();
        assert_eq!(ended.status, Some(0), "{}", ended.errors);
        folder.remove();
    }
}
