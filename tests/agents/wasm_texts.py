"""WebAssembly bots for the tests: text in WebAssembly's own notation, around a few instructions."""

from pathlib import Path

import wasmtime

from agents.bots import archive

EXAMPLE = Path(__file__).parents[2] / "examples" / "wasm-kalah" / "bot.wasm"
"""The example in C, which plays Kalah."""

_LINES = (
    '{"type":"manifest","games":["kalah"]}',
    '{"type":"started"}',
    '{"type":"action","turn":1,"action":0,"note":""}',
    '{"type":"finished"}',
    "of the bot",
)
_AT = 64

_TEXT = """
(module
  (import "wasi_snapshot_preview1" "fd_read"
    (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write"
    (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "path_open"
    (func $path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "sock_accept"
    (func $sock_accept (param i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 2)
  {data}
  (func $read
    (i32.store (i32.const 0) (i32.const 65536))
    (i32.store (i32.const 4) (i32.const 65536))
    (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func $say (param $file i32) (param $line i32)
    (i32.store (i32.const 0) (i32.mul (i32.const {at}) (local.get $line)))
    (i32.store (i32.const 4) (i32.load8_u (i32.add (i32.load (i32.const 0)) (i32.const {last}))))
    (drop (call $fd_write (local.get $file) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func $demand (param i32) (if (i32.eqz (local.get 0)) (then unreachable)))
  (func $deeper (call $deeper) (call $deeper))
  (func (export "_start")
    (call $read) (call $say (i32.const 1) (i32.const 1))
    (call $read) (call $say (i32.const 1) (i32.const 2))
    (call $read) {turn}
    (call $say (i32.const 1) (i32.const 3))
    (call $read) (call $say (i32.const 1) (i32.const 4))))
"""


def module(turn: str) -> bytes:
    """A bot that executes these instructions in its first turn, then answers with action 0.

    Its second turn answers as if the game were over.
    """
    data = "".join(
        f'(data (i32.const {_AT * number}) "{_escaped(line)}")'
        f'(data (i32.const {_AT * (number + 1) - 1}) "\\{len(line) + 1:02x}")'
        for number, line in enumerate(_LINES, 1)
    )
    text = _TEXT.replace("{data}", data).replace("{turn}", turn)
    text = text.replace("{at}", str(_AT)).replace("{last}", str(_AT - 1))
    return archive.pack("bot.wasm", bytes(wasmtime.wat2wasm(text))).data


def _escaped(line: str) -> str:
    return line.replace('"', '\\"') + "\\0a"
