//! The option `SyzygyPath` in UCI sessions with the real program.

use std::fs;

use ferz::syzygy::SEPARATOR;

use crate::common::files::{empty_folder, syzygy_folder};
use crate::session::Session;
use crate::{copy_contents, drawn_table};

#[test]
fn the_engine_reports_a_damaged_table_and_continues() {
    let folder = empty_folder("broken");
    let checksum = 0x4B37_EF62_3E69_EADB_6756_777C_1603_4E6F;
    fs::write(folder.join("KBvK.rtbw"), drawn_table(checksum ^ 1, 3)).unwrap();
    let path = folder.join("KBvK.rtbw");
    let mut session = Session::start();
    let answer = session.ask(&format!(
        "setoption name SyzygyPath value {}",
        folder.display()
    ));
    assert_eq!(
        answer[0],
        format!(
            "info string error: SyzygyPath: ignoring {}: expected checksum \
             4b37ef623e69eadb6756777c16034e6f, found 4b37ef623e69eadb6756777c16034e6e",
            path.display()
        )
    );
    session.send("position fen 8/8/8/8/3k4/8/1B6/K7 w - - 0 1");
    session.send("go nodes 1000");
    let lines = session.lines_to("bestmove");
    assert!(
        lines
            .iter()
            .all(|line| !line.contains(" tbhits ") || line.contains(" tbhits 0 "))
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_option_opens_and_closes_tablebases() {
    let Some(source) = syzygy_folder() else {
        return;
    };
    let with_blanks = empty_folder("with blanks");
    for name in ["KQvK.rtbw", "KQvK.rtbz"] {
        copy_contents(&source.join(name), &with_blanks.join(name));
    }
    let mut session = Session::start();
    let list = format!(
        "/no{SEPARATOR}{}{SEPARATOR}{}",
        with_blanks.display(),
        source.display()
    );
    let answer = session.ask(&format!("setoption name SyzygyPath value {list}"));
    assert!(
        answer[0].starts_with("info string error: SyzygyPath: cannot read folder /no"),
        "{answer:?}"
    );
    assert_eq!(
        answer[1],
        "info string tablebases: 5 with 3 pieces, 30 with 4 pieces; 35 have DTZ"
    );
    session.send("position fen 8/8/8/4k3/8/8/8/KBN5 w - - 0 1");
    session.send("go nodes 1000");
    let lines = session.lines_to("bestmove");
    let hits = |line: &String| line.contains(" tbhits ") && !line.contains(" tbhits 0 ");
    assert!(lines.iter().any(hits), "{lines:?}");
    session.assert_silent("setoption name SyzygyPath value <empty>");
    let without = session.search("go nodes 1000");
    assert!(!without.iter().any(hits), "{without:?}");
    fs::remove_dir_all(with_blanks).unwrap();
}
