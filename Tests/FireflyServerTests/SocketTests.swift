import FireflyAPI
import FireflyCore
import FireflyHTTP
import Foundation
import Testing

@testable import FireflyServer
@testable import FireflyStore

@Suite struct SocketTests {
  private func server(_ home: TemporaryStore) async throws -> EmbeddedServer {
    try await EmbeddedServer(folder: home.folder, logger: silent, localUser: { TemporaryStore.ada })
  }

  @Test func startsStopsAndStartsAgain() async throws {
    let home = try TemporaryStore()
    let server = try await server(home)
    let first = try await server.start()
    #expect(try await ask(first, "GET", "/api/ping").status == 200)
    await #expect(throws: EmbeddedServer.StartError.alreadyStarted) { _ = try await server.start() }
    await server.stop()
    await #expect(throws: (any Error).self) { _ = try await ask(first, "GET", "/api/ping") }
    let second = try await server.start(host: "localhost")
    #expect(second.host() == "localhost")
    #expect(try await ask(second, "GET", "/api/ping").status == 200)
    await server.stop()
  }

  @Test func aTakenPortIsNamed() async throws {
    let home = try TemporaryStore()
    let first = try await server(home)
    let port = try #require(try await first.start().port)
    let second = try await server(home)
    await #expect(throws: EmbeddedServer.StartError.portTaken(port)) {
      _ = try await second.start(port: port)
    }
    await first.stop()
    #expect(try await second.start(port: port).port == port)
    await second.stop()
  }

  @Test(arguments: ["example.com", "300.1.1.1", "1.2.3.4", ""])
  func anUnusableHostIsNamed(_ host: String) async throws {
    let server = try await server(try TemporaryStore())
    await #expect {
      _ = try await server.start(host: host)
    } throws: { error in
      guard case EmbeddedServer.StartError.cannotListen(host, 0, _) = error else { return false }
      return true
    }
  }

  @Test func connectionsAreKept() async throws {
    let server = try await server(try TemporaryStore())
    let address = try await server.start()
    let reply = try await ask(address, "GET", "/api/ping")
    #expect(reply.headers["connection"] == nil)
    #expect(reply.headers["content-length"] == "\(reply.body.count)")
    await server.stop()
  }

  @Test func manyAtOnceAreAllAnswered() async throws {
    let home = try await TemporaryStore.sample()
    let server = try await server(home)
    let address = try await server.start()
    let answers = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...60 {
        group.addTask { try await ask(address, "GET", "/api/posts/recent").status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: 200, count: 60))
    await server.stop()
  }

  @Test func silentClientsAreHungUpOn() async throws {
    let home = try TemporaryStore()
    var limits = HTTPLimits()
    (limits.headSeconds, limits.idleSeconds) = (0.2, 0.2)
    let server = try await EmbeddedServer(
      folder: home.folder, logger: silent, limits: limits, localUser: { TemporaryStore.ada })
    let port = try #require(try await server.start().port)
    // Without an end to the request, only the server can end this.
    #expect(try await exchange(port, "GET /api/ping HTTP/1.1\r\nHost:") == "")
    // Nor does a whole request hold the line for good.
    let reply = try await exchange(port, "GET /api/ping HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(reply.hasPrefix("HTTP/1.1 200 OK\r\n"))
    await server.stop()
  }

  @Test(arguments: [
    "GET /uploads/../firefly.sqlite HTTP/1.1", "GET /uploads/..%2ffirefly.sqlite HTTP/1.1",
    "GET //uploads/x.png HTTP/1.1", "GET /api/posts/%zz HTTP/1.1", "GET * HTTP/1.1",
    "GET ftp://localhost/api/ping HTTP/1.1", "BREW / HTTP/1.1",
  ])
  func oddRequestLinesAreRefused(_ line: String) async throws {
    let server = try await server(try TemporaryStore())
    let port = try #require(try await server.start().port)
    let reply = try await exchange(
      port, "\(line)\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(reply.hasPrefix("HTTP/1.1 40"), "\(reply.prefix(60))")
    await server.stop()
  }

  @Test(arguments: [
    "\r\n\r\n", "GET\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
    "POST /api/queries/badges HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    "POST /api/queries/badges HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9e9\r\n\r\n",
    "POST /api/queries/badges HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ])
  func noiseDoesNotStopTheServer(_ noise: String) async throws {
    let home = try TemporaryStore()
    var limits = HTTPLimits()
    (limits.headSeconds, limits.idleSeconds, limits.progressSeconds) = (0.3, 0.3, 0.3)
    let server = try await EmbeddedServer(
      folder: home.folder, logger: silent, limits: limits, localUser: { TemporaryStore.ada })
    let address = try await server.start()
    _ = try await exchange(try #require(address.port), noise)
    #expect(try await ask(address, "GET", "/api/ping").status == 200)
    await server.stop()
  }
}
