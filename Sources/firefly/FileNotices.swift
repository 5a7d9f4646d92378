import Synchronization

/// Sentences about Firefly's own files that can't be used, until they can be shown.
final class FileNotices: Sendable {
  private struct State {
    var waiting: [String] = []
    var count = 0
    var show: (@Sendable (String) -> Void)?
  }

  private let state = Mutex(State())

  /// Number of sentences, shown or not.
  var count: Int { state.withLock(\.count) }

  /// Adds a sentence; shows it at once if earlier ones have been shown.
  func add(_ sentence: String) {
    let show = state.withLock { state in
      state.count += 1
      if state.show == nil { state.waiting.append(sentence) }
      return state.show
    }
    show?(sentence)
  }

  /// Returns the sentences that wait.
  ///
  /// - Parameter show: shows later ones.
  /// - Returns: the sentences.
  func take(showingLater show: @escaping @Sendable (String) -> Void) -> [String] {
    state.withLock { state in
      defer { (state.waiting, state.show) = ([], show) }
      return state.waiting
    }
  }
}
