//! The network that is part of the binary.
//!
//! With the cargo feature `evalfile`, it is the file that the environment variable `EVALFILE` names
//! when the crate is compiled, as an absolute path.

use std::sync::{Arc, LazyLock};

use super::file::NetworkFile;
use super::weights::Network;

/// File name of the embedded network.
#[cfg(not(feature = "evalfile"))]
pub const EMBEDDED_NAME: &str = "ferz-8.nnue";

/// File name of the embedded network.
#[cfg(feature = "evalfile")]
pub const EMBEDDED_NAME: &str = file_name(env!("EVALFILE"));

/// Returns the part of a path that follows the last separator.
#[cfg(feature = "evalfile")]
const fn file_name(path: &str) -> &str {
    let mut start = path.len();
    while start > 0 && !matches!(path.as_bytes()[start - 1], b'/' | b'\\') {
        start -= 1;
    }
    path.split_at(start).1
}

/// The file of the embedded network.
#[cfg(not(any(feature = "evalfile", ferz_network)))]
pub static EMBEDDED_FILE: &[u8] = include_bytes!("ferz-8.nnue");

/// The file of the embedded network.
#[cfg(feature = "evalfile")]
pub static EMBEDDED_FILE: &[u8] = include_bytes!(env!("EVALFILE"));

/// The file of the embedded network. The levels in a program of a release share it (`.ci/dist`).
#[cfg(ferz_network)]
pub use ferz_network::EMBEDDED_FILE;

impl Network {
    /// Returns the embedded network. It is read from [`EMBEDDED_FILE`] once.
    pub fn embedded() -> &'static Arc<Self> {
        static EMBEDDED: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let file = NetworkFile::from_bytes(EMBEDDED_FILE);
            let file = file.expect("the embedded file is a network of the current architecture");
            Arc::new(file.network)
        });
        &EMBEDDED
    }
}
