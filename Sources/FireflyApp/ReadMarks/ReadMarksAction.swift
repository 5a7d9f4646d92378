import FireflyCore
import FireflyModel

/// An event of the read marks.
package enum ReadMarksAction: Hashable, Sendable {
  /// The next unread post was requested.
  case nextPressed
  /// Marking the current branch read was requested; at a root, the whole tab.
  case readPressed
  /// Marking the selected post unread was requested.
  case unreadPressed
  /// The article or the link of the selected story was opened.
  case storyOpened
  /// The text of a post of the current list was spoken.
  case spoken(Post.ID)
  /// The replies to the user were requested.
  case answersPressed
  /// A change of marks is undone by others.
  case undone([ReadMarks.Change])
  /// Branches were silenced or followed, or are no longer; then more may be new.
  case branchesMarked(MarkedBranches, isMoreNew: Bool)
  /// More or less is muted by words or by person.
  case muteChanged
  /// The texts of unread posts, as far as they are known, that no list has; whether an event has said that they came.
  case textsFound([Post], isNews: Bool)
  /// The newest replies to the user; nil if the server can't list them.
  case answersFound([Post])
  /// The user has replied to a story of a source.
  case replied(in: LevelID)
  /// A reply to the user was written.
  case answered(UnreadPost)
  /// An entry of a feed has come of which the user wants to be notified.
  case announced(title: String)
  /// The marks of the account were read from the disk.
  indirect case loaded(ReadMarks)
  /// Another program has changed the marks of the account.
  indirect case changedElsewhere(ReadMarks)
  /// The server keeps marks for all machines of the account.
  case sharingOffered
  /// The server no longer accepts the sign-in of the account.
  case sharingRefused
  /// The highest number at the first contact; nil if the server did not answer.
  case newestFound(Post.ID?)
  /// The posts of the server with numbers above the floor of the marks; nil if it can't tell them.
  case newPostsFound([UnreadPost]?)
  /// What posts answer that have unread replies and were read themselves.
  case placesFound([UnreadPost])
  /// All replies to a story of a source, of which a level shows a part.
  case repliesFound([Post], level: LevelID)
  /// The first unread post of a list of the place, of which a level has a part; nil for none.
  case unreadFound(Post.ID?, level: LevelID)
  /// The list was entered in which the next unread post is.
  case branchEntered
  /// The posts below one that may be unread, in reading order.
  case orderFound(below: Post.ID, [Post.ID])
}
