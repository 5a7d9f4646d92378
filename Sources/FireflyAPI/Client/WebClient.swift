import FireflyCore
import Foundation
import Logging
import Synchronization

/// Reads JSON and pictures from a service on the web, and writes to it with an account's token.
///
/// The token goes to no other host. At most `limits.inFlight` requests are in flight. After a 429, or a 503 with `Retry-After`, the
/// service gets no requests for the time that it names: they wait at most `patience` seconds, or
/// fail at once. What writes is sent once.
package final class WebClient: Sendable {
  /// Seconds that a request waits at most before it is sent or repeated.
  private static let patience = 5.0
  /// Seconds without requests after a 429 that names no time.
  private static let usualPause = 30

  /// The account with whose token requests are sent; without one, nothing but `GET` makes sense.
  package let credentials: Credentials
  private let http: HTTPClient
  /// The name of the service, for sentences.
  package let name: String
  private let pause: Pause

  /// Creates a client.
  /// - Parameters:
  ///   - server: the address of the service; targets are relative to it.
  ///   - name: the name of the service, for sentences.
  ///   - userAgent: the program's name and version, for the header of that name.
  ///   - credentials: the account whose token is sent; none by default.
  ///   - tokenPrefix: what stands before the token.
  ///   - limits: the limits of time, size and number.
  ///   - logger: logs requests and errors.
  package init(
    server: ServerAddress, name: String, userAgent: String,
    credentials: Credentials = Credentials(), tokenPrefix: String = "Bearer ",
    limits: ClientLimits = ClientLimits(), logger: Logger
  ) {
    (self.name, self.credentials) = (name, credentials)
    let pause = Pause()
    self.pause = pause
    http = HTTPClient(
      server: server, credentials: credentials, limits: limits, logger: logger,
      userAgent: userAgent, tokenPrefix: tokenPrefix,
      onBusy: { status, seconds in
        guard let seconds = seconds ?? (status == 429 ? Self.usualPause : nil) else { return }
        pause.begin(status, seconds: seconds)
      })
  }

  /// Requests JSON and decodes it; nesting is limited to 512 levels.
  /// - Parameters:
  ///   - target: path and query, percent-encoded, beginning with `/`.
  ///   - type: what the response is decoded to.
  ///   - byteLimit: maximum size of the response in bytes.
  /// - Returns: the decoded response.
  package func answer<Answer: Decodable & Sendable>(
    _ target: String, as type: Answer.Type, byteLimit: Int = 16 << 20
  ) async throws(APIError) -> Answer {
    try await page(target, as: type, byteLimit: byteLimit).answer
  }

  /// Does the same; also returns the address of the next page, by the `Link` of the response.
  package func page<Answer: Decodable & Sendable>(
    _ target: String, as type: Answer.Type, byteLimit: Int = 16 << 20
  ) async throws(APIError) -> (answer: Answer, next: String?) {
    let (json, next) = try await data(at: target, byteLimit: byteLimit, expects: .json)
    return (try HTTPClient.decode(json) { (answer: Answer) in answer }, next)
  }

  /// Sends a form, and returns the response, whatever it is.
  @discardableResult
  package func send(
    _ form: [QueryItem], by method: Endpoint.Method = .post, to target: String,
    key: String? = nil
  ) async throws(APIError) -> Data {
    try await waitForPause()
    var request = request(for: target, byteLimit: http.limits.answerBytes, expects: .json)
    request.method = method
    // Words of a person go in parts: snac decodes a form before it divides it at & and =.
    if !form.isEmpty { request.body = key == nil ? .form(form) : .multipart(form) }
    request.idempotencyKey = key
    return try await attempt(request).data
  }

  /// Sends a body, which may have a picture, and decodes the response.
  package func upload<Answer: Decodable & Sendable>(
    _ body: RequestBody, by method: Endpoint.Method = .post, to target: String,
    key: String? = nil, as type: Answer.Type
  ) async throws(APIError) -> Answer {
    try await waitForPause()
    var request = request(for: target, byteLimit: http.limits.answerBytes, expects: .json)
    (request.method, request.idempotencyKey) = (method, key)
    (request.body, request.observer, request.isUpload) = (body, body.observer, true)
    let json = try await attempt(request).data
    return try HTTPClient.decode(json) { (answer: Answer) in answer }
  }

  /// Sends a form, and decodes the response.
  ///
  /// It is never repeated: after an error that `mayHaveArrived`, the service may have taken it.
  /// - Parameters:
  ///   - form: the fields.
  ///   - method: what to do.
  ///   - target: path and query, percent-encoded, beginning with `/`.
  ///   - key: the idempotency key; nil for a request that creates nothing.
  package func send<Answer: Decodable & Sendable>(
    _ form: [QueryItem], by method: Endpoint.Method = .post, to target: String,
    key: String? = nil, as type: Answer.Type
  ) async throws(APIError) -> Answer {
    let json = try await send(form, by: method, to: target, key: key)
    return try HTTPClient.decode(json) { (answer: Answer) in answer }
  }

  /// Requests a picture at any address on the web.
  /// - Parameters:
  ///   - address: a full URL, or a path of the service.
  ///   - etag: the tag of a cached copy.
  ///   - named: a server that the user has named, which may be in their own network; nil for none.
  /// - Returns: nil if the cached copy is still current.
  package func picture(
    at address: String, etag: String?, from named: ServerAddress? = nil
  ) async throws(APIError) -> PictureData? {
    try await http.picture(at: address, etag: etag, from: named)
  }

  /// Requests a file of any type.
  /// - Parameters:
  ///   - target: path and query, percent-encoded, beginning with `/`.
  ///   - byteLimit: maximum size in bytes.
  package func data(at target: String, byteLimit: Int) async throws(APIError) -> Data {
    try await data(at: target, byteLimit: byteLimit, expects: .feed).data
  }

  private func data(
    at target: String, byteLimit: Int, expects: HTTPClient.Expected
  ) async throws(APIError) -> (data: Data, next: String?) {
    let request = request(for: target, byteLimit: byteLimit, expects: expects)
    try await waitForPause()
    do throws(APIError) {
      return try await attempt(request)
    } catch .status(let code, let message) where code == 429 || code == 503 {
      // Repeated once, if the service names a time that is short.
      guard let seconds = pause.seconds, seconds <= Self.patience else {
        throw pause.error ?? .status(code, message: message)
      }
      try await waitForPause()
      return try await attempt(request)
    }
  }

  private func request(
    for target: String, byteLimit: Int, expects: HTTPClient.Expected
  ) -> HTTPClient.Request {
    let path = target.prefix { $0 != "?" }
    return HTTPClient.Request(
      // It is for the log: without what may be the words of a search, in the query or as a hashtag.
      name: String(path.range(of: "/tag/").map { path[..<$0.upperBound] } ?? path),
      url: URL(string: http.server.description + target),
      expects: expects, byteLimit: byteLimit,
      seconds: http.limits.slowSeconds)
  }

  private func attempt(
    _ request: HTTPClient.Request
  ) async throws(APIError) -> (data: Data, next: String?) {
    let bytes = Mutex(Data())
    let hasToken = credentials.token != nil
    do throws(APIError) {
      let head = try await http.perform(request) { data in bytes.withLock { $0.append(data) } }
      return (bytes.withLock { $0 }, head.next)
    } catch .status(400, "rate_limit_error") {
      pause.begin(429, seconds: Self.usualPause)
      throw pause.error ?? .status(429, message: nil)
    } catch .status(let code, let message) {
      throw refusal(code, message, hasToken: hasToken)
    }
  }

  private func waitForPause() async throws(APIError) {
    guard let seconds = pause.seconds else { return }
    guard seconds <= Self.patience else { throw pause.error ?? .cancelled }
    do {
      try await Task.sleep(for: .seconds(seconds))
    } catch {
      throw .cancelled
    }
  }

  /// The time until which a service gets no requests.
  private final class Pause: Sendable {
    private let state = Mutex<(status: Int, end: ContinuousClock.Instant)?>(nil)

    /// Begins a pause after a refusal with 429 or 503; a longer one goes on.
    func begin(_ status: Int, seconds: Int) {
      let new = ContinuousClock.now + .seconds(seconds)
      state.withLock { if $0.map({ $0.end < new }) ?? true { $0 = (status, new) } }
    }

    /// The remaining seconds; nil if the pause is over.
    var seconds: Double? {
      let left = state.withLock { $0.map { ContinuousClock.now.duration(to: $0.end) } }
      return left.flatMap { $0 > .zero ? $0 / .seconds(1) : nil }
    }

    var error: APIError? {
      seconds.map { seconds in
        let time = WaitingTime.words(Int(seconds.rounded(.up)))
        let status = state.withLock { $0?.status } ?? 429
        let reason = status == 429 ? "Too many requests." : "Not available."
        return .status(status, message: "\(reason) Try again in \(time).")
      }
    }
  }
}
