import FireflyAPI
import FireflyCore
import Foundation
import Testing

/// The client against answers whose head or framing is wrong: an error each, and never the end of the
/// process.
@Suite(.serialized) struct HostileHeadTests {
  private static let post = #"{"post":{"id":1,"title":"a"}}"#

  private func answer(
    to bytes: [UInt8], change: (inout ClientLimits) -> Void = { _ in }
  ) async throws -> Result<Post, APIError> {
    let server = try RawServer { $0.send(bytes) }
    do throws(APIError) {
      return .success(try await LiveClient.test(server.address, change: change).post(1, false))
    } catch {
      return .failure(error)
    }
  }

  private func answer(to text: String) async throws -> Result<Post, APIError> {
    try await answer(to: Array(text.utf8))
  }

  @Test(arguments: [
    "", "H", "HTTP/1.1", "HTTP/1.1 200", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length",
    "HTTP/1.1 200 OK\r\nETag: \"x",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
    "HTTP/1.1 302 FOUND\r\nLocation: /x\r\n", "HTTP/1.1 401 U\r\nWWW-Auth",
    "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200",
  ])
  func closedWithin(_ head: String) async throws {
    #expect(try await answer(to: head) == .failure(.interrupted))
  }

  @Test func closedAfterTheHead() async throws {
    guard case .failure(.unreadable) = try await answer(to: "HTTP/1.1 200 OK\r\n\r\n") else {
      Issue.record("not unreadable")
      return
    }
  }

  @Test(arguments: ["9223372036854775807", "9223372036854775295", "4611686018427387904"])
  func lengthsOutOfThisWorld(_ length: String) async throws {
    let result = try await answer(to: "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n{")
    #expect(result == .failure(.tooLarge(limit: 16 << 20)))
  }

  /// They may be refused or not believed; the answer may be read or not.
  @Test(arguments: [
    "9223372036854775808", "99999999999999999999999999", "-1", "-9223372036854775808", "x", "", " ",
    "0x10", "1e9", "29, 30", "29\r\nContent-Length: 30", "+29", "29abc", "\u{0}", "٢٩",
  ])
  func lengthsThatAreNone(_ length: String) async throws {
    let result = try await answer(
      to: "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n\(Self.post)")
    if case .success(let post) = result { #expect(post.title == "a") }
    #expect(result != .failure(.cancelled) && result != .failure(.timedOut(seconds: 3)))
  }

  @Test(arguments: [
    "zz\r\n", "-5\r\nabc\r\n", "FFFFFFFFFFFFFFFF\r\nabc", "7FFFFFFFFFFFFFFF\r\nabc",
    "FFFFFFFFFFFFFFFFFFFFFFFFFFFF\r\n", "\r\n\r\n", "5", "5\r\nabcdefghij\r\n0\r\n\r\n",
    "5;" + String(repeating: "x", count: 200_000) + "\r\nabcde\r\n0\r\n\r\n",
    "0\r\nETag: " + String(repeating: "x", count: 90_000) + "\r\nContent-Length: 9\r\n\r\n",
  ])
  func chunksThatAreNone(_ body: String) async throws {
    let result = try await answer(
      to: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(body)")
    #expect(throws: APIError.self) { try result.get() }
  }

  @Test func chunks() async throws {
    let halves = (Self.post.prefix(9), Self.post.dropFirst(9))
    let result = try await answer(
      to: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "9\r\n\(halves.0)\r\n14\r\n\(halves.1)\r\n0\r\nX: y\r\n\r\n")
    #expect(try result.get().title == "a")
  }

  @Test func aLineOfAMegabyte() async throws {
    let line = String(repeating: "x", count: 1 << 20)
    for head in ["X: \(line)", line, "ETag: \(line)"] {
      let result = try await answer(to: "HTTP/1.1 200 OK\r\n\(head)\r\n\r\n\(Self.post)")
      #expect(throws: APIError.self) { try result.get() }
    }
    let result = try await answer(to: "HTTP/1.1 200 \(line)\r\n\r\n\(Self.post)")
    #expect(throws: APIError.self) { try result.get() }
  }

  @Test func aHundredThousandLines() async throws {
    let lines = (0..<100_000).map { "X-\($0): y" }.joined(separator: "\r\n")
    let result = try await answer(to: "HTTP/1.1 200 OK\r\n\(lines)\r\n\r\n\(Self.post)")
    #expect(throws: APIError.self) { try result.get() }
  }

  @Test func headsWithoutEnd() async throws {
    for piece in ["X: y\r\n", "HTTP/1.1 103 Early\r\n\r\n", "HTTP/1.1 100 C\r\n\r\n"] {
      let server = try RawServer { connection in
        connection.send("HTTP/1.1 200 OK\r\n")
        let flood = Array(String(repeating: piece, count: 4096).utf8)
        while connection.send(flood) {}
      }
      let start = ContinuousClock.now
      await #expect(throws: APIError.self) {
        try await LiveClient.test(server.address).post(1, false)
      }
      #expect(start.duration(to: .now) < .seconds(10))
    }
  }

  @Test func someAnnouncements() async throws {
    let flood = String(repeating: "HTTP/1.1 103 Early\r\nContent-Length: 7\r\n\r\n", count: 100)
    let result = try await answer(
      to: "\(flood)HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\(Self.post)")
    #expect(try result.get().title == "a")
  }

  /// HTTP/0.9: a body without a head.
  @Test(arguments: [post, "200 OK\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 abc\r\n\r\n{}"])
  func noHead(_ bytes: String) async throws {
    let result = try await answer(to: bytes)
    #expect(throws: APIError.self) { try result.get() }
  }

  @Test(arguments: [99, 100, 101, 204, 205, 299, 304, 600, 999, 1000, 0, -1])
  func oddStatuses(_ status: Int) async throws {
    let result = try await answer(to: "HTTP/1.1 \(status) X\r\nConnection: close\r\n\r\n")
    #expect(throws: APIError.self) { try result.get() }
  }

  /// URLSession's own protocol knows Basic alone, with a realm, and ends the process for others.
  @Test(arguments: [
    "Bearer", "", "Basic", "Basic realm", "Basic realm=", "Digest realm=\"x\", nonce=\"y\"",
    "Negotiate", "NTLM", "realm=",
  ])
  func challenges(_ challenge: String) async throws {
    for status in [401, 407] {
      let result = try await answer(
        to: "HTTP/1.1 \(status) U\r\nWWW-Authenticate: \(challenge)\r\n"
          + "Proxy-Authenticate: \(challenge)\r\nContent-Length: 15\r\n\r\n{\"message\":\"w\"}")
      let form = ["Digest", "Negotiate", "NTLM", "Bearer"].first(where: challenge.hasPrefix)
      let failure = form.map {
        APIError.notOffered(
          "The proxy wants a password in the form “\($0)”, which Firefly doesn't send (407).")
      }
      #expect(
        result
          == .failure(
            status == 407 ? failure ?? .status(407, message: "w") : .status(401, message: "w")))
    }
  }

