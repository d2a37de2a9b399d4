"""Alpha-beta on a value function, whose leaves are looked at in batches.

A network looks at thirty positions in little more time than at one. So all grandchildren of a
position are looked at together, before they are needed. Their values also give the order: the
first child is searched in full, and the others only to see whether they are better at all
(T. A. Marsland and M. Campbell, "Parallel search of strongly ordered game trees", 1982), and less
deeply the worse they look. All positions are kept from turn to turn.
"""

from __future__ import annotations

import gc
import random

from kauri.sdk import Clock, Game, State

from .neural import Neural
from .searching import OutOfTime

LOST, WON = -1.0, 1.0
MOST_DEPTH = 100
MOST_NODES = 150_000
AT_ONCE = 6

SWEEP = 0.05
"""Seconds that an action must have for all positions to be forgotten, which may take as long."""

STEP = 1e-6
"""The least difference between two values."""

GAPS = (0.1, 0.3, 0.6)
"""A child is searched less deeply by one for each of these by which it looks worse than the first.
"""


class Node:
    """A position: what it looks like for those who act, and what a search of some depth found."""

    __slots__ = ("children", "depth", "high", "low", "mine", "over", "state", "value")

    def __init__(self, state: State, *, mine: bool) -> None:
        self.state, self.mine = state, mine
        self.over = state.is_terminal()
        self.value = 0.0
        self.children: list[tuple[int, Node]] = []
        self.depth, self.low, self.high = 0, LOST, WON

    def known(self, depth: int, alpha: float, beta: float) -> float | None:
        """The value, if no search of this depth is needed within these bounds."""
        if self.over or depth <= 0:
            return self.value
        if self.depth >= depth and (self.low >= beta or self.low == self.high):
            return self.low
        return self.high if self.depth >= depth and self.high <= alpha else None

    def keep(self, depth: int, value: float, alpha: float, beta: float) -> None:
        """Keep what a search within these bounds has found."""
        if self.depth != depth:
            self.depth, self.low, self.high = depth, LOST, WON
        if value > alpha:
            self.low = value
        if value < beta:
            self.high = value

    def of(self, child: Node) -> float:
        """What a child looks like for those who act here."""
        return child.value if child.mine == self.mine else -child.value


class Batches(Neural):
    """Searches as deep as its share of the clock allows; several others count as one opponent."""

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Begin with no positions."""
        super().start(game, seat, rng)
        self.nodes: dict[bytes, Node] = {}
        # The nodes are in no circles, and to look for some among all takes a fifth of the time.
        gc.disable()

    def choose(self, state: State, clock: Clock) -> int:
        """The best action of the deepest search, or what a search in its midst found better."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        self.begin(clock)
        if len(self.nodes) > MOST_NODES / 2 and clock.share() > SWEEP:
            self.nodes.clear()
        root = self.node(state.clone(), [])
        if not root.children:
            self.expand([root])
        depth, value = self.deepen(root)
        best = root.children[0][0]
        self.note(f"{state.action_to_string(best)} {value:+.2f} at depth {depth}")
        return best

    def deepen(self, root: Node) -> tuple[int, float]:
        """Search ever deeper until time is up; return the last whole depth, and its value."""
        whole, value = 1, root.of(root.children[0][1])
        try:
            for depth in range(2, MOST_DEPTH):
                value = self.search(root, depth, LOST, WON)
                whole = depth
                if value in {LOST, WON}:
                    break
        except OutOfTime:
            pass
        return whole, value

    def search(self, node: Node, depth: int, alpha: float, beta: float) -> float:  # type: ignore[override]
        """The value for those who act, searched to a depth in actions. Raises OutOfTime."""
        value = node.known(depth, alpha, beta)
        if value is not None:
            return value
        self.prepare(node, depth)
        value = self.best_of(node, depth, alpha, beta)
        node.keep(depth, value, alpha, beta)
        return value

    def prepare(self, node: Node, depth: int) -> None:
        """Look at the children, and at once at all grandchildren that a search soon asks for."""
        self.check_time()
        if not node.children:
            self.check_room()
            self.expand([node])
        if depth == 2:
            best = node.of(node.children[0][1])
            near = (child for _, child in node.children if best - node.of(child) <= GAPS[0])
            blank = [child for child in near if not child.over and not child.children]
            for place in range(0, len(blank), AT_ONCE):
                self.check_room()
                self.expand(blank[place : place + AT_ONCE])

    def check_room(self) -> None:
        """Raise OutOfTime once there is no time or no room for more positions."""
        self.check_time()
        if len(self.nodes) > MOST_NODES:
            raise OutOfTime

    def expand(self, nodes: list[Node]) -> None:
        """Give positions their children, with what they look like, the best first."""
        fresh: list[Node] = []
        for node in nodes:
            actions = node.state.legal_actions()
            node.children = [(a, self.node(node.state.child(a), fresh)) for a in actions]
        for node, row in zip(fresh, self.values([node.state for node in fresh]), strict=True):
            node.value = row[self.side] if node.mine else -row[self.side]
        for node in nodes:
            node.children.sort(key=lambda pair: -node.of(pair[1]))

    def node(self, state: State, fresh: list[Node]) -> Node:
        """The position of a state; a new one is put on the list of those to be looked at."""
        node = self.nodes.get(key := state.key())
        if node is None:
            node = Node(state, mine=state.current_player() in self.partners)
            self.nodes[key] = node
            fresh.append(node)
        return node

    def best_of(self, node: Node, depth: int, alpha: float, beta: float) -> float:
        """The value of the best child. Those that are better than `alpha` come first from now."""
        first, best = node.of(node.children[0][1]), -2.0
        for number, pair in enumerate(node.children[:]):
            child, low = pair[1], max(alpha, best)
            value = -2.0
            if number and low < beta - STEP:
                less = sum(first - node.of(child) > gap for gap in GAPS)
                value = self.of_child(node, child, depth - 1 - less, low, low + STEP)
                if low < value and less:
                    value = self.of_child(node, child, depth - 1, low, low + STEP)
            if not number or low >= beta - STEP or low < value < beta:
                value = self.of_child(node, child, depth - 1, low, beta)
            if value > best:
                best = value
                if number and value > low:
                    node.children.remove(pair)
                    node.children.insert(0, pair)
            if best >= beta:
                break
        return best

    def of_child(self, node: Node, child: Node, depth: int, alpha: float, beta: float) -> float:
        """The value of a child for those who act in its parent."""
        if child.mine == node.mine:
            return self.search(child, depth, alpha, beta)
        return -self.search(child, depth, -beta, -alpha)
