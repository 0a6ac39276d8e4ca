//! Searches, perft and benches at the prompt.

use crate::start_plain;

#[test]
fn a_search_shows_one_line_per_iteration_with_the_moves_in_san() {
    let mut terminal = start_plain("iterations");
    terminal.enter("position startpos moves e4 e5");
    terminal.enter("go depth 10");
    let screen = terminal.expect("Best move: ");
    let lines: Vec<&str> = screen
        .lines()
        .skip_while(|line| !line.starts_with("depth   score (White)"))
        .skip(1)
        .take_while(|line| !line.starts_with("Best move: "))
        .collect();
    assert_eq!(lines.len(), 10, "{screen}");
    for (depth, line) in (1..).zip(&lines) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(fields[0], depth.to_string(), "{screen}");
        assert!(fields[1].starts_with(['+', '-']), "{screen}");
        assert!(
            line.contains("n/s ") && line.contains(" s  2. "),
            "{screen}"
        );
    }
    assert!(!screen.contains("info "), "{screen}");
}

#[test]
fn the_chances_have_a_heading() {
    let mut terminal = start_plain("chances");
    terminal.enter("setoption name UCI_ShowWDL value true");
    terminal.enter("go depth 4");
    let screen = terminal.expect("Best move: ");
    let head = "depth   score (White)          speed     time  win/draw/loss  line";
    let mut lines = screen.lines().skip_while(|line| *line != head).skip(1);
    let first = lines.next().unwrap_or_else(|| panic!("{screen}"));
    let column = |name: &str| head.find(name).expect("a column");
    let chances: Vec<u32> = first.chars().collect::<Vec<char>>()
        [column("win/draw/loss")..column("line")]
        .iter()
        .collect::<String>()
        .trim_end()
        .split('/')
        .map(|number| number.parse().expect("a number"))
        .collect();
    assert_eq!(chances.len(), 3, "{screen}");
    assert_eq!(chances.iter().sum::<u32>(), 1000, "{screen}");
}

#[test]
fn enter_or_ctrl_c_or_stop_ends_a_search() {
    for (name, keys) in [("enter", "\r"), ("ctrl-c", "\x03"), ("stop", "stop\r")] {
        let mut terminal = start_plain(name);
        terminal.enter("go infinite");
        terminal.expect("   1  ");
        terminal.type_keys(keys);
        let screen = terminal.expect("Best move: ");
        assert_eq!(screen.matches("Best move: ").count(), 1, "{screen}");
        // The session goes on.
        terminal.enter("d");
        terminal.expect("Checkers  none");
    }
}

#[test]
fn undo_without_moves_after_a_position_is_an_error() {
    let mut terminal = start_plain("undo-without-moves");
    terminal.enter("6k1/8/8/8/8/8/r7/1r5K b - - 0 1");
    terminal.enter("undo");
    terminal.expect("error: undo: cannot take back 1; found 0 moves");
}

#[test]
fn check_and_checkmate_are_shown() {
    let mut terminal = start_plain("check-and-checkmate");
    terminal.enter("6k1/8/8/8/8/8/r7/1r5K b - - 0 1");
    terminal.expect("in check");
    terminal.enter("6k1/8/8/8/8/8/r7/2r4K w - - 0 1");
    terminal.expect("checkmate");
}

#[test]
fn a_mate_is_shown_from_the_view_of_white() {
    let mut terminal = start_plain("mate");
    terminal.enter("6k1/8/8/8/8/2r5/r7/7K b - - 0 1");
    terminal.enter("go depth 4");
    let screen = terminal.expect("Best move: ");
    assert!(screen.contains(" #-1 "), "{screen}");
    assert!(screen.contains("1... Rc1#"), "{screen}");
}

#[test]
fn perft_and_benches_have_a_bar_with_the_time_left() {
    let mut terminal = start_plain("bars");
    for (command, result) in [
        ("perft 9", "perft 9 was stopped"),
        ("bench 40", "bench was stopped"),
        ("speedtest 1 16 60", "speedtest was stopped"),
    ] {
        terminal.enter(command);
        terminal.wait_for("a bar", |screen| {
            let last = screen.lines().last().unwrap_or_default();
            last.contains(" parts, ") && last.ends_with(" left")
        });
        terminal.type_keys("\x03");
        let screen = terminal.wait_for(result, |screen| {
            screen.contains(result) && screen.ends_with("ferz>")
        });
        assert!(!screen.contains(" left"), "{screen}");
    }
    terminal.enter("perft 3");
    let screen = terminal.expect("Nodes searched: 8902");
    assert!(screen.contains("e2e4: 600"), "{screen}");
}

