//! Requests for more memory or threads than are available: the engine reports an error in one line
//! and keeps its settings.

use std::os::unix::process::CommandExt as _;
use std::process::Command;

use ferz::chess::Board;

use crate::session::Session;
use crate::{assert_is_legal, assert_threads, start_after, status_of};

/// Returns the physical memory, in MB.
fn physical_memory() -> usize {
    let text = std::fs::read_to_string("/proc/meminfo").expect("/proc/meminfo exists on Linux");
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    kilobytes
        .and_then(|n| n.parse::<usize>().ok())
        .expect("a number")
        / 1024
}

/// Fails unless the output is one error that contains `name`.
#[track_caller]
pub(crate) fn assert_refused(output: &[String], name: &str) {
    assert_eq!(output.len(), 1, "{output:?}");
    let message = output[0].to_lowercase();
    assert!(message.starts_with("info string error: "), "{output:?}");
    assert!(message.contains(name), "{output:?}");
}

/// Fails unless a search uses the transposition table (`Hash`) and the process uses about
/// `resident` kB of memory.
#[track_caller]
fn assert_has_hash(session: &mut Session, resident: usize) {
    let lines = session.search("position startpos\ngo nodes 60000");
    let line = &lines[lines.len() - 2];
    let full = line.split(" hashfull ").nth(1).expect("a line of a search");
    assert!(!full.starts_with("0 "), "{line}");
    assert_is_legal(&lines[lines.len() - 1], &Board::default());
    let now = status_of(session, "VmRSS");
    assert!(
        now.abs_diff(resident) < 1_000,
        "{resident} kB, then {now} kB"
    );
}

/// Sets `Hash`, and returns the resident memory of the process in kB. The engine writes to the
/// whole transposition table when it allocates it, so all of it is resident.
fn memory_with_hash(session: &mut Session, megabytes: usize) -> usize {
    session.assert_silent(&format!("setoption name Hash value {megabytes}"));
    // The first search also allocates other memory, which must be part of the baseline.
    session.search("position startpos\ngo nodes 60000");
    session.settle();
    status_of(session, "VmRSS")
}

/// Fails unless the engine has `threads` search threads, and searches. `others` is the number of
/// other threads.
#[track_caller]
fn assert_searches_with(session: &mut Session, threads: usize, others: usize) {
    session.send("go infinite");
    session.lines_to("info depth 1 ");
    assert_threads(session, others + threads, "during a search");
    let lines = session.search("stop");
    assert_is_legal(&lines[lines.len() - 1], &Board::default());
}

#[test]
fn a_hash_larger_than_memory_is_refused_and_the_old_one_kept_and_used() {
    let mut session = Session::start();
    let resident = memory_with_hash(&mut session, 3);
    let memory = physical_memory();
    // The last number is the maximum of the option.
    for megabytes in [memory + 1_024, 2 * memory, 33_554_432] {
        let output = session.ask(&format!("setoption name Hash value {megabytes}"));
        assert_refused(&output, "hash");
        assert!(output[0].contains(&megabytes.to_string()), "{output:?}");
        assert_has_hash(&mut session, resident);
    }
    // A size that is set during a search is applied after it.
    session.send("go infinite\nsetoption name Hash value 33554432");
    session.lines_to("info depth 2 ");
    let mut output = session.search("stop");
    output.extend(session.search("go depth 3"));
    output.extend(session.settle());
    let errors: Vec<String> = output
        .into_iter()
        .filter(|line| line.contains("error"))
        .collect();
    assert_refused(&errors, "hash");
    assert_has_hash(&mut session, resident);
    assert_eq!(session.quit().status, Some(0));
}

#[test]
fn a_hash_larger_than_the_address_space_is_refused() {
    let mut session = start_after("ulimit -v 1000000", "");
    for _ in 0..3 {
        for megabytes in [16, 64] {
            let resident = memory_with_hash(&mut session, megabytes);
            assert_refused(&session.ask("setoption name Hash value 4096"), "hash");
            assert_has_hash(&mut session, resident);
        }
    }
    assert_eq!(session.quit().status, Some(0));
}

#[test]
fn a_hash_that_fits_in_place_of_the_old_one_is_accepted() {
    let mut session = start_after("ulimit -v 300000", "");
    for megabytes in [150, 140, 160] {
        memory_with_hash(&mut session, megabytes);
    }
    assert_eq!(session.quit().status, Some(0));
}

/// Requests more threads than are available, and fails unless the engine continues with two.
#[track_caller]
fn assert_refuses_threads(mut session: Session, too_many: usize) {
    session.settle();
    let others = status_of(&session, "Threads") - 1;
    session.assert_silent("setoption name Threads value 2");
    assert_searches_with(&mut session, 2, others);
    for _ in 0..2 {
        let output = session.ask(&format!("setoption name Threads value {too_many}"));
        assert_refused(&output, "thread");
        assert_searches_with(&mut session, 2, others);
    }
    // A smaller number of threads can still be set.
    session.assert_silent("setoption name Threads value 3");
    assert_searches_with(&mut session, 3, others);
    let ended = session.quit();
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
}

#[test]
fn threads_without_memory_for_their_data_are_refused_and_the_old_number_kept() {
    assert_refuses_threads(start_after("ulimit -v 1000000", ""), 1024);
}

/// The memory suffices for the data of these threads, but not also for their stacks.
#[test]
fn threads_without_memory_for_their_stacks_are_refused_and_the_old_number_kept() {
    assert_refuses_threads(start_after("ulimit -v 1500000", ""), 300);
}

