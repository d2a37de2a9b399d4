"""Each mutant replaces one expression of a function, and nothing else."""

import pytest

from benchmarks import mutants

pytestmark = pytest.mark.once

MODULE = """\
LIMIT = 3

def is_over(count, names):
    if not names:
        names.clear()
    return count >= LIMIT and f"{count + 1}" != "é"
"""
CHANGED = {
    "    if (names):",
    "        (None)",
    '    return (count > LIMIT) and f"{count + 1}" != "é"',
    "    return count >= LIMIT and (f'{count + 1}' == 'é')",
    "    return (count >= LIMIT or f'{count + 1}' != 'é')",
}


def test_a_change_replaces_one_expression_of_a_function(tmp_path):
    module = tmp_path / "module.py"
    module.write_text(MODULE)
    before = set(MODULE.splitlines())

    texts = [mutants.changed(change).decode() for change in mutants.changes(module)]

    assert len(texts) == len(CHANGED)
    assert {line for text in texts for line in {*text.splitlines()} - before} == CHANGED
