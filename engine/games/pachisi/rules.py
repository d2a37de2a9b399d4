"""Pachisi, today's variant. Rules: docs/32-pachisi.md.

Colours are 0 to 3 for red, blue, yellow, green; pieces 0 to 15, four a colour. A piece's progress
is 0 in the yard, 1 on its start square, `track` on the last square before it, then up to
`track` + 4 on the goal squares, and -1 off the board.

An action is move * losses + loss, and always means the same to its seat. A move is
(side * (track + 4) + progress left) * 6 + number - 1, where side 0 is the seat's own colour and
side 1 its partner's or its second one; the move after all these is the pass. Loss 0 is none,
1 + side * (track + 5) + progress the piece that a neglected capture costs. Outcomes are the throws
r1 to r6, or r1,1 r2,1 r2,2 and so on to r6,6, and after them b1 to b6.
"""

# A state reads the protected fields of its own clones.
# ruff: noqa: SLF001

from typing import Any, SupportsIndex, final

from engine.bits import BITS, after
from engine.facts import GameInfo
from engine.game import Game
from engine.games.pachisi.moves import Pieces
from engine.games.pachisi.notation import is_action, is_throw, spell_action, spell_chance
from engine.games.pachisi.tables import TRIES, Tables
from engine.machine import BytesWriter, i64, vec, write_i64_le
from engine.values import CHANCE, TERMINAL, race_ranks


@final
class PachisiGame(Game):
    """A variant of Pachisi."""

    def __init__(self, info: GameInfo, options: dict[str, Any], variant: str) -> None:
        super().__init__(info, options, variant)
        self.rules = Tables(options)

    def num_players(self) -> int:
        """Return four seats, two in the mode `two`."""
        return self.rules.seats

    def sides(self) -> list[int]:
        """Return each seat's side: its own number, or its team's where seats are partners."""
        return [0, 1, 0, 1] if self.rules.teams else list(range(self.rules.seats))

    def new_initial_state(self) -> "PachisiState":
        """Return the state at the start of the game."""
        state = self.empty()
        state._rolls = (0,) * self.rules.seats
        return state

    def empty(self) -> "PachisiState":
        """Return a state without a piece on the board or a throw to come."""
        at = vec[i64]([0 for _ in range(16)])
        board = vec[i64]([0 for _ in range(self.rules.track)])
        return PachisiState(self, self.rules, at, board)

    def num_distinct_actions(self) -> int:
        """Return the number of moves, `pass` among them, times the losses they can bring."""
        return (self.rules.sit_out + self.rules.passing) * self.rules.losses

    def max_chance_outcomes(self) -> int:
        """Return the number of throws of the dice and the six beginning throws."""
        return len(self.rules.throws) + 6

    def max_game_length(self) -> int:
        """Return the limit of throws times the moves of each."""
        return self.rules.turn_limit * self.rules.dice

    def is_notation(self, text: str) -> bool:
        """Tell whether a text is a throw or an action."""
        return is_throw(self.rules, text) or is_action(self.rules, text)


