import FireflyHTTP

/// The HTTP server of `Automation`, on 127.0.0.1, for programs of the same user.
///
/// It refuses web pages (`HostGuard`) and other users' connections (`PeerOwner`).
package final class AutomationServer: Sendable {
  /// The port it listens on.
  package let port: Int
  private let server: HTTPServer

  /// Starts to listen on 127.0.0.1.
  ///
  /// - Parameters:
  ///   - port: the port; 0 picks a free one.
  ///   - automation: answers the requests.
  package init(port: Int, _ automation: Automation) async throws(HTTPListenError) {
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

  /// Stops to listen; pending responses have one second.
  package func stop() async { await server.stop(grace: .seconds(1)) }

  private static func refusal(_ others: String) -> HTTPResponse {
    AutomationError(403, "Firefly's automation does not answer \(others).").response
  }
}
