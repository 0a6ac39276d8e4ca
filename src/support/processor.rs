//! Compares the instruction sets of the processor with those that this build uses.
//!
//! [`require_instructions`] runs before all other code of the program. It must not itself use an
//! instruction that the processor may lack, and the compiler may use them anywhere, in the
//! formatting of text, for example. So it only compares integers and prints constant texts.
//! `launcher.rs`, the main program of a release, is compiled for any processor, and chooses the level
//! with this module. `.ci/check-dist` starts a release on older processors under QEMU.
//! See <https://en.wikipedia.org/wiki/X86-64#Microarchitecture_levels>.

use std::arch::x86_64::{__cpuid, __cpuid_count, __get_cpuid_max, _xgetbv};
use std::env;
use std::io::{self, Write};
use std::process;

/// Microarchitecture levels of x86-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// All processors of x86-64.
    V1,
    /// With SSE4.2 and POPCNT: since about 2009.
    V2,
    /// With AVX2 and BMI2: since about 2013.
    V3,
    /// With AVX-512: Intel since 2019, AMD since 2022. Unlike the standard level, it includes
    /// AVX512_VPOPCNTDQ, which ferz uses, and which Skylake and Cascade Lake lack.
    V4,
}

impl Level {
    const ALL: [Self; 4] = [Self::V1, Self::V2, Self::V3, Self::V4];

    /// Returns the name, with the instruction sets that matter most for ferz.
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1 => "x86-64",
            Self::V2 => "x86-64-v2 (SSE4.2, POPCNT)",
            Self::V3 => "x86-64-v3 (AVX2, BMI2)",
            Self::V4 => "x86-64-v4 (AVX-512, VPOPCNTDQ)",
        }
    }

    /// Returns what to do on a processor of this level, if it lacks an instruction set of this
    /// build.
    const fn advice(self) -> &'static str {
        match self {
            Self::V1 => "compile ferz on this machine",
            _ => "use the program of a release, or compile ferz on this machine",
        }
    }

    /// Returns the instruction sets that the level adds to the one before it.
    #[rustfmt::skip]
    const fn added(self) -> Instructions {
        match self {
            Self::V1 => Instructions::NONE,
            Self::V2 => Instructions {
                leaf_1_ecx: SSE3 | SSSE3 | CMPXCHG16B | SSE4_1 | SSE4_2 | POPCNT,
                ..Instructions::NONE
            },
            Self::V3 => Instructions {
                leaf_1_ecx: FMA | MOVBE | XSAVE | OSXSAVE | AVX | F16C,
                leaf_7_ebx: BMI1 | AVX2 | BMI2,
                extended_ecx: LZCNT,
                ..Instructions::NONE
            },
            Self::V4 => Instructions {
                leaf_7_ebx: AVX512F | AVX512DQ | AVX512CD | AVX512BW | AVX512VL,
                leaf_7_ecx: AVX512VPOPCNTDQ,
                ..Instructions::NONE
            },
        }
    }
}

/// Sets of instruction sets, as bits of the registers of the instruction CPUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Instructions {
    /// Leaf 1, register ECX.
    leaf_1_ecx: u32,
    /// Leaf 7, register EBX.
    leaf_7_ebx: u32,
    /// Leaf 7, register ECX.
    leaf_7_ecx: u32,
    /// Leaf 0x8000_0001, register ECX.
    extended_ecx: u32,
}

/// Declares the bits of instruction sets in a register, and the constant `used`: those of the sets
/// that the compiler may use.
macro_rules! register {
    ($used:ident: $($name:literal $set:ident $bit:literal),* $(,)?) => {
        $(const $set: u32 = 1 << $bit;)*
        const $used: u32 = 0 $(| if cfg!(target_feature = $name) { $set } else { 0 })*;
    };
}

