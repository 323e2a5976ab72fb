/* malloc and free, by the name that older programs include. */
#include <stdlib.h>
