"""Runs a plan: the stages of all entries on a few threads, each of which mostly waits for a tool in a child process."""

import logging
import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace

from cryptagon import toolchain
from cryptagon.catalog import Target
from cryptagon.errors import CryptagonError
from cryptagon.results import Measurement, ResultsStore
from cryptagon.study.events import Event, State, Watcher
from cryptagon.study.measurements import measurement
from cryptagon.study.plan import Plan
from cryptagon.study.product import Product
from cryptagon.study.provenance import tools_for, versions_of
from cryptagon.study.stages import Action, Stages

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Finished:
    """A design that went through all its stages, or failed in one: `measurement` is in the store, `fault` says all there is to say."""

    product: Product
    measurement: Measurement

    @property
    def fault(self) -> CryptagonError | None:
        """Why there is no result; None when there is one."""
        return self.product.fault


def run(plan: Plan, stages: Stages, store: ResultsStore, watch: Watcher, jobs: int) -> list[Finished]:
    """Verify every entry and measure it on every target; each design gives one saved measurement, a failed one with its reason.

    `jobs` is how many designs are worked on at once. What a stage has finished is kept at once, so that a run that is killed or
    interrupted goes on from there. Raises KeyboardInterrupt when interrupted; the tools are then ended, and what fails by
    that is no measurement. Raises CryptagonError, before anything is begun, for a tool that is missing.
    """
    for entry in plan.entries:
        for target in plan.targets:
            versions_of(*tools_for(entry, target))
    work = _Work(plan, stages, watch)
    finished: list[Finished] = []
    with ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="study") as pool:
        try:
            for product, target in work.products(pool):
                finished.append(Finished(product, measurement(plan, product, target)))
                store.save(finished[-1].measurement)
        except BaseException:
            work.stop(pool)
            raise
    order = {entry: place for place, entry in enumerate(plan.entries)}
    return sorted(finished, key=lambda one: order[one.product.entry])


@dataclass(frozen=True)
class _Work:
    plan: Plan
    stages: Stages
    watch: Watcher
    pending: dict[Future[Product], Target | None] = field(default_factory=dict)
    stopped: threading.Event = field(default_factory=threading.Event)

    def products(self, pool: ThreadPoolExecutor) -> Iterator[tuple[Product, Target]]:
        """The products as they get ready, in whatever order; an entry that fails before the first target fails on all of them."""
        pending = self.pending
        pending |= {pool.submit(self.prepare, Product(entry)): None for entry in self.plan.entries}
        while pending:
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                target = pending.pop(future)
                product = future.result()
                if target is not None:
                    yield product, target
                elif product.fault:
                    yield from ((product, target) for target in self.plan.targets)
                else:
                    pending |= {pool.submit(self.implement, product, target): target for target in self.plan.targets}

    def stop(self, pool: ThreadPoolExecutor) -> None:
        """Begin nothing more and end the tools that run."""
        self.stopped.set()
        pool.shutdown(wait=False, cancel_futures=True)
        while wait(self.pending, timeout=0.2).not_done:
            toolchain.end_all()

    def prepare(self, product: Product) -> Product:
        for name, action in self.stages.preparation():
            if product.fault or self.stopped.is_set():
                break
            product = self._guarded(product, name, action)
        return product

    def implement(self, product: Product, target: Target) -> Product:
        return self._guarded(product, target.name, lambda product, tell: self.stages.implement(product, target, tell))

    def _guarded(self, product: Product, name: str, action: Action) -> Product:
        """Run one stage and tell about it. Whatever fails in it is a fault of this product alone."""
        start = time.monotonic()

        def tell(state: State, text: str) -> None:
            if not self.stopped.is_set():
                self.watch(Event(product.entry, name, state, text, time.monotonic() - start))

        tell("running", "")
        try:
            outcome = action(product, lambda text: tell("running", text))
        except CryptagonError as error:
            fault = error
        except Exception as error:
            logger.exception("%s: %s: a fault in Cryptagon itself", product.entry.label, name)
            why = f"{type(error).__name__}: {error}"
            fault = CryptagonError("a fault in Cryptagon itself", why=why, fix="report it with the traceback above")
        else:
            tell("failed" if outcome.product.fault else "cached" if outcome.cached else "done", outcome.text)
            return outcome.product
        tell("failed", fault.what)
        return replace(product, fault=fault, failed_stage=name)
