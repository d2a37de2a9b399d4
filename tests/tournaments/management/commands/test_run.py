"""What `manage.py run` prepares while it prepares something else."""

import os

import pytest
from django.core.management.base import CommandError

from tournaments.management.commands import run


def test_what_needs_no_database_is_done_in_a_process_of_its_own(tmp_path):
    done = tmp_path / "done"

    with run._beside(lambda: done.write_text(str(os.getpid()))):
        pass

    assert int(done.read_text()) != os.getpid()


def test_what_cannot_be_prepared_ends_the_start(capfd):
    def fail():
        raise OSError("no space is left")

    with pytest.raises(CommandError, match="Not all could be prepared"), run._beside(fail):
        pass

    assert "no space is left" in capfd.readouterr().err
