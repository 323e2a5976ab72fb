"""AES-128 and Camellia-128 from figures beside OpenSSL: what each output is checked with are not
answers of this repository, but those of OpenSSL for the same inputs.
"""

from collections.abc import Mapping

import pytest
from cryptography.hazmat.decrepit.ciphers.algorithms import Camellia
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB
from drawing import FIGURES
from selection import one_of

from cryptagon.errors import CryptagonError
from cryptagon.spt import Program, evaluate, program_of
from cryptagon.spt.code import (
    check_layout,
    generate_c,
    generate_hls,
    generate_kernel,
    generate_layout,
    kernel_name,
    tried,
    verify_c,
    verify_hls,
    verify_kernel,
    verify_layout,
)
from cryptagon.spt.code.layouts import LAYOUTS
from cryptagon.spt.model import Value

NAMES = ["aes128", "camellia128"]
NAME = pytest.mark.parametrize("name", one_of(2, NAMES))


def answers(program: Program, name: str, values: Mapping[str, Value]) -> dict[str, Value]:
    """What OpenSSL makes of a key and a text."""
    del program
    kind = {"aes128": AES, "camellia128": Camellia}[name.removesuffix("_decrypt")]
    key, text = (values[one] for one in ("key", "text"))
    assert isinstance(key, int) and isinstance(text, int)
    cipher = Cipher(kind(key.to_bytes(16, "big")), ECB())
    turned = cipher.decryptor() if name.endswith("_decrypt") else cipher.encryptor()
    return {"text": int.from_bytes(turned.update(text.to_bytes(16, "big")), "big")}


@pytest.fixture
def asked(monkeypatch) -> list[Mapping[str, Value]]:
    """Checks ask OpenSSL in the place of the interpreter; the inputs that they asked for."""
    found: list[Mapping[str, Value]] = []

    def ask(program, name, values):
        found.append(values)
        return answers(program, name, values)

    monkeypatch.setattr(tried, "evaluate", ask)
    monkeypatch.setattr(check_layout, "evaluate", ask)
    return found


@pytest.mark.parametrize("name", [*NAMES, "aes128_decrypt", "camellia128_decrypt"])
def test_interpreter(name):
    program = program_of(FIGURES / f"{name}.drawio")
    for one in tried.inputs_of(program.by_name[name]):
        assert evaluate(program, name, one) == answers(program, name, one)


@pytest.mark.parametrize("name", [*NAMES, "aes128_decrypt", "camellia128_decrypt"])
def test_c(name, asked, tmp_path):
    program = program_of(FIGURES / f"{name}.uxf")
    made = generate_c(program, name)
    for suffix, text in (("h", made.header), ("c", made.source)):
        (tmp_path / f"{name}.{suffix}").write_text(text)
    assert verify_c(program, name, tmp_path) == len(asked) >= 20


@pytest.mark.slow
@NAME
@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(name, layout, asked, tmp_path):
    program = program_of(FIGURES / f"{name}.uxf")
    made = generate_layout(program, name, layout)
    for suffix, text in (("h", made.header), ("c", made.source)):
        (tmp_path / f"{name}.{suffix}").write_text(text)
    assert verify_layout(program, name, tmp_path) > 1000 and len(asked) >= 48


@pytest.mark.slow
@NAME
@pytest.mark.parametrize("target", one_of(2, ["opencl", "cuda"]))
def test_kernels(name, target, asked):
    program = program_of(FIGURES / f"{name}.uxf")
    assert verify_kernel(program, generate_kernel(program, name, target)) > 1000
    assert len(asked) >= 48


@pytest.mark.slow
@NAME
def test_hardware(name, asked, tmp_path):
    program = program_of(FIGURES / f"{name}.uxf")
    source = tmp_path / f"{kernel_name(name)}.c"
    source.write_text(generate_hls(program, name))
    assert verify_hls(program, name, source) == len(asked) >= 20


def test_another_answer_is_told(asked, monkeypatch, tmp_path):
    """The checks do take the answers of OpenSSL: with those of Camellia for AES they fail."""
    program = program_of(FIGURES / "aes128.uxf")
    made = generate_c(program, "aes128")
    (tmp_path / "aes128.h").write_text(made.header)
    (tmp_path / "aes128.c").write_text(made.source)
    monkeypatch.setattr(
        tried, "evaluate", lambda program, _, one: answers(program, "camellia128", one)
    )
    with pytest.raises(CryptagonError, match="aes128"):
        verify_c(program, "aes128", tmp_path)
