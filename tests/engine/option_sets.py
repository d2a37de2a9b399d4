"""Option sets to test a game under: a short list that covers every pair, and any one at random."""

from itertools import combinations, product

from hypothesis import strategies as st

from tests.engine.cases import GAMES

SHORT_LIMIT = 60


def values(spec):
    """The values of an option worth pairing with the others'."""
    if spec.kind != "int":
        return spec.allowed
    low, high = spec.allowed
    if high - low < 3:
        return tuple(range(low, high + 1))
    return tuple(
        sorted({spec.default, low, high} if high < 100 else {spec.default // 20, spec.default})
    )


def is_valid(info, chosen):
    return all(
        spec.requires is None
        or chosen[spec.name] == spec.default
        or chosen[spec.requires[0]] in spec.requires[1]
        for spec in info.options
    )


def valid_sets(info):
    names = [spec.name for spec in info.options]
    for combination in product(*(values(spec) for spec in info.options)):
        chosen = dict(zip(names, combination, strict=True))
        if is_valid(info, chosen):
            yield chosen


def pairs(chosen):
    """Every two options of a set with their values."""
    return set(combinations(sorted(chosen.items()), 2))


def covering_sets(info):
    """Valid option sets with every pair of values that any valid one has: greedy, always alike."""
    candidates = [(pairs(chosen), chosen) for chosen in valid_sets(info)]
    missing, found = set().union(*(covered for covered, _ in candidates)), []
    while missing:
        covered, chosen = max(candidates, key=lambda candidate: len(candidate[0] & missing))
        missing -= covered
        found.append(chosen)
    return found


def any_options(info):
    """A strategy for valid option sets; limits are the default or short enough to be reached."""

    def value(spec):
        if spec.kind != "int":
            return st.sampled_from(spec.allowed)
        low, high = spec.allowed
        return st.integers(low, min(high, SHORT_LIMIT)) | st.just(spec.default)

    def made_valid(chosen):
        defaults = {spec.name: spec.default for spec in info.options}
        for spec in info.options:
            if spec.requires and chosen[spec.requires[0]] not in spec.requires[1]:
                chosen = chosen | {spec.name: defaults[spec.name]}
        return chosen

    return st.fixed_dictionaries({spec.name: value(spec) for spec in info.options}).map(made_valid)


any_variant = st.sampled_from(GAMES).flatmap(
    lambda info: st.tuples(st.just(info.id), any_options(info))
)
