import CPostgres
import Dispatch
import Glibc

/// A connection with a thread of its own, on which its caller waits for the server.
///
/// It is used by one caller at a time.
final class PostgresConnection: @unchecked Sendable {
  /// The thread.
  private let queue: DispatchQueue
  private let handle: PostgresHandle
  private var kept: KeptStatements
  /// Statements that are sent together with the next one.
  private var beginning: [String] = []
  /// Whether the connection is closed or lost.
  private(set) var isLost = false

  /// Connects to a database.
  static func connect(
    to address: PostgresAddress, keeping use: KeptStatements.Use = KeptStatements.Use()
  ) async throws(PostgresError) -> PostgresConnection {
    let queue = DispatchQueue(label: "firefly.postgres")
    let connection: Result<PostgresConnection, PostgresError> = await withCheckedContinuation {
      waiter in
      queue.async {
        waiter.resume(
          returning: Result { () throws(PostgresError) in
            PostgresConnection(try address.connect(), queue, KeptStatements(use))
          })
      }
    }
    return try connection.get()
  }

  private init(_ handle: PostgresHandle, _ queue: DispatchQueue, _ kept: KeptStatements) {
    self.handle = handle
    self.queue = queue
    self.kept = kept
  }

  /// Runs work on the thread of the connection, so that it may wait for the server.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try work(self) }) }
    }
  }

  /// Begins a transaction.
  ///
  /// - Parameter statements: `BEGIN` and settings, without arguments; they are sent together with the
  ///   next statement.
  func begin(_ statements: [String] = ["BEGIN"]) { beginning = statements }

  /// Ends a transaction after an error; if the connection is lost, the server does.
  func rollBack() {
    if !beginning.isEmpty { return beginning = [] }
    _ = try? run("ROLLBACK", [], until: .now + .seconds(1))
  }

  /// Runs a statement, and waits for its rows.
  ///
  /// - Parameters:
  ///   - statement: one statement, with `?1` and so on for its arguments.
  ///   - isKept: whether the server keeps its plan.
  ///   - end: when to give up and close the connection.
  /// - Returns: the rows.
  func run(
    _ statement: String, _ arguments: [SQLValue], isKept: Bool = false,
    until end: ContinuousClock.Instant
  ) throws(PostgresError) -> PostgresRows {
    guard !isLost else { throw PostgresError(.lost, "the connection was closed") }
    let first = beginning
    beginning = []
    let name = isKept && !arguments.isEmpty ? kept.name(of: statement) : nil
    guard handle.send(statement, arguments, after: first, as: name) else { throw lose() }
    try flush(until: end)
    let (answer, successes) = try readAnswer(until: end)
    if let name, name.isNew, successes > first.count { kept.add(statement, name) }
    if case .failure(let error) = answer {
      kept.check(error)
      // Tables have changed since the plan was made: another connection makes it again.
      if error.isLost || name != nil && error.state == "0A000" { throw lose(error.message) }
    }
    return try answer.get()
  }

  /// Whether the connection can be reused: it works, and no transaction is open.
  ///
  /// A server that was stopped has closed its connections.
  var isIdle: Bool {
    !isLost && beginning.isEmpty && !handle.isReadable
      && Int(handle.pq.PQtransactionStatus(handle.connection)) == FIREFLY_PQTRANS_IDLE
  }

  private func flush(until end: ContinuousClock.Instant) throws(PostgresError) {
    while true {
      switch handle.pq.PQflush(handle.connection) {
      case 0: return
      // The server may have to be read from before it reads on.
      case 1: try wait(for: POLLIN | POLLOUT, until: end)
      default: throw lose()
      }
    }
  }

  /// Returns the last answer, and the number of statements that succeeded.
  private func readAnswer(
    until end: ContinuousClock.Instant
  ) throws(PostgresError) -> (Result<PostgresRows, PostgresError>, successes: Int) {
    var answer: Result<PostgresRows, PostgresError>?
    var successes = 0
    // A NULL ends each statement; in a pipeline, a result follows, at last that of the whole.
    var ends = 0
    while true {
      while handle.pq.PQisBusy(handle.connection) != 0 { try wait(for: POLLIN, until: end) }
      guard let result = handle.pq.PQgetResult(handle.connection) else {
        ends += 1
        if ends == 2 || !handle.isPipelining { break }
        continue
      }
      ends = 0
      if handle.endsPipeline(result) { break }
      let next = handle.answer(result)
      // The first error counts.
      if case .failure? = answer { continue }
      if case .success = next { successes += 1 }
      answer = next
    }
    return (answer ?? .failure(PostgresError(.lost, "no answer")), successes)
  }

  /// Waits for the socket, and reads what has arrived.
  ///
  /// After the time limit, the connection is closed: the statement may be running, and its answer
  /// must not be taken for that of the next one.
  private func wait(
    for events: Int32, until end: ContinuousClock.Instant
  ) throws(PostgresError) {
    var socket = pollfd(
      fd: handle.pq.PQsocket(handle.connection), events: Int16(events), revents: 0)
    let left = (end - .now) / .milliseconds(1)
    if left > 0 {
      let count = poll(&socket, 1, Int32(min(left.rounded(.up), 60_000)))
      if count < 0, errno != EINTR { throw lose() }
    } else {
      _ = lose("no answer in time")
      throw PostgresError(.timedOut, "no answer in time")
    }
    guard socket.revents & ~Int16(POLLOUT) != 0 else { return }
    if handle.pq.PQconsumeInput(handle.connection) == 0 { throw lose() }
  }

  /// Marks the connection as lost.
  private func lose(_ reason: String? = nil) -> PostgresError {
    isLost = true
    // A server that shuts down sends the reason before it closes the connection.
    return PostgresError(.lost, PostgresError(connecting: reason ?? handle.message).message)
  }
}
