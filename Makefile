# Two commands: `make bench` runs the main job, `make test` the tests. Both set themselves up from requirements.lock.

PYTHON ?= python3.11
VENV   := .venv
READY  := $(VENV)/.ready

.PHONY: bench test reproduce nightly fresh_machine lint docs lock clean

bench: $(READY)
	$(VENV)/bin/cryptagon run contests/first-look.toml --target ecp5-85f-8

test: $(READY) lint
	$(VENV)/bin/pytest -n 2 --dist worksteal

# Make committed results again; RESULTS names others.
RESULTS ?= benchmarks/results/first-look/*.json
reproduce: $(READY)
	$(VENV)/bin/cryptagon reproduce $(RESULTS)

# What takes too long for `make test`: the commands of the documents that do; 2,000 random programs against their Verilog, others every day,
# going on where they were stopped; proofs of all cores; every wrong core of the catalogue; both commands of the README on a bare Debian 12.
SEED ?= $(shell date +%Y%m%d)
nightly: $(READY)
	$(VENV)/bin/pytest tests/documents tests/classes -m nightly
	$(VENV)/bin/python -m cryptagon.hls.random_programs --count 2000 --seed $(SEED) --jobs 2 --summary build/nightly/random-programs-$(SEED).json
	$(VENV)/bin/cryptagon prove $(notdir $(wildcard algorithms/aead/* algorithms/hash/* algorithms/kernel/*))
	$(VENV)/bin/python benchmarks/equivalence.py
	$(VENV)/bin/cryptagon mutate dummy ascon128a acorn128 aes128gcm --kind ports --kind gates --kind c --seed $(SEED)
	$(MAKE) fresh_machine

# Needs root and debootstrap.
fresh_machine:
	.ci/fresh_machine.py

lint: $(READY)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/pyright

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -m venv $(VENV) || { echo "error: could not make a virtual environment; on Debian: apt install python3.11-venv" >&2; exit 1; }
	$(VENV)/bin/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(VENV)/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# Refresh the pages that are made from the program.
docs: $(READY)
	$(VENV)/bin/python -m cryptagon.cli.reference

# Refresh the pinned versions from pyproject.toml.
lock:
	$(VENV)/bin/uv pip compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-header --extra dev --output-file requirements.lock pyproject.toml

clean:
	rm -rf build
