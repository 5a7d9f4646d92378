import FireflyAPI
import FireflyCore
import Foundation
import Logging
import Synchronization
import Testing

@testable import FireflyAPI

/// Cookies and passwords of pages and feeds: sent where they belong, and nowhere else.
@Suite struct RedirectCookiesTests {
  private func client(
    _ origin: ServerAddress? = nil, login: BasicLogin? = nil, on server: ServerAddress? = nil
  ) -> PageClient {
    PageClient(
      origin: origin, userAgent: "Firefly/1.2.3", login: { $0 == server ? login : nil },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// The lines of the requests' heads that begin so.
  private final class Heads: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock(\.self) }
    func add(_ connection: RawConnection, _ name: String) {
      let line = connection.head.split(separator: "\r\n").first {
        $0.lowercased().hasPrefix(name.lowercased() + ":")
      }
      lines.withLock { $0.append("\(connection.target) " + (line.map(String.init) ?? "none")) }
    }
  }

  @Test func aServerGetsItsCookiesBackWithinAChainOnly() async throws {
    let heads = Heads()
    let server = try RawServer { connection in
      heads.add(connection, "cookie")
      switch connection.target {
      case "/feed" where !connection.head.contains("seen=1"):
        connection.send(
          status: "302 Found",
          headers: [
            "Set-Cookie: a=b; Path=/other", "Set-Cookie: seen=1; HttpOnly", "Location: /wall",
          ],
          body: "")
      case "/wall":
        connection.send(
          status: "302 Found", headers: ["set-cookie: seen=1; Max-Age=60", "Location: /feed"],
          body: "")
      default: connection.send(headers: ["Content-Type: text/xml"], body: "<rss/>")
      }
    }
    for _ in 0..<2 {
      guard
        case .page = await client().feed(
          at: "\(server.address)/feed", unless: nil, byteLimit: 1_000)
      else {
        Issue.record("no feed")
        return
      }
    }
    let chain = ["/feed none", "/wall Cookie: seen=1", "/feed Cookie: seen=1"]
    #expect(heads.all == chain + chain, "the second chain begins without them")
  }

  @Test(arguments: [
    ("a=b", "http://e.example/", "http://e.example/x", "a=b"),
    ("a=b", "http://e.example/", "http://f.example/", nil),
    ("a=b", "http://e.example/", "http://www.e.example/", nil),
    ("a=b; Domain=e.example", "http://www.e.example/", "http://x.e.example/", "a=b"),
    ("a=b; domain=.e.example", "http://www.e.example/", "http://e.example/", "a=b"),
    ("a=b; Domain=e.example", "http://e.example/", "http://x.e.example/", "a=b"),
    ("a=b; Domain=f.example", "http://e.example/", "http://f.example/", nil),
    ("a=b; Domain=example", "http://e.example/", "http://f.example/", nil),
    ("a=b; Domain=0.0.1", "http://127.0.0.1/", "http://127.0.0.1/", nil),
    ("a=b; Path=/x", "http://e.example/", "http://e.example/x/y", "a=b"),
    ("a=b; Path=/x", "http://e.example/", "http://e.example/xy", nil),
    ("a=b; Secure", "https://e.example/", "http://e.example/", nil),
    ("a=b; Secure", "https://e.example/", "https://e.example/", "a=b"),
    ("a=b; Max-Age=0", "http://e.example/", "http://e.example/", nil),
    ("a=b; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "http://e.example/", "http://e.example/", nil),
    ("a", "http://e.example/", "http://e.example/", "a="),
    ("=b", "http://e.example/", "http://e.example/", nil),
    ("a=b\u{7}", "http://e.example/", "http://e.example/", nil),
    ("", "http://e.example/", "http://e.example/", nil),
  ])
  func whereACookieGoes(_ field: String, _ from: String, _ to: String, _ sent: String?) throws {
    var cookies = RedirectCookies()
    cookies.receive(field, from: try #require(URL(string: from)))
    #expect(cookies.field(for: try #require(URL(string: to))) == sent)
  }

  @Test func cookiesAreBounded() throws {
    let url = try #require(URL(string: "http://e.example/"))
    var cookies = RedirectCookies()
    for number in 0..<100 { cookies.receive("c\(number)=x", from: url) }
    cookies.receive("c1=" + String(repeating: "y", count: 5_000), from: url)
    cookies.receive("c2=z", from: url)
    let field = try #require(cookies.field(for: url))
    #expect(field.split(separator: ";").count == RedirectCookies.maximumCount)
    #expect(field.hasSuffix("c2=z") && field.contains("c1=x"))
  }

  @Test func aPasswordGoesToItsServerOnly() async throws {
    let heads = Heads()
    let other = try RawServer { connection in
      heads.add(connection, "authorization")
      connection.send(headers: ["Content-Type: text/xml"], body: "<rss/>")
    }
    let server = try RawServer { connection in
      heads.add(connection, "authorization")
      let location = connection.target == "/one" ? "/two" : "\(other.address)/three"
      connection.send(status: "302 Found", headers: ["Location: \(location)"], body: "")
    }
    let login = BasicLogin(name: "ada", password: "se:cret é")
    let field = "Authorization: Basic " + Data("ada:se:cret é".utf8).base64EncodedString()
    let client = client(login: login, on: server.address)
    _ = await client.feed(at: "\(server.address)/one", unless: nil, byteLimit: 1_000)
    _ = await client.feed(at: "\(other.address)/four", unless: nil, byteLimit: 1_000)
    #expect(heads.all == ["/one \(field)", "/two \(field)", "/three none", "/four none"])
    // Not for an address that another server names.
    let foreign = self.client(
      try ServerAddress("127.0.0.1:9"), login: login, on: server.address)
    _ = await foreign.feed(at: "\(server.address)/five", unless: nil, byteLimit: 1_000)
    #expect(heads.all.suffix(2) == ["/five none", "/three none"])
    #expect("\(login)" == "ada" && String(reflecting: login) == "ada")
  }
}
