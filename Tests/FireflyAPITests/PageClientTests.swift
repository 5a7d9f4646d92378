import FireflyAPI
import FireflyCore
import Foundation
import Logging
import Testing

/// Pages of the web, and what they must not lead to.
@Suite struct PageClientTests {
  private func client(_ origin: ServerAddress? = nil) -> PageClient {
    PageClient(
      origin: origin, userAgent: "Firefly/1.2.3",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func aPageHasItsTypeAndItsAddress() async throws {
    let server = try RawServer { connection in
      if connection.target == "/old" {
        connection.send(status: "301 Moved", headers: ["Location: /new?a=b"], body: "")
      } else {
        connection.send(headers: ["Content-Type: text/html; charset=utf-8"], body: "<p>Hello")
      }
    }
    let page = try await client().page(at: "\(server.address)/old#part")
    #expect(page.address == "\(server.address)/new?a=b")
    #expect(page.contentType == "text/html; charset=utf-8")
    #expect(String(decoding: page.bytes, as: UTF8.self) == "<p>Hello")
    #expect(server.targets == ["/old", "/new?a=b"])
  }

  /// What strangers wrote leads to no address of this machine or of its network.
  @Test func foreignAddressesDoNotLeadIntoTheOwnNetwork() async throws {
    let server = try RawServer(body: "<p>secret")
    let foreign = try ServerAddress("https://example.org")
    for address in [
      "\(server.address)/", "\(server.address)".replacing("127.0.0.1", with: "localhost"),
    ] {
      let host = address.contains("localhost") ? "localhost" : "127.0.0.1"
      await #expect(
        throws: APIError.notOffered(
          "\(host) is in your own network: only its own feeds and posts lead to pages on it.")
      ) { try await client(foreign).page(at: address) }
    }
    #expect(server.targets.isEmpty)
    // Those on a server that the user has named may be loaded, and none beside it.
    let named = PageClient(
      origin: foreign, isNamed: { $0.hasPrefix(server.address.description) },
      userAgent: "Firefly/test",
      logger: Logger(label: "test"))
    _ = try await named.page(at: "\(server.address)/named")
    let other = "\(server.address)".replacing("127.0.0.1", with: "localhost")
    await #expect(throws: APIError.self) { try await named.page(at: "\(other)/") }
    #expect(server.targets == ["/named"])
    // Nor do they lead elsewhere in the network.
    let leading = try RawServer { connection in
      connection.send(status: "302 Found", headers: ["Location: \(other)/led"], body: "")
    }
    let led = PageClient(
      origin: foreign, isNamed: { $0.hasPrefix(leading.address.description) },
      userAgent: "Firefly/test", logger: Logger(label: "test"))
    await #expect(throws: APIError.self) { try await led.page(at: "\(leading.address)/") }
    #expect(leading.targets == ["/"] && server.targets == ["/named"])
    // A server nearby may have such links.
    _ = try await client(try ServerAddress("127.0.0.1:9")).page(at: "\(server.address)/")
    #expect(server.targets == ["/named", "/"])
  }

  @Test func redirectsEnd() async throws {
    let server = try RawServer { connection in
      connection.send(status: "302 Found", headers: ["Location: \(connection.target)x"], body: "")
    }
    await #expect(throws: APIError.self) { try await client().page(at: "\(server.address)/") }
    #expect(server.targets.count == 6)
    let other = try RawServer { connection in
      connection.send(status: "302 Found", headers: ["Location: file:///etc/passwd"], body: "")
    }
    await #expect(throws: APIError.self) { try await client().page(at: "\(other.address)/") }
  }

  @Test func aLargePageIsRefused() async throws {
    let server = try RawServer(body: String(repeating: "x", count: PageClient.byteLimit + 1))
    await #expect(throws: APIError.tooLarge(limit: PageClient.byteLimit)) {
      try await client().page(at: "\(server.address)/")
    }
  }

  @Test(
    arguments: [
      "", "words", "file:///etc/passwd", "ftp://example.org/", "https://",
      "https://a:b@example.org/",
      "javascript:alert(1)", "https:///path", "http://example.org:99999/",
    ])
  func otherAddressesAreRefused(address: String) async {
    await #expect(throws: APIError.self) { try await client().page(at: address) }
  }

  /// A damaged type does no harm.
  @Test(arguments: ["", "text/html; charset", ";;;=", "\"", "text/html; charset=\"", "é"])
  func damagedTypesAreRead(type: String) async throws {
    let server = try RawServer { $0.send(headers: ["Content-Type: \(type)"], body: "<p>Hello") }
    #expect(try await client().page(at: "\(server.address)/").bytes.count == 8)
  }

  /// A cookie goes back only within the redirects that it came with, and the name of the program is told.
  @Test func nothingIsToldButTheProgram() async throws {
    let server = try RawServer { connection in
      connection.send(
        status: connection.target == "/" ? "302 Found" : "200 OK",
        headers: ["Location: /2", "Set-Cookie: id=1; Path=/"], body: connection.head)
    }
    for path in ["/", "/3"] {
      let page = try await client().page(at: "\(server.address)\(path)")
      let head = String(decoding: page.bytes, as: UTF8.self).lowercased()
      #expect(head.contains("user-agent: firefly/1.2.3"))
      #expect(!head.contains("referer") && !head.contains("authorization"))
      #expect(head.contains("cookie: id=1") == (path == "/"))
    }
  }
}
