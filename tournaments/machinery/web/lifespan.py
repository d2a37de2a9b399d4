"""The lifespan of one process of the site, from uvicorn's startup message to its shutdown."""

import asyncio
import logging
import multiprocessing
import signal
from contextlib import AbstractAsyncContextManager

from tournaments.machinery.processes import garbage
from tournaments.machinery.web.arrivals import Receive, Send


async def live(work: AbstractAsyncContextManager[object], receive: Receive, send: Send) -> None:
    """Do the process's own work in the background of its requests."""
    await receive()
    logging.getLogger("uvicorn.error").addFilter(_is_no_slow_client)
    garbage.look_seldom()
    _end_with_parent()
    async with work:
        await send({"type": "lifespan.startup.complete"})
        await receive()
    await send({"type": "lifespan.shutdown.complete"})


def _end_with_parent() -> None:
    """End when uvicorn's main process has been killed, since nothing else would end this one."""
    loop, parent = asyncio.get_running_loop(), multiprocessing.parent_process()
    assert parent is not None

    def end() -> None:
        loop.remove_reader(parent.sentinel)
        signal.raise_signal(signal.SIGTERM)

    loop.add_reader(parent.sentinel, end)


def _is_no_slow_client(line: logging.LogRecord) -> bool:
    """Filter out the errors that uvicorn logs when a response is cut off that is not read."""
    is_cut_off = line.exc_info is not None and line.exc_info[0] is asyncio.CancelledError
    return not is_cut_off and "without completing response" not in line.getMessage()
