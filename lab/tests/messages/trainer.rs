//! Messages about the training of networks.

use ferz_lab::trainer::CheckpointError;
use ferz_lab::trainer::settings::{Share, ShareError};

use crate::variants;

#[test]
fn errors_in_checkpoints() {
    #[rustfmt::skip]
    let table = [
        (CheckpointError::Magic,
            "not a checkpoint of ferz-lab train: expected the first bytes FERZCKPT"),
        (CheckpointError::Version(1),
            "the checkpoint has version 1 of the format, expected 2; delete it to start again"),
        (CheckpointError::Damaged,
            "the checkpoint is incomplete or damaged; delete it to start again"),
        (CheckpointError::Settings {
            name: "epochs".to_owned(),
            found: "3".to_owned(),
            expected: "4".to_owned(),
        },
            "the checkpoint has epochs 3, expected 4; delete it to start again"),
        (CheckpointError::Data("held-out"),
            "the checkpoint was written with other held-out positions; delete it to start again"),
        (CheckpointError::Start,
            "the checkpoint was written by a training with another --start; delete it to start again"),
    ];
    for (error, message) in &table {
        assert_eq!(error.to_string(), *message);
    }
    variants!(CheckpointError: Magic Version Damaged Settings Data Start)
        .assert_all_occur(table.iter().map(|(error, _)| error));
}

#[test]
fn errors_in_shares_of_the_target() {
    assert_eq!("1.5".parse::<Share>(), Err(ShareError));
    assert_eq!(
        ShareError.to_string(),
        "expected a number from 0 to 1, or two such as 0.5:0.8"
    );
}
