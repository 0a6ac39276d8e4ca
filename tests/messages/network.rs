//! Messages about files that cannot be used as a network: `LoadError`, with the reasons of
//! `NetworkError`. A session with them is in `tests/uci/sessions/networks.rs`.

use std::fs::{self, File};
use std::path::Path;

use ferz::eval::network::architecture::{FEATURES, HIDDEN, OUTPUT_BUCKETS};
use ferz::eval::network::weights::{Network, Row};
use ferz::eval::network::{Architecture, NetworkError, NetworkFile};

use crate::variants;

/// Returns a network whose weights are 0.
fn zeros() -> NetworkFile {
    let row = Row([0; HIDDEN]);
    let network = Network::new(
        vec![row; FEATURES].into_boxed_slice(),
        row,
        [[row; 2]; OUTPUT_BUCKETS],
        [0; OUTPUT_BUCKETS],
    );
    NetworkFile {
        provenance: "{}".to_owned(),
        network,
    }
}

/// Returns the bytes of a network with other bytes from offset `at` on, and a correct checksum. The
/// checksum, at offset 40, is that of all other bytes.
fn changed(at: usize, other: &[u8]) -> Vec<u8> {
    let mut bytes = zeros().to_bytes();
    bytes[at..at + other.len()].copy_from_slice(other);
    let checksum = crc32c::crc32c_append(crc32c::crc32c(&bytes[..40]), &bytes[44..]);
    bytes[40..44].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn files_that_are_no_networks_of_this_version() {
    let size = zeros().to_bytes().len();
    let mut damaged = zeros().to_bytes();
    damaged[size - 1] = 1;
    let current = Architecture::CURRENT;
    let other = Architecture {
        king_buckets: 7,
        ..current
    };
    let cases = [
        (
            b"MZ".to_vec(),
            "not a network of ferz: expected the first bytes FERZNNUE".to_owned(),
        ),
        (
            changed(8, &[1]),
            "expected version 2 of the format, found version 1".to_owned(),
        ),
        (
            changed(12, &[7]),
            format!("expected architecture {current}, found {other}"),
        ),
        (
            zeros().to_bytes()[..size - 1].to_vec(),
            format!("expected {size} bytes, found {}", size - 1),
        ),
        (damaged, "expected checksum ".to_owned()),
        (
            changed(45, &[0xFF]),
            "expected the provenance in UTF-8, found an invalid byte at offset 45".to_owned(),
        ),
    ];
    let errors = cases.map(|(bytes, message)| {
        let error = NetworkFile::<HIDDEN>::from_bytes(&bytes).unwrap_err();
        let found = error.to_string();
        assert!(found.starts_with(&message), "{found}: {message}");
        error
    });
    variants!(NetworkError: Magic Version Architecture Size Checksum Provenance)
        .assert_all_occur(&errors);
}

#[cfg(unix)]
#[test]
fn files_that_cannot_be_loaded() {
    let large = crate::file("large.nnue", "");
    File::create(&large).unwrap().set_len(1 << 27).unwrap();
    let text = crate::file("text.nnue", "text");
    let folder = env!("CARGO_TARGET_TMPDIR");
    let cases = [
        (
            "/no/such.nnue",
            "cannot read /no/such.nnue: No such file or directory (os error 2)".to_owned(),
        ),
        (
            folder,
            format!("cannot read {folder}: found a folder; expected a file"),
        ),
        (
            &large,
            format!("{large}: expected at most 67108864 bytes, found 134217728"),
        ),
        (
            &text,
            format!("{text}: not a network of ferz: expected the first bytes FERZNNUE"),
        ),
    ];
    for (path, message) in cases {
        let error = NetworkFile::<HIDDEN>::load(Path::new(path)).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    fs::remove_file(large).unwrap();
}
