//! The file format of networks.
//!
//! All numbers are little-endian.
//!
//! | bytes | contents |
//! | --- | --- |
//! | 0 to 7 | `FERZNNUE` |
//! | 8 to 11 | version of the format: 2 |
//! | 12 to 35 | [`Architecture`]: king buckets, hidden, output buckets, quantized 1 in the hidden layer and among the output weights, output scale; 32 bits each |
//! | 36 to 39 | length of the provenance, in bytes |
//! | 40 to 43 | CRC-32C of all bytes of the file before and after this field |
//! | 44 on | the provenance: how the network was made, as JSON in UTF-8 |
//! | then | hidden weights by feature, hidden bias, output weights by bucket (8 bits each), output bias (32 bits each) |

use std::io::{self, Read};
use std::path::Path;

use super::architecture::{Architecture, FEATURES, HIDDEN, OUTPUT_BUCKETS};
use super::weights::{Network, Row};
use crate::support::files::open_regular;
use crate::support::quote::Named;

/// First bytes of a network file.
pub const MAGIC: [u8; 8] = *b"FERZNNUE";

/// Version of the file format.
pub const VERSION: u32 = 2;

/// Offset of the checksum.
const CHECKSUM_OFFSET: usize = 40;

/// Size of everything before the provenance, in bytes.
const HEADER_BYTES: usize = 44;

/// Maximum size of a file, in bytes. Larger files are not read, because they could fill the memory.
const MAX_FILE_BYTES: u64 = 1 << 26;

/// A network with its provenance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkFile<const H: usize = HIDDEN> {
    /// How the network was made, as JSON; see `ferz-lab network show`.
    pub provenance: String,
    /// The network.
    pub network: Network<H>,
}

/// The reason why bytes are not a network of the expected architecture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The bytes are not a network file of ferz.
    #[error("not a network of ferz: expected the first bytes FERZNNUE")]
    Magic,
    /// The file has another version of the format.
    #[error("expected version {VERSION} of the format, found version {0}")]
    Version(u32),
    /// The network has another architecture.
    #[error("expected architecture {expected}, found {found}")]
    Architecture {
        /// Expected architecture.
        expected: Architecture,
        /// Architecture of the file.
        found: Architecture,
    },
    /// The file is too short or too long.
    #[error("expected {expected} bytes, found {found}")]
    Size {
        /// Expected size of the file, in bytes.
        expected: usize,
        /// Size of the file, in bytes.
        found: usize,
    },
    /// The file was changed after it was written.
    #[error("expected checksum {expected:08x}, as the file states; found {found:08x}")]
    Checksum {
        /// Checksum that the file states.
        expected: u32,
        /// Checksum of the bytes.
        found: u32,
    },
    /// The provenance is not text.
    #[error("expected the provenance in UTF-8, found an invalid byte at offset {0}")]
    Provenance(usize),
}

/// Why a file cannot be used as a network: a message that names the file.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct LoadError(String);

impl<const H: usize> NetworkFile<H> {
    /// Size of the weights, in bytes.
    const WEIGHT_BYTES: usize = (FEATURES + 1 + OUTPUT_BUCKETS * 2) * H + 4 * OUTPUT_BUCKETS;

