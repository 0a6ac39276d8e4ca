//! Finding the files of the tables, and looking at each before it is trusted.
//!
//! The crate that reads the tables takes them as they come: one that is cut short makes it
//! read beyond the end of the file, which ends the program. So each file is held against
//! what its own header says of its size, and against the material that its name says.
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::material::Material;
use crate::quote::{Named, Quoted};

/// What a file tells of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Won, drawn or lost (`.rtbw`).
    Wdl,
    /// How far the next capture or pawn move is (`.rtbz`).
    Dtz,
}

impl Kind {
    const ALL: [Self; 2] = [Self::Wdl, Self::Dtz];

    const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    /// The first four bytes of a file.
    const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            Self::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

/// Why tables are not used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum Problem {
    /// A folder cannot be read.
    #[error("SyzygyPath: cannot read the folder {}: {error}", Named(path))]
    Folder {
        path: PathBuf,
        error: std::io::Error,
    },
    /// A file is not what its name says.
    #[error("SyzygyPath: {} is not used: {reason}", Named(path))]
    File { path: PathBuf, reason: String },
    /// Tables that captures or promotions lead to are not there.
    #[error(
        "SyzygyPath: {count} {} not used, for want of others; expected {example} for one",
        if *count == 1 { "table is" } else { "tables are" }
    )]
    Incomplete { count: usize, example: String },
    /// There is no table in any of the folders.
    #[error("SyzygyPath: there are no tables in {}; expected files like KQvK.rtbw", Quoted(.0))]
    NoTables(String),
    /// The crate that reads tables can have them open but once.
    #[error("SyzygyPath: tables are in use by another engine of this program")]
    InUse,
}

/// The files of good tables, by kind and by material as their names say it.
pub(super) type Found = BTreeMap<(Kind, Material), PathBuf>;

/// Looks for tables in these folders; the first file of a name is the one that counts.
pub(super) fn find(folders: &[PathBuf], problems: &mut Vec<Problem>) -> Found {
    let mut all = Found::new();
    for folder in folders {
        match fs::read_dir(folder) {
            Ok(entries) => {
                let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
                for path in paths {
                    if let Some(table) = named(&path) {
                        all.entry(table).or_insert(path);
                    }
                }
            }
            Err(error) => problems.push(Problem::Folder {
                path: folder.clone(),
                error,
            }),
        }
    }
    all.retain(
        |&(kind, material), path| match check(path, kind, &material) {
            Ok(()) => true,
            Err(reason) => {
                let path = path.clone();
                let reason = reason.to_string();
                problems.push(Problem::File { path, reason });
                false
            }
        },
    );
    all
}

/// What a file's name says that is in it.
fn named(path: &Path) -> Option<(Kind, Material)> {
    let extension = path.extension()?.to_str()?;
    let kind = Kind::ALL
        .into_iter()
        .find(|kind| kind.extension() == extension)?;
    let material = Material::from_name(path.file_stem()?.to_str()?)?;
    (material.canonical() == material).then_some((kind, material))
}

/// Whether a file is whole, as far as its header can tell.
fn check(path: &Path, kind: Kind, material: &Material) -> Result<(), Broken> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    // Blocks of 64 bytes, and 16 bytes of a checksum.
    if length % 64 != 16 {
        return Err(Broken::Length(length));
    }
    // Files are often made in their whole size, and then filled.
    let mut checksum = [0; 16];
    file.seek(SeekFrom::End(-16))?;
    file.read_exact(&mut checksum)?;
    if checksum == [0; 16] {
        return Err(Broken::Checksum);
    }
    file.rewind()?;
    let mut header = Header {
        bytes: BufReader::new(file),
        offset: 0,
    };
    let needed = header.length(kind, material)?;
    if length < needed {
        return Err(Broken::TooShort { length, needed });
    }
    Ok(())
}

/// The start of a table's file, being read.
struct Header {
    bytes: BufReader<File>,
    /// How many bytes have been read.
    offset: u64,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error("{}", if .0.kind() == ErrorKind::UnexpectedEof { "it ends within its header; expected more bytes".to_owned() } else { .0.to_string() })]
    Unreadable(#[from] std::io::Error),
    #[error("it has {0} bytes; expected 16 more than a multiple of 64")]
    Length(u64),
    #[error("it has {length} bytes; expected at least {needed}")]
    TooShort { length: u64, needed: u64 },
    #[error("its last 16 bytes are all zero; expected a checksum, as a file has that is whole")]
    Checksum,
    #[error("it begins with {}; expected {}", hex(found), hex(expected))]
    Magic { found: [u8; 4], expected: [u8; 4] },
    #[error("it is a table with{} pawns; expected one of the men in its name", if *has_pawns { "" } else { "out" })]
    OtherMen { has_pawns: bool },
    #[error(
        "its header contradicts itself; expected code lengths and symbols that a table can have"
    )]
    Header,
}

/// Bytes as `71 e8 23 5d`.
fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}

/// What the header says of one of the parts of a table.
#[derive(Default)]
struct Part {
    /// Bytes of the index, of the sizes of blocks, and of the blocks.
    sizes: [u64; 3],
    /// Whether values are looked up in a map, and whether it has two bytes an entry.
    mapped: bool,
    wide: bool,
}

