import CPostgres
import Glibc

/// libpq, loaded at run time.
enum PostgresLibrary {
  /// Returns the functions of libpq.
  /// - Throws: `PostgresError.missingLibrary`.
  static func load() throws(PostgresError) -> firefly_postgres_functions {
    guard let functions = firefly_postgres() else {
      let problem = firefly_postgres_problem().map { String(cString: $0) }
      throw PostgresError(.missingLibrary, problem ?? "")
    }
    return functions.pointee
  }
}

/// A connection of libpq, closed when it is released.
///
/// It is used on one thread at a time.
final class PostgresHandle: @unchecked Sendable {
  let pq: firefly_postgres_functions
  let connection: OpaquePointer

  init(_ pq: firefly_postgres_functions, _ connection: OpaquePointer) {
    self.pq = pq
    self.connection = connection
  }

  deinit { pq.PQfinish(connection) }

  /// Whether there is input, or the end of the connection.
  var isReadable: Bool {
    var wait = pollfd(fd: pq.PQsocket(connection), events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) != 0
  }

  /// libpq's message about the last error.
  var message: String { pq.PQerrorMessage(connection).map { String(cString: $0) } ?? "" }
}
