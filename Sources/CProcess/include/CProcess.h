#ifndef CPROCESS_H
#define CPROCESS_H

/// Lets all threads share one heap: less memory for a program that computes little.
void firefly_share_heap(void);

#endif
