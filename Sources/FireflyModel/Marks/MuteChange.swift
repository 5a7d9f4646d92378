import FireflyCore

/// A change of what is muted, silenced or followed.
package enum MuteChange: Hashable, Sendable {
  /// A person, by lower-case e-mail or name.
  case person(String, isMuted: Bool)
  /// Words.
  case words(String, isMuted: Bool)
  /// A mark of a branch.
  case branch(MarkedBranches.Change)

  /// The change that undoes it.
  package var undone: MuteChange {
    switch self {
    case .person(let person, let isMuted): .person(person, isMuted: !isMuted)
    case .words(let words, let isMuted): .words(words, isMuted: !isMuted)
    case .branch(let change): .branch(change.undone)
    }
  }
}

/// What is muted, silenced or followed after a change of it.
package enum MuteList: Hashable, Sendable {
  /// The people, by lower-case e-mail or name.
  case people([String])
  /// The words.
  case words([String])
  /// The branches.
  case branches(MarkedBranches)
}
