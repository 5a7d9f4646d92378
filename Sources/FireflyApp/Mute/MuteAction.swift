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
  var undone: MuteChange {
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

/// An event of what is muted, silenced or followed.
package enum MuteAction: Hashable, Sendable {
  /// The list of what can be muted of the selected post was requested.
  case pressed
  /// Marking the branch of the selected post, or its whole thread, or no longer, was requested.
  case branchPressed(MarkedBranches.Kind, isThread: Bool)
  /// Muting the author of the selected post, or no longer, was requested.
  case authorPressed
  /// Choosing words to mute was requested.
  case wordsPressed
  /// Muting words, or no longer, was requested.
  case wordPressed(String)
  /// It has been found what new replies below marked branches answer.
  case linksFound([Post.ID: Post.ID])
  /// A change was stored, or not, for a reason.
  case response(MuteChange, Result<MuteList, LoadFailure>)
}

/// An effect of what is muted, silenced or followed.
package enum MuteEffect: Hashable, Sendable {
  /// Store a change, and what replies below marked branches answer.
  case store(MuteChange, links: [Post.ID: Post.ID])
  /// Store what new replies below marked branches answer.
  case storeLinks([Post.ID: Post.ID])
}
