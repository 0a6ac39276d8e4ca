//! Which material can be probed. A probe also reads the tables of positions after captures (and
//! for DTZ, after promotions), so these must be present too.

use std::collections::HashMap;

use super::error::TablebaseError;
use super::files::FoundTables;
use super::kind::TableKind;
use super::material::Material;

/// Which probes are possible for a material.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Available {
    pub wdl: bool,
    pub dtz: bool,
}

/// Returns the possible probes for each material, for both assignments of the colors. Adds an
/// error for tables that cannot be used because others are missing.
pub(super) fn available(
    found: &FoundTables,
    errors: &mut Vec<TablebaseError>,
) -> HashMap<Material, Available> {
    let mut available: HashMap<Material, Available> = HashMap::new();
    let (mut count, mut example) = (0, None);
    let mut wanted: Vec<Material> = found.keys().map(|&(_, material)| material).collect();
    // Sorted so that captures (fewer pieces) and promotions (fewer pawns) lead to earlier entries.
    wanted.sort_by_key(|material| (material.piece_count(), material.pawns().iter().sum::<u8>()));
    wanted.dedup();
    for material in wanted {
        let is_missing =
            |next: &&Material| next.piece_count() > 2 && !available.contains_key(*next);
        let captures = material.after_captures();
        let promotions = material.after_promotions();
        if let Some(missing) = captures.iter().find(is_missing) {
            count += 1;
            example.get_or_insert(missing.canonical().to_string());
        } else if found.contains_key(&(TableKind::Wdl, material)) {
            let dtz = found.contains_key(&(TableKind::Dtz, material))
                && !promotions.iter().any(|next| is_missing(&next));
            let probes = Available { wdl: true, dtz };
            available.insert(material, probes);
            available.insert(material.exchanged(), probes);
        }
    }
    if let Some(example) = example {
        errors.push(TablebaseError::Incomplete { count, example });
    }
    available
}
