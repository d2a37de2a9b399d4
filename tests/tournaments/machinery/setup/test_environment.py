import pytest

from agents.terms.limits import Limits
from tournaments.machinery.setup import environment
from tournaments.machinery.setup.environment import (
    BOT_LIMITS,
    VARIABLES,
    archive_cache_bytes,
    archives,
    bot_limits,
    read,
    redis,
)
from tournaments.machinery.setup.variables import SettingError

pytestmark = pytest.mark.once

LIMIT_NAMES = {name for name, _unit in BOT_LIMITS.values()}
LIMIT_VARIABLES = {one.name: one for one in VARIABLES if one.name in LIMIT_NAMES}


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
        ("KAURI_BOT_MEMORY_MIB", "63", "a whole number from 64 to 1000000000"),
        ("KAURI_BOT_MEMORY_MIB", "512MiB", "KAURI_BOT_MEMORY_MIB is '512MiB'; allowed is a whole"),
        ("KAURI_BOT_STARTUP_SECONDS", "9" * 99, "a whole number from 0 to 3600"),
        ("KAURI_TRUSTED_NETWORKS", "192.0.2.1/24", "has host bits set; allowed are networks like"),
        ("KAURI_TRUSTED_NETWORKS", "10.0.0.0/8,", "allowed are networks like"),
        ("KAURI_RATE_SIGNUPS", "0/hour", "allowed is a number from 1 on with /minute, /hour"),
        ("KAURI_RATE_SIGNUPS", "5/15m", "KAURI_RATE_SIGNUPS is '5/15m'"),
        ("KAURI_WRONG_PASSWORDS", "0", "a whole number from 1"),
        ("KAURI_TIME_ZONE", "../etc/passwd", "names of the IANA database, such as Europe/Berlin"),
        ("KAURI_HSTS_DAYS", "731", "a whole number from 0 to 730"),
        ("KAURI_ISOLATION", "None", "allowed are auto, bubblewrap, chroot, none"),
    ],
)
def test_a_value_that_cannot_be_read_is_an_error(name, value, message):
    with pytest.raises(SettingError, match=message):
        read({name: value})


@pytest.mark.parametrize(
    "url",
    [
        "mysql://kauri:secret@db/kauri",
        "http://:secret@redis:6379/0",
        "redis:secret@redis",
        "redis://:secret@redis:port/0",
        "redis://:secret@redis:0/0",
        "redis://:secret@redis/kauri",
        "redis",
    ],
)
def test_a_broker_of_another_kind_is_refused_without_its_password(url):
    with pytest.raises(SettingError, match="allowed is redis://") as refusal:
        redis({"REDIS_URL": url})

    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize(
    "url", ["", "redis://redis", "redis://:secret@redis:6379/0", "rediss://redis:6380/1"]
)
def test_a_redis_is_taken_as_it_is(url):
    assert redis({"REDIS_URL": url}) == url


def test_hosts_are_separated_by_commas():
    assert read({"KAURI_HOSTS": "a.example, b.example"})["KAURI_HOSTS"] == [
        "a.example",
        "b.example",
    ]


def test_other_programs_variables_are_left_alone():
    assert read({"HOME": "/nowhere"})["KAURI_PORT"] == 8000


def test_nothing_set_gives_bots_the_stated_limits():
    assert bot_limits(read({})) == Limits()


def test_every_limit_of_a_bot_is_a_setting_in_its_unit():
    given = {name: str(variable.least + 1) for name, variable in LIMIT_VARIABLES.items()}
    limits = bot_limits(read(given))

    assert limits == Limits(
        memory_bytes=65 << 20,
        processes=2,
        cpu_seconds=2,
        open_files=33,
        file_bytes=17 << 20,
        scratch_bytes=41 << 20,
        scratch_files=2001,
        upload_bytes=11 << 20,
        log_bytes=2 << 10,
        output_bytes=2 << 10,
        message_bytes=65 << 10,
        startup_seconds=1,
    )


@pytest.mark.parametrize(
    ("name", "least"), [("KAURI_BOT_FILE_MIB", 70), ("KAURI_BOT_SCRATCH_MIB", 94)]
)
def test_a_larger_upload_needs_its_place_in_the_sandbox(name, least):
    said = {
        "KAURI_BOT_UPLOAD_MIB": "64",
        "KAURI_BOT_FILE_MIB": "70",
        "KAURI_BOT_SCRATCH_MIB": "94",
        name: str(least - 1),
    }
    with pytest.raises(SettingError, match=f"{name} is too low: {least} is the least"):
        bot_limits(read(said))


@pytest.mark.parametrize(
    ("said", "cores", "slots"), [("", 1, 1), ("", 2, 1), ("", 8, 7), ("3", 2, 3)]
)
def test_a_host_plays_on_all_cores_but_one_unless_told_otherwise(said, cores, slots):
    assert environment.slots(read({"KAURI_SLOTS": said}), cores=cores) == slots


def test_without_a_bucket_archives_lie_in_a_folder_and_are_not_kept_twice():
    values = read({})

    assert archives(values)["BACKEND"].endswith("FileSystemStorage")
    assert archive_cache_bytes(values) == 0


def test_with_a_bucket_a_machine_keeps_what_it_reads():
    values = read({"KAURI_S3_BUCKET": "kauri", "KAURI_ARCHIVE_CACHE_MIB": "3"})

    assert archives(values)["OPTIONS"]["bucket_name"] == "kauri"
    assert archive_cache_bytes(values) == 3 * 2**20


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("KAURI_S3_ENDPOINT", "s3.example.org", "allowed is an address with http:// or https://"),
        ("KAURI_S3_ACCESS_KEY", "key", "set both KAURI_S3_ACCESS_KEY and KAURI_S3_SECRET_KEY"),
        ("KAURI_S3_SECRET_KEY", "key", "set both KAURI_S3_ACCESS_KEY and KAURI_S3_SECRET_KEY"),
    ],
)
def test_half_a_bucket_is_an_error(name, value, message):
    with pytest.raises(SettingError, match=message):
        archives(read({"KAURI_S3_BUCKET": "kauri", name: value}))


def test_a_bucket_without_its_packages_is_an_error(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)

    with pytest.raises(SettingError, match=r"needs the packages of requirements-s3\.txt"):
        archives(read({"KAURI_S3_BUCKET": "kauri"}))
