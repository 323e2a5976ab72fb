"""C that cannot become hardware."""

from refusals import HEAD, Refusal, refused, source

CONSTRUCTS: dict[str, Refusal] = {
    "no HARDWARE function": source(
        """#include <cryptagon.h>
void unit(void) {}
""",
        """
unit.c: no function is marked HARDWARE
  why: a static one that nothing calls, or one that is only declared, does not count
  fix: mark the one function that becomes the hardware: HARDWARE void name(void) { ... }""",
    ),
    "two HARDWARE functions": refused(
        "",
        """
unit.c:5: 2 functions are marked HARDWARE: other, unit
  fix: mark the one function that becomes the hardware: HARDWARE void name(void) { ... }""",
        head="HARDWARE void other(void) { stream_write(out, 3); }",
    ),
    "HARDWARE function with a parameter": source(
        HEAD
        + """HARDWARE void unit(int x) { stream_write(out, x); }
""",
        """
unit.c:4: 'unit' is marked HARDWARE, but takes or returns something
  why: nothing calls it: it runs by itself, again and again
  fix: write HARDWARE void unit(void), and let items come and go on streams""",
    ),
    "HARDWARE function called main": source(
        HEAD
        + """HARDWARE void main(void) { stream_write(out, stream_read(in)); }
""",
        """
unit.c:4: the HARDWARE function is called 'main'
  why: the program of a native run has a main of its own
  fix: give it another name""",
    ),
    "NO_RESET of a local variable": refused(
        "NO_RESET uint_t(8) kept;\nkept = x; x += kept;",
        """
unit.c:7: NO_RESET is before 'kept', which keeps nothing between runs
  why: it is for REGISTER, static and global variables
  fix: leave it out; a local variable has no reset where it begins as any(type)""",
    ),
    "NO_RESET of a function": refused(
        "x = twice(x);",
        """
unit.c:4: NO_RESET is before 'twice', which keeps nothing between runs
  why: it is for REGISTER, static and global variables
  fix: leave it out; a local variable has no reset where it begins as any(type)""",
        head="NO_RESET static uint_t(8) twice(uint_t(8) x) { return 2 * x; }",
    ),
    "NO_RESET and an initialiser": refused(
        "x ^= kept; kept = x;",
        """
unit.c:4: 'kept' has NO_RESET and an initialiser
  why: an initialiser is the value at reset
  fix: leave one of the two out""",
        head="NO_RESET static uint_t(8) kept = 3;",
    ),
    "no level a cycle": source(
        HEAD
        + """HARDWARE_LEVELS(0) void unit(void) { stream_write(out, stream_read(in)); }
""",
        """
unit.c:4: HARDWARE_LEVELS(0) cannot be
  why: it is how many levels of look-up tables a clock cycle has at most, from 1 on
  fix: give a number as plain digits""",
    ),
    "HARDWARE variable": refused(
        "HARDWARE int y = 3; x += y;",
        """
unit.c:7: variable 'y' is marked as a function
  fix: write HARDWARE and SHARED before functions alone""",
    ),
    "nothing to do": source(
        HEAD
        + """HARDWARE void unit(void) { REGISTER int count; count++; }
""",
        """
unit.c: the design neither takes nor gives an item
  why: what nothing sees becomes no hardware, nor does what follows undefined behaviour, such as a write to address 0
  fix: use stream_read and stream_write""",
    ),
    "loop without an end": refused(
        "for (;;)\n        x++;",
        """
unit.c:7: a loop never ends, and neither reads nor writes
  why: once it has begun, the design takes and gives nothing more
  fix: give it a condition or a break by which it ends; a design that is to halt calls exit(0) of stdlib.h""",
    ),
    "UNROLL that never ends": refused(
        "UNROLL for (int i = 0;; i++) x += i;",
        """
unit.c:7: a loop marked UNROLL or UNROLL_BY could not be unrolled
  why: its iterations are neither a constant number nor 256 at most, which only UNROLL_BY without accesses can do without
  fix: give it constant bounds, and no break where UNROLL_BY is around accesses; or leave it rolled, at one iteration a cycle""",
    ),
    "syntax error": refused(
        "x = ;",
        """
unit.c:7: not valid C: expected expression
  why: clang refused it
  fix: correct the C source""",
    ),
    "recursion": refused(
        "x += f(x);",
        """
unit.c:4: 'f' calls itself
  why: hardware has no call stack
  fix: write the recursion as a loop""",
        head="static int f(int n) { return n > 0 ? f(n - 1) + n : 0; }",
    ),
    "recursion by two functions": refused(
        "x += f(x);",
        """
unit.c:6: 'f' calls itself
  why: hardware has no call stack
  fix: write the recursion as a loop""",
        head="""static int g(int);
static int f(int n) { return n ? g(n - 1) : 1; }
static int g(int n) { return f(n) + 1; }""",
    ),
    "blocks of a list": refused(
        "struct node *list = 0; for (unsigned i = 0; i < x; i++) { struct node *one = malloc(sizeof *one); "
        "one->next = list; one->value = i; list = one; } while (list) x += list->value, list = list->next;",
        """
unit.c:8: a block of malloc or new may still be used when its call runs again
  why: hardware has no heap: each call has one block of its own
  fix: use an array with an element for each block""",
        head="#include <stdlib.h>\nstruct node { struct node *next; unsigned value; };",
    ),
    "block of any size": refused(
        "char *p = malloc(stream_read(size)); p[0] = x; x += p[0];",
        """
unit.c:8: it is not known how large a block of malloc or new can become
  why: hardware has room for it at its largest
  fix: bound the size where it is computed, as in `length & 1023`; or use an array of constant length""",
        head="#include <stdlib.h>\nSTREAM_IN(unsigned long, size)",
    ),
    "unknown function": refused(
        "x += helper(x);",
        """
unit.c:7: call of 'helper', which cannot become hardware
  why: its body is not in this source or what it includes
  fix: include its definition, or name the file that has it beside this one; library functions are not hardware""",
        head="int helper(int);",
    ),
    "variable number of arguments": refused(
        "x += f(1, x);",
        """
unit.c:7: call of 'f', which cannot become hardware
  why: it takes a variable number of arguments
  fix: give it as many parameters as it needs, or an array""",
        head="static int f(int n, ...) { return n; }",
    ),
    "function pointer of another type": refused(
        "int (*p)(int) = (int (*)(int))kept; x += p(x);",
        """
unit.c:7: a call through a pointer that no function of its type has given its address to cannot become hardware
  fix: call the function by its name, or give the pointer the function's own type""",
        head="static int g(int a, int b) { return a + b; } static void *kept = (void *)g;",
    ),
    "declared function through a pointer": refused(
        "if (x & 1) get = outside; x = get(3);",
        """
unit.c:8: call of 'outside', which cannot become hardware
  why: its body is not in this source or what it includes
  fix: include its definition, or name the file that has it beside this one; library functions are not hardware""",
        head="""int outside(int a);
static int mine(int a) { return a + 1; } static int (*get)(int) = mine;""",
    ),
    "recursion through a pointer": refused(
        "one = chain; two = g; x = one(x);",
        """
unit.c:6: 'chain' may call itself through a pointer
  why: hardware has no call stack, and the pointer may mean any function of its type whose address is taken
  fix: call the function by its name here, or give those that call others another type""",
        head="""typedef int (*op)(int); static op one, two;
static int g(int a) { return a + 1; }
static int chain(int a) { return two(a) * 3; }""",
    ),
    "floating point": refused(
        """float y = x;
x = (unsigned char)(y * 2.5f);""",
        """
unit.c:7: floating-point arithmetic cannot become hardware
  fix: use integers or fixed point""",
    ),
    "long double": refused(
        "static long double y; y += x; x = y;",
        """
unit.c:7: floating-point arithmetic cannot become hardware
  fix: use integers or fixed point""",
    ),
    "vector": refused(
        """words a = {x, x, 1, 2};
a += a; x = a[x & 3];""",
        """
unit.c:7: vector arithmetic cannot become hardware
  fix: use an array, or one wide uint_t(N)""",
        head="typedef int words __attribute__((vector_size(16)));",
    ),
    "atomic operation": refused(
        "static int a = 0; __atomic_fetch_nand(&a, x, 0); x = a;",
        """
unit.c:7: this atomic operation cannot become hardware
  fix: write it as an assignment: nothing else reads or writes a variable here""",
    ),
    "assembly": refused(
        '__asm__ volatile ("nop");',
        """
unit.c:7: inline assembly cannot become hardware
  fix: write it in C""",
    ),
    "array of any length": refused(
        "char a[stream_read(size)]; a[0] = x; x = a[0];",
        """
unit.c:7: it is not known how large an array of variable length can become
  why: hardware has room for it at its largest
  fix: bound the size where it is computed, as in `length & 1023`; or use an array of constant length""",
        head="STREAM_IN(unsigned long, size)",
    ),
    "computed goto": refused(
        "void *p = x & 1 ? &&a : &&b; goto *p; a: x = 3; b: x += 1;",
        """
unit.c:7: a computed goto cannot become hardware
  fix: write a switch""",
    ),
    "variable from elsewhere": refused(
        "x += y;",
        """
unit.c:7: variable 'y' is defined nowhere
  why: it is only declared in this source and what it includes
  fix: include its definition, or name the file that has it beside this one; what comes from outside is a stream or a WIRE_IN""",
        head="extern uint_t(8) y;",
    ),
    "constant from elsewhere": refused(
        "x += y[x & 1];",
        """
unit.c:7: variable 'y' is defined nowhere
  why: it is only declared in this source and what it includes
  fix: include its definition, or name the file that has it beside this one; what comes from outside is a stream or a WIRE_IN""",
        head="extern const uint_t(8) y[2];",
    ),
    "function of the processor": refused(
        "x = __builtin_readcyclecounter();",
        """
unit.c:7: 'llvm.readcyclecounter' cannot become hardware
  fix: write it with +, -, *, shifts, comparisons and logic""",
    ),
    "UNROLL up to a variable": refused(
        "unsigned n = x * 257u; UNROLL for (int i = 0; i < n; i++) x *= 3;",
        """
unit.c:7: a loop marked UNROLL or UNROLL_BY could not be unrolled
  why: its iterations are neither a constant number nor 256 at most, which only UNROLL_BY without accesses can do without
  fix: give it constant bounds, and no break where UNROLL_BY is around accesses; or leave it rolled, at one iteration a cycle""",
    ),
    "UNROLL of while": refused(
        "UNROLL while (x > 3) x *= 3;",
        """
unit.c:7: a loop marked UNROLL or UNROLL_BY could not be unrolled
  why: its iterations are neither a constant number nor 256 at most, which only UNROLL_BY without accesses can do without
  fix: give it constant bounds, and no break where UNROLL_BY is around accesses; or leave it rolled, at one iteration a cycle""",
    ),
    "UNROLL_BY of reads up to a variable": refused(
        "UNROLL_BY(3) for (int i = 0; i < x; i++) x ^= stream_read(in);",
        """
unit.c:7: a loop marked UNROLL or UNROLL_BY could not be unrolled
  why: its iterations are neither a constant number nor 256 at most, which only UNROLL_BY without accesses can do without
  fix: give it constant bounds, and no break where UNROLL_BY is around accesses; or leave it rolled, at one iteration a cycle""",
    ),
    "UNROLL_BY of accesses with a break": refused(
        "UNROLL_BY(2) for (int i = 0; i < 4; i++) { x ^= stream_read(in); if (x & 1) break; }",
        """
unit.c:7: a loop marked UNROLL or UNROLL_BY could not be unrolled
  why: its iterations are neither a constant number nor 256 at most, which only UNROLL_BY without accesses can do without
  fix: give it constant bounds, and no break where UNROLL_BY is around accesses; or leave it rolled, at one iteration a cycle""",
    ),
    "stream of floats": refused(
        "x += (unsigned char)stream_read(other);",
        """
unit.c:4: the items of 'other' are floating-point numbers
  why: floating-point arithmetic cannot become hardware here
  fix: use integers as fixed-point numbers, or a software implementation of floating point on integers""",
        head="STREAM_IN(float, other)",
    ),
    "stream of bit-fields": refused(
        "x += stream_read(other).a;",
        """
unit.c:4: the items of 'other' are of a type that has no ports
  why: a stream or wire carries integers, bools and enums, alone or in structs and arrays
  fix: use uint_t(N), or a struct whose members are uint_t(N)""",
        head="struct s { unsigned a : 3, b : 5; }; STREAM_IN(struct s, other)",
    ),
    "stream of pointers": refused(
        "x += *stream_read(other);",
        """
unit.c:4: the items of 'other' are of a type that has no ports
  why: a stream or wire carries integers, bools and enums, alone or in structs and arrays
  fix: use uint_t(N), or a struct whose members are uint_t(N)""",
        head="STREAM_IN(int *, other)",
    ),
}

