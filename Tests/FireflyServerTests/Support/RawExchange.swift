import Foundation
import TerminalHarness

/// Sends text through a bare socket and gives back all that comes until the server hangs up, for what
/// no decent client would send; gives up after 10 seconds.
func exchange(_ port: Int, _ text: String) async throws -> String {
  try await withCheckedThrowingContinuation { done in
    // A thread of its own, because it blocks.
    Thread { done.resume(with: Result { try LocalSocket.exchange(port, text, within: 10) }) }
      .start()
  }
}
