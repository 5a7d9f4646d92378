#ifndef CSOCKETOWNER_H
#define CSOCKETOWNER_H

#include <stdbool.h>
#include <stdint.h>

/// Asks the kernel whose the socket is that is connected from one port of 127.0.0.1 to another.
///
/// - own, other: the socket's port, and that of its other end.
/// - user: gets the owner's number.
/// - Returns: whether there is such a socket and somebody has it. False, too, where the kernel doesn't
///   tell this way; its tables in /proc/net may.
bool firefly_socket_owner(uint16_t own, uint16_t other, uint32_t *user);

#endif
