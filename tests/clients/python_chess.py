#!/usr/bin/env python3
"""Runs long sessions of python-chess, an independent client, with ferz.

    pip install chess==1.11.2
    python3 tests/clients/python_chess.py target/release/ferz [--minutes N] [--seed N] [--only NAME]

Bots and analysis tools use python-chess in this way. The client checks that the moves in the
output are legal; search.py adds further checks. The client logs a warning for each unexpected line,
and for each line that ferz writes to standard error. Any warning fails the session. Without
--minutes, each kind of session runs once, with few games and searches. With --minutes, each kind
runs once with more games and searches. Then sessions of random kinds run until the time is over.

See <https://python-chess.readthedocs.io/en/latest/engine.html>.
"""

import argparse
import asyncio
import contextlib
import logging
import random
import sys
import time
import traceback

import chess

from search import Protocol, Run
from sessions import SESSIONS, starts_and_ends


def run_session(run, session):
    """Runs one session; returns whether it passed."""
    start = time.monotonic()
    protocol = run.protocol
    protocol.searches = protocol.best_moves = 0
    try:
        if asyncio.iscoroutinefunction(session):
            asyncio.run(session(run))
        else:
            session(run)
        assert not protocol.warnings, "the client logged a warning"
        # `starts_and_ends` ends engines during searches, so some searches print no best move.
        least = protocol.searches if session != starts_and_ends else 0
        counts = (protocol.searches, protocol.best_moves)
        assert least <= protocol.best_moves <= protocol.searches, counts
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
    """Parses the command line and runs the sessions."""
    arguments = argparse.ArgumentParser(description="Runs sessions of python-chess with an engine.")
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
            failed += not run_session(run, session)
            number += 1
    counts = ", ".join(f"{count} {name}" for name, count in run.counts.items() if name != "sessions")
    print(f"seed {given.seed}: {counts}")
    print(f"{run.counts['sessions']} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
