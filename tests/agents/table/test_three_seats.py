"""What the referee does with a fault when more than one seat is left to play."""

import engine
from agents.table.course import Course
from agents.table.log import Log
from agents.table.play import Play
from agents.table.player import TimedAnswer
from agents.table.referee import _run, report_of
from agents.table.wire import Table
from agents.terms.clock import Spent
from agents.terms.faults import BotFault, Fault
from engine.sentences import sentence

SEED = bytes(32)


class Rounds(engine.Game):
    """Three seats pass in turn; after nine passes those who did not forfeit have won."""

    def __init__(self):
        super().__init__(engine.games()[0], {}, "rounds")

    def num_players(self):
        return 3

    def new_initial_state(self):
        return RoundsState()


class RoundsState(engine.State):
    passes = 0

    def __init__(self):
        super().__init__(Rounds(), 0)

    def _legal(self):
        return [0]

    def _notation(self, player, action):
        return "pass"

    def _position(self):
        return {}

    def ending(self):
        return sentence("row-empty") if self.is_terminal() else None

    def _advance(self, action):
        self.passes += 1
        self._go_on(self._player)

    def _forfeit(self, seat):
        if seat == self._player:
            self._go_on(seat)

    def _go_on(self, seat):
        gone = self.forfeited()
        if self.passes == 9 or len(gone) == 2:
            self._finish("normal", tuple(3 if seat in gone else 1 for seat in range(3)))
            return
        following = [(seat + step) % 3 for step in (1, 2, 3)]
        self._player = next(seat for seat in following if seat not in gone)


class Passing:
    """Stands in for a player: passes, and at its turn number `fails` or `resigns` does that."""

    waiting_cpu = 0.0
    unmeasured = ""

    def __init__(self, fails: int | None = None, resigns: int | None = None):
        self.fails = fails
        self.resigns = resigns
        self.turns = 0
        self.told: list[float] | None = None
        self.closed = False
        self.log = Log(100)

    def choose(self, view):
        assert not self.closed
        self.turns += 1
        if self.turns == self.fails:
            raise BotFault("crash", "It crashed.")
        if self.turns == self.resigns:
            return None
        return TimedAnswer(0, "", Spent())

    def finish(self, returns):
        self.told = returns

    def end(self):
        self.closed = True

    close = end


def play(*players: Passing):
    names = [{"name": "x", "version": 1}] * 3
    game = Play(Course(Rounds(), names, SEED, 1))
    game.players = dict(enumerate(players))
    _run(game, Table(None))
    game.finish()
    return report_of(game)


def test_the_others_play_on_when_one_forfeits():
    players = Passing(), Passing(fails=2), Passing()
    report = play(*players)

    assert report.faults == (None, Fault("crash", 4, "It crashed."), None)
    assert report.record["events"][4] == {"seat": 1, "forfeit": "crash"}
    assert [player.turns for player in players] == [4, 2, 4]
    assert report.ranks == (1, 3, 1)


def test_who_forfeited_is_ended_and_not_told_the_result():
    players = Passing(), Passing(fails=2), Passing()
    report = play(*players)

    assert [player.told is None for player in players] == [False, True, False]
    assert players[0].told == list(report.returns)
    assert all(player.closed for player in players)


def test_the_last_one_left_wins():
    report = play(Passing(fails=1), Passing(fails=1), Passing())
    assert report.returns == (-0.5, -0.5, 1.0)
    assert [event.get("forfeit") for event in report.record["events"]] == ["crash", "crash"]


def test_the_others_play_on_when_one_resigns():
    players = Passing(), Passing(resigns=2), Passing()
    report = play(*players)

    assert report.faults == (None, None, None)
    assert report.record["events"][4] == {"seat": 1, "forfeit": "resigned"}
    assert [player.turns for player in players] == [4, 2, 4]
    assert report.ranks == (1, 3, 1)
    assert [player.told is None for player in players] == [False, True, False]
