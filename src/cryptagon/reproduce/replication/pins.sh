
# Around the finished netlist goes a wrapper that makes four pins of all ports; what it takes is not counted.
cp $source $script work/synthesis/
logged work/synthesis pins.log yosys $script
