#!/bin/sh
# Written by cryptagon export. Synthesis, simulation of the Verilog, and place and route by the tools that Bambu finds.
set -e
mkdir -p bambu
cd bambu
bambu ../core.cpp --std=c++17 -I.. --top-fname=@top@ --generate-interface=INFER --device-name=@device@ \
    --clock-period=@period@ --generate-tb=../testbench.cpp --tb-extra-gcc-options=-I.. \
    --simulate --simulator=VERILATOR --evaluation "$@"
