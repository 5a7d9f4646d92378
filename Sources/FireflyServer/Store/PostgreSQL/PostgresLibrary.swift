import CPostgres
import Dispatch
import Glibc

/// libpq, as it was loaded, and the queues on which it works.
enum PostgresLibrary {
  /// The queue of all connections: libpq never blocks there.
  static let queue = DispatchQueue(label: "firefly.postgres")
  /// What blocks: connecting, looking names up, asking the server to cancel.
  ///
  /// Not `BlockingThread`, whose pictures would wait for a server that does not answer.
  ///
  /// Several at a time: one that hangs must not hold up the others.
  static let blockingQueue = DispatchQueue(
    label: "firefly.postgres.blocking", attributes: .concurrent)

  /// Its functions.
  /// - Throws: `PostgresError.missingLibrary`.
  static func load() throws(PostgresError) -> firefly_postgres_functions {
    guard let functions = firefly_postgres() else {
      let problem = firefly_postgres_problem().map { String(cString: $0) }
      throw PostgresError(.missingLibrary, problem ?? "")
    }
    return functions.pointee
  }

  /// Runs an actor on the queue of connections.
  final class Executor: SerialExecutor {
    static let shared = Executor()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
  }
}

/// A connection of libpq's, closed when the last user has let go of it.
///
/// Used on `PostgresLibrary.queue` only, after it was made.
final class PostgresHandle: @unchecked Sendable {
  let pq: firefly_postgres_functions
  let connection: OpaquePointer
  /// The socket under a number of its own, for dispatch sources; -1 if the connection failed.
  ///
  /// libpq closes its number as soon as the connection is lost. The next connection would get the same one,
  /// and libdispatch would take it for the one that it watches already.
  let watchedSocket: Int32

  init(_ pq: firefly_postgres_functions, _ connection: OpaquePointer) {
    self.pq = pq
    self.connection = connection
    watchedSocket = fcntl(pq.PQsocket(connection), F_DUPFD_CLOEXEC, 0)
  }

  deinit {
    pq.PQfinish(connection)
    if watchedSocket >= 0 { close(watchedSocket) }
  }

  /// Whether there is something to read, or the end of the connection.
  var isReadable: Bool {
    var wait = pollfd(fd: watchedSocket, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  /// What libpq says of the last failure.
  var message: String { pq.PQerrorMessage(connection).map { String(cString: $0) } ?? "" }
}
