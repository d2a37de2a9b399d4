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
def test_two_who_are_fixed_stay_together(seed):
    rng = random.Random(seed)
    matching = Matching(_weights(8, 9, rng))
    matching.solve()
    one, other = 0, matching.mate[0]

    matching.fix(one, other, 10**6)
    for vertex in {2, 3, 4} - {other}:
        row = [rng.randint(0, 9) for _one in range(8)]
        row[vertex] = 0
        matching.change(vertex, row)
    matching.solve()

    assert matching.mate[one] == other
    assert _total(matching) == _most(matching.weights)
