import CCurl
import Dispatch
import Synchronization

/// Time limits of requests to S3, in milliseconds.
struct S3Timeouts: Sendable {
  var connecting = 5_000
  /// For reading a piece, or the header of an object.
  var reading = 20_000
  /// For removing an object; a connection to the database waits for it.
  var removing = 3_000
  /// For storing an object.
  var storing = 60_000

  /// Returns the time limit of a request.
  func time(for method: S3Request.Method) -> Int {
    switch method {
    case .get, .head: reading
    case .put: storing
    case .delete: removing
    }
  }
}

/// A pool of connections to a server; each has a thread, which waits in libcurl.
///
/// `BlockingThread` is not used, so that a slow server doesn't delay the disk.
final class S3Connections: Sendable {
  private static let maximum = 8
  private static let maximumWaiting = 1_000

  private struct Connection {
    let queue: DispatchQueue
    // Used by one request at a time.
    nonisolated(unsafe) let multi: UnsafeMutableRawPointer
  }

  private struct State {
    var idle: [Connection] = []
    var count = 0
    var waiting: [CheckedContinuation<Connection?, Never>] = []
  }

  private let region: String
  private let credentials: S3Credentials
  private let limits: S3Timeouts
  private let state = Mutex(State())

  init(region: String, _ credentials: S3Credentials, _ limits: S3Timeouts) {
    (self.region, self.credentials, self.limits) = (region, credentials, limits)
  }

  deinit { for connection in state.withLock(\.idle) { curl_multi_cleanup(connection.multi) } }

  /// Performs a request.
  /// - Throws: `S3Error`.
  func perform(_ request: S3Request) async throws(S3Error) -> S3Response {
    let connection = try await acquire()
    let result: Result<S3Response, S3Error> = await withCheckedContinuation { continuation in
      connection.queue.async { [region, credentials, limits] in
        continuation.resume(
          returning: Result { () throws(S3Error) in
            try S3Transfer(request).perform(
              over: connection.multi, region: region, credentials, limits)
          })
      }
    }
    release(connection)
    return try result.get()
  }

  /// Performs a request on the calling thread, over a connection of its own.
  /// - Throws: `S3Error`.
  func performNow(_ request: S3Request) throws(S3Error) -> S3Response {
    guard firefly_load_curl(), let multi = curl_multi_init() else { throw .noLibrary }
    defer { curl_multi_cleanup(multi) }
    return try S3Transfer(request).perform(over: multi, region: region, credentials, limits)
  }

  private func acquire() async throws(S3Error) -> Connection {
    let isFull = state.withLock { $0.waiting.count >= Self.maximumWaiting }
    if isFull { throw .tooManyRequests }
    let connection = await withCheckedContinuation { continuation in
      let connection: Connection?? = state.withLock { state in
        if let connection = state.idle.popLast() { return connection }
        if state.count < Self.maximum {
          state.count += 1
          return .some(nil)
        }
        state.waiting.append(continuation)
        return nil
      }
      if let connection { continuation.resume(returning: connection) }
    }
    if let connection { return connection }
    let queue = DispatchQueue(label: "firefly.s3")
    // The first connection loads libcurl.
    let multi: Result<Connection, S3Error> = await withCheckedContinuation { continuation in
      queue.async {
        let multi = firefly_load_curl() ? curl_multi_init() : nil
        continuation.resume(
          returning: multi.map { .success(Connection(queue: queue, multi: $0)) }
            ?? .failure(.noLibrary))
      }
    }
    if case .failure = multi { state.withLock { $0.count -= 1 } }
    return try multi.get()
  }

  private func release(_ connection: Connection) {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.idle.append(connection)
        return nil as CheckedContinuation<Connection?, Never>?
      }
      return state.waiting.removeFirst()
    }
    next?.resume(returning: connection)
  }
}
