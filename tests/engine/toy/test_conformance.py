"""A game that the engine did not know promises what every game does."""

import pytest

from tests.engine import test_conformance

pytestmark = pytest.mark.parametrize("variant", ["nim", "nim(most=1)", "nim(heap=12,most=5)"])
globals().update({k: test for k, test in vars(test_conformance).items() if k.startswith("test_")})
