import shutil

import pytest

from cryptagon import catalog, paths


@pytest.fixture
def own_toy(tmp_path):
    """Makes a copy of the dummy cipher, with more in its algorithm.toml, whose C reads macros."""

    def make(more: str, macros: tuple[str, ...]) -> catalog.Algorithm:
        folder = tmp_path / "toy"
        shutil.copytree(paths.repository() / "algorithms" / "aead" / "dummy", folder)
        description, core = folder / "algorithm.toml", folder / "hls" / "core.c"
        description.write_text(description.read_text().replace('"dummy"', '"toy"') + more)
        core.write_text(core.read_text() + "".join(f"/* {name} */\n" for name in macros))
        return catalog.algorithm(str(folder))

    return make
