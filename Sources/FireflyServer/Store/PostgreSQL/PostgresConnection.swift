import CPostgres
import Dispatch
import Synchronization

/// A connection: one statement after another, without blocking.
actor PostgresConnection {
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    PostgresLibrary.Executor.shared.asUnownedSerialExecutor()
  }

  private typealias Answer = Result<PostgresRows, PostgresError>

  /// The statement under way.
  private struct Pending {
    let continuation: CheckedContinuation<Answer, Never>
    let end: ContinuousClock.Instant
    var answer: Answer?
    var isCancelled = false
  }

  private let handle: PostgresHandle
  private let reading: any DispatchSourceRead
  private var writing: (any DispatchSourceWrite)?
  private var pending: Pending?
  /// Whether somebody looks at the clock.
  private var isWatched = false
  private let lost = Atomic(false)

  /// Whether it is of no use any more.
  nonisolated var isLost: Bool { lost.load(ordering: .acquiring) }

  /// Connects.
  /// - Throws: `PostgresError`.
  static func connect(to address: PostgresAddress) async throws(PostgresError) -> PostgresConnection
  {
    let handle: Result<PostgresHandle, PostgresError> = await withCheckedContinuation { waiter in
      PostgresLibrary.blockingQueue.async {
        waiter.resume(returning: Result { () throws(PostgresError) in try address.connect() })
      }
    }
    let connection = PostgresConnection(try handle.get())
    await connection.begin()
    return connection
  }

  private init(_ handle: PostgresHandle) {
    self.handle = handle
    reading = DispatchSource.makeReadSource(
      fileDescriptor: handle.watchedSocket, queue: PostgresLibrary.queue)
  }

  isolated deinit {
    // The socket is closed when both sources have let go of it.
    reading.cancel()
    writing?.cancel()
  }

  private func begin() {
    reading.setEventHandler { [weak self] in self?.assumeIsolated { $0.read() } }
    reading.setCancelHandler { [handle] in withExtendedLifetime(handle) {} }
    reading.activate()
  }

  /// Runs a statement.
  ///
  /// - Parameters:
  ///   - statement: one statement, with `$1` and so on for its arguments.
  ///   - arguments: the arguments.
  ///   - end: when the server is asked to cancel it.
  /// - Returns: its rows.
  /// - Throws: `PostgresError`.
  func run(
    _ statement: String, _ arguments: [PostgresValue], until end: ContinuousClock.Instant
  ) async throws(PostgresError) -> PostgresRows {
    guard !isLost else { throw PostgresError(.lost, "the connection was closed") }
    guard pending == nil else { throw PostgresError(.lost, "the connection is in use") }
    let answer = await withCheckedContinuation { continuation in
      pending = Pending(continuation: continuation, end: end)
      if handle.send(statement, arguments) { flush() } else { lose() }
      watch()
    }
    return try answer.get()
  }

  /// Whether no transaction is under way; one that is would be the next user's.
  var isIdle: Bool {
    !isLost && pending == nil
      && Int(handle.pq.PQtransactionStatus(handle.connection)) == FIREFLY_PQTRANS_IDLE
  }

  /// Gives it up.
  func close() { lose("closed") }

  private func flush() {
    switch handle.pq.PQflush(handle.connection) {
    case 0:
      writing?.cancel()
      writing = nil
    case 1:
      guard writing == nil else { return }
      let source = DispatchSource.makeWriteSource(
        fileDescriptor: handle.watchedSocket, queue: PostgresLibrary.queue)
      source.setEventHandler { [weak self] in self?.assumeIsolated { $0.flush() } }
      source.setCancelHandler { [handle] in withExtendedLifetime(handle) {} }
      source.activate()
      writing = source
    default: lose()
    }
  }

  /// Reads until nothing is left: of a connection that ends, libdispatch tells once only.
  private func read() {
    repeat {
      guard !isLost else { return }
      guard handle.pq.PQconsumeInput(handle.connection) != 0 else { return lose() }
      if writing != nil { flush() }
      takeResults()
    } while handle.isReadable
  }

  private func takeResults() {
    while !isLost, pending != nil, handle.pq.PQisBusy(handle.connection) == 0 {
      guard let result = handle.pq.PQgetResult(handle.connection) else { return finish() }
      let answer = handle.answer(result)
      // Of several the first that failed.
      if case .failure? = pending?.answer { continue }
      pending?.answer = answer
    }
  }

  private func finish() {
    let done = pending
    pending = nil
    var answer = done?.answer ?? .failure(PostgresError(.lost, "no answer"))
    if done?.isCancelled == true, case .failure(let error) = answer, error.kind == .state("57014") {
      answer = .failure(PostgresError(.timedOut, error.message))
    }
    if case .failure(let error) = answer, error.isLost { lose(error.message) }
    // A request to cancel that comes late would meet the next statement.
    if done?.isCancelled == true { lose("cancelled") }
    done?.continuation.resume(returning: answer)
  }

  private func lose(_ reason: String? = nil) {
    guard !isLost else { return }
    lost.store(true, ordering: .releasing)
    reading.cancel()
    writing?.cancel()
    writing = nil
    let done = pending
    pending = nil
    // A server that goes says why before it closes the connection.
    let words = PostgresError(connecting: reason ?? handle.message).message
    done?.continuation.resume(returning: .failure(PostgresError(.lost, words)))
  }
}

// The limit of time.
extension PostgresConnection {
  /// Seconds between two looks at the clock.
  private static let watchSeconds = 0.25
  /// How long a server may take to cancel a statement, until it is taken for gone.
  private static let timeout = Duration.seconds(2)

  /// Looks at the clock now and then, for as long as statements come.
  private func watch() {
    guard !isWatched, pending != nil else { return }
    isWatched = true
    PostgresLibrary.queue.asyncAfter(deadline: .now() + Self.watchSeconds) { [weak self] in
      self?.assumeIsolated { $0.look() }
    }
  }

  private func look() {
    isWatched = false
    guard let pending else { return }
    if pending.end + Self.timeout < .now { return lose("no answer in time") }
    if pending.end < .now, !pending.isCancelled {
      self.pending?.isCancelled = true
      handle.cancel()
    }
    watch()
  }
}
