//! `ferz-lab tune`: its messages and its output.

use crate::messages::file;
use crate::session::command_line;

#[test]
fn it_reports_which_epoch_it_keeps_and_why_it_stops() {
    let games = file("tune.vf", "");
    let datagen = ["datagen", &games, "--games", "12", "--nodes", "1"];
    assert_eq!(command_line(&datagen).status, Some(0));
    let tune = |epochs: &str, out: &[&str]| {
        let ended = command_line(&[&["tune", &games, "--epochs", epochs][..], out].concat());
        assert_eq!(ended.status, Some(0), "{ended:?}");
        let message = ended.errors.lines().last().unwrap().to_owned();
        (message, ended.lines.join("\n") + "\n")
    };
    // Without training, the weights do not change.
    let (stopped_at_once, source) = tune("0", &[]);
    assert_eq!(
        stopped_at_once,
        "stopped after epoch 0, the maximum; kept the initial weights"
    );
    assert_eq!(
        source,
        include_str!("../../../src/eval/classical/weights.rs")
    );
    assert_eq!(tune("0", &["--out", "-"]).1, source);
    let (message, _) = tune("2", &["--threads", "1"]);
    let start = "stopped after epoch 2, the maximum; kept the ";
    assert!(message.starts_with(start), "{message}");
}
