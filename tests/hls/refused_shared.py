"""What a shared function cannot be: the whole of each message."""

from refusals import HEAD, Refusal, refused, source

PURE = "it computes its result from its operands alone"
TYPES = "operands and results of a unit are integers, or structs of integers and of arrays of them, by value"
VALUES = "give and take values instead of pointers, an array within a struct, integers instead of unions and bit-fields"
CALL = "x = f(x);"

# construct: (before the function, in the function, line, what, why, fix)
REFUSED = {
    "stream read": (
        "SHARED static int f(int a) { return a + stream_read(in); }",
        CALL,
        4,
        "shared function 'f' uses the port 'in'",
        PURE,
        "read before the call, write after it",
    ),
    "stream write in a function it calls": (
        "static int g(int a) { stream_write(out, a); return a; } SHARED static int f(int a) { return g(a) + 1; }",
        CALL,
        4,
        "shared function 'f' uses the port 'out'",
        PURE,
        "read before the call, write after it",
    ),
    "static variable": (
        "SHARED static int f(int a) { static int count; return a + count++; }",
        CALL,
        4,
        "shared function 'f' uses the variable 'count', which keeps its value",
        PURE,
        "give it as an operand; a table of constants is ROM",
    ),
    "REGISTER": (
        "REGISTER int key; SHARED static int f(int a) { return a + key; }",
        "key = x; x = f(x);",
        4,
        "shared function 'f' uses the variable 'key', which keeps its value",
        PURE,
        "give it as an operand; a table of constants is ROM",
    ),
    "memory": (
        "SHARED static int f(int a) { DISTRIBUTED_RAM int s[4]; s[a & 3] = a; return s[1]; }",
        CALL,
        4,
        "shared function 'f' has the memory 's'",
        PURE,
        "leave the directive out, or keep the array outside",
    ),
    "statement about cycles": (
        "SHARED static int f(int a) { for (int i = 0; i < 4; i++) { expect_cycles(1); a *= 3; } return a; }",
        CALL,
        4,
        "shared function 'f' has the statement expect_cycles",
        PURE,
        "write it where the function is called",
    ),
    "units of a clocked loop": (
        "SHARED_UNITS(2) static int f(int a) { for (int i = 0; i < 4; i++) a *= 3; return a; }",
        CALL,
        4,
        "shared function 'f' takes clock cycles, and cannot have 2 units",
        "calls run one after another, so that one is enough: it has clocked loops, wait() or calls of other shared functions",
        "write SHARED; or mark its loops UNROLL, and leave SHARED out before what it calls",
    ),
    "clocked loop that never ends": (
        "SHARED static int f(int a) { for (;;) a *= 3; return a; }",
        CALL,
        4,
        "a loop never ends, and neither reads nor writes",
        "once it has begun, the design takes and gives nothing more",
        "give it a condition or a break by which it ends; a design that is to halt calls exit(0) of stdlib.h",
    ),
    "stages around a call with a clocked loop": (
        "SHARED static int f(int a) { for (int i = 0; i < 4; i++) a *= 3; return a; }",
        "for (int i = 0; i < x; i++) { cycles(2); x = f(x); }",
        7,
        "cycles(2) is in a loop that calls a clocked function",
        "the shared function called at unit.c:7 takes cycles of its own",
        "write it in a loop without that call, or take the call out of the loop",
    ),
    "UNROLL up to a variable": (
        "SHARED static int f(int a) { UNROLL for (int i = 0; i < a; i++) a *= 3; return a; }",
        CALL,
        4,
        "a loop marked UNROLL or UNROLL_BY could not be unrolled",
        "its iterations are neither a constant number nor 256 at most, which only UNROLL_BY without accesses can do without",
        "give it constant bounds, and no break where UNROLL_BY is around accesses; or leave it rolled, at one iteration a cycle",
    ),
    "recursion": (
        "SHARED static int f(int a) { return a ? f(a - 1) : 3; }",
        CALL,
        4,
        "'f' calls itself",
        "hardware has no call stack",
        "write the recursion as a loop",
    ),
    "pointer": (
        "SHARED static int f(int *a) { return *a + 1; }",
        "int y = x; x = f(&y);",
        4,
        "shared function 'f' cannot take its parameter 'a'",
        TYPES,
        VALUES,
    ),
    "union in a struct": (
        "struct s { union { int a; char b[4]; } u; }; SHARED static int f(struct s q) { return q.u.a; }",
        "struct s y = {{x}}; x = f(y);",
        4,
        "shared function 'f' cannot take its parameter 'q'",
        TYPES,
        VALUES,
    ),
    "bit-field": (
        "struct s { int a : 3, b : 5; }; SHARED static int f(struct s q) { return q.a; }",
        "struct s y = {x, x}; x = f(y);",
        4,
        "shared function 'f' cannot take its parameter 'q'",
        TYPES,
        VALUES,
    ),
    "no result": (
        "SHARED static void f(int a) { }",
        "f(x);",
        4,
        "shared function 'f' gives no integer back",
        TYPES,
        VALUES,
    ),
    "floating point": (
        "SHARED static float f(int a) { return a; }",
        CALL,
        4,
        "shared function 'f' gives no integer back",
        TYPES,
        VALUES,
    ),
    "no units": (
        "SHARED_UNITS(0) static int f(int a) { return a + 1; }",
        CALL,
        4,
        "SHARED_UNITS(0) cannot be",
        "it is how many units of 'f' there are, 1 to 1024",
        "give a number as plain digits",
    ),
    "expression for units": (
        "SHARED_UNITS(2 + 1) static int f(int a) { return a + 1; }",
        CALL,
        4,
        "SHARED_UNITS(2 + 1) cannot be",
        "it is how many units of 'f' there are, 1 to 1024",
        "give a number as plain digits",
    ),
    "variable": (
        "SHARED static int s[4];",
        "s[1] = x; x = s[1];",
        4,
        "SHARED is before 's', which is no function",
        "a unit computes a result from operands",
        "write it before a function; an array can be DISTRIBUTED_RAM or BLOCK_RAM",
    ),
    "local variable": (
        "",
        "SHARED int s = x; x = s + 1;",
        7,
        "SHARED is before 's', which is no function",
        "a unit computes a result from operands",
        "write it before a function; an array can be DISTRIBUTED_RAM or BLOCK_RAM",
    ),
    "stages with too many calls": (
        "SHARED static int f(int a) { return a * 3; }",
        "for (int i = 0; i < x; i++) { cycles(2); x = f(f(f(x))); }",
        7,
        "cycles(2) asks for fewer stages than the loop has accesses in a row",
        "its accesses need 3 cycles: a stream moves one item a cycle, no read follows a write in one, a unit serves one call",
        "ask for 3",
    ),
}


SHARED: dict[str, Refusal] = {
    name: refused(body, f"unit.c:{line}: {what}\n  why: {why}\n  fix: {fix}", head=head)
    for name, (head, body, line, what, why, fix) in REFUSED.items()
}
SHARED["the whole hardware"] = source(
    HEAD + "SHARED HARDWARE void unit(void) { stream_write(out, stream_read(in)); }\n",
    """
unit.c:4: 'unit' is marked both HARDWARE and SHARED
  why: the one is the whole design, the other a unit in it
  fix: leave SHARED out""",
)
SHARED["a stage of two cycles"] = refused(
    "for (int i = 0; i < 9; i++) { cycles(2); x *= 7; if (x & 1) x = f(g(x)); else x = g(f(x)); }",
    """
unit.c:7: cycles(2) cannot be kept: the loop takes 2 to 3 cycles an iteration
  why: line 7: loop; line 7: stage 2 of 2, cycles(2); line 7: shared function 'g' would hang on its own result
  fix: ask for as many stages as its accesses need, or make them fewer""",
    head="SHARED static int f(int a) { return a * 3; } SHARED static int g(int a) { return a ^ a * 5; }",
)
