"""What the reports of one run of a vendor's tool say, whichever tool it was."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class ToolReport:
    """Figures of one run, in the words of docs/vendor-tools.md.

    `part` is as the report spells it, `design` the top module. `period_ns` is the clock period that
    was asked for, `slack_ns` the worst setup slack at the slow corner. `violations` says in words
    which constraints were missed; none: the clock was met. `routed` is False for figures from
    before routing. `resources` are further counts of the tool's own, by its names.
    """

    tool: str
    version: str
    part: str
    design: str
    luts: int
    ffs: int
    brams: int
    dsps: int
    period_ns: float
    slack_ns: float
    violations: tuple[str, ...] = ()
    routed: bool = True
    resources: dict[str, float] = field(default_factory=dict)
    critical_path: tuple[str, ...] = ()

    @property
    def fmax_mhz(self) -> float:
        """The frequency at which the slack would be nothing, MHz."""
        return 1000 / (self.period_ns - self.slack_ns)
