"""What memories cannot do."""

from refusals import Refusal, refused

RAM = "DISTRIBUTED_RAM static uint_t(8) s[4];"
PORTS = "its ports move one element at a time"

RAMS: dict[str, Refusal] = {
    "fill": refused(
        "__builtin_memset(s, 0, 4); x = s[x & 3];",
        f"""
unit.c:7: RAM 's' is filled as a whole
  why: {PORTS}
  fix: fill it in a loop, an element a cycle""",
        head=RAM,
    ),
    "initialised local": refused(
        "DISTRIBUTED_RAM uint_t(8) s[4] = {1, 2, 3, 4};\nx = s[x & 3];",
        f"""
unit.c:7: RAM 's' is copied or initialised as a whole
  why: {PORTS}
  fix: move its elements in a loop, one a cycle; a static one can have contents from configuration on""",
    ),
    "part of a field": refused(
        "*(unsigned char *)&s[x & 3].b = x;",
        f"""
unit.c:7: RAM 's' has a part of a field written
  why: {PORTS}
  fix: write a whole field, or read the element, change the part, write it back""",
        head="struct pair { unsigned a, b; }; DISTRIBUTED_RAM static struct pair s[4];",
    ),
    "word of two elements": refused(
        "x = *(unsigned short *)&s[x & 3];",
        f"""
unit.c:7: RAM 's' is accessed across its elements
  why: {PORTS}
  fix: read and write it by its own elements""",
        head=RAM,
    ),
    "two bytes anywhere in three words": refused(
        "unsigned short y; __builtin_memcpy(&y, (unsigned char *)s + (x & 31), 2); x = y;",
        f"""
unit.c:7: RAM 's' is accessed across its elements
  why: {PORTS}
  fix: read and write it by its own elements""",
        head="struct three { unsigned a, b, c; }; DISTRIBUTED_RAM static struct three s[4];",
    ),
    "bytes of a struct by number": refused(
        "((unsigned char *)s)[x & 15] = x;",
        f"""
unit.c:7: RAM 's' has a part of a field written
  why: {PORTS}
  fix: write a whole field, or read the element, change the part, write it back""",
        head="struct pair { short a, b; }; DISTRIBUTED_RAM static struct pair s[4];",
    ),
    "address as a number": refused(
        "DISTRIBUTED_RAM uint_t(8) s[4];\ns[x & 3] = x;\nx += s[1] + (unsigned)(unsigned long)s;",
        f"""
unit.c:9: RAM 's' has its address used for something else than its elements
  why: {PORTS}
  fix: read and write its elements, and do nothing else with the address""",
    ),
    "a pointer beside an array": refused(
        "s.a[x & 63] = x; s.change = twice; x = s.change(s.a[x >> 8 & 63]);",
        """
unit.c:5: 's' has a member that is no integer, and cannot be a RAM
  why: a pointer, a bit-field and a floating-point number are not kept in a RAM
  fix: make its arrays variables of their own, or members of a struct of their own""",
        head="static unsigned twice(unsigned x) { return 2 * x; }\n"
        "DISTRIBUTED_RAM static struct { unsigned (*change)(unsigned); unsigned a[64]; } s;",
    ),
    "one element": refused(
        "x = s[0];",
        """
unit.c:4: 's' cannot be a RAM
  why: a RAM is an array of 2 to 1048576 elements, each an integer or a struct of integers, or a struct or union of such arrays
  fix: declare it so, or leave the directive out""",
        head="BLOCK_RAM static unsigned s[1];",
    ),
    "reads in too few stages": refused(
        "for (int i = 0; i < 4; i++) { cycles(2); x = s[s[s[x & 3] & 3] & 3]; s[i] = x; }",
        """
unit.c:7: cycles(2) asks for fewer stages than the loop has accesses in a row
  why: its accesses need 3 cycles: a stream moves one item a cycle, no read follows a write in one, a unit serves one call
  fix: ask for 3""",
        head=RAM,
    ),
    "write before a read in one stage": refused(
        "for (int i = 0; i < 4; i++) { cycles(2); if (x & 1) { s[i] = x; x += s[x & 3]; } x = x * x * 3; }",
        """
unit.c:7: cycles(2) cannot be kept: the loop takes 2 to 3 cycles an iteration
  why: line 7: loop; line 7: read of RAM 's' after a write; line 7: stage 2 of 2, cycles(2)
  fix: ask for as many stages as its accesses need, or make them fewer""",
        head=RAM,
    ),
}
