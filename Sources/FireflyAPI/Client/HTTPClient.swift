import FireflyCore
import Foundation
import FoundationNetworking
import Logging
import Synchronization

/// Sends requests to one server, within its limits.
final class HTTPClient: Sendable {
  /// What a response is expected to be; the value of the `Accept` header.
  enum Expected: String {
    case json = "application/json"
    case picture = "image/*"
    /// A page on the web.
    case page = "text/html, application/xhtml+xml, text/markdown, text/plain;q=0.8, */*;q=0.1"
    /// A feed on the web.
    case feed =
      "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8"
    /// A stream without an end: only its header must arrive in time.
    case stream = "text/event-stream"
  }

  struct Request: Sendable {
    /// The endpoint's path or the picture's address, for the log.
    var name: String
    var url: URL?
    var method = Endpoint.Method.get
    var body: RequestBody?
    var etag: String?
    /// The time of a cached copy, as the server has sent it in `Last-Modified`.
    var modified: String?
    /// The idempotency key; nil if the request creates nothing.
    var idempotencyKey: String?
    /// The `ETag` of the version to change; nil to change any version.
    var version: String?
    var expects = Expected.json
    /// Maximum size of the response in bytes.
    var byteLimit: Int
    /// Limit in seconds of the time without progress.
    var seconds: Double
    /// The value of `Authorization`, which goes to the server of the address only; nil for the account's token.
    var authorization: String?
    /// Whether the body of the response is taken as it is: what its header says of its coding may be wrong.
    var isLenient = false
    /// A server beside the client's own that may be in the user's own network, because they have named it.
    var namedServer: ServerAddress?
    /// Whether the body is large.
    var isUpload = false
    /// Observes how much of the body has been sent.
    var observer: UploadObserver?
    /// The last event received from such a stream.
    var lastEventID: Int?

    /// Whether the server may answer that a cached copy is still current.
    var isConditional: Bool { etag != nil || modified != nil }
  }

  let server: ServerAddress
  let credentials: Credentials
  let limits: ClientLimits
  let logger: Logger
  private let connections: CurlConnectionPool
  private let gate: RequestGate
  private let pictureGate: RequestGate
  private let watchdogs = DispatchQueue(label: "firefly.watchdogs")
  /// What stands before the account's token.
  private let tokenPrefix: String
  /// The value of the `User-Agent` header.
  private let userAgent: String
  /// Whether the server can move posts by `reparent`; nil if unknown.
  let reparents = Mutex<Bool?>(nil)
  /// Whether the server lists deleted posts that have replies; nil if unknown.
  let listsDeleted: Mutex<Bool?>
  /// Whether posts have exactly the words that the server has.
  let isForPrograms: Bool
  /// Lets one ping through at a time: the others take its answer.
  let pings = RequestGate(places: 1)
  /// The last answer to a ping.
  let lastPing = Mutex<Ping?>(nil)
  /// Observes refusals with 429 or 503, with the server's `Retry-After` in seconds.
  private let onBusy: (@Sendable (_ status: Int, _ retryAfter: Int?) -> Void)?

  init(
    server: ServerAddress, credentials: Credentials, limits: ClientLimits, logger: Logger,
    userAgent: String = "Firefly", tokenPrefix: String = "Bearer ", listsDeleted: Bool? = nil,
    isForPrograms: Bool = false,
    onBusy: (@Sendable (Int, Int?) -> Void)? = nil
  ) {
    self.server = server
    self.credentials = credentials
    connections = CurlConnectionPool(to: server)
    self.limits = limits
    self.logger = logger
    (self.userAgent, self.tokenPrefix) = (userAgent, tokenPrefix)
    self.onBusy = onBusy
    self.isForPrograms = isForPrograms
    self.listsDeleted = Mutex(listsDeleted)
    gate = RequestGate(places: limits.inFlight)
    pictureGate = RequestGate(places: limits.picturesInFlight)
  }

