/// Why a request's body could not be read to its end.
public enum HTTPBodyError: Error, Hashable, Sendable {
  /// It is larger than the limit, in bytes.
  case tooLarge(limit: Int)
  /// The client sent nothing for too long.
  case timedOut
  /// It is framed wrongly, or ends too soon.
  case malformed
  /// The connection is gone: nobody is there to be answered.
  case interrupted
}
