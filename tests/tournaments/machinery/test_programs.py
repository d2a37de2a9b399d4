"""What `manage.py run` keeps running, and who gives way to whom."""

from tournaments.management.commands import run


def test_games_come_before_checks_and_checks_before_pages():
    niceness = {one.name: one.niceness for one in run._programs("127.0.0.1", 8000)}

    assert niceness == {
        "The worker that plays": 0,
        "The worker that validates": 5,
        "The scheduler": 5,
        "The site": 10,
        "The live streams": 10,
    }
