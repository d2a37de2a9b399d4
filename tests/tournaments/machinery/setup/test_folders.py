"""The folder of all data is closed to others, or nothing starts."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tournaments.machinery.setup import folders

pytestmark = pytest.mark.once


def _mode(folder):
    return folder.stat().st_mode & 0o777


def test_a_new_folder_is_its_owners_alone(tmp_path):
    assert _mode(folders.private(tmp_path / "a" / "var")) == 0o700


@pytest.mark.parametrize("mode", [0o755, 0o777, 0o710, 0o701])
def test_a_folder_that_was_open_to_others_is_closed(tmp_path, mode):
    tmp_path.chmod(mode)

    folders.private(tmp_path)

    assert _mode(tmp_path) == 0o700


def test_an_open_folder_of_somebody_else_is_refused(tmp_path, monkeypatch):
    tmp_path.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", _refuse)

    with pytest.raises(ImproperlyConfigured, match=f"Its owner can: chmod 700 {tmp_path}"):
        folders.private(tmp_path)


def _refuse(*_args):
    raise PermissionError
