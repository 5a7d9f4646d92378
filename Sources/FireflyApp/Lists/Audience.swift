/// Whose posts a root list shows (seed 004); its name is stored between runs.
public enum Audience: String, Hashable, Sendable {
  /// Everyone's; the first list of a source.
  case everyone
  /// Everyone's at the top level, by their last replies; not in a source.
  case threads
  /// The user's own; the second list of a source.
  case mine

  /// Returns the audience that the key for it shows next.
  ///
  /// - Parameters:
  ///   - hasThreads: whether the tab has a list of threads.
  ///   - hasMine: whether the user can have posts.
  /// - Returns: the audience.
  func next(hasThreads: Bool, hasMine: Bool) -> Audience {
    switch self {
    case .everyone: hasThreads ? .threads : .mine
    case .threads: hasMine ? .mine : .everyone
    case .mine: .everyone
    }
  }
}
