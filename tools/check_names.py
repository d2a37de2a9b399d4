"""usage: python -m tools.check_names FILE_OR_FOLDER...

Counts variables and parameters that are called by a participle or a pronoun, such as `found` and
`one`, in functions of more than a few lines. A name says what it holds: `rows_by_fit`. Fails when
there are more than MOST, and then lists them. MOST only goes down: lower it when you rename some.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.check_formatting import modules

NAMES = {"found", "told", "known", "one", "kept", "shown", "given", "wanted"}
FEW_LINES = 5
MOST = 5

Function = ast.FunctionDef | ast.AsyncFunctionDef


def vague_names(source: str) -> list[tuple[int, str]]:
    """The lines of a module that bind one of NAMES in a longer function, each with the name."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, Function)]
    longer = [node for node in functions if _length(node) > FEW_LINES]
    return sorted(binding for function in longer for binding in _bindings(function))


def _length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def _bindings(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Those of a function itself: a function inside it has its own."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.arg) and child.arg in NAMES:
            yield child.lineno, child.arg
        elif isinstance(child, ast.Name) and child.id in NAMES and isinstance(child.ctx, ast.Store):
            yield child.lineno, child.id
        if not isinstance(child, Function):
            yield from _bindings(child)


def main(arguments: list[str]) -> int:
    """List the names if there are more than MOST, and return 1 then."""
    paths = sorted({path for argument in arguments for path in modules(Path(argument))})
    places = [(path, *place) for path in paths for place in vague_names(path.read_text())]
    if len(places) < MOST:
        print(f"{len(places)} vague names are left: lower MOST in {Path(__file__).name} to that")
    if len(places) <= MOST:
        return 0
    for path, line, name in places:
        print(f"{path}:{line}: `{name}` does not say what it holds")
    print(f"{len(places)} such names, and at most {MOST} are allowed")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
