//! Temporary folders, the Syzygy tablebases, and the source files.

#![allow(
    dead_code,
    reason = "each test is a crate of its own and uses only part of this module"
)]

use std::fs;
use std::path::{Path, PathBuf};

/// Creates an empty folder for one test and returns its path, which contains a space. The test
/// removes the folder.
pub fn empty_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ferz {} {name}", std::process::id()));
    // An earlier process with the same ID may have left such a folder behind.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for this test");
    folder
}

/// Returns the folder of the Syzygy tablebases with three and four pieces: `$FERZ_SYZYGY`, or
/// `../shared/data/syzygy` if the variable is not set.
///
/// Returns `None` and prints a note if the folder does not contain them; the test then passes
/// without checking anything.
pub fn syzygy_folder() -> Option<PathBuf> {
    let named = std::env::var_os("FERZ_SYZYGY").map(PathBuf::from);
    let folder = named
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/syzygy"));
    let found = folder.join("KBNvK.rtbz").exists();
    if !found {
        println!("skipped: found no tablebases in {}", folder.display());
    }
    found.then_some(folder)
}

/// Returns the Rust files in a folder and its subfolders, or the path itself if it is a Rust file.
pub fn rust_files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        return Vec::from_iter(is_rust.then(|| path.to_owned()));
    }
    let entries = fs::read_dir(path).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|inner| rust_files(&inner)).collect()
}
