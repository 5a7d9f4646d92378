import Foundation
import Synchronization
import Testing

@testable import FireflyHTTP

/// What decent clients do.
@Suite struct ExchangeTests {
  @Test func connectionsAreKept() async throws {
    try await withServer(answering: echo) { server in
      let address = server.address
      let replies = try await onThread {
        let client = try RawClient(address)
        return try (1...3).map { number in
          client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
          return try client.receive(until: "]")
        }
      }
      for (number, reply) in zip(1..., replies) {
        #expect(reply.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(reply.hasSuffix("\r\n\r\nGET /\(number) []"))
        #expect(!reply.contains("Connection:"))
      }
    }
  }

  @Test func pipelinedRequestsAreAnsweredInTurn() async throws {
    try await withServer(answering: { request in
      // The first one takes longest.
      if request.target == "/1" { try? await Task.sleep(for: .milliseconds(50)) }
      return await echo(request)
    }) { server in
      let bodies = "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
      let reply = try await exchange(
        server,
        "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n\(bodies)"
          + "GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let order = ["GET /1 []", "POST /2 [abc]", "GET /3 []"].map { reply.range(of: $0) }
      #expect(order.allSatisfy { $0 != nil })
      #expect(
        order.compactMap { $0?.lowerBound } == order.compactMap { $0?.lowerBound }.sorted())
    }
  }

  @Test func bodiesComeInChunksToo() async throws {
    try await withServer(answering: echo) { server in
      let reply = try await exchange(
        server,
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
          + "3\r\nabc\r\n5;x=y\r\ndefgh\r\n0\r\nTrailer: z\r\n\r\n")
      #expect(reply.hasSuffix("POST / [abcdefgh]"))
    }
  }

