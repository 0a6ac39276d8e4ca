//! Name, authors and build settings of the program.

/// Name and version, as `id name` and `--version` print them.
pub const NAME: &str = concat!("ferz ", env!("CARGO_PKG_VERSION"));

/// The authors, as `id author` prints them.
pub const AUTHOR: &str = "the ferz authors";

/// The licence.
pub const LICENSE: &str = include_str!("../../LICENSE");

/// Returns the first line that the program prints. It says so if a build for newer processors would
/// be faster.
pub fn header() -> String {
    #[cfg(target_arch = "x86_64")]
    if let Some(note) = crate::support::processor::faster_build() {
        return format!("{NAME} by {AUTHOR} ({note})");
    }
    format!("{NAME} by {AUTHOR}")
}

/// Returns the compiler, the target and the settings of this build, with the labels of
/// Stockfish's `compiler` command; on x86-64 also the level of processors for which it is compiled.
pub fn compiler() -> String {
    #[cfg(target_arch = "x86_64")]
    let level = format!(
        "\nMicroarchitecture level    : {}",
        crate::support::processor::running_level()
    );
    #[cfg(not(target_arch = "x86_64"))]
    let level = "";
    format!(
        "Compiled by                : {}\n\
         Compilation architecture   : {}\n\
         Compilation settings       : {}{level}",
        env!("FERZ_RUSTC"),
        env!("FERZ_TARGET"),
        settings().join(" "),
    )
}

/// Returns the settings of this build: optimization level, CPU features, crate features and debug
/// assertions.
fn settings() -> Vec<&'static str> {
    let settings = [
        (concat!("opt-level=", env!("FERZ_OPT_LEVEL")), true),
        ("64bit", cfg!(target_pointer_width = "64")),
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi1", cfg!(target_feature = "bmi1")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("neon", cfg!(target_feature = "neon")),
        ("feature=avx512", cfg!(feature = "avx512")),
        ("feature=tune", cfg!(feature = "tune")),
        ("debug-assertions", cfg!(debug_assertions)),
    ];
    let used = settings.into_iter().filter(|setting| setting.1);
    used.map(|setting| setting.0).collect()
}
