"""Which machines: worker processes here, a Dask scheduler somewhere, or jobs of Slurm."""

import importlib.util
import logging
from typing import TYPE_CHECKING, Any

from cryptagon import paths
from cryptagon.cluster.machines import Threads
from cryptagon.errors import MachineError
from cryptagon.toolchain import how_to_install

if TYPE_CHECKING:
    from distributed import Client

SLURM = "slurm"
CONNECT_S = 15
SILENT = logging.CRITICAL + 1
# A run is sent to another worker when the one that it was on is lost; the fourth loss is laid to
# the run.
SETTINGS = {
    "distributed.scheduler.allowed-failures": 3,
    "distributed.worker.profile.enabled": False,
    "distributed.admin.large-graph-warning-threshold": "1GB",
}
LOCAL: dict[str, Any] = {
    "threads_per_worker": 1,
    "processes": True,
    "host": "127.0.0.1",
    "dashboard_address": "127.0.0.1:0",
    "worker_dashboard_address": "127.0.0.1:0",
    # the tools are other processes, whose memory a limit on the worker would not count
    "memory_limit": 0,
}
# For those who have no settings of their own for dask-jobqueue: a run is one process of at most 2
# GB (docs/backends.md).
SLURM_DEFAULTS = {"cores": 1, "memory": "3GB"}


def open_machines(cluster: str, workers: int, *, limit_s: float | None = None) -> Threads:
    """Machines by what `--cluster` says: "" for `workers` processes here, "slurm" for as many jobs,
    else the address of a Dask scheduler.

    A tool may run for `limit_s` seconds. Raises MachineError when there is no scheduler at the
    address, or a package is missing.
    """
    if not cluster:
        return local_machines(workers, limit_s=limit_s)
    if not has_dask():
        raise MachineError(
            "a cluster needs the Python package distributed", fix=how_to_install("distributed")
        )
    from cryptagon.cluster.dask_machines import DaskMachines  # noqa: PLC0415 - Dask takes half a second to import

    if cluster == SLURM:
        _slurm()  # what is missing is told now
        return DaskMachines(workers, lambda: _scaled(slurm_cluster(), workers), limit_s=limit_s)
    with _client(cluster) as client:
        there = threads_of(client)
    return DaskMachines(max(1, there), lambda: _client(cluster), limit_s=limit_s)


def has_dask() -> bool:
    """Whether the extra for clusters is installed."""
    return importlib.util.find_spec("distributed") is not None


def local_machines(workers: int, *, limit_s: float | None = None) -> Threads:
    """So many worker processes on this machine, begun by the first run; without Dask as many
    threads, which give the same results.
    """
    if not has_dask():
        return Threads(workers, limit_s=limit_s)
    from cryptagon.cluster.dask_machines import DaskMachines  # noqa: PLC0415 - as above

    return DaskMachines(workers, lambda: _local(workers), limit_s=limit_s)


def slurm_cluster() -> Any:  # noqa: ANN401 - dask-jobqueue is optional
    """A scheduler here whose workers will be jobs of Slurm, none yet.

    Raises MachineError without dask-jobqueue.
    """
    import dask.config  # noqa: PLC0415 - heavy

    kind = _slurm()
    _quiet()
    own = {
        name: value
        for name, value in SLURM_DEFAULTS.items()
        if dask.config.get(f"jobqueue.slurm.{name}", None) is None
    }
    with dask.config.set(SETTINGS):
        return kind(**own, scheduler_options={"dashboard": False, "dashboard_address": ":0"})


def _slurm() -> Any:  # noqa: ANN401 - as above
    try:
        from dask_jobqueue.slurm import SLURMCluster  # noqa: PLC0415 - optional
    except ImportError as error:
        fix = f"{how_to_install('dask-jobqueue')}; or start the workers yourself and give the scheduler's address"
        raise MachineError(
            "Slurm needs the Python package dask-jobqueue", why=str(error), fix=fix
        ) from error
    return SLURMCluster


def threads_of(client: "Client") -> int:
    """How many runs the workers of a cluster make at once."""
    threads: Any = client.nthreads()  # by worker
    return sum(threads.values())


def _local(workers: int) -> "Client":
    import dask.config  # noqa: PLC0415 - heavy
    from distributed import Client, LocalCluster  # noqa: PLC0415 - heavy

    _quiet()
    folder = paths.build_folder() / "cluster"
    folder.mkdir(parents=True, exist_ok=True)
    with dask.config.set(SETTINGS):
        cluster = LocalCluster(
            n_workers=workers,
            local_directory=str(folder),
            silence_logs=False if _is_verbose() else SILENT,
            **LOCAL,
        )
    return Client(cluster)


def _scaled(slurm: Any, workers: int) -> "Client":  # noqa: ANN401 - see slurm_cluster
    from distributed import Client  # noqa: PLC0415 - heavy

    slurm.scale(workers)
    return Client(slurm)


def _client(address: str) -> "Client":
    from distributed import Client  # noqa: PLC0415 - heavy

    _quiet()
    try:
        return Client(address, timeout=CONNECT_S)
    except (OSError, ValueError, TypeError) as error:
        fix = "give the address that `dask scheduler` prints, such as tcp://host:8786, or slurm"
        raise MachineError(
            "there is no Dask scheduler", where=address, why=str(error), fix=fix
        ) from error


def _quiet() -> None:
    """What the user must know of the workers we tell; Dask's own log is for those who ask for it
    (`cryptagon -v`).
    """
    if not _is_verbose():
        logging.getLogger("distributed").setLevel(SILENT)


def _is_verbose() -> bool:
    return logging.getLogger("cryptagon").isEnabledFor(logging.INFO)
