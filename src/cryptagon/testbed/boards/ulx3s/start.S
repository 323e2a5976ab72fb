# The processor begins here, with its stack pointer set.
.section .start, "ax"
.global _start
_start:
    call main
end:
    j end
