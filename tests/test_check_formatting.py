"""Nothing but literals is formatted: the check of `make check`, and the code as it stands."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHECK = ROOT / "tools" / "check_formatting.py"


def check(*paths):
    command = [sys.executable, CHECK, *paths]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


REFUSED = [
    "nothing.format(row=row)",
    'f"{name} {{row}}".format(row=row)',
    '("a" + name).format(row)',
    '"{}".format(name).format(row)',
    "say(kind).format(row)",
    "format_lazy(gettext_lazy(name), row=row)",
    "TEXTS[kind].format(row)",
    "name.format_map(rows)",
    "string.Formatter().vformat(name, (), rows)",
    "from string import Template",
    'f"{name} %s" % row',
    '("%s" % name) % row',
    '("a" + name) % row',
    "name % (row, row)",
    'name % {"row": row}',
    "str(name) % row",
    'format_html(f"<b>{name}</b>")',
    "html.format_html(name, row)",
    "logger.info(name)",
    'logger.warning(f"{name} came")',
    "logging.log(logging.INFO, name)",
    'ValidationError(f"{name} %(row)s", params={"row": row})',
    'NAME = "{}"\nNAME = name\nNAME.format(row)',
    'NAMES = {1: "{}", 2: name}\nNAMES[2].format(row)',
]
FORMATTED = [
    '"{row}".format(row=row)',
    '"{} " "{}".format(1, 2)',
    'ROW = "{}"\nROW.format(row)',
    'ROWS = {1: "{}", 2: "{0}"}\nROWS[kind].format(row)',
    'f"{name} {row}"',
    '"%s" % row',
    "number % 7",
    "number % (2 * size)",
    "row.format",
    "super().format(record)",
    "logging.Formatter",
    'format_html("<b>{}</b>", name)',
    'logger.info("%s came", name)',
    "messages.info(request, name)",
    'ValidationError(f"{name} is no name")',
    'format_lazy(gettext_lazy("at most {most}"), most=most)',
]


def modules(folder, texts):
    """A module of each text, by its path."""
    written = {folder / f"module_{number}.py": text for number, text in enumerate(texts)}
    for path, text in written.items():
        path.write_text(f"before = 1\n{text}\n")
    return written


def test_text_that_is_no_literal_is_not_formatted(tmp_path):
    written = modules(tmp_path, REFUSED)

    found = check(*written)

    told = [line for line in found.stdout.splitlines() if "only a literal may be formatted" in line]
    unseen = [
        text
        for path, text in written.items()
        if not any(line.startswith(f"{path}:") for line in told)
    ]
    assert (found.returncode, unseen) == (1, [])


def test_literals_are_formatted_and_numbers_have_remainders(tmp_path):
    assert check(*modules(tmp_path, FORMATTED)).stdout == ""


def test_the_code_formats_nothing_but_literals():
    found = check("engine", "agents", "tournaments", "benchmarks", "tools")

    assert (found.returncode, found.stdout) == (0, "")


def test_make_check_runs_the_check():
    assert (
        "tools/check_formatting.py engine agents tournaments benchmarks tools"
        in (ROOT / "Makefile").read_text()
    )
