import FireflyCore
import Foundation
import Synchronization

/// Prints posts as JSON, `{"posts": […]}`, each as soon as it is known.
final class PostsDocument: Sendable {

  private struct State {
    var hasPosts = false
    /// Why it can't be printed.
    var failure: (any Error)?
  }

  private let state = Mutex(State())

  /// Prints posts in their form; returns whether that is done.
  func add(_ posts: [Post], _ form: PrintedPosts) -> Bool {
    state.withLock { state in
      guard state.failure == nil else { return false }
      do {
        var bytes: [UInt8] = []
        for post in posts {
          bytes += (state.hasPosts ? ",\n    " : "{\n  \"posts\" : [\n    ").utf8
          state.hasPosts = true
          for byte in try StandardStreams.lines(json: form.item(post)).dropLast() {
            bytes.append(byte)
            if byte == 0x0A { bytes += "    ".utf8 }
          }
        }
        try StandardStreams.output(bytes)
        return true
      } catch {
        state.failure = error
        return false
      }
    }
  }

  /// Prints the end.
  ///
  /// - Throws: `Failure` if that can't be done, or a post could not be printed.
  func end() throws {
    let (hasPosts, failure) = state.withLock { ($0.hasPosts, $0.failure) }
    if let failure { throw failure }
    try StandardStreams.output(hasPosts ? "\n  ]\n}\n" : "{\n  \"posts\" : [\n\n  ]\n}\n")
  }
}
