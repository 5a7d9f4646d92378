import Eventually
import FireflyPrograms
import Foundation
import OwnThreads
import PostgresHarness
import Synchronization
import TerminalHarness
import Testing

private let pgbouncer = ["/usr/sbin/pgbouncer", "/usr/local/sbin/pgbouncer", "/usr/bin/pgbouncer"]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

/// Three servers on one database behind HAProxy and pgbouncer, as the manual configures them.
@Suite(
  .ownThreads,
  .enabled(
    if: PostgresServer.programs != nil && haproxy != nil && pgbouncer != nil,
    "PostgreSQL, HAProxy or pgbouncer is not installed"))
struct SeveralServersTests {
  /// Posts that are written in each part of the test; more with `FIREFLY_LONG=1`.
  private static let posts =
    ProcessInfo.processInfo.environment["FIREFLY_LONG"] == nil ? 400 : 12_000
  private static let writers = 16
  private static let email = "ada@example.org"

  /// What the writers know.
  private struct Progress {
    var next = 0
    /// The numbers of the posts that were acknowledged, by title.
    var acknowledged: [String: Int] = [:]
    /// The beginnings of the responses to writes that failed; empty where there was none.
    var failures: [String] = []
  }

  private let progress = ProgressBox()

  private final class ProgressBox: Sendable {
    let value = Mutex(Progress())
  }

  @Test func nothingIsLostAndNothingIsThereTwice() async throws {
    let server = try #require(try PostgresServer.another())
    let database = try server.newDatabase()
    let home = try Program()
    let pooler = try startPgbouncer(server)
    defer { end(pooler.process) }
    let url = "postgres://\(PostgresServer.owner)@127.0.0.1:\(pooler.port)/\(database.name)"
    let houses = try (1...3).map { _ in
      try ServedHouse(
        "--open", "--quota", "none", "--trusted-proxy", "127.0.0.1", "--database", url)
    }
    let proxy = try startHAProxy(houses, home)
    defer { end(proxy.process) }
    let ready = "http://127.0.0.1:\(proxy.port)/readyz"
    try #require(waits(for: "ok\n", at: ready))
    try signIn(at: houses[0], then: houses[2])
    // A server is killed: only the requests that it was working on fail.
    try await write(to: proxy.port) { kill(houses[1].processID, SIGKILL) }
    let broken = takeFailures()
    #expect(broken.count <= Self.writers, "\(broken)")
    // The database is restarted: writes fail with 503 until it is back.
    try await write(to: proxy.port) {
      try server.stop()
      #expect(eventuallyBlocking { progress.value.withLock { !$0.failures.isEmpty } })
      try server.start()
    }
    let refused = takeFailures()
    #expect(!refused.isEmpty)
    for failure in refused {
      #expect(failure.hasPrefix("HTTP/1.1 503") && failure.contains(/(?i)\r\nretry-after: \d/))
    }
    #expect(waits(for: "ok\n", at: ready))
    // Every write was acknowledged in the end, and each post is there once.
    let acknowledged = progress.value.withLock(\.acknowledged)
    #expect(acknowledged.count == 2 * Self.posts)
    let rows = try database.sql("SELECT title, id FROM posts WHERE title LIKE 'post-%'")
    let found = Set(rows.split(separator: "\n").map(String.init))
    #expect(found == Set(acknowledged.map { "\($0)|\($1)" }))
    withExtendedLifetime((server, houses)) {}
  }

  /// A code that one server has sent is valid at another.
  private func signIn(at one: ServedHouse, then other: ServedHouse) throws {
    let program = try Program()
    #expect(try program.run("login", Self.email, "--server", one.address).status == 1)
    let code = try one.nextCode(for: Self.email)
    let result = try program.run(
      "login", Self.email, "--code", code, "--server", other.address)
    #expect(result.status == 0, "\(result.error)")
  }

