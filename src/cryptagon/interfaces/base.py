"""What an interface gives: the hardware around a core, its parameters, and how messages go through
its ports.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cryptagon import paths
from cryptagon.catalog import AlgorithmFolder
from cryptagon.errors import CryptagonError
from cryptagon.simulate.levels import Testbench


class Interface(ABC):
    """A hardware interface for the algorithms of a class. `top` is the top module of a unit, whose
    files are `hdl/<name>/*.sv`.

    `buses`: the widths in bits by the interface's own names, as they are where nobody says
    otherwise. `serves_hash`: units of authenticated ciphers take messages to hash, too, where the
    core has a hash function.
    """

    name: str
    title: str
    algorithm_class: str
    top: str
    buses: Mapping[str, int]
    serves_hash: bool = False

    @property
    def sources(self) -> tuple[Path, ...]:
        """The shared hardware: every file of its folder, in the order of their names."""
        return paths.hardware_of(self.name)

    def bus(self, algorithm: AlgorithmFolder, asked: Mapping[str, int]) -> dict[str, int]:
        """The widths for an algorithm: its own, else those `asked` for, else the interface's.

        Raises CryptagonError for another name.
        """
        for name in (*algorithm.bus, *asked):
            if name not in self.buses:
                fix = f"it has {', '.join(self.buses)}" if self.buses else "it has none"
                raise CryptagonError(f'{self.name} has no bus called "{name}"', fix=fix)
        return {**self.buses, **asked, **algorithm.bus}

    def top_of(self, algorithm: Any) -> str:  # noqa: ANN401 - the model of its class
        """The top module of a unit of that algorithm."""
        return self.top

    @abstractmethod
    def parameters(self, algorithm: Any, bus: Mapping[str, int]) -> dict[str, int]:  # noqa: ANN401 - the model of its class
        """Parameters of the top module.

        Raises CryptagonError for widths that do not go with the algorithm.
        """

    @abstractmethod
    def testbench(self, algorithm: Any, bus: Mapping[str, int]) -> Testbench[Any]:  # noqa: ANN401 - as above
        """What drives a unit in simulation with the messages of its class."""

    def write_vectors(
        self,
        folder: Path,
        algorithm: Any,  # noqa: ANN401 - as above
        messages: Sequence[Any],
        bus: Mapping[str, int],
    ) -> tuple[Path, ...]:
        """Test-vector files of messages in `folder`, made if missing; their paths.

        Raises CryptagonError where the interface has no such files, and where a message or a width
        is not the algorithm's.
        """
        raise CryptagonError(
            f"the {self.title} has no test-vector files", fix="choose another interface"
        )
