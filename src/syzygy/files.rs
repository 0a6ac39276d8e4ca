//! Finds the files of the tables, checks them, and selects those that can be probed.
//!
//! Each file is compared with the size that follows from its header, with the material in its name
//! and, up to a certain size, with its checksum. So a truncated or damaged file is reported when
//! the tables are opened, instead of giving wrong results. A probe also reads the tables of
//! positions after captures (and for DTZ, after promotions), so these must be present too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;

use super::checksum::{MAX_LENGTH, checksum};
use super::format::{TableKind, TablebaseFileError};
use super::header::Layout;
use super::{Material, TablebaseError};
use crate::support::files::open_regular;
use crate::support::work_queue::map_in_order;

/// Maximum number of pieces of tables whose checksums are verified.
///
/// The tables with up to five pieces take 939 MiB. One processor hashes them in a quarter of a
/// second, and a disk reads them in a few seconds. Tables with six pieces take 149 GiB, and tables
/// with seven pieces take 17 TiB. Their checksums would take minutes to hours at each start, so
/// only their length and header are checked.
const MAX_PIECES_VERIFIED: u32 = 5;

/// Maximum number of threads that check files. More threads hardly read faster from a disk, and
/// each needs memory.
const MAX_THREADS: usize = 8;

/// Paths of table files, by kind and material.
type FoundTables = BTreeMap<(TableKind, Material), PathBuf>;

/// Returns the usable files of tables in these folders. Adds an error for each folder or file that
/// is not usable.
pub(super) fn open(folders: &[PathBuf], errors: &mut Vec<TablebaseError>) -> Vec<AvailableFiles> {
    available(find(folders, errors), errors)
}

/// Finds and checks the tables in these folders. Of files with the same name, the first is used.
/// Adds an error for each folder or file that is not usable.
fn find(folders: &[PathBuf], errors: &mut Vec<TablebaseError>) -> FoundTables {
    let mut all = FoundTables::new();
    for folder in folders {
        match fs::read_dir(folder) {
            Ok(entries) => {
                let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
                for path in paths {
                    if let Some(table) = table_named(&path) {
                        all.entry(table).or_insert(path);
                    }
                }
            }
            Err(error) => errors.push(TablebaseError::Folder {
                path: folder.clone(),
                error,
            }),
        }
    }
    for (table, error) in check_all(&all) {
        if let Some(path) = all.remove(&table) {
            let reason = error.to_string();
            errors.push(TablebaseError::File { path, reason });
        }
    }
    all
}

/// Checks all files on several threads. Returns the errors of those that are not usable.
fn check_all(found: &FoundTables) -> BTreeMap<(TableKind, Material), TablebaseFileError> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let threads = processors.min(MAX_THREADS).min(found.len());
    let mut errors = BTreeMap::new();
    map_in_order(
        found,
        vec![(); threads],
        |(), (&table, path)| Some((table, check(path, table.0, &table.1).err())),
        |(table, error)| {
            errors.extend(error.map(|error| (table, error)));
            ControlFlow::Continue(())
        },
    );
    errors
}

/// Returns the kind and material of the table with this file name; `None` if no table has this
/// name.
fn table_named(path: &Path) -> Option<(TableKind, Material)> {
    let extension = path.extension()?.to_str()?;
    let kind = TableKind::ALL
        .into_iter()
        .find(|kind| kind.extension() == extension)?;
    let material = Material::from_name(path.file_stem()?.to_str()?)?;
    (material.canonical() == material).then_some((kind, material))
}

/// Checks one file: its length, its header and, if it is small enough, its checksum.
fn check(path: &Path, kind: TableKind, material: &Material) -> Result<(), TablebaseFileError> {
    let mut file = open_regular(path)?;
    let length = file.metadata()?.len();
    // A file consists of blocks of 64 bytes and a checksum of 16 bytes.
    if length % 64 != 16 {
        return Err(TablebaseFileError::Length(length));
    }
    // Programs that download or copy a file often allocate its full size first, so an incomplete
    // file ends with zeros.
    let mut stored = [0; 16];
    file.seek(SeekFrom::End(-16))?;
    file.read_exact(&mut stored)?;
    if stored == [0; 16] {
        return Err(TablebaseFileError::NoChecksum);
    }
    file.rewind()?;
    Layout::read(BufReader::new(&file), length, kind, material)?;
    if material.piece_count() <= MAX_PIECES_VERIFIED && length - 16 <= MAX_LENGTH {
        file.rewind()?;
        let computed = checksum(&mut file, length - 16)?;
        if stored != computed {
            let [stored, computed] = [stored, computed].map(u128::from_be_bytes);
            return Err(TablebaseFileError::Checksum { stored, computed });
        }
    }
    Ok(())
}

/// The files of a material that can be probed.
#[derive(Debug)]
pub(super) struct AvailableFiles {
    /// The material, with the colors as in the files.
    pub material: Material,
    pub wdl: PathBuf,
    /// `None` if only WDL can be probed.
    pub dtz: Option<PathBuf>,
}

/// Returns the files that can be probed. Adds an error for tables that cannot be used because
/// others are missing.
fn available(mut found: FoundTables, errors: &mut Vec<TablebaseError>) -> Vec<AvailableFiles> {
    let mut files = Vec::new();
    let mut available: BTreeSet<Material> = BTreeSet::new();
    let (mut count, mut example) = (0, None);
    let mut wanted: Vec<Material> = found.keys().map(|&(_, material)| material).collect();
    // Sorted so that captures (fewer pieces) and promotions (fewer pawns) lead to earlier entries.
    wanted.sort_by_key(|material| (material.piece_count(), material.pawns().iter().sum::<u8>()));
    wanted.dedup();
    for material in wanted {
        let is_missing =
            |next: &&Material| next.piece_count() > 2 && !available.contains(&next.canonical());
        let captures = material.after_captures();
        let promotions = material.after_promotions();
        if let Some(missing) = captures.iter().find(is_missing) {
            count += 1;
            example.get_or_insert(missing.canonical().to_string());
        } else if let Some(wdl) = found.remove(&(TableKind::Wdl, material)) {
            let dtz = found
                .remove(&(TableKind::Dtz, material))
                .filter(|_| !promotions.iter().any(|next| is_missing(&next)));
            files.push(AvailableFiles { material, wdl, dtz });
            available.insert(material);
        }
    }
    if let Some(example) = example {
        errors.push(TablebaseError::Incomplete { count, example });
    }
    files
}
