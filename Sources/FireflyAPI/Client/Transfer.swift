import Foundation
import FoundationNetworking
import Synchronization

/// One request in flight: collects the response until the outcome is known.
///
/// It has a session of its own, because a session looks its tasks up in a table without a lock.
final class Transfer: NSObject, Sendable {
  /// Receives the bytes of a 2xx response as they arrive; an error it throws ends the transfer.
  typealias Receiver = @Sendable (Data) throws(APIError) -> Void
  /// The header of a response that arrived whole, or the error.
  typealias Outcome = Result<ResponseHead, APIError>

  let request: HTTPClient.Request
  let host: String
  private let redirectLimit: Int
  let receiver: Receiver
  /// The idle connections to the server.
  let connections: CurlConnectionPool
  let state = Mutex(State())
  // Whether the session is no longer notified. Held while it is: a task must not be cancelled while
  // it ends, or the session crashes.
  private let isHungUp = Mutex(false)
  // For cancelling, which waits for the notification in progress; cooperative threads must not.
  private static let control = DispatchQueue(label: "firefly.hang-up")

  struct State {
    var task: URLSessionTask?
    var received = 0
    /// The number of bytes received at the watchdog's previous check.
    var receivedBefore = 0
    var sent = 0
    /// The number of bytes sent at the watchdog's previous check.
    var sentBefore = 0
    var reportedAt: ContinuousClock.Instant?
    var redirects = 0
    /// Where redirects lead that are all permanent; later ones don't count.
    var newAddress: URL?
    /// Whether all redirects so far were permanent.
    var isMoved = true
    var head: ResponseHead?
    var isWebPage = false
    var onHead: (@Sendable () -> Void)?
    var refusal = Data()
    var certificateProblem: CertificateProblem?
    /// The host in the user's own network to which the request was not sent.
    var refusedHost: String?
    /// What could not be reached because of a proxy.
    var proxyProblem: String?
    /// The target of a redirect that was not followed.
    var refusedTarget: URL?
    var outcome: Outcome?
    var continuation: CheckedContinuation<Outcome, Never>?
  }

  // An error message is a sentence; a page of HTML is not buffered to its end.
  static let refusalBytes = 64 << 10

  init(
    _ request: HTTPClient.Request, host: String, redirectLimit: Int,
    connections: CurlConnectionPool, receiver: @escaping Receiver
  ) {
    self.request = request
    self.host = host
    self.redirectLimit = redirectLimit
    self.connections = connections
    self.receiver = receiver
  }

  /// Whether cookies are sent back within a chain of redirects.
  var keepsCookies: Bool { request.expects == .feed || request.expects == .page }

  /// The outcome, when it is known; cancelling the waiting task cancels the transfer.
  var outcome: Outcome {
    get async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let known = state.withLock { state in
            if state.outcome == nil { state.continuation = continuation }
            return state.outcome
          }
          if let known { continuation.resume(returning: known) }
        }
      } onCancel: {
        end(.failure(.cancelled))
      }
    }
  }

  /// Runs an action once, as soon as the header of the response has arrived.
  func onHead(_ action: @escaping @Sendable () -> Void) {
    let isThere = state.withLock { state in
      if state.head == nil { state.onHead = action }
      return state.head != nil
    }
    if isThere { action() }
  }

  /// Number of bytes received.
  var byteCount: Int { state.withLock(\.received) }

  /// The server's `Retry-After` in seconds; nil if it sent none.
  var retryAfter: Int? { state.withLock { $0.head?.retryAfter } }

  /// Sends the request.
  func start(_ request: URLRequest) {
    // Not the ephemeral configuration: its cache creates a folder.
    let configuration = URLSessionConfiguration.default
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.protocolClasses = [TransferProtocol.self]
    let session = URLSession(
      configuration: configuration, delegate: self, delegateQueue: InlineQueue())
    let task = session.dataTask(with: request)
    state.withLock { $0.task = task }
    task.resume()
    // The session keeps its delegate until then.
    session.finishTasksAndInvalidate()
  }

  /// Reports an event to the session, unless the request has been cancelled.
  func report(_ work: () -> Void) {
    isHungUp.withLock { if !$0 { work() } }
  }

  /// Records how many bytes of the request's body have been sent, and notifies the observer at
  /// intervals.
  func sent(byteCount: Int) {
    let all = request.body?.bytes.count ?? 0
    let isReported = state.withLock { state in
      state.sent = byteCount
      guard request.observer != nil, state.outcome == nil else { return false }
      let now = ContinuousClock.now
      if byteCount < all, let last = state.reportedAt,
        now - last < .seconds(UploadProgress.interval)
      {
        return false
      }
      state.reportedAt = now
      return true
    }
    if isReported { request.observer?.report(UploadProgress(sent: byteCount, all: all)) }
  }

  /// Whether bytes have been sent since the last call.
  func hasSentMore() -> Bool {
    state.withLock { state in
      defer { state.sentBefore = state.sent }
      return state.sent > state.sentBefore
    }
  }

  /// Minimum number of bytes between two checks of the watchdog with which a response goes on.
  static let steadyBytes = 2 << 10

  /// Whether a steady part of the response has arrived since the last call.
  func hasReceivedMore() -> Bool {
    state.withLock { state in
      defer { state.receivedBefore = state.received }
      return state.received >= state.receivedBefore + Self.steadyBytes
    }
  }

  /// Records why the server's certificate was refused.
  func certificateRefused(_ problem: CertificateProblem?) {
    state.withLock { $0.certificateProblem = problem }
  }

  /// Records that the request would have led into the user's own network.
  func networkRefused(_ host: String) { state.withLock { $0.refusedHost = host } }

  /// Records what a proxy did not reach.
  func proxyFailed(_ problem: String) { state.withLock { $0.proxyProblem = problem } }

  /// Records the target of a redirect that was not followed.
  func redirectRefused(to target: URL) {
    state.withLock { $0.refusedTarget = target }
  }

  /// Counts a redirect.
  /// - Parameters:
  ///   - new: the request to the new address.
  ///   - old: the request that was redirected.
  ///   - isPermanent: whether the new address replaces the old one.
  /// - Returns: whether to follow it: a request that only reads, to http or https, and not from
  ///   https to http.
  func follows(
    redirectTo new: URLRequest, from old: URLRequest, isPermanent: Bool
  ) -> Bool {
    let count = state.withLock { state in
      state.redirects += 1
      state.isMoved = state.isMoved && isPermanent
      if state.isMoved { state.newAddress = new.url }
      return state.redirects
    }
    let scheme = new.url?.scheme?.lowercased() ?? ""
    let isDowngrade = old.url?.scheme?.lowercased() == "https" && scheme == "http"
    return count <= redirectLimit && ["http", "https"].contains(scheme) && !isDowngrade
      && request.method == .get
  }

  /// Ends the transfer and cancels the request if its response is not complete; only the first call
  /// has an effect.
  func end(_ outcome: Outcome) {
    let (continuation, isFirst) = state.withLock { state in
      let isFirst = state.outcome == nil
      if isFirst { state.outcome = outcome }
      return (state.continuation.take(), isFirst)
    }
    continuation?.resume(returning: outcome)
    guard isFirst, state.withLock({ $0.task != nil }) else { return }
    Self.control.async { [self] in
      isHungUp.withLock { $0 = true }
      // It may have ended in the meantime.
      state.withLock { $0.task.take() }?.cancel()
    }
  }
}
