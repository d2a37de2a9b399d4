import io
import stat
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.bots import archive
from agents.bots.archive import ArchiveError, pack

TEXT = b"from agents.sdk import Bot\n"
MODULE_BEGIN = b"\0asm\1\0\0\0"


def make_zip(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in entries:
            file.writestr(name, content)
    return target.getvalue()


def entry(name: str, kind: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (kind | 0o777) << 16
    return info


def refusal(data: bytes, filename: str = "bot.zip") -> str:
    with pytest.raises(ArchiveError) as caught:
        pack(filename, data)
    return str(caught.value)


def test_a_text_becomes_a_zip_with_bot_py_at_its_root():
    packed = pack("my_bot.py", TEXT)

    with zipfile.ZipFile(io.BytesIO(packed.data)) as file:
        assert file.read("bot.py") == TEXT
    assert packed.names == ("bot.py",)


def test_a_text_that_only_begins_like_a_zip_is_a_text():
    assert pack("bot.py", b"PKWARE = 1\n").names == ("bot.py",)


def test_the_same_files_give_the_same_bytes_whatever_their_order_dates_and_compression():
    helper = zipfile.ZipInfo("lib/helper.py", date_time=(2020, 2, 2, 2, 2, 2))

    one = pack("a.zip", make_zip(("bot.py", TEXT), ("lib/helper.py", b"x = 1\n")))
    other = pack("b.zip", make_zip((helper, b"x = 1\n"), ("bot.py", TEXT)))

    assert one == other
    assert one.names == ("bot.py", "lib/helper.py")


def test_a_canonical_zip_is_packed_to_itself():
    packed = pack("bot.py", TEXT)
    assert pack("bot.zip", packed.data) == packed


# None that begins like a program.
CONTENTS = st.binary(max_size=99).map(lambda content: b"." + content)


@given(st.dictionaries(st.from_regex(r"[a-z]{1,8}\.txt", fullmatch=True), CONTENTS))
def test_every_file_comes_out_as_it_went_in(files):
    packed = pack("bot.zip", make_zip(("bot.py", TEXT), *files.items()))

    with zipfile.ZipFile(io.BytesIO(packed.data)) as file:
        assert {name: file.read(name) for name in file.namelist()} == {**files, "bot.py": TEXT}


def test_folders_that_systems_add_are_left_out():
    data = make_zip(
        ("bot.py", TEXT),
        ("lib/", b""),
        ("__MACOSX/._bot.py", b"\0"),
        ("lib/__pycache__/helper.cpython-311.pyc", b"\0"),
        (".DS_Store", b"\0"),
    )
    assert pack("bot.zip", data).names == ("bot.py",)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../bot.py", "'..'"),
        ("lib/../../bot.py", "'..'"),
        ("./bot.py", "'.'"),
        ("lib//x.py", "empty name"),
        ("/etc/passwd", "absolute path"),
        ("C:/bot.py", "absolute path"),
        ("lib\\x.py", "backslash"),
        ("bad\nname.py", "unprintable characters"),
        ("n" * 201, "200 bytes"),
        ("a/b/c/d/e/f/g/h/i/x.py", "8 folders deep"),
    ],
)
def test_a_name_that_is_no_plain_path_is_refused(name, said):
    assert said in refusal(make_zip(("bot.py", TEXT), (name, b"x")))


@pytest.mark.parametrize(
    ("kind", "said"),
    [(stat.S_IFLNK, "is a link"), (stat.S_IFCHR, "device"), (stat.S_IFIFO, "pipe")],
)
def test_what_is_no_file_is_refused(kind, said):
    assert said in refusal(make_zip(("bot.py", TEXT), (entry("data", kind), b"/etc/passwd")))


WINDOWS = b"MZ" + bytes(58) + (64).to_bytes(4, "little") + b"PE\0\0"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("fast.so", b"", "native code (by its name)"),
        ("lib/FAST.SO", b"", "native code (by its name)"),
        ("fast.cpython-311-x86_64-linux-gnu.so", b"\x7fELF\2", "native code (ELF)"),
        ("libfast.so.1", b"", "native code (by its name)"),
        ("fast.pyd", b"", "native code (by its name)"),
        ("fast.dll", WINDOWS, "native code (PE)"),
        ("fast.dylib", b"", "native code (by its name)"),
        ("book.bin", b"\x7fELF\2\1", "native code (ELF)"),
        ("book.bin", b"\xcf\xfa\xed\xfe", "native code (Mach-O)"),
        ("book.bin", b"\xca\xfe\xba\xbe", "native code (Mach-O)"),
        ("book.bin", WINDOWS, "native code (PE)"),
        ("helper.pyc", b"", "Add the .py file instead"),
        ("lib/helper.pyo", b"", "Add the .py file instead"),
    ],
)
def test_compiled_code_is_refused_by_its_name_or_its_first_bytes(name, content, said):
    message = refusal(make_zip(("bot.py", TEXT), (name, content)))
    assert message.startswith(repr(name))
    assert said in message


@pytest.mark.parametrize("content", [b"MZ is how this book begins", b"ELF", bytes(100), b"MZ"])
def test_data_that_only_looks_a_little_like_a_program_is_kept(content):
    assert "book.bin" in pack("bot.zip", make_zip(("bot.py", TEXT), ("book.bin", content))).names


