import Foundation
import Testing

/// `firefly serve`.
@Suite struct ServeTests {
  /// The address in what a server prints first.
  private func address(in output: Pipe) throws -> String {
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let match = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/))
    return String(match.0)
  }

  @Test func othersCanUseIt() throws {
    let (server, client) = (try Program(), try Program())
    let (process, output) = try server.start("serve", "--port", "0")
    defer { process.terminate() }
    let address = try address(in: output)
    let result = try client.run("posts", "--server", address, "--limit", "2")
    #expect(result.lines.count == 2)
    // The client has opened no database of its own.
    let data = client.home.appendingPathComponent(".local/share/firefly").path
    #expect(!FileManager.default.fileExists(atPath: data))
  }

  @Test func aTakenPortIsNamed() throws {
    let program = try Program()
    let (process, output) = try program.start("serve", "--port", "0")
    defer { process.terminate() }
    let port = try #require(address(in: output).split(separator: ":").last)
    let result = try Program().run("serve", "--port", String(port))
    #expect(result.status == 1)
    #expect(result.error == "firefly: Port \(port) is taken by another program.\n")
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func endingItIsNoFailure(signal: Int32) throws {
    let program = try Program()
    let (process, output) = try program.start("serve", "--port", "0")
    _ = try address(in: output)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  @Test func aHostThatIsNoneOfOurs() throws {
    let result = try Program().run("serve", "--host", "nowhere", "--port", "0")
    #expect(result.status == 1)
    #expect(result.error == "firefly: Can't listen on nowhere, port 0: no such address\n")
  }
}
