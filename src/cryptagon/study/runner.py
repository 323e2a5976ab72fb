"""Runs a study: the stages of all entries on a few threads, each of which mostly waits for a run on
one of the machines.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from cryptagon import paths, toolchain
from cryptagon.catalog import Entry, Target
from cryptagon.cluster import Machines
from cryptagon.errors import CryptagonError, DiskFullError, MachineError, OutOfMemoryError
from cryptagon.results import Measurement
from cryptagon.study.events import Event, State, Watcher
from cryptagon.study.product import Outcome, Product
from cryptagon.study.provenance import tools_for, versions_of

logger = logging.getLogger(__name__)

Action = Callable[[Product, Callable[[str], None]], Outcome]


class AnyPlan(Protocol):
    """Which cores meet which targets."""

    @property
    def entries(self) -> Sequence[Entry]: ...  # noqa: D102
    def targets_of(self, entry: Entry, /) -> Sequence[Target]: ...  # noqa: D102


class AnyStages(Protocol):
    """What is done with each entry: the preparation, once, and then the implementation on each
    target.
    """

    def begin(self) -> Sequence[Product]: ...  # noqa: D102
    def preparation(self) -> Sequence[tuple[str, Action]]: ...  # noqa: D102
    def implement(  # noqa: D102
        self, product: Product, target: Target, tell: Callable[[str], None], /
    ) -> Outcome: ...
    def measurement(self, product: Product, target: Target, /) -> Measurement: ...  # noqa: D102


class AnyStore(Protocol):
    """Keeps measurements."""

    def save(self, measurement: Measurement, /) -> Path: ...  # noqa: D102


@dataclass(frozen=True)
class Finished:
    """A design that went through all its stages, or failed in one: `measurement` is in the store,
    `fault` says all there is to say.
    """

    product: Product
    measurement: Measurement

    @property
    def fault(self) -> CryptagonError | None:
        """Why there is no result; None when there is one."""
        return self.product.fault


def run(
    plan: AnyPlan, stages: AnyStages, store: AnyStore, watch: Watcher, machines: Machines
) -> list[Finished]:
    """Verify every entry and measure it on every target; each design gives one saved measurement, a
    failed one with its reason.

    The runs of the stages are made on `machines`, whose `execute` the stages have been given; as
    many designs are worked on at once as there are workers. What a stage has finished is kept at
    once, so that a run that is killed or interrupted goes on from there. Raises KeyboardInterrupt
    when interrupted, and MachineError when the machine is at fault; the tools are then ended, and
    what fails by that is no measurement. A design that the machine had no memory for is left out,
    and the others go on; that is raised at the end. Raises CryptagonError, before anything is
    begun, for a tool that is missing and a folder of results that cannot be written.
    """
    for entry in plan.entries:
        for target in plan.targets_of(entry):
            versions_of(*tools_for(entry, target))
    toolchain.check_writable(paths.results_folder())
    work = _Work(plan, stages, watch)
    finished: list[Finished] = []
    left_out: list[MachineError] = []
    with ThreadPoolExecutor(max_workers=machines.workers, thread_name_prefix="study") as pool:
        try:
            for product, target in work.products(pool):
                if isinstance(product.fault, MachineError):
                    left_out.append(product.fault)
                    continue
                finished.append(Finished(product, stages.measurement(product, target)))
                store.save(finished[-1].measurement)
        except BaseException:
            work.stop(machines)
            raise
    if left_out:
        raise _all_of(left_out)
    order = {entry.label: place for place, entry in enumerate(plan.entries)}
    return sorted(finished, key=lambda one: order[one.product.entry.label])


@dataclass(frozen=True)
class _Work:
    plan: AnyPlan
    stages: AnyStages
    watch: Watcher
    pending: dict[Future[Product], Target | None] = field(default_factory=dict)
    stopped: threading.Event = field(default_factory=threading.Event)

    def products(self, pool: ThreadPoolExecutor) -> Iterator[tuple[Product, Target]]:
        """The products as they get ready, in whatever order; an entry that fails before the first
        target fails on all of them.
        """
        pending = self.pending
        pending |= {pool.submit(self.prepare, product): None for product in self.stages.begin()}
        while pending:
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                target = pending.pop(future)
                product = future.result()
                if target is not None:
                    yield product, target
                elif product.fault:
                    targets = self.plan.targets_of(product.entry)
                    yield from ((product, target) for target in targets)
                else:
                    pending |= {
                        pool.submit(self.implement, product, target): target
                        for target in self.plan.targets_of(product.entry)
                    }

    def stop(self, machines: Machines) -> None:
        """Begin nothing more and end the tools that run, on the machines and, where a kept step was
        damaged, here.
        """
        self.stopped.set()
        machines.stop()
        while wait(self.pending, timeout=0.2).not_done:
            toolchain.end_all()

    def prepare(self, product: Product) -> Product:
        for name, action in self.stages.preparation():
            if product.fault or self.stopped.is_set():
                break
            product = self._guarded(product, name, action)
        return product

    def implement(self, product: Product, target: Target) -> Product:
        if self.stopped.is_set():
            return product
        return self._guarded(
            product, target.name, lambda product, tell: self.stages.implement(product, target, tell)
        )

    def _guarded(self, product: Product, name: str, action: Action) -> Product:
        """Run one stage and tell about it. What fails in it is a fault of this product alone,
        unless it is one of the machine.

        Want of memory is the machine's too, but ends this product alone: others may need less.
        """
        start = time.monotonic()

        def tell(state: State, text: str) -> None:
            if not self.stopped.is_set():
                self.watch(Event(product.entry, name, state, text, time.monotonic() - start))

        tell("running", "")
        try:
            outcome = action(product, lambda text: tell("running", text))
        except (MachineError, *toolchain.REFUSALS) as error:
            fault = _machine_fault(error, product, name)
            if not isinstance(fault, OutOfMemoryError):
                raise fault from None
        except CryptagonError as error:
            fault = error
        except Exception as error:
            if not toolchain.is_full(paths.build_folder()):
                logger.exception("%s: %s: a fault in Cryptagon itself", product.entry.label, name)
            why = f"{type(error).__name__}: {error}"
            fault = CryptagonError(
                "a fault in Cryptagon itself", why=why, fix="report it with the traceback above"
            )
        else:
            tell(
                "failed" if outcome.product.fault else "cached" if outcome.cached else "done",
                outcome.text,
            )
            return outcome.product
        if toolchain.is_full(paths.build_folder()):
            raise DiskFullError(paths.build_folder()) from fault
        tell("failed", fault.what)
        return replace(product, fault=fault, failed_stage=name)


def _machine_fault(
    error: MachineError | OSError | MemoryError | ImportError, product: Product, stage: str
) -> MachineError:
    """The fault with the design and the stage that it kept from their end."""
    fault = (
        error
        if isinstance(error, MachineError)
        else toolchain.machine_fault(error, paths.build_folder())
    )
    fault.what = f"{fault.what}, at {product.entry.label}, {stage}"
    return fault


def _all_of(faults: Sequence[MachineError]) -> MachineError:
    """One error for all; the first says why."""
    first, *others = dict.fromkeys(faults)
    if others:
        first.why = "\n".join([first.why, *(f"and {fault.what}" for fault in others)])
    return first
