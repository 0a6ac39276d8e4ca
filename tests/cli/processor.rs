//! Processors that lack instruction sets of the build, emulated by QEMU (Debian: qemu-user).
//! Without it, the test prints a note and passes.

use std::process::Command;

#[test]
fn a_processor_that_is_too_old_gets_one_line_and_exit_status_2() {
    let run = Command::new("qemu-x86_64")
        .args([
            "-cpu",
            "core2duo",
            env!("CARGO_BIN_EXE_ferz"),
            "go",
            "depth",
            "1",
        ])
        .output();
    let Ok(output) = run else {
        println!("skipped: qemu-x86_64 is not installed");
        return;
    };
    let errors = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = errors.lines().collect();
    let [line] = lines[..] else {
        panic!("{errors}")
    };
    assert!(
        line.starts_with("ferz: this build needs x86-64-v")
            && line.ends_with(": compile ferz on this machine")
            && line.contains("; this processor has x86-64: "),
        "{line}"
    );
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
}
