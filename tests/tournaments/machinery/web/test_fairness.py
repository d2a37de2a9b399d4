"""What makes clocks unfair on a machine, read from what its kernel says."""

import pytest

from tournaments.machinery.web import fairness

CALM = {
    "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "performance",
    "sys/devices/system/cpu/intel_pstate/no_turbo": "1",
    "sys/devices/system/cpu/smt/active": "0",
    "proc/swaps": "Filename Type Size Used Priority",
    "proc/stat": "cpu 100 0 50 9000 10 0 5 1 0 0",
}


@pytest.fixture
def machine(tmp_path):
    """Writes what the kernel of a machine says: a calm one, but for what is given."""

    def write(**changed):
        for name, text in (CALM | changed).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n")
        return tmp_path

    return write


def numbers(root):
    return [found.number for found in fairness.findings(root)]


def test_a_calm_machine_is_fair(machine):
    assert numbers(machine()) == []


def test_a_machine_that_says_nothing_is_taken_to_be_fair(tmp_path):
    assert numbers(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "text", "number"),
    [
        ("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave", 13),
        ("sys/devices/system/cpu/intel_pstate/no_turbo", "0", 14),
        ("sys/devices/system/cpu/cpufreq/boost", "1", 14),
        ("sys/devices/system/cpu/smt/active", "1", 15),
        ("proc/swaps", "Filename Type Size Used Priority\n/swap file 1 0 -2", 16),
        ("proc/stat", "cpu 100 0 50 9000 10 0 5 40 0 0", 17),
    ],
)
def test_each_trouble_is_found(machine, name, text, number):
    assert numbers(machine(**{name: text})) == [number]


def test_stolen_time_is_a_share_of_the_time_in_which_something_wanted_to_run(machine):
    root = machine(**{"proc/stat": "cpu 60 0 20 9000 10 0 0 20 0 0"})

    (found,) = fairness.findings(root)

    assert "20.0%" in found.text
