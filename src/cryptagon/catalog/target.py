"""`targets/*.toml`: an FPGA part as data, with the options that make the tools aim at it."""

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from cryptagon import paths
from cryptagon.catalog.toml_file import TomlModel, did_you_mean, load
from cryptagon.errors import CryptagonError

KIND = "targets"
SCRIPTS = f"{KIND}/abc9"
"""Scripts of ABC, the logic optimiser, for targets to name: {W}, {D} and {R} are filled in by
Yosys's abc9."""


def _whole(word: str) -> str:
    """A word of a strategy with the script of ABC that it names, in one line.

    Raises ValueError when there is no such script.
    """
    if not word.startswith("abc9 "):
        return word
    name = word.removeprefix("abc9 ").strip()
    known = {file.stem: file for file in paths.files(SCRIPTS, "*.abc")}
    if name not in known:
        raise ValueError(f"there is no {SCRIPTS}/{name}.abc; known: {', '.join(known)}")
    lines = (line.partition("#")[0].strip() for line in known[name].read_text().splitlines())
    return f'scratchpad -set abc9.script "+{"; ".join(filter(None, lines))}"'


Word = Annotated[str, AfterValidator(_whole)]


class Target(TomlModel):
    """One part at one speed grade.

    `family` says which tools implement it (`cryptagon.fpga.families`). `yosys` holds options that
    every synthesis for this part gets, `no_bram` and `no_dsp` those that keep block RAM and
    multipliers out, `strategies` named sets of more options for a search to choose from. In a
    strategy, a word that does not begin with a hyphen is a Yosys command that runs before
    synthesis; "abc9 NAME" becomes the command that sets the script `targets/abc9/NAME.abc`, whole,
    so that a record holds what was run. `nextpnr` selects device, package and speed;
    `second_placer` are its options for a placement that follows one with which the router went
    round in circles; `constraints` are files it finds in its folder, by name. `status` is
    "estimate" where no place and route of the part is to be had: area then, and no frequency.
    `timing_model` says how good the delays are, `lut` what one is.
    """

    name: str
    title: str
    vendor: str
    family: str = Field(pattern=r"^[a-z0-9_-]+$")
    device: str
    package: str
    speed: str
    class_: Literal["high-speed", "lightweight"] = Field(alias="class")
    lut_inputs: Annotated[int, Field(strict=True, ge=3, le=8)]
    lut: str
    timing_model: str
    yosys: tuple[str, ...] = ()
    no_bram: tuple[str, ...]
    no_dsp: tuple[str, ...]
    strategies: dict[str, tuple[Word, ...]] = Field(default={"default": ()})
    nextpnr: tuple[str, ...] = ()
    second_placer: tuple[str, ...] = ()
    constraints: dict[str, str] = Field(default={})
    status: Literal["timing", "estimate"] = "timing"
    path: Path

    @model_validator(mode="after")
    def _named_as_its_file(self) -> Self:
        if self.name != self.path.stem:
            raise ValueError(f'name is "{self.name}", but the file is called {self.path.name}')
        return self

    @property
    def part(self) -> str:
        """Device, speed grade and package in one word; of a target for estimates, which has no
        grade, the device alone.
        """
        return self.device if self.speed == "none" else f"{self.device}-{self.speed}{self.package}"

    def strategy(self, name: str) -> tuple[str, ...]:
        """The Yosys options of the synthesis strategy `name`.

        Raises CryptagonError when the target has none of that name.
        """
        if name not in self.strategies:
            fix = did_you_mean(name, self.strategies)
            raise CryptagonError(
                f'unknown strategy "{name}" for target {self.name}', where=str(self.path), fix=fix
            )
        return self.strategies[name]


def targets() -> dict[str, Target]:
    """Every target by name, in the order of names; of two with one name the user's own."""
    return {file.stem: _load(file) for file in paths.files(KIND, "*.toml")}


def target(name: str) -> Target:
    """The target called `name`.

    Raises CryptagonError when there is none, naming those that are close.
    """
    known = {file.stem: file for file in paths.files(KIND, "*.toml")}
    if name not in known:
        raise CryptagonError(
            f'unknown target "{name}"', where=paths.where(KIND), fix=did_you_mean(name, known)
        )
    return _load(known[name])


def _load(file: Path) -> Target:
    return load(Target, file, path=file)
