"""Files of games are sent whole or in ranges, with a strong ETag, and never wrapped once more."""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.urls import reverse

from tests.tournaments.factories import NOW, variant
from tournaments.models import GameFile

pytestmark = pytest.mark.django_db

CONTENT = bytes(range(256)) * 8
SIZE = len(CONTENT)


@pytest.fixture
def file():
    """A file of games of a leaderboard, whatever is in it."""
    name = default_storage.save("games/00/00.gz", ContentFile(CONTENT))
    made = GameFile.objects.create(
        variant=variant(), month=NOW.date().replace(day=1), content=name, sha256="0" * 64,
        size=SIZE, games=2, withdrawn=0, made_at=NOW,
    )  # fmt: skip
    yield made
    default_storage.delete(name)


def ask(client, file, **headers):
    return client.get(file.get_absolute_url(), headers={"accept-encoding": "gzip", **headers})


def body(answer):
    return b"".join(answer.streaming_content)


def test_a_file_comes_whole_and_may_be_kept_for_ever(client, file):
    answer = ask(client, file)

    assert (answer.status_code, body(answer)) == (200, CONTENT)
    assert answer["ETag"] == f'"{"0" * 64}"'
    assert answer["Content-Length"] == str(SIZE)
    assert "immutable" in answer["Cache-Control"]
    assert not answer.has_header("Content-Encoding")


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ("bytes=0-0", slice(0, 1)),
        ("bytes=100-", slice(100, SIZE)),
        ("bytes=-5", slice(SIZE - 5, SIZE)),
        (f"bytes=10-{SIZE * 9}", slice(10, SIZE)),
    ],
)
def test_a_range_comes_alone(client, file, asked, part):
    answer = ask(client, file, range=asked)

    assert (answer.status_code, body(answer)) == (206, CONTENT[part])
    assert answer["Content-Range"] == f"bytes {part.start}-{part.stop - 1}/{SIZE}"


@pytest.mark.parametrize("asked", ["bytes=5-3", "bytes=0-1,4-5", "lines=0-1", "bytes=-"])
def test_what_is_no_single_range_brings_the_whole_file(client, file, asked):
    assert body(ask(client, file, range=asked)) == CONTENT


def test_a_range_of_another_file_brings_the_whole_one(client, file):
    assert ask(client, file, range="bytes=0-1", if_range='"1"').status_code == 200


@pytest.mark.parametrize("asked", [f"bytes={SIZE}-", "bytes=-0", f"bytes={'9' * 40}-"])
def test_a_range_beyond_the_end_is_416(client, file, asked):
    answer = ask(client, file, range=asked)

    assert answer.status_code == 416
    assert answer["Content-Range"] == f"bytes */{SIZE}"


def test_whoever_has_it_gets_304(client, file):
    assert ask(client, file, if_none_match=f'"{"0" * 64}"').status_code == 304


@pytest.mark.parametrize("name", ["nothing", "test-2026-11.jsonl.gz", "2026-13.jsonl.gz"])
def test_another_name_is_404(client, file, name):
    assert client.get(reverse("game-file", args=[file.variant.slug, name])).status_code == 404


def test_a_file_that_the_storage_has_lost_is_404(client, file):
    default_storage.delete(file.content.name)

    assert ask(client, file).status_code == 404


def test_all_months_come_at_once_unless_the_client_has_them(client, file):
    address = f"/api/v1/leaderboards/{file.variant.slug}/files/games/"
    answer = client.get(address)

    assert (body(answer), answer["Content-Length"]) == (CONTENT, str(SIZE))
    again = client.get(address, headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    default_storage.delete(file.content.name)
    assert client.get(address).status_code == 404


def test_page_and_api_list_it_in_few_queries(client, file, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        page = client.get(reverse("game-files", args=[file.variant.slug]))
    with django_assert_max_num_queries(4):
        answer = client.get(f"/api/v1/leaderboards/{file.variant.slug}/files/").json()

    assert file.name in page.text
    (line,) = answer["results"]
    assert line["file"].endswith(file.get_absolute_url())
    assert (line["month"], line["games"], line["size"]) == (f"{NOW:%Y-%m}", 2, SIZE)


def test_page_and_api_name_the_licence_of_the_games(client, file):
    page = client.get(reverse("game-files", args=[file.variant.slug]))
    answer = client.get(f"/api/v1/leaderboards/{file.variant.slug}/files/").json()

    assert '<a href="https://creativecommons.org/licenses/by/4.0/" rel="license">' in page.text
    assert answer["results"][0]["license"] == "CC-BY-4.0"
