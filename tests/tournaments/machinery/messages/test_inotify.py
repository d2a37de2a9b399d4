import pytest

from tournaments.machinery.messages.inotify import Watch


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "watched").mkdir()
    return tmp_path / "watched"


@pytest.fixture
def watch(folder):
    with Watch(folder) as watch:
        yield watch


def _move_in(folder, name):
    file = folder.parent / name
    file.touch()
    file.rename(folder / name)


def test_nothing_comes_where_nothing_is_moved_in(watch, folder):
    (folder.parent / "elsewhere").touch()

    assert not watch.wait(0.01)


def test_a_file_that_is_moved_in_is_seen_until_it_is_forgotten(watch, folder):
    _move_in(folder, "message")

    assert watch.wait(60)
    assert watch.wait(60)
    watch.forget()
    assert not watch.wait(0.01)


def test_more_files_than_one_reading_holds_are_forgotten_at_once(watch, folder):
    for number in range(3000):
        _move_in(folder, f"{number:040}")

    watch.forget()

    assert not watch.wait(0.01)


def test_a_missing_folder_is_an_error_that_names_it_as_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        Watch(tmp_path / "nowhere")
