# Two commands: `make bench` runs the main job, `make test` the tests. Both set themselves up from requirements.lock.

# PYTHON=... takes another than the first of these that is fit.
FIT    := import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))
PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3,$(shell $(name) -c '$(FIT)' 2>/dev/null && echo $(name))))
VENV   := .venv
READY  := $(VENV)/.ready

# Without its bytecode each start of Python compiles all that it imports: seconds, a thousand times in the tests.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: bench test setup reproduce nightly fresh_machine lint docs picture site audit lock clean

bench: $(READY)
	$(VENV)/bin/cryptagon run contests/first-look.toml --target ecp5-85f-8 --refine

test: $(READY) lint
	$(VENV)/bin/pytest -n 2 --dist loadfile

# Install everything into .venv, and nothing more.
setup: $(READY)

# Make committed results again; RESULTS names others.
RESULTS ?= benchmarks/results/first-look/*.json
reproduce: $(READY)
	$(VENV)/bin/cryptagon reproduce $(RESULTS)

# What takes too long for `make test`: all tests of all algorithms, and commands of the documents; 4,000 random programs against their Verilog, others every day,
# going on where they were stopped; proofs of all cores; every wrong core of the catalogue; the package in an empty virtual environment; both commands of the README on a bare Debian 12.
ALGORITHMS := $(notdir $(patsubst %/,%,$(dir $(wildcard algorithms/*/*/algorithm.toml))))
SEED ?= $(shell date +%Y%m%d)
nightly: $(READY)
	$(VENV)/bin/pytest -n 2 --dist worksteal -m nightly
	PYTHONPATH=tests/hls $(VENV)/bin/python -m random_programs --count 4000 --seed $(SEED) --jobs 2 --summary build/nightly/random-programs-$(SEED).json
	$(VENV)/bin/cryptagon prove $(ALGORITHMS)
	$(VENV)/bin/python benchmarks/equivalence.py
	$(VENV)/bin/cryptagon mutate dummy dummy_two_pass dummy_nsec dummy_expanding ascon128a acorn128 aes128gcm --kind ports --kind gates --kind c --seed $(SEED)
	$(MAKE) fresh_machine

# Needs root and debootstrap.
fresh_machine:
	.ci/fresh_machine.py

lint: $(READY)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/pyright

# Known faults of the pinned packages, and findings in the source of the site. Needs the network.
SITE_SOURCE := src/cryptagon/site $(wildcard $(patsubst %,src/cryptagon/cli/%*.py,site publish mirror attest key serve))
audit: $(READY)
	$(VENV)/bin/bandit --quiet --configfile pyproject.toml --recursive $(SITE_SOURCE)
	$(VENV)/bin/uv tool run pip-audit==2.10.1 --requirement requirements.lock --require-hashes --disable-pip --strict

$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "error: no Python 3.11, 3.12 or 3.13 is on the PATH; on Debian 12: apt install python3.11-venv" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "error: $(PYTHON) could not make a virtual environment; on Debian: apt install $(notdir $(PYTHON))-venv" >&2; exit 1; }
	$(VENV)/bin/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(VENV)/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# Refresh the pages that are made from the program, and those whose tables and pictures are made from committed measurements.
docs: $(READY)
	$(VENV)/bin/python -m cryptagon.cli.reference
	$(VENV)/bin/python tests/rules/package_diagram.py
	$(VENV)/bin/python -m cryptagon.analysis.pages

# The picture of a compilation report. CHROMIUM=... takes another browser of that kind.
CHROMIUM ?= chromium
picture: $(READY)
	$(VENV)/bin/cryptagon hls docs/examples/xtea.c -o build/xtea --area
	$(CHROMIUM) --headless --no-sandbox --hide-scrollbars --window-size=1240,1850 --screenshot=docs/images/hls-report.png file://$(CURDIR)/build/xtea/xtea.report.html

# The docs as a site in build/site. A warning is an error: a broken link, a page that no list of contents has.
site: $(READY)
	$(VENV)/bin/python -m sphinx --fresh-env --quiet --fail-on-warning --keep-going --nitpicky --conf-dir docs/site --doctree-dir build/site-cache . build/site

# Refresh the pinned versions from pyproject.toml, for the oldest Python: the newer ones take the same.
lock:
	$(VENV)/bin/uv pip compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-header --no-strip-markers --python-version 3.11 --all-extras --output-file requirements.lock pyproject.toml

clean:
	rm -rf build
