"""Statements about a loop's cycles that do not hold or make no sense."""

from refusals import Refusal, refused

EXPECTED: dict[str, Refusal] = {
    "a call of unknown length": refused(
        "for (int i = 0; i < 4; i++) { expect_cycles(7); x = f(x) + i; }",
        """
unit.c:7: the loop is expected to take 7 cycles an iteration, but that cannot be told
  why: how long the call at unit.c:7 takes hangs on data; line 7: call of shared function 'f'
  fix: give every loop in it a constant bound, with a break where it may end early; or expect nothing here""",
        head="SHARED static int f(int a) { while (a & 15) a = a * 5 + 1; return a; }",
    ),
    "too many": refused(
        """\
for (int i = 0; i < 4; i++) {
    expect_cycles(1);
    x = x * 3 + i;
    wait();
}""",
        """
unit.c:8: the loop takes 2 cycles an iteration, not 1
  why: line 7: loop; line 10: wait()
  fix: remove what begins a cycle too many or add a wait(), or expect what it takes""",
    ),
    "an inner loop": refused(
        """\
expect_cycles(10);
for (int i = 0; i < 10; i++) x = x * 3;
x ^= stream_read(in);
x += stream_read(in);""",
        """
unit.c:7: the loop takes 11 cycles an iteration, not 10
  why: line 6: loop; line 10: second access to stream 'in'; line 8: loop, 10 times
  fix: remove what begins a cycle too many or add a wait(), or expect what it takes""",
    ),
    "too few": refused(
        "expect_cycles_between(3, 5);",
        """
unit.c:7: the loop takes 1 cycle an iteration, not 3 to 5
  why: line 6: loop
  fix: remove what begins a cycle too many or add a wait(), or expect what it takes""",
    ),
    "not always the same": refused(
        """\
expect_cycles(5);
for (int i = 0; i < 4; i++) { if (x & 1) break; x = x * 3 + i; }""",
        """
unit.c:7: the loop takes 1 to 4 cycles an iteration, not 5
  why: line 6: loop; line 8: loop, 1 to 4 times
  fix: remove what begins a cycle too many or add a wait(), or expect what it takes""",
    ),
    "data decides": refused(
        """\
expect_cycles(5);
while (x & 1) x = x * 3 >> 1;""",
        """
unit.c:7: the loop is expected to take 5 cycles an iteration, but that cannot be told
  why: how often the loop at unit.c:8 runs hangs on data; line 6: loop; line 8: loop, 1 times or more
  fix: give every loop in it a constant bound, with a break where it may end early; or expect nothing here""",
    ),
    "an unrolled loop": refused(
        "UNROLL for (int i = 0; i < 4; i++) { expect_cycles(1); x = x * 3 + i; }",
        """
unit.c:7: expect_cycles is in a loop marked UNROLL
  why: such a loop is logic and has no cycles of its own
  fix: write it in the body of the clocked loop around, or take the UNROLL away""",
    ),
    "no loop": refused(
        """\
expect_cycles(1);
for (;;) x += stream_read(in);""",
        """
unit.c:7: expect_cycles is outside of any clocked loop
  why: it speaks of the innermost loop around it; a function that never returns is no loop itself
  fix: write it as a statement in the loop's body""",
    ),
    "sharing of no loop": refused(
        """\
not_shared();
for (;;) x += stream_read(in);""",
        """
unit.c:7: not_shared is outside of any clocked loop
  why: it speaks of the innermost loop around it; a function that never returns is no loop itself
  fix: write it as a statement in the loop's body""",
    ),
    "sharing of an unrolled loop": refused(
        "UNROLL for (int i = 0; i < 4; i++) { not_shared(); x = x * 3 + i; }",
        """
unit.c:7: not_shared is in a loop marked UNROLL
  why: such a loop is logic and has no cycles of its own
  fix: write it in the body of the clocked loop around, or take the UNROLL away""",
    ),
    "a loop that runs once": refused(
        "for (int i = 0; i < 1; i++) { expect_cycles(1); x = x * 3 + i; }",
        """
unit.c:7: expect_cycles is in a loop that is never run again
  why: its body runs once at most, so it is not a loop in hardware and has no cycles of its own
  fix: write it in the body of the clocked loop around""",
    ),
    "a variable": refused(
        "expect_cycles(x);",
        """
unit.c:7: expect_cycles needs a constant
  why: cycles are counted when the design is compiled
  fix: give it a number""",
    ),
    "the wrong way round": refused(
        "expect_cycles_between(3, 2);",
        """
unit.c:7: expect_cycles_between(3, 2) cannot be
  why: an iteration takes a cycle at least
  fix: give the least first, 1 or more""",
    ),
    "nothing": refused(
        "expect_cycles(0);",
        """
unit.c:7: expect_cycles(0) cannot be
  why: an iteration takes a cycle at least
  fix: give 1 or more""",
    ),
}

