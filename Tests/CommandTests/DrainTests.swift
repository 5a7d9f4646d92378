import Eventually
import FireflyPrograms
import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// How `firefly serve` ends when its supervisor asks for it.
@Suite(.ownThreads) struct DrainTests {
  /// A request whose end is sent later.
  private struct UnfinishedRequest {
    let file: Int32
    private static let body = #"{"email":"mei@example.org"}"#

    init(to port: Int) throws {
      file = try #require(LocalSocket.connect(to: port))
      var limit = timeval(tv_sec: 20, tv_usec: 0)
      setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      write(
        "POST /api/auth/send-code HTTP/1.1\r\nHost: localhost\r\n"
          + "Content-Length: \(Self.body.utf8.count)\r\nContent-Type: application/json\r\n"
          + "Expect: 100-continue\r\n\r\n")
      // From here on the server is working on it.
      #expect(read().contains("100 Continue"))
    }

    func finish() { write(Self.body) }

    /// What comes next; empty at the end.
    func read() -> String {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(file, &buffer, buffer.count, 0)
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }

    private func write(_ text: String) {
      #expect(send(file, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count)
    }
  }

  /// Waits until nothing listens at a port.
  private func isClosed(_ port: Int) -> Bool {
    eventuallyBlocking { LocalSocket.connect(to: port).map { close($0) } == nil }
  }

  private func start() throws -> (process: ChildProgram, port: Int) {
    let (process, output) = try Program().start("serve", "--port", "0", "--open")
    let address = try Program.address(in: output)
    return (process, try #require(URL(string: address)?.port))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func requestsInFlightAreFinished(signal: Int32) throws {
    let (process, port) = try start()
    defer { process.terminate() }
    let request = try UnfinishedRequest(to: port)
    defer { close(request.file) }
    let idle = try #require(LocalConnection(to: port))
    #expect(try idle.ask("GET", "/readyz") == "ok\n")
    kill(process.processIdentifier, signal)
    #expect(isClosed(port))
    // An idle connection is closed, perhaps after a last answer.
    let last = try? idle.ask("GET", "/readyz")
    #expect(last == nil || last?.hasPrefix("The server is shutting down.") == true)
    #expect(process.isRunning)
    request.finish()
    let response = request.read()
    #expect(response.hasPrefix("HTTP/1.1 200"), "\(response)")
    #expect(response.lowercased().contains("connection: close"), "\(response)")
    #expect(request.read() == "")
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  /// A load balancer that asks at the address for metrics sees the end come.
  @Test func theAddressForMetricsSaysThatItStops() throws {
    let house = try ServedHouse("--open", "--metrics-listen", "127.0.0.1:0")
    let metrics = house.opening.firstMatch(of: /Metrics: http:\S+:(\d+)\//)?.1
    let probe = try #require(LocalConnection(to: metrics.flatMap { Int($0) } ?? 0))
    #expect(try probe.ask("GET", "/readyz") == "ok\n")
    let request = try UnfinishedRequest(to: house.port)
    defer { close(request.file) }
    kill(house.processID, SIGTERM)
    #expect(isClosed(house.port))
    #expect(try probe.ask("GET", "/readyz") == "The server is shutting down.\n")
    #expect(try probe.ask("GET", "/healthz") == "ok\n")
    #expect(try probe.ask("GET", "/metrics").contains("firefly_connections 1\n"))
    request.finish()
    #expect(request.read().hasPrefix("HTTP/1.1 200"))
  }

  @Test func streamsOfEventsAreEnded() throws {
    let (process, port) = try start()
    defer { process.terminate() }
    let (client, output) = try Program().start(command: [
      "/usr/bin/env", "curl", "-sN", "--max-time", "20",
      "http://127.0.0.1:\(port)/api/events?user_email=mei@example.org",
    ])
    // The stream has begun.
    #expect(output.fileHandleForReading.nextData().starts(with: Data(":".utf8)))
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    client.waitUntilExit()
    // With its last chunk: curl takes a stream that breaks off for a failure.
    #expect(client.terminationStatus == 0)
  }

  @Test func aSecondSignalEndsItAtOnce() throws {
    let (process, port) = try start()
    defer { process.terminate() }
    let request = try UnfinishedRequest(to: port)
    defer { close(request.file) }
    kill(process.processIdentifier, SIGTERM)
    #expect(isClosed(port))
    #expect(process.isRunning)
    let start = ContinuousClock.now
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    // The first signal alone waits ten seconds for the request.
    #expect(ContinuousClock.now - start < .seconds(9))
    #expect(request.read() == "")
  }
}
