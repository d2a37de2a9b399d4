import os
import subprocess
import sys

import pytest
import yaml
from django.core.management import call_command

from tournaments.api.urls import urlpatterns

pytestmark = [pytest.mark.xdist_group("schema"), pytest.mark.once]


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    """The description of the API, made without a single warning."""
    path = tmp_path_factory.mktemp("schema") / "schema.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(path))
    return yaml.safe_load(path.read_text())


def test_the_schema_describes_every_route(schema):
    hidden = {"schema", "docs", "no-such-address"}
    shown = [route for route in urlpatterns if route.name not in hidden]
    streams = {"/live/matches/{id}/", "/api/v1/remote/{slug}/stream/"}

    assert streams <= schema["paths"].keys()
    assert len(schema["paths"]) == len(shown) + len(streams)


def test_the_schema_lists_the_filters_of_a_list_once(schema):
    parameters = schema["paths"]["/api/v1/matches/"]["get"]["parameters"]

    assert [parameter["name"] for parameter in parameters] == [
        "before", "bot", "cursor", "fault", "game", "leaderboard", "opponent", "page_size", "since",
        "status", "tournament", "until", "variant", "version",
    ]  # fmt: skip


def test_the_schema_knows_both_ways_to_upload(schema):
    upload = schema["paths"]["/api/v1/bots/{slug}/versions/"]["post"]

    assert set(upload["requestBody"]["content"]) == {"multipart/form-data", "application/json"}
    assert {"200", "201", "400", "403", "413"} <= set(upload["responses"])


def test_the_schema_names_the_licence(schema):
    assert schema["info"]["license"] == {
        "name": "Apache-2.0",
        "url": "https://www.apache.org/licenses/LICENSE-2.0",
    }


@pytest.mark.django_db
def test_the_schema_is_served_as_json_too(client):
    response = client.get("/api/v1/schema/?format=json")

    assert response.status_code == 200
    assert response.json()["info"]["title"] == "Kauri"


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["json", "yaml"])
def test_the_schema_is_written_once_and_who_has_it_gets_304(client, monkeypatch, form):
    address = f"/api/v1/schema/?format={form}"
    first = client.get(address)

    def again(*_args, **_kwargs):
        raise AssertionError("The views were read a second time.")

    monkeypatch.setattr("tournaments.api.description.SchemaGenerator.get_schema", again)
    second = client.get(address)
    known = client.get(address, headers={"If-None-Match": first["ETag"]})

    assert (first.status_code, first.content) == (200, second.content)
    assert first["Content-Type"].endswith("; charset=utf-8")
    assert (known.status_code, known.content) == (304, b"")


@pytest.mark.django_db
def test_the_first_visitors_may_come_at_once():
    # Of a process of its own, since only the first reading of a process sets up the library.
    program = (
        "import django; django.setup();"
        "from concurrent.futures import ThreadPoolExecutor;"
        "from tournaments.api import description;"
        "pool = ThreadPoolExecutor(6);"
        "read = lambda _: len(description._described()['paths']);"
        "print(*set(pool.map(read, range(24))))"
    )
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tournaments.settings"}

    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[1:] == []
    assert int(done.stdout) > 10
