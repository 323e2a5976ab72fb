"""Worker processes of this machine: what they give, and that a lost one costs only its run."""

import os
import signal
import threading
import time
from typing import Any

import cluster_work
import pytest
from distributed import Client, LocalCluster

from cryptagon import paths
from cryptagon.cluster import StoppedError, local_machines, open_machines
from cryptagon.cluster.connect import LOCAL, SETTINGS
from cryptagon.cluster.dask_machines import DaskMachines
from cryptagon.errors import CryptagonError, OutOfMemoryError
from cryptagon.toolchain import ToolError


@pytest.fixture(scope="module", autouse=True)
def own_build_folder(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CRYPTAGON_BUILD", str(tmp_path_factory.mktemp("build")))
        patch.setitem(
            SETTINGS, "distributed.scheduler.allowed-failures", 1
        )  # a run may lose one worker: starting one takes seconds
        yield


@pytest.fixture(scope="module")
def machines(own_build_folder):
    with local_machines(2) as machines:
        yield machines


def test_results_come_in_the_order_of_the_batch_from_other_processes(machines):
    seen = []
    assert machines.execute(
        divmod, [(7, 2), (9, 4)], lambda place, result: seen.append((place, result))
    ) == [(3, 1), (2, 1)]
    assert sorted(seen) == [(0, (3, 1)), (1, (2, 1))]
    assert os.getpid() not in machines.execute(
        cluster_work.process_of, [(number,) for number in range(4)]
    )
    assert machines.execute(divmod, []) == []


def test_a_fault_comes_back_whole_and_ends_its_batch_alone(machines):
    with pytest.raises(CryptagonError) as caught:
        machines.execute(cluster_work.fail, [("it broke",), ("this too",)])
    assert (caught.value.where, caught.value.why, caught.value.fix) == (
        "core.sv:3",
        "because",
        "mend it",
    )
    with pytest.raises(ZeroDivisionError, match="a fault of our own"):
        machines.execute(cluster_work.fail_by_itself, [()])
    assert machines.execute(divmod, [(7, 2)]) == [(3, 1)]


def test_warnings_of_a_worker_are_logged_here(machines, caplog):
    assert machines.execute(cluster_work.warn, [("the dog",)]) == ["the dog"]
    assert [(record.name, record.getMessage()) for record in caplog.records] == [
        ("cryptagon.fpga", "beware of the dog")
    ]


def test_workers_use_the_folders_of_the_study(machines):
    assert machines.execute(cluster_work.environment, [("CRYPTAGON_BUILD",)]) == [
        str(paths.build_folder())
    ]


def test_a_worker_killed_in_a_run_costs_only_that_run(machines, tmp_path, caplog):
    def kill_a_worker():
        while len(begun := sorted(tmp_path.glob("begun-*"))) < 2 or not list(
            tmp_path.glob(".part-*/tool")
        ):
            time.sleep(0.01)
        os.kill(int(begun[0].name.rpartition("-")[2]), signal.SIGKILL)

    killer = threading.Thread(target=kill_a_worker)
    killer.start()
    assert machines.execute(
        cluster_work.step, [(tmp_path, number, 1.0) for number in range(4)]
    ) == [0, 1, 2, 3]
    killer.join()
    begun = [path.name.split("-")[1] for path in tmp_path.glob("begun-*")]
    assert (
        sorted(set(begun)) == ["0", "1", "2", "3"] and len(begun) == 5
    )  # one of them twice, and each of them is there once
    assert sorted(path.name for path in tmp_path.glob("step-*")) == [
        f"step-{number}" for number in range(4)
    ]
    assert "was lost; made again elsewhere: step" in caplog.text


def test_tools_of_a_killed_worker_die_with_it(machines, tmp_path):
    results = []
    hanging = threading.Thread(
        target=lambda: results.extend(machines.execute(cluster_work.hang, [(tmp_path,)]))
    )
    hanging.start()
    pids = cluster_work.pids_in(tmp_path)
    (tmp_path / "enough").touch()
    os.kill(pids[0], signal.SIGKILL)
    cluster_work.wait_until_gone(pids)
    hanging.join()
    assert results == ["enough"]  # the run was made again, elsewhere


def test_a_run_that_ends_its_workers_is_given_up_with_the_reason(machines):
    with pytest.raises(
        OutOfMemoryError, match="the run of end_own_worker ended every worker that it was given to"
    ) as caught:
        machines.execute(cluster_work.end_own_worker, [()])
    assert "memory" in caught.value.fix
    assert machines.execute(divmod, [(7, 2)]) == [(3, 1)]


def test_time_limits_hold_on_workers_and_a_stop_ends_workers_and_tools(tmp_path):
    with local_machines(1, limit_s=1.0) as machines:
        with pytest.raises(ToolError, match="did not finish within 1 s"):
            machines.execute(cluster_work.hang, [(tmp_path,)])
        pids = cluster_work.pids_in(tmp_path)
        cluster_work.wait_until_gone(pids[1:])
        (tmp_path / "pids").unlink()
        machines.limit_s = None
        outcome = []

        def hang():
            with pytest.raises(StoppedError):
                machines.execute(cluster_work.hang, [(tmp_path,)])
            outcome.append("stopped")

        waiting = threading.Thread(target=hang)
        waiting.start()
        pids = cluster_work.pids_in(tmp_path)
        machines.stop()
        waiting.join()
        assert outcome == ["stopped"]
        cluster_work.wait_until_gone(pids)
        with pytest.raises(StoppedError):
            machines.execute(divmod, [(7, 2)])


def test_no_process_is_started_for_nothing(monkeypatch):
    monkeypatch.setattr(
        "cryptagon.cluster.connect._local", lambda workers: pytest.fail("a cluster was started")
    )
    with local_machines(2) as machines:
        assert machines.execute(divmod, []) == []


def test_workers_of_a_scheduler_elsewhere_may_come_later_and_are_left_as_they_were(caplog):
    tokens = set(paths.build_folder().glob("cluster/token-*"))
    started: Any = LocalCluster(n_workers=0, silence_logs=False, **LOCAL)
    with started as cluster:
        with open_machines(cluster.scheduler_address, 1) as machines:
            assert isinstance(machines, DaskMachines)
            cluster.scale(1)
            first = machines.execute(cluster_work.process_of, [(1,)])
        with Client(cluster) as client:
            assert client.submit(os.getpid).result() == first[0]
    assert set(paths.build_folder().glob("cluster/token-*")) == tokens
