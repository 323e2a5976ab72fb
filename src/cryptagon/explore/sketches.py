"""The cheap look at a design: its cycles by simulation, its area and depth by synthesis alone.

The steps are those of a study, which reuses them if the design is placed later.
"""

from dataclasses import dataclass, replace

from cryptagon import fpga
from cryptagon.approaches import Teller
from cryptagon.batch import one
from cryptagon.catalog import Target
from cryptagon.results import Measurement
from cryptagon.study.implementing import is_there
from cryptagon.study.product import Outcome, Product
from cryptagon.study.stages import Action, Stages

LEVELS = "levels"
"""Under this name a sketch has its look-up tables on the longest path, in its `options`."""


@dataclass(frozen=True)
class Sketches(Stages):
    """The stages of a study up to the netlist, without the verification at every level.

    Cycles come from answers that were checked, so that a design that answers wrongly has none.
    """

    def preparation(self) -> tuple[tuple[str, Action], ...]:
        """The core, and the cycles of it."""
        return (("core", self.make_core), ("cycles", self.measure_cycles))

    def implement(self, product: Product, target: Target, tell: Teller) -> Outcome:
        """Synthesis by the first strategy.

        Raises CryptagonError where it fails, or makes a loop without a register.
        """
        (strategy,) = self.plan.effort.least.strategies_of(target)
        design, rules = self.design(product), self.plan.contest.rules
        plan = fpga.plan_synthesis(design, target, strategy, rules)
        cached = is_there((plan,))
        execute = self.runs.steps(product.entry.label, target.name, kept=is_there)
        netlist = one(execute, fpga.synthesise, plan)
        levels = fpga.unplaced(netlist).levels
        attempt = fpga.estimate(netlist)
        found = fpga.Implementation(
            **vars(attempt),
            design=design.name,
            target=target.name,
            attempts=(attempt,),
            seeds=(),
            options={LEVELS: levels},
            tools={},
            digest=plan.digest,
        )
        text = f"{found.luts:,} LUT, {levels} levels"
        return Outcome(replace(product, implementation=found), text, cached=cached)

    def measurement(self, product: Product, target: Target) -> Measurement:
        """An estimate: without a clock."""
        estimated = target.model_copy(update={"status": "estimate"})
        return super().measurement(product, estimated)
