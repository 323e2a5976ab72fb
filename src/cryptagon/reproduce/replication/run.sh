#!/bin/sh
# $name: synthesis, place and route, and the comparison with the expected figures.
# Needs Python with the packages of requirements.txt; PYTHON names it, if it is not python3. YOSYS and NEXTPNR name
# programs to take instead of those packages.
set -eu
cd "$$(dirname "$$0")"
PYTHON="$${PYTHON:-python3}"

yosys() {
  if [ -n "$${YOSYS:-}" ]; then "$$YOSYS" "$$1"; return; fi
  "$$PYTHON" -c 'import os, sys; from pyosys import libyosys as y
y.run_pass("script " + sys.argv[1]); y.log_flush(); sys.stdout.flush(); os._exit(0)' "$$1"
}

rm -rf work
mkdir -p work/synthesis
cp -R sources work/synthesis/
cp $script work/synthesis/
echo "synthesis: work/synthesis/yosys.log"
(cd work/synthesis && yosys $script > yosys.log 2>&1)
$pins$layout
"$$PYTHON" check.py
