/// Why a call to a server failed: what a developer needs, with the sentence a user is shown.
public enum APIError: Error, Hashable, Sendable {
  /// Nothing listens there, or there is no way to it.
  case unreachable(host: String)
  /// The host could not prove that it is the one asked for (TLS).
  case untrusted(host: String)
  /// The address is no http or https URL; the reason is a part of a sentence.
  case invalidAddress(String, reason: String? = nil)
  /// The whole request took longer than its limit, in seconds.
  case timedOut(seconds: Int)
  /// The connection broke before the answer was complete.
  case interrupted
  /// The answer is larger than the limit, in bytes.
  case tooLarge(limit: Int)
  /// A status outside 2xx, with the server's own words if it had any: cleaned, one line.
  case status(Int, message: String?)
  /// A 2xx answer that is not what it should be; the reason is for the log.
  case unreadable(reason: String)
  /// The answer nests deeper than can be decoded (512 levels).
  case tooDeep
  /// The task was cancelled; the answer is not needed any more.
  case cancelled

  /// Whether the server may have done what was asked, although its answer doesn't say so.
  public var mayHaveArrived: Bool {
    switch self {
    case .timedOut, .interrupted, .tooLarge, .unreadable, .tooDeep, .cancelled: true
    // A proxy says so, too, whatever has become of the request behind it.
    case .status(let code, _): code >= 500
    case .unreachable, .untrusted, .invalidAddress: false
    }
  }

  /// What happened, as a sentence for a user.
  public var sentence: String {
    switch self {
    case .unreachable(let host): "Can't reach \(host)."
    case .untrusted(let host): "Can't make sure that \(host) is what it says it is."
    case .invalidAddress(let address, nil): "“\(address)” is not the address of a server."
    case .invalidAddress(let address, .some(let reason)):
      "“\(address)” is not the address of a server: \(reason)."
    case .timedOut(let seconds): "The server did not answer within \(seconds) seconds."
    case .interrupted: "The connection broke off in the middle of the answer."
    case .tooLarge(let limit):
      "The answer is larger than \(max(1, limit >> 20)) MB; it was refused."
    case .status(let code, .some(let message)): "The server says: \(message) (\(code))"
    case .status(413, nil): "Too large for this server (413)."
    case .status(404, nil): "The server has no such thing (404)."
    case .status(300..<400, nil): "The server points somewhere Firefly does not follow."
    case .status(let code, nil) where (400..<500).contains(code):
      "The server refused the request (\(code))."
    case .status(let code, nil): "The server failed (\(code))."
    case .unreadable: "The server's answer could not be understood."
    case .tooDeep: "The answer nests more than 512 levels deep, too deep to read."
    case .cancelled: "Cancelled."
    }
  }
}

extension APIError {
  /// What happened, as a sentence for a user, where a post was asked for by its number.
  public func sentence(onPost id: Int) -> String {
    if case .status(404, _) = self { return "No post \(id)." }
    if case .status(410, _) = self { return "No post \(id)." }
    return sentence
  }
}
