import Eventually
import FireflyPrograms
import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// The program; nil where it is not installed.
let haproxy = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy", "/usr/bin/haproxy"]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

/// `firefly serve` behind HAProxy, as the manual has it.
@Suite(.ownThreads, .enabled(if: haproxy != nil, "HAProxy is not installed")) struct HAProxyTests {
  private func status(_ options: String...) throws -> String {
    try Program.curl(["-o", "/dev/null", "-w", "%{http_code}"] + options)
  }

  /// Asks until the status is the one that is waited for.
  private func waits(for wanted: String, at url: String) throws -> Bool {
    try eventuallyBlocking { try status(url) == wanted }
  }

  @Test func clientsAreServedWhileTheServerIsReady() throws {
    let home = try Program()
    let port = try FreePort.any()
    let house = try ServedHouse(
      "--trusted-proxy", "127.0.0.1", "--metrics-listen", "127.0.0.1:0", home: home)
    let lines = try ManualBlock.beginning(with: "frontend posts")
      .replacing(/bind :443 ssl crt \S+/, with: "bind 127.0.0.1:\(port)")
      .replacing("127.0.0.1:8080", with: "127.0.0.1:\(house.port)")
      .replacing("inter 2s", with: "inter 100ms")
    #expect(lines.contains("option httpchk GET /readyz"))
    try home.write(lines, to: "haproxy.cfg")
    let proxy = ChildProgram()
    proxy.executableURL = URL(fileURLWithPath: try #require(haproxy))
    proxy.arguments = ["-db", "-f", home.home.appendingPathComponent("haproxy.cfg").path]
    proxy.standardOutput = FileHandle.nullDevice
    proxy.standardError = FileHandle.nullDevice
    try proxy.run()
    defer {
      kill(proxy.processIdentifier, SIGKILL)
      proxy.waitUntilExit()
    }
    let address = "http://127.0.0.1:\(port)"
    #expect(try waits(for: "200", at: "\(address)/api/ping"))
    // The proxy names requests, not the client.
    let head = try Program.curl([
      "-D", "-", "-o", "/dev/null", "-H", "X-Request-Id: forged", "\(address)/api/ping",
    ])
    #expect(head.firstMatch(of: /(?i)x-request-id: [0-9a-f-]{36}\r\n/) != nil, "\(head)")
    // Three codes a minute to people who are not known, for each client and whatever it says.
    for source in ["127.0.0.2", "127.0.0.4"] {
      let statuses = try (1...4).map { number in
        try status(
          "--interface", source, "-H", "X-Forwarded-For: 9.9.9.\(number)",
          "-H", "Content-Type: application/json",
          "-d", #"{"email":"\#(source)-\#(number)@example.org"}"#,
          "\(address)/api/auth/send-code")
      }
      #expect(statuses == ["200", "200", "200", "429"])
    }
    #expect(try status("\(address)/metrics") == "404")
    // A server that stops gets no more requests.
    kill(house.processID, SIGTERM)
    #expect(try waits(for: "503", at: "\(address)/api/ping"))
  }
}
