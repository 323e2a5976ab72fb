// The ZedBoard as a platform for the program: registers behind GP0, buffers in its memory, caches, the serial port.
#include "platform.h"

#include "board.h"
#include "measure.h"
#include "xil_cache.h"
#include "xil_io.h"
#include "xil_printf.h"

enum { MOST_POLLS = 1 << 28 };  // a minute or so

static uint8_t memory[MEMORY_BYTES] __attribute__((aligned(128)));

uint32_t read32(uint32_t address) { return Xil_In32(REGISTER_BASE + address); }
void write32(uint32_t address, uint32_t value) { Xil_Out32(REGISTER_BASE + address, value); }
int given_up(uint32_t polls) { return polls > MOST_POLLS; }
uint8_t* buffers(void) { return memory; }
uint32_t dma_address(const uint8_t* place) { return (uint32_t)(uintptr_t)place; }

// HP0 reads and writes the memory behind the caches.
void written_by_program(const uint8_t* place, uint32_t bytes) { Xil_DCacheFlushRange((INTPTR)place, bytes); }
void written_by_dma(const uint8_t* place, uint32_t bytes) { Xil_DCacheInvalidateRange((INTPTR)place, bytes); }

void put(char letter) {
    if (letter == '\n') outbyte('\r');
    outbyte(letter);
}

int main(void) {
    Xil_ICacheEnable();
    Xil_DCacheEnable();
    measure_all(&project);
    return 0;
}
