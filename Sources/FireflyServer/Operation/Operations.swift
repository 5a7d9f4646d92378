import FireflyHTTP

/// What a server offers those who run it, beside the API: probes for supervisors and load balancers.
struct Operations: Sendable {
  let readiness: Readiness

  /// The response to a request that is not one of the API; nil for the others.
  ///
  /// Probes come under any `Host`, or none, and reveal nothing: no guard, no account.
  func response(to request: HTTPRequest) async -> HTTPResponse? {
    switch request.target {
    case "/healthz": await probe(request) { nil }
    case "/readyz": await probe(request) { await readiness.trouble() }
    default: nil
    }
  }

  /// Answers a probe: 200, or 503 with a sentence.
  private func probe(
    _ request: HTTPRequest, _ trouble: () async -> String?
  ) async -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return .methodNotAllowed([.get])
    }
    let trouble = await trouble()
    return .plain(trouble == nil ? 200 : 503, trouble ?? "ok")
  }
}

extension HTTPResponse {
  /// Creates a line of plain text, which is never kept.
  static func plain(_ status: Int, _ line: String) -> HTTPResponse {
    HTTPResponse(
      status: status,
      fields: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"],
      body: .bytes(Array("\(line)\n".utf8)))
  }
}
