"""Threads as machines, room for runs, the place that a worker must see, and addresses where nobody
is.
"""

import dataclasses
import sys
import threading
from pathlib import Path

import cluster_work
import pytest

from cryptagon.cluster import StoppedError, Threads, connect, open_machines
from cryptagon.cluster.room import Room
from cryptagon.cluster.worker import Place
from cryptagon.errors import CryptagonError, MachineError


def test_threads_give_results_in_order_and_the_first_fault():
    with Threads(2) as machines:
        assert machines.execute(divmod, [(7, 2), (9, 4), (5, 5)]) == [(3, 1), (2, 1), (1, 0)]
        with pytest.raises(CryptagonError, match="it broke"):
            machines.execute(cluster_work.fail, [("it broke",)])


def test_a_stop_ends_what_runs_and_what_waits_on_threads(tmp_path):
    stopped = []

    def hang():
        with pytest.raises(StoppedError):
            machines.execute(cluster_work.hang, [(tmp_path,)] * 3)
        stopped.append(True)

    with Threads(1) as machines:
        waiting = threading.Thread(target=hang)
        waiting.start()
        pids = cluster_work.pids_in(tmp_path)
    waiting.join()
    assert stopped == [True]
    cluster_work.wait_until_gone(pids[1:])


def test_room_grows_with_the_workers_and_says_when_there_is_none(caplog):
    room = Room()
    entered = threading.Event()

    def enter():
        with room.place(tell_after_s=0.01):
            entered.set()

    waiting = threading.Thread(target=enter)
    waiting.start()
    while "there is no worker" not in caplog.text:
        assert not entered.is_set()
    room.resize(1)
    waiting.join()
    assert entered.is_set()
    room.close()
    with pytest.raises(StoppedError), room.place(tell_after_s=1):
        pass


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path))
    token = tmp_path / "token"
    token.write_text("token")
    return Place.here(token)


def test_a_worker_with_the_same_files_and_tools_is_welcome(place):
    place.enter()
    assert place.python == sys.executable and "yosys" in place.tools


@pytest.mark.parametrize(
    ("other", "what", "why"),
    [
        ({"token": Path("nowhere/token")}, "does not see the build folder", ""),
        ({"python": "/no/python"}, "does not see the Python", ""),
        ({"code": "0"}, "another version of Cryptagon", ""),
        (
            {"tools": {"yosys": "0.1", "quartus": "1"}},
            "has other tools",
            "instead of 0.1\nquartus missing instead of 1",
        ),
    ],
)
def test_a_worker_that_sees_something_else_is_refused(place, other, what, why):
    with pytest.raises(MachineError, match=what) as caught:
        dataclasses.replace(place, **other).enter()
    assert why in caught.value.why and caught.value.where.startswith("worker ") and caught.value.fix


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x", "127.0.0.1"])
def test_an_address_without_a_scheduler_is_told_at_once(address, monkeypatch):
    monkeypatch.setattr(connect, "CONNECT_S", 1)
    with pytest.raises(MachineError, match="there is no Dask scheduler") as caught:
        open_machines(address, 2)
    assert caught.value.where == address and "tcp://host:8786" in caught.value.fix


def test_slurm_without_its_package_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "dask_jobqueue", None)
    monkeypatch.setitem(sys.modules, "dask_jobqueue.slurm", None)
    with pytest.raises(MachineError, match="dask-jobqueue") as caught:
        open_machines("slurm", 2)
    assert "pip install 'cryptagon[slurm]'" in caught.value.fix


def test_a_job_of_slurm_is_one_worker_on_one_core():
    slurm = connect.slurm_cluster()
    try:
        script = slurm.job_script()
    finally:
        slurm.close()
    assert "#SBATCH --cpus-per-task=1" in script and "#SBATCH --mem=3G" in script
    assert (
        f"{sys.executable} -m distributed.cli.dask_worker tcp://" in script
        and "--nthreads 1" in script
    )
