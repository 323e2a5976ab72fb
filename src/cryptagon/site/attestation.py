"""What an attestation says: somebody has made a record again, and it came out the same or not."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

SAME, DIFFERS = "same", "differs"
MOST_WORD = 100
"""Characters of a name or a version."""
MOST_NAMES = 50
Word = Annotated[str, StringConstraints(min_length=1, max_length=MOST_WORD, pattern=r"^[ -~]*$")]


class Attestation(BaseModel):
    """The statement that is signed. `differing` are the rows of `cryptagon reproduce` that count
    and differ; `tools` the versions that ran; `held` what the sandbox held: time, memory, network,
    disk, files.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    record: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    site: Word
    date: Word
    outcome: Literal["same", "differs"]
    differing: Annotated[list[Word], Field(max_length=MOST_NAMES)]
    tools: Annotated[dict[Word, Word], Field(max_length=MOST_NAMES)]
    cryptagon: Word
    architecture: Word
    system: Word
    held: Annotated[list[Word], Field(max_length=MOST_NAMES)]

    def contradiction(self) -> str:
        """Why it cannot be; empty where it can."""
        if (self.outcome == DIFFERS) != bool(self.differing):
            return f'the outcome is "{self.outcome}", and {len(self.differing)} rows differ'
        return ""
