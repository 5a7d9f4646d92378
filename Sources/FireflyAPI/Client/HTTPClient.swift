import FireflyCore
import Foundation
import FoundationNetworking
import Logging

/// The HTTP side of a client: one session for one server, within its limits.
final class HTTPClient: Sendable {
  /// One request.
  struct Request: Sendable {
    /// The endpoint's path or the picture's address, for the log.
    var name: String
    var url: URL?
    var method = Endpoint.Method.get
    var body: RequestBody?
    var etag: String?
    var isPicture = false
    /// Limit of the answer, in bytes.
    var byteLimit: Int
    /// Limit of the whole request.
    var seconds: Double
  }

  let server: ServerAddress
  let limits: ClientLimits
  let logger: Logger
  private let session: URLSession
  private let delegate = SessionDelegate()
  private let gate: RequestGate
  private let pictureGate: RequestGate
  private let watchdogs = DispatchQueue(label: "firefly.watchdogs")

  init(server: ServerAddress, limits: ClientLimits, logger: Logger) {
    self.server = server
    self.limits = limits
    self.logger = logger
    gate = RequestGate(places: limits.inFlight)
    pictureGate = RequestGate(places: limits.picturesInFlight)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpMaximumConnectionsPerHost = limits.inFlight
    // Ours is sooner, and counts the whole request.
    configuration.timeoutIntervalForRequest = 4 * max(limits.seconds, limits.slowSeconds)
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
  }

  deinit {
    session.invalidateAndCancel()
  }

  /// Sends a request and hands on the bytes of its answer as they arrive, if its status is 2xx.
  ///
  /// - Returns: the head of the answer: 2xx, or 304 where the request has an `etag`.
  /// - Throws: `APIError`; what `receive` throws ends the request.
  func perform(
    _ request: Request, receive: (Data) throws(APIError) -> Void
  ) async throws(APIError) -> ResponseHead {
    if request.isPicture { try await pictureGate.enter() }
    defer { if request.isPicture { pictureGate.leave() } }
    try await gate.enter()
    defer { gate.leave() }
    let start = ContinuousClock.now
    var count = 0
    do throws(APIError) {
      let head = try await send(request) { data throws(APIError) in
        count += data.count
        try receive(data)
      }
      logger.debug(
        "\(request.method.rawValue) \(request.name): \(head.status), \(count) bytes",
        metadata: ["took": "\(start.duration(to: .now))"])
      return head
    } catch {
      logger.log(
        level: error == .cancelled ? .debug : .warning,
        "\(request.method.rawValue) \(request.name): \(error)",
        metadata: ["took": "\(start.duration(to: .now))"])
      throw error
    }
  }

  private func send(
    _ request: Request, receive: (Data) throws(APIError) -> Void
  ) async throws(APIError) -> ResponseHead {
    guard let url = request.url else { throw .invalidAddress(request.name) }
    let task = session.dataTask(with: urlRequest(for: request, url: url))
    let transfer = Transfer(byteLimit: request.byteLimit, redirectLimit: limits.redirects)
    delegate.connect(transfer, to: task)
    let watchdog = DispatchSource.makeTimerSource(queue: watchdogs)
    watchdog.setEventHandler { transfer.end(.timedOut) }
    watchdog.schedule(deadline: .now() + request.seconds)
    watchdog.activate()
    defer {
      watchdog.cancel()
      task.cancel()
    }
    task.resume()
    return try await read(transfer, of: task, for: request, receive: receive)
  }

  private func read(
    _ transfer: Transfer, of task: URLSessionTask, for request: Request,
    receive: (Data) throws(APIError) -> Void
  ) async throws(APIError) -> ResponseHead {
    var head: ResponseHead?
    var refusal = Data()
    for await event in transfer.events {
      switch event {
      case .head(let received): head = received
      case .bytes(let data):
        if head?.isSuccess == true {
          try receive(data)
        } else if refusal.count < Self.refusalBytes {
          refusal.append(data.prefix(Self.refusalBytes - refusal.count))
        }
        if transfer.consumed(data.count) { task.resume() }
      case .end(.complete):
        guard let head else { throw .interrupted }
        if head.isSuccess || head.status == 304 && request.etag != nil { return head }
        throw .status(head.status, message: ErrorAnswer.sentence(in: refusal))
      case .end(.tooLarge):
        // A refusal that is too long is a refusal all the same.
        if let head, !head.isSuccess { throw .status(head.status, message: nil) }
        throw .tooLarge(limit: request.byteLimit)
      case .end(.timedOut): throw .timedOut(seconds: max(1, Int(request.seconds.rounded())))
      case .end(.failed(let code)):
        throw APIError(code, host: host(of: request), hasAnswer: head != nil)
      }
    }
    throw .cancelled
  }

  // The words of an error are a sentence; a page of HTML is not read to its end.
  private static let refusalBytes = 64 << 10

  private func host(of request: Request) -> String {
    request.isPicture ? request.url?.host ?? server.host : server.host
  }

  private func urlRequest(for request: Request, url: URL) -> URLRequest {
    var result = URLRequest(url: url)
    result.httpMethod = request.method.rawValue
    result.setValue("Firefly", forHTTPHeaderField: "User-Agent")
    result.setValue(
      request.isPicture ? "image/*" : "application/json", forHTTPHeaderField: "Accept")
    if let etag = request.etag { result.setValue(etag, forHTTPHeaderField: "If-None-Match") }
    if let body = request.body {
      result.httpBody = body.bytes
      result.setValue(body.contentType, forHTTPHeaderField: "Content-Type")
    }
    return result
  }
}

extension ResponseHead {
  fileprivate var isSuccess: Bool { (200..<300).contains(status) }
}
