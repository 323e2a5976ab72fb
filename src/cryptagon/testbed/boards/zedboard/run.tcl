# Loads bitstream and program by JTAG and starts it: xsct run.tcl
# The log comes on the board's serial port, 115,200 baud.
cd [file dirname [info script]]
connect
targets -set -nocase -filter {name =~ "APU*"}
rst -system
after 3000
fpga -file testbed.bit
loadhw -hw testbed.xsa
source [lindex [glob workspace/board/hw/ps7_init.tcl] 0]
ps7_init
ps7_post_config
targets -set -nocase -filter {name =~ "*Cortex-A9*#0"}
dow [lindex [glob workspace/testbed/Release/testbed.elf] 0]
con
