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
        terminal.wait_for("the prompt", |screen| screen.ends_with("ferz>"));
        terminal.type_keys(keys);
        let (status, screen) = terminal.end();
        assert_eq!(status, expected, "{name}:\n{screen}");
    }
}

/// What the first Ctrl-C says if there is a game.
const HOW_TO_LEAVE: &str = "Ctrl-C again or \"quit\" leaves ferz.";

#[test]
fn ctrl_c_says_how_to_leave_before_it_ends_a_session_with_a_game() {
    let mut terminal = start_plain("ctrl-c-game");
    terminal.enter("e4");
    // The line `d` makes the next Ctrl-C the first one again.
    for i in 1..=2 {
        terminal.enter("d");
        let is_shown =
            |screen: &str, text| screen.matches(text).count() == i && screen.ends_with("ferz>");
        terminal.wait_for("the prompt", |screen| is_shown(screen, "Checkers"));
        terminal.type_keys("\x03");
        terminal.wait_for("how to leave", |screen| is_shown(screen, HOW_TO_LEAVE));
    }
    terminal.type_keys("\x03");
    assert_eq!(terminal.end().0, INTERRUPTED);
}

#[test]
fn ctrl_c_after_the_end_of_a_search_does_not_end_the_session() {
    let mut terminal = start_plain("ctrl-c-late");
    for i in 1..=10 {
        terminal.enter("go depth 1");
        terminal.wait_for("the end of the search", |screen| {
            screen.matches("Best move: ").count() == i
        });
        // The editor may be active or not.
        terminal.type_keys("\x03");
        // What Ctrl-C discards must not be the next line.
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    terminal.enter("quit");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn ctrl_c_during_an_evaluation_does_not_end_the_session() {
    let mut terminal = start_plain("ctrl-c-eval");
    terminal.enter("eval\r\x03");
    terminal.expect("Each piece: ");
    terminal.enter("quit");
    assert_eq!(terminal.end().0, Some(0));
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
fn quit_and_ctrl_d_end_a_running_task_and_the_session() {
    for (task, name) in [
        ("go depth 100", "search"),
        ("perft 9", "perft"),
        ("bench 60", "bench"),
    ] {
        for (keys, end) in [("quit\r", "quit"), ("\x04", "ctrl-d")] {
            let mut terminal = start_plain(&format!("{end}-{name}"));
            terminal.enter(task);
            terminal.wait_for("output", |screen| {
                screen.contains("   1  ") || screen.contains(" parts, ")
            });
            terminal.type_keys(keys);
            let (status, screen) = terminal.end();
            assert_eq!(status, Some(0), "{task}, {end}:\n{screen}");
        }
    }
}

#[test]
fn a_pasted_quit_waits_for_the_task_before_it() {
    let mut terminal = start_plain("pasted-quit");
    terminal.enter("\x1b[200~perft 3\nquit\x1b[201~");
    let (status, screen) = terminal.end();
    assert_eq!(status, Some(0), "{screen}");
    assert!(screen.contains("Nodes searched: 8902"), "{screen}");
}

#[test]
fn the_task_before_a_pasted_quit_can_be_stopped() {
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

#[test]
fn an_interrupt_from_outside_just_after_a_command_says_how_to_leave() {
    // On a busy machine, the first one may arrive too late, so that it ends the session.
    let is_said = |attempt: usize| {
        let mut terminal = start_plain(&format!("kill-int-late-{attempt}"));
        terminal.enter("d");
        terminal.wait_for("the prompt", |screen| {
            screen.contains("Checkers") && screen.ends_with("ferz>")
        });
        terminal.signal("INT");
        let screen = terminal.wait_for("a message or the end", |screen| {
            screen.contains(HOW_TO_LEAVE) || !screen.ends_with("ferz>")
        });
        terminal.signal("INT");
        assert_eq!(terminal.end().0, INTERRUPTED);
        screen.contains(HOW_TO_LEAVE)
    };
    assert!((0..10).any(is_said));
}