// The bits are from the Intel manual (volume 2, CPUID) and, for LZCNT, that of AMD (volume 3,
// appendix E). OSXSAVE: the operating system has enabled XSAVE, and so XGETBV.
register! { USED_1_ECX:
    "sse3" SSE3 0, "pclmulqdq" PCLMULQDQ 1, "ssse3" SSSE3 9, "fma" FMA 12,
    "cmpxchg16b" CMPXCHG16B 13, "sse4.1" SSE4_1 19, "sse4.2" SSE4_2 20, "movbe" MOVBE 22,
    "popcnt" POPCNT 23, "aes" AES 25, "xsave" XSAVE 26, "avx" OSXSAVE 27, "avx" AVX 28,
    "f16c" F16C 29,
}
register! { USED_7_EBX:
    "bmi1" BMI1 3, "avx2" AVX2 5, "bmi2" BMI2 8, "avx512f" AVX512F 16, "avx512dq" AVX512DQ 17,
    "adx" ADX 19, "avx512ifma" AVX512IFMA 21, "avx512cd" AVX512CD 28, "sha" SHA 29,
    "avx512bw" AVX512BW 30, "avx512vl" AVX512VL 31,
}
register! { USED_7_ECX:
    "avx512vbmi" AVX512VBMI 1, "avx512vbmi2" AVX512VBMI2 6, "gfni" GFNI 8, "vaes" VAES 9,
    "vpclmulqdq" VPCLMULQDQ 10, "avx512vnni" AVX512VNNI 11, "avx512bitalg" AVX512BITALG 12,
    "avx512vpopcntdq" AVX512VPOPCNTDQ 14,
}
register! { USED_EXTENDED_ECX: "lzcnt" LZCNT 5 }

/// State that the operating system must save for AVX: bits of the register XCR0.
const AVX_STATE: u64 = 0x06;

/// State that the operating system must save for AVX-512, which includes that for AVX.
const AVX512_STATE: u64 = 0xE0 | AVX_STATE;

/// The instruction sets that this build uses.
const USED: Instructions = Instructions {
    leaf_1_ecx: USED_1_ECX,
    leaf_7_ebx: USED_7_EBX,
    leaf_7_ecx: USED_7_ECX,
    extended_ecx: USED_EXTENDED_ECX,
};

impl Instructions {
    const NONE: Self = Self {
        leaf_1_ecx: 0,
        leaf_7_ebx: 0,
        leaf_7_ecx: 0,
        extended_ecx: 0,
    };

    /// Returns the instruction sets of this processor that the operating system has enabled.
    fn available() -> Self {
        let mut found = Self::NONE;
        found.leaf_1_ecx = __cpuid(1).ecx;
        if __get_cpuid_max(0).0 >= 7 {
            let leaf = __cpuid_count(7, 0);
            (found.leaf_7_ebx, found.leaf_7_ecx) = (leaf.ebx, leaf.ecx);
        }
        if __get_cpuid_max(0x8000_0000).0 >= 0x8000_0001 {
            found.extended_ecx = __cpuid(0x8000_0001).ecx;
        }
        let saved = saved_state(found.leaf_1_ecx);
        if saved & AVX_STATE != AVX_STATE {
            found.leaf_1_ecx &= !(AVX | FMA | F16C);
            found.leaf_7_ebx &= !AVX2;
        }
        if saved & AVX512_STATE != AVX512_STATE {
            // A build with any other set of AVX-512 uses this one, too.
            found.leaf_7_ebx &= !AVX512F;
        }
        found
    }

    /// Returns whether all instruction sets of `other` are among these.
    const fn contain(self, other: Self) -> bool {
        other.leaf_1_ecx & !self.leaf_1_ecx == 0
            && other.leaf_7_ebx & !self.leaf_7_ebx == 0
            && other.leaf_7_ecx & !self.leaf_7_ecx == 0
            && other.extended_ecx & !self.extended_ecx == 0
    }

    /// Returns the highest level whose instruction sets are all among these.
    const fn level(self) -> Level {
        let (mut level, mut i) = (Level::V1, 1);
        while i < Level::ALL.len() && self.contain(Level::ALL[i].added()) {
            level = Level::ALL[i];
            i += 1;
        }
        level
    }
}

/// Returns the register XCR0: the state that the operating system saves when it switches threads;
/// 0 if it does not tell.
#[allow(
    unsafe_code,
    reason = "`is_x86_feature_detected!` is always true for instruction sets that the build uses"
)]
fn saved_state(leaf_1_ecx: u32) -> u64 {
    if leaf_1_ecx & OSXSAVE == 0 {
        return 0;
    }
    // SAFETY: the bit OSXSAVE says that the instruction is present and enabled.
    unsafe { _xgetbv(0) }
}

/// Returns the highest level of this processor.
pub fn level() -> Level {
    Instructions::available().level()
}

/// The levels in this program, if it is that of a release, which runs the highest of them that the
/// processor has (`launcher.rs`).
const RELEASED_LEVELS: Option<&str> = option_env!("FERZ_LEVELS");

