import pytest

from tournaments.machinery.setup.databases import configured, postgresql
from tournaments.machinery.setup.environment import read
from tournaments.machinery.setup.variables import SettingError

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    "url",
    [
        "mysql://kauri:secret@db/kauri",
        "sqlite:///kauri.sqlite3",
        "postgresql://kauri:secret@db:port/kauri",
        "postgresql://kauri:secret@db/",
        "db",
    ],
)
def test_a_database_of_another_kind_is_refused_without_its_password(url):
    with pytest.raises(SettingError, match="allowed is postgresql://") as refusal:
        postgresql({"DATABASE_URL": url})

    assert "secret" not in str(refusal.value)


def test_a_database_of_postgresql_is_taken_as_it_is():
    found = postgresql(read({"DATABASE_URL": "postgresql://kauri:secret@db:5433/games"}))

    assert found is not None
    assert (found["NAME"], found["HOST"], found["PORT"]) == ("games", "db", 5433)
    for name in ("random_page_cost", "cursor_tuple_fraction"):
        assert name in found["OPTIONS"]["options"]


def test_a_pooler_is_sent_no_options_and_keeps_no_cursor():
    url = "postgresql://kauri:secret@db:6432/games"

    found = postgresql(read({"DATABASE_URL": url, "KAURI_POOLER": "1"}))

    assert found is not None
    assert found["OPTIONS"].keys() == {"connect_timeout"}
    assert found["DISABLE_SERVER_SIDE_CURSORS"]


def test_a_replica_is_another_database_and_needs_the_first(tmp_path):
    first, second = (f"postgresql://kauri:secret@{host}:5432/kauri" for host in ("one", "two"))
    values = {"DATABASE_URL": first, "KAURI_REPLICA_URL": second, "KAURI_POOLER": "1"}

    both = configured(read(values), tmp_path)

    assert [both[name]["HOST"] for name in ("default", "replica")] == ["one", "two"]
    # The pooler stands before the first one alone.
    assert [both[name]["DISABLE_SERVER_SIDE_CURSORS"] for name in both] == [True, False]
    with pytest.raises(SettingError, match="KAURI_REPLICA_URL needs DATABASE_URL"):
        configured(read({"KAURI_REPLICA_URL": second}), tmp_path)
    with pytest.raises(SettingError, match=r"^KAURI_REPLICA_URL cannot be used"):
        configured(read(values | {"KAURI_REPLICA_URL": "two"}), tmp_path)
