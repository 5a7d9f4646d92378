import CPostgres
import Dispatch
import Synchronization

/// A connection that runs one statement at a time, without blocking a thread.
actor PostgresConnection {
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    PostgresLibrary.Executor.shared.asUnownedSerialExecutor()
  }

  private typealias Answer = Result<PostgresRows, PostgresError>

  /// The statement in flight.
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
  /// Whether a timer checks the time limit.
  private var isCheckScheduled = false
  private let lost = Atomic(false)
  /// Statements that are sent together with the next one.
  private let beginning = Mutex<[String]>([])

  /// Whether the connection is closed or lost.
  nonisolated var isLost: Bool { lost.load(ordering: .acquiring) }

  /// Connects to a database.
  /// - Throws: `PostgresError`.
  static func connect(to address: PostgresAddress) async throws(PostgresError) -> PostgresConnection
  {
    let handle: Result<PostgresHandle, PostgresError> = await withCheckedContinuation { waiter in
      PostgresLibrary.blockingQueue.async {
        waiter.resume(returning: Result { () throws(PostgresError) in try address.connect() })
      }
    }
    let connection = PostgresConnection(try handle.get())
    await connection.activate()
    return connection
  }

  private init(_ handle: PostgresHandle) {
    self.handle = handle
    reading = DispatchSource.makeReadSource(
      fileDescriptor: handle.watchedSocket, queue: PostgresLibrary.queue)
  }

  isolated deinit {
    // The handle closes the socket after both sources are cancelled.
    reading.cancel()
    writing?.cancel()
  }

  private func activate() {
    reading.setEventHandler { [weak self] in self?.assumeIsolated { $0.read() } }
    reading.setCancelHandler { [handle] in withExtendedLifetime(handle) {} }
    reading.activate()
  }

  /// Begins a transaction.
  ///
  /// - Parameter statements: `BEGIN` and settings, without arguments; they are sent together with the
  ///   next statement.
  nonisolated func begin(_ statements: [String] = ["BEGIN"]) {
    beginning.withLock { $0 = statements }
  }

  /// Ends a transaction after an error; if the connection is lost, the server does.
  func rollBack() async {
    if beginning.withLock({ !$0.isEmpty }) { return begin([]) }
    _ = try? await run("ROLLBACK", [], until: .now + .seconds(1))
  }

  /// Runs a statement.
  ///
  /// - Parameters:
  ///   - statement: one statement, with `$1` and so on for its arguments.
  ///   - arguments: the arguments.
  ///   - end: when to cancel the statement.
  /// - Returns: the rows.
  /// - Throws: `PostgresError`.
  func run(
    _ statement: String, _ arguments: [PostgresValue], until end: ContinuousClock.Instant
  ) async throws(PostgresError) -> PostgresRows {
    let answer: Answer = await withCheckedContinuation { continuation in
      // Here and not earlier: in a task that prefers an executor, as requests do, the await above
      // lets other calls in, even onto the same actor.
      guard !isLost, pending == nil else {
        let reason = isLost ? "the connection was closed" : "the connection is in use"
        return continuation.resume(returning: .failure(PostgresError(.lost, reason)))
      }
      pending = Pending(continuation: continuation, end: end)
      if handle.send(statement, arguments, after: takeBeginning()) { flush() } else { disconnect() }
      scheduleCheck()
    }
    return try answer.get()
  }

  private func takeBeginning() -> [String] {
    beginning.withLock { statements in
      defer { statements = [] }
      return statements
    }
  }

  /// Whether the connection can be reused: no transaction is open.
  var isIdle: Bool {
    !isLost && pending == nil && beginning.withLock(\.isEmpty)
      && Int(handle.pq.PQtransactionStatus(handle.connection)) == FIREFLY_PQTRANS_IDLE
  }

  /// Closes the connection.
  func close() { disconnect("closed") }

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
    default: disconnect()
    }
  }

  /// Reads all available input: libdispatch reports the end of a connection only once.
  private func read() {
    repeat {
      guard !isLost else { return }
      guard handle.pq.PQconsumeInput(handle.connection) != 0 else { return disconnect() }
      if writing != nil { flush() }
      readResults()
    } while handle.isReadable
  }

  private func readResults() {
    // A NULL ends each statement; in a pipeline, a result follows, at last that of the whole.
    var ends = 0
    while !isLost, pending != nil, handle.pq.PQisBusy(handle.connection) == 0 {
      guard let result = handle.pq.PQgetResult(handle.connection) else {
        ends += 1
        if ends == 2 || !handle.isPipelining { return finish() }
        continue
      }
      ends = 0
      if handle.endsPipeline(result) { return finish() }
      let answer = handle.answer(result)
      // The first error counts.
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
    if case .failure(let error) = answer, error.isLost { disconnect(error.message) }
    // A late cancel request would hit the next statement, so the connection is closed.
    if done?.isCancelled == true { disconnect("cancelled") }
    done?.continuation.resume(returning: answer)
  }

  private func disconnect(_ reason: String? = nil) {
    guard !isLost else { return }
    lost.store(true, ordering: .releasing)
    reading.cancel()
    writing?.cancel()
    writing = nil
    let done = pending
    pending = nil
    // A server that shuts down sends the reason before it closes the connection.
    let words = PostgresError(connecting: reason ?? handle.message).message
    done?.continuation.resume(returning: .failure(PostgresError(.lost, words)))
  }
}

// Time limits.
extension PostgresConnection {
  /// Seconds between two checks.
  private static let checkSeconds = 0.25
  /// How long the server may take to cancel a statement before it counts as lost.
  private static let timeout = Duration.seconds(2)

  /// Checks the time limit periodically while statements are in flight.
  private func scheduleCheck() {
    guard !isCheckScheduled, pending != nil else { return }
    isCheckScheduled = true
    PostgresLibrary.queue.asyncAfter(deadline: .now() + Self.checkSeconds) { [weak self] in
      self?.assumeIsolated { $0.checkTimeout() }
    }
  }

  private func checkTimeout() {
    isCheckScheduled = false
    guard let pending else { return }
    if pending.end + Self.timeout < .now { return disconnect("no answer in time") }
    if pending.end < .now, !pending.isCancelled {
      self.pending?.isCancelled = true
      handle.cancel()
    }
    scheduleCheck()
  }
}
