//! A test with random sequences of commands.

use crate::session::Session;
use crate::{MATED, count, millis};

/// A seeded xorshift random number generator
/// (<https://www.jstatsoft.org/article/view/v008i14>).
struct Dice(u64);

impl Dice {
    /// Returns a random item.
    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        from[(self.0 % from.len() as u64) as usize]
    }
}

#[test]
fn any_sequence_of_commands_gives_one_best_move_per_go() {
    const COMMANDS: [&str; 26] = [
        "go infinite",
        "go",
        "go depth 2",
        "go depth 1 searchmoves e2e4 e7e5",
        "go nodes 500",
        "go movetime 2",
        "go wtime 20 btime 20",
        "go ponder depth 2",
        "go ponder wtime 20 btime 20",
        "go ponder",
        "go mate 1 nodes 500",
        "go perft 2",
        "go perft 8",
        "stop",
        "stop",
        "stop",
        "ponderhit",
        "isready",
        "isready",
        "ucinewgame",
        "position startpos",
        "position startpos moves e2e4",
        MATED,
        "setoption name MultiPV value 2",
        "setoption name Threads value 2",
        "setoption name Hash value 2",
    ];
    for seed in 1..=4 {
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15 >> seed);
        let mut session = Session::start();
        let (mut searches, mut queries) = (0, 0);
        for i in 0..250 {
            let command = dice.pick(&COMMANDS);
            session.send(command);
            searches += usize::from(command.starts_with("go") && !command.contains("perft"));
            queries += usize::from(command == "isready");
            if i % 10 == 0 {
                session.lines_within(millis(3));
            }
        }
        // Without this, `quit` would wait for the end of a running perft.
        session.send("stop");
        let ended = session.quit();
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "seed {seed}");
        assert_eq!(ended.best_moves().len(), searches, "seed {seed}");
        assert_eq!(count(&ended.lines, "readyok"), queries, "seed {seed}");
    }
}
