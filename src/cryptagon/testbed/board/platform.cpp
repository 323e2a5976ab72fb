#include "platform.h"

#include "../program/platform.h"

namespace {

Machine* machine = nullptr;
Storage* storage = nullptr;
uint64_t watchdog = 0;
std::string logged;

}  // namespace

void run_on(Machine& on, Storage& memory, uint64_t cycles) {
    machine = &on;
    storage = &memory;
    watchdog = cycles;
}

const std::string& log_text() { return logged; }

uint32_t read32(uint32_t address) { return machine->read(address); }
void write32(uint32_t address, uint32_t value) { machine->write(address, value); }
int given_up(uint32_t) { return machine->idle_cycles() > watchdog; }
uint8_t* buffers() { return storage->bytes.data(); }
uint32_t dma_address(const uint8_t* place) { return uint32_t(place - storage->bytes.data()); }
void written_by_program(const uint8_t*, uint32_t) {}  // there is no cache
void written_by_dma(const uint8_t*, uint32_t) {}
void put(char letter) { logged += letter; }
