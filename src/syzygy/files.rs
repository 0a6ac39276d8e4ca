//! Finding the files of the tables, and looking at each before it is trusted.
//!
//! The crate that reads the tables takes them as they come: one that is cut short makes it
//! read beyond the end of the file, which ends the program, and so may one flipped bit. So
//! each file is held against what its own header says of its size, against the material that
//! its name says, and, if it is not too large for that, against its checksum.
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::checksum::checksum;
use super::error::{Broken, Problem};
use super::header::Header;
use super::kind::Kind;
use super::material::Material;

/// Files of tables of up to so many men are read in whole, for their checksums.
///
/// Together they have 939 MiB, which one processor hashes in a quarter of a second, and a
/// disk reads in some. Those of six men have 149 GiB and those of seven 17 TiB, which would
/// be minutes and hours at each start; of them only the header is looked at.
const MOST_MEN_READ: u32 = 5;

/// Disks hardly read faster for more threads than that, and each needs memory.
const MOST_THREADS: usize = 8;

/// The files of good tables, by kind and by material as their names say it.
pub(super) type Found = BTreeMap<(Kind, Material), PathBuf>;

/// Looks for tables in these folders; the first file of a name is the one that counts.
pub(super) fn find(folders: &[PathBuf], problems: &mut Vec<Problem>) -> Found {
    let mut all = Found::new();
    for folder in folders {
        match fs::read_dir(folder) {
            Ok(entries) => {
                let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
                for path in paths {
                    if let Some(table) = named(&path) {
                        all.entry(table).or_insert(path);
                    }
                }
            }
            Err(error) => problems.push(Problem::Folder {
                path: folder.clone(),
                error,
            }),
        }
    }
    for ((kind, material), broken) in check_all(&all) {
        if let Some(path) = all.remove(&(kind, material)) {
            let reason = broken.to_string();
            problems.push(Problem::File { path, reason });
        }
    }
    all
}

/// Looks at all files, several at a time, and returns what is wrong with those that are not
/// good.
fn check_all(found: &Found) -> BTreeMap<(Kind, Material), Broken> {
    let files: Vec<_> = found.iter().collect();
    let next = AtomicUsize::new(0);
    let all_broken = Mutex::new(BTreeMap::new());
    let work = || {
        while let Some(&(&table, path)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (kind, material) = table;
            if let Err(broken) = check(path, kind, &material) {
                let mut all_broken = all_broken.lock().unwrap_or_else(PoisonError::into_inner);
                all_broken.insert(table, broken);
            }
        }
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 1..processors.min(MOST_THREADS).min(files.len()) {
            // Without another thread the work takes longer; that is all.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    all_broken
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
}

/// What a file's name says that is in it.
fn named(path: &Path) -> Option<(Kind, Material)> {
    let extension = path.extension()?.to_str()?;
    let kind = Kind::ALL
        .into_iter()
        .find(|kind| kind.extension() == extension)?;
    let material = Material::from_name(path.file_stem()?.to_str()?)?;
    (material.canonical() == material).then_some((kind, material))
}

/// Whether a file is good: for sure if it is read in whole, and else as far as its header
/// can tell.
fn check(path: &Path, kind: Kind, material: &Material) -> Result<(), Broken> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    // Blocks of 64 bytes, and 16 bytes of a checksum.
    if length % 64 != 16 {
        return Err(Broken::Length(length));
    }
    // Files are often made in their whole size, and then filled.
    let mut said = [0; 16];
    file.seek(SeekFrom::End(-16))?;
    file.read_exact(&mut said)?;
    if said == [0; 16] {
        return Err(Broken::NoChecksum);
    }
    file.rewind()?;
    let needed = Header::new(&file).length(kind, material)?;
    if length < needed {
        return Err(Broken::TooShort { length, needed });
    }
    if material.men() <= MOST_MEN_READ {
        file.rewind()?;
        let given = checksum(&mut file, length - 16)?;
        if said != given {
            let [said, given] = [said, given].map(u128::from_be_bytes);
            return Err(Broken::Checksum { said, given });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All of `KBvK.rtbw`, up to its checksum: it says for either side to move that all
    /// positions are drawn.
    const HEADER: [u8; 14] = [
        0x71, 0xE8, 0x23, 0x5D, 0x31, 0x00, 0xEE, 0x66, 0x33, 0x00, 0x80, 0x02, 0x80, 0x02,
    ];
    const CHECKSUM: u128 = 0x4B37_EF62_3E69_EADB_6756_777C_1603_4E6F;

    #[test]
    fn every_flipped_bit_of_a_table_is_seen() {
        let folder = std::env::temp_dir().join(format!("ferz {} bits", std::process::id()));
        fs::create_dir_all(&folder).expect("a place for temporary files");
        let path = folder.join("KBvK.rtbw");
        let mut bytes = [0; 80];
        bytes[..HEADER.len()].copy_from_slice(&HEADER);
        bytes[64..].copy_from_slice(&CHECKSUM.to_be_bytes());
        let look = |bytes: &[u8]| {
            fs::write(&path, bytes).expect("space for a few bytes");
            let mut problems = Vec::new();
            let found = find(std::slice::from_ref(&folder), &mut problems);
            (found.len(), problems)
        };
        let (found, problems) = look(&bytes);
        assert_eq!((found, problems.len()), (1, 0), "{problems:?}");
        for bit in 0..8 * bytes.len() {
            let mut flipped = bytes;
            flipped[bit / 8] ^= 1 << (bit % 8);
            let (found, problems) = look(&flipped);
            assert_eq!((found, problems.len()), (0, 1), "bit {bit}");
            let said = problems[0].to_string();
            assert!(said.contains("KBvK.rtbw is not used: it"), "{said}");
        }
        fs::remove_dir_all(folder).expect("the folder is still there");
    }
}
