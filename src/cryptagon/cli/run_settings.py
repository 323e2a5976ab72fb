"""What the options of `cryptagon run` say, whatever the class of the contest."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from cryptagon import paths, toolchain
from cryptagon.cluster import Threads, open_machines
from cryptagon.study.memo import Memo
from cryptagon.study.times import Times


@dataclass(frozen=True)
class RunSettings:
    """`jobs` workers, or those of `cluster`; a tool may run for `limit_s` seconds; `fresh`: nothing
    that was made before is used.
    """

    quick: bool
    jobs: int
    cluster: str
    limit_s: float
    fresh: bool
    as_json: bool

    def machines(self) -> Threads:
        """Where runs are made; a context."""
        return open_machines(self.cluster, self.jobs, limit_s=self.limit_s)

    def freshness(self) -> AbstractContextManager[None]:
        """A context in which as much is made anew as was asked for."""
        return toolchain.made_anew() if self.fresh else nullcontext()

    @property
    def memo(self) -> Memo:
        """What stages have kept."""
        return Memo(paths.build_folder() / "study")

    @property
    def times(self) -> Times:
        """How long earlier runs took."""
        return Times(paths.results_folder())
