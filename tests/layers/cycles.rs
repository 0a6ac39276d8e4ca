//! Tests that the modules of the crate have no import cycles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::files::rust_files;

/// Path of a module: its names from the root of the crate.
type ModulePath = Vec<String>;

/// Imports of a module.
#[derive(Debug, Default)]
struct Imports {
    /// Absolute paths of the items that the file uses.
    paths: Vec<ModulePath>,
    /// Names that the file re-exports, with the paths of their items.
    reexports: BTreeMap<String, ModulePath>,
}

/// Returns the path of the module in `file`.
fn module_of(file: &Path, source: &Path) -> ModulePath {
    let file = file.strip_prefix(source).unwrap().with_extension("");
    let mut names: ModulePath = file
        .iter()
        .map(|name| name.to_str().unwrap().to_owned())
        .collect();
    if names.last().unwrap() == "mod" {
        names.pop();
    }
    match names[0].as_str() {
        "lib" => ModulePath::new(),
        _ => names,
    }
}

/// Returns the code of a file without comments, text in quotation marks and unit tests.
fn code_of(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let (text, _) = text.split_once("\nmod tests {").unwrap_or((&text, ""));
    let (mut kept, mut rest) = (String::new(), text);
    // A quotation mark as a character does not begin a text.
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let (before, from) = rest.split_at(at);
        kept += before;
        let skipped = if from.starts_with("//") {
            from.find('\n').unwrap_or(from.len())
        } else if from.starts_with("'\"'") {
            3
        } else if let Some(quoted) = from.strip_prefix('"') {
            let mut escaped = false;
            let end = quoted.find(|c| {
                let is_end = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                is_end
            });
            end.map_or(from.len(), |end| end + 2)
        } else {
            kept += &from[..1];
            1
        };
        rest = &from[skipped..];
    }
    kept + rest
}

/// Splits a list at the commas that are not inside braces.
fn split_at_commas(text: &str) -> Vec<&str> {
    let (mut parts, mut begin, mut depth) = (Vec::new(), 0, 0);
    for (i, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[begin..i]);
                begin = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    parts
}

/// Returns the paths of a `use` declaration, with braces expanded.
fn expand_braces(tree: &str) -> Vec<ModulePath> {
    let tree = tree.trim();
    let (prefix, names) = match tree.split_once('{') {
        Some((prefix, names)) => (prefix, names.strip_suffix('}').unwrap()),
        None => return vec![split_path(tree.split(" as ").next().unwrap())],
    };
    let branches = split_at_commas(names)
        .into_iter()
        .filter(|name| !name.trim().is_empty());
    let below = branches.flat_map(expand_braces);
    below
        .map(|path| [split_path(prefix), path].concat())
        .collect()
}

/// Splits a path into its names.
fn split_path(path: &str) -> ModulePath {
    let names = path.split("::").map(str::trim);
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The modules of the crate, and what each imports.
struct Crate {
    modules: BTreeMap<ModulePath, Imports>,
}

impl Crate {
    /// Reads the crate with this name.
    fn read(name: &str, source: &Path) -> Self {
        let files = rust_files(source);
        let codes: BTreeMap<ModulePath, String> = files
            .iter()
            .map(|file| (module_of(file, source), code_of(file)))
            .collect();
        let known: BTreeSet<&ModulePath> = codes.keys().collect();
        let imports = |(module, code): (&ModulePath, &String)| {
            (module.clone(), imports(name, module, code, &known))
        };
        Self {
            modules: codes.iter().map(imports).collect(),
        }
    }

    /// Returns the module that defines the item at `path`, following re-exports.
    fn definition(&self, path: &[String]) -> Option<&ModulePath> {
        let lengths = (0..=path.len()).rev();
        let mut modules = lengths.filter_map(|n| {
            let (module, imports) = self.modules.get_key_value(&path[..n])?;
            Some((n, module, imports))
        });
        let (n, module, imports) = modules.next()?;
        match path.get(n).and_then(|item| imports.reexports.get(item)) {
            Some(origin) => self.definition(&[origin, &path[n + 1..]].concat()),
            None => Some(module),
        }
    }

    /// Returns the modules whose items a module uses, without those that it only re-exports.
    fn dependencies(&self, module: &ModulePath) -> BTreeSet<&ModulePath> {
        let imports = &self.modules[module];
        let reexported: BTreeSet<_> = imports.reexports.values().collect();
        let used = imports
            .paths
            .iter()
            .filter(|path| !reexported.contains(path));
        let defined = used.filter_map(|path| self.definition(path));
        defined.filter(|definition| *definition != module).collect()
    }

    /// Searches for a cycle that is reachable from the end of `trail`. The modules in `done` have
    /// already been searched, and no cycle is reachable from them.
    fn cycle<'a>(
        &'a self,
        trail: &mut Vec<&'a ModulePath>,
        done: &mut BTreeSet<&'a ModulePath>,
    ) -> Option<String> {
        let module = *trail.last().unwrap();
        for next in self.dependencies(module) {
            if let Some(begin) = trail.iter().position(|earlier| *earlier == next) {
                let names = trail[begin..].iter().map(|member| member.join("::"));
                return Some(names.collect::<Vec<_>>().join(" -> "));
            }
            if !done.contains(next) {
                trail.push(next);
                if let Some(cycle) = self.cycle(trail, done) {
                    return Some(cycle);
                }
                trail.pop();
            }
        }
        done.insert(module);
        None
    }
}

