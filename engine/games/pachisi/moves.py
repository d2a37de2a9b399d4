"""Pieces of Pachisi on the board: what the dice allow them, and how they move."""

from typing import Final

from engine.bits import BITS, count_bits, members, nth
from engine.game import Game
from engine.games.pachisi.tables import (
    ALL_HOME,
    BLOCKED,
    FREE,
    GOAL_PATHS,
    PAIRS,
    UNITS,
    Tables,
)
from engine.machine import i64, vec
from engine.state import State
from engine.values import CHANCE, pack_sorted

# The place of the pass among the bits of quiet moves.
PASS: Final = 16


class Pieces(State):
    """The part of a position that moves.

    `_at` has the progress of each piece, `_board` what each square of the track holds (two bits
    a colour), bits of `_goals` the goal squares taken. `_first` and `_second` are the dice that
    the seat `_turn` still has to play, the larger first.

    What they allow are bits of `_captures` and of `_quiet`, for the moves that capture and the
    others: the place of a bit is 4 * side + the number of the piece of its colour, and 8 more for
    a move by `_second`. Of pieces that stand together only the first one's is set. Bit 16 is the
    pass. `_listed` are the actions, sorted, once somebody has asked for them.
    """

    def __init__(self, game: Game, rules: Tables, at: vec[i64], board: vec[i64]) -> None:
        super().__init__(game, CHANCE)
        self._rules = rules
        self._at = at
        self._board = board
        self._goals: i64 = 0
        self._turn: i64 = 0
        self._first: i64 = 0
        self._second: i64 = 0
        self._quiet: i64 = 0
        self._captures: i64 = 0
        self._listed: list[int] | None = None

    def pieces(self, colour: int) -> list[int | None]:
        """Return the progress of a colour's four pieces, None for one off the board."""
        row = [self._at[colour * 4 + number] for number in range(4)]
        return [at if at >= 0 else None for at in row]

    def dice(self) -> list[int]:
        """Return the numbers still to be played, the larger first."""
        return [number for number in (self._first, self._second) if number]

    def _row(self, colour: i64) -> i64:
        """Return a colour's pieces for a key, which does not tell them apart."""
        at, first = self._at, 4 * colour
        return pack_sorted(at[first] + 1, at[first + 1] + 1, at[first + 2] + 1, at[first + 3] + 1)

    def _colour(self, side: i64) -> i64:
        """Return the colour that is on a side for the seat at turn; see `Tables.colours`."""
        return self._turn + 2 * side & 3

    def _is_home(self, colour: i64) -> bool:
        return self._goals >> 4 * colour & 15 == ALL_HOME

    def _side(self) -> i64:
        """Return the first side that the seat moves: 1, its partner's, when its own is home."""
        if self._rules.teams and self._is_home(self._turn):
            return 1
        return 0

    def _on_track(self) -> bool:
        rules, at = self._rules, self._at
        first = self._side()
        for side in range(first, first + rules.width):
            colour = self._colour(side)
            for piece in range(4 * colour, 4 * colour + 4):
                if 0 < at[piece] <= rules.track:
                    return True
        return False

    # What the dice allow.

    def _search(self) -> bool:
        """Find the moves that the dice left allow; tell whether there are any."""
        rules = self._rules
        self._quiet = 0
        self._captures = 0
        self._listed = None
        first = self._side()
        for side in range(first, first + rules.width):
            self._collect(side, self._first, 4 * side)
            if 0 < self._second < self._first:
                self._collect(side, self._second, 4 * side + 8)
        if rules.forced and self._captures:
            self._quiet = 0
        elif rules.passing and self._quiet | self._captures:
            self._quiet |= BITS[PASS]
        return self._quiet | self._captures != 0

    def _collect(self, side: i64, number: i64, place: i64) -> None:
        """Set the bits, from this place on, for the moves of a side's pieces by a number."""
        rules, at = self._rules, self._at
        colour = self._colour(side)
        bit = BITS[place]
        entered = number != 6
        for piece in range(4 * colour, 4 * colour + 4):
            start = at[piece]
            target = start + number
            landing: i64 = BLOCKED
            if start > 0:
                landing = self._landing(colour, start, target)
            elif start == 0 and not entered:
                # One piece in the yard stands for all.
                entered = True
                target = 1
                landing = self._landing(colour, start, target)
            if rules.barriers and landing != BLOCKED and self._is_barred(piece, target):
                landing = BLOCKED
            if landing == FREE:
                self._quiet |= bit
            elif landing < FREE:
                self._captures |= bit
            bit += bit

    def _landing(self, colour: i64, start: i64, target: i64) -> i64:
        """Return what awaits a piece where it lands: FREE, BLOCKED or the colour captured."""
        rules = self._rules
        track = rules.track
        if target <= track:
            square = rules.path[colour * (track + 1) + target]
            return rules.landing[256 * colour + self._board[square]]
        left: i64 = 0
        if start > track:
            left = start - track
        if target > track + 4 or self._goals >> 4 * colour & GOAL_PATHS[5 * left + target - track]:
            return BLOCKED
        return FREE

    def _is_barred(self, piece: i64, target: i64) -> bool:
        """Tell whether two pieces stand together on a square of the track in the way.

        The second of two that may move from the same square counts as barred, too.
        """
        rules, at = self._rules, self._at
        colour = piece >> 2
        start = at[piece]
        for other in range(4 * colour, piece):
            if at[other] == start > 0:
                return True
        for progress in range(start + 1, target):
            if progress > rules.track:
                break
            if PAIRS[self._board[rules.path[colour * (rules.track + 1) + progress]]]:
                return True
        return False

    # Actions.

    def _at_place(self, place: i64) -> i64:
        """Return the progress of the piece that a bit at this place stands for."""
        return self._at[4 * self._colour(place >> 2 & 1) + (place & 3)]

    def _number_of(self, place: i64) -> i64:
        return self._first if place < 8 else self._second

    def _move_of(self, place: i64) -> i64:
        """Return the move that a bit at this place of `_quiet` or `_captures` stands for."""
        if place == PASS:
            return self._rules.sit_out
        left = self._rules.span * (place >> 2 & 1) + self._at_place(place)
        return left * 6 + self._number_of(place) - 1

    def _is_costly(self) -> bool:
        """Tell whether all moves that do not capture cost a piece."""
        return self._captures != 0 and not self._rules.forced

    def _fined(self) -> i64:
        """Return the places of the pieces of which a neglected capture costs one, as bits."""
        able = (self._captures | self._captures >> 8) & 0xFF
        outside = able
        for place in range(8):
            if self._at_place(place) == 0:
                outside &= ~BITS[place]
        return outside or able

    def _loss(self, fined: i64, place: i64) -> i64:
        """Return what a quiet move at a place has to name to lose the piece that is fined."""
        progress = self._at_place(fined)
        if place & 7 == fined and place != PASS:
            progress += self._number_of(place)
        return 1 + (self._rules.span + 1) * (fined >> 2) + progress

    def _choose(self, number: i64) -> i64:
        captures, quiet = count_bits(self._captures), count_bits(self._quiet)
        fined: i64 = 0
        losses: i64 = 1
        if self._is_costly():
            if self._rules.barriers:
                # Where two stand together, moves differ in how many losses they can name.
                return super()._choose(number)
            fined = self._fined()
            losses = count_bits(fined)
        drawn = number * (captures + quiet * losses) >> 32
        if drawn < captures:
            return self._move_of(nth(self._captures, drawn)) * self._rules.losses
        drawn -= captures
        place = nth(self._quiet, drawn // losses)
        action = self._move_of(place) * self._rules.losses
        if fined:
            action += self._loss(nth(fined, drawn % losses), place)
        return action

    def _list(self) -> list[int]:
        """Return the sorted actions that the dice left allow."""
        rules = self._rules
        moves = self._captures
        if not self._is_costly():
            moves |= self._quiet
        actions = [self._move_of(place) * rules.losses for place in members(moves)]
        if self._is_costly():
            actions += self._with_losses()
        actions.sort()
        return actions

    def _with_losses(self) -> set[int]:
        """Return the quiet moves, each with each piece that it may cost."""
        actions: set[int] = set()
        fined = members(self._fined())
        for place in members(self._quiet):
            action = self._move_of(place) * self._rules.losses
            for lost in fined:
                actions.add(action + self._loss(lost, place))
                if place & 7 == lost and self._is_pair(lost):
                    # The one that moves may be named, or the one that stays.
                    actions.add(action + self._loss(lost, PASS))
        return actions

    def _is_pair(self, place: i64) -> bool:
        """Tell whether a second piece of the colour stands with the one at this place."""
        row = self.pieces(self._colour(place >> 2 & 1))
        return row.count(self._at_place(place)) > 1

    # How pieces move.

    def _piece(self, colour: i64, progress: i64) -> i64:
        at = self._at
        piece = colour * 4
        while at[piece] != progress:
            piece += 1
        return piece

    def _step(self, colour: i64, start: i64, number: i64) -> None:
        """Move a piece and capture what it lands on."""
        rules = self._rules
        track = rules.track
        piece = self._piece(colour, start)
        target: i64 = 1
        if start > 0:
            target = start + number
            self._lift(colour, start)
        self._at[piece] = target
        if target > track:
            self._goals |= BITS[4 * colour + target - track - 1]
            return
        square = rules.path[colour * (track + 1) + target]
        landing = rules.landing[256 * colour + self._board[square]]
        if landing < FREE:
            self._send_back(landing, rules.progress[landing * track + square])
        self._board[square] += UNITS[colour]

    def _send_back(self, colour: i64, progress: i64) -> None:
        """Return a piece to its yard, where it may be already."""
        if progress > 0:
            self._at[self._piece(colour, progress)] = 0
            self._lift(colour, progress)

    def _lift(self, colour: i64, progress: i64) -> None:
        """Take a piece off its square of the track or its goal square."""
        rules = self._rules
        track = rules.track
        if progress > track:
            self._goals &= ~BITS[4 * colour + progress - track - 1]
        else:
            self._board[rules.path[colour * (track + 1) + progress]] -= UNITS[colour]
