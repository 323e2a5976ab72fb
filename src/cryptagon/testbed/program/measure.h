// The program: all messages of a project through the unit, one after the other, and the log of it.
#ifndef CRYPTAGON_MEASURE_H
#define CRYPTAGON_MEASURE_H

#include "messages.h"

void measure_all(const struct Project* of);

#endif