/// Returns the level of this build, and why it runs.
pub fn running_level() -> String {
    let level = const { USED.level() }.name();
    match RELEASED_LEVELS {
        None => format!("{level}, the only one of this program"),
        Some(levels) => match env::var("FERZ_LEVEL") {
            Ok(name) => format!("{level}, because FERZ_LEVEL is {name}"),
            Err(_) => format!("{level}, the highest of {levels} that this processor has"),
        },
    }
}

/// Returns a note if a program of a release would be clearly faster on this processor.
/// The figures are those of the search in `lab/log/speed.md`.
pub fn faster_build() -> Option<&'static str> {
    if RELEASED_LEVELS.is_some() || level() < Level::V3 {
        return None;
    }
    match const { USED.level() } {
        Level::V1 => Some("a v3 build would be about 1.3 times faster here"),
        Level::V2 => Some("a v3 build would be about 1.2 times faster here"),
        Level::V3 | Level::V4 => None,
    }
}

/// Ends the program with a message and exit status 2 if this build uses an instruction set that the
/// processor lacks.
#[inline(never)]
pub fn require_instructions() {
    let available = Instructions::available();
    if available.contain(USED) {
        return;
    }
    let (build, processor) = (const { USED.level() }, available.level());
    say("ferz: this build needs ");
    say(build.name());
    if build <= processor {
        say(" with further instruction sets, as in the machine that compiled it");
    }
    say("; this processor has ");
    say(processor.name());
    say(": ");
    say(processor.advice());
    say("\n");
    process::exit(2)
}

/// Prints to standard error. A failed write is ignored.
#[inline(never)]
fn say(text: &str) {
    let _: io::Result<()> = io::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use std::arch::is_x86_feature_detected as detected;

    use super::*;

    #[test]
    fn the_instruction_sets_are_those_that_std_detects() {
        let found = Instructions::available();
        for (name, detected, register, bit) in [
            ("sse3", detected!("sse3"), found.leaf_1_ecx, SSE3),
            ("ssse3", detected!("ssse3"), found.leaf_1_ecx, SSSE3),
            ("sse4.1", detected!("sse4.1"), found.leaf_1_ecx, SSE4_1),
            ("sse4.2", detected!("sse4.2"), found.leaf_1_ecx, SSE4_2),
            ("popcnt", detected!("popcnt"), found.leaf_1_ecx, POPCNT),
            ("movbe", detected!("movbe"), found.leaf_1_ecx, MOVBE),
            ("avx", detected!("avx"), found.leaf_1_ecx, AVX),
            ("fma", detected!("fma"), found.leaf_1_ecx, FMA),
            ("f16c", detected!("f16c"), found.leaf_1_ecx, F16C),
            ("aes", detected!("aes"), found.leaf_1_ecx, AES),
            ("avx2", detected!("avx2"), found.leaf_7_ebx, AVX2),
            ("bmi1", detected!("bmi1"), found.leaf_7_ebx, BMI1),
            ("bmi2", detected!("bmi2"), found.leaf_7_ebx, BMI2),
            ("adx", detected!("adx"), found.leaf_7_ebx, ADX),
            ("sha", detected!("sha"), found.leaf_7_ebx, SHA),
            ("avx512f", detected!("avx512f"), found.leaf_7_ebx, AVX512F),
            ("gfni", detected!("gfni"), found.leaf_7_ecx, GFNI),
            ("vaes", detected!("vaes"), found.leaf_7_ecx, VAES),
            ("lzcnt", detected!("lzcnt"), found.extended_ecx, LZCNT),
        ] {
            assert_eq!(register & bit != 0, detected, "{name}");
        }
        assert!(found.contain(USED), "{found:?} {USED:?}");
    }

    #[test]
    fn a_level_needs_all_instruction_sets_of_the_levels_below() {
        let mut sets = Instructions::NONE;
        assert_eq!(sets.level(), Level::V1);
        for level in [Level::V2, Level::V3, Level::V4] {
            let added = level.added();
            sets.leaf_1_ecx |= added.leaf_1_ecx;
            sets.leaf_7_ebx |= added.leaf_7_ebx;
            sets.leaf_7_ecx |= added.leaf_7_ecx;
            sets.extended_ecx |= added.extended_ecx;
            assert_eq!(sets.level(), level);
        }
        sets.leaf_1_ecx &= !POPCNT;
        assert_eq!(sets.level(), Level::V1);
    }
}
