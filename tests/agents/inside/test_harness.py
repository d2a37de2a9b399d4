"""How the harness writes a bot's archive out: as any reader of zips would."""

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as some

from agents.bots import archive
from agents.inside import harness
from agents.sandbox import Isolation
from tests.agents.bot_texts import FIRST, bot, zipped

NAMES = some.sampled_from(["bot.py", "a.py", "names/ä.txt", "deep/er/empty", "PK\x03\x04"])


@given(files=some.dictionaries(NAMES, some.binary(max_size=200)))
def test_the_files_are_those_that_the_library_would_write(files, tmp_path_factory):
    data = archive._write(files)
    place = tmp_path_factory.mktemp("unpacked")

    harness.unpack(data, str(place / "ours"))
    with zipfile.ZipFile(io.BytesIO(data)) as zipped_files:
        zipped_files.extractall(place / "theirs")

    ours, theirs = (contents(place / name) for name in ("ours", "theirs"))
    assert ours == theirs == files


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_zip_that_is_not_canonical_is_refused(tmp_path):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("bot.py", FIRST)

    with pytest.raises(ValueError, match="not canonical"):
        harness.unpack(target.getvalue(), str(tmp_path / "unpacked"))


@pytest.mark.parametrize("isolation", Isolation)
def test_a_bot_reads_its_own_files_and_makes_temporary_ones(play, isolation):
    text = bot(
        """
        import tempfile
        data = open(os.path.join(os.path.dirname(__file__), 'data', 'line.txt')).read()
        with tempfile.NamedTemporaryFile(delete=False) as file:
            here = os.path.dirname(file.name) == os.environ['TMPDIR']
        self.note(f"{data} {here}")
        return state.legal_actions()[0]
        """
    )
    report = play(zipped({"bot.py": text, "data/line.txt": "ours"}), FIRST, isolation=isolation)

    assert report.faults == (None, None)
    assert report.record["events"][0]["note"] == "ours True"


def test_a_bots_calls_cost_the_same_at_every_depth(play):
    text = bot(
        """
        import resource

        def called(depth):
            if depth:
                return called(depth - 1)
            for _number in range(1000):
                nothing()

        def nothing():
            pass

        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        for depth in range(300):
            called(depth)
        fresh_pages = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
        self.note(f"{fresh_pages < 500}")
        return state.legal_actions()[0]
        """
    )
    report = play(text, FIRST)

    assert report.faults == (None, None)
    assert report.record["events"][0]["note"] == "True"
