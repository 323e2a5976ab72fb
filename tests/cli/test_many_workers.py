"""A study on worker processes: two at once, one of which loses a worker; and dry runs."""

import json
import subprocess
import sys

import psutil
import pytest
from workplace import CRYPTAGON


def begin(workplace):
    return subprocess.Popen(
        [*CRYPTAGON, "run", "toy", "--quick", "--jobs", "2"],
        cwd=workplace.folder, env=workplace.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def kill_a_worker_in_verification(study):
    """Wait until the core is there, from when on both workers verify it, and kill one.

    Gives what the study said so far.
    """
    said = ""
    for line in study.stderr:
        said += line
        if " core " in line:
            break
    workers = [
        child
        for child in psutil.Process(study.pid).children()
        if "multiprocessing.spawn" in " ".join(child.cmdline())
    ]
    workers[0].kill()
    return said


@pytest.mark.nightly
@pytest.mark.slow
def test_two_studies_at_once_one_of_which_loses_a_worker_agree_on_one_result(workplace):
    workplace.keep_only("rtl")
    with begin(workplace) as first, begin(workplace) as second:
        said = [kill_a_worker_in_verification(first), ""]
        for number, study in enumerate((first, second)):
            assert study.stderr
            said[number] += study.stderr.read()
    assert (first.returncode, second.returncode) == (0, 0), said
    # The worker killed may be the one that had nothing to do.
    assert "was lost; made again elsewhere" in said[0] and "was lost" not in said[1]
    (file,) = workplace.results.glob("*.json")
    assert json.loads(file.read_text())["status"] == "ok"
    dry = workplace.cryptagon("run", "toy", "--quick", "--dry-run")
    assert dry.returncode == 0 and "nothing is to do" in dry.stdout
    last = [
        line.split() for line in dry.stdout.splitlines() if line.strip() and "nothing" not in line
    ][-1]
    assert last[0] == last[1] != "0"
    assert (
        workplace.cryptagon("run", "toy", "--quick", "--dry-run", "--fresh").stdout.count(
            "based on "
        )
        == 1
    )


def test_dry_run_counts_and_says_that_there_is_no_record(workplace):
    dry = workplace.cryptagon("run", "toy", "--dry-run", "--json", "--jobs", "2")
    content = json.loads(dry.stdout)
    counted = {
        (step["stage"], step["target"]): (step["runs"], step["kept"]) for step in content["steps"]
    }
    assert counted["core", ""] == (1, 0) and counted["verify", ""] == (
        2,
        0,
    )  # the core by hand is there as it is written
    # Of these other tests may have left some.
    assert (
        counted["synthesis", "ecp5-85f-8"][0] == 2
        and counted["place and route", "ecp5-85f-8"][0] == 2
    )
    to_do = sum(runs - kept for runs, kept in counted.values())
    assert content["estimate"]["unknown"] == to_do and content["estimate"]["seconds"] == 0
    assert "no estimate of the time" in workplace.cryptagon("run", "toy", "--dry-run").stdout
    assert not workplace.results.exists()


def test_a_cluster_that_is_not_there(workplace):
    program = "from cryptagon.cluster import connect; connect.CONNECT_S = 1; from cryptagon.cli import main; main(prog_name='cryptagon')"
    argv = [sys.executable, "-c", program, "run", "toy", "--cluster", "tcp://127.0.0.1:9"]
    done = subprocess.run(
        argv,
        cwd=workplace.folder,
        env=workplace.environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "there is no Dask scheduler" in done.stderr and "tcp://127.0.0.1:9" in done.stderr
