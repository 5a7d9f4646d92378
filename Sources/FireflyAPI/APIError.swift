import FireflyCore

/// Why a call to a server failed: details for developers, and a sentence for users.
package enum APIError: Error, Hashable, Sendable {
  /// The connection was refused, or there is no route to the host.
  case unreachable(host: String)
  /// The host failed to authenticate itself (TLS), and why, if that is known.
  case untrusted(host: String, CertificateProblem? = nil)
  /// The server has moved to another address, which requests that write don't follow.
  case moved(String)
  /// The address is not an http or https URL; the reason completes a sentence.
  case invalidAddress(String, reason: String? = nil)
  /// The whole request took longer than its limit, in seconds.
  case timedOut(seconds: Int)
  /// The connection broke before the answer was complete.
  case interrupted
  /// The answer is larger than the limit, in bytes.
  case tooLarge(limit: Int)
  /// A status outside 2xx, with the server's message if it sent one: cleaned, one line.
  case status(Int, message: String?)
  /// A 2xx response that could not be decoded; the reason is for the log.
  case unreadable(reason: String)
  /// A web page arrived instead of a response: of a network's sign-in page, or of another server.
  case webPage
  /// The response nests deeper than can be decoded (512 levels).
  case tooDeep
  /// It can't be done at that place.
  case refused(Site.Refusal)
  /// The service doesn't offer this, or not without an account; a sentence says so.
  case notOffered(String)
  /// The service may have what was sent without an answer: its name, and the page of what may be it.
  case mayBeThere(on: String, page: String)
  /// The server of a feed wants a password.
  case passwordNeeded(PasswordRequest)
  /// A library that is loaded when it is first needed isn't installed; a sentence says what to install.
  case missingLibrary(String)
  /// The task was cancelled; the response is no longer needed.
  case cancelled

  /// Whether the server may have processed the request although the call failed.
  package var mayHaveArrived: Bool {
    switch self {
    case .timedOut, .interrupted, .tooLarge, .unreadable, .webPage, .tooDeep, .cancelled: true
    // Proxies send these codes, too, even when the server did process the request; and a server may be at work on the
    // same request still.
    case .status(let code, let message):
      code >= 500 || code == 422 && message?.lowercased().contains("duplicate") == true
    case .unreachable, .untrusted, .invalidAddress, .moved, .refused, .notOffered, .missingLibrary,
      .passwordNeeded, .mayBeThere:
      false
    }
  }

  /// The error as a sentence for users.
  package var sentence: String {
    switch self {
    case .status(429, nil), .status(503, nil): "\(reason) Try again later."
    default: reason
    }
  }

  /// The same without advice to try again.
  package var reason: String {
    switch self {
    case .unreachable(let host): "Can't reach \(host)."
    case .untrusted(let host, nil): "Can't verify the identity of \(host)."
    case .untrusted(let host, .some(let problem)):
      "Can't verify the identity of \(host): \(problem.reason)"
    case .moved(let address): "The server is now \(address): use that address."
    case .invalidAddress(let address, nil): "“\(address)” is not the address of a server."
    case .invalidAddress(let address, .some(let reason)):
      "“\(address)” is not the address of a server: \(reason)."
    case .timedOut(let seconds): "The server did not answer within \(seconds) seconds."
    case .interrupted: "The connection was lost before the response was complete."
    case .tooLarge(let limit):
      "The response is too large: more than \(max(1, limit >> 20)) MB."
    case .status(let code, .some(let message)):
      "The server says: \(message.last == "." ? String(message.dropLast()) : message) (\(code))."
    case .status(429, nil): "Too many requests (429)."
    case .status(503, nil): "The server is not available (503)."
    case .status(413, nil): "Too large for this server (413)."
    case .status(401, nil): "You are not signed in there, or no longer (401)."
    case .status(407, nil): "The proxy wants a password (407)."
    case .status(404, nil): "Not found on the server (404)."
    case .status(410, nil): "It was removed from the server for good (410)."
    case .status(300..<400, nil): "The server redirects to an address that Firefly does not follow."
    case .status(let code, nil) where (400..<500).contains(code):
      "The server refused the request (\(code))."
    case .status(let code, nil): "The server failed (\(code))."
    case .unreadable: "The server's response could not be read."
    case .webPage:
      "A web page came instead of the server's response. Sign in to this network in a browser, or "
        + "check the address."
    case .tooDeep: "The response has more than 512 levels, too many to read."
    case .refused(let refusal): refusal.words
    case .passwordNeeded(let request):
      "\(request.host) wants the password of \(request.name)."
    case .mayBeThere(let name, let page):
      "\(name) may have this post already\(page.isEmpty ? "" : ": \(page)"). Look there before you "
        + "send it again."
    case .notOffered(let sentence), .missingLibrary(let sentence): sentence
    case .cancelled: "Cancelled."
    }
  }
}

extension APIError {
  /// The error as a sentence for users, for a request that named a post by ID.
  package func sentence(onPost id: Int) -> String {
    switch self {
    // Numbers that stand for names, from 2⁵² on, mean nothing to users.
    case .status(404, _), .status(410, _): id < 1 << 52 ? "No post \(id)." : "No such post."
    default: sentence
    }
  }
}