    /// Reads the network in the file at `path`.
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        let name = Named(path);
        let unreadable = |error: io::Error| LoadError(format!("cannot read {name}: {error}"));
        let file = open_regular(path).map_err(unreadable)?;
        let found = file.metadata().map_err(unreadable)?.len();
        if found > MAX_FILE_BYTES {
            let message = format!("{name}: expected at most {MAX_FILE_BYTES} bytes, found {found}");
            return Err(LoadError(message));
        }
        let mut bytes = Vec::new();
        let read = file.take(MAX_FILE_BYTES).read_to_end(&mut bytes);
        read.map_err(unreadable)?;
        Self::from_bytes(&bytes).map_err(|error| LoadError(format!("{name}: {error}")))
    }

    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let length = u32::try_from(self.provenance.len()).expect("the provenance is short");
        let mut bytes = MAGIC.to_vec();
        let mut add_number = |number: u32| bytes.extend(number.to_le_bytes());
        add_number(VERSION);
        let architecture: [u32; 6] = bytemuck::cast(Architecture::of(H));
        architecture.into_iter().for_each(&mut add_number);
        add_number(length);
        // The checksum, which is computed last.
        add_number(0);
        bytes.extend(self.provenance.bytes());
        let mut add_row = |row: &Row<H>| bytes.extend(row.0.map(i8::cast_unsigned));
        self.network.hidden_weights.iter().for_each(&mut add_row);
        add_row(&self.network.hidden_bias);
        let output_weights = self.network.output_weights.as_flattened();
        output_weights.iter().for_each(add_row);
        bytes.extend(
            self.network
                .output_bias
                .into_iter()
                .flat_map(i32::to_le_bytes),
        );
        let checksum = checksum(&bytes).to_le_bytes();
        bytes[CHECKSUM_OFFSET..HEADER_BYTES].copy_from_slice(&checksum);
        bytes
    }

    /// Reads a network from the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(NetworkError::Magic);
        }
        let size = |expected| NetworkError::Size {
            expected,
            found: bytes.len(),
        };
        let header = bytes.get(MAGIC.len()..HEADER_BYTES);
        let header = header.ok_or_else(|| size(HEADER_BYTES + Self::WEIGHT_BYTES))?;
        let mut numbers = header
            .chunks_exact(4)
            .map(|number| u32::from_le_bytes(number.try_into().expect("four bytes")));
        let mut next_number = || numbers.next().expect("the header has nine numbers");
        let version = next_number();
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let architecture: Architecture =
            bytemuck::cast::<[u32; 6], _>(std::array::from_fn(|_| next_number()));
        if architecture != Architecture::of(H) {
            return Err(NetworkError::Architecture {
                expected: Architecture::of(H),
                found: architecture,
            });
        }
        let weights_start = HEADER_BYTES + next_number() as usize;
        if bytes.len() != weights_start + Self::WEIGHT_BYTES {
            return Err(size(weights_start + Self::WEIGHT_BYTES));
        }
        let (expected, found) = (next_number(), checksum(bytes));
        if expected != found {
            return Err(NetworkError::Checksum { expected, found });
        }
        let provenance = str::from_utf8(&bytes[HEADER_BYTES..weights_start])
            .map_err(|error| NetworkError::Provenance(HEADER_BYTES + error.valid_up_to()))?;
        Ok(Self {
            provenance: provenance.to_owned(),
            network: parse_weights(&bytes[weights_start..]),
        })
    }
}

/// Parses the weights; `bytes` are [`NetworkFile::WEIGHT_BYTES`] long.
fn parse_weights<const H: usize>(bytes: &[u8]) -> Network<H> {
    let (row_bytes, bias_bytes) = bytes.split_at(bytes.len() - 4 * OUTPUT_BUCKETS);
    let mut rows = row_bytes
        .chunks_exact(H)
        .map(|row| Row(std::array::from_fn(|i| row[i].cast_signed())));
    let mut next_row = || rows.next().expect("the size was checked");
    Network::new(
        (0..FEATURES).map(|_| next_row()).collect(),
        next_row(),
        std::array::from_fn(|_| [next_row(), next_row()]),
        std::array::from_fn(|bucket| {
            let bias = &bias_bytes[4 * bucket..][..4];
            i32::from_le_bytes(bias.try_into().expect("four bytes"))
        }),
    )
}

/// Returns the checksum of a network's file: CRC-32C of all bytes but those of the checksum itself.
pub fn checksum(bytes: &[u8]) -> u32 {
    let before = crc32c::crc32c(&bytes[..CHECKSUM_OFFSET]);
    crc32c::crc32c_append(before, &bytes[HEADER_BYTES..])
}
