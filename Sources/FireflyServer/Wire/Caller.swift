import FireflyHTTP

/// Who asks, as far as the connection and the head of the request tell; made once, before routing.
enum Caller: Hashable, Sendable {
  /// Somebody on this computer whom the system let through to the socket: the store's own user.
  case local
  /// Anybody else.
  case nobody

  init(_ request: HTTPRequest) {
    self = request.peer == .unixSocket ? .local : .nobody
  }
}
