/// Why a call to a server failed: what a developer needs, with the sentence a user is shown.
public enum APIError: Error, Hashable, Sendable {
  /// Nothing listens there, or there is no way to it.
  case unreachable(host: String)
  /// The address is no http or https URL.
  case invalidAddress(String)
  /// The whole request took longer than its limit, in seconds.
  case timedOut(seconds: Int)
  /// The connection broke before the answer was complete.
  case interrupted
  /// The answer is larger than the limit, in bytes.
  case tooLarge(limit: Int)
  /// A status outside 2xx, with the server's own words if it had any.
  case status(Int, message: String?)
  /// A 2xx answer that is not what it should be; the reason is for the log.
  case unreadable(reason: String)
  /// The answer nests deeper than can be decoded (512 levels).
  case tooDeep
  /// The task was cancelled; nobody waits for the answer.
  case cancelled

  /// What happened, as a sentence for a user.
  public var sentence: String {
    switch self {
    case .unreachable(let host): "Can't reach \(host)."
    case .invalidAddress(let address): "“\(address)” is not the address of a server."
    case .timedOut(let seconds): "The server did not answer within \(seconds) seconds."
    case .interrupted: "The connection broke off in the middle of the answer."
    case .tooLarge(let limit): "The answer is larger than \(limit / 1_048_576) MB; it was refused."
    case .status(404, nil): "The server has no such thing (404)."
    case .status(let code, nil): "The server failed with status \(code)."
    case .status(let code, .some(let message)): "The server says: \(message) (\(code))"
    case .unreadable: "The server's answer could not be understood."
    case .tooDeep: "The answer nests more than 512 levels deep, too deep to read."
    case .cancelled: "Cancelled."
    }
  }
}
