//! Benchmarks of the chess rules. Run all of them with `cargo bench`, or one with
//! `cargo bench -- NAME`.
//!
//! | benchmark | one iteration |
//! | --- | --- |
//! | `magic_lookup` | bishop and rook attacks from all 64 squares |
//! | `pawn_movegen` … `king_movegen` | listing the moves of all pieces of one type, with precomputed checks and pins |
//! | `check_detection` | testing whether the side to move is in check |
//! | `full_movegen` | listing all legal moves of two middlegame positions, including checks and pins; compared with other generators |
//! | `make_unmake` | making every move of a position; `board` copies the `Board` for each move, `position` unmakes each move |
//! | `perft` | perft 6 of the initial position with bulk counting; the bench `perft_speed` compares programs |
//!
//! Benchmarks that process several elements (lookups, pieces, moves, leaves) per iteration also
//! report elements per second. 1 Gelem/s is one nanosecond per element.

#![allow(
    missing_docs,
    reason = "criterion's macro defines a function without docs"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ferz::chess::attacks::{bishop_attacks, rook_attacks};
use ferz::chess::mailbox::Mailbox;
use ferz::chess::{
    Bitboard, Board, Legality, MoveList, PieceType, Position, Square, Wanted, generate_legal_moves,
    generate_moves,
};
use ferz::perft::{KIWIPETE, perft};
use shakmaty::Position as _;

/// A middlegame position from a game.
const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

fn board(fen: &str) -> Board {
    fen.parse().expect("the positions are legal")
}

fn magic_lookup(c: &mut Criterion) {
    let occupied = board(MIDDLEGAME).occupied();
    let mut group = c.benchmark_group("magic_lookup");
    group.throughput(Throughput::Elements(128));
    group.bench_function("ferz", |b| {
        b.iter(|| {
            let mut attacked = Bitboard::EMPTY;
            for square in Square::ALL {
                // Without this, the compiler would combine the 64 lookups.
                let square = black_box(square);
                attacked ^= bishop_attacks(square, occupied) ^ rook_attacks(square, occupied);
            }
            attacked
        });
    });
    group.finish();
}

/// Measures one call that lists the moves of all pieces of type `kind`.
fn piece_movegen(c: &mut Criterion, name: &str, kind: PieceType, fen: &str) {
    let board = board(fen);
    let legality = Legality::of(&board);
    let movers = board.of(board.side_to_move(), kind);
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(movers.count().into()));
    let mut list = MoveList::new();
    group.bench_function("ferz", |b| {
        b.iter(|| {
            list.clear();
            let board = black_box(&board);
            generate_moves(board, &legality, Wanted::All, movers, &mut list);
            list.len()
        });
    });
    group.finish();
}

fn pieces(c: &mut Criterion) {
    piece_movegen(c, "pawn_movegen", PieceType::Pawn, KIWIPETE);
    for (name, kind, fen) in [
        (
            "knight_movegen",
            PieceType::Knight,
            "7k/p5pp/8/p1N1p2p/3N4/2N2N2/1N5p/4K3 w - - 0 1",
        ),
        (
            "bishop_movegen",
            PieceType::Bishop,
            "7k/p5pp/2B1B3/p3p2p/3B4/2B2B2/7p/4K3 w - - 0 1",
        ),
        (
            "rook_movegen",
            PieceType::Rook,
            "7k/p1R3pp/8/p2R3p/4R3/1R6/5R1p/3K2R1 w - - 0 1",
        ),
        (
            "queen_movegen",
            PieceType::Queen,
            "r5bk/p5pp/2Q5/p1p4p/1Q6/8/Q4Q1p/3K2Q1 w - - 0 1",
        ),
        (
            "king_movegen",
            PieceType::King,
            "r3k3/p6p/8/p6p/3K4/8/7p/8 w - - 0 1",
        ),
    ] {
        piece_movegen(c, name, kind, fen);
    }
}

fn check_detection(c: &mut Criterion) {
    let board = board(MIDDLEGAME);
    c.bench_function("check_detection/ferz", |b| {
        b.iter(|| black_box(&board).is_in_check());
    });
}

fn full_movegen(c: &mut Criterion) {
    let mut group = c.benchmark_group("full_movegen");
    for (name, fen) in [("kiwipete", KIWIPETE), ("middlegame", MIDDLEGAME)] {
        let board = board(fen);
        group.throughput(Throughput::Elements(board.legal_moves().len() as u64));
        group.bench_function(format!("ferz/{name}"), |b| {
            b.iter(|| {
                let mut list = MoveList::new();
                generate_legal_moves(black_box(&board), &mut list);
                list.len()
            });
        });
        let cozy: cozy_chess::Board = fen.parse().expect("legal");
        group.bench_function(format!("cozy-chess/{name}"), |b| {
            b.iter(|| {
                let mut list = empty_cozy_list();
                black_box(&cozy).generate_moves(|moves| {
                    list.extend(moves);
                    false
                });
                list.len()
            });
        });
        let shakmaty = shakmaty_position(fen);
        group.bench_function(format!("shakmaty/{name}"), |b| {
            b.iter(|| black_box(&shakmaty).legal_moves().len());
        });
        let mailbox = Mailbox::from(&board);
        group.bench_function(format!("mailbox/{name}"), |b| {
            b.iter(|| black_box(&mailbox).legal_moves().len());
        });
    }
    group.finish();
}

/// Returns an empty list for the moves of cozy-chess, which has no list type.
fn empty_cozy_list() -> arrayvec::ArrayVec<cozy_chess::Move, 218> {
    arrayvec::ArrayVec::new()
}

fn shakmaty_position(fen: &str) -> shakmaty::Chess {
    let fen: shakmaty::fen::Fen = fen.parse().expect("legal");
    fen.into_position(shakmaty::CastlingMode::Standard)
        .expect("legal")
}

fn make_unmake(c: &mut Criterion) {
    let board = board(KIWIPETE);
    let moves = board.legal_moves();
    let mut group = c.benchmark_group("make_unmake");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("board/ferz", |b| {
        b.iter(|| {
            for &mv in &moves {
                let mut child = *black_box(&board);
                child.make_move(mv);
                black_box(&child);
            }
        });
    });
    let mut position = Position::new(board);
    group.bench_function("position/ferz", |b| {
        b.iter(|| {
            for &mv in &moves {
                position.make_move(black_box(mv));
                position.unmake_move();
            }
        });
    });
    group.finish();
}

fn perft_of_the_start(c: &mut Criterion) {
    const DEPTH: u32 = 6;
    const LEAVES: u64 = 119_060_324;
    let mut group = c.benchmark_group("perft");
    group
        .throughput(Throughput::Elements(LEAVES))
        .sample_size(10);
    let board = Board::default();
    group.bench_function("ferz/6", |b| b.iter(|| perft(black_box(&board), DEPTH)));
    group.finish();
}

criterion_group!(
    benches,
    magic_lookup,
    pieces,
    check_detection,
    full_movegen,
    make_unmake,
    perft_of_the_start
);
criterion_main!(benches);
