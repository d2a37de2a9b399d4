"""The geometry of charts."""

from tournaments.mathematics import charts


def test_intervals_stand_on_one_scale_of_round_ends():
    drawn = charts.intervals([(1420, 1500, 1580), (1300, 1310, 1320)], width=150)

    assert (drawn.low, drawn.high, drawn.width) == (1300, 1600, 150)
    assert [(one.low, one.value, one.high) for one in drawn.drawn] == [
        ("60.0", "100.0", "140.0"),
        ("0.0", "5.0", "10.0"),
    ]
    assert drawn.ticks == ["50.0", "100.0"]


def test_a_wide_scale_has_few_ticks_and_an_empty_one_is_no_error():
    assert len(charts.intervals([(-1000, 0, 3000)]).ticks) <= charts.MOST_TICKS
    assert charts.intervals([]).drawn == []
    assert charts.intervals([(1500, 1500, 1500)]).high == 1600
