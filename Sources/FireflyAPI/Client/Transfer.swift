import Foundation
import FoundationNetworking
import Synchronization

/// One request in flight: collects the response until the outcome is known.
final class Transfer: Sendable {
  /// Receives the bytes of a 2xx response as they arrive; an error it throws ends the transfer.
  typealias Receiver = @Sendable (Data) throws(APIError) -> Void
  /// The header of a response that arrived whole, or the error.
  typealias Outcome = Result<ResponseHead, APIError>

  private let request: HTTPClient.Request
  private let host: String
  private let redirectLimit: Int
  private let receiver: Receiver
  private let state = Mutex(State())

  private struct State {
    var task: URLSessionTask?
    var received = 0
    var sent = 0
    /// The number of bytes sent at the watchdog's previous check.
    var sentBefore = 0
    var reportedAt: ContinuousClock.Instant?
    var redirects = 0
    var head: ResponseHead?
    var onHead: (@Sendable () -> Void)?
    var refusal = Data()
    var isComplete = false
    var outcome: Outcome?
    var continuation: CheckedContinuation<Outcome, Never>?
  }

  // An error message is a sentence; a page of HTML is not buffered to its end.
  private static let refusalBytes = 64 << 10

  init(
    _ request: HTTPClient.Request, host: String, redirectLimit: Int, receiver: @escaping Receiver
  ) {
    self.request = request
    self.host = host
    self.redirectLimit = redirectLimit
    self.receiver = receiver
  }

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

  /// Whether the response has ended, rather than been interrupted.
  var isComplete: Bool { state.withLock(\.isComplete) }

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

  /// Sends the request, unless the transfer has already ended.
  func start(_ task: URLSessionTask) {
    let isWanted = state.withLock { state in
      state.task = task
      return state.outcome == nil
    }
    if isWanted { task.resume() }
  }

  /// Cancels the request, unless the response is already complete.
  func stop() {
    state.withLock { $0.isComplete ? nil : $0.task }?.cancel()
  }

  /// Records how many bytes of the request's body have been sent, and notifies the observer at
  /// intervals.
  func sent(byteCount: Int) {
    let all = request.body?.bytes.count ?? 0
    let isTold = state.withLock { state in
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
    if isTold { request.observer?.report(UploadProgress(sent: byteCount, all: all)) }
  }

  /// Whether bytes have been sent since the last call.
  func hasSentMore() -> Bool {
    state.withLock { state in
      defer { state.sentBefore = state.sent }
      return state.sent > state.sentBefore
    }
  }

  /// Handles the header of the response; rejects a length above the limit.
  func responseReceived(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else {
      return end(.failure(.unreadable(reason: "no HTTP")))
    }
    let head = ResponseHead(response)
    let onHead = state.withLock { state in
      state.head = head
      return state.onHead.take()
    }
    onHead?()
    if head.isSuccess, response.expectedContentLength > Int64(request.byteLimit) {
      end(.failure(.tooLarge(limit: request.byteLimit)))
    }
  }

  /// Passes a chunk on, unless it exceeds the limit.
  func dataReceived(_ data: Data) {
    let isSuccess: Bool? = state.withLock { state in
      guard state.outcome == nil, let head = state.head else { return nil }
      state.received += data.count
      if !head.isSuccess {
        state.refusal.append(data.prefix(Self.refusalBytes - state.refusal.count))
      }
      return head.isSuccess
    }
    guard let isSuccess else { return }
    let isTooMuch = byteCount > (isSuccess ? request.byteLimit : Self.refusalBytes)
    if isTooMuch {
      end(isSuccess ? .failure(.tooLarge(limit: request.byteLimit)) : .failure(refusal))
    } else if isSuccess {
      do throws(APIError) {
        try receiver(data)
      } catch {
        end(.failure(error))
      }
    }
  }

  /// Counts a redirect.
  /// - Parameters:
  ///   - new: the request to the new address.
  ///   - old: the request that was redirected.
  /// - Returns: whether to follow it: a request that only reads, to http or https, and not from
  ///   https to http.
  func follows(redirectTo new: URLRequest, from old: URLRequest) -> Bool {
    let count = state.withLock { state in
      state.redirects += 1
      return state.redirects
    }
    let scheme = new.url?.scheme?.lowercased() ?? ""
    let isDowngrade = old.url?.scheme?.lowercased() == "https" && scheme == "http"
    return count <= redirectLimit && ["http", "https"].contains(scheme) && !isDowngrade
      && request.method == .get
  }

  /// Handles the end of the response.
  func complete(_ error: (any Error)?) {
    let head = state.withLock { state in
      state.isComplete = true
      return state.head
    }
    switch (head, error) {
    case (.some(let head), nil) where head.isSuccess || head.status == 304 && request.etag != nil:
      end(.success(head))
    // An error response counts even if the server hangs up in the middle of it.
    case (.some(let head), _) where !head.isSuccess: end(.failure(refusal))
    case (_, .some(let error)):
      let code = (error as? URLError)?.code ?? .unknown
      end(.failure(APIError(code, host: host)))
    case (_, nil): end(.failure(.interrupted))
    }
  }

  /// Ends the transfer; only the first call has an effect.
  func end(_ outcome: Outcome) {
    let continuation = state.withLock { state in
      guard state.outcome == nil else { return nil as CheckedContinuation<Outcome, Never>? }
      state.outcome = outcome
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: outcome)
  }

  private var refusal: APIError {
    state.withLock { state in
      .status(state.head?.status ?? 0, message: ErrorAnswer.sentence(in: state.refusal))
    }
  }
}

/// Status and relevant header fields of a response.
struct ResponseHead: Sendable {
  let status: Int
  let etag: String?

  init(_ response: HTTPURLResponse) {
    status = response.statusCode
    etag = response.value(forHTTPHeaderField: "ETag")
  }

  var isSuccess: Bool { (200..<300).contains(status) }
}