MEMORY: dict[str, Refusal] = {
    "array of too many elements": refused(
        "static struct { int a; uint_t(8) b[20000]; } y;\n    x = y.b[x]++;",
        """
unit.c:7: array 'y' has 20,001 elements, which are too many for registers
  why: an array that is no memory is a register an element; 16,384 are the most
  fix: write BLOCK_RAM or DISTRIBUTED_RAM before it, which move an element a cycle; ROM before a table of constants; or make it smaller""",
    ),
    "local array of too many elements": refused(
        "struct { uint_t(8) b[3]; } y[6000]; y[x].b[1] = x; x = y[x + 1].b[1];",
        """
unit.c:7: array 'y' has 18,000 elements, which are too many for registers
  why: an array that is no memory is a register an element; 16,384 are the most
  fix: write BLOCK_RAM or DISTRIBUTED_RAM before it, which move an element a cycle; ROM before a table of constants; or make it smaller""",
    ),
    "large array that is read across its elements": refused(
        "unsigned w; memcpy(&w, (char *)y + x, 4); y[w & 16383] = x; x = w >> 9;",
        """
unit.c:8: array 'y' has 20,000 elements, which are too many for registers
  why: 16,384 are the most, and it cannot become a RAM by itself: RAM 'y' is accessed across its elements
  fix: read and write it by its own elements""",
        head="""#include <string.h>
static unsigned y[20000];""",
    ),
    "large array in a shared function": refused(
        "x = last(x);",
        """
unit.c:4: array 'y' has 20,000 elements, which are too many for registers
  why: 16,384 are the most, and it cannot become a RAM by itself: a SHARED function has no memories
  fix: make it smaller, or leave SHARED out""",
        head="SHARED static unsigned last(unsigned x) { unsigned y[20000]; y[x & 15] = x; y[7] = 1; return y[x & 7]; }",
    ),
    "array with too many choices in timed code": refused(
        """unsigned i = x * 16;
    for (int k = 0; k < 2; k++) {
        expect_cycles(1);
        UNROLL for (int j = 0; j < 19; j++) x += y[(i += x * 8) & 4095];
    }
    y[i & 4095] = x;""",
        """
unit.c:4: array 'y' of 4,096 elements is too large for what is done with it
  why: each access by a variable index is a choice among elements in logic: 81,780 in sum, 65,536 are the most
  fix: write BLOCK_RAM or DISTRIBUTED_RAM before it, which move an element a cycle; ROM before a table of constants; or make it smaller""",
        head="static uint_t(8) y[4096];",
    ),
    "array with too many choices": refused(
        """unsigned i = x * 16; UNROLL for (int j = 0; j < 9; j++) x += y[(i += x * 8) & 8191];
    y[i & 8191] = x;
    memcpy(&i, (char *)y + (i & 4095), 4); x += i;""",
        """
unit.c:5: array 'y' of 8,192 elements is too large for what is done with it
  why: it cannot become a RAM: RAM 'y' is accessed across its elements (unit.c:10); and 85,953 choices of elements are more than 65,536
  fix: change what keeps it from being a RAM, or make it smaller""",
        head="""#include <string.h>
static unsigned short y[8192];""",
    ),
    "pointer that may point anywhere": refused(
        """uint_t(8) a[4] = {x};
uint_t(8) *p = a;
for (int i = 0; i < 4; i++) {
    x += *p++;
    if (x == 7) p = (uint_t(8) *)(unsigned long)x;
}""",
        """
unit.c:8: pointer 'p' may point anywhere
  why: hardware needs to know which variables and tables a pointer may point into
  fix: set it to the address of a variable or table on every way, before it is used""",
    ),
    "pointers that are not set": refused(
        "uint_t(8) *t[2]; x = *t[x & 1]; t[x & 1]++;",
        """
unit.c:7: a pointer may point anywhere
  why: hardware needs to know which variables and tables a pointer may point into
  fix: set it to the address of a variable or table on every way, before it is used""",
    ),
    "pointer to a function, compared": refused(
        "static int (*p)(int) = g; if (x == 3) p = h; x = p == g;",
        """
unit.c:7: a pointer may point anywhere
  why: hardware needs to know which variables and tables a pointer may point into
  fix: set it to the address of a variable or table on every way, before it is used""",
        head="static int g(int a) { return a + 1; } static int h(int a) { return a * 2; }",
    ),
    "table of functions": refused(
        "x = tables[x & 1] == tables[x >> 1];",
        """
unit.c:5: a table of pointers holds one that points to neither a variable nor a table
  why: it holds the address of 'g'
  fix: call functions by their names, and let tables hold addresses of variables and tables alone""",
        head="""static int g(int a) { return a + 1; } static int h(int a) { return a * 2; }
static int (*const tables[])(int) = {g, h, g};""",
    ),
    "pointer in other memory": refused(
        "*(uint_t(8) **)1234 = a + (x & 1); x = a[x & 3];",
        """
unit.c:7: a pointer may point anywhere
  why: hardware needs to know which variables and tables a pointer may point into
  fix: set it to the address of a variable or table on every way, before it is used""",
        head="static uint_t(8) a[4];",
    ),
    "kept pointer for something else": refused(
        "uint_t(8) *p = a;\n    while (x & 7) { x += *p; p = x & 8 ? a + (x & 3) : p; __builtin_prefetch(p); }",
        """
unit.c:7: pointer 'p' is used for something that cannot become hardware
  fix: read and write through it, and do nothing else with it""",
        head="static uint_t(8) a[4];",
    ),
    "address for something else": refused(
        "uint_t(8) a[4] = {x}; __builtin_prefetch(a + x); x = a[x & 3];",
        """
unit.c:7: the address of 'a' is used for something that cannot become hardware
  fix: read and write the variable, by its name or through a pointer, and do nothing else with its address""",
    ),
    "copy of a varying size that is too large for logic": refused(
        "for (int i = 0; i < 4; i++) { cycles(1); memcpy(b, a, i * 1000); a[i] = x; x += b[i * 5]; }",
        """
unit.c:8: a block of memory whose size varies is too large for logic
  why: in a loop with cycles(k), and in a SHARED function, all of it is moved or compared at once; 1,024 words are the most
  fix: leave cycles(k) or SHARED out, so that a clocked loop does it; or take a smaller array""",
        head="""#include <string.h>
static uint_t(8) a[4000], b[4000];""",
    ),
    "copy to other memory": refused(
        "char a[99] = {x}; memcpy((void *)1234, a, 99); x = a[x];",
        """
unit.c:7: a copy between 'a' and other memory cannot become hardware
  fix: copy from and to variables, or from constant tables""",
        head="#include <string.h>",
    ),
    "copy from other memory": refused(
        "char a[99]; memcpy(a, (void *)1234, 99); x = a[x];",
        """
unit.c:7: a copy between 'a' and other memory cannot become hardware
  fix: copy from and to variables, or from constant tables""",
        head="#include <string.h>",
    ),
    "fill of other memory": refused(
        "memset((void *)1234, 0, 99);",
        """
unit.c:7: a block copy or fill of memory that is not a variable cannot become hardware
  fix: declare a variable, and copy or fill that""",
        head="#include <string.h>",
    ),
    "write to other memory": refused(
        "*(char *)1234 = 3;",
        """
unit.c:7: a write to memory that is not a variable cannot become hardware
  fix: declare a variable, and read and write that""",
    ),
    "read of other memory": refused(
        "x = *(char *)1234;",
        """
unit.c:7: a read of memory that is neither a variable nor a constant table cannot become hardware
  fix: declare a variable or a ROM, and read that""",
    ),
    "pointer from an integer": refused(
        "x = *(char *)(unsigned long)x;",
        """
unit.c:7: a pointer made from an integer cannot become hardware
  fix: index an array instead""",
    ),
    "integer from a pointer": refused(
        "char a[4] = {}; x += (unsigned long)&a[x & 3] + a[0];",
        """
unit.c:7: an integer made from a pointer to 'a' cannot become hardware
  fix: index the array instead""",
    ),
    "integer from a pointer to a table": refused(
        "x = (unsigned long)&t[x & 3];",
        """
unit.c:7: an integer made from a pointer cannot become hardware
  fix: index an array instead""",
        head="static const char t[4] = {1, 2};",
    ),
    "stream of a large array": refused(
        "x += stream_read(other).bytes[0];",
        """
unit.c:4: an item of 'other' has 2,000 members, of which each is a port of its own
  why: there are 1,024 at most
  fix: give the elements of its arrays one after another, each as an item""",
        head="struct s { unsigned char bytes[2000]; }; STREAM_IN(struct s, other)",
    ),
    "large array without a name": refused(
        "x = ((unsigned char[40000]){[7] = x, [5] = 2})[x * x % 40000];",
        """
unit.c:7: an array without a name has 40,000 elements, which are too many for registers
  why: 16,384 are the most, and it cannot become a RAM by itself: an array without a name cannot be a RAM
  fix: declare it as a variable""",
    ),
}
