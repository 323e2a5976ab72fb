"""The main job: the first contest on one target from nothing, and once more when everything is
there.
"""

import tempfile

from common import Row, python_child

from cryptagon import paths

PROGRAM = "import sys; from cryptagon.cli import main; main(sys.argv[1:])"


def measure() -> list[Row]:
    """Two rows, cold and warm; `time_to_cold` is the warm run's wall-clock time over the cold
    one's.
    """
    contest = paths.repository() / "contests" / "first-look.toml"
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "CRYPTAGON_BUILD": f"{folder}/build",
            "CRYPTAGON_RESULTS": f"{folder}/results",
        }
        cold, warm = (
            python_child(PROGRAM, "run", contest, "--target", "ecp5-85f-8", environment=environment)
            for _ in range(2)
        )
    return [
        {"run": "cold", **cold.row()},
        {"run": "warm", **warm.row(), "time_to_cold": round(warm.wall_s / cold.wall_s, 4)},
    ]
