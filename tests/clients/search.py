"""Code shared by the sessions of python-chess: random positions, engines, checks of searches.

The client itself checks that all moves and variations are legal. This module checks scores,
MultiPV ranks, depths and the ends of variations.

See <https://python-chess.readthedocs.io/en/latest/engine.html>.
"""

import asyncio
import collections
import contextlib
import logging

import chess
import chess.engine
from chess.engine import Limit

# The maximum time for an answer, in seconds.
PATIENCE = 60.0

# Unusual but legal positions.
UNUSUAL = [
    "qqqqk3/qqqqq3/8/8/8/8/QQQQQ3/QQQQK3 w - - 0 1",  # nine queens a side
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  # 218 moves
    "8/8/4k3/8/8/3K4/8/8 w - - 0 1",  # insufficient material
    "8/8/4k3/8/8/3K4/3R4/8 w - - 99 90",  # one ply before the fifty-move rule
    "8/8/4k3/8/8/3K4/3R4/8 b - - 100 90",
    "8/8/4k3/8/8/3K4/3R4/8 w - - 149 120",
    "8/8/8/1k6/2Pp4/8/8/3K4 b - c3 0 1",  # en passant can capture the checking pawn
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",  # promotions
]


class Protocol(logging.Handler):
    """A log handler that stores the last lines, every warning, and the number of searches."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.recent = collections.deque(maxlen=60)
        self.warnings = []
        self.searches = 0
        self.best_moves = 0

    def emit(self, record):
        """Stores a record of the client's log."""
        self.recent.append(record)
        if record.msg == "%s: << %s" and record.args[1].startswith("go"):
            self.searches += 1
        elif record.msg == "%s: >> %s" and record.args[1].startswith("bestmove"):
            self.best_moves += 1
        if record.levelno >= logging.WARNING:
            self.warnings.append(self.format(record))

    def tail(self):
        """Returns the last lines of the protocol."""
        return "\n".join(f"    {record.getMessage()[:400]}" for record in list(self.recent))


class Run:
    """The state of a test run: the engine's command, the protocol, random numbers, and counts."""

    def __init__(self, command, protocol, rng, long):
        self.command = command
        self.protocol = protocol
        self.rng = rng
        self.long = long
        self.counts = collections.Counter()

    def size(self, short, long):
        """Returns `short` in a short run and `long` in a long one."""
        return long if self.long else short

    def position(self):
        """Returns a position with its history: random moves from a random starting position."""
        start = self.rng.random()
        if start < 0.2:
            board = chess.Board(self.rng.choice(UNUSUAL))
        elif start < 0.4:
            board = chess960(self.rng)
        else:
            board = chess.Board()
        for _ in range(self.rng.randrange(60)):
            if board.is_game_over():
                break
            board.push(self.rng.choice(list(board.legal_moves)))
        return board

    def limit(self):
        """Returns a random limit that ends a search soon."""
        return self.rng.choice(
            [
                Limit(time=self.rng.uniform(0.001, 0.2)),
                Limit(nodes=self.rng.randrange(1, 30_000)),
                Limit(depth=self.rng.randrange(1, 9)),
                Limit(depth=40, nodes=5_000, time=1.0),
                Limit(mate=2, time=0.1),
                Limit(white_clock=0.5, black_clock=0.4),
                Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.02),
                Limit(white_clock=3, black_clock=3, remaining_moves=20),
                Limit(white_clock=0.001, black_clock=0.001),
            ]
        )


def chess960(rng):
    """Returns a random starting position of Chess960 or of double Fischer random chess."""
    white = chess.Board.from_chess960_pos(rng.randrange(960))
    if rng.random() < 0.5:
        return white
    first = chess.Board.from_chess960_pos(rng.randrange(960)).fen().split("/")[0]
    last = white.fen().split("/")[7].split()[0]
    return chess.Board(f"{first}/pppppppp/8/8/8/8/PPPPPPPP/{last} w KQkq - 0 1", chess960=True)


