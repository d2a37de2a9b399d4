"""How many small changes to the code no test notices.

`python -m benchmarks.mutants --count 25 --seed 1 tournaments/models` changes one expression of a
function at a time, chosen by lot, and runs the tests of the module: the file of its name, or else
those of its folder. It prints each change and whether a test failed. It works in a copy.
"""

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.scheduling import SLOWEST

SECONDS = 1200
"""A run that takes longer counts as failed: the change has made a loop without end."""

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "var", "dist", ".*_cache", "__pycache__")
OTHERS: dict[type[ast.AST], ast.AST] = {
    before: after()
    for pair in (
        (ast.Eq, ast.NotEq), (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Is, ast.IsNot),
        (ast.In, ast.NotIn), (ast.And, ast.Or), (ast.Add, ast.Sub), (ast.Mult, ast.Div),
    )
    for before, after in (pair, pair[::-1])
}  # fmt: skip

Change = tuple[Path, ast.expr, ast.expr]
"""A module, an expression in it, and what replaces that."""


def changes(module: Path) -> Iterator[Change]:
    """Yield every change to the functions of a module."""
    every = list(ast.walk(ast.parse(module.read_text())))
    functions = [one for one in every if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside = [node for function in functions for part in function.body for node in ast.walk(part)]
    # Python 3.11 gives other places to what is within an f-string.
    texts = [one for one in every if isinstance(one, ast.JoinedStr)]
    quoted = {node for text in texts for node in ast.walk(text)}
    for node in dict.fromkeys(inside):
        yield from ((module, *pair) for pair in _changes(node) if pair[0] not in quoted)


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in OTHERS:
            yield node, _with(node, ops=[OTHERS[type(op)]])
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in OTHERS:
            yield node, _with(node, op=OTHERS[type(op)])
        case ast.UnaryOp(op=ast.Not()):
            yield node, node.operand
        case ast.Constant(value=bool(value)):
            yield node, ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield node, ast.Constant(value + 1)
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            # A comparison and a `not` have changes of their own.
            if not isinstance(test, ast.Compare | ast.UnaryOp):
                yield test, ast.UnaryOp(ast.Not(), test)
        case ast.Expr(value=ast.Call() as call):
            yield call, ast.Constant(None)


def _with(node: ast.expr, **changed: object) -> ast.expr:
    other = copy.copy(node)
    vars(other).update(changed)
    return other


def changed(change: Change) -> bytes:
    """Return the text of the module with the change."""
    module, before, after = change
    text = module.read_bytes()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    begin = starts[before.lineno - 1] + before.col_offset
    end = starts[(before.end_lineno or 0) - 1] + (before.end_col_offset or 0)
    return text[:begin] + f"({ast.unparse(after)})".encode() + text[end:]


def tests_of(module: Path) -> str:
    """Return the test file of the module's name, or else the nearest folder of tests."""
    folder = Path("tests", module.parent)
    beside = folder / f"test_{module.stem}.py"
    while not folder.is_dir():
        folder = folder.parent
    return str(beside if beside.exists() else folder)


def survives(change: Change, folder: Path) -> bool:
    """Whether the tests of the module pass with the change, in that copy of the project."""
    module, tests = folder / change[0], tests_of(change[0])
    whole = module.read_bytes()
    ignored = [f"--ignore={slow}" for slow in SLOWEST if slow != tests]
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:randomly", *ignored, tests]
    environment = {**os.environ, "KAURI_VAR": "var/test", "ENGINE_BUILD": "compiled"}
    module.write_bytes(changed(change))
    try:
        return not subprocess.run(
            command, cwd=folder, env=environment, timeout=SECONDS, capture_output=True, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return False
    finally:
        module.write_bytes(whole)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    modules = sorted(module for path in options.paths for module in path.rglob("*.py"))
    every = [change for module in modules for change in changes(module)]
    left = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "copy")
        shutil.copytree(".", folder, ignore=LEFT_OUT)
        (folder / ".venv").symlink_to(Path(".venv").absolute())
        for change in random.Random(options.seed).sample(every, options.count):
            module, before, after = change
            survived = survives(change, folder)
            left += survived
            place = f"{'survived' if survived else 'killed  '} {module}:{before.lineno}:"
            print(place, ast.unparse(before), "->", ast.unparse(after), flush=True)
    print(f"{left} of {options.count} survived")


if __name__ == "__main__":
    main()
