//! Which tables can answer: those whose captures and promotions are there too.

use std::collections::HashMap;

use super::error::Problem;
use super::files::Found;
use super::kind::Kind;
use super::material::Material;

/// Which tables there are for some material.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Available {
    pub outcome: bool,
    pub distance: bool,
}

/// For which material there are all tables that looking up a position asks for: those that
/// captures lead to as well, and for distances those that promotions do.
pub(super) fn available(
    found: &Found,
    problems: &mut Vec<Problem>,
) -> HashMap<Material, Available> {
    let mut available: HashMap<Material, Available> = HashMap::new();
    let (mut count, mut example) = (0, None);
    let mut wanted: Vec<Material> = found.keys().map(|&(_, material)| material).collect();
    wanted.dedup();
    // Captures leave fewer men, promotions fewer pawns.
    wanted.sort_by_key(|material| (material.men(), material.pawns().iter().sum::<u8>()));
    wanted.dedup();
    for material in wanted {
        let is_missing = |next: &&Material| next.men() > 2 && !available.contains_key(*next);
        let captures = material.after_captures();
        let promotions = material.after_promotions();
        if let Some(missing) = captures.iter().find(is_missing) {
            count += 1;
            example.get_or_insert(missing.canonical().to_string());
        } else if found.contains_key(&(Kind::Wdl, material)) {
            let distance = found.contains_key(&(Kind::Dtz, material))
                && !promotions.iter().any(|next| is_missing(&next));
            let both = Available {
                outcome: true,
                distance,
            };
            available.insert(material, both);
            available.insert(material.exchanged(), both);
        }
    }
    if let Some(example) = example {
        problems.push(Problem::Incomplete { count, example });
    }
    available
}
