import pytest

from tournaments.environment import VARIABLES, SettingError, read


def test_nothing_set_gives_the_defaults():
    assert read({}) == {variable.name: variable.default for variable in VARIABLES}


def test_an_unknown_name_is_an_error_that_lists_what_is_known():
    with pytest.raises(SettingError, match=r"unknown setting KAURI_PROT; allowed are .*PORT"):
        read({"KAURI_PROT": "1"})


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("KAURI_DEBUG", "yes", "allowed are 1 .yes. and 0 .no."),
        ("KAURI_PORT", "-1", "a whole number from 0"),
        ("KAURI_LEASE_SECONDS", "2", "a whole number from 3"),
        ("KAURI_ISOLATION", "None", "allowed are bubblewrap, none"),
    ],
)
def test_a_value_that_cannot_be_read_is_an_error(name, value, message):
    with pytest.raises(SettingError, match=message):
        read({name: value})


def test_hosts_are_separated_by_commas():
    assert read({"KAURI_HOSTS": "a.example, b.example"})["KAURI_HOSTS"] == [
        "a.example",
        "b.example",
    ]


def test_other_programs_variables_are_left_alone():
    assert read({"HOME": "/nowhere"})["KAURI_PORT"] == 8000
