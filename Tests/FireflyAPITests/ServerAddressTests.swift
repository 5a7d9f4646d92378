import Foundation
import Testing

@testable import FireflyAPI

@Suite struct ServerAddressTests {
  @Test(arguments: [
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "127.0.0.1:8080"),
    ("127.0.0.1:8080", "http://127.0.0.1:8080", "127.0.0.1:8080"),
    ("localhost", "http://localhost", "localhost"),
    (" https://Fire.example.org/ \n", "https://Fire.example.org", "Fire.example.org"),
    ("HTTPS://example.org", "https://example.org", "example.org"),
    ("example.org/club//", "http://example.org/club", "example.org"),
    ("http://example.org:80/a%20b/", "http://example.org:80/a%20b", "example.org:80"),
    ("[::1]:8080", "http://[::1]:8080", "[::1]:8080"),
  ])
  func reads(_ text: String, _ description: String, _ host: String) throws {
    let address = try ServerAddress(text)
    #expect(address.description == description)
    #expect(address.host == host)
    #expect(address.url(for: .ping)?.absoluteString == description + "/api/ping")
  }

  @Test(arguments: [
    ("", "it is empty"), ("  ", "it is empty"),
    ("ftp://example.org", "it must begin with http:// or https://"),
    ("http://", "it has no host"), ("http:///path", "it has no host"),
    ("http://exa mple.org", "it has no host"), ("two words", "it has no host"),
    ("http://example.org:port", "it has no host"),
    ("http://example.org:99999", "a port is a number from 1 to 65535"),
    ("http://example.org/?a=b", "it must not contain ? or #"),
    ("http://example.org/#x", "it must not contain ? or #"),
  ])
  func refuses(_ text: String, _ reason: String) {
    #expect(throws: APIError.invalidAddress(text.trimmed, reason: reason)) {
      try ServerAddress(text)
    }
  }

  @Test func oneServerHasOneName() throws {
    for (name, ways) in [
      "http://fire.example.org": [
        "Fire.example.org", "http://fire.EXAMPLE.org:80/", "http://fire.example.org",
      ],
      "https://example.org/Club": ["HTTPS://example.org:443/Club/"],
      "http://example.org:443": ["http://example.org:443"], "http://[::1]:8080": ["[::1]:8080/"],
    ] {
      for way in ways { #expect(try ServerAddress(way).normalized == name, "\(way)") }
    }
  }

  @Test(arguments: [
    ("http://localhost:8080", true), ("http://127.0.0.1", true), ("http://[::1]:80", true),
    ("http://192.168.1.7", true), ("http://10.0.0.1", true), ("https://example.org", false),
    ("http://8.8.8.8", false), ("http://localhost.example.org", false),
  ])
  func knowsNearbyServers(_ text: String, _ isNearby: Bool) throws {
    #expect(try ServerAddress(text).isNearby == isNearby)
  }

  /// The token goes to these only.
  @Test func knowsItsOwnURLs() throws {
    let address = try ServerAddress("https://example.org/club")
    for (text, isOwn) in [
      ("https://example.org/club", true), ("https://EXAMPLE.org:443/club/api/posts?a=b", true),
      ("http://example.org/club/api", false), ("https://example.org:444/club/api", false),
      ("https://example.org/clubs", false), ("https://example.org/club/../api", false),
      ("https://example.org/club/%2E%2e/api", false), ("https://example.net/club/api", false),
      ("https://ada@example.org/club/api", false),
    ] {
      #expect(address.contains(try #require(URL(string: text))) == isOwn, "\(text)")
    }
    #expect(
      try ServerAddress("http://example.org").contains(
        #require(URL(string: "http://example.org:80/a"))))
  }

  @Test func neverRepeatsAPassword() {
    do throws(APIError) {
      _ = try ServerAddress("http://ida:lantern@example.org")
      Issue.record("accepted")
    } catch {
      #expect(
        error.sentence
          == "“http://…@example.org” is not the address of a server: "
          + "it must not contain a user name or password.")
    }
  }

  @Test func picturesAreRelativeToTheServer() throws {
    let address = try ServerAddress("https://example.org/club/")
    func url(_ text: String) -> String? { address.url(forPicture: text)?.absoluteString }
    #expect(url("/uploads/a.png") == "https://example.org/club/uploads/a.png")
    #expect(url("uploads/ü %20.png") == "https://example.org/club/uploads/%c3%bc%20%20.png")
    #expect(url("http://pictures.example.net/a.png?s=1") == "http://pictures.example.net/a.png?s=1")
    for bad in ["", " ", "//x/y", "javascript:1", "file:///etc/hostname", "http://", "data:,x"] {
      #expect(url(bad) == nil, "\(bad)")
    }
  }

  /// As DNS has them, and not as somebody may have written them to look alike.
  @Test(arguments: [
    ("https://Bücher.example:8443/club/", "https://xn--bcher-kva.example:8443/club"),
    ("日本.example", "http://xn--wgv71a.example"),
    ("http://müller.example/ü", "http://xn--mller-kva.example/%C3%BC"),
  ]) func internationalHostNames(text: String, address: String) throws {
    #expect(try ServerAddress(text).description == address)
  }
}

extension String {
  fileprivate var trimmed: String { String(drop(while: { $0 == " " })) }
}
