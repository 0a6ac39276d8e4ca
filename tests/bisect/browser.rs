//! The page that `--html` writes, in a browser: skipped, with a note, where there is no Chromium.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::common::files::empty_folder;
use super::outputs::{MOVES, bisect_castling, text};

/// Returns Chromium: the program in the variable `CHROMIUM`, or one with a usual name. Prints a
/// note if there is none.
fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = || {
        std::env::split_paths(&path)
            .flat_map(|folder| ["chromium", "chromium-browser"].map(|name| folder.join(name)))
            .find(|program| program.is_file())
    };
    let found = named.or_else(usual);
    if found.is_none() {
        println!("skipped: found no Chromium; the variable CHROMIUM can name it");
    }
    found
}

/// Opens the page in Chromium and returns the document after its script has run.
fn dump(chromium: &Path, folder: &Path, file: &Path, hash: &str) -> String {
    let address = format!("file://{}{hash}", text(file).replace(' ', "%20"));
    let profile = format!("--user-data-dir={}", text(&folder.join("profile")));
    let options = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
                   --disable-background-networking --disable-component-update --disable-sync \
                   --virtual-time-budget=2000 --dump-dom";
    let output = Command::new(chromium)
        .args(options.split(' '))
        .args([profile, address])
        .output()
        .expect("Chromium can be started");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Asserts that the page shows this board and selects this move.
#[track_caller]
fn assert_step(document: &str, step: usize) {
    assert!(document.contains("class=\"scripted\""), "{document}");
    let steps: Vec<&str> = document.split("<figure class=\"step").skip(1).collect();
    let shown: Vec<usize> = (0..steps.len())
        .filter(|&i| steps[i].starts_with(" shown"))
        .collect();
    assert_eq!(shown, [step]);
    let current: Vec<&str> = document.split("aria-current=\"step\">").collect();
    let [_, current] = current[..] else {
        panic!("{document}");
    };
    let names = ["First position", "1. Rh2", "1... Rb8", "2. Rh1", "2... Rc8"];
    assert_eq!(current.split('<').next(), Some(names[step]));
}

#[test]
fn address_buttons_and_arrow_keys_select_a_board_in_a_browser() {
    let Some(chromium) = chromium() else {
        return;
    };
    let folder = empty_folder("bisect-chromium");
    let file = folder.join("report.html");
    bisect_castling(MOVES, &["--html", text(&file)]);
    // A Chromium in a container of its own, such as a snap, may not read this folder.
    if !dump(&chromium, &folder, &file, "").contains("<section") {
        println!(
            "skipped: {} cannot open {}",
            chromium.display(),
            file.display()
        );
        return;
    }
    for (hash, step) in [("", 4), ("#0", 0), ("#1.3", 3), ("#99", 4), ("#2.1", 4)] {
        assert_step(&dump(&chromium, &folder, &file, hash), step);
    }
    // A script that uses the page. The policy of the page does not allow it.
    let page = fs::read_to_string(&file).expect("a file");
    let page = page.replace("http-equiv=\"Content-Security-Policy\"", "name=\"policy\"");
    for (actions, step) in [
        ("click('button[data-to=first]')", 0),
        (
            "click('button[data-to=first]'); click('button[data-to=next]')",
            1,
        ),
        (
            "click('button[data-to=back]'); click('button[data-to=last]')",
            4,
        ),
        (
            "key('ArrowLeft'); key('ArrowLeft'); key('ArrowLeft'); key('ArrowRight')",
            2,
        ),
        ("key('ArrowRight')", 4),
        ("click('.moves a')", 0),
    ] {
        let script = format!(
            "<script>const click = (what) => document.querySelector(what).click();\
             const key = (key) => dispatchEvent(new KeyboardEvent('keydown', {{ key }}));\
             {actions}</script></body>"
        );
        fs::write(&file, page.replace("</body>", &script)).expect("a file");
        assert_step(&dump(&chromium, &folder, &file, ""), step);
    }
    fs::remove_dir_all(folder).expect("the folder of this test");
}
