#!/bin/sh
# $name: synthesis, place and route, and the comparison with the expected figures.
# Needs Python with the packages of requirements.txt; PYTHON names it, if it is not python3. YOSYS and NEXTPNR name
# programs to take instead of those packages.
set -eu

# A program given by a relative path is found from every folder below.
absolute() { case "$$1" in /*) echo "$$1" ;; */*) echo "$$PWD/$$1" ;; *) echo "$$1" ;; esac; }
PYTHON=$$(absolute "$${PYTHON:-python3}")
YOSYS=$$(absolute "$${YOSYS:-}")
NEXTPNR=$$(absolute "$${NEXTPNR:-}")
cd "$$(dirname "$$0")"

yosys() {
  if [ -n "$$YOSYS" ]; then "$$YOSYS" "$$1"; return; fi
  "$$PYTHON" -c 'import os, sys; from pyosys import libyosys as y
y.run_pass("script " + sys.argv[1]); y.log_flush(); sys.stdout.flush(); os._exit(0)' "$$1"
}

# FOLDER LOG COMMAND...: run a command in a folder; when it fails, show the end of its log.
logged() {
  folder=$$1 log=$$2
  shift 2
  echo "$$1: $$folder/$$log"
  (cd "$$folder" && "$$@" > "$$log" 2>&1) || { tail -n 20 "$$folder/$$log" >&2; exit 2; }
}

rm -rf work
mkdir -p work/synthesis
cp -R sources work/synthesis/
cp $script work/synthesis/
logged work/synthesis yosys.log yosys $script
$pins$layout
"$$PYTHON" check.py
