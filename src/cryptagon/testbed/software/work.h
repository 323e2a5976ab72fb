/* What a program of this folder does with each message: `size` bytes from `in`, the answer to `out`; gives the length of the answer in bytes. The answer has at most
 * MOST_MORE bytes more than the message. */
#include "api.h"

enum { MOST_MORE = 256 };

unsigned work(unsigned char *out, const unsigned char *in, unsigned size);