@pytest.mark.parametrize("name", archive.RESERVED)
@pytest.mark.parametrize("place", ["{}.py", "{}/__init__.py", "{}/deep/data.txt"])
def test_a_module_with_the_name_of_one_that_every_bot_has_is_refused(name, place):
    said = refusal(make_zip(("bot.py", TEXT), (place.replace("{}", name), b"")))
    assert f"a module that every bot has ({name}). Choose another name." in said


@pytest.mark.parametrize("name", ["lib/numpy.py", "engines.py", "random.py", "engine.txt"])
def test_other_modules_may_be_called_what_they_like(name):
    assert name in pack("bot.zip", make_zip(("bot.py", TEXT), (name, b""))).names


def test_a_name_that_comes_twice_is_refused():
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = make_zip(("bot.py", TEXT), ("bot.py", TEXT))
    assert "'bot.py' is in the zip twice" in refusal(data)


def test_a_file_that_is_also_a_folder_is_refused():
    data = make_zip(("bot.py", TEXT), ("a", b""), ("a/b", b""))
    assert "lies inside another file" in refusal(data)


def test_an_encrypted_zip_is_refused():
    data = bytearray(make_zip(("bot.py", TEXT)))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert "without a password" in refusal(bytes(data))


def test_a_compression_that_is_not_ordinary_is_refused():
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_LZMA) as file:
        file.writestr("bot.py", TEXT)
    assert "deflate" in refusal(target.getvalue())


def test_a_bomb_is_refused():
    zeros = bytes((archive.UPLOAD_BYTES + archive.UNPACKED_MORE) // 3)
    bomb = make_zip(("bot.py", TEXT), ("a", zeros), ("b", zeros), ("c", zeros))

    assert len(bomb) < 200_000
    assert "more than 32 MiB" in refusal(bomb)


def test_a_bomb_that_declares_a_small_size_is_refused():
    data = bytearray(make_zip(("bot.py", TEXT), ("a", bytes(40 * archive.MIB))))
    # The size before compression, in the directory's entry for "a".
    at = data.rindex(b"PK\x01\x02") + 24
    data[at : at + 4] = (100).to_bytes(4, "little")
    assert "damaged" in refusal(bytes(data))


def test_one_file_that_no_bot_could_write_is_refused():
    data = make_zip(("bot.py", TEXT), ("book.bin", bytes(16 * archive.MIB + 1)))
    assert "'book.bin'" in refusal(data)
    assert "book.bin" in pack("bot.zip", data, most=archive.UPLOAD_BYTES + archive.MIB).names


def test_too_many_files_are_refused():
    data = make_zip(("bot.py", TEXT), *((f"{n}.txt", b"") for n in range(1000)))
    assert "1001 files; 1000 are allowed" in refusal(data)


def test_an_endless_directory_is_refused_before_it_is_read():
    assert "too many files" in refusal(b"PK" + b"PK\x01\x02" * 20_001)


def test_an_upload_over_the_limit_is_refused():
    assert "10 MiB at the most" in refusal(bytes(archive.UPLOAD_BYTES + 1))


def test_a_wrong_checksum_is_refused():
    data = make_zip(("bot.py", b"x" * 50))
    at = data.index(b"PK\x01\x02") + 16
    assert "damaged" in refusal(data[:at] + b"\1\2\3\4" + data[at + 4 :])


def test_a_zip_cut_short_is_refused():
    assert "damaged" in refusal(make_zip(("bot.py", TEXT))[:-30])


def packed_or_refused(data: bytes) -> str:
    try:
        return " ".join(pack("bot.zip", data).names)
    except ArchiveError as error:
        return str(error)


@given(st.data())
def test_a_zip_with_any_byte_changed_is_packed_or_refused_in_words(data):
    changed = bytearray(make_zip(("bot.py", TEXT * 3), ("data.txt", b"1234" * 9)))
    changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))

    said = packed_or_refused(bytes(changed))

    assert said.endswith(".") or "bot.py" in said.split()


def test_a_zip_without_bot_py_says_so():
    assert refusal(make_zip(("main.py", TEXT))) == (
        "The zip has neither bot.py nor bot.wasm at its root."
    )


@pytest.mark.parametrize(
    ("filename", "data"),
    [
        ("anything", MODULE_BEGIN),
        ("bot.zip", make_zip(("bot.wasm", MODULE_BEGIN), ("bot.c", b"int main(void) {}"))),
    ],
)
def test_a_webassembly_module_is_a_bot_alone_and_with_its_source(filename, data):
    assert "bot.wasm" in pack(filename, data).names


@pytest.mark.parametrize(
    ("filename", "data"), [("bot.wasm", TEXT), ("bot.zip", make_zip(("bot.wasm", TEXT)))]
)
def test_what_only_has_the_name_of_a_module_is_refused(filename, data):
    assert refusal(data, filename) == "bot.wasm does not begin as a WebAssembly module does."


def test_a_bot_in_one_folder_gets_advice():
    said = refusal(make_zip(("mybot/bot.py", TEXT), ("mybot/x.py", TEXT)))
    assert "it has mybot/bot.py. Zip the files in mybot/, not" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "is empty"),
        (b" \n\t\n", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"x = 1\ny = '\xe9'\n", "not UTF-8 text (line 2)"),
        (b"\x7fELF\0\0", "not Python text"),
        (b"x = '\0'", "NUL"),
    ],
)
def test_a_file_that_is_no_text_is_refused(text, said):
    assert said in refusal(text, "bot.py")


def test_bot_py_in_a_zip_must_be_text_too():
    assert "bot.py is not UTF-8" in refusal(make_zip(("bot.py", b"\xff\xfe")))
