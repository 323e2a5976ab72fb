# Written by cryptagon export. Simulation in C, synthesis, co-simulation with the RTL, and place and route.
# vitis-run --mode hls --tcl run.tcl, or vitis_hls -f run.tcl before version 2024.1.
open_project -reset project
set_top @top@
add_files core.cpp
add_files -tb testbench.cpp
open_solution -reset -flow_target vivado solution
set_part {@device@}
create_clock -period @period@ -name default
config_rtl -reset state
csim_design
csynth_design
cosim_design -rtl verilog
export_design -flow impl -rtl verilog -format ip_catalog
exit