impl Header {
    fn read<const N: usize>(&mut self) -> std::io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.bytes.read_exact(&mut bytes)?;
        self.offset += N as u64;
        Ok(bytes)
    }

    fn skip(&mut self, count: u64) -> std::io::Result<()> {
        for _ in 0..count {
            self.read::<1>()?;
        }
        Ok(())
    }

    fn align_to_two(&mut self) -> std::io::Result<()> {
        self.skip(self.offset % 2)
    }

    /// How long a file must be that begins so.
    fn length(&mut self, kind: Kind, material: &Material) -> Result<u64, Broken> {
        let (found, expected) = (self.read()?, kind.magic());
        if found != expected {
            return Err(Broken::Magic { found, expected });
        }
        let [layout] = self.read()?;
        let pawns = material.pawns();
        let has_pawns = pawns != [0, 0];
        if (layout & 2 != 0) != has_pawns {
            let has_pawns = !has_pawns;
            return Err(Broken::OtherMen { has_pawns });
        }
        let files = if has_pawns { 4 } else { 1 };
        let sides = if kind == Kind::Wdl && layout & 1 != 0 {
            2
        } else {
            1
        };
        let orders = 1 + u64::from(pawns[0] > 0 && pawns[1] > 0);
        self.skip(files * (orders + u64::from(material.men())))?;
        self.align_to_two()?;
        let mut parts = Vec::new();
        for file in 0..files {
            for _ in 0..sides {
                parts.push(self.part(positions(material, file))?);
            }
        }
        if kind == Kind::Dtz {
            for part in &parts {
                self.skip_map(part)?;
            }
            self.align_to_two()?;
        }
        let tables = |i: usize| parts.iter().map(move |part| part.sizes[i]).sum::<u64>();
        let mut end = self.offset + tables(0) + tables(1);
        for part in &parts {
            end = end.next_multiple_of(64) + part.sizes[2];
        }
        Ok(end + 16)
    }

    /// One part: for one file of the leading pawn, and one side to move.
    fn part(&mut self, positions: u64) -> Result<Part, Broken> {
        let [flags, block_bits] = self.read()?;
        let mut part = Part {
            mapped: flags & 2 != 0,
            wide: flags & 16 != 0,
            ..Part::default()
        };
        if flags & 128 != 0 {
            // All positions have the same value.
            return Ok(part);
        }
        let [index_bits, spare_blocks] = self.read()?;
        let blocks = u64::from(u32::from_le_bytes(self.read()?));
        let [longest, shortest] = self.read()?;
        let sane = (1..=longest).contains(&shortest)
            && longest <= 32
            && block_bits <= 32
            && (1..=32).contains(&index_bits);
        if !sane {
            return Err(Broken::Header);
        }
        self.skip(2 * u64::from(longest - shortest + 1))?;
        let symbols = u16::from_le_bytes(self.read()?);
        for _ in 0..symbols {
            let [a, b, c] = self.read()?.map(u16::from);
            let (left, right) = ((b & 15) << 8 | a, c << 4 | b >> 4);
            let is_leaf = right == 0xFFF;
            if symbols >= 4096 || !is_leaf && left.max(right) >= symbols {
                return Err(Broken::Header);
            }
        }
        self.skip(u64::from(symbols % 2))?;
        part.sizes = [
            6 * positions.div_ceil(1 << index_bits),
            2 * (blocks + u64::from(spare_blocks)),
            blocks << block_bits,
        ];
        Ok(part)
    }

    /// The map from stored to true values, of wins, losses, and both too late to count.
    fn skip_map(&mut self, part: &Part) -> std::io::Result<()> {
        if part.mapped && part.wide {
            self.align_to_two()?;
        }
        for _ in 0..if part.mapped { 4 } else { 0 } {
            let entries = if part.wide {
                2 * u64::from(u16::from_le_bytes(self.read()?))
            } else {
                u64::from(self.read::<1>()?[0])
            };
            self.skip(entries)?;
        }
        Ok(())
    }
}

/// How many positions a part of a table has places for.
fn positions(material: &Material, file: u64) -> u64 {
    let [white, black] = material.pawns().map(u64::from);
    let mut places = 64 - white - black;
    let mut pieces: Vec<u64> = material
        .pieces()
        .map(u64::from)
        .filter(|&count| count > 0)
        .collect();
    let leading = if white + black > 0 {
        // The side with fewer pawns leads; both kings are pieces like others.
        let lead = [white, black]
            .into_iter()
            .filter(|&count| count > 0)
            .min()
            .unwrap_or(0);
        pieces.extend([1, 1]);
        let lead_squares = (0..6).map(|rank| 47 - 12 * file - 2 * rank);
        let lead_places = lead_squares
            .map(|behind| choose(behind, lead - 1))
            .sum::<u64>();
        lead_places * choose(48 - lead, white + black - lead)
    } else if let Some(single) = pieces.iter().position(|&count| count == 1) {
        // Both kings and a piece of which there is but one, up to symmetry.
        pieces.remove(single);
        places -= 3;
        31_332
    } else {
        places -= 2;
        462
    };
    pieces.into_iter().fold(leading, |product, count| {
        let ways = choose(places, count);
        places -= count;
        product * ways
    })
}

/// The ways to choose `k` of `n`.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}
