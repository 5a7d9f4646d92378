import FireflyHTTP
import FireflyStore

extension Asker {
  /// Requests at a time up to which others wait for a read of the same asker.
  static let fewRequests = 4

  /// The asker of a request: the account, wherever its user is; otherwise the address, as a trusted proxy
  /// names it.
  ///
  /// - Parameter caller: its author; nil if it isn't known yet.
  init(_ request: HTTPRequest, by caller: Caller?) {
    self.init(
      name: caller?.email?.lowercased() ?? request.peer.subnet,
      isBusy: (request.clientStatus?.requests ?? 0) > Self.fewRequests)
  }
}

extension HTTPResponse {
  /// Returns the response with a body that is read as an asker.
  func read(as asker: Asker) -> HTTPResponse {
    guard case .stream(let length, let next) = body else { return self }
    var response = self
    response.body = .stream(length: length) { try await Asker.run(as: asker, next) }
    return response
  }
}
