import FireflyCore
import FireflyModel

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
