"""The sessions of python-chess with ferz. See python_chess.py."""

import asyncio
import contextlib
import os
import signal
import time

import chess
import chess.engine
from chess.engine import INFO_ALL, EngineError, EngineTerminatedError, Limit

from search import PATIENCE, UNUSUAL, Search
from search import analyse, check_played, chess960, engine, simple_engine, within

# Some of the options in the README: type, default, minimum and maximum.
OPTIONS = {
    "Hash": ("spin", 16, 1, 33554432),
    "Threads": ("spin", 1, 1, 1024),
    "Ponder": ("check", False, None, None),
    "MultiPV": ("spin", 1, 1, 256),
    "UCI_Chess960": ("check", False, None, None),
    "UCI_ShowWDL": ("check", False, None, None),
    "UCI_LimitStrength": ("check", False, None, None),
    "UCI_Elo": ("spin", 1320, 1320, 3000),
    "Human Pace": ("check", False, None, None),
    "UCI_AnalyseMode": ("check", False, None, None),
    "Move Overhead": ("spin", 10, 0, 5000),
    "SyzygyPath": ("string", "<empty>", None, None),
    "EvalFile": ("string", "ferz-8.nnue", None, None),
    "Clear Hash": ("button", None, None, None),
}

# Forced mates: the position and the number of moves.
MATES = [
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
    ("4k3/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),  # Paul Morphy: Ra6
    ("3k4/7Q/3K4/8/8/8/8/8 b - - 0 1", -1),
]

# Positions without legal moves: checkmates, then stalemates.
FINISHED = [
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
]


async def starts_and_ends(run):
    """Ends idle engines by `quit`, and searching engines in several ways."""
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
    """Reads analyses to the end, stops them, or abandons them by a ping or another analysis."""
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
                    search.check_info(info)
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
                search.check_info(info)
            search.check_best(await within(analysis.wait()))


async def option_changes(run):
    """Sets options for all searches, for one search and during a search; tries invalid values."""
    async with engine(run) as ferz:
        rng = run.rng
        for _ in range(run.size(8, 40)):
            options = {
                "Hash": rng.choice([1, 2, 16, 64]),
                "Threads": rng.choice([1, 2, 4]),
                "UCI_ShowWDL": rng.random() < 0.5,
                "UCI_LimitStrength": rng.random() < 0.3,
                "UCI_Elo": rng.randrange(1320, 3001),
                "Skill Level": rng.choice([0, 10, 20, 20, 20]),
                "Move Overhead": rng.choice([0, 10, 100]),
                "SyzygyPath": "<empty>",
                "SyzygyProbeDepth": rng.choice([1, 5]),
                "Syzygy50MoveRule": rng.random() < 0.5,
                "SyzygyProbeLimit": rng.choice([0, 7]),
                "EvalFile": "ferz-8.nnue",
                "Debug Log File": "<empty>",
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
            used = {**ferz.target_config, **one}
            # The client sets UCI_AnalyseMode for an analysis unless it has a value.
            limited = (used["UCI_LimitStrength"] or used["Skill Level"] < 20) and not used.get(
                "UCI_AnalyseMode", True
            )
            board = run.position()
            if rng.random() < 0.5:
                lines = rng.choice([None, 3])
                await analyse(
                    run,
                    ferz,
                    board,
                    run.limit(),
                    wdl=used["UCI_ShowWDL"],
                    multipv=lines,
                    limited=limited,
                    options=one,
                )
            else:
                result = await within(
                    ferz.play(board, run.limit(), info=INFO_ALL, game=rng.randrange(2), options=one)
                )
                check_played(run, board, result)
        await refused_options(run, ferz)
        await options_in_mid_search(run, ferz)


async def refused_options(run, ferz):
    """Sets invalid values, which the client or the engine must reject."""
    for name, value in [
        ("Hash", 0),
        ("Hash", "much"),
        ("Threads", 1025),
        ("UCI_Elo", -1),
        ("Skill Level", 21),
        ("SyzygyPath", "a\nb"),
        ("NoSuchOption", 1),
        ("MultiPV", 2),  # managed by the client
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
    """Sets options during a search. They must not affect it, but apply to the next one."""
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
            search.check_info(info)
    analysis.stop()
    await within(analysis.wait())
    ferz.send_line("setoption name UCI_ShowWDL value false")
    await analyse(run, ferz, board, Limit(depth=6))


async def whole_games(run):
    """Plays games between two engines with several kinds of limit, with and without pondering."""
    async with engine(run) as white, engine(run) as black:
        for ferz in (white, black):
            await within(ferz.configure({"Move Overhead": 100, "Hash": run.rng.choice([1, 16])}))
        kinds = ["clock", "nodes", "depth", "time", "clock"]
        for kind in kinds if run.long else ["clock", "nodes"]:
            await one_game(run, white, black, kind, ponder=kind == "clock" or run.rng.random() < 0.5)


def processor_time(ferz):
    """Returns the CPU time of an engine so far, in seconds; 0 on systems other than Linux."""
    try:
        with open(f"/proc/{ferz.transport.get_pid()}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def one_game(run, white, black, kind, ponder):
    """Plays a game between two engines until it ends or reaches its maximum length."""
    board = chess.Board()
    if run.rng.random() < 0.4:
        board = chess960(run.rng)
    for _ in range(run.rng.randrange(6)):
        board.push(run.rng.choice(list(board.legal_moves)))
    game = object()
    clock = dict.fromkeys(chess.COLORS, float(run.size(4, 6)))
    moves_to_go = run.rng.choice([None, 30])
    hits, predictions, expected = 0, 0, None
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
        # Passes a copy, because the client keeps the board to detect ponder hits later.
        result = await within(
            ferz.play(
                board.copy(), limit, game=game, info=INFO_ALL, ponder=ponder,
                draw_offered=run.rng.random() < 0.1,
            )
        )  # fmt: skip
        if kind == "clock":
            # A busy machine may suspend the engine for longer than the clock allows, so the test
            # limits only the CPU time.
            computed = processor_time(ferz) - processor
            assert computed <= clock[board.turn] + 0.05, ("exceeded the clock", computed, clock)
            left = clock[board.turn] - (time.perf_counter() - start)
            run.counts["late moves"] += left < 0
            clock[board.turn] = max(left, 0.1) + 0.02
        check_played(run, board, result)
        hits += result.move == expected
        predictions += expected is not None
        expected = result.ponder
        board.push(result.move)
    run.counts["games"] += 1
    if ponder:
        assert hits > 0 or predictions < 30, f"{predictions} ponder moves, and none was played"
        run.counts["ponder hits"] += hits
    if not any(board.legal_moves):
        for ferz in (white, black):
            await analyse(run, ferz, board, Limit(depth=3), game=game)


async def cancellations(run):
    """Cancels searches directly, by a timeout, or by the next command, with pings in between."""
    async with engine(run) as ferz:
        for _ in range(run.size(25, 150)):
            board = run.position()
            ponder = run.rng.random() < 0.3
            game = run.rng.randrange(3)
            await within(ferz.ping())
            searches = run.protocol.searches
            task = asyncio.ensure_future(
                ferz.play(board, Limit(time=30), ponder=ponder, game=game)
                if run.rng.random() < 0.5
                else ferz.analyse(board, Limit(time=30), game=game, multipv=run.rng.choice([1, 3]))
            )
            # The client itself fails if it is cancelled before it has sent `go`.
            while run.protocol.searches == searches:
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
    """Searches mates, finished games, draws, and unusual positions."""
    async with engine(run) as ferz:
        for fen, moves in MATES:
            board = chess.Board(fen)
            await within(ferz.configure({"Clear Hash": None}))
            _, last = await analyse(run, ferz, board, Limit(mate=abs(moves)))
            assert last["score"].relative.mate() == moves, (fen, last)
        for fen in FINISHED:
            board = chess.Board(fen)
            assert not any(board.legal_moves), fen
            await analyse(run, ferz, board, run.limit())
            result = await within(ferz.play(board, run.limit(), ponder=True))
            check_played(run, board, result)
            # Without a limit, the engine must wait for `stop`.
            analysis = await within(ferz.analysis(board, multipv=3))
            search = Search(run, board)
            search.check_info(await within(analysis.next()))
            await asyncio.sleep(0.02)
            assert analysis.would_block(), "a best move before stop"
            analysis.stop()
            search.check_best(await within(analysis.wait()))
        for fen in UNUSUAL:
            board = chess.Board(fen)
            assert board.is_valid() and any(board.legal_moves), fen
            for multipv in (None, 4, 256):
                await analyse(run, ferz, board, Limit(depth=4, nodes=20_000), multipv=multipv)
        # Bare kings are always a draw.
        bare = chess.Board("8/8/4k3/8/8/3K4/8/8 w - - 0 1")
        _, last = await analyse(run, ferz, bare, Limit(depth=5))
        assert last["score"].relative.score() == 0, last
        # Knights move out and back, so that positions repeat.
        board = chess.Board()
        for _ in range(3):
            for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
                await analyse(run, ferz, board, Limit(nodes=300))
                board.push_uci(move)


async def root_moves(run):
    """Searches only some of the legal moves, given by `searchmoves`."""
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
    """Plays chess and Chess960 in turn with the blocking interface, one engine for both sides."""
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
    # Closes the client without `quit`.
    ferz = chess.engine.SimpleEngine.popen_uci(run.command, timeout=PATIENCE)
    run.counts["starts"] += 1
    ferz.ping()
    ferz.close()


async def long_game(run):
    """Plays a game of 1,000 moves for each side. Each `position` sends all moves of the game."""
    async with engine(run) as ferz:
        board = chess.Board()
        game = object()
        every = run.size(50, 4)
        while len(board.move_stack) < 2_000:
            if len(board.move_stack) % every == 0:
                result = await within(ferz.play(board, Limit(nodes=200), game=game, info=INFO_ALL))
                check_played(run, board, result)
            board.push(quiet_move(run, board))
        await analyse(run, ferz, board, Limit(time=0.2), game=game, multipv=3)
        run.counts["games"] += 1


def quiet_move(run, board):
    """Returns a random move that does not end the game, if possible a quiet one."""
    moves = list(board.legal_moves)
    run.rng.shuffle(moves)
    for move in sorted(moves, key=lambda move: board.is_capture(move) or bool(move.promotion)):
        board.push(move)
        has_reply = any(board.legal_moves)
        board.pop()
        if has_reply:
            return move
    raise AssertionError(f"every move ends the game: {board.fen()}")


# All kinds of sessions.
SESSIONS = [
    starts_and_ends, streams, option_changes, whole_games, cancellations, known_positions,
    root_moves, blocking_games, long_game,
]  # fmt: skip
