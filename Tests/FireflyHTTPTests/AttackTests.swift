import Eventually
import Foundation
import SeededRandom
import Synchronization
import Testing

@testable import FireflyHTTP

/// What no decent client does.
@Suite struct AttackTests {
  private static let request =
    "POST /x?y HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"

  @Test func requestsMayComeByteByByte() async throws {
    try await withServer(answering: echo) { server in
      let address = server.address
      let reply = try await onThread {
        let client = try RawClient(address)
        for byte in Self.request.utf8 {
          client.send([byte])
          usleep(200)
        }
        return try client.receive(until: "]")
      }
      #expect(reply.hasSuffix("POST /x?y [hello]"))
    }
  }

  @Test(arguments: [0, 5, 6]) func aBodyMayHaveAsManyBytesAsAllowed(count: Int) async throws {
    let body = HTTPBody(Array(repeating: 1, count: count))
    if count > 5 {
      await #expect(throws: HTTPBodyError.tooLarge(limit: 5)) { try await body.bytes(atMost: 5) }
    } else {
      #expect(try await body.bytes(atMost: 5).count == count)
    }
  }

  /// Wherever a request is cut, it is refused or dropped, and the next one is answered.
  @Test func requestsMayBeCutAnywhere() async throws {
    let asked = Mutex<[String]>([])
    try await withServer(answering: { request in
      let bytes = try? await request.body.bytes(atMost: 100)
      asked.withLock { $0.append(bytes.map { String(decoding: $0, as: UTF8.self) } ?? "cut") }
      return .text("done")
    }) { server in
      for length in 0..<Self.request.utf8.count {
        let part = String(decoding: Self.request.utf8.prefix(length), as: UTF8.self)
        let reply = try await exchange(server, part, ends: true)
        #expect(["", "200", "400"].contains(reply.status), "cut at \(length): \(reply)")
      }
      #expect(asked.withLock { $0.filter { $0 != "cut" } } == [])
      #expect(try await exchange(server, Self.request, ends: true).hasSuffix("done"))
    }
  }

