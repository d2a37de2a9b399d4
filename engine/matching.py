"""Perfect matchings of most weight, which follow changes of the weights at little cost.

Source: Edmonds, Maximum matching and a polyhedron with 0,1-vertices (1965), by the primal-dual
method with one search tree at a time, over a complete graph with a matrix of weights. Weights are
whole numbers of any size. An edge with `u` and `v` is tight where the duals of both add up to twice
its weight; duals of blossoms count inside them. Compiled with the engine, since it is all loops.

The tree grows from one vertex without a mate, so that duals of vertices and of blossoms that are in
it have one parity, and every step is a whole number.
"""

from engine.blossoms import INNER, OUTER, Blossoms


class Matching(Blossoms):
    """A perfect matching of an even number of vertices; `mate` has the partner of each.

    `weights` is the symmetric matrix, which belongs to the matching: change it by `change` alone.
    `groups` are all vertices in parts that a best matching hardly mixes, for a start near the end.
    """

    def __init__(self, weights: list[list[int]], groups: list[list[int]] | None = None) -> None:
        super().__init__(weights)
        self._begin(groups or [list(range(self.n))])

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
        best, has_best = 0, False
        for other in self.live:
            if other != vertex:
                self.weights[other][vertex] = row[other]
                need = 2 * row[other] - self.dual[other]
                if not has_best or need > best:
                    best, has_best = need, True
        self.dual[vertex] = best
        if mate >= 0 and self._slack(vertex, mate) == 0:
            self.mate[mate], self.mate[vertex] = vertex, mate

    def _search(self, root: int) -> None:
        """Grow a tree from this vertex until it reaches another without a mate."""
        self._plant(root)
        while True:
            while self.queue:
                if self._scan(self.queue.pop()):
                    return
            if self._move_duals():
                return

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
        """The change of duals that makes the next edge tight, and where it ends; -1 for none."""
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

    def settle(self, u: int, v: int) -> None:
        """Keep two mates together from now on, whatever the others do."""
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

    def _grow_tight(self, root: int, vertex: int) -> None:
        """Grow a tree while no dual must change, and until the vertex is outer."""
        self._plant(root)
        while self.label[self.top[vertex]] != OUTER:
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
        """Set the weights of these edges, which are not in the matching, to 0."""
        for vertex in range(self.n):
            while self.top[vertex] >= self.n:
                self._dissolve(self.top[vertex])
        for u, v in edges:
            self.weights[u][v] = self.weights[v][u] = 0
