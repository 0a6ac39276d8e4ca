//! Files for tests: folders of their own, and the endgame tables.

use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder of this test's own, with a blank in its name. The test removes it.
pub fn empty_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ferz {} {name}", std::process::id()));
    // It may be there from a process that had the same number.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for this test");
    folder
}

/// Where there are Syzygy tables of three and four men: the folder that `FERZ_SYZYGY` names, or
/// `../shared/data/syzygy`. Where there are none, the test that wants them passes, and says so.
pub fn syzygy_folder() -> Option<PathBuf> {
    let named = std::env::var_os("FERZ_SYZYGY").map(PathBuf::from);
    let folder = named
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/syzygy"));
    let found = folder.join("KBNvK.rtbz").exists();
    if !found {
        println!("skipped: there are no tables in {}", folder.display());
    }
    found.then_some(folder)
}
