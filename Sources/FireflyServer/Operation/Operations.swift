import FireflyAPI
import FireflyHTTP
import Logging
import Synchronization

/// What a server offers those who run it, beside the API: probes for supervisors and load balancers,
/// metrics, and a name for each request.
final class Operations: Sendable {
  let readiness: Readiness
  private let router: Router
  private let logger: Logger
  private let requests = RequestMetrics()
  private let ids = RequestIDs()
  /// Whether the metrics have a listener of their own.
  private let hasListener: Bool
  private let server = Mutex<HTTPServer?>(nil)

  /// Creates the operations of a router.
  init(_ router: Router, hasListener: Bool) {
    self.router = router
    self.hasListener = hasListener
    logger = router.logger
    readiness = Readiness(router.store, logger: logger)
  }

  /// The server, whose connections are counted.
  func begin(_ server: HTTPServer) { self.server.withLock { $0 = server } }

  /// Forgets the server.
  func end() { server.withLock { $0 = nil } }

  /// Responds to a request of the server that users reach.
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

  /// Responds to a request of the listener for metrics, whose names a guard has.
  func respondToScraper(_ request: HTTPRequest, _ hostGuard: HostGuard) async -> HTTPResponse {
    switch request.target {
    case "/healthz", "/readyz": return await probe(request)
    case _ where !hostGuard.admits(request):
      return .failure(403, "This server doesn't answer web pages of other hosts.")
    case "/metrics": return await metrics(request)
    default: return .notFound
    }
  }

  /// Creates the response to something that is not a request, and counts it.
  func refuse(_ refusal: HTTPRefusal) -> HTTPResponse {
    requests.record(nil, status: refusal.status)
    return refusal.page
  }

  // MARK: Probes

  /// Answers a probe: 200, or 503 with a sentence.
  ///
  /// Probes come under any `Host`, or none, and reveal nothing: no guard, no account.
  private func probe(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return .methodNotAllowed([.get])
    }
    let problem = request.target == "/readyz" ? await readiness.problem() : nil
    return .plain(problem == nil ? 200 : 503, "\(problem ?? "ok")\n")
  }

  // MARK: Metrics

  /// Whether a request comes from a program of this machine, as far as can be seen.
  ///
  /// A proxy on this machine comes from loopback as well, for anyone: it is known by its fields, or by the
  /// name that it was asked for.
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

  /// What a log line says of a request: neither its path, which may hold an e-mail, nor anything else that
  /// was sent.
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
  /// Creates a response with plain text, which is never kept.
  fileprivate static func plain(
    _ status: Int, _ text: String, type: String = "text/plain; charset=utf-8"
  ) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: ["Content-Type": type, "Cache-Control": "no-store"],
      body: .bytes(Array(text.utf8)))
  }
}
