@testable import FireflyAPI
import FireflyCore
import Foundation
import Logging
import Synchronization
import Testing

/// What the client tells which server about the account.
@Suite struct AccountClientTests {
  private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  private static let ida = Credentials(
    .signedIn(User(email: "ida@example.com", name: "Ida")), token: "secret-token")
  private static let device = DeviceIdentity(id: "0123", name: "Firefly on ida's laptop")

  /// The heads of the requests that a server was sent.
  private final class Heads: Sendable {
    private let all = Mutex<[String]>([])
    var tokens: [String?] {
      all.withLock { heads in
        heads.map { head in
          head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("authorization:") }
            .map(String.init)
        }
      }
    }
    func add(_ head: String) { all.withLock { $0.append(head) } }
  }

  private static func server(
    _ heads: Heads, headers: [String] = [], status: String = "200 OK", body: String = "{}"
  ) throws -> RawServer {
    try RawServer { connection in
      heads.add(connection.head)
      connection.send(status: status, headers: headers, body: body)
    }
  }

  private static let token = "Authorization: Bearer secret-token"

  @Test func theTokenGoesWithEveryRequestToTheServer() async throws {
    let heads = Heads()
    let server = try Self.server(heads, body: #"{"posts":[],"devices":[]}"#)
    let posts = LiveClient(
      server: server.address, credentials: Self.ida, logger: Self.silent)
    let accounts = AccountClient.live(
      server: server.address, credentials: Self.ida, logger: Self.silent)
    _ = try await posts.recentUsers()
    _ = try await posts.picture("/uploads/a.png", nil)
    _ = try await posts.picture("\(server.address)/uploads/a.png", nil)
    _ = try await accounts.devices()
    _ = try await accounts.revoke(3)
    #expect(heads.tokens.count >= 5)
    #expect(heads.tokens.allSatisfy { $0 == Self.token })
    #expect(server.targets.last == "/api/devices/3")
  }

  @Test func tokenGoesToNoOtherServer() async throws {
    let (own, other) = (Heads(), Heads())
    let elsewhere = try Self.server(other)
    let server = try Self.server(own)
    let posts = LiveClient(
      server: server.address, credentials: Self.ida, logger: Self.silent)
    _ = try await posts.picture("\(elsewhere.address)/uploads/a.png", nil)
    #expect(other.tokens == [nil])
  }

  @Test func noRedirectTakesItAway() async throws {
    let (own, other) = (Heads(), Heads())
    let elsewhere = try Self.server(other, body: #"{"devices":[]}"#)
    let server = try Self.server(
      own, headers: ["Location: \(elsewhere.address)/api/devices"], status: "302 Found")
    let accounts = AccountClient.live(
      server: server.address, credentials: Self.ida, logger: Self.silent)
    _ = try await accounts.devices()
    #expect(own.tokens == [Self.token])
    #expect(other.tokens == [nil])
    // And back again: what was once elsewhere is not trusted to know it.
    let returning = try Self.server(
      Heads(), headers: ["Location: \(server.address)/x"], status: "302 Found")
    _ = try? await LiveClient(
      server: server.address, credentials: Self.ida, logger: Self.silent
    ).picture("\(returning.address)/a.png", nil)
    #expect(own.tokens.dropFirst().allSatisfy { $0 == nil })
  }

  /// What leads to the server, and what only looks like it.
  @Test(arguments: [
    ("https://example.org/a", true), ("https://EXAMPLE.org:443/api/x", true),
    ("http://example.org/a", false), ("https://example.org:444/a", false),
    ("https://example.org.evil/a", false), ("https://evil/example.org", false),
    ("https://user@example.org/a", false), ("https://sub.example.org/a", false),
  ])
  func urlsOfAServerAreRecognized(_ url: String, belongs: Bool) async throws {
    #expect(
      try ServerAddress("https://example.org").contains(#require(URL(string: url))) == belongs)
  }

  @Test(arguments: [
    ("https://example.org/firefly/uploads/a", true), ("https://example.org/firefly", true),
    ("https://example.org/fireflyer/a", false), ("https://example.org/other/a", false),
    ("https://example.org/firefly/../other", false),
    ("https://example.org/firefly/%2E%2e/other", false),
    ("https://example.org/firefly/.%2e/other", false),
  ])
  func urlsBelowAPathAreRecognized(_ url: String, belongs: Bool) async throws {
    let server = try ServerAddress("https://example.org/firefly/")
    #expect(server.contains(try #require(URL(string: url))) == belongs)
  }

  /// A plain server gives no token and knows no devices; nothing is missed, and the name of the computer
  /// stays here.
  @Test func aPlainServer() async throws {
    let heads = Heads()
    let bodies = Mutex<[String]>([])
    let server = try RawServer { connection in
      heads.add(connection.head)
      switch connection.target {
      case "/api/ping": connection.send(body: #"{"status":"ok","message":"running"}"#)
      case "/api/auth/verify-code":
        var buffer = [UInt8](repeating: 0, count: 4096)
        let known = connection.head.range(of: "\r\n\r\n").map { connection.head[$0.upperBound...] }
        let count = known?.isEmpty == false ? 0 : max(0, recv(connection.socket, &buffer, 4096, 0))
        bodies.withLock {
          $0.append((known ?? "") + String(decoding: buffer[..<count], as: UTF8.self))
        }
        connection.send(
          body: #"{"status":"success","user_id":1,"email":"ida@example.com","name":null}"#)
      case "/api/auth/send-code": connection.send(body: #"{"status":"success"}"#)
      default: connection.send(status: "404 NOT FOUND", body: "<!doctype html>")
      }
    }
    let accounts = AccountClient.live(server: server.address, logger: Self.silent)
    #expect(try await accounts.sendCode("ida@example.com") == nil)
    let verified = try await accounts.verifyCode("ida@example.com", "1234", Self.device)
    #expect(
      verified
        == VerifiedUser(
          user: User(email: "ida@example.com", name: "ida@example.com"), isNew: false, token: nil))
    await #expect(throws: APIError.status(404, message: nil)) { _ = try await accounts.devices() }
    let sent = bodies.withLock { $0 }.joined()
    #expect(sent.contains("0123") && !sent.contains("laptop"))
  }

  /// What a hostile server calls a token, a name, an e-mail.
  @Test func hostileAnswers() async throws {
    for (token, kept) in [
      ("a\\r\\nX-Evil: 1", nil), ("", nil), ("a b", nil), ("é", nil),
      (String(repeating: "a", count: 5_000), nil), ("fine_token-1", "fine_token-1"),
    ] as [(String, String?)] {
      let server = try RawServer(
        body: """
          {"status":"success","user_id":1,"email":"ida@example.com\\u001b[2J",\
          "name":"I\\u202eda\\n","is_new_user":true,"token":"\(token)"}
          """)
      let verified = try await AccountClient.live(server: server.address, logger: Self.silent)
        .verifyCode("ida@example.com", "1234", Self.device)
      #expect(verified.token == kept)
      #expect(verified.user == User(email: "ida@example.com", name: "Ida"))
    }
  }

  @Test func devicesAreReadOneByOne() async throws {
    let server = try RawServer(
      body: """
        {"devices":[{"id":1,"name":"a\\u001b[31m"},{"name":"none"},7,\
        {"id":2,"name":null,"is_current":true,"created_at":"Mon, 03 Nov 2025 10:31:24 GMT"}]}
        """)
    let devices = try await AccountClient.live(
      server: server.address, credentials: Self.ida, logger: Self.silent
    ).devices()
    #expect(devices.map(\.id) == [1, 2])
    #expect(devices.map(\.name) == ["a", ""])
    #expect(devices.map(\.isCurrent) == [false, true])
    #expect(devices[1].createdAt == Date(timeIntervalSince1970: 1_762_165_884))
  }

  @Test(arguments: [
    ("https://example.org", false), ("http://example.org", true), ("http://127.0.0.1:8080", false),
    ("http://localhost", false), ("http://[::1]:8080", false), ("http://localhost.example", true),
  ])
  func allowedListenAddresses(_ address: String, isOverheard: Bool) throws {
    #expect(try ServerAddress(address).isOverheard == isOverheard)
  }
}
