"""What the pages for authors say is what the code does."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from agents.bots import archive
from agents.inside import protocol
from agents.sandbox import packages
from agents.table import replies
from agents.table.player import STOPPED_SECONDS
from agents.table.stall import RECORDED_SECONDS, STARVED_SECONDS, WAKE_SECONDS
from agents.terms import limit_facts, repertoire
from agents.terms.clock import PRESETS, STALL_FACTOR, STALL_SECONDS
from agents.terms.faults import ENDS, KINDS
from agents.terms.limits import Limits

DOCS = Path(__file__).parents[2] / "docs"
WRITING = (DOCS / "10-writing-a-bot.md").read_text()
PROTOCOL = (DOCS / "40-protocol.md").read_text()


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_first_bot_of_the_page_plays_a_game(play):
    first = blocks(WRITING, "python")[0]
    assert play(first, first).faults == (None, None)


def test_every_fault_is_explained():
    for kind, meaning in KINDS.items():
        assert f"| `{kind}` | {meaning} |" in WRITING


def test_the_bot_packages_are_named_with_their_versions():
    for name, version in packages.versions().items():
        assert f"**{name} {version}** can be imported" in WRITING


def test_every_time_control_is_listed():
    for name, control in PRESETS.items():
        seconds = (control.bank, control.increment, control.per_action, control.startup)
        assert f"| {name} | {' | '.join(f'{value:g} s' for value in seconds)} |" in WRITING


@pytest.mark.parametrize("row", limit_facts.rows(Limits()), ids=lambda row: row.fact.name)
def test_every_limit_is_listed_with_its_default(row):
    shown = row.text if row.value else "0"
    assert re.search(rf"^\| `{row.fact.name}` \| {shown}\b", WRITING, re.MULTILINE)


def test_the_limits_of_an_upload_are_those_of_the_code():
    text = " ".join(WRITING.split())
    assert (
        f"at most {archive.UPLOAD_BYTES >> 20} MiB. Unpacked it has at most "
        f"{archive.UPLOAD_BYTES + archive.UNPACKED_MORE >> 20} MiB, "
        f"in {archive.ENTRIES:,} files of at most "
        f"{archive.UPLOAD_BYTES + archive.FILE_MORE >> 20} MiB each"
    ) in text


def test_the_replies_of_the_protocol_page_are_replies():
    shown = []
    for block in blocks(PROTOCOL, "json"):
        lines = [line.encode() for line in block.splitlines()]
        assert all(json.loads(line)["type"] for line in lines)
        shown.append(type(replies.parse_reply(lines[-1])))
    assert shown == [
        replies.Ready,
        replies.BotManifest,
        replies.Started,
        replies.Answer,
        replies.Resigned,
        replies.Finished,
        replies.Complaint,
    ]


def test_the_protocol_page_names_the_limits_of_the_code():
    assert f"version {protocol.VERSION}." in PROTOCOL
    assert f"a note to {protocol.NOTE_CHARACTERS} characters" in PROTOCOL
    assert f"summary to {protocol.SUMMARY_CHARACTERS}" in PROTOCOL
    assert f"detail to {protocol.DETAIL_CHARACTERS}" in PROTOCOL
    assert f"texts of at most {protocol.VALUE_CHARACTERS} characters" in PROTOCOL
    assert all(f"`{kind}`" in PROTOCOL for kind in protocol.REPORTABLE)


def test_every_end_of_a_game_is_listed_with_its_sentence():
    listed = PROTOCOL[PROTOCOL.index("## How a game ends") :]
    rows = re.findall(r"^\| `([\w-]+)` \| (.*?)(?: \[.*\])? \|$", listed, re.MULTILINE)
    assert dict(rows) == ENDS


def test_the_rule_for_time_outs_has_the_figures_of_the_code():
    words = " ".join(PROTOCOL.split())
    assert f"{STALL_FACTOR:g} times what was given, and {STALL_SECONDS:g} s." in words
    assert f"does not get to run once in {STARVED_SECONDS:g} s." in words
    assert RECORDED_SECONDS == 0.001
    assert "A stall of less than a millisecond counts as none." in words
    assert f"has {WAKE_SECONDS * 1e6:.0f} µs free" in PROTOCOL
    assert f"more than {STOPPED_SECONDS * 1e3:.0f} ms in between" in PROTOCOL


def test_the_bot_that_resigns_of_the_page_resigns(play):
    polite = next(text for text in blocks(WRITING, "python") if "RESIGN" in text)
    report = play(polite.replace("> 100", "> 1"), polite)
    assert report.faults == (None, None)
    assert {"seat": 0, "forfeit": "resigned"} in report.record["events"]


SESSION = """
import os, sys
from agents.inside.harness import Harness
folder = os.path.join(os.environ["TMPDIR"], "bot-files")
Harness(folder).run(sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0))
"""


def test_the_harness_answers_the_session_of_the_protocol_page(tmp_path):
    (bot,), (session,) = blocks(PROTOCOL, "python"), blocks(PROTOCOL, "text")
    packed = archive.pack("bot.py", bot.encode()).data
    said = {side: re.findall(rf"^{side} (.*)$", session, re.MULTILINE) for side in "<>"}
    requests = b"".join(line.encode() + b"\n" + packed * ('"load"' in line) for line in said[">"])

    answered = subprocess.run(
        [sys.executable, "-c", SESSION],
        input=requests,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(DOCS.parent), "TMPDIR": str(tmp_path)},
        check=True,
    )

    assert f'"size": {len(packed)},' in session
    assert f"the {len(packed)} bytes" in PROTOCOL
    shown = [json.loads(line) for line in said["<"]]
    assert [json.loads(line) for line in answered.stdout.splitlines()] == shown


def test_the_pages_name_the_limits_of_a_repertoire():
    for page in (PROTOCOL, WRITING):
        assert f"at most {repertoire.MOST} " in page
        assert f"at most {repertoire.CHARACTERS} characters" in page
