// What the program needs of the machine it runs on: each board has its own, and the simulated testbed too.
#ifndef CRYPTAGON_PLATFORM_H
#define CRYPTAGON_PLATFORM_H

#include <stdint.h>

// Registers of the testbed, by their address in bytes from its first one.
uint32_t read32(uint32_t address);
void write32(uint32_t address, uint32_t value);

// Whether a transfer that has been asked for `polls` times will not end any more.
int given_up(uint32_t polls);

// Memory for the buffers, at a multiple of 128 in the DMA's eyes, too; and the address by which the DMA knows a place in it.
uint8_t* buffers(void);
uint32_t dma_address(const uint8_t* place);

// Caches: what the program wrote must be in memory before a transfer; what a transfer wrote must be seen after it.
void written_by_program(const uint8_t* place, uint32_t bytes);
void written_by_dma(const uint8_t* place, uint32_t bytes);

// A character of the log.
void put(char letter);

#endif
