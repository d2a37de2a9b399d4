"""Perfect matchings of most weight, which follow changes of the weights at little cost.

Source: Edmonds, Maximum matching and a polyhedron with 0,1-vertices (1965), by the primal-dual
method with one search tree at a time, over a complete graph with a matrix of weights. Weights are
whole numbers of any size. An edge with `u` and `v` is tight where the duals of both add up to twice
its weight; duals of blossoms count inside them. Compiled with the engine, since it is all loops.

The tree grows from one vertex without a mate, so that duals of vertices and of blossoms that are in
it have one parity, and every step is a whole number.
"""

FREE, OUTER, INNER = 0, 1, 2


class Matching:
    """A perfect matching of an even number of vertices; `mate` has the partner of each.

    `weights` is the symmetric matrix, which belongs to the matching: change it by `change` alone.
    `groups` are all vertices in parts that a best matching hardly mixes, for a start near the end.
    """

    def __init__(self, weights: list[list[int]], groups: list[list[int]] | None = None) -> None:
        self.weights: list[list[int]] = weights
        self.n: int = len(weights)
        n = self.n
        self.live: list[int] = list(range(n))  # who is not settled
        self.mate: list[int] = [-1] * n
        self.dual: list[int] = [0] * n
        self._begin(groups or [list(range(n))])
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

    def _begin(self, groups: list[list[int]]) -> None:
        """Duals that let the best edges inside of each group be tight."""
        dual = self.dual
        before: list[int] = []
        for group in groups:
            for v in group:
                row = self.weights[v]
                best = max([row[u] for u in group])
                for u in before:
                    need = 2 * row[u] - dual[u]
                    best = max(best, need)
                dual[v] = best
            before += group

    def prefer(self, pairs: list[tuple[int, int]]) -> None:
        """Match these where that costs nothing, then others, before anything is solved."""
        for u, v in pairs:
            self._match_tight(u, v)
        for u in range(self.n):
            for v in range(u + 1, self.n):
                if self.mate[u] >= 0:
                    break
                self._match_tight(u, v)

    def _match_tight(self, u: int, v: int) -> None:
        if self.mate[u] < 0 and self.mate[v] < 0 and self._slack(u, v) == 0:
            self.mate[u], self.mate[v] = v, u

    def solve(self) -> None:
        """Give a mate to everybody who has none."""
        for root in range(self.n):
            if self.mate[root] < 0:
                self._search(root)

    def change(self, vertex: int, row: list[int]) -> None:
        """Set all weights of a vertex; `solve` then finds the new matching."""
        while self.top[vertex] >= self.n:
            self._dissolve(self.top[vertex])
        mate = self.mate[vertex]
        if mate >= 0:
            self.mate[mate] = self.mate[vertex] = -1
        self.weights[vertex] = row
        best, found = 0, False
        for other in self.live:
            if other != vertex:
                self.weights[other][vertex] = row[other]
                need = 2 * row[other] - self.dual[other]
                if not found or need > best:
                    best, found = need, True
        self.dual[vertex] = best
        if mate >= 0 and self._slack(vertex, mate) == 0:
            self.mate[mate], self.mate[vertex] = vertex, mate

    def _slack(self, u: int, v: int) -> int:
        return self.dual[u] + self.dual[v] - 2 * self.weights[u][v]

    def _search(self, root: int) -> None:
        """Grow a tree from this vertex until it reaches another without a mate."""
        self._plant(root)
        while True:
            while self.queue:
                if self._scan(self.queue.pop()):
                    return
            if self._move_duals():
                return

    def _plant(self, root: int) -> None:
        """Begin a tree that has this vertex alone."""
        for node in range(2 * self.n):
            self.label[node] = FREE
        for vertex in range(self.n):
            self.near[vertex] = -1
        self.queue = []
        self._mark_outer(self.top[root], -1, -1)

    def _mark_outer(self, node: int, source: int, target: int) -> None:
        self.label[node] = OUTER
        self.source[node], self.target[node] = source, target
        self._leaves(node, self.queue)

    def _leaves(self, node: int, found: list[int]) -> None:
        if node < self.n:
            found.append(node)
            return
        for child in self.children[node]:
            self._leaves(child, found)

    def _scan(self, u: int) -> bool:
        """Look at all edges of an outer vertex; True when the matching has grown."""
        row = self.weights[u]
        dual, near, top, label = self.dual, self.near, self.top, self.label
        own = dual[u]
        for v in self.live:
            node = top[v]
            if node == top[u]:
                continue
            slack = own + dual[v] - 2 * row[v]
            if slack == 0 and label[node] != INNER:
                if self._take(u, v):
                    return True
                continue
            w = near[v]
            if w < 0 or top[w] == node or slack < dual[w] + dual[v] - 2 * self.weights[w][v]:
                near[v] = u
        return False

    def _take(self, u: int, v: int) -> bool:
        """Use a tight edge from an outer vertex: to grow, to shrink, or to end (True)."""
        node = self.top[v]
        if self.label[node] == OUTER:
            self._shrink(u, v)
            return False
        mate = self.mate[self.base[node]]
        if mate < 0:
            self._augment(u, v)
            return True
        self.label[node] = INNER
        self.source[node], self.target[node] = u, v
        self._mark_outer(self.top[mate], self.base[node], mate)
        return False

    def _move_duals(self) -> bool:
        """Change duals until an edge becomes tight or a blossom empty; True if that was the end."""
        least, at = self._nearest_edge()
        blossom = -1
        for node in range(self.n, 2 * self.n):
            if self.parent[node] < 0 and self.label[node] == INNER and self.children[node]:
                half = self.swell[node] // 2
                if at < 0 or half < least:
                    least, blossom, at = half, node, 0
        self._shift(least)
        if blossom >= 0:
            self._open(blossom)
            return False
        return self._take(self.near[at], at)

    def _nearest_edge(self) -> tuple[int, int]:
        """How far duals must move for the next edge to be tight, and where it ends; -1 for none."""
        least, at = 0, -1
        for v in range(self.n):
            kind = self.label[self.top[v]]
            u = self.near[v]
            if kind == INNER or u < 0:
                continue
            if kind == OUTER and self.top[u] == self.top[v]:
                u = self._nearest(v)
                self.near[v] = u
                if u < 0:
                    continue
            slack = self.dual[u] + self.dual[v] - 2 * self.weights[u][v]
            if kind == OUTER:
                slack //= 2
            if at < 0 or slack < least:
                least, at = slack, v
        return least, at

    def _shift(self, by: int) -> None:
        """Let outer duals fall and inner ones rise; those of blossoms the other way round."""
        label = self.label
        for v in range(self.n):
            kind = label[self.top[v]]
            if kind == OUTER:
                self.dual[v] -= by
            elif kind == INNER:
                self.dual[v] += by
        for node in range(self.n, 2 * self.n):
            if self.parent[node] < 0 and self.children[node]:
                if label[node] == OUTER:
                    self.swell[node] += 2 * by
                elif label[node] == INNER:
                    self.swell[node] -= 2 * by

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
        known = set(seen)
        node = self.top[v]
        while node not in known:
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

    def settle(self, u: int, v: int) -> None:
        """Keep two mates together from now on, whatever becomes of the others."""
        for vertex in (u, v):
            while self.top[vertex] >= self.n:
                self._dissolve(self.top[vertex])
            self.live.remove(vertex)
        self.mate[u], self.mate[v] = v, u

    def take_first(self, vertex: int, others: list[int]) -> bool:
        """Give a vertex the first of these mates that a best matching can give it.

        False where that takes other duals, since a blossom holds the vertex, or its mate is not
        among these: then nothing has changed. Everybody must have a mate.
        """
        while self.top[vertex] >= self.n and not self.swell[self.top[vertex]]:
            self._dissolve(self.top[vertex])
        root, own = self.mate[vertex], self.top[vertex]
        tight = [v for v in others if self.top[v] == own or self._slack(vertex, v) == 0]
        if tight and tight[0] == root:
            return True
        if own >= self.n or root not in tight:
            return False
        # Whoever is outer in a tree from its mate can be left over in the mate's place.
        self.live.remove(vertex)
        self.mate[root] = -1
        self._grow_tight(root, tight[0])
        self.live.append(vertex)
        for other in tight:
            if self.label[self.top[other]] == OUTER:
                self._augment(other, vertex)
                break
        return True

    def _grow_tight(self, root: int, wanted: int) -> None:
        """Grow a tree while no dual must change, and until the wanted vertex is outer."""
        self._plant(root)
        while self.label[self.top[wanted]] != OUTER:
            if self.queue:
                self._scan(self.queue.pop())
            elif not self._open_empty():
                return

    def _open_empty(self) -> bool:
        """Open an inner blossom that has no dual, if there is one."""
        for node in range(self.n, 2 * self.n):
            if self.parent[node] >= 0 or self.label[node] != INNER:
                continue
            if self.children[node] and not self.swell[node]:
                self._open(node)
                return True
        return False

    def part(self, edges: list[tuple[int, int]]) -> None:
        """Take the worth of these edges away, which are not in the matching."""
        for vertex in range(self.n):
            while self.top[vertex] >= self.n:
                self._dissolve(self.top[vertex])
        for u, v in edges:
            self.weights[u][v] = self.weights[v][u] = 0
