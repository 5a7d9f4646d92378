import FireflyClient
import FireflyHTTP
import Foundation

/// Waits on 127.0.0.1 for the browser, which a service sends back from its page with a code (RFC 8252, section 7.3).
package final class BrowserReturn: ReturningBrowser {
  /// How long it waits: ten minutes.
  static let lifetime = Duration.seconds(600)

  /// Where the service has to send the browser; nobody else can guess it.
  package let place: String
  private let server: HTTPServer
  private let addresses: AsyncStream<String>
  private let end: AsyncStream<String>.Continuation
  private let limit: Task<Void, any Error>

  /// Begins to listen.
  package init() async throws(HTTPListenError) {
    let path = "/" + UUID().uuidString.lowercased()
    let (addresses, arrival) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let owner = PeerOwner()
    var limits = HTTPLimits()
    // The browser is on this machine.
    (limits.bodyBytes, limits.connections, limits.peerShare) = (0, 16, 1)
    server = try await HTTPServer(on: .tcp(host: "127.0.0.1", port: 0), limits: limits) { request in
      let parts = request.target.split(separator: "?", maxSplits: 1)
      // Without an answer it may be a browser that looks ahead.
      guard request.method == "GET", parts.first.map(String.init) == path,
        let query = parts.dropFirst().first,
        ["code=", "error="].contains(where: query.contains)
      else {
        return .page(404, "Nothing is here", "Firefly waits for a sign-in at another address.")
      }
      guard owner.owns(request) else {
        return .page(
          403, "Firefly does not know this browser",
          "Copy the address of this page, and paste it in Firefly where it asks for the code.")
      }
      arrival.yield(request.target)
      return .page(
        200, "Go back to the terminal",
        "Firefly says there what comes next. You can close this page.")
    }
    guard case .tcp(let host, let port) = server.address else {
      throw .unusable(reason: "no port")
    }
    place = "http://\(host):\(port)\(path)"
    (self.addresses, end) = (addresses, arrival)
    let server = server
    limit = Task {
      try await Task.sleep(for: Self.lifetime)
      arrival.finish()
      await server.stop()
    }
  }

  /// Waits for the browser; it may come again, if the first answer was none that helps.
  ///
  /// - Returns: the address to which it was sent; nil after ten minutes, after `stop`, or when the task is
  ///   cancelled.
  package func address() async -> String? {
    let target = await addresses.first { _ in true }
    return target.map { place + $0.drop { $0 != "?" } }
  }

  /// Stops to listen; the browser has a second to get its answer.
  package func stop() async {
    limit.cancel()
    end.finish()
    await server.stop(grace: .seconds(1))
  }
}
