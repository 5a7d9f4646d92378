import FireflyAPI
import FireflyCore
import Foundation
import Testing

@testable import FireflyServer

@Suite struct SocketTests {
  private func server(_ home: TemporaryStore) throws -> EmbeddedServer {
    try EmbeddedServer(folder: home.folder, logger: silent, localUser: { TemporaryStore.ada })
  }

  @Test func startsStopsAndStartsAgain() async throws {
    let home = try TemporaryStore()
    let server = try server(home)
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
    let first = try server(home)
    let port = try #require(try await first.start().port)
    let second = try server(home)
    await #expect(throws: EmbeddedServer.StartError.portTaken(port)) {
      _ = try await second.start(port: port)
    }
    await first.stop()
    #expect(try await second.start(port: port).port == port)
    await second.stop()
  }

  @Test(arguments: ["example.com", "300.1.1.1", "1.2.3.4", ""])
  func anUnusableHostIsNamed(_ host: String) async throws {
    let server = try server(try TemporaryStore())
    await #expect {
      _ = try await server.start(host: host)
    } throws: { error in
      guard case EmbeddedServer.StartError.cannotListen(host, 0, _) = error else { return false }
      return true
    }
  }

  @Test func connectionsAreClosed() async throws {
    let server = try server(try TemporaryStore())
    let address = try await server.start()
    let reply = try await ask(address, "GET", "/api/ping")
    #expect(reply.headers["connection"] == "close")
    #expect(reply.headers["content-length"] == "\(reply.body.count)")
    await server.stop()
  }

  @Test func manyAtOnceAreAllAnswered() async throws {
    let home = try TemporaryStore.sample()
    let server = try server(home)
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
}
