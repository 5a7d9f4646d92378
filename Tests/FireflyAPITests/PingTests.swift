import FireflyCore
import Foundation
import Logging
import Synchronization
import Testing

@testable import FireflyAPI

/// What a server can do is asked by several parts of the program at once.
@Suite struct PingTests {
  private static let answer = #"{"status":"ok","extensions":["move"]}"#

  private func client(_ server: RawServer, _ credentials: Credentials) -> LiveClient {
    LiveClient(
      server: server.address, credentials: credentials,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func isAskedOnceByAll() async throws {
    let server = try RawServer(body: Self.answer)
    let client = client(server, Credentials())
    async let extensions = client.extensions()
    async let canMove = client.canMove()
    async let fields = client.fields()
    #expect(try await extensions.contains(.move))
    #expect(try await canMove)
    #expect(try await fields.limits == nil)
    #expect(server.targets == ["/api/ping"])
  }

  /// What a moderator may do, others may not.
  @Test func isAskedAgainForAnotherAccount() async throws {
    let server = try RawServer(body: Self.answer)
    let credentials = Credentials()
    let client = client(server, credentials)
    _ = try await client.extensions()
    credentials.signIn(User(email: "ida@example.org", name: "Ida"), token: "t")
    _ = try await client.extensions()
    #expect(server.targets.count == 2)
  }

  @Test func isAskedAgainAfterAFailure() async throws {
    let count = Mutex(0)
    let server = try RawServer { connection in
      let number = count.withLock { count in
        count += 1
        return count
      }
      connection.send(body: number == 1 ? "not JSON" : Self.answer)
    }
    let client = client(server, Credentials())
    await #expect(throws: APIError.self) { try await client.extensions() }
    #expect(try await client.extensions() == [.move])
  }
}
