//! Tests of the structure of the source: the layers of modules, that ferz does not use the lab, and
//! where `vampirc_uci` and `unsafe` are used.
//!
//! The modules form layers, and each module imports only from lower layers: the rules of chess do
//! not depend on the search, and the search does not depend on UCI.

mod cycles;
#[path = "../common/files.rs"]
mod files;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use files::rust_files;

/// The layers from the bottom up. A module may import from its own layer and from those before
/// it.
const LAYERS: [&str; 13] = [
    "support", "chess", "perft", "score", "eval", "syzygy", "search", "engine", "uci", "bench",
    "bisect", "report", "cli",
];

/// Returns the source files of ferz, of the lab and of the worker.
fn rust_files_of_all_packages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    ["src", "lab/src", "web/src"]
        .map(|folder| rust_files(&root.join(folder)))
        .concat()
}

/// Returns the modules of the crate that a source text names outside comments.
fn named_modules(source: &str) -> Vec<&str> {
    let code = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split("crate::").skip(1))
        .filter_map(|rest| {
            rest.split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
        })
        .collect()
}

#[test]
fn modules_import_only_from_their_own_and_lower_layers() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut checked = 0;
    for (level, layer) in LAYERS.into_iter().enumerate() {
        let folder = source.join(layer);
        let path = if folder.is_dir() {
            folder
        } else {
            source.join(format!("{layer}.rs"))
        };
        for file in rust_files(&path) {
            for name in named_modules(&fs::read_to_string(&file).unwrap()) {
                let allowed = LAYERS[..=level].contains(&name);
                assert!(
                    allowed,
                    "{}: expected lower layers only, found crate::{name}",
                    file.display()
                );
                checked += 1;
            }
        }
    }
    assert!(
        checked > 100,
        "expected more than 100 imports, found {checked}"
    );
}

#[test]
fn every_module_of_the_crate_belongs_to_a_layer() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            ["lib", "main", "launcher"].contains(&name) || LAYERS.contains(&name),
            "expected a layer, found {name}"
        );
    }
}

#[test]
fn the_lab_uses_ferz_and_ferz_does_not_use_the_lab() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let uses = |file: &PathBuf, name: &str| fs::read_to_string(file).unwrap().contains(name);
    for folder in ["src", "tests", "examples", "benches"] {
        for file in rust_files(&root.join(folder)) {
            let is_this_test = file.starts_with(root.join("tests/layers"));
            let is_clean = is_this_test || !uses(&file, "ferz_lab");
            assert!(is_clean, "{} uses the lab", file.display());
        }
    }
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    assert!(!manifest.contains("ferz-lab") && !manifest.contains("ferz-web"));
    let lab = rust_files(&root.join("lab/src"));
    assert!(lab.iter().any(|file| uses(file, "ferz::")));
}

#[test]
fn only_the_uci_layer_uses_vampirc_uci() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in rust_files_of_all_packages() {
        let uses_it = fs::read_to_string(&file).unwrap().contains("vampirc_uci");
        assert!(
            !uses_it || file.starts_with(root.join("src/uci")),
            "{}: expected vampirc_uci only in src/uci",
            file.display()
        );
    }
}

#[test]
fn unsafe_code_is_only_in_five_files_and_always_has_a_safety_comment() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    for file in rust_files_of_all_packages() {
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        for (i, line) in lines.iter().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
            if !words.any(|word| word == "unsafe") {
                continue;
            }
            let mut note = lines[..i]
                .iter()
                .rev()
                .take_while(|above| above.starts_with("//"));
            let has_note = note.any(|above| above.starts_with("// SAFETY: "));
            assert!(
                has_note,
                "{}:{}: expected a SAFETY comment before unsafe code",
                file.display(),
                i + 1
            );
            found.insert(file.strip_prefix(root).unwrap().to_owned());
        }
    }
    let expected = [
        "src/chess/attacks/sliders_avx512.rs",
        "src/support/mapped_file.rs",
        "src/support/memory/block.rs",
        "src/support/processor.rs",
        "web/src/lib.rs",
    ]
    .map(PathBuf::from);
    assert_eq!(found, BTreeSet::from(expected));
}
