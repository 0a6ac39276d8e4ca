//! Programs that give no counts: `ferz bisect` reports one error within the time limit, and leaves
//! no process running.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{bisect, bisect_json, broken_engine};

/// Extra time after the time limit, because it may take long to start and end the program on a busy
/// machine. Programs that do not end by themselves would run longer than this.
const GRACE: Duration = Duration::from_secs(30);

/// Returns the number of processes with this argument, or 0 on systems without `/proc`.
fn count_processes(word: &str) -> usize {
    let Ok(processes) = fs::read_dir("/proc") else {
        return 0;
    };
    let command_of = |entry: std::io::Result<fs::DirEntry>| {
        fs::read_to_string(entry.ok()?.path().join("cmdline")).ok()
    };
    // `ferz bisect` is not counted: it has the word only as part of a longer argument.
    let has_argument = |command: &String| command.split('\0').any(|argument| argument == word);
    processes
        .filter_map(command_of)
        .filter(has_argument)
        .count()
}

/// Fails if a process with this argument is still running after `GRACE`.
#[track_caller]
fn assert_none_is_left(word: &str) {
    wait_for_processes(word, 0);
}

/// Waits until the number of processes with this argument is `count`.
#[track_caller]
fn wait_for_processes(word: &str, count: usize) {
    let deadline = Instant::now() + GRACE;
    while count_processes(word) != count {
        assert!(
            Instant::now() < deadline,
            "expected {count} processes with {word}"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

/// Returns an argument that marks the processes of one test.
fn marker(name: &str) -> String {
    format!("marker-{}-{name}", std::process::id())
}

#[test]
fn every_error_of_an_engine_is_reported_in_time() {
    for (argument, kind, limit) in [
        ("silent", "no-answer-in-time", "0.5"),
        ("hang", "no-answer-in-time", "0.5"),
        ("die", "ended", "10"),
        ("garbage", "flood", "10"),
        ("no-perft", "no-perft", "10"),
    ] {
        let marker = marker(argument);
        let engine = broken_engine(&format!("--mark {marker} {argument}"));
        let (report, ended) = bisect_json(&["--engine", &engine, "--timeout", limit]);
        assert_eq!(ended.status, Some(2), "{argument}: {report:#}");
        assert_eq!(report["verdict"], "fault");
        assert_eq!(report["fault"]["kind"], kind, "{report:#}");
        let limit = Duration::from_secs_f64(limit.parse().expect("a number"));
        assert!(
            ended.took < limit.min(GRACE) + GRACE,
            "{argument}: {:?}",
            ended.took
        );
        assert_none_is_left(&marker);

        let first = ended.errors.lines().next().expect("a report");
        assert!(
            first.starts_with("ferz: ") && first.contains(argument),
            "{}",
            ended.errors
        );
        let messages = ended
            .errors
            .lines()
            .filter(|line| line.starts_with("ferz: "));
        assert_eq!(messages.count(), 1, "{}", ended.errors);
    }
}

#[test]
fn the_engine_with_errors_refuses_two_of_them() {
    let engine = broken_engine("pinned-knight three-promotions");
    let (report, ended) = bisect_json(&["--engine", &engine]);
    assert_eq!(report["fault"]["kind"], "ended", "{report:#}");
    let expected = "broken: found \"pinned-knight\" and \"three-promotions\"; expected one error";
    assert!(ended.errors.contains(expected), "{}", ended.errors);
}

#[test]
fn the_last_question_and_output_are_reported() {
    let (report, ended) = bisect_json(&["--engine", &broken_engine("die")]);
    let fault = &report["fault"];
    assert_eq!(fault["asked"][1], "go perft 2");
    let stderr = fault["stderr"].to_string();
    assert!(stderr.contains("a piece stands on no square"), "{stderr}");
    assert!(
        ended.errors.contains("a piece stands on no square"),
        "{}",
        ended.errors
    );
    assert!(ended.errors.contains("go perft 2"), "{}", ended.errors);
}

#[cfg(unix)]
#[test]
fn programs_that_are_not_engines_are_reported_in_time() {
    for (command, kind, limit) in [
        ("sleep 100", "no-answer-in-time", "0.5"),
        ("cat", "no-answer-in-time", "0.5"),
        ("true", "ended", "10"),
        ("yes", "flood", "10"),
        // One line without an end.
        ("cat /dev/zero", "no-answer-in-time", "0.5"),
        ("sh -c 'head -c 200000000 /dev/zero'", "ended", "30"),
        ("sh -c 'kill -SEGV $$'", "ended", "10"),
        ("sh -c 'exec >&-; sleep 100'", "closed-output", "10"),
        ("/no/such/program", "cannot-start", "10"),
        ("''", "cannot-start", "10"),
    ] {
        for option in ["--engine", "--script"] {
            let (report, ended) = bisect_json(&[option, command, "--timeout", limit]);
            assert_eq!(ended.status, Some(2), "{option} {command}: {report:#}");
            assert!(ended.took < GRACE, "{option} {command}: {:?}", ended.took);
            // These programs reject the arguments that `--script` adds.
            let rejects_arguments = ["sleep 100", "cat"].contains(&command);
            let kind = if option == "--script" && rejects_arguments {
                "ended"
            } else {
                kind
            };
            assert_eq!(
                report["fault"]["kind"], kind,
                "{option} {command}: {report:#}"
            );
        }
    }
    let (_, ended) = bisect_json(&["--engine", "sh -c 'kill -SEGV $$'"]);
    assert!(ended.errors.contains("by signal 11"), "{}", ended.errors);
}

/// A script or a wrapper around an engine may start other processes.
#[cfg(target_os = "linux")]
#[test]
fn processes_started_by_a_hanging_program_end_with_it() {
    let marker = marker("wrapped");
    let engine = broken_engine(&format!("--mark {marker} hang"));
    let wrapper = format!("sh -c '{engine} & {engine}; wait' {marker}");
    for option in ["--engine", "--script"] {
        let (report, _) = bisect_json(&[option, &wrapper, "--timeout", "0.5"]);
        assert_eq!(report["verdict"], "fault", "{report:#}");
        assert_none_is_left(&marker);
    }
}

/// Returns whether child processes ignore interrupts, for example because a shell runs the tests
/// in the background.
#[cfg(target_os = "linux")]
fn are_interrupts_ignored() -> bool {
    /// Bit of SIGINT in a set of signals of `/proc/self/status`.
    const SIGINT: u64 = 1 << 1;
    let status = fs::read_to_string("/proc/self/status").expect("Linux has this file");
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = u64::from_str_radix(ignored.expect("a set of signals").trim(), 16);
    ignored.expect("a number") & SIGINT != 0
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_ends_when_ferz_is_killed() {
    use std::os::unix::process::ExitStatusExt;
    for (signal, number) in [("INT", 2), ("KILL", 9)] {
        if signal == "INT" && are_interrupts_ignored() {
            eprintln!("skipped: interrupts are ignored here");
            continue;
        }
        let marker = marker(signal);
        let engine = broken_engine(&format!("--mark {marker} hang"));
        let mut comparison = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args(["bisect", "--engine", &engine])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        wait_for_processes(&marker, 1);
        let pid = comparison.id().to_string();
        let kill = Command::new("sh")
            .args(["-c", "kill -s $0 $1", signal, &pid])
            .status();
        assert!(kill.expect("there is a shell").success());
        let ended = comparison.wait().expect("it has ended");
        assert_eq!(ended.signal(), Some(number), "{ended}");
        assert_none_is_left(&marker);
    }
}

#[test]
fn bad_arguments_end_with_one_line_and_status_2() {
    let engine = ["--engine", "no-engine"];
    for (arguments, word) in [
        (&["--fen", "8/8 w - -"][..], "ranks"),
        (&["--moves", "e2e5"], "e2e5"),
        (&["--suite", "/no/such/file"], "/no/such/file"),
        (&["--engine", "\""], "--engine"),
        (&["--ask", "perft"], "{depth}"),
    ] {
        let ended = bisect(
            &[
                arguments,
                if arguments[0] == "--engine" {
                    &[]
                } else {
                    &engine
                },
            ]
            .concat(),
        );
        assert_eq!(ended.status, Some(2), "{arguments:?}");
        assert_eq!(ended.errors.lines().count(), 1, "{}", ended.errors);
        let has_prefix = ended.errors.starts_with("ferz: ");
        assert!(
            has_prefix && ended.errors.contains(word),
            "{}",
            ended.errors
        );
        assert!(ended.lines.is_empty(), "{:?}", ended.lines);
    }
    for arguments in [
        &[][..],
        &["--engine", "a", "--script", "b"],
        &["--engine", "a", "--timeout", "0"],
        &["--engine", "a", "--timeout", "NaN"],
        &["--engine", "a", "--depth", "0"],
        &["--engine", "a", "--suite", "b", "--fen", "c"],
    ] {
        assert_eq!(bisect(arguments).status, Some(2), "{arguments:?}");
    }
}

#[test]
fn a_suite_is_compared_although_some_of_its_lines_are_malformed() {
    let file = std::env::temp_dir().join(format!("ferz-bisect-{}.epd", std::process::id()));
    let lines = [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 ;D1 17",
        "no position ;D1 1",
        "4k2r/8/8/8/8/8/8/4K3 w k - 0 1",
    ];
    fs::write(&file, lines.join("\n")).expect("a file can be written");
    let name = file.to_string_lossy();
    let engine = broken_engine("none");
    let (report, ended) = bisect_json(&["--engine", &engine, "--suite", &name, "--depth", "2"]);
    fs::remove_file(&file).expect("it is there");
    // The comparison finds no difference. The status reports the malformed line.
    assert_eq!(ended.status, Some(2), "{report:#}");
    assert_eq!(report["verdict"], "equal");
    assert_eq!(report["positions"], 3);
    assert_eq!(report["compared"]["nodes"], 15 + 66 + 16 + 71 + 5 + 75);
    let warnings = report["warnings"].as_array().expect("a list");
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].to_string().contains(":3: "), "{warnings:?}");
    assert!(
        warnings[1]
            .to_string()
            .contains(":2: wrong published count for depth 1; expected 16, found 17"),
        "{warnings:?}"
    );
    let errors: Vec<&str> = ended.errors.lines().collect();
    assert_eq!(
        (errors.len(), errors.last()),
        (3, Some(&"ferz: 1 line could not be read")),
        "{errors:?}"
    );
}
