// The ULX3S as a platform for the program: registers, buffers and a serial line at addresses of their own, no caches.
#include "platform.h"

#include "measure.h"

#define REGISTERS ((volatile uint32_t*)0x10000000)
#define SERIAL ((volatile uint32_t*)0x20000000)
#define BUTTON ((volatile uint32_t*)0x20000004)
#define BUFFERS ((uint8_t*)0x40000000)

enum { MOST_POLLS = 1 << 26 };  // half a minute or so

uint32_t read32(uint32_t address) { return REGISTERS[address / 4]; }
void write32(uint32_t address, uint32_t value) { REGISTERS[address / 4] = value; }
int given_up(uint32_t polls) { return polls > MOST_POLLS; }
uint8_t* buffers(void) { return BUFFERS; }
uint32_t dma_address(const uint8_t* place) { return (uint32_t)(place - BUFFERS); }
void written_by_program(const uint8_t* place, uint32_t bytes) { (void)place, (void)bytes; }
void written_by_dma(const uint8_t* place, uint32_t bytes) { (void)place, (void)bytes; }
void put(char letter) { *SERIAL = (uint8_t)letter; }

int main(void) {
    for (;;) {
        while (!*BUTTON) {
        }
        measure_all(&project);
        while (*BUTTON) {
        }
    }
}
