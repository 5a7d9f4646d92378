import FireflyPrograms
import Foundation

/// A PostgreSQL server of the tests' own: in a temporary folder, on a socket there, shared by all tests of the
/// process.
///
/// It ends with the process, even if that is killed: a shell waits for the end of a pipe.
package final class PostgresServer: Sendable {
  /// What went wrong while it started.
  package struct Failure: Error, CustomStringConvertible {
    /// The command and what it said.
    package let description: String
  }

  /// The server, started when it is first needed; nil where PostgreSQL is not installed.
  package static let shared: PostgresServer? = {
    guard let programs else { return nil }
    do {
      return try PostgresServer(programs)
    } catch {
      // A server that is installed and does not start is a failure of the tests.
      fatalError("PostgreSQL can't be started: \(error)")
    }
  }()

  /// Another server, for a test that stops it, or for a benchmark; nil where PostgreSQL is not installed.
  ///
  /// - Parameter settings: settings of its own, such as `fsync=on`, without spaces.
  /// - Returns: the server.
  /// - Throws: `Failure`.
  package static func another(settings: [String] = []) throws -> PostgresServer? {
    try programs.map { try PostgresServer($0, settings: settings) }
  }

  /// The folder of its programs, of the newest version; nil where it is not installed.
  package static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    guard let newest = versions.compactMap({ Double($0) }).max() else { return nil }
    let folder = "\(root)/\(Int(newest))/bin"
    return FileManager.default.isExecutableFile(atPath: folder + "/initdb") ? folder : nil
  }()

  /// The user who owns everything in it, without a password.
  package static let owner = "firefly"
  /// A user whose password is `right`.
  package static let guarded = "guarded"

  /// Where its socket is.
  package let folder: String
  /// The number of its port, and a part of its socket's name.
  package let port: String
  private let programs: String
  /// Its end ends the server.
  private let life: FileHandle

  private init(_ programs: String, settings: [String] = []) throws {
    self.programs = programs
    port = settings.first { $0.hasPrefix("port=") }.map { String($0.dropFirst(5)) } ?? "5432"
    // Below the system's own folder: the server runs as another user if the tests run as root.
    folder = "/tmp/firefly-postgres-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    let pipe = Pipe()
    life = pipe.fileHandleForWriting
    // Other programs that the tests start must not keep it open.
    _ = fcntl(life.fileDescriptor, F_SETFD, FD_CLOEXEC)
    let shell = ChildProgram()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", Self.script, "sh", programs, folder] + settings
    shell.currentDirectoryURL = URL(fileURLWithPath: "/")
    shell.standardInput = pipe.fileHandleForReading
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    try? pipe.fileHandleForReading.close()
    try waitUntilReady()
    try sql("CREATE ROLE \(Self.guarded) LOGIN PASSWORD 'right'")
  }

  /// Makes the server, and ends it with its standard input.
  private static let script = """
    trap '' INT TERM HUP
    settings=$(shift 2; printf ' -c %s' "$@")
    [ $# -gt 2 ] || settings=
    as_user=
    if [ "$(id -u)" = 0 ]; then
      chown nobody "$2"
      as_user='setpriv --reuid=nobody --regid=nogroup --clear-groups'
    fi
    $as_user "$1/initdb" --no-sync --auth=trust --username=\(owner) --encoding=UTF8 --locale=C \
      --pgdata="$2/data" >"$2/initdb.log" 2>&1 || { touch "$2/failed"; exit 1; }
    printf '%s\\n' 'local all \(guarded) scram-sha-256' 'local all all trust' \
      'hostssl all all samehost trust' >"$2/data/pg_hba.conf"
    start() {
      $as_user "$1/postgres" -D "$2/data" -c listen_addresses= -c unix_socket_directories="$2" \
        -c max_connections=300 -c fsync=off -c full_page_writes=off -c shared_buffers=32MB \
        -c timezone=UTC $settings >>"$2/server.log" 2>&1 </dev/null &
      server=$!
    }
    stop() { kill -QUIT "$server"; wait "$server"; }
    signal_all() { kill "-$1" "$server" $(ps -o pid= --ppid "$server"); }
    pause() { signal_all STOP; touch "$2/paused"; }
    go_on() { signal_all CONT; }
    start "$1" "$2"
    while read -r command; do "$command" "$1" "$2"; done
    stop
    rm -rf "$2"
    """

  private func waitUntilReady() throws {
    for _ in 1...600 {
      if FileManager.default.fileExists(atPath: folder + "/failed") { break }
      if (try? run("pg_isready", "--quiet")) != nil { return }
      usleep(100_000)
    }
    let log = (try? String(contentsOfFile: folder + "/initdb.log", encoding: .utf8)) ?? ""
    throw Failure(description: "\(folder): \(log)")
  }

  /// Ends the server at once, as a crash does; nothing that was committed is lost.
  /// - Throws: an error of the pipe.
  package func stop() throws {
    try life.write(contentsOf: Data("stop\n".utf8))
    while (try? run("pg_isready", "--quiet")) != nil { usleep(20_000) }
  }

  /// Starts the server again.
  /// - Throws: `Failure`.
  package func start() throws {
    try life.write(contentsOf: Data("start\n".utf8))
    try waitUntilReady()
  }

  /// Lets the server hang: it accepts connections, and answers nothing.
  /// - Throws: an error of the pipe.
  package func pause() throws {
    try life.write(contentsOf: Data("pause\n".utf8))
    while !FileManager.default.fileExists(atPath: folder + "/paused") { usleep(20_000) }
  }

  /// Ends that.
  /// - Throws: an error of the pipe.
  package func goOn() throws { try life.write(contentsOf: Data("go_on\n".utf8)) }

  /// Runs one of its programs, such as pgbench, as the owner.
  ///
  /// - Parameters:
  ///   - program: its name.
  ///   - arguments: its arguments, beside those that name the server.
  /// - Returns: what it wrote.
  /// - Throws: `Failure`.
  @discardableResult
  package func run(_ program: String, _ arguments: String...) throws -> String {
    let process = ChildProgram()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "\(programs)/\(program)")
    process.arguments =
      ["--host=\(folder)", "--port=\(port)", "--username=\(Self.owner)"] + arguments
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.remainingData(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: "\(program): \(text)") }
    return text
  }

  /// Runs SQL as the owner.
  ///
  /// - Parameters:
  ///   - sql: statements.
  ///   - database: where.
  /// - Returns: the rows, a line each.
  /// - Throws: `Failure`.
  @discardableResult
  package func sql(_ sql: String, in database: String = "postgres") throws -> String {
    try run(
      "psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1",
      "--dbname=\(database)", "--command=\(sql)")
  }

  /// The address of a database of this server.
  package func url(_ database: String, user: String = PostgresServer.owner) -> String {
    "postgres://\(user)@/\(database)?port=\(port)&host=\(folder.replacingOccurrences(of: "/", with: "%2F"))"
  }

  /// Makes a new database.
  ///
  /// - Parameter folder: where its files are, if not with all others; belongs to the server's user.
  /// - Returns: the database.
  /// - Throws: `Failure`.
  package func newDatabase(in folder: String? = nil) throws -> PostgresDatabase {
    let name = "t" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
    if let folder {
      try sql("CREATE TABLESPACE \(name) LOCATION '\(folder)'")
      try sql("CREATE DATABASE \(name) TABLESPACE \(name)")
    } else {
      try sql("CREATE DATABASE \(name)")
    }
    return PostgresDatabase(server: self, name: name)
  }
}

/// A database, which goes when the test is over.
package final class PostgresDatabase: Sendable {
  /// Where it is.
  package let server: PostgresServer
  /// Its name.
  package let name: String
  /// Its address.
  package var url: String { server.url(name) }

  fileprivate init(server: PostgresServer, name: String) {
    self.server = server
    self.name = name
  }

  deinit { Self.drop(name, on: server, turns: 30) }

  /// Drops a database when the last store on it has closed its connections; the end of the server drops all.
  private static func drop(_ name: String, on server: PostgresServer, turns: Int) {
    queue.asyncAfter(deadline: .now() + 2) {
      do {
        try server.sql("DROP DATABASE \(name)")
      } catch {
        if turns > 1 { drop(name, on: server, turns: turns - 1) }
      }
    }
  }

  private static let queue = DispatchQueue(label: "firefly.tests.databases")

  /// Runs SQL as the owner.
  ///
  /// - Parameter sql: statements.
  /// - Returns: the rows, a line each.
  /// - Throws: `PostgresServer.Failure`.
  @discardableResult
  package func sql(_ sql: String) throws -> String { try server.sql(sql, in: name) }
}
