import pytest

from agents.limits import Limits


@pytest.mark.parametrize("value", [0, -1, 1.5, True, "1", None])
def test_a_limit_that_is_no_positive_whole_number_is_refused_by_name(value):
    with pytest.raises(ValueError, match="open_files must be a whole number of at least 1"):
        Limits(open_files=value)


def test_what_is_not_said_has_a_default():
    assert Limits(open_files=10).memory_bytes == Limits().memory_bytes == 512 * 1024 * 1024
