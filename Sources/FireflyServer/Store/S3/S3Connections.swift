import CCurl
import Dispatch
import Synchronization

/// How long requests to S3 may take, in milliseconds.
struct S3Limits: Sendable {
  var connecting = 5_000
  /// A piece, or anything else without a body.
  var reading = 20_000
  /// Removing: a connection to the database waits for it.
  var removing = 3_000
  /// A whole picture.
  var storing = 60_000

  /// The time for a whole request.
  func time(for method: S3Request.Method) -> Int {
    switch method {
    case .get, .head: reading
    case .put: storing
    case .delete: removing
    }
  }
}

/// Connections to one server of S3: each has a thread of its own, which waits in libcurl.
///
/// It isn't `BlockingThread`: a slow server must not delay the disk.
final class S3Connections: Sendable {
  private static let maximum = 8
  private static let maximumWaiting = 1_000

  private struct Lane {
    let queue: DispatchQueue
    // Belongs to the request under way.
    nonisolated(unsafe) let multi: UnsafeMutableRawPointer
  }

  private struct State {
    var idle: [Lane] = []
    var count = 0
    var waiting: [CheckedContinuation<Lane?, Never>] = []
  }

  private let region: String
  private let credentials: S3Credentials
  private let limits: S3Limits
  private let state = Mutex(State())

  init(region: String, _ credentials: S3Credentials, _ limits: S3Limits) {
    (self.region, self.credentials, self.limits) = (region, credentials, limits)
  }

  deinit { for lane in state.withLock(\.idle) { curl_multi_cleanup(lane.multi) } }

  /// Performs a request.
  /// - Throws: `S3Trouble`.
  func perform(_ request: S3Request) async throws(S3Trouble) -> S3Answer {
    let lane = try await take()
    let result: Result<S3Answer, S3Trouble> = await withCheckedContinuation { continuation in
      lane.queue.async { [region, credentials, limits] in
        continuation.resume(
          returning: Result { () throws(S3Trouble) in
            try S3Transfer(request).perform(over: lane.multi, region: region, credentials, limits)
          })
      }
    }
    giveBack(lane)
    return try result.get()
  }

  private func take() async throws(S3Trouble) -> Lane {
    let isFull = state.withLock { $0.waiting.count >= Self.maximumWaiting }
    if isFull { throw .tooMany }
    let lane = await withCheckedContinuation { continuation in
      let lane: Lane?? = state.withLock { state in
        if let lane = state.idle.popLast() { return lane }
        if state.count < Self.maximum {
          state.count += 1
          return .some(nil)
        }
        state.waiting.append(continuation)
        return nil
      }
      if let lane { continuation.resume(returning: lane) }
    }
    if let lane { return lane }
    let queue = DispatchQueue(label: "firefly.s3")
    // The first call loads the library.
    let multi: Result<Lane, S3Trouble> = await withCheckedContinuation { continuation in
      queue.async {
        let multi = firefly_load_curl() ? curl_multi_init() : nil
        continuation.resume(
          returning: multi.map { .success(Lane(queue: queue, multi: $0)) } ?? .failure(.noLibrary))
      }
    }
    if case .failure = multi { state.withLock { $0.count -= 1 } }
    return try multi.get()
  }

  private func giveBack(_ lane: Lane) {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.idle.append(lane)
        return nil as CheckedContinuation<Lane?, Never>?
      }
      return state.waiting.removeFirst()
    }
    next?.resume(returning: lane)
  }
}