class Search:
    """The output of one search, checked line by line."""

    def __init__(self, run, board, multipv=1, among=None, wdl=False, limited=False):
        self.run = run
        self.board = board.copy()
        self.moves = list(board.legal_moves if among is None else among)
        self.ranks = min(multipv, len(self.moves))
        self.wdl = wdl
        self.limited = limited  # whether the strength is limited
        self.last = None  # the last info of the first rank
        self.before = None  # the last info of any rank
        run.counts["searches"] += 1

    def check_info(self, info):
        """Checks an `info` line."""
        self.run.counts["lines"] += 1
        assert not info.get("string", "").startswith("error"), info
        if "score" not in info:
            return
        if not self.moves:
            assert info["depth"] == 0 and "pv" not in info, info
            self.last = info
            return
        pv = info["pv"]
        rank = info.get("multipv", 1)
        assert 1 <= rank <= self.ranks, info
        # At depth 0, the search was stopped before it completed an iteration.
        assert 0 <= info["depth"] <= 250 and info["seldepth"] >= min(info["depth"], 1), info
        assert 0 <= info["hashfull"] <= 1000 and info["tbhits"] == 0, info
        assert pv[0] in self.moves, info
        self.check_variation(info)
        self.check_score(info)
        self.check_order(info, rank)

    def check_variation(self, info):
        """Checks that every move is legal and none follows the end of the game."""
        board = self.board.copy()
        for ply, move in enumerate(info["pv"]):
            assert board.is_legal(move), (info, board.fen())
            if ply > 0:
                assert not board.is_fifty_moves(), ("a move after the fifty-move rule", ply, info)
                assert not board.is_repetition(3), ("a move after threefold repetition", ply, info)
            board.push(move)
        bounded = info.get("lowerbound") or info.get("upperbound")
        mate = info["score"].relative.mate()
        if mate is not None and not bounded:
            plies = 2 * mate - 1 if mate > 0 else -2 * mate
            assert len(info["pv"]) <= plies, ("the variation is longer than the mate", info)
            if len(info["pv"]) == plies:
                assert board.is_checkmate(), ("the variation does not end in mate", info)

    def check_score(self, info):
        """Checks that the score is possible and agrees with the win, draw and loss chances."""
        score = info["score"]
        assert score.turn == self.board.turn
        mate, centipawns = score.relative.mate(), score.relative.score()
        assert (mate is None) != (centipawns is None)
        assert mate is None or 0 < abs(mate) <= 130, info
        assert centipawns is None or abs(centipawns) < 32_000, info
        assert ("wdl" in info) == self.wdl, ("wdl", self.wdl, info)
        if self.wdl:
            win, draw, loss = info["wdl"].relative
            assert win + draw + loss == 1000 and min(win, draw, loss) >= 0, info
            sign = mate if mate is not None else centipawns
            assert win >= loss if sign > 0 else win <= loss or sign == 0, info

    def check_order(self, info, rank):
        """Checks that ranks are in order, best first, and that time and nodes never decrease.

        With limited strength, the first rank may be any line: that of the move to be played.
        """
        if self.before is not None:
            for counter in ("time", "nodes"):
                assert info[counter] >= self.before[counter], (counter, self.before, info)
            previous = self.before.get("multipv", 1)
            if rank > 1 and rank != previous:
                assert rank == previous + 1, ("a rank is missing", self.before, info)
                if info["depth"] == self.before["depth"]:
                    better, worse = self.before["score"].relative, info["score"].relative
                    chosen = self.limited and rank == 2
                    assert chosen or better >= worse, (self.before, info)
                    assert info["pv"][0] != self.before["pv"][0], (self.before, info)
        if rank == 1:
            if self.last is not None:
                assert info["depth"] >= self.last["depth"], (self.last, info)
            self.last = info
        self.before = info

    def check_best(self, best):
        """Checks the best move."""
        assert self.last is not None, ("a best move without a score", self.board.fen())
        if not self.moves:
            assert not best.move and best.ponder is None, best
            ended = self.last["score"].relative
            assert ended.mate() == 0 if self.board.is_check() else ended.score() == 0, self.last
            return
        assert best.move in self.moves, (best, self.board.fen())
        assert not self.last.get("lowerbound") and not self.last.get("upperbound"), self.last
        assert self.last["pv"][0] == best.move, (best, self.last)
        if best.ponder is not None and len(self.last["pv"]) > 1:
            assert self.last["pv"][1] == best.ponder, (best, self.last)
        self.run.counts["moves"] += 1


def check_played(run, board, result, among=None):
    """Checks the result of `play`, in which the client has merged all `info` lines."""
    run.counts["searches"] += 1
    run.counts["moves"] += 1
    assert not result.resigned and not result.draw_offered
    moves = list(board.legal_moves if among is None else among)
    if not moves:
        assert not result.move and result.ponder is None, result
        return
    assert result.move in moves, (result, board.fen())
    if "pv" in result.info:
        assert result.info["pv"][0] == result.move, result
    if result.ponder is not None:
        after = board.copy(stack=False)
        after.push(result.move)
        assert after.is_legal(result.ponder), (result, board.fen())


async def within(waiting, seconds=PATIENCE):
    """Waits for a result; fails if it takes longer than `seconds`."""
    try:
        return await asyncio.wait_for(asyncio.shield(waiting), seconds)
    except asyncio.TimeoutError:
        raise AssertionError(f"no result within {seconds} s") from None


@contextlib.asynccontextmanager
async def engine(run):
    """Starts an engine, and sends `quit` at the end."""
    transport, ferz = await within(chess.engine.popen_uci(run.command))
    run.counts["starts"] += 1
    try:
        yield ferz
        await within(ferz.ping())  # ends pondering
        await within(ferz.quit())
        assert ferz.returncode.result() == 0, ferz.returncode
    finally:
        transport.close()


@contextlib.contextmanager
def simple_engine(run):
    """Starts an engine with the client's blocking interface, and sends `quit` at the end."""
    with chess.engine.SimpleEngine.popen_uci(run.command, timeout=PATIENCE) as ferz:
        run.counts["starts"] += 1
        yield ferz
        ferz.quit()


async def analyse(
    run, ferz, board, limit, among=None, wdl=False, multipv=None, limited=False, **more
):
    """Runs a search that ends by itself, and checks all of its lines."""
    search = Search(run, board, multipv or 1, among, wdl, limited)
    analysis = await within(
        ferz.analysis(board, limit, multipv=multipv, root_moves=among, **more)
    )
    while (info := await within(analysis.next())) is not None:
        search.check_info(info)
    best = await within(analysis.wait())
    search.check_best(best)
    return best, search.last
