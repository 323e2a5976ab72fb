"""What becomes of a request: why it is not done, or what was taken."""

from dataclasses import dataclass


class RefusedError(Exception):
    """A request that is not done: the status of HTTP, what is wrong, and each fault of the
    record.
    """

    def __init__(self, status: int, what: str, faults: tuple[str, ...] = ()) -> None:
        super().__init__(what)
        self.status, self.what, self.faults = status, what, faults


@dataclass(frozen=True)
class Taken:
    """What was sent and is here, and whether this request brought it."""

    id: str
    state: str
    new: bool
