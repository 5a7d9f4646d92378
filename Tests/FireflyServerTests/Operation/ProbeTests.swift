import Eventually
import FireflyAPI
import FireflyCore
import FireflyHTTP
import Foundation
import GRDB
import Synchronization
import TerminalHarness
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// `/healthz` and `/readyz`.
@Suite struct ProbeTests {
  private func server(_ home: TemporaryStore) async throws -> EmbeddedServer {
    try await EmbeddedServer(
      store: home.store, folder: home.folder, logger: silent, localUser: { TemporaryStore.ada })
  }

  /// What a probe says once the store has answered in time: on a busy machine that takes more than a second.
  private func answer(
    _ address: URL, _ method: String, _ target: String
  ) async throws -> Reply {
    var reply = try await ask(address, method, target)
    _ = try await eventually {
      if reply.status == 503 { reply = try await ask(address, method, target) }
      return reply.status != 503
    }
    return reply
  }

  @Test(arguments: ["/healthz", "/readyz"])
  func aServerThatWorksSaysSo(_ target: String) async throws {
    let home = try TemporaryStore()
    let server = try await server(home)
    // Nobody may read without an account here: a probe has none.
    let address = try await server.start(access: .members(readers: .members))
    let port = try #require(address.port)
    let reply = try await answer(address, "GET", target)
    #expect(reply.status == 200)
    #expect(reply.text == "ok\n")
    #expect(reply.headers["cache-control"] == "no-store")
    // As load balancers ask: without a host, or by another name.
    for head in ["HTTP/1.0", "HTTP/1.1\r\nHost: 10.1.2.3:8080\r\nConnection: close"] {
      let isReady = try await eventually {
        try await exchange(port, "GET \(target) \(head)\r\n\r\n").hasPrefix("HTTP/1.1 200")
      }
      #expect(isReady, "\(head)")
    }
    #expect(try await answer(address, "HEAD", target).status == 200)
    let post = try await ask(address, "POST", target)
    #expect(post.status == 405)
    #expect(post.headers["allow"] == "GET, HEAD")
    // Nothing else is there without an account, whatever it begins with.
    #expect(try await ask(address, "GET", "\(target)/x").status == 404)
    #expect(try await ask(address, "GET", "/api/posts/recent").status == 401)
    await server.stop()
    // Its folder goes with it.
    withExtendedLifetime(home) {}
  }

  @Test func theProgramsOwnSocketHasNone() async throws {
    let home = try TemporaryStore()
    let server = try await server(home)
    let address = try await server.startPrivately(environment: [:])
    let path = try #require(address.socket)
    let curl = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--unix-socket", path]
    for (target, status) in [("healthz", "404"), ("readyz", "404"), ("api/ping", "200")] {
      let result = try await BlockingThread.run {
        try TemporaryHome().run(curl + ["http://localhost/\(target)"]).output
      }
      #expect(result == status, "\(target)")
    }
    await server.stop()
  }

  /// Another program holds the lock: what writes is refused for a moment, and the server isn't ready.
  @Test func aLockHeldByOthersIsNotReady() async throws {
    let home = try TemporaryStore()
    let server = try await server(home)
    let address = try await server.start(access: .open())
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    // What the server does at its start may have the lock.
    configuration.busyMode = .timeout(60)
    let holder = try DatabaseQueue(path: home.sqlite.file, configuration: configuration)
    try await holder.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
    #expect(try await ask(address, "GET", "/readyz").status == 503)
    let form = PostForm(email: TemporaryStore.ada.email, title: "t", summary: "s", body: "b")
      .urlencoded
    let refused = try await ask(address, "POST", "/api/posts/create", headers: form.0, body: form.1)
    #expect(refused.status == 503 && refused.headers["retry-after"] != nil)
    #expect(refused.text.contains("The database is in use by another program."))
    #expect(try await ask(address, "GET", "/api/posts/recent").status == 200)
    try await holder.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
    #expect(try await eventually { try await ask(address, "GET", "/readyz").status == 200 })
    await server.stop()
    withExtendedLifetime(home) {}
  }

  /// What a probe says once the store has answered: on a busy machine that takes more than a second.
  private func answer(of readiness: Readiness) async throws -> String? {
    var problem: String?
    let isAnswered = try await eventually {
      problem = await readiness.problem()
      return problem != "The store did not answer within a second."
    }
    #expect(isAnswered)
    return problem
  }

  /// The writer of the database is busy: nothing could be written.
  @Test func aStoreThatHangsIsNotReady() async throws {
    let home = try TemporaryStore()
    let store = try SQLiteStore(folder: home.folder)
    let readiness = Readiness(store, logger: silent)
    #expect(try await answer(of: readiness) == nil)
    let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread {
      store.database.writeWithoutTransaction { _ in
        begun.signal()
        release.wait()
      }
    }.start()
    await BlockingThread.run { begun.wait() }
    // However many probe, each waits for a second only.
    async let first = readiness.problem()
    async let second = readiness.problem()
    for trouble in await [first, second] {
      #expect(trouble == "The store did not answer within a second.")
    }
    // It is known by now to hang: one probe of some is quick even on a busy machine.
    var isQuick = false
    for _ in 0..<20 where !isQuick {
      let again = ContinuousClock.now
      #expect(await readiness.problem() == "The store did not answer within a second.")
      isQuick = ContinuousClock.now - again < Readiness.timeout
    }
    #expect(isQuick)
    release.signal()
    #expect(try await answer(of: readiness) == nil)
  }

  /// A probe may wait too long among many readers; that they are answered says enough.
  @Test func aStoreThatOthersReadIsReady() async throws {
    let home = try TemporaryStore()
    let store = try SQLiteStore(folder: home.folder)
    let success = Mutex(ContinuousClock.now)
    let readiness = Readiness(store, logger: silent) { success.withLock(\.self) }
    try await store.database.write { try $0.execute(sql: "ALTER TABLE settings RENAME TO gone") }
    #expect(try await answer(of: readiness) == "The store can't be read.")
    success.withLock { $0 = .now + .seconds(60) }
    #expect(try await answer(of: readiness) == nil)
    readiness.drain()
    #expect(await readiness.problem() == "The server is shutting down.")
  }

  @Test func aStoreThatFailsIsNotReady() async throws {
    let home = try TemporaryStore()
    let store = try SQLiteStore(folder: home.folder)
    let readiness = Readiness(store, logger: silent)
    try await store.database.write { try $0.execute(sql: "ALTER TABLE settings RENAME TO gone") }
    #expect(try await answer(of: readiness) == "The store can't be read.")
    try await store.database.write { try $0.execute(sql: "ALTER TABLE gone RENAME TO settings") }
    #expect(try await answer(of: readiness) == nil)
  }

  @Test func aServerThatShutsDownIsNotReady() async throws {
    let readiness = Readiness(try TemporaryStore().store, logger: silent)
    readiness.drain()
    #expect(await readiness.problem() == "The server is shutting down.")
    let operations = Operations(
      Router(store: try TemporaryStore().store, logger: silent), hasListener: false)
    operations.readiness.drain()
    let ready = await operations.respond(to: HTTPRequest("GET", "/readyz"))
    #expect(ready.status == 503)
    #expect(String(decoding: try await ready.allBytes(), as: UTF8.self).contains("shutting down"))
    // It is alive all the same: a supervisor must not kill it meanwhile.
    #expect(await operations.respond(to: HTTPRequest("GET", "/healthz")).status == 200)
  }
}