  /// Sends a request and passes on the bytes of a 2xx response as they arrive.
  ///
  /// - Parameter receive: called with each chunk, off the main actor; an error it throws ends the
  ///   request.
  /// - Returns: the header of the response: 2xx, or 304 if the request is conditional.
  func perform(
    _ request: Request, receive: @escaping Transfer.Receiver
  ) async throws(APIError) -> ResponseHead {
    if request.expects == .picture { try await pictureGate.enter() }
    defer { if request.expects == .picture { pictureGate.leave() } }
    // A stream without an end keeps its place, but must not block all other requests.
    let hasPlace = request.expects != .stream || limits.inFlight > 1
    if hasPlace { try await gate.enter() }
    defer { if hasPlace { gate.leave() } }
    guard let url = request.url else { throw .invalidAddress(request.name) }
    let start = ContinuousClock.now
    let transfer = Transfer(
      request, host: host(of: request), redirectLimit: limits.redirects,
      connections: connections, receiver: receive)
    transfer.start(urlRequest(for: request, url: url))
    let watchdog = watchdog(for: transfer, of: request)
    // A stream has no time limit after its header; a timer would only cause wakeups.
    if request.expects == .stream { transfer.onHead { watchdog.cancel() } }
    let outcome = await transfer.outcome
    watchdog.cancel()
    let line = "\(request.method.rawValue) \(request.name): "
    let took: Logger.Metadata = ["took": "\(start.duration(to: .now))"]
    switch outcome {
    case .success(let head):
      logger.debug("\(line)\(head.status), \(transfer.byteCount) bytes", metadata: took)
    case .failure(.cancelled): logger.debug("\(line)cancelled", metadata: took)
    case .failure(let error):
      logger.warning("\(line)\(error)", metadata: took)
      // The host of a picture may be another, which speaks for itself only.
      if case .status(let code, _) = error, code == 429 || code == 503,
        request.expects != .picture || server.contains(url)
      {
        onBusy?(code, transfer.retryAfter)
      }
    }
    return try outcome.get()
  }

  /// Cancels a transfer when its time is over.
  private func watchdog(
    for transfer: Transfer, of request: Request
  ) -> Watchdog {
    let seconds = request.seconds
    let last = DispatchTime.now() + (request.isUpload ? limits.uploadSeconds : limits.steadySeconds)
    let timer = DispatchSource.makeTimerSource(queue: watchdogs)
    timer.setEventHandler {
      // Don't cancel a slow line that makes progress.
      if .now() < last, request.isUpload && transfer.hasSentMore() || transfer.hasReceivedMore() {
        return
      }
      transfer.end(.failure(.timedOut(seconds: max(1, Int(seconds.rounded())))))
    }
    timer.schedule(deadline: .now() + seconds, repeating: seconds)
    timer.activate()
    return Watchdog(timer: timer)
  }

  /// A timer that cancels a transfer; it may itself be cancelled from any thread.
  private struct Watchdog: @unchecked Sendable {
    let timer: any DispatchSourceTimer

    func cancel() { timer.cancel() }
  }

  private func host(of request: Request) -> String {
    switch request.expects {
    case .json, .stream: server.host
    case .picture, .page, .feed: request.url?.host ?? server.host
    }
  }

  private func urlRequest(for request: Request, url: URL) -> URLRequest {
    var result = URLRequest(url: url)
    result.httpMethod = request.method.rawValue
    result.setValue(userAgent, forHTTPHeaderField: "User-Agent")
    result.setValue(request.expects.rawValue, forHTTPHeaderField: "Accept")
    if let id = request.lastEventID {
      result.setValue(String(id), forHTTPHeaderField: "Last-Event-ID")
    }
    // Pictures may be on any server; the token must go to this one only.
    if let token = credentials.token, server.contains(url) {
      result.setValue(tokenPrefix + token, forHTTPHeaderField: ServerAddress.tokenField)
    }
    if let authorization = request.authorization {
      result.setValue(authorization, forHTTPHeaderField: ServerAddress.tokenField)
    }
    if let etag = request.etag { result.setValue(etag, forHTTPHeaderField: "If-None-Match") }
    if let time = request.modified {
      result.setValue(time, forHTTPHeaderField: "If-Modified-Since")
    }
    if let key = request.idempotencyKey, !key.isEmpty {
      result.setValue(key, forHTTPHeaderField: "Idempotency-Key")
    }
    if let version = request.version { result.setValue(version, forHTTPHeaderField: "If-Match") }
    if let body = request.body {
      result.httpBody = body.bytes
      result.setValue(body.contentType, forHTTPHeaderField: "Content-Type")
    }
    return result
  }
}
