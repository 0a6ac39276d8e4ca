#!/usr/bin/env python3
"""Calls the functions of the PyPI package `stockfish`, a wrapper that many scripts use, with ferz.

    pip install stockfish==5.2.0
    python3 tests/clients/stockfish_package.py target/release/ferz

The package reads the output of `d`, `eval`, `go` and `go perft` until lines that Stockfish prints. If
such a line is missing, it waits for ever, so the whole session has a time limit.

See <https://pypi.org/project/stockfish/>.
"""

import signal
import sys

from stockfish import Stockfish

TIME_LIMIT = 60  # seconds

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
IN_CHECK = "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1"
MATED = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"
STALEMATED = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2"

EDGE = "+---+---+---+---+---+---+---+---+"


def board(rows, files):
    """Returns the text of a board, from its rows with their numbers."""
    cells = (f"| {' | '.join(row[:8])} | {row[9:]}" for row in rows)
    return "\n".join([EDGE, *(line for cell in cells for line in (cell, EDGE)), f"  {files}\n"])


def shows_boards(engine):
    engine.set_fen_position(START)
    files = "a   b   c   d   e   f   g   h"
    rows = ["rnbqkbnr 8", "pppppppp 7", *(f"         {n}" for n in (6, 5, 4, 3)), "PPPPPPPP 2", "RNBQKBNR 1"]
    assert engine.get_board_visual() == board(rows, files), engine.get_board_visual()
    rows = [row[7::-1] + row[8:] for row in reversed(rows)]
    assert engine.get_board_visual(False) == board(rows, files[::-1]), engine.get_board_visual(False)
    assert engine.get_fen_position() == START
    assert engine.get_what_is_on_square("e1") is Stockfish.Piece.WHITE_KING
    assert engine.get_what_is_on_square("d8") is Stockfish.Piece.BLACK_QUEEN
    assert engine.get_what_is_on_square("e4") is None


def tells_captures(engine):
    engine.set_fen_position(EN_PASSANT)
    for move, capture in [
        ("e5d6", Stockfish.Capture.EN_PASSANT),
        ("e5e6", Stockfish.Capture.NO_CAPTURE),
        ("e1g1", Stockfish.Capture.NO_CAPTURE),
    ]:
        assert engine.will_move_be_a_capture(move) is capture, move
    engine.set_fen_position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    assert engine.will_move_be_a_capture("e4d5") is Stockfish.Capture.DIRECT_CAPTURE


def evaluates(engine):
    engine.set_fen_position("4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1")
    white = engine.get_static_eval()
    assert white > 1, white
    engine.set_fen_position("4k3/8/8/8/8/8/PPPPPPPP/4K3 b - - 0 1")
    assert engine.get_static_eval() < -1
    engine.set_fen_position(STALEMATED)
    assert engine.get_static_eval() == 0
    for fen in (IN_CHECK, MATED):
        engine.set_fen_position(fen)
        assert engine.get_static_eval() is None, fen
    engine.set_fen_position(START)
    assert engine.get_evaluation()["type"] == "cp"
    assert abs(sum(engine.get_wdl_stats()) - 1000) <= 1


def searches(engine):
    engine.set_fen_position(START)
    assert engine.is_move_legal("e2e4") and not engine.is_move_legal("e2e5")
    assert engine.is_fen_valid(START) and not engine.is_fen_valid(START.replace("KQkq", "KX"))
    engine.make_moves_from_current_position(["e2e4", "e7e5"])
    assert engine.get_fen_position().startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/")
    for best in (engine.get_best_move(), engine.get_best_move_time(50), engine.get_best_move(1000, 1000)):
        assert engine.is_move_legal(best), best
    assert len(engine.get_top_moves(3)) == 3
    for fen in (MATED, STALEMATED):
        engine.set_fen_position(fen)
        assert engine.get_best_move() is None, fen
    engine.set_fen_position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    assert engine.get_evaluation() == {"type": "mate", "value": 1}
    engine.set_elo_rating(1500)
    assert engine.get_best_move() is not None
    engine.resume_full_strength()


def counts(engine):
    engine.set_fen_position(START)
    total, moves = engine.get_perft(3)
    assert total == 8902 and len(moves) == 20 and moves["e2e4"] == 600, (total, moves)
    engine.flip()
    assert engine.get_fen_position().split()[1] == "b"


def main():
    """Runs the sessions, each with an engine of its own."""
    signal.signal(signal.SIGALRM, lambda *_: sys.exit("the package waits for a line that never comes"))
    signal.alarm(TIME_LIMIT)
    for session in (shows_boards, tells_captures, evaluates, searches, counts):
        engine = Stockfish(path=sys.argv[1], depth=8)
        session(engine)
        engine.send_quit_command()
        print(f"ok   {session.__name__}", flush=True)


if __name__ == "__main__":
    main()
