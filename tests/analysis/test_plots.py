import re
from xml.etree import ElementTree

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from sample_round3 import round3
from sample_study import (
    FIRST_THREE,
    TITLES,
    design,
    failure,
    job,
    searched,
    study,
    study_with_failures,
    untimed,
)

from cryptagon.analysis import groups
from cryptagon.analysis.labels import place_labels
from cryptagon.analysis.plots import plots
from cryptagon.analysis.targets_plot import behind, targets_plots

SVG = "{http://www.w3.org/2000/svg}"


def plots_of(measurements):
    return [plot for group in groups(measurements) for plot in plots(group)]


def texts(plot) -> list[str]:
    return [
        "".join(element.itertext())
        for element in ElementTree.fromstring(plot.svg()).iter(f"{SVG}text")
    ]


def test_a_study_has_four_plots_with_findings():
    found = plots_of(study(FIRST_THREE))
    kinds = [plot.name.removesuffix("-ecp5-85f-8-aead-caesar-1.0") for plot in found]
    assert kinds == ["throughput-mbps", "throughput-per-area", "throughput-area", "ratios-hls"]
    assert all(plot.title and plot.note for plot in found)


def test_runs_of_a_search_are_drawn_and_their_spread_over_seeds_is_said():
    found = plots_of([searched(design("norx", "rtl")), design("norx", "hls")])
    assert [plot.name.split("-ecp5")[0] for plot in found] == [
        "throughput-mbps",
        "throughput-per-area",
        "throughput-area",
        "ratios-hls",
        "seeds",
    ]
    assert (
        found[-1].title
        == "Over 3 seeds or more, Fmax moves by 5% of its median at most (NORX32 RTL)"
    )
    without = plots_of([design("norx", "rtl"), design("norx", "hls")])
    assert len(found[2].svg()) > len(without[2].svg()), "no faint points"


def test_no_plot_without_a_result_and_no_ratios_without_a_pair():
    assert plots_of([failure("norx", "rtl", "no route")]) == []
    assert len(plots_of([design("norx", "rtl"), failure("norx", "hls", "no route")])) == 3


def test_an_estimate_without_a_frequency_has_its_area_plotted():
    (plot,) = plots_of([untimed(design("norx", "rtl")), untimed(design("norx", "hls"))])
    assert plot.name == "luts-ecp5-85f-8-aead-caesar-1.0-estimate"
    assert "NORX32" in plot.title and {"4,710", "5,322"} <= set(texts(plot))


def test_svg_and_png_are_the_same_bytes_every_time():
    first, second = plots_of(study(FIRST_THREE)), plots_of(list(reversed(study(FIRST_THREE))))
    assert [plot.svg() for plot in first] == [plot.svg() for plot in second]
    assert first[0].png() == second[0].png() and first[0].png().startswith(b"\x89PNG")


def test_bars_carry_their_values_best_first():
    words = texts(plots_of(study(FIRST_THREE))[0])
    assert {
        "5,837",
        "5,638",
        "2,542",
        "2,514",
        "1,377",
        "1,407",
        "Throughput, Mbit/s",
        "RTL",
        "HLS",
    } <= set(words)
    names = [word for word in words if word.split(" (")[0] in TITLES.values()]
    assert names == ["ACORN-128 (1, 1)", "Ascon-128a (2, 2)", "AES-128-GCM (3, 3)"]


def test_positions_are_tiers_where_the_spread_over_seeds_is_known():
    found = plots_of([searched(m) for m in study(FIRST_THREE)])
    assert "the tier by RTL and by HLS" in found[0].note
    assert "the rank by RTL and by HLS" in plots_of(study(FIRST_THREE))[0].note
    assert "In brackets" not in plots_of(study(FIRST_THREE[:1]))[0].note


def test_values_over_decades_are_points_with_a_column_of_numbers():
    slow = [design("norx", one, variant="slow", fmax_mhz=1.0) for one in ("rtl", "hls")]
    plot = plots_of(
        [*study(("tiaoxin",)), *slow, failure("morus", "hls", "no way"), design("morus", "rtl")]
    )[0]
    words = texts(plot)
    assert {"26,803", "25,933", "38", "32", "failed", "Throughput, Mbit/s (logarithmic)"} <= set(
        words
    )
    assert (
        words.count("RTL") == 2
        and words.count("HLS") == 2
        and plot.note.startswith("Each point is one design")
    )
    assert "MORUS-640 (2, \N{EN DASH})" in words


def test_more_algorithms_than_marks_are_points_whose_ends_are_named():
    plot = targets_plots(groups(round3(on=("ecp5-85f-8", "xilinx-7"))))[0]
    words = texts(plot)
    assert (
        words.count("NORX32-4-1") == 2
        and "OCB" not in words
        and "the ends of each row are named" in plot.note
    )
    few = targets_plots(groups(round3(("ocb", "norx32"), on=("ecp5-85f-8", "xilinx-7"))))[0]
    assert {"OCB", "NORX32-4-1"} <= set(texts(few)) and "named" not in few.note


