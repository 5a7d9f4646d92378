import Eventually
import Foundation
import Testing

extension FireflyHome {
  /// The process ID that a program writes to ~/process; waits for it.
  func writtenProcess() throws -> pid_t {
    var process: pid_t?
    _ = eventuallyBlocking {
      let text = try? String(contentsOfFile: path + "/process", encoding: .utf8)
      process = text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      return process != nil
    }
    return try #require(process)
  }
}
