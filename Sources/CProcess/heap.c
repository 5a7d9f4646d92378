#include "CProcess.h"

#include <malloc.h>

void firefly_share_heap(void) { mallopt(M_ARENA_MAX, 1); }