  /// What is read for a client that has gone is given up; who still listens gets what comes at once.
  @Test(.timeLimit(.minutes(10))) func readsForClosedConnectionsStop() async throws {
    let begun = Mutex(0)
    let ended = Mutex(0)
    try await withServer(
      { $0.silentSeconds = 0.2 },
      answering: { request in
        guard request.target == "/slow" else { return .text("quick") }
        begun.withLock { $0 += 1 }
        try? await Task.sleep(for: .seconds(request.method == "GET" ? 60 : 0.5))
        ended.withLock { $0 += 1 }
        return .text("slow")
      }
    ) { server in
      let address = server.address
      try await onThread {
        for _ in 1...20 { try RawClient(address).send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n") }
      }
      try #require(try await eventually { begun.withLock(\.self) == 20 })
      try #require(try await eventually { ended.withLock(\.self) == 20 })
      let quick = "GET /quick HTTP/1.1\r\nHost: a\r\n\r\n"
      #expect(try await exchange(server, quick, ends: true).hasSuffix("quick"))
      // What changes something is never given up.
      let change = "DELETE /slow HTTP/1.1\r\nHost: a\r\n\r\n"
      #expect(try await exchange(server, change, ends: true).hasSuffix("slow"))
    }
  }

  /// Otherwise only the next event would show that a listener has gone, and there may be none for hours.
  @Test func listenersThatHaveGoneAreLetGo() async throws {
    let begun = Mutex(0)
    let ended = Mutex(0)
    try await withServer(answering: { request in
      var response = HTTPResponse(
        status: 200,
        body: .stream {
          let isFirst = begun.withLock { begun in
            defer { begun += 1 }
            return begun % 2 == 0
          }
          if isFirst { return Array(":\n\n".utf8) }
          try? await Task.sleep(for: .seconds(60))
          ended.withLock { $0 += 1 }
          return nil
        })
      response.isOpenEnded = true
      return response
    }) { server in
      let address = server.address
      for number in 1...5 {
        try await onThread {
          let client = try RawClient(address)
          client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
          _ = try client.receive(until: ":\n\n\r\n")
        }
        try #require(try await eventually { ended.withLock(\.self) == number })
      }
      #expect(begun.withLock(\.self) == 10)
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 17 << 10))\r\n",
    "GET / HTTP/1.1\r\n\(String(repeating: "x", count: 17 << 10)): x\r\n",
    "GET /\(String(repeating: "x", count: 17 << 10)) HTTP/1.1\r\n",
    "GET / HTTP/1.1\r\n" + (1...101).map { "X\($0): y\r\n" }.joined(),
    "GET / HTTP/1.1\r\n"
      + (1...5).map { "X\($0): \(String(repeating: "y", count: 15 << 10))\r\n" }.joined(),
    // Without an end, so that only its length can be what is refused.
    "GET /\(String(repeating: "x", count: 1 << 20))",
    "GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 1 << 20))",
  ])
  func longHeadsAreRefused(_ head: String) async throws {
    try await withServer { server in
      let reply = try await exchange(server, head + "Host: a\r\n\r\n")
      #expect(["414", "431"].contains(reply.status), "\(reply.prefix(60))")
      #expect(reply.contains("Connection: close"))
    }
  }

  @Test(arguments: [
    ("Host: a\r\nHost: a\r\n", "400"), ("Host: a\r\nhost: b\r\n", "400"), ("", "400"),
    ("Host: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n", "400"),
    ("Host: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n", "400"),
    ("Host: a\r\nContent-Length: -5\r\n", "400"), ("Host: a\r\nContent-Length: 9e9\r\n", "400"),
    ("Host: a\r\nContent-Length: 99999999999999999999999\r\n", "400"),
    ("Host: a\r\nTransfer-Encoding: gzip\r\n", "501"),
    ("Host: a\r\nTransfer-Encoding: gzip, chunked\r\n", "501"),
    ("Host: a\r\nX Y: z\r\n", "400"), ("Host: a\r\nX: \u{0}\r\n", "400"),
    ("Host: a\r\n folded: x\r\n", "400"),
  ])
  func headsOfTwoMeaningsAreRefused(_ fields: String, _ status: String) async throws {
    try await withServer(answering: echo) { server in
      let reply = try await exchange(
        server, "POST / HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n", ends: true)
      #expect(reply.status == status, "\(reply)")
    }
  }

  @Test(arguments: [
    "\r\n\r\n", "GET\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n", "BREW / HTTP/1.1\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n", "GET / HTCPCP/1.0\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
  ])
  func noiseIsRefused(_ noise: String) async throws {
    try await withServer(answering: echo) { server in
      let reply = try await exchange(server, noise, ends: true)
      #expect(["", "400", "405", "505"].contains(reply.status), "\(reply)")
      #expect(try await exchange(server, Self.request, ends: true).hasSuffix("[hello]"))
    }
  }

  /// Who has said all that it will say may still listen.
  @Test func aResponseThatHasBegunIsSentToItsEnd() async throws {
    try await withServer(
      { $0.silentSeconds = 0.2 },
      answering: { _ in
        let count = Mutex(0)
        return HTTPResponse(
          status: 200,
          body: .stream {
            let number = count.withLock { count in
              count += 1
              return count
            }
            if number == 2 { try await Task.sleep(for: .seconds(0.7)) }
            return number > 2 ? nil : Array("piece \(number) ".utf8)
          })
      }
    ) { server in
      let address = server.address
      let reply = try await onThread {
        let client = try RawClient(address)
        client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let start = try client.receive(until: "piece 1 \r\n")
        client.endSending()
        return start + (try client.rest())
      }
      #expect(reply.contains("piece 2 ") && reply.hasSuffix("\r\n0\r\n\r\n"))
    }
  }

  @Test func endlessChunkExtensionsAreRefused() async throws {
    try await withServer(answering: echo) { server in
      let address = server.address
      let reply = try await onThread {
        let client = try RawClient(address)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;")
        for _ in 1...40 { client.send(String(repeating: "x", count: 10_000)) }
        return try client.receive(until: "\r\n\r\n")
      }
      #expect(reply.status == "400")
      #expect(reply.contains("Connection: close"))
    }
  }

  /// Valid requests with bytes changed, left out and put in; whole ones are answered after each.
  @Test func mutatedRequestsDoNoHarm() async throws {
    var random = SplitMix(seed: 8)
    let chunked =
      "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
    let requests: [[UInt8]] = (1...400).map { number in
      var bytes = Array((number.isMultiple(of: 2) ? Self.request : chunked).utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 5))
        case 2: bytes.insert(contentsOf: bytes.suffix(20), at: place)
        default: bytes.insert(contentsOf: "\r\n".utf8, at: place)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      return bytes
    }
    try await withServer(answering: echo) { server in
      let address = server.address
      try await onThread {
        for request in requests {
          let client = try RawClient(address)
          client.send(request)
          client.endSending()
          _ = try client.rest()
        }
      }
      #expect(try await exchange(server, Self.request, ends: true).hasSuffix("[hello]"))
    }
  }

  @Test func slowHeadsAreHungUpOn() async throws {
    try await withServer {
      $0.headSeconds = 0.2
    } _: { server in
      let address = server.address
      let reply = try await onThread {
        let client = try RawClient(address)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n")
        // One more field each 20 ms, for ever.
        while client.send("X: y\r\n") { usleep(20_000) }
        return try client.rest()
      }
      #expect(reply == "")
    }
  }

  @Test func silentConnectionsAreClosed() async throws {
    try await withServer {
      $0.idleSeconds = 0.1
    } _: { server in
      #expect(try await exchange(server, "") == "")
      // After an answer, too.
      let reply = try await exchange(server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(reply.hasSuffix("hello"))
    }
  }

  @Test func truncatedBodiesAreReported() async throws {
    try await withServer {
      $0.progressSeconds = 0.2
    } answering: {
      await echo($0)
    } _: { server in
      let reply = try await exchange(
        server, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nsome")
      #expect(reply.status == "400")
      #expect(reply.hasSuffix("timedOut"))
    }
  }

  /// A client that was refused is read for a while, so that it gets to read why.
  @Test(.timeLimit(.minutes(10)), arguments: [(600.0, 4 << 10), (0.3, 1)])
  func refusedClientsAreNotReadForEver(_ lingerSeconds: Double, _ progressBytes: Int) async throws {
    try await withServer {
      ($0.bodyBytes, $0.progressSeconds) = (1_000, 0.2)
      ($0.lingerSeconds, $0.progressBytes) = (lingerSeconds, progressBytes)
    } answering: {
      await echo($0)
    } _: { server in
      let address = server.address
      try await onThread {
        let client = try RawClient(address)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n")
        // Too slow, or too long.
        while client.send("x") { usleep(5_000) }
      }
    }
  }

  /// Slow is no fault: what takes ten times the time of silence is taken whole.
  @Test func slowBodiesAreTaken() async throws {
    try await withServer { limits in
      (limits.progressSeconds, limits.bodyProgressBytes) = (0.2, 100)
    } answering: {
      await echo($0)
    } _: { server in
      let address = server.address
      let reply = try await onThread {
        let client = try RawClient(address)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n")
        for _ in 1...100 {
          client.send(String(repeating: "x", count: 200))
          usleep(20_000)
        }
        return try client.receive(until: "]")
      }
      #expect(reply.count > 20_000)
    }
  }

  /// A body that trickles holds its connection no longer than a silent one.
  @Test(.timeLimit(.minutes(1))) func bodiesHaveALeastSpeed() async throws {
    try await withServer { limits in
      (limits.progressSeconds, limits.bodyProgressBytes) = (0.2, 8_000)
    } answering: {
      await echo($0)
    } _: { server in
      let address = server.address
      let reply = try await onThread {
        let client = try RawClient(address)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n")
        // The response comes while the client is still sending.
        var reply = ""
        while client.send("some bytes"), reply.isEmpty {
          usleep(10_000)
          if client.hasReceived { reply = String(decoding: try client.receive(), as: UTF8.self) }
        }
        return reply
      }
      #expect(reply.status == "400" && reply.contains("timedOut"), "\(reply)")
    }
  }

  /// Nothing is made for a client that reads nothing, and it is cut off.
  @Test func silentReadersAreCutOff() async throws {
    let pieces = Atomic(0)
    try await withServer {
      $0.progressSeconds = 0.2
    } answering: { _ in
      HTTPResponse(
        status: 200,
        body: .stream {
          pieces.add(1, ordering: .relaxed)
          return [UInt8](repeating: 0, count: 64 << 10)
        })
    } _: { server in
      let address = server.address
      try await onThread {
        let client = try RawClient(address)
        client.shrinkReceiveBuffer()
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        // The server's end is gone when what is sent is answered by a reset.
        while client.send("x") { usleep(20_000) }
      }
      // The kernel's buffer, ours, and one on its way.
      #expect(pieces.load(ordering: .relaxed) < 200)
    }
  }

  @Test func theOldestIdleConnectionMakesRoom() async throws {
    try await withServer {
      ($0.connections, $0.peerShare) = (4, 1)
    } answering: {
      await echo($0)
    } _: { server in
      let address = server.address
      try await onThread {
        let idle = try (1...4).map { number in
          let client = try RawClient(address)
          client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(try client.receive(until: "]").hasSuffix("[]"))
          return client
        }
        // The first one was used last.
        idle[0].send("GET /again HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try idle[0].receive(until: "]").hasSuffix("GET /again []"))
        var newcomers: [RawClient] = []
        for number in 1...2 {
          let client = try RawClient(address)
          newcomers.append(client)
          client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(try client.receive(until: "]").hasSuffix("[]"), "\(number)")
          #expect(try idle[number].receive() == [])
        }
        idle[0].send("GET /still HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try idle[0].receive(until: "]").hasSuffix("GET /still []"))
      }
    }
  }

  @Test func whereAllAreBusyNewcomersAreTurnedAway() async throws {
    let release = AsyncStream.makeStream(of: Void.self)
    let asked = AsyncStream.makeStream(of: Void.self)
    try await withServer {
      $0.connections = 1
    } answering: { _ in
      asked.continuation.yield()
      for await _ in release.stream { break }
      return .text("late")
    } _: { server in
      async let busy = exchange(
        server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      var isAsked = asked.stream.makeAsyncIterator()
      await isAsked.next()
      #expect(try await exchange(server, Self.request) == "")
      release.continuation.yield()
      let text = try await busy
      #expect(text.hasSuffix("late"))
    }
  }

  /// A client that breaks off takes its answer's task with it.
  @Test(.timeLimit(.minutes(10))) func abandonedRequestsAreCancelled() async throws {
    let asked = AsyncStream.makeStream(of: Void.self)
    let cancelled = AsyncStream.makeStream(of: Void.self)
    try await withServer(answering: { _ in
      asked.continuation.yield()
      try? await Task.sleep(for: .seconds(60))
      if Task.isCancelled { cancelled.continuation.yield() }
      return .text("")
    }) { server in
      var client: RawClient? = try RawClient(server.address)
      client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      var isAsked = asked.stream.makeAsyncIterator()
      await isAsked.next()
      client?.reset()
      client = nil
      var isCancelled = cancelled.stream.makeAsyncIterator()
      await isCancelled.next()
    }
  }

  @Test(.timeLimit(.minutes(10))) func failedListenerIsReported() async throws {
    let server = try await HTTPServer(on: .tcp(host: "127.0.0.1", port: 0)) { _ in .text("") }
    guard case .tcp(_, let port) = server.address else { return }
    for file in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      guard let number = Int32(file) else { continue }
      var (address, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
      var (listens, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
      let isOurs = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getsockname(number, $0, &length) == 0
        }
      }
      guard isOurs, Int(in_port_t(bigEndian: address.sin_port)) == port,
        getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens != 0
      else { continue }
      shutdown(number, Int32(SHUT_RDWR))
    }
    await server.waitUntilClosed()
    await server.stop()
  }
}
