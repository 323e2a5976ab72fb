import math
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from sample_measurement import FAILURE, JOB, sample

from cryptagon.results import Measurement, newest, throughput_mbps


def test_throughput_is_block_size_over_cycles_times_period():
    assert throughput_mbps(128, 8, 150) == 2400
    assert sample().throughput_mbps == 2400
    assert sample().throughput_per_area == 1.2


@given(st.integers(1, 4096), st.floats(0.5, 1e4), st.floats(1, 1e4), st.integers(1, 10**6))
def test_derived_figures_survive_a_round_trip(block, cycles, fmax, luts):
    work = {"name": "block", "bits": block, "cycles": "encryption"}
    made = sample(work=work, cycles={"encryption": cycles}, fmax_mhz=fmax, luts=luts)
    assert Measurement.model_validate_json(made.model_dump_json(), strict=True) == made
    assert made.throughput_mbps and math.isclose(made.throughput_mbps * cycles, block * fmax)


def test_derived_figures_that_contradict_the_others_are_refused():
    with pytest.raises(
        ValidationError,
        match=r"throughput_mbps is 2500\.0, but from the other fields it is 2400\.0",
    ):
        sample(throughput_mbps=2500.0)
    with pytest.raises(ValidationError, match="throughput_per_area"):
        sample(throughput_per_area=1.3)


@pytest.mark.parametrize("field", ["luts", "ffs", "brams", "dsps", "fmax_mhz"])
def test_a_result_without_a_figure_is_refused(field):
    with pytest.raises(ValidationError, match=f"status is 'ok' but there is no {field}"):
        sample(**{field: None})


def test_a_result_without_the_cycles_of_its_work_is_refused():
    with pytest.raises(
        ValidationError, match=r"status is 'ok' but there is no cycles \"encryption\""
    ):
        sample(cycles={"decryption": 8.0})


def test_a_job_has_a_time_and_no_throughput():
    job = sample(**JOB)
    assert (job.time_us, job.throughput_mbps, job.throughput_per_area) == (125.0, None, None)
    with pytest.raises(ValidationError, match="from the other fields it is 125"):
        sample(**JOB, time_us=1.0)
    assert sample(**JOB, status="does not fit", luts=None).time_us is None


@pytest.mark.parametrize(
    "change",
    [
        {"luts": 0},
        {"ffs": -1},
        {"fmax_mhz": 0},
        {"fmax_mhz": math.inf},
        {"cycles": {"encryption": math.nan}},
        {"work": {"name": "block", "bits": 0, "cycles": "encryption"}},
        {"scope": "chip"},
        {"status": ""},
        {"schema_version": 3},
        {"date": datetime(2026, 1, 2)},
        {"area": 4},
    ],
)
def test_values_out_of_range_are_refused(change):
    with pytest.raises(ValidationError):
        sample(**change)


def test_a_failure_has_a_reason_and_no_throughput():
    failed = sample(**FAILURE)
    assert not failed.ok and failed.throughput_mbps is None and failed.throughput_per_area is None
    with pytest.raises(ValidationError, match="a failed measurement has no throughput and no time"):
        sample(status="wrong answer", throughput_mbps=2400.0, throughput_per_area=1.2)


def test_a_failure_keeps_what_is_known():
    failed = sample(status="did not route", fmax_mhz=None)
    assert failed.cycles_of_work == 8 and failed.luts == 2000 and failed.throughput_mbps is None


def test_a_measurement_cannot_be_changed():
    with pytest.raises(ValidationError, match="frozen"):
        sample().luts = 1


def test_newest_chooses_by_date_for_each_key_and_orders_by_key():
    day = [datetime(2026, 1, n, tzinfo=UTC) for n in (1, 2, 3)]
    old, new, rtl = (
        sample(date=day[0], luts=1),
        sample(date=day[2], luts=3),
        sample(date=day[1], approach="rtl"),
    )
    other = sample(date=day[1], algorithm="acorn128")
    assert newest([new, rtl, other, old]) == [other, new, rtl]


def test_best_run_is_the_placement_that_came_to_a_result():
    run = {"strategy": "narrow", "seed": 1, "requested_mhz": 200.0}
    endless = {**run, "status": "place and route failed: Routing does not end"}
    second = {**run, "fmax_mhz": 150.0, "placer": ("--placer", "static")}
    best = {"best_strategy": "narrow", "best_seed": 1, "best_requested_mhz": 200.0}
    made = sample(**best, attempts=(endless, second))
    assert made.best_attempt.placer == ("--placer", "static")
