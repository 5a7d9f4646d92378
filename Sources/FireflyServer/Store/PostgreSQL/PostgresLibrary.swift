import CPostgres
import Dispatch
import Glibc

/// libpq, loaded at run time, and the queues on which it is used.
enum PostgresLibrary {
  /// The queue of all connections; nothing blocks on it.
  static let queue = DispatchQueue(label: "firefly.postgres")
  /// The queue for blocking calls: connecting, resolving names, cancelling.
  ///
  /// It is concurrent, so that a call that hangs doesn't delay others, and not `BlockingThread`, so
  /// that a server that hangs doesn't delay the disk.
  static let blockingQueue = DispatchQueue(
    label: "firefly.postgres.blocking", attributes: .concurrent)

  /// Returns the functions of libpq.
  /// - Throws: `PostgresError.missingLibrary`.
  static func load() throws(PostgresError) -> firefly_postgres_functions {
    guard let functions = firefly_postgres() else {
      let problem = firefly_postgres_problem().map { String(cString: $0) }
      throw PostgresError(.missingLibrary, problem ?? "")
    }
    return functions.pointee
  }

  /// Runs the actors of connections on their queue.
  final class Executor: SerialExecutor {
    static let shared = Executor()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
  }
}

/// A connection of libpq, closed when it is released.
///
/// After its creation it is used on `PostgresLibrary.queue` only.
final class PostgresHandle: @unchecked Sendable {
  let pq: firefly_postgres_functions
  let connection: OpaquePointer
  /// A duplicate of the socket for dispatch sources; -1 if the connection failed.
  ///
  /// libpq closes its own descriptor as soon as the connection is lost. The next connection would
  /// reuse the number, while libdispatch still watches it.
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

  /// Whether there is input, or the end of the connection.
  var isReadable: Bool {
    var wait = pollfd(fd: watchedSocket, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  /// libpq's message about the last error.
  var message: String { pq.PQerrorMessage(connection).map { String(cString: $0) } ?? "" }
}
