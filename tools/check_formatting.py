"""usage: python tools/check_formatting.py FILE_OR_FOLDER...

Finds text that is formatted although it is no literal: whoever can write a part of such a text can
read what it is formatted with. `"{0}".format(x)`, `TEMPLATE.format(x)` and `f"{x}"` are well;
`text.format(x)` and `f"{name} {{}}".format(x)` are not. A constant of its module counts as
the literal that it is bound to, or as those that its dictionary holds.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

LOGGERS = ("logger", "logging", "log")
LOG_CALLS = ("debug", "info", "warning", "error", "exception", "critical", "log")
MARKUP = ("format_html", "format_html_join", "format_lazy")
LOOK_UPS = ("_", "gettext", "gettext_lazy")
TEXTUAL = ("str", "repr", "join", "format", "strip", "replace", "lower", "upper", "decode")
FORBIDDEN = ("format_map", "vformat", "Formatter", "Template")


def faults(source: str) -> list[tuple[int, str]]:
    """The lines of a module that format what is no literal, each with what is wrong there."""
    tree = ast.parse(source)
    constants = _constants(tree)
    found = [
        (node.lineno, said) for node in ast.walk(tree) for said in _wrong_with(node, constants)
    ]
    return sorted(set(found))


def _constants(tree: ast.Module) -> set[str]:
    """The names in capitals that are bound once, at the top of the module, to literals."""
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    bound = [node.id for node in names if isinstance(node.ctx, ast.Store)]
    top = [one for one in tree.body if isinstance(one, ast.Assign | ast.AnnAssign)]
    literal = [_target(one) for one in top if one.value is not None and _all_literal(one.value)]
    return {name for name in literal if name.isupper() and bound.count(name) == 1}


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return target.id if isinstance(target, ast.Name) else ""


def _all_literal(value: ast.expr) -> bool:
    if isinstance(value, ast.Dict):
        return all(map(_is_text, value.values))
    return _is_text(value)


def _is_text(value: ast.expr) -> bool:
    """Whether it is a string, or several that are written together."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        return _is_text(value.left) and _is_text(value.right)
    return isinstance(value, ast.Constant) and isinstance(value.value, str | bytes)


def _wrong_with(node: ast.AST, constants: set[str]) -> Iterator[str]:
    if isinstance(node, ast.Attribute):
        yield from _wrong_attribute(node)
    elif isinstance(node, ast.ImportFrom) and node.module == "string":
        yield from (f"`{one.name}`" for one in node.names if one.name in FORBIDDEN)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        yield from _wrong_remainder(node, constants)
    elif isinstance(node, ast.Call):
        yield from _wrong_call(node, constants)


def _wrong_attribute(node: ast.Attribute) -> Iterator[str]:
    if node.attr in FORBIDDEN and ast.unparse(node) != "logging.Formatter":
        yield f"`{node.attr}`"


def _wrong_remainder(node: ast.BinOp, constants: set[str]) -> Iterator[str]:
    """Numbers have remainders too: a text shows itself by how it is made or what follows it."""
    is_text = _holds_text(node.left) or isinstance(node.right, ast.Tuple | ast.Dict)
    if is_text and not _is_template(node.left, constants):
        yield "`%` on a value"


def _holds_text(node: ast.expr) -> bool:
    """Whether it is made as text is, or a sum or remainder with a text in it."""
    if isinstance(node, ast.BinOp):
        return _holds_text(node.left) or _holds_text(node.right)
    if isinstance(node, ast.Call):
        return ast.unparse(node.func).split(".")[-1] in TEXTUAL
    return isinstance(node, ast.JoinedStr) or _is_text(node)


def _wrong_call(node: ast.Call, constants: set[str]) -> Iterator[str]:
    called = ["", *ast.unparse(node.func).split(".")]
    said, template = "", node.args[0] if node.args else node
    if called[-1] == "format" and isinstance(node.func, ast.Attribute):
        said, template = "`.format` of a value", node.func.value
        if ast.unparse(template) == "super()":  # of a log record, by a subclass
            return
    elif called[-1] in MARKUP:
        said = f"`{called[-1]}` of a value"
    elif called[-2] in LOGGERS and called[-1] in LOG_CALLS:
        said = "a log line that is a value"
        template = node.args[1] if called[-1] == "log" and len(node.args) > 1 else template
    elif called[-1] == "ValidationError" and any(one.arg == "params" for one in node.keywords):
        said = "`ValidationError` of a value with `params`"
    if said and not _is_template(template, constants):
        yield said


def _is_template(node: ast.expr, constants: set[str]) -> bool:
    """Whether it is a literal, its translation, a constant, or an entry of `error_messages`."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) in LOOK_UPS:
        return _is_text(node.args[0])
    if isinstance(node, ast.Subscript):
        node = node.value
        if ast.unparse(node) == "self.error_messages":
            return True
    if isinstance(node, ast.Name):
        return node.id in constants
    return _is_text(node)


def main(arguments: list[str]) -> int:
    """Print each fault with its file and line; 1 if there is any."""
    count = 0
    for path in sorted({one for argument in arguments for one in modules(Path(argument))}):
        for line, said in faults(path.read_text()):
            count += 1
            print(f"{path}:{line}: {said}: only a literal may be formatted")
    return 1 if count else 0


def modules(path: Path) -> Iterator[Path]:
    """Every Python file that is named or in a named folder, but for hidden ones."""
    if path.is_file():
        yield path
    for one in path.rglob("*.py"):
        if not any(part.startswith(".") for part in one.parts):
            yield one


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
