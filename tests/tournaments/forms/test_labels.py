"""Labels and helps of forms are in the language of whoever reads them."""

import importlib
import pkgutil
from collections.abc import Iterator

from django import forms
from django.utils.functional import Promise

import tournaments.forms


def forms_of_pages() -> Iterator[type[forms.BaseForm]]:
    for module in pkgutil.walk_packages(tournaments.forms.__path__, "tournaments.forms."):
        for kind in vars(importlib.import_module(module.name)).values():
            if isinstance(kind, type) and issubclass(kind, forms.BaseForm):
                yield kind


def test_labels_and_helps_of_forms_are_looked_up_when_somebody_reads_them():
    texts = [
        (kind.__name__, name, text)
        for kind in forms_of_pages()
        for name, field in kind.base_fields.items()
        for text in (field.label, field.help_text)
        # The template of the entrants has words of its own.
        if not field.widget.is_hidden and name != "entrants" and text != ""
    ]

    assert texts
    assert [row for row in texts if not isinstance(row[2], Promise)] == []
