/* Joltik≠-128-64 v1.3: the mode for nonces that do not repeat, on Joltik-BC-192. */
#include "api.h"
#include "crypto_aead.h"
#include "joltik_bc.h"

enum { COUNTS_PARTIAL = 0 };
#include "tweakable_aead.h"
