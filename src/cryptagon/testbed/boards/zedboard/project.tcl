# From the sources to a bitstream and a hardware description: vivado -mode batch -source project.tcl
# What belongs to this export comes from settings.tcl.
cd [file dirname [info script]]
source settings.tcl

proc stop {why} {
    puts stderr "testbed: $why"
    exit 1
}

create_project testbed vivado -part $part -force
set board_parts [get_board_parts -quiet *:$board_part:*]
if {[llength $board_parts] == 0} {
    stop "this Vivado has no board files for $board_part, which know the memory of the board: install them (Tools, Vivado Store, Boards) and start again"
}
set_property board_part [lindex $board_parts end] [current_project]
add_files -norecurse [glob src/*]
add_files -fileset constrs_1 -norecurse crossings.xdc
set_property processing_order LATE [get_files crossings.xdc]
set_property used_in_synthesis false [get_files crossings.xdc]
update_compile_order -fileset sources_1

# ---- processing system, testbed, and what lies between them ----
create_bd_design system
set ps [create_bd_cell -type ip -vlnv xilinx.com:ip:processing_system7 ps]
apply_bd_automation -rule xilinx.com:bd_rule:processing_system7 \
    -config {make_external "FIXED_IO, DDR" apply_board_preset "1" Master "Disable" Slave "Disable"} $ps
set_property -dict [list \
    CONFIG.PCW_USE_M_AXI_GP0 1 CONFIG.PCW_USE_S_AXI_HP0 1 CONFIG.PCW_S_AXI_HP0_DATA_WIDTH 64 \
    CONFIG.PCW_EN_CLK0_PORT 1 CONFIG.PCW_EN_RST0_PORT 1 CONFIG.PCW_FPGA0_PERIPHERAL_FREQMHZ $bus_mhz] $ps
create_bd_cell -type module -reference $top testbed
create_bd_cell -type ip -vlnv xilinx.com:ip:proc_sys_reset resets
create_bd_cell -type ip -vlnv xilinx.com:ip:smartconnect control
set_property -dict [list CONFIG.NUM_SI 1 CONFIG.NUM_MI 1] [get_bd_cells control]
create_bd_cell -type ip -vlnv xilinx.com:ip:smartconnect memory
set_property -dict [list CONFIG.NUM_SI [llength $channels] CONFIG.NUM_MI 1] [get_bd_cells memory]

foreach pin {ps/M_AXI_GP0_ACLK ps/S_AXI_HP0_ACLK resets/slowest_sync_clk control/aclk memory/aclk testbed/bus_clk} {
    connect_bd_net [get_bd_pins ps/FCLK_CLK0] [get_bd_pins $pin]
}
connect_bd_net [get_bd_pins ps/FCLK_RESET0_N] [get_bd_pins resets/ext_reset_in]
foreach pin {control/aresetn memory/aresetn testbed/bus_rst_n} {
    connect_bd_net [get_bd_pins resets/peripheral_aresetn] [get_bd_pins $pin]
}
connect_bd_intf_net [get_bd_intf_pins ps/M_AXI_GP0] [get_bd_intf_pins control/S00_AXI]
connect_bd_intf_net [get_bd_intf_pins control/M00_AXI] [get_bd_intf_pins testbed/s_axi]
set place 0
foreach channel $channels {
    connect_bd_intf_net [get_bd_intf_pins testbed/m_axi_$channel] [get_bd_intf_pins memory/[format S%02d_AXI $place]]
    incr place
}
connect_bd_intf_net [get_bd_intf_pins memory/M00_AXI] [get_bd_intf_pins ps/S_AXI_HP0]

# ---- addresses: the registers where the program expects them, the whole memory for each DMA engine ----
assign_bd_address -offset $register_base -range 4K -target_address_space [get_bd_addr_spaces ps/Data] [get_bd_addr_segs testbed/s_axi/reg0]
foreach channel $channels {
    assign_bd_address -target_address_space [get_bd_addr_spaces testbed/m_axi_$channel] [get_bd_addr_segs ps/S_AXI_HP0/HP0_DDR_LOWOCM]
}
validate_bd_design
save_bd_design
add_files -norecurse [make_wrapper -files [get_files system.bd] -top]
set_property top system_wrapper [current_fileset]
update_compile_order -fileset sources_1

# ---- bitstream, reports, hardware description ----
launch_runs impl_1 -to_step write_bitstream -jobs 4
wait_on_run impl_1
if {[get_property PROGRESS [get_runs impl_1]] ne "100%"} {
    stop "no bitstream was made: [get_property STATUS [get_runs impl_1]]"
}
open_run impl_1
file mkdir reports
report_timing_summary -file reports/timing.rpt
report_utilization -file reports/utilization.rpt
report_cdc -file reports/crossings.rpt
set slack [get_property SLACK [get_timing_paths -max_paths 1]]
write_hw_platform -fixed -include_bit -force testbed.xsa
file copy -force [lindex [glob vivado/*.runs/impl_1/*.bit] 0] testbed.bit
file copy -force [lindex [glob -nocomplain vivado/*.gen/sources_1/bd/system/hw_handoff/system.hwh vivado/*.srcs/sources_1/bd/system/hw_handoff/system.hwh] 0] testbed.hwh
if {$slack < 0} {
    puts "testbed: timing is missed by [expr {-$slack}] ns: answers may be wrong at this clock, and the known answers will tell"
} else {
    puts "testbed: timing is met, $slack ns to spare"
}
