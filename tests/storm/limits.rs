//! Less memory and fewer threads than are asked for: a refusal in one line, and everything
//! stays as it was. See <https://man7.org/linux/man-pages/man2/getrlimit.2.html>.

use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::time::Instant;

use ferz::chess::Board;

use crate::session::{Session, TIMEOUT};
use crate::{assert_is_legal, millis, start_after, status_of};

/// Physical memory, in MB.
fn memory() -> usize {
    let text = std::fs::read_to_string("/proc/meminfo").expect("Linux has it");
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    kilobytes
        .and_then(|n| n.parse::<usize>().ok())
        .expect("a number")
        / 1024
}

/// Fails unless these lines tell one thing that was refused, and name it.
#[track_caller]
fn assert_refused(said: &[String], name: &str) {
    assert_eq!(said.len(), 1, "{said:?}");
    let message = said[0].to_lowercase();
    assert!(message.starts_with("info string error: "), "{said:?}");
    assert!(message.contains(name), "{said:?}");
}

/// Fails unless a search fills the hash, and its size is this.
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

/// The memory it has with a hash of this size, which is there from the start.
fn memory_with_hash(session: &mut Session, megabytes: usize) -> usize {
    let said = session.ask(&format!("setoption name Hash value {megabytes}"));
    assert_eq!(said, [""; 0]);
    // What a search touches for the first time is not the hash's.
    session.search("position startpos\ngo nodes 60000");
    session.settle();
    status_of(session, "VmRSS")
}

/// Fails unless a search runs on so many threads, beside those of an idle engine.
#[track_caller]
fn assert_searches_with(session: &mut Session, threads: usize, idle: usize) {
    session.send("go infinite");
    session.lines_to("info depth 1 ");
    let deadline = Instant::now() + TIMEOUT;
    // Helpers may be a moment behind, and those of the last search a moment late.
    while status_of(session, "Threads") != idle + threads {
        assert!(Instant::now() < deadline, "not {threads} threads");
        session.lines_within(millis(1));
    }
    let lines = session.search("stop");
    assert_is_legal(&lines[lines.len() - 1], &Board::default());
}

#[test]
fn a_hash_larger_than_memory_is_refused_and_the_old_one_kept_and_used() {
    let mut session = Session::start();
    let resident = memory_with_hash(&mut session, 3);
    for more in [memory() + 1_024, 2 * memory(), 1 << 25] {
        let said = session.ask(&format!("setoption name Hash value {more}"));
        assert_refused(&said, "hash");
        assert!(said[0].contains(&more.to_string()), "{said:?}");
        assert_has_hash(&mut session, resident);
    }
    // While a search runs, the size is for after it.
    session.send("go infinite\nsetoption name Hash value 33554432");
    session.lines_to("info depth 2 ");
    let mut said = session.search("stop");
    said.extend(session.search("go depth 3"));
    said.extend(session.settle());
    let errors: Vec<String> = said
        .into_iter()
        .filter(|line| line.contains("error"))
        .collect();
    assert_refused(&errors, "hash");
    assert_has_hash(&mut session, resident);
    assert_eq!(session.quit().status, Some(0));
}

#[test]
fn a_hash_that_is_refused_again_and_again_takes_no_memory() {
    let mut session = Session::start();
    let refuse = |session: &mut Session| {
        assert_refused(&session.ask("setoption name Hash value 33554432"), "hash");
        status_of(session, "VmRSS")
    };
    let at_first = refuse(&mut session);
    let at_last = (0..200).map(|_| refuse(&mut session)).last();
    let at_last = at_last.expect("more than none");
    assert!(at_last < at_first + 500, "{at_first} kB, {at_last} kB");
}

#[test]
fn with_little_address_space_a_hash_that_does_not_fit_is_refused() {
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

/// Has more threads asked for than there are to be had, and fails unless two go on.
#[track_caller]
fn assert_refuses_threads(mut session: Session, too_many: usize) {
    session.settle();
    let idle = status_of(&session, "Threads");
    assert_eq!(session.ask("setoption name Threads value 2"), [""; 0]);
    assert_searches_with(&mut session, 2, idle);
    for _ in 0..2 {
        let said = session.ask(&format!("setoption name Threads value {too_many}"));
        assert_refused(&said, "thread");
        assert_searches_with(&mut session, 2, idle);
    }
    // What there is can still be had.
    assert_eq!(session.ask("setoption name Threads value 3"), [""; 0]);
    assert_searches_with(&mut session, 3, idle);
    let ended = session.quit();
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
}

#[test]
fn threads_for_whose_memory_there_is_no_room_are_refused_and_the_old_number_kept() {
    assert_refuses_threads(start_after("ulimit -v 1000000", ""), 1024);
}

/// There is room for what they remember, but not for their stacks.
#[test]
fn threads_for_whose_stacks_there_is_no_room_are_refused_and_the_old_number_kept() {
    assert_refuses_threads(start_after("ulimit -v 1500000", ""), 300);
}

#[test]
fn threads_that_the_system_does_not_give_are_refused_and_the_old_number_kept() {
    /// Someone who runs no other processes, as a rule; limits do not bind root.
    const NOBODY: u32 = 65_534;
    let engine = env!("CARGO_BIN_EXE_ferz");
    let mut probe = Command::new(engine);
    if !probe
        .arg("--version")
        .uid(NOBODY)
        .output()
        .is_ok_and(|output| output.status.success())
    {
        println!("skipped: only root can run the engine as somebody else, and not from anywhere");
        return;
    }
    let engine = shell_words::quote(engine);
    // Shells differ in the name of this limit.
    let script = format!("(ulimit -p 8) 2>&- && ulimit -p 8 || ulimit -u 8; exec {engine}");
    let mut shell = Command::new("sh");
    let shell = shell
        .args(["-c", &script])
        .env_remove("RUST_LOG")
        .uid(NOBODY);
    assert_refuses_threads(Session::start_command(shell), 20);
}

#[test]
fn of_a_size_that_is_refused_and_one_that_is_not_the_other_is_set() {
    for (good, bad, name) in [
        ("Hash value 64", "Threads value 1024", "threads"),
        ("Threads value 2", "Hash value 4096", "hash"),
    ] {
        for order in [[good, bad], [bad, good]] {
            let mut session = start_after("ulimit -v 1000000", "");
            session.settle();
            let idle = status_of(&session, "Threads");
            // Both are seen to when the search is over.
            session.send("go infinite");
            for option in order {
                session.send(&format!("setoption name {option}"));
            }
            session.search("stop");
            assert_refused(&session.settle(), name);
            let threads = if name == "hash" { 2 } else { 1 };
            assert_searches_with(&mut session, threads, idle);
            let resident = status_of(&session, "VmRSS");
            assert_eq!(resident > 64 << 10, name == "threads", "{resident} kB");
        }
    }
}
