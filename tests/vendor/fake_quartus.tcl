# The commands of quartus_sh that an exported project uses, without Quartus: they note what is asked for and write reports in its layout.
# fmax(<OPTIMIZATION_MODE>) is what the pretended tool reaches, MHz; templates(fit), templates(sta) are texts to fill in.

set noted {}
set quartus(version) {Version 18.1.0 Lite Edition}
proc note {args} { global noted; lappend noted $args }

foreach command {load_package project_new set_parameter set_instance_assignment export_assignments} {
    proc $command {args} "note $command \$args"
}

proc set_global_assignment {option name value} {
    global assigned
    note set_global_assignment $name $value
    set assigned($name) $value
}

proc execute_module {option module} {
    global assigned fmax fails templates project period slack
    note execute_module $module
    set mode $assigned(OPTIMIZATION_MODE)
    file mkdir output_files
    if {[info exists fails($mode)] && $module eq "fit"} {
        write_file output_files/$project.fit.rpt "Fitter Status ; Failed"
        error $fails($mode)
    }
    if {$module eq "fit"} {
        write_file output_files/$project.fit.rpt $templates(fit)
    } elseif {$module eq "sta"} {
        regexp {period ([0-9.]+)} [read_file clock.sdc] all period
        set slack [format %.3f [expr {$period - 1000.0 / $fmax($mode)}]]
        write_file output_files/$project.sta.rpt [string map [list @PERIOD@ $period @SLACK@ $slack] $templates(sta)]
        set text "Type  : Slow 1100mV 85C Model Setup 'clk'\nSlack : [expr {$slack + 0.2}]\nTNS   : 0.000\n\n"
        append text "Type  : Slow 1100mV 0C Model Setup 'clk'\nSlack : $slack\nTNS   : 0.000\n\n"
        append text "Type  : Fast 1100mV 0C Model Hold 'clk'\nSlack : 0.150\nTNS   : 0.000\n"
        write_file output_files/$project.sta.summary $text
    }
}
