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

  /// `<rss/>`, compressed by gzip.
  private static let packed: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xB3, 0x29, 0x2A, 0x2E, 0xD6, 0xB7,
    0x03, 0x00, 0x67, 0x29, 0x28, 0xBD, 0x06, 0x00, 0x00, 0x00,
  ]

  /// They are taken as they are: what a header says of the coding is often wrong.
  @Test(arguments: ["gzip", "utf-8", "none", "deflate", "br", "x-mystery, gzip"])
  func bodiesOfAnotherCodingAreTakenAsTheyAre(coding: String) async throws {
    let isRight = coding == "gzip"
    // A packed feed with a tail is no gzip for libcurl.
    let text = "<?xml version=\"1.0\"?>\n<rss><channel><title>Knots</title></channel></rss>"
    let bodies = [Array(text.utf8), Self.packed + [1, 2], isRight ? [] : Self.packed]
    for body in bodies where !body.isEmpty {
      #expect(try await bytes(coding, body) == body, "\(body)")
    }
  }

  @Test(
    arguments: [
      ("gzip", packed),
      (
        "deflate",
        [0x78, 0x9C, 0xB3, 0x29, 0x2A, 0x2E, 0xD6, 0xB7, 0x03, 0x00, 0x07, 0x69, 0x02, 0x02]
      ),
      ("deflate", [0xB3, 0x29, 0x2A, 0x2E, 0xD6, 0xB7, 0x03, 0x00]),
      ("br", [0x8B, 0x02, 0x80, 0x3C, 0x72, 0x73, 0x73, 0x2F, 0x3E, 0x03]),
    ] as [(String, [UInt8])])
  func bodiesAreDecoded(coding: String, body: [UInt8]) async throws {
    #expect(try await bytes(coding, body) == Array("<rss/>".utf8))
  }

  private func bytes(_ coding: String, _ body: [UInt8]) async throws -> [UInt8]? {
    let head = "200 OK\r\nContent-Encoding: \(coding)\r\nConnection: close"
    guard case .page(let page, _, _) = try await answer(to: head, body) else { return nil }
    return page.bytes
  }

  @Test(arguments: [
    ("Digest realm=\"a\", nonce=\"b\"", "Digest"),
    ("Digest realm=\"a\"\r\nWWW-Authenticate: Basic realm=\"a\"", nil),
    ("Basic realm=\"a\"", nil), ("Negotiate\r\nWWW-Authenticate: NTLM", "NTLM"),
    ("Negotiate", "Negotiate"),
  ])
  func otherFormsOfPasswordsAreNamed(challenge: String, form: String?) async throws {
    let head = "401 Unauthorized\r\nWWW-Authenticate: \(challenge)\r\nConnection: close"
    guard case .failed(let error, _) = try await answer(to: head, []) else {
      Issue.record("no failure")
      return
    }
    let failure = form.map {
      APIError.notOffered(
        "127.0.0.1 wants a password in the form “\($0)”, which Firefly doesn't send (401).")
    }
    #expect(error == failure ?? .status(401, message: nil))
  }

  @Test func theFormOfAProxysPasswordIsNamed() async throws {
    let head =
      "407 P\r\nProxy-Authenticate: Negotiate\r\nProxy-Authenticate: NTLM\r\nConnection: close"
    guard case .failed(let error, _) = try await answer(to: head, []) else {
      Issue.record("no failure")
      return
    }
    let sentence =
      "The proxy wants a password in the form “NTLM”, which Firefly doesn't send (407)."
    #expect(error == .notOffered(sentence))
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
