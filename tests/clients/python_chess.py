#!/usr/bin/env python3
"""Long sessions of a client that others wrote: python-chess, as bots and analysis tools use it.

    pip install chess==1.11.2
    python3 tests/clients/python_chess.py target/release/ferz [--minutes N] [--seed N] [--only NAME]

The client itself holds every move and every variation against the rules of chess, and logs what
it did not expect; the first line logged as a warning or worse is a failure here, and so is
whatever ferz writes to standard error. Scores, ranks, depths and the ends of variations are
checked by this script. Without --minutes, each kind of session is held once, briefly; with it,
sessions are drawn by chance until the time is over.

See <https://python-chess.readthedocs.io/en/latest/engine.html>.
"""

import argparse
import asyncio
import collections
import contextlib
import logging
import os
import random
import signal
import sys
import time
import traceback

import chess
import chess.engine
from chess.engine import INFO_ALL, EngineError, EngineTerminatedError, Limit

# Seconds after which an answer counts as lost, not as late.
PATIENCE = 60.0

# What the README says of the options: type, default, least and greatest value.
OPTIONS = {
    "Hash": ("spin", 16, 1, 33554432),
    "Threads": ("spin", 1, 1, 1024),
    "Ponder": ("check", False, None, None),
    "MultiPV": ("spin", 1, 1, 256),
    "UCI_Chess960": ("check", False, None, None),
    "UCI_ShowWDL": ("check", False, None, None),
    "UCI_LimitStrength": ("check", False, None, None),
    "UCI_Elo": ("spin", 1320, 1320, 3000),
    "UCI_AnalyseMode": ("check", False, None, None),
    "Move Overhead": ("spin", 10, 0, 5000),
    "SyzygyPath": ("string", "<empty>", None, None),
    "Clear Hash": ("button", None, None, None),
}

