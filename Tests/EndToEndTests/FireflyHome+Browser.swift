import Eventually
import Foundation
import TerminalHarness

extension FireflyHome {
  /// Makes a browser that writes down what it was asked to open; returns its path.
  func browser() throws -> String {
    let program = "\(path)/browser"
    try """
    #!/bin/sh
    printf '%s\\n' "$@" > "\(path)/asking"
    mv "\(path)/asking" "\(path)/asked"
    """.write(toFile: program, atomically: false, encoding: .utf8)
    chmod(program, 0o700)
    return program
  }

  /// What the browser was asked to open, a line each; waits for it.
  func asked() throws -> String {
    _ = eventuallyBlocking { FileManager.default.fileExists(atPath: "\(path)/asked") }
    return try String(contentsOfFile: "\(path)/asked", encoding: .utf8)
  }
}
