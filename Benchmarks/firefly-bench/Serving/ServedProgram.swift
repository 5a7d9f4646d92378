import FireflyPrograms
import Foundation

/// A program that runs as a server on 127.0.0.1; ended when it goes.
final class ServedProgram {
  /// Milliseconds in which it says its address.
  private static let patience: Int32 = 60_000

  private let process: ChildProgram
  /// What it says further on must be taken by somebody.
  private let output: Pipe
  /// Where it listens.
  let port: Int

  /// Starts it, and waits until it says where it listens.
  ///
  /// - Throws: `BenchError.badServer`, or Foundation's error if it can't be started.
  init(_ command: [String], in workspace: Workspace) throws {
    output = Pipe()
    process = workspace.process(command)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    guard let port = Self.port(saidTo: output.fileHandleForReading) else {
      Self.end(process)
      throw BenchError.badServer("\(command.first ?? "") doesn't say where it listens")
    }
    self.port = port
  }

  deinit { Self.end(process) }

  /// The most memory that it had at a time, in megabytes.
  var memory: Double {
    let status = try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let peak = status?.firstMatch(of: /VmHWM:\s+([0-9]+) kB/).flatMap { Double($0.1) }
    return (peak ?? 0) * 1_024 / 1_000_000
  }

  private static func port(saidTo file: FileHandle) -> Int? {
    var said = ""
    var wait = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
    while !said.contains("\n"), poll(&wait, 1, patience) > 0 {
      let data = file.nextData()
      if data.isEmpty { break }
      said += String(decoding: data, as: UTF8.self)
    }
    return said.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)/).flatMap { Int($0.1) }
  }

  /// It finishes what it has begun; who takes long is stopped.
  private static func end(_ process: ChildProgram) {
    process.terminate()
    let limit = SuspendingClock.now + .seconds(6)
    while process.isRunning, SuspendingClock.now < limit { pause(until: .now + .milliseconds(10)) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