@final
class PachisiState(Pieces):
    """A position of Pachisi.

    `_rolls` are the beginning throws, one a seat: 0 for one to come, -1 for a seat that is out of
    them; empty once they are over. `_again` tells that the throw had a 6. Bits of `_playing` are
    the seats that take turns, `_home` those that have come home, in that order.
    """

    def __init__(self, game: Game, rules: Tables, at: vec[i64], board: vec[i64]) -> None:
        super().__init__(game, rules, at, board)
        self._again = False
        self._tries: i64 = 0
        self._throws: i64 = 0
        self._rolls: tuple[int, ...] = ()
        self._playing: i64 = BITS[rules.seats] - 1
        self._home: tuple[int, ...] = ()

    def clone(self) -> "PachisiState":
        """Return a copy that shares nothing with this state that can change."""
        twin = PachisiState(self._game, self._rules, self._at[:], self._board[:])
        twin._player = self._player
        twin._goals = self._goals
        twin._turn = self._turn
        twin._first = self._first
        twin._second = self._second
        twin._quiet = self._quiet
        twin._captures = self._captures
        twin._listed = self._listed
        twin._again = self._again
        twin._tries = self._tries
        twin._throws = self._throws
        twin._rolls = self._rolls
        twin._playing = self._playing
        twin._home = self._home
        twin._copy_past(self)
        return twin

    def throws(self) -> int:
        """Return the number of throws so far, the beginning throws not counted."""
        return self._throws

    def chance_weights(self) -> list[tuple[int, int]]:
        """Return (outcome, weight), of 6 in all or with two dice of 36; IllegalAction elsewhere."""
        if self._player != CHANCE:
            return super().chance_weights()
        if self._rolls:
            return [(outcome, 1) for outcome in self._rules.beginnings]
        return self._rules.weights[:]

    def chance_seat(self) -> int:
        """Return the seat that throws; IllegalAction elsewhere."""
        return self._turn if self._player == CHANCE else super().chance_seat()

    # Python calls a method fastest on the class that defines it, and these three drive games:
    # here stand their usual cases.

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self._player == TERMINAL

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the sorted ids of what may be applied now; see `State.legal_actions`."""
        if seat is None and self._player >= 0:
            return self._legal()[:]
        return super().legal_actions(seat)

    def apply_action(self, action: SupportsIndex) -> None:
        """Apply an action or outcome; see `State.apply_action`."""
        if isinstance(action, int) and self._is_legal(action):
            self._history.append(action)
            self._advance(action)
        else:
            super().apply_action(action)

    def _outcomes(self) -> list[int]:
        return self._rules.beginnings if self._rolls else self._rules.outcomes

    def _sample(self, number: i64) -> i64:
        rules = self._rules
        if self._rolls:
            return rules.beginnings[number * 6 >> 32]
        return rules.spread[number * len(rules.spread) >> 32]

    def _legal(self) -> list[int]:
        listed = self._listed
        if listed is None:
            listed = self._listed = self._list()
        return listed

    def _advance(self, action: i64) -> None:
        rules = self._rules
        if self._player >= 0:
            self._act(action)
        elif self._rolls:
            rolls = list(self._rolls)
            rolls[self._turn] = rules.beginnings.index(action) + 1
            self._begin(rolls)
        else:
            self._first = rules.faces[2 * action]
            self._second = rules.faces[2 * action + 1]
            self._again = self._first == 6
            self._throws += 1
            self._open(True)

    # Whose turn it is.

    def _begin(self, rolls: list[int]) -> None:
        """Go on with the beginning throws, or begin."""
        left = [seat for seat, roll in enumerate(rolls) if roll >= 0]
        if len(left) > 1 and 0 not in rolls:
            best = max(rolls)
            left = [seat for seat in left if rolls[seat] == best]
            rolls = [0 if seat in left else -1 for seat in range(len(rolls))]
        if len(left) > 1:
            self._turn = rolls.index(0)
            self._rolls = tuple(rolls)
        else:
            self._turn = left[0]
            self._rolls = ()

    def _open(self, fresh: bool) -> None:
        """Let the seat act with the dice left; where it cannot, they lapse.

        `fresh` tells that no die of the throw has been played.
        """
        if self._search():
            self._player = self._turn
            return
        self._first = 0
        self._second = 0
        if self._again or not fresh or self._tries + 1 == TRIES or self._on_track():
            self._end_throw()
        else:
            self._tries += 1
            self._await()

    def _end_throw(self) -> None:
        """Give the same seat another throw for a 6, or the turn to the next one."""
        self._tries = 0
        if not self._again:
            self._next()
        else:
            self._again = False
            self._await()

    def _lapse(self) -> None:
        """Take away the throw that lies there, and what it would have led to."""
        self._first = 0
        self._second = 0
        self._tries = 0
        self._again = False

    def _next(self) -> None:
        self._lapse()
        self._turn = after(self._turn, self._playing, self._rules.seats)
        self._await()

    def _await(self) -> None:
        """Wait for a throw, or end the game at its limit."""
        if self._throws < self._rules.turn_limit:
            self._player = CHANCE
        else:
            self._conclude("limit")

    # Moves.

    def _act(self, action: i64) -> None:
        rules = self._rules
        move = action // rules.losses
        place = move // 6
        number = move - 6 * place + 1
        side: i64 = 0
        if place >= rules.span:
            side = 1
            place -= rules.span
        if move != rules.sit_out:
            self._step(self._colour(side), place, number)
        self._lose(action - move * rules.losses)
        if move == rules.sit_out:
            self._next()
            return
        if number == self._first:
            self._first = self._second
        self._second = 0
        if self._is_home(self._colour(side)) and self._come_home():
            return
        if self._first:
            self._open(False)
        else:
            self._end_throw()

    def _lose(self, loss: i64) -> None:
        """Take the piece that a neglected capture costs, if any."""
        if loss:
            progress = loss - 1
            side: i64 = 0
            if progress > self._rules.span:
                side = 1
                progress -= self._rules.span + 1
            self._send_back(self._colour(side), progress)

    # The end.

    def _come_home(self) -> bool:
        """Note that a colour is home; tell whether the turn or the game is over with that."""
        rules = self._rules
        seat = self._turn
        for colour in rules.colours[seat]:
            if not self._is_home(colour):
                return False
        if not rules.teams:
            self._home += (seat,)
            self._playing &= ~BITS[seat]
        if not rules.playout or self._is_decided():
            self._conclude("home")
        else:
            self._next()
        return True

    def _is_decided(self) -> bool:
        """Tell whether only one seat or team is left in the game."""
        playing = self._playing
        if self._rules.teams:
            return playing & 0b0101 == 0 or playing & 0b1010 == 0
        return playing & (playing - 1) == 0

    def _forfeit(self, seat: int) -> None:
        self._playing &= ~BITS[seat]
        self._home = tuple([other for other in self._home if other != seat])
        for colour in self._rules.owned(seat):
            self._clear(colour)
        if self._is_decided():
            self._conclude("forfeit")
        elif self._rolls:
            rolls = list(self._rolls)
            rolls[seat] = -1
            self._begin(rolls)
        elif seat == self._turn:
            self._next()
        elif self._player >= 0:
            # The pieces that the throw was to move may have gone back to their yard.
            self._open((self._second > 0) == (self._rules.dice == 2))

    def _clear(self, colour: int) -> None:
        """Take a colour's pieces from the board; in teams they go back to the yard."""
        for piece in range(colour * 4, colour * 4 + 4):
            self._send_back(colour, self._at[piece])
            if not self._rules.teams:
                self._at[piece] = -1

    def _conclude(self, reason: str) -> None:
        self._lapse()
        self._rolls = ()
        rules = self._rules
        ranks = race_ranks(rules.seats, self._home, self.forfeited())
        self._finish(reason, self._team_ranks() if rules.teams else ranks)

    def _team_ranks(self) -> tuple[int, ...]:
        """Rank the team that is home, or that is left, above the other one."""
        for team in (0, 1):
            home = self._is_home(team) and self._is_home(team + 2)
            others = self._playing >> (1 - team) & 0b0101
            if home or not others:
                return (1, 3, 1, 3) if team == 0 else (3, 1, 3, 1)
        return (1, 1, 1, 1)

    # Notation and keys.

    def _notation(self, player: int, action: int) -> str | None:
        if player == CHANCE:
            return spell_chance(self._rules, action)
        seat = 0 <= player < self._rules.seats
        return spell_action(self._rules, player, action) if seat else None

    def _write(self, writer: BytesWriter) -> None:
        low = self._row(0) << 28 | self._row(1)
        high = self._row(2) << 28 | self._row(3)
        past: i64 = 0
        for seat in self._home:
            past = past * 5 + seat + 1
        for roll in self._rolls:
            past = past << 4 | roll + 2
        dice = (self._first << 3 | self._second) << 1
        if self._again:
            dice += 1
        now = ((dice << 2 | self._tries) << 2 | self._turn) << 3 | self._player + 4
        now = (now << 17 | self._throws) << 26 | past
        write_i64_le(writer, low)
        write_i64_le(writer, high)
        write_i64_le(writer, now)
