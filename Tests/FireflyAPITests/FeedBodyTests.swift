import FireflyCore
import Foundation
import Logging
import Testing

@testable import FireflyAPI

/// Feeds over HTTP, from servers that say wrong things of them.
@Suite(.serialized) struct FeedBodyTests {
  private func answer(to head: String, _ body: [UInt8]) async throws -> PageClient.FeedAnswer {
    let server = try RawServer { $0.send(Array("HTTP/1.1 \(head)\r\n\r\n".utf8) + body) }
    let client = PageClient(origin: nil, userAgent: "Firefly/test", logger: Logger(label: "test"))
    return await client.feed(at: "\(server.address)", unless: nil, byteLimit: 1_000)
  }

  /// It is taken as it is: what it says of its coding is often wrong.
  @Test(arguments: ["gzip", "utf-8", "none", "deflate", "br", "x-mystery, gzip"])
  func bodiesAreTakenAsTheyAre(coding: String) async throws {
    let head = "200 OK\r\nContent-Encoding: \(coding)\r\nConnection: close"
    for body in [Array("<rss/>".utf8), [0x1F, 0x8B, 8, 0, 0xFF]] {
      guard case .page(let page, _, _) = try await answer(to: head, body) else {
        Issue.record("no page")
        continue
      }
      #expect(page.bytes == body)
    }
  }

  @Test(arguments: [
    ("Digest realm=\"a\", nonce=\"b\"", true),
    ("Digest realm=\"a\"\r\nWWW-Authenticate: Basic realm=\"a\"", false),
    ("Basic realm=\"a\"", false),
  ])
  func digestIsNamed(challenge: String, isDigest: Bool) async throws {
    let head = "401 Unauthorized\r\nWWW-Authenticate: \(challenge)\r\nConnection: close"
    guard case .failed(let error, _) = try await answer(to: head, []) else {
      Issue.record("no failure")
      return
    }
    let sentence =
      "127.0.0.1 wants a password in the form “Digest”, which Firefly doesn't send (401)."
    #expect(error == (isDigest ? .notOffered(sentence) : .status(401, message: nil)))
  }

  private static let proxies = [
    "http_proxy": "http://ada:secret@proxy.example:3128", "https_proxy": "10.0.0.1",
  ]

  @Test(
    arguments: [
      ("http://a.example/x", [:], "proxy.example:3128"), ("https://a.example", [:], "10.0.0.1"),
      ("https://a.example", ["no_proxy": "*"], nil),
      ("https://a.example", ["no_proxy": "b.example, .example"], nil),
      // libcurl alone knows what is in a block: the address is not taken for one that a proxy reaches.
      ("https://10.1.2.3", ["no_proxy": "10.0.0.0/8"], nil),
      ("https://[fd00::1]", ["no_proxy": "fd00::/8"], nil),
      ("https://a.example", ["no_proxy": "10.0.0.0/8"], "10.0.0.1"),
      ("https://a.example", ["NO_PROXY": "le"], "10.0.0.1"), ("ftp://a.example", [:], nil),
      ("ftp://a.example", ["ALL_PROXY": "socks5://p:1080"], "p:1080"),
    ] as [(String, [String: String], String?)])
  func theProxyIsThatOfTheEnvironment(address: String, others: [String: String], name: String?)
    throws
  {
    let environment = Self.proxies.merging(others) { $1 }
    #expect(Proxy.name(for: try #require(URL(string: address)), environment: environment) == name)
  }
}
