import CPostgres
import FireflyCore
import Glibc

/// The address of a database, in libpq's syntax: `postgres://user@host:port/database?option=value`.
struct PostgresAddress: Hashable, Sendable {
  /// The address as it was given; may contain a password.
  private let text: String
  /// The name of the database for messages and logs, without user and password.
  let name: String

  /// Parses an address.
  /// - Throws: `StoreError.unavailable` if it is invalid, or libpq is not installed.
  init(_ text: String) throws(StoreError) {
    self.text = text
    let pq: firefly_postgres_functions
    do throws(PostgresError) {
      pq = try PostgresLibrary.load()
    } catch {
      throw .unavailable("PostgreSQL", StoreFailure(error))
    }
    // libpq's message would quote parts of the address, such as a password.
    guard Self.isAddress(text), let options = pq.PQconninfoParse(text, nil) else {
      throw .unavailable("PostgreSQL", .invalidAddress)
    }
    defer { pq.PQconninfoFree(options) }
    var host: String?
    var database: String?
    var option = options
    while let keyword = option.pointee.keyword {
      let value = option.pointee.val.map { String(cString: $0) }
      switch String(cString: keyword) {
      case "host": host = value
      case "dbname": database = value
      default: break
      }
      option += 1
    }
    // A password with an @ or a / that is not encoded: a part of it would be taken for these, and named.
    guard ![host, database].contains(where: { $0?.contains("@") == true }) else {
      throw .unavailable("PostgreSQL", .invalidAddress)
    }
    name = ForeignText.cleanLine(
      ["PostgreSQL", database.map { "database \($0)" }, host.map { "at \($0)" }]
        .compactMap(\.self).joined(separator: " "), limit: 200)
  }

  /// Whether a text is a PostgreSQL address.
  static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  /// Time limit for connecting, in seconds.
  private static let connectSeconds = 5.0

  /// Connects; blocks the calling thread.
  func connect() throws(PostgresError) -> PostgresHandle {
    let pq = try PostgresLibrary.load()
    // Later options win; empty ones are ignored. Without keepalives, a dead server would be
    // detected after two hours.
    let options = [
      ("fallback_application_name", "firefly"), ("keepalives_idle", "30"),
      ("keepalives_interval", "10"), ("keepalives_count", "3"), ("dbname", text),
      ("client_encoding", "UTF8"),
    ]
    let strings = options.map { (strdup($0.0), strdup($0.1)) }
    defer {
      for (name, value) in strings {
        free(name)
        free(value)
      }
    }
    let connection = firefly_postgres_connect(
      strings.map { UnsafePointer($0.0) } + [nil], strings.map { UnsafePointer($0.1) } + [nil],
      Self.connectSeconds)
    guard let connection else { throw PostgresError(.lost, "no memory") }
    let handle = PostgresHandle(pq, connection)
    guard Int(pq.PQstatus(connection)) == FIREFLY_CONNECTION_OK else {
      let message = handle.message
      if pq.PQconnectionNeedsPassword(connection) == 1 {
        throw PostgresError(.state("28P01"), "it requires a password, and none was given")
      }
      throw message.isEmpty
        ? PostgresError(.lost, "no answer within \(Int(Self.connectSeconds)) seconds")
        : PostgresError(connecting: message)
    }
    guard pq.PQsetnonblocking(connection, 1) == 0 else {
      throw PostgresError(.lost, handle.message)
    }
    return handle
  }
}
