import FireflyHTTP

/// Where `Automation` can be asked: a port of this machine, for programs of the user alone.
///
/// Refused are pages in a browser (`HostGuard`) and what another user of the machine has begun
/// (`PeerOwner`).
public final class AutomationServer: Sendable {
  /// The port it listens on.
  public let port: Int
  private let server: HTTPServer

  /// Begins to listen on 127.0.0.1.
  ///
  /// - `port`: 0 takes a free one.
  /// - `automation`: does what is asked for.
  /// - Throws: `HTTPListenError`.
  public init(port: Int, _ automation: Automation) async throws(HTTPListenError) {
    var limits = HTTPLimits()
    // All clients are on this machine.
    (limits.bodyBytes, limits.connections, limits.peerShare) = (1 << 20, 32, 1)
    let hostGuard = HostGuard(host: "127.0.0.1")
    let owner = PeerOwner()
    server = try await HTTPServer(
      on: .tcp(host: "127.0.0.1", port: port), limits: limits,
      refuse: { AutomationError($0.status, $0.sentence).response }
    ) { request in
      guard hostGuard.admits(request) else { return Self.refusal("web pages of other hosts") }
      guard owner.owns(request) else { return Self.refusal("other users") }
      return await automation.respond(to: request)
    }
    guard case .tcp(_, let taken) = server.address else { throw .unusable(reason: "no port") }
    self.port = taken
  }

  /// Listens no more; what is being answered may take a moment.
  public func stop() async { await server.stop(grace: .seconds(1)) }

  private static func refusal(_ others: String) -> HTTPResponse {
    AutomationError(403, "Firefly's automation does not answer \(others).").response
  }
}
