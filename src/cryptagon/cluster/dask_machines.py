"""The workers of a Dask cluster: worker processes of this machine, or of as many as there are."""

import contextlib
import logging
import os
import signal
import threading
import uuid
from collections.abc import Callable
from typing import Any, TypeVar

from distributed import CancelledError, Client, Future, KilledWorker, LocalCluster, Status

from cryptagon import paths
from cryptagon.cluster.connect import threads_of
from cryptagon.cluster.machines import StoppedError, Threads
from cryptagon.cluster.room import Room
from cryptagon.cluster.worker import Place, Prepared, end_tools, perform
from cryptagon.errors import OutOfMemoryError

logger = logging.getLogger(__name__)
Result = TypeVar("Result")
MOST_WORKERS = 1024
WAITING_IS_TOLD_AFTER_S = 30.0


class DaskMachines(Threads):
    """Each run goes to a worker of a Dask cluster, a worker's thread at a time; one whose worker is
    lost is made again on another.

    `connect` gives the client and, where it is ours to end, its cluster. It is called by the first
    run: a study of which everything is there already starts no process.
    """

    def __init__(
        self, workers: int, connect: Callable[[], Client], *, limit_s: float | None = None
    ) -> None:
        super().__init__(MOST_WORKERS, limit_s=limit_s)
        self.workers = workers
        self._connect = connect
        self._lock = threading.Lock()
        self._connection: Connection | None = None

    def connection(self) -> "Connection":
        """The one to the cluster, made now if need be.

        Raises MachineError where a worker sees another place.
        """
        with self._lock:
            if self.stopped:
                raise StoppedError
            if self._connection is None:
                self._connection = Connection(self._connect(), self.owner)
            return self._connection

    def stop(self) -> None:
        """See `Machines`."""
        super().stop()
        with self._lock:
            if self._connection:
                self._connection.close()
                self._connection = None

    def _run(self, function: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
        return self.connection().run(self.limit_s, function, arguments)

    def _end_runs(self) -> None:
        with self._lock:
            if self._connection:
                self._connection.end_runs()


class Connection:
    """To the workers of a cluster, all of which see the place of the study."""

    def __init__(self, client: Client, owner: str) -> None:
        self.client = client
        self.owner = owner
        self.token = paths.build_folder() / "cluster" / f"token-{uuid.uuid4()}"
        self.room = Room()
        self._lock = threading.Lock()
        self._running: set[Future[Any]] = set()
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def run(
        self, limit_s: float | None, function: Callable[..., Result], arguments: tuple[Any, ...]
    ) -> Result:
        """One run, when there is room for it, to its end."""
        with self.room.place(tell_after_s=WAITING_IS_TOLD_AFTER_S):
            name = _name(function, arguments)
            run = self._submit(f"{name}-{uuid.uuid4()}", limit_s, function, arguments)
            try:
                done = run.result()
            except CancelledError:
                raise StoppedError from None
            except KilledWorker as lost:
                what = f"the run of {name} ended every worker that it was given to"
                raise OutOfMemoryError(
                    what,
                    why=str(lost),
                    fix="look whether the machines run out of memory; run fewer at once",
                ) from lost
            finally:
                self._running.discard(run)
                run.release()
        for record in done.warnings:
            logging.getLogger(record.name).handle(record)
        return done.result

    def end_runs(self) -> None:
        """Let nothing more begin, end the tools, and the workers where they are ours."""
        with self._lock:
            self.room.close()
            running = list(self._running)
        with contextlib.suppress(
            Exception
        ):  # the scheduler may be gone, and a worker that is gone has no tools
            self.client.cancel(running, force=True)
            self.client.run(end_tools, self.owner, on_error="ignore")
        self._kill_own_workers()

    def close(self) -> None:
        """End the connection, and the cluster where it is ours."""
        self.end_runs()
        with contextlib.suppress(Exception):  # the scheduler may be gone
            self.client.unsubscribe_topic("all")
            if self.client.cluster is None:
                self.client.unregister_worker_plugin(self.owner)
        cluster = self.client.cluster
        self.client.close()
        if cluster is not None:
            cluster.close()
        self.token.unlink(missing_ok=True)

    def _submit(
        self,
        key: str,
        limit_s: float | None,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
    ) -> Future[Any]:
        with self._lock:
            if self.room.closed:
                raise StoppedError
            run = self.client.submit(
                perform, self.place, self.owner, limit_s, function, arguments, key=key, pure=False
            )
            self._running.add(run)
            return run

    def _prepare(self) -> None:
        self.token.parent.mkdir(parents=True, exist_ok=True)
        self.token.write_text(self.token.name)
        self.place = Place.here(self.token)
        own = isinstance(self.client.cluster, LocalCluster)
        self.client.register_plugin(Prepared(self.owner, self.place, own=own))
        self.client.subscribe_topic("all", self._hear)
        self._count_workers()

    def _hear(self, event: tuple[float, Any]) -> None:
        """Workers come and go."""
        _, said = event
        if not isinstance(said, dict) or said.get("action") not in ("add-worker", "remove-worker"):
            return
        if said["action"] == "remove-worker" and not said.get("expected") and not self.room.closed:
            runs = [key.partition("-")[0] for key in said.get("processing-tasks", ())]
            logger.warning(
                "worker %s was lost; made again elsewhere: %s",
                said["worker"],
                ", ".join(runs) or "nothing",
            )
        # Not from this thread, which is that of Dask's own loop.
        threading.Thread(target=self._count_workers, daemon=True).start()

    def _count_workers(self) -> None:
        """As much room as there are workers' threads now."""
        try:
            self.room.resize(threads_of(self.client))
        except Exception:
            if not self.room.closed:  # else the connection is being closed
                raise

    def _kill_own_workers(self) -> None:
        """At once: what they work on has no use any more."""
        cluster = self.client.cluster
        if not isinstance(cluster, LocalCluster):
            return
        for nanny in list(cluster.workers.values()):
            nanny.status = Status.closing_gracefully  # or it would start another worker
            if nanny.pid:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(nanny.pid, signal.SIGKILL)


def _name(function: Callable[..., Any], arguments: tuple[Any, ...]) -> str:
    """What a run is called: by its function, or by the one that this is given to call."""
    inner = next((argument for argument in arguments[:1] if callable(argument)), function)
    return getattr(inner, "__name__", "run")
