// The simulated machine as the platform that the program in C runs on (program/platform.h).
#ifndef CRYPTAGON_SIMULATED_PLATFORM_H
#define CRYPTAGON_SIMULATED_PLATFORM_H

#include "machine.h"

// Which machine the program runs on from now on, and the bus cycles without an item moving that count as a hang; `storage` must outlive it.
void run_on(Machine& machine, Storage& storage, uint64_t watchdog);

// What the program has put into its log.
const std::string& log_text();

#endif
