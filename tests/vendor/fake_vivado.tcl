# The commands of Vivado that an exported project uses, without Vivado: they note what is asked for and write reports in its layout.
# fmax(<synthesis strategy>/<implementation strategy>) is what the pretended tool reaches, MHz; a strategy without one is not known.
# templates(<report>) are texts with @PERIOD@, @SLACK@ and @LUTS@ to fill in.

set noted {}
proc note {args} { global noted; lappend noted $args }

foreach command {create_project set_property read_verilog read_xdc reset_run close_design report_timing} {
    proc $command {args} "note $command \$args; if {{$command} eq {set_property}} { keep \$args }"
}
foreach command {current_project current_fileset get_filesets get_runs} {
    proc $command {args} { return [lindex $args 0] }
}

proc keep {words} {
    global strategy_of luts_allowed
    if {[lindex $words 0] eq "strategy"} {
        set strategy_of([lindex $words 2]) [lindex $words 1]
    }
}

proc get_property {name object} {
    global strategy_of status slack
    switch -glob $name {
        strategy { return [expr {[known $object] ? $strategy_of($object) : "none"}] }
        PROGRESS { return [expr {$status eq "route_design Complete!" ? "100%" : "40%"}] }
        STATUS { return $status }
        DIRECTORY { return . }
        SLACK { return [expr {$object eq "min" ? 0.05 : $slack}] }
    }
    error "the test knows no property $name"
}

proc known {run} {
    global strategy_of strategies_known
    return [expr {[lsearch -exact $strategies_known $strategy_of($run)] >= 0}]
}

proc launch_runs {run} { note launch_runs $run }

proc wait_on_run {run} {
    global status strategy_of slack period fmax fails
    set key $strategy_of(synth_1)/$strategy_of(impl_1)
    if {[info exists fails($key)]} {
        set status $fails($key)
        error "run failed"
    }
    set status "route_design Complete!"
    regexp {period ([0-9.]+)} [read_file clock.xdc] all period
    set slack [format %.3f [expr {$period - 1000.0 / $fmax($key)}]]
}

proc open_run {run} { note open_run $run }
proc get_timing_paths {option type} { return $type }

proc report_utilization {option name} { fill utilization.rpt $name }
proc report_timing_summary {args} { fill timing_summary.rpt [lindex $args end] }
proc fill {template name} {
    global templates period slack
    write_file $name [string map [list @PERIOD@ $period @SLACK@ $slack] $templates($template)]
}
