//! `ferz tune`: what it says of its training, and where the weights go.

use ferz::eval::classical::weights::WEIGHTS;

use crate::file;
use crate::session::command_line;

#[test]
fn it_says_which_epoch_it_keeps_and_why_it_ends() {
    let games = file("tune.vf", "");
    let datagen = ["datagen", &games, "--games", "12", "--nodes", "1"];
    assert_eq!(command_line(&datagen).status, Some(0));
    let tune = |epochs: &str, out: &[&str]| {
        let ended = command_line(&[&["tune", &games, "--epochs", epochs][..], out].concat());
        assert_eq!(ended.status, Some(0), "{ended:?}");
        let said = ended.errors.lines().last().unwrap().to_owned();
        (said, ended.lines.join("\n") + "\n")
    };
    // No training leaves the weights as they are.
    let (said, source) = tune("0", &[]);
    assert_eq!(
        said,
        "ended after epoch 0, the last asked for; kept the weights from before training"
    );
    assert_eq!(source, WEIGHTS.source());
    assert_eq!(tune("0", &["--out", "-"]).1, source);
    let (said, _) = tune("2", &["--threads", "1"]);
    let start = "ended after epoch 2, the last asked for; kept the weights ";
    assert!(said.starts_with(start), "{said}");
}
