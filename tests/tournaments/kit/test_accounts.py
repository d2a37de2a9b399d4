"""Where a player is logged in: a file for its owner alone, or the environment of a CI job."""

import pytest

from agents.desk.contenders import Misuse
from tournaments.kit.accounts import Account, keep, known, place

ALICE = Account("https://kauri.example.org", "secret")


def test_what_is_kept_is_known_again_and_nobody_else_may_read_it(tmp_path):
    path = place({"XDG_CONFIG_HOME": str(tmp_path)})
    keep(Account("https://old.example.org", "old"), path)

    keep(ALICE, path)

    assert known(path, {}) == ALICE
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_the_environment_comes_first(tmp_path):
    path = tmp_path / "account.json"
    keep(ALICE, path)

    found = known(path, {"KIT_SITE": "https://ci.example.org", "KIT_TOKEN": "other"})

    assert found == Account("https://ci.example.org", "other")


def test_who_is_logged_in_nowhere_is_told_how_to_begin(tmp_path):
    with pytest.raises(Misuse, match="kauri login"):
        known(tmp_path / "account.json", {"KIT_SITE": "https://ci.example.org"})


@pytest.mark.parametrize("text", ["", "[]", "{}", "7"])
def test_a_file_that_holds_no_account_is_named(text, tmp_path):
    path = tmp_path / "account.json"
    path.write_text(text)

    with pytest.raises(Misuse, match=r"account\.json"):
        known(path, {})
