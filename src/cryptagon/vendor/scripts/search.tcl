# The search over strategies, seeds and clocks: the counterpart of cryptagon's own for open tools (docs/vendor-tools.md).
#
# Each run gets a folder runs/<strategy>-seed<n>-<MHz>MHz with the tool's reports and run.json. A folder is there whole or not at all, so a
# search that was stopped goes on where it was. Written for Tcl 8.4, which ISE has.

source settings.tcl
source $tool.tcl

# The next clock to ask for, MHz; empty when the clock is known to 2 %.
# met: the highest that was met (0: none), missed: the lowest that was missed (0: none), achieved: what the last run came to.
proc next_clock {met missed achieved} {
    if {$met == 0} {
        return [expr {0.97 * $achieved}]
    }
    if {$missed == 0} {
        return [expr {1.15 * $achieved}]
    }
    if {$missed < 1.02 * $met} {
        return ""
    }
    if {$achieved > 1.01 * $met && $achieved < 0.99 * $missed} {
        return $achieved
    }
    return [expr {($met + $missed) / 2.0}]
}

proc search_clock {strategy seed} {
    global first_mhz rounds
    set met 0
    set missed 0
    set request $first_mhz
    for {set round 1} {$round <= $rounds && $request ne ""} {incr round} {
        set outcome [attempt $strategy $seed [format %.1f $request]]
        set achieved [lindex $outcome 1]
        if {$achieved <= 0} {
            return
        }
        if {![lindex $outcome 0]} {
            if {$missed == 0 || $request < $missed} { set missed $request }
        } elseif {$achieved > $met} {
            set met $achieved
        }
        set request [next_clock $met $missed $achieved]
    }
}

# One run, unless it is there: {met achieved}, the first 1 when all constraints were met, the second in MHz and 0 when the run failed.
proc attempt {strategy seed mhz} {
    global settings_of
    set folder [file join runs $strategy-seed$seed-${mhz}MHz]
    if {![file exists $folder/run.json]} {
        puts "cryptagon: $strategy, seed $seed, $mhz MHz"
        set part $folder.part
        file delete -force $folder $part
        file mkdir $part
        if {[catch {implement $settings_of($strategy) $seed $mhz $part} result]} {
            puts "cryptagon: failed: $result"
            write_run $part $strategy $seed $mhz 0 0 $result
        } else {
            write_run $part $strategy $seed $mhz [lindex $result 0] [lindex $result 1] ""
        }
        file rename $part $folder
    }
    return [read_run $folder]
}

# Plain text only, so that the message can stand in JSON as it is.
proc write_run {folder strategy seed mhz met achieved message} {
    regsub -all {[^A-Za-z0-9 .,:;()=+_/-]} $message " " plain
    set file [open $folder/run.json w]
    puts $file "{\"schema_version\": 1, \"strategy\": \"$strategy\", \"seed\": $seed, \"requested_mhz\": $mhz,"
    puts $file " \"met\": $met, \"achieved_mhz\": $achieved, \"finished\": [clock seconds], \"message\": \"[string range $plain 0 2000]\"}"
    close $file
}

proc read_run {folder} {
    set text [read_file $folder/run.json]
    if {![regexp {"met": (\d+), "achieved_mhz": ([0-9.]+)} $text all met achieved]} {
        error "$folder/run.json was not written by this script: delete the folder"
    }
    return [list $met $achieved]
}

proc read_file {name} {
    set file [open $name]
    set text [read $file]
    close $file
    return $text
}

proc write_file {name text} {
    set file [open $name w]
    puts $file $text
    close $file
}

# From the clock asked for and the worst setup slack to what was achieved, MHz.
proc achieved {mhz slack} {
    return [format %.3f [expr {1000.0 / (1000.0 / $mhz - $slack)}]]
}

file mkdir runs
open_tool
foreach strategy $strategies {
    foreach seed $seeds {
        search_clock $strategy $seed
    }
}
puts "cryptagon: done; now, where Cryptagon is: cryptagon import FOLDER"