#[test]
fn a_mate_that_is_found_at_every_depth_is_one_line() {
    let mut terminal = start_plain("same-mate");
    terminal.enter("6k1/5ppp/8/8/8/8/r4PPP/6K1 b - - 0 1");
    terminal.enter("go infinite");
    // 240 is the maximum depth, `score::MAX_PLY`.
    terminal.expect("\n  240     #-1 ");
    terminal.type_keys("\r");
    let screen = terminal.expect("Best move: Ra1#");
    assert_eq!(screen.matches(" #-1 ").count(), 1, "{screen}");
}

#[test]
fn the_lines_of_the_last_iteration_are_shown_once() {
    let mut terminal = start_plain("multipv");
    terminal.enter("setoption name MultiPV value 3");
    terminal.enter("go infinite");
    // The current move is shown after three seconds.
    terminal.wait_for("the current move", |screen| {
        let last = screen.lines().last().unwrap_or_default();
        last.contains("  searching ")
    });
    terminal.type_keys("\r");
    let screen = terminal.expect("Best line: 1. ");
    assert!(!screen.contains("  searching "), "{screen}");
    let rows: Vec<&str> = screen
        .lines()
        .filter(|line| line.contains(" s  1. "))
        .collect();
    for (i, row) in rows.iter().enumerate() {
        assert!(!rows[..i].contains(row), "{row}:\n{screen}");
    }
    let depth_of = |row: &str| row.split_whitespace().next().map(str::to_owned);
    // The last iteration may be incomplete, the one before it is not.
    let depth = depth_of(rows[rows.len() - 4]);
    let complete = rows.iter().filter(|row| depth_of(row) == depth);
    assert_eq!(complete.count(), 3, "{screen}");
}

#[test]
fn an_evaluation_during_a_search_has_no_other_search_and_ctrl_c_stops_only_the_search() {
    let mut terminal = start_plain("eval-during-search");
    terminal.enter("go infinite");
    terminal.expect("   1  ");
    terminal.type_keys("eval\r");
    terminal.expect("Each piece: ");
    terminal.type_keys("\x03");
    let screen = terminal.wait_for("the end of the search", |screen| {
        screen.contains("Best move: ") && screen.ends_with("ferz>")
    });
    assert!(!screen.contains("Search of "), "{screen}");
    terminal.enter("quit");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn ctrl_c_right_after_a_line_ends_the_search() {
    let mut terminal = start_plain("ctrl-c-after-line");
    for i in 1..=20 {
        terminal.enter("go infinite");
        terminal.wait_for("the search", |screen| {
            let last = screen.rsplit_once("ferz> go infinite");
            last.is_some_and(|(_, rows)| rows.contains("\n    1  ") && !rows.contains("Best"))
        });
        terminal.type_keys("eval\r\x03");
        terminal.wait_for(&format!("the end of search {i}"), |screen| {
            screen.ends_with("ferz>")
        });
    }
    terminal.enter("quit");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn a_chess960_position_can_be_followed_by_castling() {
    let mut terminal = start_plain("chess960");
    terminal.enter("position fen 4k3/8/8/8/8/8/8/5K1R w K - 0 1 moves O-O");
    terminal.expect("1. O-O  Black to move");
}

#[test]
fn a_command_typed_during_a_search_is_executed_at_once() {
    let mut terminal = start_plain("typed");
    terminal.enter("go infinite");
    terminal.expect("   1  ");
    terminal.type_keys("help undo\r");
    let screen = terminal.expect("Usage: undo [N]");
    assert!(screen.contains("ferz> help undo\n"), "{screen}");
    assert!(!screen.contains("Best move"), "{screen}");
    terminal.type_keys("\r");
    terminal.expect("Best move: ");
}

#[test]
fn pasted_lines_are_executed_in_order() {
    let mut terminal = start_plain("paste");
    terminal.enter("\x1b[200~e4\nc5\nNf3\x1b[201~");
    terminal.expect("2. Nf3  Black to move");
    terminal.enter("go depth 3");
    let screen = terminal.expect("Best move: ");
    assert!(screen.contains("2... "), "{screen}");
    // Lines that arrive together, without the marks of a paste.
    terminal.enter("undo 3\rgo depth 2\rd");
    terminal.expect("Moves     Na3 Nc3");
}
