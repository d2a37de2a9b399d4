"""An action is the number of counters taken, less one."""

from engine.game import Game
from engine.state import State


class NimGame(Game):
    def __init__(self, info, options, variant):
        super().__init__(info, options, variant)
        self.heap = options["heap"]
        self.most = options["most"]

    def new_initial_state(self):
        return NimState(self, self.heap)

    def num_distinct_actions(self):
        return self.most

    def max_game_length(self):
        return self.heap

    def is_notation(self, text):
        return text in {f"t{count}" for count in range(1, self.most + 1)}


class NimState(State):
    def __init__(self, rules, left):
        super().__init__(rules, 0)
        self.rules = rules
        self.left = left

    def clone(self):
        twin = NimState(self.rules, self.left)
        twin._player = self._player
        twin._copy_past(self)
        return twin

    def _legal(self):
        return list(range(min(self.rules.most, self.left)))

    def _advance(self, action):
        self.left -= action + 1
        if self.left:
            self._player = 1 - self._player
        else:
            self._finish("empty", (2, 1) if self._player else (1, 2))

    def _notation(self, player, action):
        return f"t{action + 1}" if player in {0, 1} and 0 <= action < self.rules.most else None

    def _write(self, writer):
        writer.write(bytes([self.left, self._player + 4]))
