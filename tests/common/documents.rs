//! Checks that documents agree with the programs: every console block shows what its command
//! prints, and the target of every link to a file or heading exists.

#![allow(
    dead_code,
    reason = "each test is a crate of its own and uses only part of this module"
)]

use std::fs;
use std::path::Path;
use std::process::Command;

use ferz::engine::about;

/// Returns the documents in these folders of the repository: path and text.
pub fn documents(root: &Path, folders: &[&str]) -> Vec<(String, String)> {
    let mut names = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let name = entry.unwrap().file_name();
            let name = name.to_str().unwrap();
            if name.ends_with(".md") {
                names.push(format!("{folder}/{name}"));
            }
        }
    }
    names.sort();
    let read = |name: String| (name.clone(), fs::read_to_string(root.join(name)).unwrap());
    names.into_iter().map(read).collect()
}

/// Returns `text` with times and speeds, which differ from run to run, replaced by `#`.
fn without_times(text: &str) -> String {
    const BEFORE: [&str; 6] = [
        "Time: ",
        " s, ",
        "took ",
        "after ",
        "\"seconds\":",
        "\"nodes_per_second\":",
    ];
    let mut text = text.trim().to_owned();
    for marker in BEFORE {
        let parts = text.split(marker).enumerate().map(|(i, part)| match i {
            0 => part,
            _ => part.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-".contains(c)),
        });
        text = parts.collect::<Vec<_>>().join(&format!("{marker}#"));
    }
    text
}

/// Runs the commands of the console blocks in a temporary folder. `programs` are pairs of a program
/// and the path in this folder at which commands find it. Asserts that the blocks show what they
/// print, and returns their number.
pub fn check_consoles(root: &Path, folders: &[&str], programs: &[(&Path, &str)]) -> usize {
    let work_folder = std::env::temp_dir().join(format!("ferz-documents-{}", std::process::id()));
    for (program, path) in programs {
        assert!(program.exists(), "{} is not built", program.display());
        let link = work_folder.join(path);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(program, link).unwrap();
    }
    let mut commands = 0;
    for (name, text) in documents(root, folders) {
        for block in text.split("```console\n$ ").skip(1) {
            let (block, _) = block.split_once("```").unwrap();
            let (command, shown) = block.split_once('\n').unwrap();
            let shell = Command::new("sh")
                .args(["-c", command])
                .current_dir(&work_folder)
                .output()
                .unwrap();
            let printed = String::from_utf8(shell.stdout).unwrap();
            // Portable builds add a note to the greeting.
            let greeting = format!("{} by {}", about::NAME, about::AUTHOR);
            let shown = shown.replace(&greeting, &about::header());
            let (printed, shown) = (without_times(&printed), without_times(&shown));
            assert_eq!(printed, shown, "{name}: {command}");
            let errors = String::from_utf8(shell.stderr).unwrap();
            assert_eq!(errors, "", "{name}: {command}");
            commands += 1;
        }
    }
    fs::remove_dir_all(&work_folder).unwrap();
    commands
}

/// Returns the anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().chars();
    let kept = kept.filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Asserts that the targets of links exist, and returns the number of links.
pub fn check_links(root: &Path, folders: &[&str]) -> usize {
    let mut checked = 0;
    for (name, text) in documents(root, folders) {
        let folder = root.join(&name).parent().unwrap().to_owned();
        for link in text.split("](").skip(1) {
            let (target, _) = link.split_once(')').unwrap();
            // On GitHub, the repository is two folders above its root folder, at `blob/main`.
            let releases = if name.starts_with("./") {
                "../.."
            } else {
                "../../.."
            };
            if target.contains("://") || target == format!("{releases}/releases/latest") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = match file {
                "" => root.join(&name),
                file => folder.join(file),
            };
            assert!(path.exists(), "{name}: no {file}");
            if !heading.is_empty() {
                let target_text = fs::read_to_string(path).unwrap();
                let mut headings = target_text.lines().filter(|line| line.starts_with('#'));
                let found = headings.any(|line| anchor(line) == heading);
                assert!(found, "{name}: no heading for {target}");
            }
            checked += 1;
        }
    }
    checked
}