# Forced mates: the position, and the moves it takes.
MATES = [
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
    ("4k3/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),  # Paul Morphy: Ra6
    ("3k4/7Q/3K4/8/8/8/8/8 b - - 0 1", -1),
]

# Nothing to move: mates, then stalemates.
ENDED = [
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
]

# Strange, but legal.
STRANGE = [
    "qqqqk3/qqqqq3/8/8/8/8/QQQQQ3/QQQQK3 w - - 0 1",  # nine queens a side
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  # 218 moves
    "8/8/4k3/8/8/3K4/8/8 w - - 0 1",  # nothing left to mate with
    "8/8/4k3/8/8/3K4/3R4/8 w - - 99 90",  # one half-move before the 50-move rule
    "8/8/4k3/8/8/3K4/3R4/8 b - - 100 90",
    "8/8/4k3/8/8/3K4/3R4/8 w - - 149 120",
    "8/8/8/1k6/2Pp4/8/8/3K4 b - c3 0 1",  # en passant out of check
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",  # promotions
]


class Protocol(logging.Handler):
    """The last lines of the conversation, and every warning of the client."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.recent = collections.deque(maxlen=60)
        self.warnings = []
        self.asked = 0
        self.answered = 0

    def emit(self, record):
        self.recent.append(record)
        if record.msg == "%s: << %s" and record.args[1].startswith("go"):
            self.asked += 1
        elif record.msg == "%s: >> %s" and record.args[1].startswith("bestmove"):
            self.answered += 1
        if record.levelno >= logging.WARNING:
            self.warnings.append(self.format(record))

    def tail(self):
        return "\n".join(f"    {record.getMessage()[:400]}" for record in list(self.recent))


class Run:
    """What all sessions share: the engine's command, the protocol, chance, and the counts."""

    def __init__(self, command, protocol, rng, long):
        self.command = command
        self.protocol = protocol
        self.rng = rng
        self.long = long
        self.counts = collections.Counter()

    def size(self, short, long):
        """How often to do something, in a short run and in a long one."""
        return long if self.long else short

    def position(self):
        """A position with its game: some moves by chance from some start."""
        start = self.rng.random()
        if start < 0.2:
            board = chess.Board(self.rng.choice(STRANGE))
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
        """A limit that ends a search soon."""
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
    """A start of Chess960, or of double Fischer random chess."""
    white = chess.Board.from_chess960_pos(rng.randrange(960))
    if rng.random() < 0.5:
        return white
    first = chess.Board.from_chess960_pos(rng.randrange(960)).fen().split("/")[0]
    last = white.fen().split("/")[7].split()[0]
    return chess.Board(f"{first}/pppppppp/8/8/8/8/PPPPPPPP/{last} w KQkq - 0 1", chess960=True)


class Search:
    """What one search says, checked line by line."""

    def __init__(self, run, board, multipv=1, among=None, wdl=False):
        self.run = run
        self.board = board.copy()
        self.moves = list(board.legal_moves if among is None else among)
        self.lines = min(multipv, len(self.moves))
        self.wdl = wdl
        self.last = None
        self.before = None
        run.counts["searches"] += 1

    def hear(self, info):
        """Checks a line of information."""
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
        assert 1 <= rank <= self.lines, info
        assert 1 <= info["depth"] <= 250 and info["seldepth"] >= 1, info
        assert 0 <= info["hashfull"] <= 1000 and info["tbhits"] == 0, info
        assert pv[0] in self.moves, info
        self.check_variation(info)
        self.check_score(info)
        self.check_order(info, rank)

    def check_variation(self, info):
        """Every move is legal, which the client has seen to, and none follows the game's end."""
        board = self.board.copy()
        for ply, move in enumerate(info["pv"]):
            assert board.is_legal(move), (info, board.fen())
            if ply > 0:
                assert not board.is_fifty_moves(), ("past the 50-move rule", ply, info)
                assert not board.is_repetition(3), ("past a repetition", ply, info)
            board.push(move)
        bounded = info.get("lowerbound") or info.get("upperbound")
        mate = info["score"].relative.mate()
        if mate is not None and not bounded:
            plies = 2 * mate - 1 if mate > 0 else -2 * mate
            assert len(info["pv"]) <= plies, ("longer than the mate", info)
            if len(info["pv"]) == plies:
                assert board.is_checkmate(), ("no mate at its end", info)

    def check_score(self, info):
        """A score is possible, and agrees with the chances where these are told."""
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
        """Lines come in the order of ranks, best first, and time runs forward."""
        if self.before is not None:
            for counter in ("time", "nodes"):
                assert info[counter] >= self.before[counter], (counter, self.before, info)
            previous = self.before.get("multipv", 1)
            if rank > 1 and rank != previous:
                assert rank == previous + 1, ("a rank is missing", self.before, info)
                if info["depth"] == self.before["depth"]:
                    better, worse = self.before["score"].relative, info["score"].relative
                    assert better >= worse, (self.before, info)
                    assert info["pv"][0] != self.before["pv"][0], (self.before, info)
        if rank == 1:
            if self.last is not None:
                assert info["depth"] >= self.last["depth"], (self.last, info)
            self.last = info
        self.before = info

    def end(self, best):
        """Checks the answer."""
        assert self.last is not None, ("an answer without a score", self.board.fen())
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
    """Checks the answer of `play`, of which the client has put all information together."""
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
    """Waits for something that must come."""
    try:
        return await asyncio.wait_for(asyncio.shield(waiting), seconds)
    except asyncio.TimeoutError:
        raise AssertionError(f"nothing came within {seconds} s") from None


@contextlib.asynccontextmanager
async def engine(run):
    """An engine that was started, and is asked to quit at the end."""
    transport, ferz = await within(chess.engine.popen_uci(run.command))
    run.counts["starts"] += 1
    try:
        yield ferz
        await within(ferz.ping())  # which ends what it ponders on
        await within(ferz.quit())
        assert ferz.returncode.result() == 0, ferz.returncode
    finally:
        transport.close()


@contextlib.contextmanager
def simple_engine(run):
    """The same for the client's blocking interface."""
    with chess.engine.SimpleEngine.popen_uci(run.command, timeout=PATIENCE) as ferz:
        run.counts["starts"] += 1
        yield ferz
        ferz.quit()


async def analyse(run, ferz, board, limit, among=None, wdl=False, multipv=None, **more):
    """A search that ends by itself, all of whose lines are checked."""
    search = Search(run, board, multipv or 1, among, wdl)
    analysis = await within(
        ferz.analysis(board, limit, multipv=multipv, root_moves=among, **more)
    )
    while (info := await within(analysis.next())) is not None:
        search.hear(info)
    best = await within(analysis.wait())
    search.end(best)
    return best, search.last


# The sessions.


async def greetings(run):
    """Starts and ends of every kind."""
    async with engine(run) as ferz:
        assert ferz.id["name"].startswith("ferz ") and ferz.id["author"], ferz.id
        for name, expected in OPTIONS.items():
            option = ferz.options[name]
            assert (option.type, option.default, option.min, option.max) == expected, option
        await within(ferz.ping())
    async with engine(run) as ferz:
        pass
    for how in ("quit", "end of input", "kill", "terminate"):
        transport, ferz = await within(chess.engine.popen_uci(run.command))
        run.counts["starts"] += 1
        analysis = await within(ferz.analysis(run.position()))
        await asyncio.sleep(run.rng.uniform(0, 0.05))
        if how == "quit":
            await within(ferz.quit())
        elif how == "end of input":
            transport.get_pipe_transport(0).close()
        elif how == "kill":
            transport.kill()
        else:
            transport.terminate()
        code = await within(ferz.returncode)
        clean = how in ("quit", "end of input")
        allowed = {"kill": [-signal.SIGKILL], "terminate": [0, -signal.SIGTERM]}.get(how, [0])
        assert code in allowed, (how, code)
        try:
            best = await within(analysis.wait())
            assert clean or how == "terminate", (how, best)
            assert best.move or not any(ferz.board.legal_moves), (how, best)
        except EngineTerminatedError:
            pass
        transport.close()


async def streams(run):
    """Analyses read to the end, stopped, left in mid-stream, and put in the place of others."""
    async with engine(run) as ferz:
        wdl = run.rng.random() < 0.5
        await within(ferz.configure({"UCI_ShowWDL": wdl, "Threads": run.rng.choice([1, 1, 2])}))
        for _ in range(run.size(15, 60)):
            board = run.position()
            multipv = run.rng.choice([None, 1, 2, 5, 40, 256])
            limit = run.rng.choice([None, None, run.limit()])
            search = Search(run, board, multipv or 1, wdl=wdl)
            analysis = await within(
                ferz.analysis(board, limit, multipv=multipv, game=run.rng.randrange(2))
            )
            wanted = run.rng.choice([0, 1, 5, 20, 100])
            end = run.rng.choice(["stop", "with", "drop", "twice"])
            until = time.monotonic() + run.rng.uniform(0, 0.3)
            context = analysis if end == "with" else contextlib.nullcontext()
            with context:
                while wanted > 0 and time.monotonic() < until:
                    if analysis.would_block():
                        await asyncio.sleep(0.002)
                        continue
                    info = await within(analysis.next())
                    if info is None:
                        break
                    search.hear(info)
                    wanted -= 1
            if end == "drop":
                if run.rng.random() < 0.5:
                    await within(ferz.ping())  # ends the search
                else:
                    next_board = run.position()
                    await analyse(
                        run, ferz, next_board, Limit(nodes=2_000), wdl=wdl, game=run.rng.randrange(2)
                    )
            elif end != "with":
                analysis.stop()
                if end == "twice":
                    analysis.stop()
                    ferz.send_line("stop")
            while (info := await within(analysis.next())) is not None:
                search.hear(info)
            search.end(await within(analysis.wait()))


async def option_changes(run):
    """All options, for all searches and for one; values of the wrong kind; changes in mid-search."""
    async with engine(run) as ferz:
        rng = run.rng
        for _ in range(run.size(8, 40)):
            options = {
                "Hash": rng.choice([1, 2, 16, 64]),
                "Threads": rng.choice([1, 2, 4]),
                "UCI_ShowWDL": rng.random() < 0.5,
                "UCI_LimitStrength": rng.random() < 0.3,
                "UCI_Elo": rng.randrange(1320, 3001),
                "Move Overhead": rng.choice([0, 10, 100]),
                "SyzygyPath": "<empty>",
                "Clear Hash": None,
            }
            if rng.random() < 0.3:
                options["UCI_AnalyseMode"] = rng.random() < 0.5
            names = rng.sample(list(options), rng.randrange(1, len(options) + 1))
            options = {name: options[name] for name in names}
            for_all = rng.random() < 0.5
            if for_all:
                await within(ferz.configure(options))
                await within(ferz.ping())
            one = {} if for_all else options
            wdl = one.get("UCI_ShowWDL", ferz.target_config["UCI_ShowWDL"])
            board = run.position()
            if rng.random() < 0.5:
                lines = rng.choice([None, 3])
                await analyse(
                    run, ferz, board, run.limit(), wdl=wdl, multipv=lines, options=one
                )
            else:
                result = await within(
                    ferz.play(board, run.limit(), info=INFO_ALL, game=rng.randrange(2), options=one)
                )
                check_played(run, board, result)
        await refused_options(run, ferz)
        await options_in_mid_search(run, ferz)


async def refused_options(run, ferz):
    """What the client refuses by the engine's declarations, and what the engine must refuse."""
    for name, value in [
        ("Hash", 0),
        ("Hash", "much"),
        ("Threads", 1025),
        ("UCI_Elo", -1),
        ("SyzygyPath", "a\nb"),
        ("NoSuchOption", 1),
        ("MultiPV", 2),  # the client sets it itself
    ]:
        try:
            await within(ferz.configure({name: value}))
        except EngineError:
            continue
        raise AssertionError(f"{name} was set to {value!r}")
    await within(ferz.configure({"UCI_ShowWDL": False}))
    analysis = await within(ferz.analysis(chess.Board()))
    wrong = [
        ("Hash", "x"), ("Hash", "0"), ("Hash", "99999999999999999999"), ("Threads", "-3"),
        ("Threads", "1025"), ("MultiPV", "257"), ("UCI_Elo", "1e3"), ("Ponder", "maybe"),
        ("UCI_ShowWDL", ""), ("Move Overhead", "5001"), ("Nonsense", "1"),
    ]  # fmt: skip
    for name, value in wrong:
        ferz.send_line(f"setoption name {name} value {value}")
    refused = 0
    while refused < len(wrong):
        info = await within(analysis.next())
        assert info is not None, f"{refused} of {len(wrong)} were refused"
        if info.get("string", "").startswith("error"):
            name = wrong[refused][0]
            assert name in info["string"], (name, info)
            refused += 1
    analysis.stop()
    best = await within(analysis.wait())
    assert chess.Board().is_legal(best.move)
    await analyse(run, ferz, chess.Board(), Limit(depth=6))


async def options_in_mid_search(run, ferz):
    """Options set while a search runs leave it alone, and hold for the next."""
    board = chess.Board()
    search = Search(run, board)
    analysis = await within(ferz.analysis(board))
    for line in (
        "setoption name Hash value 8",
        "setoption name Threads value 2",
        "setoption name UCI_ShowWDL value true",
        "setoption name Clear Hash",
        "debug on",
        "debug off",
        "ucinewgame",
    ):
        ferz.send_line(line)
        await asyncio.sleep(0.02)
        while not analysis.empty():
            info = await within(analysis.next())
            search.hear(info)
    analysis.stop()
    await within(analysis.wait())
    ferz.send_line("setoption name UCI_ShowWDL value false")
    await analyse(run, ferz, board, Limit(depth=6))


async def whole_games(run):
    """Games of two engines, with every kind of limit, with and without pondering."""
    async with engine(run) as white, engine(run) as black:
        for ferz in (white, black):
            await within(ferz.configure({"Move Overhead": 100, "Hash": run.rng.choice([1, 16])}))
        kinds = ["clock", "nodes", "depth", "time", "clock"]
        for kind in kinds if run.long else ["clock", "nodes"]:
            await one_game(run, white, black, kind, ponder=kind == "clock" or run.rng.random() < 0.5)


def processor_time(ferz):
    """Seconds for which an engine has computed so far; 0 where Linux is not there to tell."""
    try:
        with open(f"/proc/{ferz.transport.get_pid()}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def one_game(run, white, black, kind, ponder):
    """One game between two engines, until it has ended by the rules, or is long enough."""
    board = chess.Board()
    if run.rng.random() < 0.4:
        board = chess960(run.rng)
    for _ in range(run.rng.randrange(6)):
        board.push(run.rng.choice(list(board.legal_moves)))
    game = object()
    clock = dict.fromkeys(chess.COLORS, float(run.size(4, 6)))
    moves_to_go = run.rng.choice([None, 30])
    hits, foreseen, expected = 0, 0, None
    claimed = run.rng.random() < 0.5
    most = run.size(160, 600)
    while not board.is_game_over(claim_draw=claimed) and len(board.move_stack) < most:
        limit = {
            "clock": Limit(
                white_clock=clock[chess.WHITE], black_clock=clock[chess.BLACK],
                white_inc=0.02, black_inc=0.02, remaining_moves=moves_to_go,
            ),
            "nodes": Limit(nodes=run.rng.randrange(1, 3_000)),
            "depth": Limit(depth=run.rng.randrange(1, 7)),
            "time": Limit(time=0.02),
        }[kind]  # fmt: skip
        ferz = white if board.turn else black
        start, processor = time.perf_counter(), processor_time(ferz)
        # A copy, for the client keeps the board, to see later whether the pondering was right.
        result = await within(
            ferz.play(
                board.copy(), limit, game=game, info=INFO_ALL, ponder=ponder,
                draw_offered=run.rng.random() < 0.1,
            )
        )  # fmt: skip
        if kind == "clock":
            # A busy machine may take the processor away for longer than the clock allows, which
            # is no fault of the engine; to have computed for longer would be one.
            computed = processor_time(ferz) - processor
            assert computed <= clock[board.turn] + 0.05, ("overstepped its time", computed, clock)
            left = clock[board.turn] - (time.perf_counter() - start)
            run.counts["late moves"] += left < 0
            clock[board.turn] = max(left, 0.1) + 0.02
        check_played(run, board, result)
        hits += result.move == expected
        foreseen += expected is not None
        expected = result.ponder
        board.push(result.move)
    run.counts["games"] += 1
    if ponder:
        assert hits > 0 or foreseen < 30, f"{foreseen} moves foreseen, none rightly"
        run.counts["ponder hits"] += hits
    if not any(board.legal_moves):
        for ferz in (white, black):
            await analyse(run, ferz, board, Limit(depth=3), game=game)


async def cancellations(run):
    """Searches cancelled by the client, by a timeout or by the next command; pings in between."""
    async with engine(run) as ferz:
        for _ in range(run.size(25, 150)):
            board = run.position()
            ponder = run.rng.random() < 0.3
            game = run.rng.randrange(3)
            await within(ferz.ping())
            asked = run.protocol.asked
            task = asyncio.ensure_future(
                ferz.play(board, Limit(time=30), ponder=ponder, game=game)
                if run.rng.random() < 0.5
                else ferz.analyse(board, Limit(time=30), game=game, multipv=run.rng.choice([1, 3]))
            )
            # The client fails by itself where it is cancelled before it has sent this.
            while run.protocol.asked == asked:
                await asyncio.sleep(0)
            run.counts["searches"] += 1
            await asyncio.sleep(run.rng.choice([0, 0, 0.001, 0.02, 0.1]))
            how = run.rng.choice(["cancel", "timeout", "ping", "next", "configure"])
            if how == "cancel":
                task.cancel()
            elif how == "timeout":
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(task, run.rng.uniform(0, 0.05))
            elif how == "ping":
                await within(ferz.ping())
            elif how == "configure":
                await within(ferz.configure({"Hash": run.rng.choice([1, 4])}))
            after = run.position()
            result = await within(
                ferz.play(after, Limit(nodes=500), ponder=ponder, info=INFO_ALL, game=game)
            )
            check_played(run, after, result)
            with contextlib.suppress(asyncio.CancelledError):
                await within(task)
            assert task.done()
            run.counts["cancelled"] += task.cancelled()
        await within(ferz.ping())


async def known_positions(run):
    """Mates, ended games, draws, and positions that only a composer reaches."""
    async with engine(run) as ferz:
        for fen, moves in MATES:
            board = chess.Board(fen)
            await within(ferz.configure({"Clear Hash": None}))
            _, last = await analyse(run, ferz, board, Limit(mate=abs(moves)))
            assert last["score"].relative.mate() == moves, (fen, last)
        for fen in ENDED:
            board = chess.Board(fen)
            assert not any(board.legal_moves), fen
            await analyse(run, ferz, board, run.limit())
            result = await within(ferz.play(board, run.limit(), ponder=True))
            check_played(run, board, result)
            # Without a limit it must wait for the stop.
            analysis = await within(ferz.analysis(board, multipv=3))
            search = Search(run, board)
            search.hear(await within(analysis.next()))
            await asyncio.sleep(0.02)
            assert analysis.would_block(), "an answer before the stop"
            analysis.stop()
            search.end(await within(analysis.wait()))
        for fen in STRANGE:
            board = chess.Board(fen)
            assert board.is_valid() and any(board.legal_moves), fen
            for multipv in (None, 4, 256):
                await analyse(run, ferz, board, Limit(depth=4, nodes=20_000), multipv=multipv)
        # Bare kings are a draw, whatever is searched, and a repetition is one that the mover sees.
        bare = chess.Board("8/8/4k3/8/8/3K4/8/8 w - - 0 1")
        _, last = await analyse(run, ferz, bare, Limit(depth=5))
        assert last["score"].relative.score() == 0, last
        board = chess.Board()
        for _ in range(3):
            for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
                await analyse(run, ferz, board, Limit(nodes=300))
                board.push_uci(move)


async def root_moves(run):
    """Searches among some of the moves."""
    async with engine(run) as ferz:
        for _ in range(run.size(12, 60)):
            board = run.position()
            moves = list(board.legal_moves)
            if not moves:
                continue
            some = run.rng.sample(moves, run.rng.randrange(1, len(moves) + 1))
            multipv = run.rng.choice([1, 2, 10])
            await analyse(run, ferz, board, run.limit(), among=some, multipv=multipv)
            result = await within(ferz.play(board, run.limit(), root_moves=some, info=INFO_ALL))
            check_played(run, board, result, some)


def blocking_games(run):
    """The blocking interface: one engine plays both sides, of chess and Chess960 in turn."""
    with simple_engine(run) as ferz:
        for number in range(run.size(2, 6)):
            board = chess960(run.rng) if number % 2 == 0 else chess.Board()
            game = object()
            most = run.size(60, 400)
            while not board.is_game_over() and len(board.move_stack) < most:
                result = ferz.play(
                    board, run.limit() if run.rng.random() < 0.1 else Limit(nodes=400),
                    game=game, info=INFO_ALL,
                )  # fmt: skip
                check_played(run, board, result)
                board.push(result.move)
            ferz.ping()
            many = ferz.analyse(board, Limit(depth=3), multipv=4, game=game)
            assert len(many) == max(1, min(4, board.legal_moves.count())), many
            with ferz.analysis(board, game=game) as analysis:
                assert analysis.get()["depth"] >= 0
            ferz.configure({"Hash": 4})
            run.counts["games"] += 1
            run.counts["searches"] += 2
    # Closed without a word.
    ferz = chess.engine.SimpleEngine.popen_uci(run.command, timeout=PATIENCE)
    run.counts["starts"] += 1
    ferz.ping()
    ferz.close()


async def long_game(run):
    """A game of 1,000 moves a side, whose every move is sent each time."""
    async with engine(run) as ferz:
        board = chess.Board()
        game = object()
        every = run.size(50, 4)
        while len(board.move_stack) < 2_000:
            if len(board.move_stack) % every == 0:
                result = await within(ferz.play(board, Limit(nodes=200), game=game, info=INFO_ALL))
                check_played(run, board, result)
            board.push(dull_move(run, board))
        await analyse(run, ferz, board, Limit(time=0.2), game=game, multipv=3)
        run.counts["games"] += 1


def dull_move(run, board):
    """A move by chance after which the game goes on, a capture only if there is nothing else."""
    moves = list(board.legal_moves)
    run.rng.shuffle(moves)
    for move in sorted(moves, key=lambda move: board.is_capture(move) or bool(move.promotion)):
        board.push(move)
        goes_on = any(board.legal_moves)
        board.pop()
        if goes_on:
            return move
    raise AssertionError(f"every move ends the game: {board.fen()}")


SESSIONS = [
    greetings, streams, option_changes, whole_games, cancellations, known_positions, root_moves,
    blocking_games, long_game,
]  # fmt: skip


def hold(run, session):
    """Holds one session; says whether it went well."""
    start = time.monotonic()
    protocol = run.protocol
    protocol.asked = protocol.answered = 0
    try:
        if asyncio.iscoroutinefunction(session):
            asyncio.run(session(run))
        else:
            session(run)
        assert not protocol.warnings, "the client warned"
        # The greetings leave engines in mid-search.
        enough = protocol.asked if session != greetings else 0
        assert enough <= protocol.answered <= protocol.asked, (protocol.asked, protocol.answered)
    except Exception:
        traceback.print_exc()
        for warning in protocol.warnings:
            print(f"warning: {warning[:2000]}", file=sys.stderr)
        print(f"the last lines of the protocol:\n{protocol.tail()}", file=sys.stderr)
        return False
    run.counts["sessions"] += 1
    print(f"ok   {session.__name__} ({time.monotonic() - start:.1f} s)", flush=True)
    return True


def main():
    arguments = argparse.ArgumentParser(description="Long sessions of python-chess with an engine.")
    arguments.add_argument("engine")
    arguments.add_argument("--minutes", type=float, default=0)
    arguments.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    arguments.add_argument("--only", choices=[session.__name__ for session in SESSIONS])
    given = arguments.parse_args()
    print(f"python-chess {chess.__version__}, seed {given.seed}", flush=True)

    protocol = Protocol()
    for name in ("chess.engine", "asyncio"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.DEBUG)
        logger.addHandler(protocol)
        logger.propagate = False

    run = Run(given.engine, protocol, random.Random(given.seed), given.minutes > 0)
    kinds = [session for session in SESSIONS if given.only in (None, session.__name__)]
    end = time.monotonic() + 60 * given.minutes
    number = 0
    failed = 0
    with contextlib.suppress(KeyboardInterrupt):
        while not failed and (number < len(kinds) or time.monotonic() < end):
            session = kinds[number] if number < len(kinds) else run.rng.choice(kinds)
            failed += not hold(run, session)
            number += 1
    counts = ", ".join(f"{count} {name}" for name, count in run.counts.items() if name != "sessions")
    print(f"seed {given.seed}: {counts}")
    print(f"{run.counts['sessions']} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