def test_targets_stand_below_each_other_and_estimates_have_the_ratio_of_their_areas():
    rtl, hls = pair = [design("norx", "rtl"), design("norx", "hls")]
    assert rtl.throughput_per_area and hls.throughput_per_area and rtl.luts and hls.luts
    elsewhere = [untimed(m.model_copy(update={"target": "virtex-6"})) for m in pair]
    assert targets_plots(groups(pair)) == []
    found = groups([*pair, *elsewhere])
    (plot,) = targets_plots(found)
    assert {"ecp5-85f-8", "virtex-6", "NORX32"} <= set(texts(plot))
    (timed,), (estimated,) = (list(behind(group, "hls")) for group in found)
    assert timed[1] == pytest.approx(rtl.throughput_per_area / hls.throughput_per_area)
    assert estimated[1] == pytest.approx(hls.luts / rtl.luts)
    assert "between 1.13 and 1.31: 1 of 2 outside the band" in plot.title


def test_failures_are_written_where_their_bar_would_be():
    words = texts(plots_of(study_with_failures())[0])
    assert "HLS failed" in words and "RTL failed" in words


def test_ratios_have_units_band_and_direction():
    words = texts(plots_of(study(("acorn128",)))[3])
    assert {
        "RTL/HLS",
        "0.9",
        "1.3",
        "0.97",
        "1.07",
        "Fmax",
        "HLS better \N{RIGHTWARDS ARROW}",
        "\N{LEFTWARDS ARROW} HLS better",
    } <= set(words)


def test_every_algorithm_with_a_result_is_named_in_the_scatter():
    words = texts(plots_of(study_with_failures())[2])
    assert [title for title in TITLES.values() if title not in words] == []


def test_svg_stands_alone_and_its_ids_are_its_own():
    found = [
        plot.svg()
        for plot in plots_of(
            [
                *study(FIRST_THREE),
                *(
                    m.model_copy(update={"scope": "core", "interface": None})
                    for m in study(FIRST_THREE)
                ),
            ]
        )
    ]
    ids = [name for svg in found for name in re.findall(r'\bid="([^"]+)"', svg)]
    assert len(ids) == len(set(ids))
    for svg in found:
        assert set(re.findall(r'(?:url\(#|href="#)([^")]+)', svg)) <= set(ids)
        assert not re.search(r'(?:href|src)="(?!#)', svg) and "<image" not in svg


def test_every_colour_follows_the_theme():
    for plot in plots_of(study_with_failures()):
        assert set(re.findall(r"(?<!, )#[0-9a-f]{6}\b", plot.svg())) <= {"#000000"}


def test_each_class_and_approach_has_its_overview_of_targets():
    here = [design("norx", one) for one in ("rtl", "hls", "drawing")] + [
        job("sha1", one, 80) for one in ("rtl", "hls")
    ]
    found = targets_plots(
        groups([*here, *(m.model_copy(update={"target": "elsewhere"}) for m in here)])
    )
    assert [plot.name for plot in found] == [
        "targets-aead-drawing",
        "targets-aead-hls",
        "targets-toy-hls-jobs",
    ]
    assert (
        "RTL/drawing of throughput/area" in found[0].title and "HLS/RTL of time" in found[2].title
    )
    assert "band" not in found[0].title and "band" in found[1].title


def test_three_approaches_have_three_colours_and_a_ratio_plot_each():
    found = plots_of([design("norx", one) for one in ("rtl", "hls", "drawing")])
    kinds = [plot.name.removesuffix("-ecp5-85f-8-aead-caesar-1.0") for plot in found]
    assert kinds == [
        "throughput-mbps",
        "throughput-per-area",
        "throughput-area",
        "ratios-drawing",
        "ratios-hls",
    ]
    assert {"RTL", "HLS", "drawing"} <= set(texts(found[0]))
    for plot in found[:3]:
        assert {"series-1", "series-2", "series-3"} <= set(re.findall(r"series-\d", plot.svg()))


def test_any_number_of_approaches_can_be_drawn():
    for plot in plots_of(
        [searched(design("norx", name)) for name in ("rtl", *(f"way{n}" for n in range(8)))]
    ):
        assert plot.svg()


def test_jobs_have_their_cycles_their_time_and_their_ratios():
    found = plots_of(
        [job("sha1", "rtl", 20480), job("sha1", "hls", 20481), job("aes", "hls", 11, "one block")]
    )
    assert [plot.name for plot in found] == [
        f"{kind}-ecp5-85f-8-toy-core" for kind in ("cycles", "time-us", "ratios-hls")
    ]
    assert {"20,481", "11", "AES basic, one block"} <= set(texts(found[0]))
    assert {"204.8", "0.110", "Time, µs (logarithmic)"} <= set(texts(found[1]))


def test_one_design_alone_can_be_drawn():
    for plot in plots_of([design("norx", "rtl")]):
        assert plot.svg() and plot.png()


@pytest.mark.parametrize("count", [2, 5, 9])
def test_labels_of_crowded_points_do_not_overlap(count):
    figure = Figure(figsize=(7, 4))
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    axes.set_xlim(0, 10)
    axes.set_ylim(0, 10)
    boxes = place_labels(
        axes, [(f"cipher {n}", [(5 + 0.8 * (n % 3), 5 + 0.7 * (n // 3))]) for n in range(count)]
    )
    assert len(boxes) == count
    assert [(a, b) for a in range(count) for b in range(a) if boxes[a].overlaps(boxes[b])] == []


def test_a_label_stays_in_the_frame():
    figure = Figure(figsize=(4, 3))
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    (box,) = place_labels(axes, [("a rather long name", [(0.98, 0.5)])])
    assert box.x1 <= axes.get_window_extent().x1
