"""What workers have said in English is said again in German."""

import pytest
from django.utils.translation import override

from agents.words import Sentence
from tournaments.words.retold import retold

SIZE = 512 * 2**20
FAULTS = {
    "bad-manifest": {},
    "no-answer": {"seconds": 2.5},
    "late-start": {"seconds": 10},
    "late-action": {"seconds": 0.1},
    "empty-bank": {"seconds": 0.012},
    "late-finish": {"seconds": 1},
    "other-turn": {"answered": 3, "turn": 4},
    "unasked": {},
    "computed-stopped": {"cpu": 0.25},
    "too-many-scratch-files": {"most": 1000},
    "too-much-memory": {"limit": SIZE},
    "too-much-scratch": {"limit": SIZE},
    "too-much-cpu": {"seconds": 60},
    "too-long-answer": {"limit": SIZE},
    "too-much-output": {"limit": SIZE},
    "closed-answers": {},
    "ended-itself": {"status": 1},
    "ended-by": {"signal": "SIGSEGV"},
    "no-action": {"notation": "Z, or 9", "game": "Kalah"},
    "not-allowed": {"tried": "A"},
    "other-reply": {"got": "Started", "wanted": "Manifest"},
    "broken-protocol": {"how": Sentence("answer-no-text", member="note")},
}


@pytest.mark.parametrize("code", sorted(FAULTS))
def test_a_stored_fault_reads_as_its_sentence_does(code):
    sentence = Sentence(code, **FAULTS[code])
    stored = str(sentence)

    with override("de"):
        told, wanted = retold(stored), str(sentence)

    assert told == wanted != stored
    assert retold(stored) == stored


def test_a_complaint_about_the_code_of_a_bot_keeps_what_python_says():
    complaint = "choose() raised ValueError: it is wrong, and home."

    with override("de"):
        assert retold(complaint) == (
            "choose() löste einen Fehler aus: ValueError: it is wrong, and home."
        )
