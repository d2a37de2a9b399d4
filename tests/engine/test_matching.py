import random

import networkx
import pytest

from engine.matching import Matching


def _weights(size, top, rng):
    weights = [[0] * size for _one in range(size)]
    for one in range(size):
        for other in range(one):
            weights[one][other] = weights[other][one] = rng.randint(0, top)
    return weights


def _most(weights):
    graph = networkx.Graph()
    for one, row in enumerate(weights):
        graph.add_weighted_edges_from((one, other, row[other]) for other in range(one))
    return sum(weights[a][b] for a, b in networkx.max_weight_matching(graph, maxcardinality=True))


def _total(matching):
    return sum(matching.weights[one][other] for one, other in enumerate(matching.mate)) // 2


@pytest.mark.parametrize("top", [1, 3, 100, 10**30])
@pytest.mark.parametrize("seed", range(25))
def test_it_weighs_as_much_as_another_program_finds_also_after_changes(seed, top):
    rng = random.Random(seed)
    size = rng.choice([2, 4, 6, 8, 12])
    matching = Matching(_weights(size, top, rng))
    matching.solve()
    assert _total(matching) == _most(matching.weights)

    for _change in range(5):
        vertex = rng.randrange(size)
        row = [rng.randint(0, top) for _one in range(size)]
        row[vertex] = 0
        matching.change(vertex, row)
        matching.solve()

        assert _total(matching) == _most(matching.weights)
        assert all(matching.mate[matching.mate[one]] == one for one in range(size))


@pytest.mark.parametrize("seed", range(10))
def test_two_who_are_settled_stay_together(seed):
    rng = random.Random(seed)
    matching = Matching(_weights(8, 9, rng))
    matching.solve()
    pair = 0, matching.mate[0]
    others = [one for one in range(8) if one not in pair]

    matching.settle(*pair)
    for vertex in others[:3]:
        row = [rng.randint(0, 9) for _one in range(8)]
        row[vertex] = 0
        matching.change(vertex, row)
    matching.solve()

    assert matching.mate[pair[0]] == pair[1]
    rest = [[matching.weights[one][two] for two in others] for one in others]
    assert _total(matching) == _most(rest) + matching.weights[pair[0]][pair[1]]


@pytest.mark.parametrize("seed", range(40))
def test_a_vertex_takes_the_first_mate_that_costs_nothing(seed):
    rng = random.Random(seed)
    size = rng.choice([6, 8, 12])
    weights = _weights(size, rng.choice([1, 2]), rng)
    matching = Matching([list(row) for row in weights])
    matching.solve()
    best = _total(matching)
    one, choices = 0, rng.sample(range(1, size), size - 1)

    taken = matching.take_first(one, choices)
    matching.settle(one, matching.mate[one])
    matching.solve()

    assert _total(matching) == best
    free = [two for two in choices if _most_with(weights, one, two) == best]
    assert matching.mate[one] == free[0] or not taken


def _most_with(weights, one, two):
    """What the best matching weighs in which these two are mates."""
    rest = [other for other in range(len(weights)) if other not in (one, two)]
    return weights[one][two] + _most([[weights[a][b] for b in rest] for a in rest])


@pytest.mark.parametrize("seed", range(20))
def test_groups_to_begin_with_change_no_weight(seed):
    rng = random.Random(seed)
    weights = _weights(10, 20, rng)
    vertices = rng.sample(range(10), 10)

    matching = Matching(weights, [vertices[:3], vertices[3:7], vertices[7:]])
    matching.prefer([(0, 5), (1, 6)])
    matching.solve()

    assert _total(matching) == _most(weights)
