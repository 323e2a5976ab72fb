# One run of ISE by its project commands (xtclsh), the unit in a wrapper with few pins. See search.tcl. Tcl 8.4.

proc open_tool {} {
    global first_mhz no_bram no_dsp project
    write_clock $first_mhz
    file delete -force $project.xise $project.gise
    source project.tcl
    if {$no_bram} {
        project set "RAM Style" "Distributed" -process "Synthesize - XST"
        project set "ROM Style" "Distributed" -process "Synthesize - XST"
    }
    if {$no_dsp} {
        project set "Use DSP Block" "No" -process "Synthesize - XST"
    }
    project set "Generate Detailed MAP Report" true -process "Map"
    project set "Report Type" "Verbose Report" -process "Generate Post-Place & Route Static Timing"
    project set "Place & Route Effort Level (Overall)" "High" -process "Place & Route"
}

proc write_clock {mhz} {
    global constraints
    set text "NET \"clk\" TNM_NET = \"clk\";\n"
    append text "TIMESPEC \"TS_clk\" = PERIOD \"clk\" [format %.3f [expr {1000.0 / $mhz}]] ns HIGH 50%;"
    write_file $constraints $text
}

proc implement {settings seed mhz folder} {
    global top
    write_clock $mhz
    project set "Optimization Goal" [lindex $settings 0] -process "Synthesize - XST"
    project set "Optimization Effort" [lindex $settings 1] -process "Synthesize - XST"
    project set "LUT Combining" [lindex $settings 2] -process "Map"
    project set "Placer Extra Effort" [lindex $settings 3] -process "Map"
    project set "Extra Effort (Highest PAR level only)" [lindex $settings 3] -process "Place & Route"
    project set "Starting Placer Cost Table (1-100)" $seed -process "Map"
    foreach name [list $top.par $top.twr ${top}_map.mrp $top.syr] { file delete $name }
    set fault [run_process "Implement Design"]
    if {$fault eq ""} {
        set fault [run_process "Generate Post-Place & Route Static Timing"]
    }
    foreach name [list $top.par $top.twr ${top}_map.mrp $top.syr] {
        if {[file exists $name]} { file copy -force $name $folder }
    }
    if {$fault ne ""} {
        error $fault
    }
    set timing [read_file $top.twr]
    if {![regexp {Minimum period: *([0-9.]+)ns} $timing all period] || ![regexp {Timing errors: *([0-9]+)} $timing all errors]} {
        error "the timing report has no minimum period"
    }
    return [list [expr {$errors == 0}] [format %.3f [expr {1000.0 / $period}]]]
}

# Empty, or what went wrong: a process that failed says so by its status alone.
proc run_process {name} {
    set done [process run $name -force rerun_all]
    set status [process get $name status]
    if {!$done || ($status ne "up_to_date" && $status ne "warnings")} {
        return "$name: $status"
    }
    return ""
}
