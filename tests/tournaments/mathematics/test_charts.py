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


def test_a_rating_is_plotted_version_after_version_on_round_axes():
    plot = charts.rating_plot(
        [(1, 2, [1500, 1520, 1490]), (3, 2, [1490, 1530, 1540])],
        band=(1480, 1560), width=456, height=242,
    )  # fmt: skip

    assert [(line.number, line.begins) for line in plot.lines] == [(1, "46.0"), (3, "246.0")]
    assert [line.points.split()[-1].split(",")[0] for line in plot.lines] == ["246.0", "446.0"]
    assert [tick.label for tick in plot.values] == ["1,480", "1,500", "1,520", "1,540", "1,560"]
    assert (plot.band.x, plot.band.y, plot.band.height) == ("246.0", "18.0", "200.0")
    assert (plot.first, plot.last, plot.low, plot.high) == (1500, 1540, 1490, 1540)


def test_a_rating_that_never_moved_is_a_flat_line_and_one_without_games_is_none():
    flat = charts.rating_plot([(1, 4, [1500, 1500])], band=None, width=460, height=200)

    assert flat.band is None
    assert len({point.split(",")[1] for point in flat.lines[0].points.split()}) == 1
    assert charts.rating_plot([(1, 0, [1500])], band=None, width=460, height=200) is None