/// Returns how many of 300 threads are available to an engine with this limit of its address space,
/// in kB. Fails unless the engine continues.
#[track_caller]
fn available_threads(limit: usize) -> usize {
    let mut session = start_after(&format!("ulimit -v {limit}"), "");
    let output = session.ask("setoption name Threads value 300");
    assert_refused(&output, "thread");
    let ended = session.quit();
    assert_eq!(ended.status, Some(0), "{limit} kB: {}", ended.errors);
    let number = output[0].split("provides only ").nth(1);
    let number = number.and_then(|rest| rest.split(';').next());
    number.expect("a number").parse().expect("a number")
}

/// After the stack of the last thread, there may be too little memory for what the thread allocates
/// when it starts. This once aborted the program.
#[test]
fn threads_that_take_nearly_all_memory_are_refused_and_the_engine_continues() {
    // Limits of the address space, in kB. Bisection finds one between them at which one more thread
    // fits. A thread takes 14 MB, so the first range, of 10 MB, may lack such a limit.
    let (mut low, mut high) = (1_490_000, 1_500_000);
    let fewer = available_threads(low);
    while available_threads(high) == fewer {
        high += 5_000;
    }
    while high - low > 8 {
        let middle = usize::midpoint(low, high);
        if available_threads(middle) == fewer {
            low = middle;
        } else {
            high = middle;
        }
    }
    for limit in (low..low + 120).step_by(4) {
        available_threads(limit);
    }
}

#[test]
fn threads_that_the_system_does_not_start_are_refused_and_the_old_number_kept() {
    /// A user that normally runs no other processes. The limit on processes does not apply to root.
    const NOBODY: u32 = 65_534;
    let engine = env!("CARGO_BIN_EXE_ferz");
    let mut probe = Command::new(engine);
    if !probe
        .arg("--version")
        .uid(NOBODY)
        .output()
        .is_ok_and(|output| output.status.success())
    {
        println!("skipped: the engine cannot be run as another user");
        return;
    }
    let engine = shell_words::quote(engine);
    // The option for this limit differs between shells.
    let script = format!("(ulimit -p 9) 2>&- && ulimit -p 9 || ulimit -u 9; exec {engine}");
    let mut shell = Command::new("sh");
    let shell = shell
        .args(["-c", &script])
        .env_remove("RUST_LOG")
        .uid(NOBODY);
    assert_refuses_threads(Session::start_command(shell), 20);
}

#[test]
fn an_option_that_is_reduced_frees_memory_for_the_other() {
    for (limit, before, changes) in [
        (
            300_000,
            "Threads value 16",
            ["Threads value 1", "Hash value 60"],
        ),
        (
            130_000,
            "Hash value 60",
            ["Hash value 1", "Threads value 4"],
        ),
    ] {
        let mut session = start_after(&format!("ulimit -v {limit}"), "");
        session.settle();
        session.assert_silent(&format!("setoption name {before}"));
        // Both are applied after the search.
        session.send("go infinite");
        for option in changes {
            session.send(&format!("setoption name {option}"));
        }
        session.search("stop");
        assert_eq!(session.settle(), [""; 0], "{changes:?}");
        session.search("go depth 5");
    }
}

#[test]
fn what_is_accepted_suffices_for_searches_and_background_tasks() {
    // Limits of the address space, in kB.
    for limit in (80_000..=330_000).step_by(10_000) {
        let mut session = start_after(&format!("ulimit -v {limit}"), "");
        for options in [
            "",
            "setoption name Threads value 4",
            "setoption name Hash value 64\nsetoption name Threads value 16",
            "setoption name Hash value 1\nsetoption name Threads value 3",
            "setoption name Hash value 32\nucinewgame",
        ] {
            session.ask(options);
            for go in ["go mate 2", "go depth 7"] {
                session.search(go);
            }
            session.send("go perft 4\nbench 16 2 1");
            session.lines_to("Nodes searched: 197281");
            session.settle();
        }
        let ended = session.quit();
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{limit} kB");
    }
}

#[test]
fn memory_is_given_back_when_options_are_reduced() {
    /// Maximum growth of the resident memory, in kB.
    const GROWTH: usize = 6_000;
    let mut session = Session::start();
    let at_first = memory_with_hash(&mut session, 16);
    for threads in [8, 3, 13, 2] {
        session.assert_silent(&format!("setoption name Threads value {threads}"));
        let with_threads = memory_with_hash(&mut session, 128);
        assert!(with_threads > at_first + 100_000, "{with_threads} kB");
    }
    session.assert_silent("setoption name Threads value 1");
    let at_last = memory_with_hash(&mut session, 16);
    assert!(at_last < at_first + GROWTH, "{at_first} kB, {at_last} kB");
}

#[test]
fn a_refused_option_does_not_prevent_the_other_from_being_set() {
    for (good, bad, name) in [
        ("Hash value 64", "Threads value 1024", "threads"),
        ("Threads value 2", "Hash value 4096", "hash"),
    ] {
        for order in [[good, bad], [bad, good]] {
            let mut session = start_after("ulimit -v 1000000", "");
            session.settle();
            let others = status_of(&session, "Threads") - 1;
            // Both options are applied after the search.
            session.send("go infinite");
            for option in order {
                session.send(&format!("setoption name {option}"));
            }
            session.search("stop");
            assert_refused(&session.settle(), name);
            let threads = if name == "hash" { 2 } else { 1 };
            assert_searches_with(&mut session, threads, others);
            let resident = status_of(&session, "VmRSS");
            let has_large_hash = resident > 64 * 1024;
            assert_eq!(has_large_hash, name == "threads", "{resident} kB");
        }
    }
}
