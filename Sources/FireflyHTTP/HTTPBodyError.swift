/// Why a request's body could not be read completely.
package enum HTTPBodyError: Error, Hashable, Sendable {
  /// It exceeds the limit, in bytes.
  case tooLarge(limit: Int)
  /// The client stopped sending.
  case timedOut
  /// It has invalid framing, or is incomplete.
  case malformed
  /// The connection is closed; there is no way to respond.
  case interrupted
}
