import FireflyPrograms
import Foundation
import TerminalHarness
import Testing

/// `firefly serve`, with what it has said so far.
final class ServedHouse {
  let home: Program
  private let process: ChildProgram
  private let output: Pipe
  private var said = ""
  let address: String

  /// Starts it with these options, and waits until it listens.
  init(_ options: String..., home: Program? = nil) throws {
    self.home = try home ?? Program()
    (process, output) = try self.home.start(["serve", "--port", "0"] + options)
    let handle = output.fileHandleForReading
    while !said.contains("codes are") {
      let data = handle.nextData()
      if data.isEmpty { break }
      said += String(decoding: data, as: UTF8.self)
    }
    address = String(try #require(said.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)).0)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// What it said at the start.
  var opening: String { said }

  var processID: Int32 { process.processIdentifier }

  var port: Int { URL(string: address)?.port ?? 0 }

  /// The code that it prints next, for this e-mail if one is given.
  func nextCode(for email: String? = nil) throws -> String {
    while true {
      let line = String(decoding: output.fileHandleForReading.nextData(), as: UTF8.self)
      try #require(!line.isEmpty)
      let codes = line.matches(of: /code for (\S+) is (\d{4})\./)
      if let code = codes.last(where: { email == nil || $0.1 == email ?? "" }) {
        return String(code.2)
      }
    }
  }

  /// Signs somebody in with their own program.
  func signIn(_ program: Program, _ email: String, at address: String? = nil) throws {
    let server = ["--server", address ?? self.address]
    #expect(try program.run(["login", email] + server).status == 1)
    let result = try program.run(["login", email, "--code", try nextCode(for: email)] + server)
    #expect(result.status == 0)
  }
}
