import Eventually
import FireflyPrograms
import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// `firefly serve` where its standard output is blocked or gone: everybody is served all the same.
@Suite(.ownThreads) struct ServerOutputTests {
  private let home: Program
  private let port: Int
  private var address: String { "http://127.0.0.1:\(port)" }

  init() throws {
    home = try Program()
    port = try FreePort.any()
  }

  private func status(_ path: String, _ options: String...) throws -> String {
    try Program.curl(["-o", "/dev/null", "-w", "%{http_code}"] + options + [address + path])
  }

  private func sendCode(to email: String) throws -> String {
    try status(
      "/api/auth/send-code", "-H", "Content-Type: application/json",
      "-d", #"{"email":"\#(email)"}"#)
  }

  private func waitForServer() throws {
    try #require(try eventuallyBlocking { try status("/healthz") == "200" })
  }

  /// Every code is in the log, whether it was printed or not.
  private func expectToBeServed(_ emails: ClosedRange<Int>) throws {
    for number in emails {
      #expect(try sendCode(to: "stranger\(number)@example.org") == "200")
      #expect(home.log?.contains("code for stranger\(number)@example.org is") == true)
    }
    #expect(try status("/healthz") == "200")
    #expect(try status("/api/posts/1") == "200")
  }

  @Test func pausedTerminalDelaysNoOtherClient() throws {
    let terminal = try home.terminal(["serve", "--port", "\(port)"])
    try terminal.wait(for: "codes are printed")
    // Ctrl-S
    try terminal.send("<c-s>")
    try expectToBeServed(1...2)
    // Ctrl-Q
    try terminal.send("<c-q>")
    try terminal.wait(for: "code for stranger2@example.org is")
    try terminal.send("<c-s>")
    try expectToBeServed(3...3)
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForExit() == .code(0))
  }

  @Test func aShellThatStopsBackgroundJobsThatPrintStopsNoServer() throws {
    let terminal = try home.terminal(command: [
      "/bin/sh", "-c",
      "stty tostop; set -m; \"$FIREFLY\" serve --port \(port) & trap 'kill $!' TERM; wait",
    ])
    // The shell alone knows its job.
    defer {
      terminal.signal(SIGTERM)
      _ = try? terminal.waitForExit()
    }
    try waitForServer()
    try expectToBeServed(1...2)
    try terminal.wait(for: "code for stranger2@example.org is")
  }

  @Test func fullPipeDelaysNoOtherClient() throws {
    // The pipe is full before the server says its first word.
    let (process, output) = try home.start(command: [
      "/bin/sh", "-c",
      "dd if=/dev/zero bs=65536 count=1 2>/dev/null; exec \"$0\" serve --port \(port)",
      BuiltProgram.firefly,
    ])
    defer { withExtendedLifetime(output) { process.terminate() } }
    try waitForServer()
    try expectToBeServed(1...3)
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  @Test func aReaderThatHasGoneEndsNothing() throws {
    let (process, output) = try home.start("serve", "--port", "\(port)")
    defer { process.terminate() }
    _ = output.fileHandleForReading.nextData()
    try output.fileHandleForReading.close()
    try expectToBeServed(1...3)
    let warning = "Standard output can't be written: Broken pipe."
    #expect(home.log?.components(separatedBy: warning).count == 2)
  }

  /// As after a rotation of the log by another program.
  @Test func serverReopensItsLogAfterSIGHUP() throws {
    let (process, output) = try home.start("serve", "--port", "\(port)")
    defer { process.terminate() }
    _ = try Program.address(in: output)
    let file = home.home.appendingPathComponent(".local/state/firefly/firefly.log").path
    #expect(rename(file, file + ".old") == 0)
    let isOpenedAgain = eventuallyBlocking {
      kill(process.processIdentifier, SIGHUP)
      return home.log?.contains("log opened again") == true
    }
    #expect(isOpenedAgain)
    try expectToBeServed(1...1)
    #expect(process.isRunning)
  }

  @Test func anIPv6AddressMayHaveBrackets() throws {
    let result = try Program().shell(
      """
      $FIREFLY serve --host '[::1]' --port 0 >out & job=$!
      until grep -q http out; do sleep 0.05; done
      kill $job; wait $job; cat out
      """)
    #expect(result.output.contains("at http://[::1]:"), "\(result)")
  }
}
