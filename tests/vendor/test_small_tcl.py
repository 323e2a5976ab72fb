"""The small Tcl on scripts with known results; where Python has Tcl itself, that must agree, and so
must the errors.
"""

import pytest
from tcl_commands import INTERPRETERS

RESULTS = {
    "set a {x y}; lappend a {p q} {}; set a": "x y {p q} {}",
    "lindex {a {b c} d} 1": "b c",
    "lindex {a {b c} d} end": "d",
    "lindex {a b} 7": "",
    'set n 3; set t "n=$n, [expr {$n * 2}], \\$n \\[x\\]"; set t': "n=3, 6, $n [x]",
    "expr {7 / 2 + 1.5 * 2}": "6.0",
    "expr {1000.0 / (1000.0 / 187 - 0.5)}": "206.28792057363486",
    "expr {2 + 3 * 4 - 1 == 13 && (1 < 2 || 0)}": "1",
    'expr {"a b" eq "a b" ? "yes" : "no"}': "yes",
    "set m 0; expr {$m == 0 || $unknown < 3}": "1",
    "expr {0 && [error x]}": "0",
    "expr {!0 + -2}": "-1",
    "set {a(x y)} 5; set k {x y}; set a($k)": "5",
    "set s {}; foreach {a b} {1 2 3} { append s $a-$b. }; set s": "1-2.3-.",
    "set n 0; for {set i 0} {$i < 5} {incr i} { if {$i == 3} break; incr n $i }; set n": "3",
    "set n 10; while {$n > 3} { incr n -4 }; set n": "2",
    "proc f {a args} { return $a:[llength $args] }; f 1 2 {3 4}": "1:2",
    "set g 1; proc f {} { global g; set l 2; set g 7 }; f; list $g [info exists l]": "7 0",
    "proc f {x} { if {$x} { return early }; set x }; f 1": "early",
    "catch {error {it broke}} why; set why": "it broke",
    "catch {set nothing_there} why": "1",
    "switch -glob abc { b* { set r 1 } a?c { set r 2 } default { set r 3 } }": "2",
    "string match -nocase *ERROR* {an error}": "1",
    "string map {@A@ 1 @B@ two} {@B@-@A@}": "two-1",
    "string range abcdef 0 2": "abc",
    "regexp {a([0-9.]+)b} {xa12.5b} all first; list $all $first": "a12.5b 12.5",
    "regexp -all -inline {(\\w)=(\\d)} {a=1 b=2}": "a=1 a 1 b=2 b 2",
    'regsub -all {[^a-c]} "abXYc" " " plain; set plain': "ab  c",
    "lsort -real {10.5 -2 3}": "-2 3 10.5",
    "lsearch -exact {a {b c}} {b c}": "1",
    "format %.3f 2.0": "2.000",
    "eval list {a b} c": "a b c",
    'set x 1 ;# a comment\n# another { \nlist $x \\\n  2': "1 2",
    "list $ a$ {$x}": "{$} {a$} {$x}",
}  # fmt: skip
ERRORS = [
    "no_such_command",
    "set nothing_there",
    "proc f {a} {}; f",
    "expr {1 +}",
    "expr {(1}",
    "expr {a + 1}",
    "error x",
    "lappend",
]


@pytest.mark.parametrize("make", INTERPRETERS)
@pytest.mark.parametrize(("script", "result"), RESULTS.items())
def test_result(make, script, result):
    assert str(make().eval(script)) == result


@pytest.mark.parametrize("make", INTERPRETERS)
@pytest.mark.parametrize("script", ERRORS)
def test_error(make, script):
    with pytest.raises(Exception, match=r".") as caught:
        make().eval(script)
    assert type(caught.value).__name__ == "TclError"
