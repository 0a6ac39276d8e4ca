//! The example `broken`, an engine with errors.

use ferz::bisect::command;

/// Returns the command that runs the engine with errors.
pub fn broken_engine(argument: &str) -> String {
    let test = std::env::current_exe().expect("a test has a path");
    let build = test.ancestors().nth(2).expect("tests are in target/*/deps");
    let name = format!("examples/broken{}", std::env::consts::EXE_SUFFIX);
    let engine = build.join(name);
    assert!(
        engine.exists(),
        "{} is missing; \"cargo build --example broken\" builds it, with --release for tests in release",
        engine.display()
    );
    let quoted = command::join([engine.to_string_lossy()]);
    format!("{quoted} {argument}")
}
