# The commands of ISE's xtclsh that an exported project uses, without ISE: they note what is asked for and write reports in its layout.
# fmax(<Optimization Goal>) is what the pretended tool reaches, MHz; templates(mrp), (par), (twr) are texts to fill in.

set noted {}
proc note {args} { global noted; lappend noted $args }
proc xfile {args} { eval note xfile $args }

proc project {action args} {
    global assigned
    note project $action $args
    if {$action eq "set"} { set assigned([lindex $args 0]) [lindex $args 1] }
}

proc process {action name args} {
    global assigned fmax fails templates top status
    if {$action eq "get"} { return $status }
    set goal $assigned(Optimization\ Goal)
    set status "up_to_date"
    if {[info exists fails($goal)]} {
        set status $fails($goal)
        return 1
    }
    if {$name eq "Implement Design"} {
        write_file ${top}_map.mrp $templates(mrp)
        write_file $top.par $templates(par)
        return 1
    }
    regexp {PERIOD "clk" ([0-9.]+) ns} [read_file clock.ucf] all period
    set minimum [expr {1000.0 / $fmax($goal)}]
    set errors [expr {$minimum > $period ? 7 : 0}]
    write_file $top.twr [string map [list @PERIOD@ $period @MINIMUM@ [format %.3f $minimum] @ERRORS@ $errors] $templates(twr)]
    return 1
}
