//! How a session at a terminal ends.

use crate::start_plain;

/// The exit status after Ctrl-C.
const INTERRUPTED: Option<i32> = Some(130);

#[test]
fn quit_exit_ctrl_d_and_ctrl_c_end_an_idle_session() {
    for (name, keys, expected) in [
        ("quit", "quit\r", Some(0)),
        ("exit", "exit\r", Some(0)),
        ("ctrl-d", "\x04", Some(0)),
        ("ctrl-c-idle", "\x03", INTERRUPTED),
    ] {
        let mut terminal = start_plain(name);
        terminal.enter("e4");
        terminal.wait_for("the prompt", |screen| {
            screen.contains("Black to move") && screen.ends_with("ferz>")
        });
        terminal.type_keys(keys);
        let (status, screen) = terminal.end();
        assert_eq!(status, expected, "{name}:\n{screen}");
    }
}

#[test]
fn ctrl_c_clears_a_line_that_is_not_empty() {
    let mut terminal = start_plain("clear");
    terminal.expect("ferz>");
    terminal.type_keys("go infinite");
    terminal.expect("ferz> go infinite");
    terminal.type_keys("\x03");
    terminal.wait_for("an empty line", |screen| screen.ends_with("ferz>"));
    terminal.type_keys("\x03");
    assert_eq!(terminal.end().0, INTERRUPTED);
}

#[test]
fn quit_and_ctrl_d_end_a_running_job_and_the_session() {
    for (job, name) in [
        ("go depth 100", "search"),
        ("perft 9", "perft"),
        ("bench 60", "bench"),
    ] {
        for (keys, end) in [("quit\r", "quit"), ("\x04", "ctrl-d")] {
            let mut terminal = start_plain(&format!("{end}-{name}"));
            terminal.enter(job);
            terminal.wait_for("output", |screen| {
                screen.contains("   1  ") || screen.contains(" parts, ")
            });
            terminal.type_keys(keys);
            let (status, screen) = terminal.end();
            assert_eq!(status, Some(0), "{job}, {end}:\n{screen}");
        }
    }
}

#[test]
fn a_pasted_quit_waits_for_the_job_before_it_which_can_still_be_stopped() {
    let mut terminal = start_plain("pasted-quit");
    terminal.enter("\x1b[200~perft 3\nquit\x1b[201~");
    let (status, screen) = terminal.end();
    assert_eq!(status, Some(0), "{screen}");
    assert!(screen.contains("Nodes searched: 8902"), "{screen}");
    let mut terminal = start_plain("pasted-quit-stopped");
    terminal.enter("\x1b[200~perft 9\nquit\x1b[201~");
    terminal.expect(" parts, ");
    terminal.type_keys("\r");
    let (status, screen) = terminal.end();
    assert_eq!(status, Some(0), "{screen}");
    assert!(screen.contains("perft 9 was stopped"), "{screen}");
}

#[test]
fn an_interrupt_from_outside_ends_an_idle_session() {
    let mut terminal = start_plain("kill-int");
    terminal.expect("ferz>");
    terminal.signal("INT");
    assert_eq!(terminal.end().0, INTERRUPTED);
}
