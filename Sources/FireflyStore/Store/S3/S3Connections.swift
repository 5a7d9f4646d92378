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
/// `BlockingPool` is not used, so that a slow server doesn't delay the disk.
final class S3Connections: Sendable {
  private static let maximum = 8
  private static let maximumWaiting = 1_000

  private struct Connection {
    let queue: DispatchQueue
    // Used by one request at a time.
    nonisolated(unsafe) let multi: UnsafeMutableRawPointer
  }

  /// What a caller gets when it is its turn.
  private enum Turn {
    case connection(Connection)
    /// The caller must open a connection.
    case open
    case cancelled
  }

  private struct State {
    var idle: [Connection] = []
    var count = 0
    var lastNumber = 0
    var waiting: [(number: Int, continuation: CheckedContinuation<Turn, Never>)] = []
  }

  private let region: String
  private let credentials: S3Credentials
  private let limits: S3Timeouts
  /// Opens a connection of libcurl, which the first one loads; nil if it is not installed.
  private let make: @Sendable () -> UnsafeMutableRawPointer?
  private let state = Mutex(State())

  init(
    region: String, _ credentials: S3Credentials, _ limits: S3Timeouts,
    make: @escaping @Sendable () -> UnsafeMutableRawPointer? = {
      firefly_load_curl() ? curl_multi_init() : nil
    }
  ) {
    (self.region, self.credentials, self.limits) = (region, credentials, limits)
    self.make = make
  }

  /// Number of callers that wait for a connection.
  var waitingCount: Int { state.withLock(\.waiting.count) }

  deinit { for connection in state.withLock(\.idle) { curl_multi_cleanup(connection.multi) } }

  /// Performs a request.
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
  func performNow(_ request: S3Request) throws(S3Error) -> S3Response {
    guard let multi = make() else { throw .noLibrary }
    defer { curl_multi_cleanup(multi) }
    return try S3Transfer(request).perform(over: multi, region: region, credentials, limits)
  }

  private func acquire() async throws(S3Error) -> Connection {
    let isFull = state.withLock { $0.waiting.count >= Self.maximumWaiting }
    if isFull { throw .tooManyRequests }
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let turn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let turn = state.withLock { Self.turn(&$0, number, continuation) }
        if let turn { continuation.resume(returning: turn) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: .cancelled)
    }
    switch turn {
    case .connection(let connection): return connection
    case .cancelled: throw .cancelled
    case .open: return try await open()
    }
  }

  /// Returns a caller's turn; nil if it must wait.
  private static func turn(
    _ state: inout State, _ number: Int, _ continuation: CheckedContinuation<Turn, Never>
  ) -> Turn? {
    // Checked under the lock; a later cancellation finds the caller in the queue.
    if Task.isCancelled { return .cancelled }
    if let connection = state.idle.popLast() { return .connection(connection) }
    if state.count < maximum {
      state.count += 1
      return .open
    }
    state.waiting.append((number, continuation))
    return nil
  }

  private func open() async throws(S3Error) -> Connection {
    let queue = DispatchQueue(label: "firefly.s3")
    let opened: Result<Connection, S3Error> = await withCheckedContinuation { continuation in
      queue.async { [make] in
        continuation.resume(
          returning: make().map { .success(Connection(queue: queue, multi: $0)) }
            ?? .failure(.noLibrary))
      }
    }
    // The next task that waits tries again; otherwise all would wait for ever.
    if case .failure = opened { resumeNext(.open) { $0.count -= 1 } }
    return try opened.get()
  }

  private func release(_ connection: Connection) {
    resumeNext(.connection(connection)) { $0.idle.append(connection) }
  }

  /// Gives the next waiting caller its turn; if there is none, changes the state.
  private func resumeNext(_ turn: Turn, otherwise change: (inout State) -> Void) {
    let next = state.withLock { state in
      if state.waiting.isEmpty { change(&state) }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.continuation.resume(returning: turn)
  }
}
