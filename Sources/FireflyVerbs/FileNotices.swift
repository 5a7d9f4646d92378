import Synchronization

/// Sentences about Firefly's own files that can't be used, until they can be shown.
package final class FileNotices: Sendable {
  private struct State {
    var waiting: [String] = []
    var known: Set<String> = []
    var show: (@Sendable (String) -> Void)?
  }

  private let state = Mutex(State())

  /// Number of sentences, shown or not.
  package var count: Int { state.withLock(\.known.count) }

  /// Adds a sentence, each once; shows it at once if earlier ones have been shown.
  package func add(_ sentence: String) {
    let show = state.withLock { state -> (@Sendable (String) -> Void)? in
      guard state.known.insert(sentence).inserted else { return nil }
      if state.show == nil { state.waiting.append(sentence) }
      return state.show
    }
    show?(sentence)
  }

  /// Returns the sentences that wait.
  package func take(showingLater show: @escaping @Sendable (String) -> Void) -> [String] {
    state.withLock { state in
      defer { (state.waiting, state.show) = ([], show) }
      return state.waiting
    }
  }

  /// Lets later sentences wait again.
  package func hold() { state.withLock { $0.show = nil } }

  /// Prints the sentences that wait, and later ones, to standard error.
  package func print() {
    let environment = VerbEnvironment.current
    let later: @Sendable (String) -> Void = { sentence in
      VerbEnvironment.$current.withValue(environment) { StandardStreams.warn(sentence) }
    }
    take(showingLater: later).forEach(StandardStreams.warn)
  }
}
