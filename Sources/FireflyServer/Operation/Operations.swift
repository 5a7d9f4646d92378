import FireflyAPI
import FireflyHTTP
import FireflyStore
import Logging
import Synchronization

/// What a server offers its administrators: health probes, metrics, request IDs and log lines.
final class Operations: Sendable {
  let readiness: Readiness
  private let router: Router
  private let logger: Logger
  private let requests = RequestMetrics()
  private let ids = RequestIDs()
  /// Whether metrics have a separate listener.
  private let hasListener: Bool
  private let server = Mutex<HTTPServer?>(nil)

  init(_ router: Router, hasListener: Bool) {
    self.router = router
    self.hasListener = hasListener
    logger = router.logger
    readiness = Readiness(router.store, logger: logger) { router.storeOutage.lastSuccess }
  }

  /// Sets the server, whose connections are counted.
  func attach(_ server: HTTPServer) { self.server.withLock { $0 = server } }

  /// Forgets the server.
  func detach() { server.withLock { $0 = nil } }

  /// Responds to a request at the server's address.
  func respond(to request: HTTPRequest) async -> HTTPResponse {
    switch request.target {
    case "/healthz", "/readyz": return await probe(request)
    case "/metrics" where !hasListener && Self.isLocal(request): return await metrics(request)
    default: break
    }
    let start = ContinuousClock.now
    var request = request
    let id = ids.id(of: request)
    request.id = id
    var (response, row) = await router.routed(request)
    let time = ContinuousClock.now - start
    requests.record(row, status: response.status, time: time)
    response.fields.add("X-Request-Id", id)
    logger.debug("request", metadata: Self.fields(request, row, response, time))
    return response
  }

  /// Responds to a request at the separate listener for metrics.
  func respondToScraper(_ request: HTTPRequest, _ hostGuard: HostGuard) async -> HTTPResponse {
    switch request.target {
    case "/healthz", "/readyz": return await probe(request)
    case _ where !hostGuard.admits(request):
      return .failure(403, "This server doesn't answer web pages of other hosts.")
    case "/metrics": return await metrics(request)
    default: return .notFound
    }
  }

  /// Creates the response to an invalid request, and counts it.
  func refuse(_ refusal: HTTPRefusal) -> HTTPResponse {
    requests.record(nil, status: refusal.status)
    return refusal.page
  }

  // MARK: Probes

  /// Responds to a probe: 200, or 503 with the reason.
  ///
  /// Probes come with any `Host` or none, and reveal nothing, so neither the host nor the caller is
  /// checked.
  private func probe(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return .methodNotAllowed([.get])
    }
    let problem = request.target == "/readyz" ? await readiness.problem() : nil
    var response = HTTPResponse.plain(problem == nil ? 200 : 503, "\(problem ?? "ok")\n")
    response.fields.add("X-Request-Id", ids.id(of: request))
    return response
  }

  // MARK: Metrics

  /// Whether a request comes from a program of this machine, as far as it can be recognized.
  ///
  /// A proxy on this machine also connects from loopback. It is recognized by its header fields, or
  /// by the host name of the request.
  private static func isLocal(_ request: HTTPRequest) -> Bool {
    guard !request.isProxied, request.peer.isLoopback, HostGuard(host: "localhost").admits(request)
    else { return false }
    return ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"]
      .allSatisfy { request.fields[$0] == nil }
  }

  private func metrics(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return .methodNotAllowed([.get])
    }
    let connections = await server.withLock(\.self)?.connections ?? 0
    let cache = router.cache
    let all =
      requests.metrics + [
        Metric("connections", "Open connections.", .gauge, connections),
        Metric("event_listeners", "Open streams of events.", .gauge, await router.hub.count),
        Metric(
          "feed_cache_hits_total", "Feeds answered from memory.", .counter,
          cache.hits.value),
        Metric(
          "feed_cache_misses_total", "Feeds read from the store.", .counter, cache.misses.value),
      ] + ((router.store as? any MeasuredStore)?.metrics ?? [])
    return .plain(200, all.text, type: [Metric].contentType)
  }

  // MARK: Log

  /// Returns the metadata of a log line, without anything from the request, such as an e-mail in
  /// its path.
  private static func fields(
    _ request: HTTPRequest, _ row: Int?, _ response: HTTPResponse, _ time: Duration
  ) -> Logger.Metadata {
    let (seconds, attoseconds) = time.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    return [
      "request": "\(request.id ?? "")",
      "method": "\(row.map { EndpointMatch.patterns[$0].method.rawValue } ?? "other")",
      "route": "\(row.map { EndpointMatch.patterns[$0].path } ?? "none")",
      "status": "\(response.status)", "microseconds": "\(microseconds)",
    ]
  }
}

extension HTTPResponse {
  /// Creates a response with plain text that must not be cached.
  fileprivate static func plain(
    _ status: Int, _ text: String, type: String = "text/plain; charset=utf-8"
  ) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: ["Content-Type": type, "Cache-Control": "no-store"],
      body: .bytes(Array(text.utf8)))
  }
}
