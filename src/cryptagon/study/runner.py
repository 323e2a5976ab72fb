"""Runs a plan: the stages of all entries on a few threads, each of which mostly waits for a tool in a child process."""

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace

from cryptagon.catalog import Target
from cryptagon.errors import CryptagonError
from cryptagon.results import Measurement, ResultsStore
from cryptagon.study.events import Event, Watcher
from cryptagon.study.measurements import measurement
from cryptagon.study.plan import Plan
from cryptagon.study.product import Outcome, Product
from cryptagon.study.stages import Stages, Teller

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
    interrupted goes on from there. Raises KeyboardInterrupt when interrupted; a stage that fails by that is no measurement.
    """
    finished: list[Finished] = []
    with ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="study") as pool:
        try:
            for product, target in _products(plan, stages, watch, pool):
                finished.append(Finished(product, measurement(plan, product, target)))
                store.save(finished[-1].measurement)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    order = {entry: place for place, entry in enumerate(plan.entries)}
    return sorted(finished, key=lambda one: order[one.product.entry])


def _products(plan: Plan, stages: Stages, watch: Watcher, pool: ThreadPoolExecutor) -> Iterator[tuple[Product, Target]]:
    """The products as they get ready, in whatever order; an entry that fails before the first target fails on all of them."""

    def prepare(product: Product) -> Product:
        for name, action in stages.preparation():
            product = _guarded(product, name, action, watch)
            if product.fault:
                break
        return product

    def implement(product: Product, target: Target) -> Product:
        return _guarded(product, target.name, lambda product, tell: stages.implement(product, target, tell), watch)

    pending: dict[Future[Product], Target | None] = {pool.submit(prepare, Product(entry)): None for entry in plan.entries}
    while pending:
        for future in wait(pending, return_when=FIRST_COMPLETED).done:
            target = pending.pop(future)
            product = future.result()
            if target is not None:
                yield product, target
            elif product.fault:
                yield from ((product, target) for target in plan.targets)
            else:
                pending |= {pool.submit(implement, product, target): target for target in plan.targets}


def _guarded(product: Product, name: str, action: Callable[[Product, Teller], Outcome], watch: Watcher) -> Product:
    """Run one stage and tell about it. Whatever fails in it is a fault of this product alone."""
    start = time.monotonic()
    watch(Event(product.entry, name, "running"))
    try:
        outcome = action(product, lambda text: watch(Event(product.entry, name, "running", text)))
    except CryptagonError as error:
        fault = error
    except Exception as error:
        logger.exception("%s: %s: a fault in Cryptagon itself", product.entry.label, name)
        fault = CryptagonError(
            "a fault in Cryptagon itself", why=f"{type(error).__name__}: {error}", fix="report it with the traceback above"
        )
    else:
        state = "failed" if outcome.product.fault else "cached" if outcome.cached else "done"
        watch(Event(product.entry, name, state, outcome.text, time.monotonic() - start))
        return outcome.product
    watch(Event(product.entry, name, "failed", fault.what, time.monotonic() - start))
    return replace(product, fault=fault, failed_stage=name)
