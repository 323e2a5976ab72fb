
# Around the finished netlist goes a wrapper that makes four pins of all ports; what it takes is not counted.
cp $source $script work/synthesis/
(cd work/synthesis && yosys $script > pins.log 2>&1)
