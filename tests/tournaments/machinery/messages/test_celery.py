"""Tasks have room for deep calls."""

from tests.deep_calls import CALLS, fresh_pages
from tournaments.machinery.messages.celery import RoomyTask


class Deep(RoomyTask):
    def run(self):
        return fresh_pages()


def test_a_task_calls_at_the_same_cost_at_every_depth():
    assert fresh_pages() > CALLS
    assert Deep()() < CALLS / 2
