# One run of Quartus Prime, every port but the clock a virtual pin. See search.tcl.

proc open_tool {} {
    global clock first_mhz no_bram no_dsp
    load_package flow
    write_clock $first_mhz
    source project.tcl
    set_global_assignment -name PROJECT_OUTPUT_DIRECTORY output_files
    set_instance_assignment -name VIRTUAL_PIN ON -to *
    set_instance_assignment -name VIRTUAL_PIN OFF -to $clock
    if {$no_bram} {
        foreach name {AUTO_RAM_RECOGNITION AUTO_ROM_RECOGNITION AUTO_SHIFT_REGISTER_RECOGNITION} {
            set_global_assignment -name $name OFF
        }
    }
    if {$no_dsp} {
        set_global_assignment -name AUTO_DSP_RECOGNITION OFF
    }
}

proc write_clock {mhz} {
    global clock constraints
    set text "create_clock -name clk -period [format %.3f [expr {1000.0 / $mhz}]] \[get_ports $clock\]\n"
    append text "derive_clock_uncertainty"
    write_file $constraints $text
}

proc implement {settings seed mhz folder} {
    global project quartus
    write_clock $mhz
    set_global_assignment -name OPTIMIZATION_MODE [lindex $settings 0]
    set_global_assignment -name SEED $seed
    export_assignments
    file delete -force output_files
    # Pro has a synthesis program of its own.
    set synthesis [expr {[string match "*Pro *" $quartus(version)] ? "syn" : "map"}]
    foreach module [list $synthesis fit sta] {
        if {[catch {execute_module -tool $module} message]} {
            keep_reports $folder
            error "quartus_$module: $message"
        }
    }
    keep_reports $folder
    set slacks [worst_slacks [read_file output_files/$project.sta.summary]]
    set met 1
    foreach slack $slacks {
        if {[lindex $slack 1] < 0} { set met 0 }
    }
    return [list $met [achieved $mhz [lindex [lindex $slacks 0] 1]]]
}

proc keep_reports {folder} {
    foreach report [glob -nocomplain output_files/*.rpt output_files/*.summary] {
        file copy -force $report $folder
    }
}

# {check slack} of setup and hold, the worst of all corners, ns.
proc worst_slacks {summary} {
    set worst {}
    foreach check {Setup Hold} {
        set found {}
        foreach {all slack} [regexp -all -inline "$check '\[^'\]*'\\s*\\nSlack\\s*:\\s*(-?\[0-9.\]+)" $summary] {
            lappend found $slack
        }
        if {[llength $found] == 0} {
            error "the timing summary has no slack for $check"
        }
        lappend worst [list $check [lindex [lsort -real $found] 0]]
    }
    return $worst
}
