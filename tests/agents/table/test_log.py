from hypothesis import given
from hypothesis import strategies as st

from agents.table.log import Log


def test_a_short_log_is_kept_whole():
    log = Log(100)
    log.write(b"one\n")
    log.write(b"two\n")
    assert log.text() == "one\ntwo\n"


def test_a_long_log_keeps_its_first_and_last_part_and_counts_what_is_cut():
    log = Log(10)
    for number in range(100):
        log.write(b"%02d" % number)
    assert log.text() == "00010\n[... 190 bytes left out ...]\n79899"


@given(st.lists(st.binary(max_size=30)), st.integers(2, 40))
def test_what_is_kept_is_the_two_ends_of_what_was_written(chunks, size):
    log, half = Log(size), max(1, size // 2)
    for chunk in chunks:
        log.write(bytes(byte % 26 + 97 for byte in chunk))
    whole = b"".join(bytes(byte % 26 + 97 for byte in chunk) for chunk in chunks).decode()

    assert log.written == len(whole)
    if len(whole) <= 2 * half:
        assert log.text() == whole
    else:
        cut = len(whole) - 2 * half
        assert log.text() == f"{whole[:half]}\n[... {cut} bytes left out ...]\n{whole[-half:]}"


def test_control_characters_and_broken_text_cannot_reach_a_page():
    log = Log(100)
    log.write(b"\x1b[31mred\x00\r\n\xff\tok")
    assert log.text() == "[31mred\n\ufffd\tok"


def test_each_part_belongs_to_the_event_in_which_it_was_printed():
    log = Log(100)
    log.write(b"hello\n")
    log.cut(0)
    log.cut(1)
    log.write("größer\r\n".encode())
    log.cut(3)
    log.write(b"bye\n")

    assert log.cuts() == ((0, 6), (3, 13))
    assert log.text()[6:13] == "größer\n"


@given(st.lists(st.binary(max_size=12)), st.integers(2, 40))
def test_the_cuts_of_a_long_log_part_all_of_what_is_kept(chunks, size):
    log = Log(size)
    for event, chunk in enumerate(chunks):
        log.write(bytes(byte % 26 + 97 for byte in chunk))
        log.cut(event)

    ends = [end for _event, end in log.cuts()]
    assert ends == sorted(set(ends))
    assert (ends or [0])[-1] == len(log.text())


def test_what_is_left_out_is_counted_beside_the_event_that_ended_it():
    log = Log(10)
    for event, text in enumerate([b"abc", b"defghij", b"klmnopqrst", b"uvwxyz"]):
        log.write(text)
        log.cut(event)
    text, begin, parts = log.text(), 0, {}
    for event, end in log.cuts():
        parts[event], begin = text[begin:end], end

    assert parts == {0: "abc", 1: "de", 3: "\n[... 16 bytes left out ...]\nvwxyz"}
