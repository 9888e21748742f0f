#define DALA_PLAIN_LOOPS plain_loops
#define DALA_PLAIN_LOOPS_NAME "plain loop"
#include "peers/plain_loops.inc"
