"""All programs of the site in the foreground: what `manage.py run` becomes once all is prepared.

It only waits for them, so it is a process without Django and what comes with that.
"""

import argparse
import functools
import logging.config
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from tournaments.machinery.processes import programs
from tournaments.machinery.processes.supervise import STOP_SIGNALS, Program, Supervisor

ENGINE = "The compilation of the engine"


def become(**arguments: str | int) -> NoReturn:
    """Replace this process by the one that keeps all programs running.

    It needs an `address`, a `port`, `slots`, `check_slots`, `casual_slots`, the file of the
    `schedule`, a `log_format` and a `log_level`. With `builds` 1, the engine is compiled, and the
    kit and the workshop are built, after the site has been started.
    """
    # Blocked until the supervisor has its handlers, so that no signal ends it before.
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    sys.stdout.flush()
    options = [f"--{name}={value}" for name, value in arguments.items()]
    command = [sys.executable, "-m", __name__, *options]
    os.execv(command[0], command)  # noqa: S606 - our own command


def main() -> None:
    """Keep all programs running until a signal says to stop."""
    options = vars(_parser().parse_args())
    say = _say(options.pop("log_format"), options.pop("log_level"))
    Supervisor(all_programs(**options), say=say).run()


def all_programs(
    address: str,
    port: int,
    *,
    slots: int,
    check_slots: int,
    casual_slots: int,
    schedule: str,
    builds: int,
) -> Sequence[Program]:
    """Return the site, its workers and its scheduler, each with its niceness.

    Workers wait for the compiled engine, with which their bots are tens of times faster.
    """
    tending = programs.background_size(check_slots)
    background = programs.worker(programs.BACKGROUND, concurrency=tending)
    casual = programs.worker(programs.CASUAL, concurrency=casual_slots + programs.ANALYSES)
    site, tends = programs.SITE_NICENESS, programs.BACKGROUND_NICENESS
    workers = [
        Program("The worker that plays", programs.worker(programs.PLAY, concurrency=slots)),
        Program("The worker that plays with people", casual, niceness=tends),
        Program("The worker that validates", background, niceness=tends),
        Program("The worker of the tick", programs.worker(programs.TICK, concurrency=1), tends),
        Program("The scheduler", programs.beat(schedule=schedule), niceness=tends),
    ]
    first = [Program("The site", programs.web(address=address, port=port), site, reloads=True)]
    if not builds:
        return first + workers
    compiling = Program(ENGINE, ["tools/build-behind", "engine"], tends, is_build=True)
    rest = Program(
        "The build of the kit", ["tools/build-behind", "rest"], site, is_build=True, after=ENGINE
    )
    return [*first, compiling, *(replace(worker, after=ENGINE) for worker in workers), rest]


def _say(log_format: str, log_level: str) -> "functools.partial[None]":
    """Return a function that writes a sentence: as a plain line, or as an entry of the log."""
    if log_format != "json":
        return functools.partial(print, flush=True)
    from tournaments.machinery.processes import logs  # noqa: PLC0415 - doubles the memory of this process

    logging.config.dictConfig(logs.configuration(form=log_format, level=log_level, requests=False))
    return functools.partial(logging.getLogger(__name__).info, "%s")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("address", "schedule", "log_format", "log_level"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("port", "slots", "check_slots", "casual_slots", "builds"):
        parser.add_argument(f"--{name}", type=int, required=True)
    return parser


if __name__ == "__main__":
    main()
