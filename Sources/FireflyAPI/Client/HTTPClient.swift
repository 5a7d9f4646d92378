import FireflyCore
import Foundation
import FoundationNetworking
import Logging

/// The HTTP side of a client: the requests to one server, within its limits.
final class HTTPClient: Sendable {
  /// One request.
  struct Request: Sendable {
    /// The endpoint's path or the picture's address, for the log.
    var name: String
    var url: URL?
    var method = Endpoint.Method.get
    var body: RequestBody?
    var etag: String?
    /// Names what the request makes; nil where it makes nothing.
    var idempotencyKey: String?
    /// The version that the request changes; nil where it changes any.
    var version: String?
    var isPicture = false
    /// Limit of the answer, in bytes.
    var byteLimit: Int
    /// Limit of the whole request; of one that is much to send, of each time in which nothing of it moves.
    var seconds: Double
    /// Whether it is much to send.
    var isUpload = false
    /// Who is told how much of it has left.
    var observer: UploadObserver?
    /// Whether its answer goes on for as long as both sides like: only its head has to come in time.
    var isOpenEnded = false
    /// The last event that was received of such an answer.
    var lastEventID: Int?
  }

  let server: ServerAddress
  private let credentials: Credentials
  let limits: ClientLimits
  let logger: Logger
  private let lines: Lines
  private let gate: RequestGate
  private let pictureGate: RequestGate
  private let watchdogs = DispatchQueue(label: "firefly.watchdogs")

  init(
    server: ServerAddress, credentials: Credentials, limits: ClientLimits, logger: Logger
  ) {
    self.server = server
    self.credentials = credentials
    lines = Lines(to: server)
    self.limits = limits
    self.logger = logger
    gate = RequestGate(places: limits.inFlight)
    pictureGate = RequestGate(places: limits.picturesInFlight)
  }

  /// Sends a request and hands on the bytes of its answer as they arrive, if its status is 2xx.
  ///
  /// - `receive`: takes the bytes, off the main actor; what it throws ends the request.
  /// - Returns: the head of the answer: 2xx, or 304 where the request has an `etag`.
  /// - Throws: `APIError`.
  func perform(
    _ request: Request, receive: @escaping Transfer.Receiver
  ) async throws(APIError) -> ResponseHead {
    if request.isPicture { try await pictureGate.enter() }
    defer { if request.isPicture { pictureGate.leave() } }
    // What never ends must not stand in the way of the others.
    if !request.isOpenEnded { try await gate.enter() }
    defer { if !request.isOpenEnded { gate.leave() } }
    guard let url = request.url else { throw .invalidAddress(request.name) }
    let start = ContinuousClock.now
    let transfer = Transfer(
      request, host: host(of: request), redirectLimit: limits.redirects, receiver: receive)
    let outcome = await outcome(of: transfer, request: request, url: url)
    let line = "\(request.method.rawValue) \(request.name): "
    let took: Logger.Metadata = ["took": "\(start.duration(to: .now))"]
    switch outcome {
    case .success(let head):
      logger.debug("\(line)\(head.status), \(transfer.byteCount) bytes", metadata: took)
    case .failure(.cancelled): logger.debug("\(line)cancelled", metadata: took)
    case .failure(let error): logger.warning("\(line)\(error)", metadata: took)
    }
    return try outcome.get()
  }

  private func outcome(
    of transfer: Transfer, request: Request, url: URL
  ) async -> Transfer.Outcome {
    let line = lines.take()
    line.send(urlRequest(for: request, url: url), for: transfer)
    let watchdog = watchdog(for: transfer, of: request)
    // What has no end has no time limit once it has begun, and a timer that rings for nothing wakes us.
    if request.isOpenEnded { transfer.onHead { watchdog.cancel() } }
    let outcome = await transfer.outcome
    watchdog.cancel()
    if transfer.isComplete {
      line.forget(transfer)
      lines.giveBack(line)
    } else {
      line.hangUp()
    }
    return outcome
  }

  /// Ends a transfer when its time is over.
  private func watchdog(
    for transfer: Transfer, of request: Request
  ) -> Watchdog {
    let seconds = request.seconds
    let last = DispatchTime.now() + limits.uploadSeconds
    let timer = DispatchSource.makeTimerSource(queue: watchdogs)
    timer.setEventHandler {
      // A slow line is no reason to give up what moves on it.
      if request.isUpload, transfer.hasSentMore(), .now() < last { return }
      transfer.end(.failure(.timedOut(seconds: max(1, Int(seconds.rounded())))))
    }
    if request.isUpload {
      timer.schedule(deadline: .now() + seconds, repeating: seconds)
    } else {
      timer.schedule(deadline: .now() + seconds)
    }
    timer.activate()
    return Watchdog(timer: timer)
  }

  /// A timer that ends a transfer; it may be cancelled from any thread.
  private struct Watchdog: @unchecked Sendable {
    let timer: any DispatchSourceTimer

    func cancel() { timer.cancel() }
  }

  private func host(of request: Request) -> String {
    request.isPicture ? request.url?.host ?? server.host : server.host
  }

  private func urlRequest(for request: Request, url: URL) -> URLRequest {
    var result = URLRequest(url: url)
    result.httpMethod = request.method.rawValue
    result.setValue("Firefly", forHTTPHeaderField: "User-Agent")
    result.setValue(request.accepted, forHTTPHeaderField: "Accept")
    if let id = request.lastEventID {
      result.setValue(String(id), forHTTPHeaderField: "Last-Event-ID")
    }
    // A picture may be anybody's: no other server may learn by what this one knows us.
    if let token = credentials.token, server.contains(url) {
      result.setValue("Bearer \(token)", forHTTPHeaderField: ServerAddress.tokenField)
    }
    if let etag = request.etag { result.setValue(etag, forHTTPHeaderField: "If-None-Match") }
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

extension HTTPClient.Request {
  /// The kind of answer that is wanted.
  fileprivate var accepted: String {
    if isOpenEnded { "text/event-stream" } else { isPicture ? "image/*" : "application/json" }
  }
}