  /// Writes posts, each until it is acknowledged, and does something when half of them are on their way.
  private func write(to port: Int, at half: () throws -> Void) async throws {
    let start = progress.value.withLock(\.next)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...Self.writers {
        group.addTask { try writePosts(before: start + Self.posts, to: port) }
      }
      #expect(eventuallyBlocking { progress.value.withLock { $0.next > start + Self.posts / 2 } })
      try half()
      try await group.waitForAll()
    }
  }

  private func writePosts(before end: Int, to port: Int) throws {
    while true {
      let number = progress.value.withLock { progress -> Int? in
        guard progress.next < end else { return nil }
        progress.next += 1
        return progress.next
      }
      guard let number else { return }
      let title = "post-\(number)"
      let form = "email=\(Self.email)&title=\(title)&summary=s&body=b"
      let request = """
        POST /api/posts/create HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
        Idempotency-Key: key-\(number)\r\nContent-Length: \(form.utf8.count)\r\n\
        Content-Type: application/x-www-form-urlencoded\r\n\r\n\(form)
        """
      for turn in 0... {
        try #require(turn < 300, "\(title) was never acknowledged")
        let response = (try? LocalSocket.exchange(port, request, within: 20)) ?? ""
        if response.hasPrefix("HTTP/1.1 200"),
          let id = response.firstMatch(of: /"id":(\d+)/).flatMap({ Int($0.1) })
        {
          progress.value.withLock { $0.acknowledged[title] = id }
          break
        }
        progress.value.withLock { $0.failures.append(String(response.prefix(400))) }
        usleep(100_000)
      }
    }
  }

  private func takeFailures() -> [String] {
    progress.value.withLock { progress in
      defer { progress.failures = [] }
      return progress.failures
    }
  }

  // MARK: Programs

  private func startPgbouncer(_ server: PostgresServer) throws -> (process: ChildProgram, port: Int)
  {
    let port = try FreePort.any()
    try "\"\(PostgresServer.owner)\" \"\"\n".write(
      toFile: server.folder + "/users.txt", atomically: true, encoding: .utf8)
    let lines = try ManualBlock.beginning(with: "[databases]")
      .replacing(/firefly = host=.*/, with: "* = host=\(server.folder)")
      .replacing("6432", with: "\(port)")
      .replacing("scram-sha-256", with: "trust")
      .replacing("/etc/pgbouncer/userlist.txt", with: server.folder + "/users.txt")
    #expect(lines.contains("pool_mode = transaction"))
    let file = server.folder + "/pgbouncer.ini"
    try (lines + "unix_socket_dir =\n").write(toFile: file, atomically: true, encoding: .utf8)
    // It refuses to run as root.
    let user =
      getuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
    return (try start(user + [try #require(pgbouncer), file]), port)
  }

  private func startHAProxy(
    _ houses: [ServedHouse], _ home: Program
  ) throws -> (process: ChildProgram, port: Int) {
    let port = try FreePort.any()
    let whole = try ManualBlock.beginning(with: "frontend posts")
    let frontend = try #require(whole.split(separator: "\nbackend firefly").first)
    var lines = try frontend + "\n" + ManualBlock.beginning(with: "backend firefly")
    lines = lines.replacing(/bind :443 ssl crt \S+/, with: "bind 127.0.0.1:\(port)")
    for (house, number) in zip(houses, 8081...) {
      lines = lines.replacing("127.0.0.1:\(number) ", with: "127.0.0.1:\(house.port) ")
    }
    #expect(!lines.contains(":808"))
    try home.write(lines, to: "haproxy.cfg")
    let file = home.home.appendingPathComponent("haproxy.cfg").path
    return (try start([try #require(haproxy), "-db", "-f", file]), port)
  }

  private func start(_ command: [String]) throws -> ChildProgram {
    let process = ChildProgram()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }

  private func end(_ process: ChildProgram) {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Asks until the response is the expected one.
  private func waits(for wanted: String, at url: String) -> Bool {
    eventuallyBlocking { (try? Program.curl([url])) == wanted }
  }
}
