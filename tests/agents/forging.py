"""Comes with the bots of `players` as a module: finds the descriptors that the harness keeps."""

import contextlib
import json
import os
import stat


def answers():
    """The descriptor of the bot's answers."""
    return next(number for number in pipes() if can(os.write, number, b""))


def requests():
    """The descriptor of the referee's requests."""
    return next(number for number in pipes() if can(os.read, number, 0))


def pipes():
    for number in range(3, 64):
        with contextlib.suppress(OSError):
            if stat.S_ISFIFO(os.fstat(number).st_mode):
                yield number


def can(use, number, argument):
    try:
        use(number, argument)
    except OSError:
        return False
    return True


def write(data):
    """Answer with these bytes. In one piece: the bot is paused once its first line is read."""
    os.write(answers(), data)


def say(*messages):
    """Answer with these messages."""
    write(b"".join(json.dumps(one).encode() + b"\n" for one in messages))