  @Test(arguments: [
    "", " ", "//", "///x", "?", "#", "http://", "http:///x", "http:x", "://", "\u{0}", "%",
    "http://[::1", "http://127.0.0.1:99999/", "http://a b/", "x:y", "h\u{301}", "//user@:0/",
    "http://" + String(repeating: "a", count: 60_000),
  ])
  func redirectsToNowhere(_ location: String) async throws {
    let server = try RawServer { connection in
      connection.send(status: "302 F", headers: ["Location: \(location)"], body: "")
    }
    await #expect(throws: APIError.self) {
      try await LiveClient.test(server.address).post(1, false)
    }
  }

  @Test func aRedirectThatSaysTooMuch() async throws {
    let server = try RawServer { connection in
      connection.send("HTTP/1.1 302 F\r\nLocation: /x\r\n\r\n")
      let page = [UInt8](repeating: 0x78, count: 65_536)
      while connection.send(page) {}
    }
    await #expect(throws: APIError.status(302, message: nil)) {
      try await LiveClient.test(server.address).post(1, false)
    }
    #expect(server.targets.count == 1)
  }

  @Test(arguments: [
    "gzip", "deflate", "br", "zstd", "gzip, gzip, gzip, gzip, gzip, gzip", "x-mystery",
  ])
  func packedThoughItIsNot(_ encoding: String) async throws {
    let result = try await answer(
      to:
        "HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\nConnection: close\r\n\r\n\(Self.post)")
    #expect(throws: APIError.self) { try result.get() }
  }

  /// 10,000 spaces in 46 bytes of gzip: what is unpacked is counted.
  @Test func packed() async throws {
    let packed =
      "H4sIAAAAAAACA+3BAQ0AAADCoCrvn9IcbkABAAAAAAAAAADAvwFU1gY3ECcAAA=="
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
    let bytes = Array(head.utf8) + (Data(base64Encoded: packed) ?? Data())
    let result = try await answer(to: bytes) { $0.answerBytes = 5_000 }
    #expect(result == .failure(.tooLarge(limit: 5_000)))
  }
}