/// Returns the imports of a module of the crate `name`, by `use` declarations and by other paths
/// with `::`. `known` contains the paths of all modules of the crate.
fn imports(name: &str, module: &ModulePath, code: &str, known: &BTreeSet<&ModulePath>) -> Imports {
    let mut imports = Imports::default();
    // Makes a path absolute; `None` if it belongs to another crate.
    let absolute = |path: &ModulePath| -> Option<ModulePath> {
        let parents = path.iter().take_while(|part| *part == "super").count();
        let child = [module.as_slice(), &path[..1]].concat();
        Some(match path[0].as_str() {
            first if first == "crate" || first == name => path[1..].to_vec(),
            "self" => [module, &path[1..]].concat(),
            "super" => [&module[..module.len() - parents], &path[parents..]].concat(),
            _ if known.contains(&child) => [module.as_slice(), path].concat(),
            _ => return None,
        })
    };
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        let declaration = statement
            .rfind("use ")
            .filter(|&at| {
                statement[..at].trim_end().is_empty() || statement[..at].ends_with([' ', '\n'])
            })
            .map(|at| statement.split_at(at));
        match declaration {
            // A text with these characters is no declaration, although it contains "use ".
            Some((before, tree)) if !tree.contains('=') && !tree.contains('(') => {
                let is_public =
                    before.trim_end().ends_with("pub") || before.trim_end().ends_with(')');
                for path in expand_braces(tree.trim_start_matches("use ").trim_end_matches(';')) {
                    let Some(path) = absolute(&path) else {
                        continue;
                    };
                    if is_public {
                        imports
                            .reexports
                            .insert(path.last().unwrap().clone(), path.clone());
                    }
                    imports.paths.push(path);
                }
                rest.push_str(before);
            }
            _ => rest.push_str(statement),
        }
    }
    // Paths outside `use` declarations.
    let words = rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    for word in words.filter(|word| word.contains("::")) {
        let path = split_path(word);
        imports
            .paths
            .extend((!path.is_empty()).then(|| absolute(&path)).flatten());
    }
    imports
}

#[test]
fn imports_have_no_cycles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // A minimum, so that the test fails if it no longer finds the imports.
    for (name, source, min_imports) in [
        ("ferz", "src", 400),
        ("ferz_lab", "lab/src", 50),
        ("ferz_web", "web/src", 5),
    ] {
        let package = Crate::read(name, &root.join(source));
        let modules = package.modules.keys();
        let imports: usize = modules
            .map(|module| package.dependencies(module).len())
            .sum();
        assert!(imports > min_imports, "{name}: found {imports} imports");
        let mut done = BTreeSet::new();
        for module in package.modules.keys() {
            if !done.contains(module) {
                let cycle = package.cycle(&mut vec![module], &mut done);
                assert_eq!(cycle, None, "{name}: import cycle");
            }
        }
    }
}
