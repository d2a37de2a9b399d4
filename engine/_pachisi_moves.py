"""Pieces of Pachisi on the board: what the dice allow them, and how they move."""

from engine._pachisi_tables import ALL_HOME, BLOCKED, FREE, GOAL_BITS, GOAL_PATHS, UNITS, Rules
from engine.game import Game
from engine.state import State
from engine.values import CHANCE


class Pieces(State):
    """The part of a position that moves.

    `_at` has the progress of each piece, `_board` what each square of the track holds (two bits
    a colour), `_goals` the goal squares taken of each colour. `_first` and `_second` are the dice
    that the seat `_turn` still has to play, the larger first.
    """

    def __init__(self, game: Game, rules: Rules) -> None:
        super().__init__(game, CHANCE)
        self._rules = rules
        self._at = [0] * 16
        self._board = [0] * rules.track
        self._goals = [0, 0, 0, 0]
        self._turn = 0
        self._first = 0
        self._second = 0

    def pieces(self, colour: int) -> list[int | None]:
        """Return the progress of a colour's four pieces, None for one off the board."""
        return [at if at >= 0 else None for at in self._at[colour * 4 : colour * 4 + 4]]

    def dice(self) -> list[int]:
        """Return the numbers still to be played, the larger first."""
        return [number for number in (self._first, self._second) if number]

    def _side(self) -> int:
        """Return the first side that the seat moves: 1, its partner's, when its own is home."""
        return 1 if self._rules.teams and self._goals[self._turn] == ALL_HOME else 0

    def _on_track(self) -> bool:
        rules = self._rules
        side = self._side()
        for colour in rules.colours[self._turn][side : side + rules.width]:
            for piece in range(colour * 4, colour * 4 + 4):
                if 0 < self._at[piece] <= rules.track:
                    return True
        return False

    def _search(self) -> list[int]:
        """Return the sorted actions that the dice left allow."""
        rules = self._rules
        quiet: list[int] = []
        captures: list[int] = []
        side = self._side()
        for colour in rules.colours[self._turn][side : side + rules.width]:
            self._collect(colour, side, self._first, quiet, captures)
            if 0 < self._second < self._first:
                self._collect(colour, side, self._second, quiet, captures)
            side += 1
        if rules.passing and (quiet or captures):
            quiet.append(rules.sit_out)
        if captures and not rules.forced:
            return self._with_losses(quiet, captures)
        actions = [move * rules.losses for move in captures or quiet]
        actions.sort()
        return actions

    def _collect(
        self, colour: int, side: int, number: int, quiet: list[int], captures: list[int]
    ) -> None:
        """Add the moves of a colour's pieces by a number, those that capture apart."""
        rules = self._rules
        track = rules.track
        entered = number != 6
        for piece in range(colour * 4, colour * 4 + 4):
            start = self._at[piece]
            if start < 0 or (start == 0 and entered):
                continue
            # One piece in the yard stands for all.
            entered = entered or start == 0
            target = start + number if start else 1
            if target <= track:
                found = rules.landing[colour][self._board[rules.squares[colour][target]]]
            else:
                found = self._goal_landing(colour, start, target)
            if found == BLOCKED or (rules.barriers and self._is_barred(colour, start, target)):
                continue
            move = (rules.span * side + start) * 6 + number - 1
            moves = quiet if found == FREE else captures
            if not rules.barriers or move not in moves:
                moves.append(move)

    def _goal_landing(self, colour: int, start: int, target: int) -> int:
        track = self._rules.track
        if target > track + 4:
            return BLOCKED
        path = GOAL_PATHS[start - track if start > track else 0][target - track]
        return BLOCKED if self._goals[colour] & path else FREE

    def _is_barred(self, colour: int, start: int, target: int) -> bool:
        """Tell whether two pieces stand together on a square of the track in the way."""
        rules = self._rules
        squares = rules.squares[colour]
        for progress in range(start + 1, min(target, rules.track + 1)):
            held = self._board[squares[progress]]
            if held and held not in UNITS:
                return True
        return False

    def _with_losses(self, quiet: list[int], captures: list[int]) -> list[int]:
        """Return the sorted actions where all but the captures cost a piece."""
        rules = self._rules
        span = rules.span
        able = {move // 6 for move in captures}
        outside = {place for place in able if place % span}
        actions = {move * rules.losses for move in captures}
        for move in quiet:
            for place in outside or able:
                side = place // span
                lost = [place % span]
                if place == move // 6:
                    lost = [*self._pair_left(side, place % span), place % span + move % 6 + 1]
                for progress in lost:
                    actions.add(move * rules.losses + 1 + side * (span + 1) + progress)
        return sorted(actions)

    def _pair_left(self, side: int, progress: int) -> list[int]:
        """Return the progress again if a second piece of the colour stands there."""
        colour = self._rules.colours[self._turn][side]
        return [progress] if self._at[colour * 4 : colour * 4 + 4].count(progress) > 1 else []

    def _piece(self, colour: int, progress: int) -> int:
        piece = colour * 4
        while self._at[piece] != progress:
            piece += 1
        return piece

    def _step(self, colour: int, start: int, number: int) -> None:
        """Move a piece and capture what it lands on."""
        rules = self._rules
        track = rules.track
        piece = self._piece(colour, start)
        if start > track:
            self._goals[colour] -= GOAL_BITS[start - track]
        elif start > 0:
            self._board[rules.squares[colour][start]] -= UNITS[colour]
        target = start + number if start else 1
        self._at[piece] = target
        if target > track:
            self._goals[colour] += GOAL_BITS[target - track]
            return
        square = rules.squares[colour][target]
        found = rules.landing[colour][self._board[square]]
        if found < FREE:
            self._send_back(found, rules.progress[found][square])
        self._board[square] += UNITS[colour]

    def _send_back(self, colour: int, progress: int) -> None:
        """Return a piece to its yard, where it may be already."""
        if progress == 0:
            return
        track = self._rules.track
        self._at[self._piece(colour, progress)] = 0
        if progress > track:
            self._goals[colour] -= GOAL_BITS[progress - track]
        else:
            self._board[self._rules.squares[colour][progress]] -= UNITS[colour]
