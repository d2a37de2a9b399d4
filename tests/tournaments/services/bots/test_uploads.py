import pytest

from agents import samples
from agents.bots.archive import TornArchive
from tests.tournaments.factories import NOW, BotFactory, PlayerFactory, check_match
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Bot, Match, Version
from tournaments.services.bots import checks, uploads

pytestmark = pytest.mark.django_db

CODE = samples.read("random")


def upload(bot, *, player=None, data=CODE, filename="bot.py"):
    code = uploads.CodeFile(filename, data)
    return uploads.upload(bot=bot, player=player or bot.owner, code=code, now=NOW)


def test_an_upload_becomes_version_one_and_waits_for_its_check():
    version, new = upload(BotFactory())

    assert (version.number, version.status, new) == (1, Version.Status.CHECKING, True)
    assert version.checks.get().status == Match.Status.QUEUED


@pytest.mark.django_db(transaction=True)
def test_an_upload_wakes_a_worker_once_it_is_stored(sent):
    upload(BotFactory())

    assert sent == ["kauri.validate"]


def test_other_code_is_the_next_version():
    bot = BotFactory()
    upload(bot)

    version, _new = upload(bot, data=CODE + b"\n# better\n")

    assert version.number == 2


def test_the_same_code_again_is_the_version_it_was():
    bot = BotFactory()
    first, _new = upload(bot)

    again, new = upload(bot)

    assert (again, new) == (first, False)
    assert Match.objects.count() == 1


def test_the_archive_lies_under_its_content_and_is_shared():
    one, _new = upload(BotFactory())
    other, _new = upload(BotFactory())

    assert one.archive.name == other.archive.name
    assert one.sha256 in one.archive.name
    assert one.read_archive() == other.read_archive()


def test_an_archive_that_was_left_half_written_is_written_again():
    one, _new = upload(BotFactory())
    whole = one.read_archive()
    with one.archive.open("wb") as file:
        file.write(whole[:100])

    other, _new = upload(BotFactory())

    assert other.archive.name == one.archive.name
    assert other.read_archive() == whole


def test_an_archive_takes_little_room_in_the_storage():
    version, _new = upload(BotFactory(), data=CODE + b"# ha\n" * 200_000)

    assert version.archive.size == version.stored_size < version.size / 50
    assert len(version.read_archive()) == version.size


@pytest.mark.parametrize("share", [0, 0.5, 0.99])
def test_a_truncated_archive_is_never_read_as_another_bot(share):
    version, _new = upload(BotFactory())
    with version.archive.open("r+b") as file:
        file.truncate(int(version.stored_size * share))

    with pytest.raises(TornArchive, match=r"The archive of .* v1 is damaged: its end is missing"):
        version.read_archive()


def test_an_archive_of_other_bytes_is_never_read():
    one, _new = upload(BotFactory())
    other, _new = upload(BotFactory(), data=CODE + b"# two")
    storage = one.archive.storage
    storage.delete(one.archive.name)
    with other.archive.open() as file:
        storage.save(one.archive.name, file)

    with pytest.raises(TornArchive, match="other bytes"):
        one.read_archive()


def test_a_missing_archive_is_named():
    version, _new = upload(BotFactory())
    version.archive.storage.delete(version.archive.name)

    with pytest.raises(TornArchive, match=r"The archive of .* v1 is missing"):
        version.read_archive()


def test_the_uploads_of_a_player_have_so_much_room_and_no_more(settings):
    bot = BotFactory()
    first, _new = upload(bot)
    settings.PLAYER_STORAGE_BYTES = first.stored_size + 100

    with pytest.raises(Invalid, match=r"compressed\. You may store 0 MiB"):
        upload(BotFactory(owner=bot.owner), data=CODE + b"# two")

    assert Version.objects.count() == 1
    assert upload(BotFactory())[1]


def test_only_the_owner_uploads():
    alices = BotFactory(owner=PlayerFactory(username="alice"))

    with pytest.raises(NotAllowed, match="Only alice may upload"):
        upload(alices, player=PlayerFactory(username="bob"))


def test_what_is_no_bot_is_refused_and_nothing_is_kept():
    bot = BotFactory()

    with pytest.raises(Invalid, match="The file is empty") as caught:
        upload(bot, data=b"")

    assert caught.value.field == "archive"
    assert not bot.versions.exists()


def test_a_player_cannot_flood_the_checks():
    bot = BotFactory()
    for number in range(uploads.MAX_UNCHECKED):
        upload(bot, data=CODE + b"# %d" % number)

    with pytest.raises(Invalid, match="5 of your versions are still being checked"):
        upload(bot, data=CODE + b"# one more")


def test_a_name_is_given_once_whatever_its_case():
    BotFactory(name="Deep Shell", slug="deep-shell")

    with pytest.raises(Invalid, match="a bot named like “deep shell” already"):
        uploads.create_bot(owner=PlayerFactory(), name="deep shell", now=NOW)


def test_names_that_would_share_an_address_are_told_apart():
    BotFactory(name="Deep Shell", slug="deep-shell")

    with pytest.raises(Invalid, match="Choose another name"):
        uploads.create_bot(owner=PlayerFactory(), name="Deep-Shell", now=NOW)


def test_a_check_that_the_platform_voided_can_be_repeated():
    version, _new = upload(BotFactory())
    version.checks.update(status=Match.Status.VOID)
    version.leave_unchecked()

    checks.again(version=version, player=version.bot.owner, now=NOW)

    assert version.checks.filter(status=Match.Status.QUEUED).count() == 1


def test_a_check_under_way_is_not_doubled():
    version, _new = upload(BotFactory())

    checks.again(version=version, player=version.bot.owner, now=NOW)

    assert version.checks.count() == 1


def test_a_stranger_cannot_repeat_a_check():
    version, _new = upload(BotFactory())
    check_match(version)

    with pytest.raises(NotAllowed):
        checks.again(version=version, player=PlayerFactory(), now=NOW)


def introduce(owner, name, *, data=CODE):
    return uploads.introduce(
        owner=owner,
        name=name,
        description="",
        open_to_all=True,
        code=uploads.CodeFile("bot.py", data),
        now=NOW,
    )


def test_a_bot_is_introduced_with_its_first_version():
    version = introduce(PlayerFactory(), "Newcomer")

    assert (version.bot.name, version.number) == ("Newcomer", 1)


def test_a_bot_whose_code_is_refused_at_once_is_not_kept():
    with pytest.raises(Invalid, match="empty"):
        introduce(PlayerFactory(), "Newcomer", data=b"")

    assert not Bot.objects.exists()


def test_a_second_click_introduces_the_same_bot():
    alice = PlayerFactory()

    assert introduce(alice, "Newcomer") == introduce(alice, "Newcomer")


def test_the_name_of_an_own_bot_cannot_be_taken_for_other_code():
    alice = PlayerFactory()
    introduce(alice, "Newcomer")

    with pytest.raises(Invalid, match="named like “Newcomer” already"):
        introduce(alice, "Newcomer", data=CODE + b"\n# other\n")


def test_a_name_that_is_the_address_of_another_page_is_refused():
    with pytest.raises(Invalid, match="“New” is kept for a page"):
        introduce(PlayerFactory(), "New")
