"""The blossoms of a matching, and the tree that is grown in search of a longer one.

`engine.matching` says what they are for.
"""

from typing import Final

FREE: Final = 0
OUTER: Final = 1
INNER: Final = 2


class Blossoms:
    """The vertices and the odd cycles that are shrunk to one node each.

    Nodes are vertices, below `n`, and blossoms, above. `mate` has the partner of each vertex, -1
    for none; a blossom is matched like its base.
    """

    def __init__(self, weights: list[list[int]]) -> None:
        self.weights: list[list[int]] = weights
        self.n: int = len(weights)
        n = self.n
        self.live: list[int] = list(range(n))  # who is not settled
        self.mate: list[int] = [-1] * n
        self.dual: list[int] = [0] * n
        # Nodes are vertices, below n, and blossoms, above; `top` is the outermost of a vertex.
        self.top: list[int] = list(range(n))
        self.parent: list[int] = [-1] * (2 * n)
        self.base: list[int] = list(range(n)) + [-1] * n
        self.children: list[list[int]] = [[] for _ in range(2 * n)]
        # Edge i of a blossom leads from vertex starts[i] in child i to ends[i] in child i + 1.
        self.starts: list[list[int]] = [[] for _ in range(2 * n)]
        self.ends: list[list[int]] = [[] for _ in range(2 * n)]
        self.swell: list[int] = [0] * (2 * n)  # the duals of blossoms
        self.unused: list[int] = list(range(2 * n - 1, n - 1, -1))
        self.label: list[int] = [FREE] * (2 * n)
        self.source: list[int] = [-1] * (2 * n)  # of the edge by which a node got its label: from
        self.target: list[int] = [-1] * (2 * n)  # and to
        self.near: list[int] = [-1] * n  # the outer vertex with the least slack to each
        self.queue: list[int] = []

    def _slack(self, u: int, v: int) -> int:
        return self.dual[u] + self.dual[v] - 2 * self.weights[u][v]

    def _leaves(self, node: int, leaves: list[int]) -> None:
        if node < self.n:
            leaves.append(node)
            return
        for child in self.children[node]:
            self._leaves(child, leaves)

    def _mark_outer(self, node: int, source: int, target: int) -> None:
        self.label[node] = OUTER
        self.source[node], self.target[node] = source, target
        self._leaves(node, self.queue)

    def _plant(self, root: int) -> None:
        """Begin a tree that has this vertex alone."""
        for node in range(2 * self.n):
            self.label[node] = FREE
        for vertex in range(self.n):
            self.near[vertex] = -1
        self.queue = []
        self._mark_outer(self.top[root], -1, -1)

    def _nearest(self, v: int) -> int:
        """The outer vertex of another node with the least slack to this one."""
        best, least = -1, 0
        own = self.top[v]
        for u in self.live:
            node = self.top[u]
            if node != own and self.label[node] == OUTER:
                slack = self.dual[u] + self.dual[v] - 2 * self.weights[u][v]
                if best < 0 or slack < least:
                    best, least = u, slack
        return best

    def _shrink(self, u: int, v: int) -> None:
        """Make a blossom of the cycle that this edge between two outer nodes closes."""
        join = self._join(u, v)
        node = self.unused.pop()
        children, starts, ends = [join], [], []
        # From the base up to the end of the edge, by the path from it that is turned round.
        path, sources, targets = self._path(self.top[u], join)
        for i in range(len(path) - 1, -1, -1):
            starts.append(sources[i])
            ends.append(targets[i])
            children.append(path[i])
        starts.append(u)
        ends.append(v)
        path, sources, targets = self._path(self.top[v], join)
        for i in range(len(path)):
            children.append(path[i])
            starts.append(targets[i])
            ends.append(sources[i])
        self.children[node], self.starts[node], self.ends[node] = children, starts, ends
        self.base[node] = self.base[join]
        self.label[node] = OUTER
        self.source[node], self.target[node] = self.source[join], self.target[join]
        self.swell[node], self.parent[node] = 0, -1
        for child in children:
            if self.label[child] == INNER:
                self._leaves(child, self.queue)
            self.parent[child] = node
        leaves: list[int] = []
        self._leaves(node, leaves)
        for leaf in leaves:
            self.top[leaf] = node

    def _path(self, node: int, join: int) -> tuple[list[int], list[int], list[int]]:
        """The nodes from one to below another, with the edges by which each was reached."""
        path, sources, targets = [], [], []
        while node != join:
            path.append(node)
            sources.append(self.source[node])
            targets.append(self.target[node])
            node = self.top[self.source[node]]
        return path, sources, targets

    def _join(self, u: int, v: int) -> int:
        """The node at which the paths of two vertices to the root come together."""
        seen = []
        node = self.top[u]
        while True:
            seen.append(node)
            if self.source[node] < 0:
                break
            node = self.top[self.source[node]]
        path = set(seen)
        node = self.top[v]
        while node not in path:
            node = self.top[self.source[node]]
        return node

    def _augment(self, u: int, v: int) -> None:
        """Turn the path from the root round, over this edge to a node without a mate."""
        self._rebase(self.top[v], v)
        self.mate[v] = u
        while True:
            node = self.top[u]
            self._rebase(node, u)
            self.mate[u] = v
            if self.source[node] < 0:
                return
            inner = self.top[self.source[node]]
            v = self.target[inner]
            u = self.source[inner]
            self._rebase(inner, v)
            self.mate[v] = u

    def _rebase(self, node: int, vertex: int) -> None:
        """Match the inside of a blossom so that this vertex is left over."""
        if node < self.n:
            return
        child = vertex
        while self.parent[child] != node:
            child = self.parent[child]
        self._rebase(child, vertex)
        children, starts, ends = self.children[node], self.starts[node], self.ends[node]
        size = len(children)
        at = children.index(child)
        # Of an odd cycle the others are matched two by two, from the one after it on.
        for step in range(1, size, 2):
            i, j = (at + step) % size, (at + step + 1) % size
            u, v = starts[i], ends[i]
            if self.mate[u] != v:
                self._rebase(children[i], u)
                self._rebase(children[j], v)
                self.mate[u], self.mate[v] = v, u
        self.children[node] = children[at:] + children[:at]
        self.starts[node] = starts[at:] + starts[:at]
        self.ends[node] = ends[at:] + ends[:at]
        self.base[node] = vertex

    def _free(self, node: int) -> None:
        """Make the children of an outermost blossom outermost, and forget it."""
        for child in self.children[node]:
            self.parent[child] = -1
            leaves: list[int] = []
            self._leaves(child, leaves)
            for leaf in leaves:
                self.top[leaf] = child
        self.children[node], self.starts[node], self.ends[node] = [], [], []
        self.label[node] = FREE
        self.swell[node] = 0
        self.unused.append(node)

    def _open(self, node: int) -> None:
        """Take an inner blossom without a dual apart, and label those on the way through it."""
        children, starts, ends = self.children[node], self.starts[node], self.ends[node]
        source, entry = self.source[node], self.target[node]
        base = self.base[node]
        self._free(node)
        for child in children:
            self.label[child] = FREE
        size = len(children)
        at = children.index(self.top[entry])
        # The base is the first child; the way to it has an even number of edges.
        step = 1 if (size - at) % 2 == 0 else -1
        child = children[at]
        while True:
            self.label[child] = INNER
            self.source[child], self.target[child] = source, entry
            if child == self.top[base]:
                break
            after = (at + step) % size
            u, v = (starts[at], ends[at]) if step == 1 else (ends[after], starts[after])
            self._mark_outer(children[after], u, v)
            at = (after + step) % size
            source, entry = (starts[after], ends[after]) if step == 1 else (ends[at], starts[at])
            child = children[at]
        # Those left free may be as near as before: all outer vertices look again.
        for vertex in self.live:
            if self.label[self.top[vertex]] == FREE:
                self.near[vertex] = self._nearest(vertex)
                if self.near[vertex] >= 0 and self._slack(self.near[vertex], vertex) == 0:
                    self.queue.append(self.near[vertex])

    def _dissolve(self, node: int) -> None:
        """Take an outermost blossom apart, with duals that allow it; its base loses its mate."""
        half = self.swell[node] // 2
        leaves: list[int] = []
        self._leaves(node, leaves)
        for leaf in leaves:
            self.dual[leaf] += half
        mate = self.mate[self.base[node]]
        if mate >= 0 and half:
            self.mate[mate] = self.mate[self.base[node]] = -1
        self._free(node)