  /// As a client asks that takes the server for a proxy; the host is that of the target.
  @Test(arguments: [
    ("http://b:8080/1?x=y", "GET /1?x=y b:8080"), ("HTTPS://b", "GET / b"),
    ("http://b?x", "GET /?x b"),
    ("/http://b/", "GET /http://b/ a"),
  ])
  func aTargetMayNameItsHost(target: String, answer: String) async throws {
    try await withServer(answering: { request in
      let host = request.fields.all("host").joined(separator: ",")
      return HTTPResponse(
        status: 200, body: .bytes(Array("\(request.method) \(request.target) \(host)".utf8)))
    }) { server in
      let reply = try await exchange(
        server, "GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(reply.hasSuffix("\r\n\r\n\(answer)"), "\(reply)")
    }
  }

  /// Even if it asks to be kept, the connection of HTTP/1.0 with chunks ends.
  @Test func chunksOfOldClientsEndTheConnection() async throws {
    try await withServer(answering: echo) { server in
      let reply = try await exchange(
        server,
        "POST /1 HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "3\r\nabc\r\n0\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(reply.contains("POST /1 [abc]"), "\(reply)")
      #expect(!reply.contains("GET /2"), "\(reply)")
    }
  }

  @Test func oldClientsAreAnsweredAndHungUpOn() async throws {
    let pieces = Mutex([Array("a".utf8), [], Array("b".utf8)])
    try await withServer(answering: { _ in
      HTTPResponse(
        status: 200,
        body: .stream { pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() } })
    }) { server in
      let reply = try await exchange(server, "GET / HTTP/1.0\r\n\r\n")
      #expect(reply.hasSuffix("\r\n\r\nab"))
      #expect(!reply.contains("chunked"))
    }
  }

  @Test func streamsComeInChunks() async throws {
    let pieces = Mutex([Array("a".utf8), [], Array("bcd".utf8)])
    try await withServer(answering: { _ in
      HTTPResponse(
        status: 200,
        body: .stream { pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() } })
    }) { server in
      let reply = try await exchange(
        server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(reply.hasSuffix("\r\n\r\n1\r\na\r\n3\r\nbcd\r\n0\r\n\r\n"))
    }
  }

  /// Neither a stream that fails nor one that is too short looks like a whole answer.
  @Test(arguments: [nil, 3, 1])
  func brokenStreamsAreBrokenOff(_ length: Int?) async throws {
    struct Broken: Error {}
    let calls = Atomic(0)
    try await withServer(answering: { _ in
      HTTPResponse(
        status: 200,
        body: .stream(length: length) {
          let call = calls.add(1, ordering: .relaxed).newValue
          if call == 1 { return Array("ab".utf8) }
          if length == nil { throw Broken() }
          return nil
        })
    }) { server in
      let reply = try await exchange(server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(reply.isEmpty == (length == 1))
      #expect(!reply.contains("0\r\n\r\n"))
    }
  }

  @Test func headsAreAskedForWithoutBodies() async throws {
    try await withServer(answering: { request in
      switch request.target {
      case "/stream": HTTPResponse(status: 200, body: .stream { nil })
      case "/none": HTTPResponse(status: 304, fields: ["ETag": "x"])
      default: .text("hello")
      }
    }) { server in
      let reply = try await exchange(
        server,
        "HEAD / HTTP/1.1\r\nHost: a\r\n\r\nHEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n"
          + "GET /none HTTP/1.1\r\nHost: a\r\n\r\n"
          + "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(reply.components(separatedBy: "HTTP/1.1 ").count == 5)
      #expect(reply.components(separatedBy: "hello").count == 2)
      #expect(reply.components(separatedBy: "Content-Length: 5").count == 3)
      // Whatever follows a head without a body is the next head.
      let heads = reply.components(separatedBy: "\r\n\r\n")
      #expect(heads.dropLast().allSatisfy { $0.hasPrefix("HTTP/1.1 ") }, "\(reply)")
      #expect(heads.last == "hello")
      #expect(heads.first { $0.contains(" 304 ") }?.contains("Content-Length") == false)
    }
  }

  @Test func permissionToSendABodyIsGiven() async throws {
    try await withServer(answering: echo) { server in
      let address = server.address
      let (first, second) = try await onThread {
        let client = try RawClient(address)
        client.send(
          "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        let first = try client.receive(until: "\r\n\r\n")
        client.send("ab")
        return (first, try client.receive(until: "]"))
      }
      #expect(first == "HTTP/1.1 100 Continue\r\n\r\n")
      #expect(second.hasSuffix("POST / [ab]"))
    }
  }

  @Test func halfClosedConnectionsAreAnswered() async throws {
    try await withServer(answering: { request in
      try? await Task.sleep(for: .milliseconds(50))
      return await echo(request)
    }) { server in
      let reply = try await exchange(
        server, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", ends: true)
      #expect(reply.hasSuffix("POST / [x]"))
    }
  }

  /// A request that is refused early is taken to its end, or the client would not get to read why.
  @Test func refusalsOfLargeBodiesArrive() async throws {
    try await withServer { limits in
      limits.bodyBytes = 1000
    } answering: {
      await echo($0)
    } _: { server in
      let body = String(repeating: "x", count: 3_000_000)
      for head in [
        "Content-Length: 3000000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n2dc6c0\r\n",
      ] {
        let reply = try await exchange(
          server, "POST / HTTP/1.1\r\nHost: a\r\n\(head)\(body)\r\n0\r\n\r\n")
        #expect(reply.status == "400", "\(reply.prefix(100))")
        #expect(reply.contains("tooLarge(limit: 1000)"))
        #expect(reply.contains("Connection: close"))
      }
    }
  }

  @Test func unixSocketsAreListenedOn() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-\(UUID().uuidString.prefix(8)).sock"
    ).path
    defer { unlink(path) }
    let server = try await HTTPServer(on: .unixSocket(path: path)) { .text("\($0.peer)") }
    let reply = try await exchange(
      server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(reply.hasSuffix("unixSocket"))
    await #expect(throws: HTTPListenError.addressTaken) {
      _ = try await HTTPServer(on: .unixSocket(path: path)) { _ in .text("") }
    }
    await server.stop()
    await #expect(throws: HTTPListenError.self) {
      _ = try await HTTPServer(
        on: .unixSocket(path: "/tmp/" + String(repeating: "x", count: 200))
      ) { _ in .text("") }
    }
  }

  @Test func answersUnderWayAreFinishedBeforeItStops() async throws {
    let isAsked = AsyncStream.makeStream(of: Void.self)
    let server = try await HTTPServer(on: .tcp(host: "127.0.0.1", port: 0)) { _ in
      isAsked.continuation.yield()
      try? await Task.sleep(for: .milliseconds(100))
      return .text("done")
    }
    async let reply = exchange(server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    var asked = isAsked.stream.makeAsyncIterator()
    await asked.next()
    // Longer than the client waits.
    await server.stop(grace: .seconds(600))
    let text = try await reply
    #expect(text.hasSuffix("done"))
    await #expect(throws: POSIXError.self) { _ = try await exchange(server, "") }
  }
}
