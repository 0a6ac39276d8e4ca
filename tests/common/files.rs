//! Temporary folders and the Syzygy tablebases.

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
