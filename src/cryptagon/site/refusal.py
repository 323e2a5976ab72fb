"""Why a request is not done."""


class RefusedError(Exception):
    """A request that is not done: the status of HTTP, what is wrong, and each fault of the record."""

    def __init__(self, status: int, what: str, faults: tuple[str, ...] = ()) -> None:
        super().__init__(what)
        self.status, self.what, self.faults = status, what, faults
