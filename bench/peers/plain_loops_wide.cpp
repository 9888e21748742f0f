#define DALA_PLAIN_LOOPS plain_loops_wide
#define DALA_PLAIN_LOOPS_NAME "plain loop, widest vectors"
#include "peers/plain_loops.inc"
