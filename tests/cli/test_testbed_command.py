"""`cryptagon testbed`: what it measures of a hash function, and what it says when asked wrongly."""

import json

import pytest


@pytest.mark.parametrize("words", [("run", "sha256"), ("sha256",)])
def test_the_command_measures(words, workplace, tmp_path):
    plot = tmp_path / "overhead.svg"
    options = (
        "--approach",
        "rtl",
        "--size",
        "2",
        "--size",
        "10",
        "--dma-mhz",
        "100",
        "--json",
        "--plot",
        str(plot),
    )
    result = workplace.cryptagon("testbed", *words, *options)
    assert result.returncode == 0, result.stderr
    (found,) = json.loads(result.stdout)
    assert (found["name"], found["approach"], found["core_mhz"]) == ("sha256", "rtl", 100.0)
    # 27 beside the blocks, and the block of padding that whole blocks of data have behind them.
    assert (found["block_cycles"], found["message_cycles"]) == (65.0, 27.0 + 65)
    assert found["gbps"] == pytest.approx(512 * 0.1 / 65, abs=1e-4)
    small, large = found["transfers"]
    assert small["size"] == 2_000 and small["overhead"] > large["overhead"] > 0
    assert large["ticks"] > 157 * 65
    assert large["gbps"] == pytest.approx(10_000 * 8 / (large["ticks"] * 10), abs=1e-4)
    assert plot.read_text().startswith("<svg")


ASKED_WRONGLY = {
    "no such algorithm": (["sha255"], "sha255"),
    "a core's clock of zero": (
        ["sha256", "--core-mhz", "0"],
        "0 MHz is no frequency for the core clock",
    ),
    "a bus clock of zero": (
        ["sha256", "--dma-mhz", "0"],
        "0 MHz is no frequency for the bus clock",
    ),
    "a message of no bytes": (["sha256", "--size", "0"], "0 kB is no size"),
    "a message beyond the memory": (["sha256", "--size", "50000"], "50000 kB is no size"),
    "a part that is not there": (["sha256", "--target", "ecp5-85f-9"], "ecp5-85f-9"),
    "a variant that is not there": (["sha1", "--variant", "fast"], 'there is no variant "fast"'),
    "no such approach": (["sha256", "--approach", "vhdl"], "vhdl"),
}


def test_a_kernel_works_on_its_known_answers(workplace):
    """A job of 320 bits takes 12 rounds and the testbed carries 64 bits a cycle to the unit."""
    options = ("--approach", "hls", "--variant", "basic", "--size", "4", "--dma-mhz", "150")
    result = workplace.cryptagon("testbed", "run", "ascon_p", *options, "--json")
    assert result.returncode == 0, result.stderr
    (found,) = json.loads(result.stdout)
    assert (found["name"], found["variant"], found["block_bits"]) == ("ascon_p", "basic", 320)
    (transfer,) = found["transfers"]
    assert transfer["unit_cycles"] >= 100 * found["block_cycles"]  # 4,000 bytes are 100 states
    assert 0 < transfer["overhead"] < 1


def test_a_block_cipher_encrypts_blocks_under_one_key(workplace):
    """Nine cycles a block of eight rounds; the formula has no key, the timer has it."""
    options = ("--approach", "rtl", "--size", "4", "--dma-mhz", "150", "--json")
    result = workplace.cryptagon("testbed", "run", "dummy_block", *options)
    assert result.returncode == 0, result.stderr
    (found,) = json.loads(result.stdout)
    assert (found["name"], found["block_bits"], found["block_cycles"]) == ("dummy_block", 64, 9.0)
    assert found["gbps"] == pytest.approx(64 * 0.1 / 9, abs=1e-4)
    (transfer,) = found["transfers"]
    assert transfer["unit_cycles"] >= 500 * 9  # 4,000 bytes are 500 blocks
    assert 0 < transfer["overhead"] < 0.2


@pytest.mark.nightly
@pytest.mark.slow
def test_the_experiment_raises_the_clock_of_a_routed_unit(workplace):
    options = ("--approach", "rtl", "--size", "1", "--size", "20", "--dma-mhz", "100")
    tries = ("--experiment", "--quick", "--boards", "1", "--json")
    result = workplace.cryptagon("testbed", "run", "toy", *options, *tries)
    assert result.returncode == 0, result.stderr
    (found,) = json.loads(result.stdout)
    tried = found["experiment"]
    assert (tried["target"], tried["seed"]) == ("ecp5-85f-8", 1)
    assert (
        tried["static_mhz"] - 0.1
        <= tried["limit_mhz"]
        == pytest.approx(tried["ratio"] * tried["static_mhz"], abs=0.1)
    )
    short, long = tried["sizes"]
    assert short["timed_cycles"] == short["cycles"] and short["wrong"]
    assert long["timed_cycles"] < long["cycles"]
    assert tried["boards"][0]["ratio"] > tried["ratio"]


@pytest.mark.parametrize("fault", ASKED_WRONGLY)
def test_a_wrong_question_is_told(fault, workplace):
    arguments, said = ASKED_WRONGLY[fault]
    result = workplace.cryptagon("testbed", "run", *arguments)
    assert result.returncode != 0
    assert said in result.stderr and "Traceback" not in result.stderr


def test_a_depth_that_no_fifo_has_is_told(workplace):
    result = workplace.cryptagon("testbed", "prove", "--depth", "6")
    assert result.returncode == 1 and "a FIFO cannot have 6 words" in result.stderr
