#include <stdint.h>

void mix(uint32_t state[4]);
