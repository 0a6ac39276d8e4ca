//! Which material can be probed. A probe also reads the tables of positions after captures (and
//! for DTZ, after promotions), so these must be present too.
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::files::FoundTables;
use super::kind::TableKind;
use super::{Material, TablebaseError};

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
pub(super) fn available(
    mut found: FoundTables,
    errors: &mut Vec<TablebaseError>,
) -> Vec<AvailableFiles> {
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
