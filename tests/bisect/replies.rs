//! The forms of lines in the output of programs for `go perft N`.

use ferz::bisect::reply::{Reply, ReplyLine, parse};

fn mv(text: &str, count: u64) -> ReplyLine {
    ReplyLine::Move(text.to_owned(), count)
}

#[rustfmt::skip]
#[test]
fn moves_are_parsed_in_many_forms() {
    for line in [
        "e2e4: 600", "e2e4 600", "e2e4 - 600", "e2e4-600", "e2-e4: 600", "E2E4 : 600",
        "  e2e4\t600  ", "e2e4: 600\r", "e2e4: 600 nodes", "e2e4: nodes 600",
        "e2e4 = 600 (6.7%)", "e2e4 -> 600", "1. e2e4: 600", "[ 1] e2e4: 600", "1) e2e4 600",
        "move e2e4 nodes 600", "info string e2e4: 600", "| e2e4 | 600 |", "\"e2e4\": 600,",
        "e2xe4: 600", "\u{1b}[1me2e4\u{1b}[0m: \u{1b}[38;5;82m600\u{1b}[m",
        "\u{1b}[32me2\u{1b}[0me4 600\u{1b}[K",
        // Demolito, Carp and Reckless.
        "e2e4\t600", "e2e4 -- 600 nodes in 1.234µs",
        "  1     e2e4          600        0.000s        12345.678 kN/s",
    ] {
        assert_eq!(parse(line), mv("e2e4", 600), "{line}");
    }
    assert_eq!(parse("e2e4: 1,234,567"), mv("e2e4", 1_234_567));
    assert_eq!(parse("e2e4: 0"), mv("e2e4", 0));
}

#[rustfmt::skip]
#[test]
fn promotions_and_castling_are_parsed_in_many_forms() {
    for line in [
        "e7e8q: 1", "e7e8Q: 1", "e7e8=Q: 1", "e7e8(q) 1", "e7-e8=q 1", "e7-e8q: 1", "e7xe8q: 1",
        "e7xe8=Q 1",
    ] {
        assert_eq!(parse(line), mv("e7e8q", 1), "{line}");
    }
    assert_eq!(parse("e7e8k: 1"), mv("e7e8k", 1));
    assert_eq!(parse("O-O: 5"), mv("O-O", 5));
    assert_eq!(parse("0-0-0 - 5"), mv("O-O-O", 5));
    assert_eq!(parse("e1h1: 5"), mv("e1h1", 5));
}

#[rustfmt::skip]
#[test]
fn totals_are_parsed_in_many_forms() {
    for line in [
        "Nodes searched: 8902", "nodes 8902", "Nodes: 8902 Time: 3ms NPS: 2967333",
        "Total: 8902", "Total nodes: 8,902", "total 8902 nodes in 0.003 s", "perft 3 8902",
        "perft(3) = 8902", "Perft 3: 8902 nodes, 1000000 nodes per second", "Depth 3: 8902",
        "Leaf nodes = 8902", "Node count: 8902", "8902", "===== 8902 =====",
        "info nodes 8902 time 1", "info string nodes 8902",
        "\u{1b}[1mNodes searched\u{1b}[0m: \u{1b}[32m8902\u{1b}[0m",
        // Akimbo, Carp, Reckless twice, and Weiss.
        "perft 3 time 0 nodes 8902 (12.34 Mnps)", "8902 nodes in 1.234ms - 5Mnodes/s",
        "       Total         8902        0.000s        12345.678 kN/s", "total: 8902",
        "Nodes: 8902", "nodes = 8902 depth 3", "perft 3 nodes 8902 time 1",
        "depth 3: 8902 nodes 1000 nps",
    ] {
        assert_eq!(parse(line), ReplyLine::Total(8902), "{line}");
    }
}

#[rustfmt::skip]
#[test]
fn other_lines_are_neither_moves_nor_totals() {
    for line in [
        "", "readyok", "Stockfish 15.1 by the Stockfish developers (see AUTHORS file)",
        "info string perft took 0.008 s, 638348405 nodes per second",
        "info depth 3 seldepth 3 score cp 30 nodes 8902 nps 890200 pv e2e4 e7e5",
        "bestmove e2e4 ponder e7e5", "option name Hash type spin default 16 min 1 max 33554432",
        "id name Engine 2024", "Time: 12 ms", "Nodes/second: 2967333",
        "Nodes per second: 2967333", "e2e4", "e2e9: 600", "e7e8x: 600", "Nf3: 600", "e2e4: -",
        "1 20 0 400 e2e4 e7e5", "e2xe9: 600", "e2x: 600",
        "\u{1b}[31m", "\u{1b}[",
        // Weiss and Reckless print these before their totals.
        "Depth : 3", "FEN   : rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "Time : 1ms", "NPS  : 8902000",
        "        Move        Nodes       Elapsed             NPS",
    ] {
        assert_eq!(parse(line), ReplyLine::Other, "{line}");
    }
}

#[test]
fn words_that_look_like_counts_are_reported() {
    for line in [
        "e2e4: 1.0",
        "e2e4: NaN",
        "e2e4 - 1e3",
        "3. e2e4 0x14",
        "e2e4 nodes inf",
        "e2e4: -600",
        "e2e4:  -600",
        "info string e2e4: -600",
        "1: e2e4: -600",
        "e2e4: 12345678901234567890123456",
        "move e2e4: 8.902",
    ] {
        let unreadable = ReplyLine::Unreadable("e2e4".to_owned());
        assert_eq!(parse(line), unreadable, "{line}");
    }
}

#[test]
fn other_numbers_beside_a_move_are_not_counts() {
    for (line, expected) in [
        // Without a blank before it, a dash is punctuation.
        ("e2e4:-600", ReplyLine::Move("e2e4".to_owned(), 600)),
        (
            "e2e4: 600 (eval: -5)",
            ReplyLine::Move("e2e4".to_owned(), 600),
        ),
        (
            "e2e4 600 score: -35",
            ReplyLine::Move("e2e4".to_owned(), 600),
        ),
        ("e2e4 0.001 s, 20 nodes", ReplyLine::Total(20)),
        ("e2e4 is illegal", ReplyLine::Other),
    ] {
        assert_eq!(parse(line), expected, "{line}");
    }
}

#[test]
fn a_reply_is_complete_when_its_total_is_the_sum_of_its_counts() {
    let mut reply = Reply::default();
    for line in ["perft 2", "a1a2: 2", "a1b1: 3"] {
        reply.add(line);
        assert!(!reply.is_complete(), "{line}");
    }
    // A later total does not replace one that is the sum.
    for line in ["Nodes searched: 5", "Moves: 2, nodes: 2"] {
        reply.add(line);
        assert!(reply.is_complete(), "{line}");
    }
    assert_eq!(reply.total, Some(5));
}
