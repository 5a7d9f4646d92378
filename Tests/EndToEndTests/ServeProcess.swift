import FireflyPrograms
import Foundation
import TerminalHarness

/// `firefly serve` as a program by itself, with data of its own; ended when it goes.
final class ServeProcess {
  let address: String
  private let process: ChildProgram
  private let output: FileHandle
  /// What it has said so far.
  private var said = ""

  /// Starts it and waits until it listens.
  ///
  /// - `port`: 0 takes a free one.
  init(home: FireflyHome, port: Int = 0) throws {
    try BuiltProgram.requireFirefly()
    let pipe = Pipe()
    process = ChildProgram()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.firefly)
    process.arguments = ["serve", "--port", "\(port)", "--quota", "none"]
    process.environment = home.environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    output = pipe.fileHandleForReading
    try process.run()
    // The one line it says, or nothing at its end.
    var line = ""
    while !line.contains("\n") {
      let data = output.nextData()
      if data.isEmpty { break }
      line += String(decoding: data, as: UTF8.self)
    }
    guard let match = line.firstMatch(of: /http:\/\/[0-9.]+:[0-9]+/) else {
      process.terminate()
      throw TerminalError.cannotStart("firefly serve", code: 0)
    }
    address = String(match.0)
    said = line
  }

  /// The sign-in code that it has sent to an address, by saying it.
  func waitForCode(of email: String) throws -> String {
    let pattern = try Regex("code for \(email) is ([0-9]{4})", as: (Substring, Substring).self)
    while true {
      if let match = said.firstMatch(of: pattern) { return String(match.1) }
      let data = output.nextData()
      guard !data.isEmpty else { throw TerminalError.cannotStart("firefly serve", code: 0) }
      said += String(decoding: data, as: UTF8.self)
    }
  }

  /// Has `waitForCode` wait for a code that is sent from now on.
  func forgetWhatWasSaid() { said = "" }

  deinit { kill() }

  var processID: Int32 { process.processIdentifier }

  var port: Int { URL(string: address)?.port ?? 0 }

  /// Ends it as the kernel would, without a chance to say goodbye.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
