import FireflyVerbs
import Foundation

/// Writes the sentences of line mode from a thread of its own: the terminal may be paused.
@MainActor
final class LineOutput {
  private let queue = DispatchQueue(label: "line output")
  private let onFailure: (Failure) -> Void
  private var writes = 0
  /// Whether something is still to be written.
  var isWriting: Bool { writes > 0 }

  /// Creates the output.
  ///
  /// - Parameter onFailure: called if the output can't be written, such as after a lost terminal.
  init(onFailure: @escaping (Failure) -> Void) { self.onFailure = onFailure }

  /// Writes lines, and calls back when they have been written.
  func write(_ lines: [String], _ done: @escaping @MainActor () -> Void) {
    write(lines.joined(separator: "\n") + "\n", done)
  }

  /// Writes a text as it is, and calls back when it has been written.
  func write(_ text: String, _ done: @escaping @MainActor () -> Void = {}) {
    writes += 1
    queue.async {
      var failure: Failure?
      do throws(Failure) {
        try StandardStreams.output(text)
      } catch {
        failure = error
      }
      Task { @MainActor [failure] in
        self.writes -= 1
        if let failure { self.onFailure(failure) } else { done() }
      }
    }
  }
}
