"""A bot that is a WebAssembly module: it speaks the protocol itself, by WASI's standard streams.

It gets no files, no network, and no clock but its instructions. All calls of WASI that it may make
are here: those that wasmtime brings start threads and read the machine's clocks.
Source: WASI preview 1, legacy/preview1/docs.md in github.com/WebAssembly/WASI.
"""

from __future__ import annotations

import io
import json
import os
import random
import resource
import struct
from collections.abc import Iterator

import wasmtime

from agents.inside import protocol
from agents.inside.fuel import FuelClock
from agents.inside.refusal import Refusal

_WASI = "wasi_snapshot_preview1"
_INPUT, _OUTPUT, _ERRORS = 0, 1, 2
_DONE, _BAD_DESCRIPTOR, _NOT_SEEKABLE, _NOT_CAPABLE = 0, 8, 70, 76
# A terminal that cannot seek: C libraries then write each line at once.
_STREAM = struct.pack("<BxHxxxxQQ", 2, 0, 1 << 1 | 1 << 6, 0)


class Host:
    """One module and its conversation about one game. The `do_` methods are calls of WASI."""

    def __init__(self, requests: io.BufferedReader, replies: io.FileIO, seed: int) -> None:
        """`requests` continue after the bot's files, of which the module gets none."""
        self._requests, self._replies = requests, replies
        self._line = protocol.encode({"type": "load", "size": 0, "seed": seed})
        self._random = random.Random(seed)  # noqa: S311 - the same game again with the same seed
        self._turn = 0
        self.clock = FuelClock()
        self._store: wasmtime.Store
        self._memory: wasmtime.Memory

    def run(self, code: bytes) -> None:
        """Run a module to its end. Raises Refusal if it is none, or is stopped."""
        try:
            start = self._started(code)
        except wasmtime.WasmtimeError as error:
            raise Refusal("no-wasm", error=_last_line(error)) from None
        try:
            start(self._store)
        except wasmtime.Trap as trap:
            if trap.trap_code is wasmtime.TrapCode.OUT_OF_FUEL:
                raise Refusal("out-of-fuel", "timeout", most=self.clock.given) from None
            raise Refusal("trapped", "crash", str(trap), error=_last_line(trap)) from None

    def _started(self, code: bytes) -> wasmtime.Func:
        engine = wasmtime.Engine(_config())
        module = wasmtime.Module(engine, code)
        self._store = wasmtime.Store(engine)
        self._store.set_limits(memory_size=_reservation(), instances=1, memories=1)
        self._store.set_fuel(self.clock.given)
        linker = wasmtime.Linker(engine)
        # A module may import a call twice.
        linker.allow_shadowing = True
        for entry in module.imports:
            if entry.module == _WASI and isinstance(entry.type, wasmtime.FuncType):
                call = getattr(self, f"do_{entry.name}", _not_capable)
                function = wasmtime.Func(self._store, entry.type, call)
                linker.define(self._store, entry.module, entry.name or "", function)
        exports = linker.instantiate(self._store, module).exports(self._store)
        memory, start = exports.get("memory"), exports.get("_start")
        if not (isinstance(memory, wasmtime.Memory) and isinstance(start, wasmtime.Func)):
            raise wasmtime.WasmtimeError("it exports no memory, or no function _start")
        self._memory = memory
        return start

    def do_fd_read(self, number: int, parts: int, count: int, done: int) -> int:
        """Read the rest of a request, or the next one."""
        if number != _INPUT:
            return _BAD_DESCRIPTOR
        self._line = self._line or self._next_request()
        total = 0
        for at, size in self._parts(parts, count):
            self._put(at, self._line[:size])
            total += len(self._line[:size])
            self._line = self._line[size:]
        return self._put(done, struct.pack("<I", total))

    def _next_request(self) -> bytes:
        self.clock.end(self._store.get_fuel())
        line = self._requests.readline()
        request = json.loads(line or "{}")
        self._turn = request.get("turn", 0)
        if self._turn:
            request["clock"] = self.clock.begin(request["clock"])
            line = protocol.encode(request)
        self._store.set_fuel(self.clock.given)
        return line

    def do_fd_write(self, number: int, parts: int, count: int, done: int) -> int:
        """Write to the referee or to the log."""
        if number not in (_OUTPUT, _ERRORS):
            return _BAD_DESCRIPTOR
        text = b"".join(self._get(at, size) for at, size in self._parts(parts, count))
        if number == _OUTPUT and self._turn and text.endswith(b"\n"):
            spent = self.clock.given - self._store.get_fuel()
            os.write(_ERRORS, f"turn {self._turn}: {spent} instructions\n".encode())
        # A pipe takes at most as much as it has room for; what is left the module writes again.
        file = self._replies.fileno() if number == _OUTPUT else _ERRORS
        return self._put(done, struct.pack("<I", os.write(file, text)))

    def do_fd_fdstat_get(self, number: int, place: int) -> int:
        """Tell that the three descriptors are streams."""
        return self._put(place, _STREAM) if number <= _ERRORS else _BAD_DESCRIPTOR

    def do_fd_seek(self, _number: int, _offset: int, _whence: int, _place: int) -> int:
        """Refuse: streams have no place to seek."""
        return _NOT_SEEKABLE

    def do_fd_close(self, _number: int) -> int:
        """Do nothing: the streams stay open until the end."""
        return _DONE

    def do_fd_prestat_get(self, _number: int, _place: int) -> int:
        """Tell that there are no folders."""
        return _BAD_DESCRIPTOR

    def do_args_sizes_get(self, count: int, size: int) -> int:
        """Tell that there are no arguments, nor variables of an environment."""
        return self._put(count, bytes(4)) or self._put(size, bytes(4))

    do_environ_sizes_get = do_args_sizes_get

    def do_args_get(self, _places: int, _texts: int) -> int:
        """Give no arguments."""
        return _DONE

    do_environ_get = do_args_get

    def do_clock_time_get(self, _clock: int, _precision: int, place: int) -> int:
        """Tell any clock as the instructions that the module has executed."""
        passed = self.clock.nanoseconds(self._store.get_fuel())
        return self._put(place, struct.pack("<Q", passed))

    def do_clock_res_get(self, _clock: int, place: int) -> int:
        """Tell that clocks count nanoseconds."""
        return self._put(place, struct.pack("<Q", 1))

    def do_random_get(self, place: int, size: int) -> int:
        """Give bytes from the bot's seed."""
        return self._put(place, self._random.randbytes(size))

    def do_sched_yield(self) -> int:
        """Do nothing: nothing else runs."""
        return _DONE

    def do_proc_exit(self, status: int) -> None:
        """End this process."""
        os._exit(status & 0xFF)

    def _parts(self, place: int, count: int) -> Iterator[tuple[int, int]]:
        return struct.iter_unpack("<II", self._get(place, 8 * count))

    def _get(self, place: int, size: int) -> bytes:
        place &= 0xFFFFFFFF
        content = bytes(self._memory.read(self._store, place, place + size))
        if len(content) < size:
            raise IndexError("index out of range")
        return content

    def _put(self, place: int, content: bytes) -> int:
        self._memory.write(self._store, content, place & 0xFFFFFFFF)
        return _DONE


def _last_line(error: Exception) -> str:
    """Return what went wrong: wasmtime says first where."""
    return str(error).strip().rpartition("\n")[2].strip().removeprefix("wasm trap: ")


def _not_capable(*_arguments: int) -> int:
    return _NOT_CAPABLE


def _reservation() -> int:
    """Return how much memory a module may have: half of the address space."""
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return (1 << 28) if limit == resource.RLIM_INFINITY else limit // 2


def _config() -> wasmtime.Config:
    """Return settings that need no threads, no signals, and no more address space than there is."""
    config = wasmtime.Config()
    config.consume_fuel = True
    config.parallel_compilation = False
    config.signals_based_traps = False
    config.memory_init_cow = False
    config.memory_may_move = False
    config.memory_reservation = _reservation()
    config.memory_guard_size = 0
    # Threads would be those of the process; their waits stop it.
    config.wasm_threads = False
    # Not-a-number has many patterns, and machines differ in which they make.
    config.cranelift_nan_canonicalization = True
    return config
