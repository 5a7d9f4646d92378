import FireflyPrograms
import Foundation
import TerminalHarness
import Testing

@testable import FireflyAutomation
@testable import FireflyHTTP
@testable import FireflyRuntime

/// Who may drive the program: programs of the user, and nobody else.
@Suite(.serialized) struct AutomationServerTests {
  private func send(_ request: LocalRequest, to port: Int) async throws -> LocalRequest.Response {
    // A thread of its own, because it blocks.
    try await withCheckedThrowingContinuation { done in
      Thread { done.resume(with: Result { try request.send(to: port) }) }.start()
    }
  }

  private func run(
    _ body: @escaping @MainActor @Sendable (Stage, Int) async throws -> Void
  ) async throws {
    try await Stage.run(motion: .none) { stage, server in
      try await stage.start(among: 3, on: server)
      let automation = Automation()
      automation.attach(to: stage.runtime)
      let listener = try await AutomationServer(port: 0, automation)
      do {
        try await body(stage, listener.port)
      } catch {
        await listener.stop()
        throw error
      }
      await listener.stop()
    }
  }

  @Test func programsOfTheUserAreAnswered() async throws {
    try await run { stage, port in
      for _ in 0..<3 {
        let response = try await send(LocalRequest("GET", "/screen"), to: port)
        #expect(response.status == 200)
        #expect(response.body == stage.screen.text)
      }
    }
  }

  @Test(arguments: [
    ["Host": "evil.example:8081"], ["Origin": "http://evil.example"],
    ["Origin": "http://127.0.0.1:1"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
    ["Sec-Fetch-Site": "same-site"], ["Host": ""],
  ])
  func pagesOfOtherHostsAreRefused(fields: [String: String]) async throws {
    try await run { stage, port in
      let request = LocalRequest("POST", "/test/tap?id=toolbar-users", fields: fields)
      let response = try await send(request, to: port)
      #expect(response.status == 403)
      #expect(try response.json()["status"] as? String == "error")
      #expect(stage.screen.text.contains("1 of 3"))
    }
  }

  /// What isn't even a request is told in JSON as well.
  @Test(arguments: [
    ("GET /state HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
    ("GET /state HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n", 403),
    ("GET /state HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET /\(String(repeating: "x", count: 20_000)) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 431),
    ("POST /test/tap HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    ("nonsense\r\n\r\n", 405),
  ])
  func invalidRequestsAreRefusedInJSON(request: String, status: Int) async throws {
    try await run { _, port in
      let answer = try await output(
        of: [
          "/usr/bin/env", "bash", "-c",
          "exec 3<>/dev/tcp/127.0.0.1/\(port); printf '%s' \"$0\" >&3; cat <&3", request,
        ])
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
      #expect(answer.lowercased().contains("content-type: application/json"))
      let start = try #require(answer.range(of: "\r\n\r\n")).upperBound
      let body = try JSONSerialization.jsonObject(with: Data(answer[start...].utf8))
      #expect((body as? [String: Any])?["status"] as? String == "error")
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root can be somebody else"))
  func anotherUserIsRefused() async throws {
    try await run { stage, port in
      // Whoever it is, it has to be told from the user by the socket alone.
      let script = """
        exec 3<>/dev/tcp/127.0.0.1/\(port)
        printf 'POST /test/tap?id=toolbar-users HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nConnection: close\\r\\n\\r\\n' >&3
        cat <&3
        """
      for (user, status) in [("0", "200"), ("65534", "403")] {
        let output = try await output(
          of: ["/usr/bin/setpriv", "--reuid=\(user)", "--clear-groups", "bash", "-c", script])
        #expect(output.hasPrefix("HTTP/1.1 \(status)"), "\(user): \(output)")
      }
      #expect(await stage.ask("POST", "/test/tap?id=toolbar-makepost").status == 200)
    }
  }

  /// A socket that was closed at once is nobody's, although the kernel shows it as root's.
  @Test func closedConnectionsConfirmNothing() async throws {
    try await run { stage, port in
      let request = "POST /test/tap?id=toolbar-users HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n\\r\\n"
      for _ in 0..<5 {
        _ = try await output(
          of: [
            "/usr/bin/env", "bash", "-c",
            "for i in 1 2 3; do exec 3<>/dev/tcp/127.0.0.1/\(port); printf '\(request)' >&3; exec 3>&-; done",
          ])
      }
      // Some of them may have been seen in time: what matters is that it goes on.
      #expect(await stage.ask("GET", "/state").status == 200)
    }
  }

  private func output(of command: [String]) async throws -> String {
    try await withCheckedThrowingContinuation { done in
      Thread {
        done.resume(
          with: Result {
            let (process, pipe) = (ChildProgram(), Pipe())
            process.executableURL = URL(fileURLWithPath: command[0])
            process.arguments = Array(command.dropFirst())
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            try process.run()
            let data = pipe.fileHandleForReading.remainingData()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self)
          })
      }.start()
    }
  }

  /// A closed socket has no owner, although the other end is still open.
  @Test func theOwnerOfASocketIsFound() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    let port = try withUnsafeMutablePointer(to: &place) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int in
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try #require(bind(listener, address, length) == 0 && listen(listener, 4) == 0)
        try #require(getsockname(listener, address, &length) == 0)
        return Int(UInt16(bigEndian: pointer.pointee.sin_port))
      }
    }
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let (connected, own) = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let connected = connect(client, address, length) == 0
        getsockname(client, address, &length)
        return (connected, Int(UInt16(bigEndian: pointer.pointee.sin_port)))
      }
    }
    try #require(connected)
    #expect(PeerOwner.owner(ofPort: own, to: port) == getuid())
    #expect(PeerOwner.owner(ofPort: own, to: own) == nil)
    // It is not root's, as it seems.
    close(client)
    #expect(PeerOwner.owner(ofPort: own, to: port) == nil)
  }

  @Test func usedPortIsReported() async throws {
    try await run { _, port in
      await #expect(throws: HTTPListenError.addressTaken) {
        _ = try await AutomationServer(port: port, Automation())
      }
    }
  }

  @Test func theTablesOfTheKernelAreRead() {
    let line = { (own: String, other: String, uid: String, inode: String) in
      "   4: \(own) \(other) 01 00000000:00000000 00:00000000 00000000 \(uid)        0 \(inode) 2 0"
    }
    let own = "0100007F:D760", other = "0100007F:9681"
    let (port, server) = (0xD760, 0x9681)
    #expect(
      SocketTable.tcp.owner(in: line(own, other, "1000", "77"), from: port, to: server) == 1000)
    #expect(
      SocketTable.tcp.owner(in: line(own, other, "    0", "0"), from: port, to: server) == nil)
    #expect(
      SocketTable.tcp.owner(in: line(other, own, "1000", "77"), from: port, to: server) == nil)
    #expect(
      SocketTable.tcp.owner(in: line("0200007F:D760", other, "1", "7"), from: port, to: server)
        == nil)
    let mapped = "0000000000000000FFFF0000"
    #expect(
      SocketTable.tcp6.owner(
        in: line(mapped + own, mapped + other, "1000", "77"), from: port, to: server) == 1000)
    #expect(
      SocketTable.tcp6.owner(in: line(own, other, "1000", "77"), from: port, to: server) == nil)
    for broken in ["", "x", "  sl  local_address rem_address   st", line(own, other, "-1", "9")] {
      #expect(SocketTable.tcp.owner(in: broken, from: port, to: server) == nil)
    }
  }
}
