import Eventually
import Foundation
import Synchronization
import Testing

@testable import FireflyHTTP

/// How much of a server one client can take from the others.
@Suite struct ShareTests {
  private static let slowBody =
    "POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nsome"
  private static let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  @Test func aPeerHasAQuarterOfTheConnections() async throws {
    try await withServer {
      $0.connections = 16
    } answering: {
      await echo($0)
    } _: { server in
      let address = server.address
      try await onThread {
        let greedy = try (1...20).map { _ in
          let client = try RawClient(address, from: "127.0.0.2")
          client.send(Self.slowBody)
          return client
        }
        for number in 1...20 {
          let innocent = try RawClient(address)
          innocent.send(Self.request)
          #expect(try innocent.rest().hasSuffix("GET / []"), "\(number)")
        }
        // The server hung up on the others, which may be those that came first: they had sent nothing yet.
        let rest = String(repeating: "a", count: 1_000 - "some".count)
        let served = try greedy.count { client in
          client.send(rest)
          return try client.receive() != []
        }
        #expect(served == 4)
      }
    }
  }

  /// Each request that begins costs an answer: a peer that has its share gets no further ones by slowness.
  @Test func aPeerWithItsShareDoesNotGoOnBeginning() async throws {
    let answers = Mutex(0)
    try await withServer {
      ($0.connections, $0.slowSeconds) = (16, 0)
    } answering: { _ in
      answers.withLock { $0 += 1 }
      return .text(String(repeating: "a", count: 8 << 20))
    } _: { server in
      let address = server.address
      try await onThread {
        let slow = try (1...4).map { _ in
          let client = try RawClient(address, from: "127.0.0.2")
          client.send(Self.request)
          _ = try client.receive(until: "aaaa")
          return client
        }
        for _ in 1...30 {
          let client = try RawClient(address, from: "127.0.0.2")
          client.send(Self.request)
          #expect(try client.receive() == [])
        }
        withExtendedLifetime(slow) {}
      }
    }
    #expect(answers.withLock(\.self) == 4)
  }

