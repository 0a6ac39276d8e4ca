//! Passes the compiler version, the target and the optimization level to the program, for its
//! UCI command `compiler`.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).into_owned(),
    );
    let or_unknown = |text: &str| match text.trim() {
        "" => "unknown".to_owned(),
        text => text.to_owned(),
    };
    println!("cargo::rustc-env=FERZ_RUSTC={}", or_unknown(&version));
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=FERZ_TARGET={}", or_unknown(&target));
    let level = env::var("OPT_LEVEL").unwrap_or_default();
    println!("cargo::rustc-env=FERZ_OPT_LEVEL={}", or_unknown(&level));
}
