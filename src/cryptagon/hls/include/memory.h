/* What `string.h` has, by the name that older programs include. */
#include <string.h>
