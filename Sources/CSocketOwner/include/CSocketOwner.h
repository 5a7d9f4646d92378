#ifndef CSOCKETOWNER_H
#define CSOCKETOWNER_H

#include <stdbool.h>
#include <stdint.h>

/// Queries the owner of the socket that is connected from one port of 127.0.0.1 to another.
///
/// - Parameters:
///   - own: the socket's port.
///   - other: the port of its peer.
///   - user: receives the owner's user ID.
/// - Returns: whether there is such a socket with an owner. Also false if the kernel doesn't
///   support the query; /proc/net may still have the answer.
bool firefly_socket_owner(uint16_t own, uint16_t other, uint32_t *user);

#endif
