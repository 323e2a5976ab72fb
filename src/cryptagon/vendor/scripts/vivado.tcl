# One run of Vivado in project mode, out of context: no pads and no clock buffer are added. See search.tcl.

proc open_tool {} {
    global project first_mhz
    write_clock $first_mhz
    file delete -force $project.xpr $project.cache $project.hw $project.runs $project.srcs $project.ip_user_files $project.gen
    source project.tcl
}

proc write_clock {mhz} {
    global clock constraints part
    set text "create_clock -name clk -period [format %.3f [expr {1000.0 / $mhz}]] \[get_ports $clock\]\n"
    # Where the clock comes from on the chip, so that its skew is timed as in a whole design (UG905, "HD.CLK_SRC"); other families have
    # other sites, and there the clock is taken to reach every register at once.
    if {[string match xc7* $part]} {
        append text "set_property HD.CLK_SRC BUFGCTRL_X0Y0 \[get_ports $clock\]"
    }
    write_file $constraints $text
}

# A strategy that this version does not have is an error, not the default in its place.
proc use_strategy {run name} {
    set_property strategy $name [get_runs $run]
    if {[get_property strategy [get_runs $run]] ne $name} {
        error "this version of Vivado has no strategy $name for $run"
    }
}

proc implement {settings seed mhz folder} {
    global no_bram no_dsp
    catch {close_design}
    write_clock $mhz
    reset_run synth_1
    use_strategy synth_1 [lindex $settings 0]
    use_strategy impl_1 [lindex $settings 1]
    set_property -name {STEPS.SYNTH_DESIGN.ARGS.MORE OPTIONS} -value {-mode out_of_context} -objects [get_runs synth_1]
    if {$no_bram} {
        set_property STEPS.SYNTH_DESIGN.ARGS.MAX_BRAM 0 [get_runs synth_1]
        # Old versions know no UltraRAM, nor have their parts any; what is used is checked at the import.
        catch {set_property STEPS.SYNTH_DESIGN.ARGS.MAX_URAM 0 [get_runs synth_1]}
    }
    if {$no_dsp} {
        set_property STEPS.SYNTH_DESIGN.ARGS.MAX_DSP 0 [get_runs synth_1]
    }
    # Without -to_step: as far as routing, and physical optimisation after it where the strategy has that, but no bitstream.
    foreach run {synth_1 impl_1} {
        launch_runs $run
        catch {wait_on_run $run}
        set status [get_property STATUS [get_runs $run]]
        if {[get_property PROGRESS [get_runs $run]] ne "100%" || [string match -nocase *error* $status]} {
            catch {file copy -force [file join [get_property DIRECTORY [get_runs $run]] runme.log] $folder/$run.log}
            error "$run: $status"
        }
    }
    open_run impl_1
    report_utilization -file $folder/utilization.rpt
    report_timing_summary -delay_type min_max -file $folder/timing_summary.rpt
    report_timing -delay_type max -max_paths 1 -file $folder/critical_path.rpt
    set setup [get_property SLACK [get_timing_paths -delay_type max]]
    set hold [get_property SLACK [get_timing_paths -delay_type min]]
    close_design
    return [list [expr {$setup >= 0 && $hold >= 0}] [achieved $mhz $setup]]
}
