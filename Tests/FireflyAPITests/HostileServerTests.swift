import FireflyAPI
import FireflyCore
import Foundation
import Testing

/// The client against a server that does everything wrong.
@Suite struct HostileServerTests {
  private func failure<Value>(
    _ work: () async throws(APIError) -> Value
  ) async -> APIError? {
    do throws(APIError) {
      _ = try await work()
      return nil
    } catch {
      return error
    }
  }

  @Test func refused() async throws {
    let address = try RawServer.refusing()
    let error = await failure { () async throws(APIError) in
      try await LiveClient.test(address).post(1, false)
    }
    #expect(error == .unreachable(host: address.host))
    #expect(error?.sentence == "Can't reach \(address.host).")
  }

  @Test func hanging() async throws {
    let server = try RawServer { $0.waitForHangUp() }
    let error = await failure { () async throws(APIError) in
      try await LiveClient.test(server.address) { $0.seconds = 0.6 }.children(1, 1)
    }
    #expect(error == .timedOut(seconds: 1))
  }

  /// A byte now and then keeps a connection alive for ever; the watchdog counts the whole request.
  @Test func dripping() async throws {
    let server = try RawServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"posts\":[")
      while connection.send(" ") { usleep(100_000) }
    }
    let error = await failure { () async throws(APIError) in
      try await LiveClient.test(server.address) { $0.seconds = 0.7 }
        .recentPosts("post", .everyone, nil, 50)
    }
    #expect(error == .timedOut(seconds: 1))
  }

  /// What is not wanted is hung up upon while its end arrives: URLSession must be told of one of them.
  @Test func aLongRefusalThatEndsAsItIsHungUpUpon() async throws {
    let server = try RawServer(
      status: "500 Oops", body: String(repeating: "x", count: 100_000))
    let client = LiveClient.test(server.address)
    for _ in 0..<400 {
      let error = await failure { () async throws(APIError) in try await client.children(1, 1) }
      guard case .status(500, _) = error else {
        Issue.record("\(String(describing: error))")
        break
      }
    }
  }

  @Test func cutShortOfItsLength() async throws {
    let server = try RawServer {
      $0.send("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{\"post\":{\"id\":1")
    }
    let error = await failure { () async throws(APIError) in
      try await LiveClient.test(server.address).post(1, false)
    }
    #expect(error == .interrupted)
  }

  @Test func closedEarlyWithoutALength() async throws {
    let server = try RawServer {
      $0.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{\"posts\":[{\"id\":1,\"title\":\"a\"},")
    }
    let error = await failure { () async throws(APIError) in
      try await LiveClient.test(server.address).recentUsers()
    }
    guard case .unreadable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: ["", "HTTP", "\u{0}\u{1}\u{2}\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n"])
  func noHTTPAtAll(_ bytes: String) async throws {
    let server = try RawServer { $0.send(bytes) }
    let error = await failure { () async throws(APIError) in
      try await LiveClient.test(server.address).post(1, false)
    }
    #expect(error != nil && error != .cancelled)
  }

  @Test(arguments: [
    "", "null", "[]", "{}", "{\"post\":null}",
    "{\"post\":{\"id\":1}}", "\u{FFFD}\u{0}", "{\"post\":{\"id\":1,\"title\":\"a\"}",
  ])
  func aSuccessThatIsNone(_ body: String) async throws {
    let server = try RawServer(headers: ["Content-Type: text/html"], body: body)
    let error = await failure { () async throws(APIError) in
      try await LiveClient.test(server.address).post(1, false)
    }
    guard case .unreadable = error else {
      Issue.record("\(String(describing: error)) for \(body)")
      return
    }
    #expect(error?.sentence == "The server's response could not be read.")
  }

  @Test func wrongContentTypeIsNoReasonToRefuse() async throws {
    let server = try RawServer(
      headers: ["Content-Type: image/png"], body: #"{"post":{"id":1,"title":"a"}}"#)
    #expect(try await LiveClient.test(server.address).post(1, false).title == "a")
  }

  @Test(arguments: [
    (#"{"status":"error","message":"Lantern\u001b[1m\u0007 not\nfound"}"#, "Lantern not found"),
    (#"{"error":"no such swarm"}"#, "no such swarm"),
    ("<!doctype html><title>404</title><h1>Not here</h1>", nil),
    (#"{"message":"<html><body>Oops</body></html>"}"#, nil),
    (#"{"message":42}"#, nil), ("", nil), (#"{"message":"  "}"#, nil),
    (String(repeating: "[", count: 60_000), nil),
  ])
  func refusals(_ body: String, _ message: String?) async throws {
    for (line, code) in [("404 NOT FOUND", 404), ("500 X", 500), ("403 F", 403)] {
      let server = try RawServer(status: line, body: body)
      let error = await failure { () async throws(APIError) in
        try await LiveClient.test(server.address).children(3, 1)
      }
      #expect(error == .status(code, message: message))
      #expect(error?.sentence.contains("<") == false)
    }
  }

  @Test func aLongRefusalIsNotReadToItsEnd() async throws {
    let server = try RawServer { connection in
      connection.send("HTTP/1.1 500 X\r\n\r\n")
      let page = [UInt8](repeating: 0x78, count: 65_536)
      while connection.send(page) {}
    }
    let error = await failure { () async throws(APIError) in
      try await LiveClient.test(server.address) { $0.answerBytes = 1 << 20 }.post(1, false)
    }
    #expect(error == .status(500, message: nil))
  }

  @Test func tooLargeByItsLength() async throws {
    let server = try RawServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 314572800\r\n\r\n{")
      connection.waitForHangUp()
    }
    let error = await failure { () async throws(APIError) in
      try await LiveClient.test(server.address).children(1, 1)
    }
    #expect(error == .tooLarge(limit: 64 << 20))
    #expect(error?.sentence == "The response is too large: more than 64 MB.")
  }

  @Test func tooLargeWithoutALength() async throws {
    let server = try RawServer { connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n{\"children\":[")
      let post = Array((#"{"id":1,"title":"a"},"# + String(repeating: " ", count: 60_000)).utf8)
      while connection.send(post) {}
    }
    let error = await failure { () async throws(APIError) in
      // A busy machine may take its time for two megabytes.
      try await LiveClient.test(server.address) {
        $0.listBytes = 2 << 20
        $0.seconds = 60
      }.children(1, 1)
    }
    #expect(error == .tooLarge(limit: 2 << 20))
  }

  @Test func tooLargeAPicture() async throws {
    let server = try RawServer { connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      let bytes = [UInt8](repeating: 0xFF, count: 65_536)
      while connection.send(bytes) {}
    }
    let error = await failure { () async throws(APIError) in
      try await LiveClient.test(server.address) { $0.pictureBytes = 1 << 20 }
        .picture("/uploads/moth.png", nil)
    }
    #expect(error == .tooLarge(limit: 1 << 20))
  }

  @Test func nestedTooDeep() async throws {
    let deep = PostListDecoderTests.nested(300)
    let list = try RawServer(body: #"{"children":[\#(deep)]}"#)
    let one = try RawServer(body: #"{"post":\#(deep)}"#)
    let first = await failure { () async throws(APIError) in
      try await LiveClient.test(list.address).children(1, 1)
    }
    let second = await failure { () async throws(APIError) in
      try await LiveClient.test(one.address).post(1, false)
    }
    #expect(first == .tooDeep)
    #expect(second == .tooDeep)
  }

  @Test func nestedAsDeepAsCanBe() async throws {
    let server = try RawServer(
      body: #"{"post":\#(PostListDecoderTests.nested(511, parent: true))}"#)
    let post = try await LiveClient.test(server.address).post(510, true)
    #expect(post.ancestors?.count == 510)
  }

  @Test func redirectsInCircles() async throws {
    let server = try RawServer {
      $0.send(status: "302 FOUND", headers: ["Location: \($0.target)"], body: "")
    }
    let error = await failure { () async throws(APIError) in
      try await LiveClient.test(server.address).post(1, false)
    }
    #expect(error == .status(302, message: nil))
    #expect(server.targets.count == 6)
  }

  @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/x", "gopher://127.0.0.1:70/1"])
  func redirectsToOtherSchemes(_ location: String) async throws {
    let server = try RawServer {
      $0.send(status: "302 FOUND", headers: ["Location: \(location)"], body: "")
    }
    let error = await failure { () async throws(APIError) in
      try await LiveClient.test(server.address).picture("/uploads/moth.png", nil)
    }
    #expect(error == .status(302, message: nil))
  }

  @Test func followsARedirect() async throws {
    let server = try RawServer { connection in
      if connection.target == "/api/posts/1" {
        connection.send(status: "302 FOUND", headers: ["Location: /api/posts/2"], body: "")
      } else {
        connection.send(body: #"{"post":{"id":2,"title":"here"}}"#)
      }
    }
    #expect(try await LiveClient.test(server.address).post(1, false).title == "here")
  }

  @Test func keepsNoCookiesAndAnswersNoChallenges() async throws {
    let server = try RawServer { connection in
      if connection.head.lowercased().contains("cookie") {
        connection.send(body: #"{"post":{"id":1,"title":"cookie"}}"#)
      } else if connection.target.hasSuffix("/2") {
        connection.send(
          status: "401 U", headers: ["WWW-Authenticate: Basic realm=\"x\""],
          body: #"{"message":"who are you"}"#)
      } else {
        connection.send(
          headers: ["Set-Cookie: a=b; Path=/", "Cache-Control: max-age=1000"],
          body: #"{"post":{"id":1,"title":"none"}}"#)
      }
    }
    let client = LiveClient.test(server.address)
    for _ in 0..<2 { #expect(try await client.post(1, false).title == "none") }
    #expect(server.targets.count == 2)
    let error = await failure { () async throws(APIError) in try await client.post(2, false) }
    #expect(error == .status(401, message: "who are you"))
  }
}