  @Test func aTrustedProxySpeaksForMany() async throws {
    let proxies = [try #require(HTTPNetwork("127.0.0.2"))]
    try await withServer(proxies: proxies) {
      $0.connections = 16
    } answering: {
      .text("\($0.peer.subnet)")
    } _: { server in
      let address = server.address
      try await onThread {
        let clients = try (1...16).map { _ in try RawClient(address, from: "127.0.0.2") }
        for (number, client) in zip(1..., clients) {
          client.send(
            "GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 9.9.9.9, 5.5.5.\(number)\r\n"
              + "Connection: close\r\n\r\n")
          #expect(try client.rest().hasSuffix("\r\n\r\n5.5.5.\(number)"))
        }
        // Nobody else is believed.
        let liar = try RawClient(address, from: "127.0.0.3")
        liar.send(
          "GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 9.9.9.9\r\nConnection: close\r\n\r\n")
        #expect(try liar.rest().hasSuffix("127.0.0.3"))
      }
    }
  }

  /// The table is full: who keeps the server waiting longest for the least makes room, unless the server knows
  /// them.
  @Test func theSlowestStrangerMakesRoom() async throws {
    let begun = Mutex(0)
    try await withServer {
      ($0.connections, $0.peerShare, $0.slowSeconds) = (4, 1, 0)
    } answering: { request in
      begun.withLock { $0 += 1 }
      if request.fields["authorization"] != nil { _ = request.clientStatus?.identify("ada") }
      return await echo(request)
    } _: { server in
      let address = server.address
      try await onThread {
        let known = try (1...2).map { _ in
          let client = try RawClient(address)
          client.send(
            "POST / HTTP/1.1\r\nHost: a\r\nAuthorization: x\r\nContent-Length: 5\r\n\r\nab")
          return client
        }
        let slow = try RawClient(address)
        slow.send(Self.slowBody)
        let quicker = try RawClient(address)
        quicker.send(Self.slowBody + String(repeating: "x", count: 500))
        try #require(eventuallyBlocking { begun.withLock(\.self) == 4 })
        let newcomer = try RawClient(address)
        newcomer.send(Self.request)
        #expect(try newcomer.rest().hasSuffix("GET / []"))
        #expect(try slow.receive() == [])
        for client in known {
          client.send("cde")
          #expect(try client.receive(until: "]").hasSuffix("[abcde]"))
        }
      }
    }
  }

  private static func slowBody(_ fields: String) -> String {
    "POST /slow HTTP/1.1\r\nHost: a\r\n\(fields)\r\nContent-Length: 1000\r\n\r\nsome"
  }

  /// Answers as `echo` does, if the account named by `Authorization` has not used up its share.
  @Sendable private static func echoToAccounts(_ request: HTTPRequest) async -> HTTPResponse {
    if let account = request.fields["authorization"],
      request.clientStatus?.identify(account) == false
    {
      return HTTPResponse(status: 429)
    }
    return await echo(request)
  }

  /// Opens connections with slow bodies, ends the bodies only when the server has seen all heads, and returns
  /// the statuses of the answers; "" if the server has hung up.
  private static func statuses(
    _ address: HTTPAddress, _ clients: [(source: String, fields: String)]
  ) throws -> [String] {
    let clients = try clients.map { source, fields in
      let client = try RawClient(address, from: source)
      client.send(Self.slowBody(fields))
      return client
    }
    for _ in 1...2 {
      let last = try RawClient(address, from: "127.0.0.99")
      last.send(Self.request)
      #expect(try last.rest().hasSuffix("GET / []"))
    }
    return try clients.map { client in
      client.send(String(repeating: "a", count: 996))
      return String(decoding: try client.receive(), as: UTF8.self).status
    }
  }

  @Test func anAccountHasAQuarterFromAllAddressesTogether() async throws {
    try await withServer {
      $0.connections = 16
    } answering: {
      await Self.echoToAccounts($0)
    } _: { server in
      let address = server.address
      try await onThread {
        // Twice: requests that are over leave their places.
        for _ in 1...2 {
          let ada = (2...11).map { ("127.0.0.\($0)", "Authorization: ada") }
          let ben = (1...4).map { _ in ("127.0.0.20", "Authorization: ben") }
          let statuses = try Self.statuses(address, ada + ben)
          #expect(statuses.prefix(10).count { $0 == "200" } == 4)
          #expect(statuses.prefix(10).allSatisfy { ["200", "429", ""].contains($0) })
          #expect(statuses.suffix(4).allSatisfy { $0 == "200" })
        }
      }
    }
  }

  @Test(arguments: ["127.0.0.2", "unix"])
  func aForwardedAddressHasAQuarter(proxy: String) async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-\(UUID().uuidString.prefix(8))").path
    defer { unlink(path) }
    let place: HTTPAddress =
      proxy == "unix" ? .unixSocket(path: path) : .tcp(host: "127.0.0.1", port: 0)
    let proxies = [try #require(HTTPNetwork(proxy))]
    try await withServer(on: place, proxies: proxies) {
      $0.connections = 16
    } answering: {
      await echo($0)
    } _: { server in
      let address = server.address
      try await onThread {
        for _ in 1...2 {
          let greedy = (1...10).map { _ in ("127.0.0.2", "X-Forwarded-For: 9.9.9.9") }
          let others = (1...4).map { ("127.0.0.2", "X-Forwarded-For: 5.5.5.\($0)") }
          let statuses = try Self.statuses(address, greedy + others)
          #expect(statuses.prefix(10).count { $0 == "200" } == 4)
          #expect(statuses.prefix(10).allSatisfy { ["200", "429", ""].contains($0) })
          #expect(statuses.suffix(4).allSatisfy { $0 == "200" })
        }
        // A request that is over leaves its place, although the proxy keeps its connection.
        let kept = try (1...10).map { _ in
          let client = try RawClient(address, from: "127.0.0.2")
          client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 7.7.7.7\r\n\r\n")
          #expect(try client.receive(until: "[]").status == "200")
          return client
        }
        withExtendedLifetime(kept) {}
      }
    }
  }

  /// Event streams have a limit of their own; they take no places of requests.
  @Test func eventStreamsLeaveTheShareToRequests() async throws {
    let proxies = [try #require(HTTPNetwork("127.0.0.2"))]
    try await withServer(proxies: proxies) {
      $0.connections = 16
    } answering: { request in
      guard request.target == "/events" else { return await echo(request) }
      let isFirst = Atomic(true)
      var response = HTTPResponse(
        status: 200,
        body: .stream {
          if isFirst.exchange(false, ordering: .relaxed) { return Array(":\n".utf8) }
          try await Task.sleep(for: .seconds(60))
          return nil
        })
      response.isOpenEnded = true
      return response
    } _: { server in
      let address = server.address
      try await onThread {
        let streams = try (1...8).map { _ in
          let client = try RawClient(address, from: "127.0.0.2")
          client.send("GET /events HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 9.9.9.9\r\n\r\n")
          #expect(try client.receive(until: ":\n\r\n").status == "200")
          return client
        }
        let client = try RawClient(address, from: "127.0.0.2")
        client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 9.9.9.9\r\n\r\n")
        #expect(try client.receive(until: "[]").status == "200")
        withExtendedLifetime(streams) {}
      }
    }
  }

  /// The table is full of slow members: the one with the most requests makes room, not the slowest.
  @Test func membersGiveWayAfterStrangers() async throws {
    let begun = Mutex(0)
    try await withServer {
      ($0.connections, $0.peerShare, $0.slowSeconds) = (4, 1, 0)
    } answering: {
      begun.withLock { $0 += 1 }
      return await Self.echoToAccounts($0)
    } _: { server in
      let address = server.address
      try await onThread {
        func member(_ name: String, sends count: Int) throws -> RawClient {
          let client = try RawClient(address)
          client.send(
            Self.slowBody("Authorization: \(name)") + String(repeating: "x", count: count))
          return client
        }
        let calm = try member("calm", sends: 0)
        var busy = try (1...2).map { try member("busy", sends: 100 * $0) }
        let stranger = try RawClient(address)
        stranger.send(Self.slowBody + String(repeating: "x", count: 500))
        for (leaving, count) in [(stranger, 4), (busy[0], 6)] {
          try #require(eventuallyBlocking { begun.withLock(\.self) == count })
          let newcomer = try RawClient(address)
          newcomer.send(Self.request)
          #expect(try newcomer.rest().hasSuffix("GET / []"))
          #expect(try leaving.receive() == [])
          busy.append(try member("busy", sends: 900))
        }
        calm.send(String(repeating: "x", count: 996))
        #expect(try calm.receive(until: "]").status == "200")
      }
    }
  }

  /// Names and values of chunks that never end are no body.
  @Test func chunkExtensionsAreBounded() async throws {
    try await withServer(answering: { await echo($0) }) { server in
      let address = server.address
      let (sent, reply) = try await onThread {
        let client = try RawClient(address)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;")
        let noise = String(repeating: "x", count: 16 << 10)
        var sent = 0
        while sent < 64, client.send(noise) {
          sent += 1
          usleep(2_000)
        }
        client.endSending()
        return (sent, try client.rest())
      }
      #expect(reply.status == "400", "after \(sent) pieces: \(reply)")
      #expect(reply.contains("malformed"))
      // Chunks of a byte each are slow, and no fault.
      let small = String(repeating: "1\r\nx\r\n", count: 50_000)
      let taken = try await exchange(
        server,
        "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
          + small + "0\r\n\r\n")
      #expect(taken.status == "200" && taken.count > 50_000)
    }
  }

  /// curl and Java offer HTTP/2 in this way, and go on with HTTP/1.1 where that is not taken up.
  @Test(arguments: ["GET", "POST"])
  func anOfferOfAnotherProtocolIsAnsweredAndTheConnectionEnds(_ method: String) async throws {
    try await withServer(answering: { await echo($0) }) { server in
      let length = method == "POST" ? "Content-Length: 2\r\n\r\nab" : "\r\n"
      // The exchange fails if the connection stays open.
      let reply = try await exchange(
        server,
        "\(method) / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\n"
          + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\(length)")
      #expect(reply.status == "200" && reply.hasSuffix(method == "POST" ? "[ab]" : "[]"))
      #expect(reply.contains("Connection: close\r\n"))
    }
  }
}