STAGED: dict[str, Refusal] = {
    "more than are of use": refused(
        """\
for (int i = 0; i < 4; i++) {
cycles(3);
x = x * x + i; }""",
        """
unit.c:8: cycles(3) asks for more stages than are of use
  why: with 2 stages the longest path is that of one operation, at unit.c:9; more make it no shorter
  fix: ask for 2""",
    ),
    "more than one": refused(
        "for (int i = 0; i < 4; i++) { cycles(2); x = x * x; }",
        """
unit.c:7: cycles(2) asks for more stages than are of use
  why: with 1 stage the longest path is that of one operation, at unit.c:7; more make it no shorter
  fix: ask for 1""",
    ),
    "around a loop": refused(
        """\
for (int i = 0; i < 4; i++) {
cycles(2);
for (int j = 0; j < 3; j++) x = x * 3 + j; }""",
        """
unit.c:8: cycles(2) is in a loop around another clocked loop
  why: the loop at unit.c:9 has cycles of its own
  fix: write it in the inner loop, or mark that one UNROLL""",
    ),
    "with wait": refused(
        """\
for (int i = 0; i < 4; i++) { cycles(2);
x = x * x + i;
wait(); }""",
        """
unit.c:7: cycles(2) is in a loop with a wait()
  why: at unit.c:9 the source itself begins a cycle
  fix: take the wait() away, or split the iteration by wait() alone""",
    ),
    "two": refused(
        """\
for (int i = 0; i < 4; i++) { cycles(2);
cycles(3);
x = x * x + i; }""",
        """
unit.c:8: cycles(3) contradicts another one in the same loop
  why: that one is at unit.c:7
  fix: write one of them""",
    ),
    "many accesses": refused(
        """\
for (int i = 0; i < 4; i++) { cycles(2);
x ^= stream_read(in);
x += stream_read(in);
x ^= stream_read(in); }""",
        """
unit.c:7: cycles(2) asks for fewer stages than the loop has accesses in a row
  why: its accesses need 3 cycles: a stream moves one item a cycle, no read follows a write in one, a unit serves one call
  fix: ask for 3""",
    ),
    "accesses that need another cycle": refused(
        """\
for (int i = 0; i < 4; i++) { cycles(2);
x = x * x + i;
if (x & 1) { x ^= stream_read(in); x += stream_read(in); }
x *= x; }""",
        """
unit.c:7: cycles(2) cannot be kept: the loop takes 2 to 3 cycles an iteration
  why: line 7: loop; line 9: stage 2 of 2, cycles(2); line 9: second access to stream 'in'
  fix: ask for as many stages as its accesses need, or make them fewer""",
    ),
    "unrolled": refused(
        "UNROLL for (int i = 0; i < 4; i++) { cycles(2); x = x * x + i; }",
        """
unit.c:7: cycles is in a loop marked UNROLL
  why: such a loop is logic and has no cycles of its own
  fix: write it in the body of the clocked loop around, or take the UNROLL away""",
    ),
}
