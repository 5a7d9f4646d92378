import FireflyCore
import FireflyModel

/// An effect of the read marks.
package enum ReadMarksEffect: Hashable, Sendable {
  /// Read the marks of the current account from the disk.
  case load
  /// Apply changes to the file.
  case store([ReadMarks.Change])
  /// Have the marks agree with those that the server keeps; `version` is theirs, if it is known.
  case agree(version: Int?)
  /// Find the highest number, on the first contact; `known` is the highest one of everyone's list, if
  /// that is loaded.
  case findNewest(known: Post.ID?)
  /// Find the highest number of a post that was there at a time, in seconds since 1970: marks began
  /// again at that time.
  case findNewestAt(Double)
  /// Find all posts with higher numbers, if the server can tell them.
  case findNew(since: Post.ID)
  /// Find what posts answer, and the posts above them.
  case findPlaces(of: [Post.ID])
  /// Find the texts of posts, to learn whether they are muted.
  case findTexts(of: [Post.ID], isNews: Bool)
  /// Find the newest replies to the user.
  case findAnswers
  /// Find all replies to a story of a source, of which a level shows a part.
  case findReplies(to: Post.ID, level: LevelID)
  /// Find the first post of the place's list of unread ones; a level has a part of all.
  case findUnread(in: Audience, level: LevelID)
  /// Find those below a post, in reading order.
  case findOrder(below: Post.ID, since: Post.ID)
}

extension JobID {
  /// Reading the marks.
  package static let readMarks = JobID.named("read marks")
  /// Agreeing with the server's marks.
  package static let sharedMarks = JobID.named("marks of the server")
  /// Finding the highest number.
  package static let highestNumber = JobID.named("highest number")
  /// Finding new posts.
  package static let newPosts = JobID.named("new posts")
  /// Finding an unread post.
  package static let firstUnread = JobID.named("first unread post")
  /// Finding the order of unread posts.
  package static let unreadOrder = JobID.named("order of posts")
  /// Finding what posts answer.
  package static func places(_ first: Post.ID) -> JobID { .named("places of replies \(first)") }
  /// Finding the texts of posts.
  package static func texts(_ first: Post.ID) -> JobID { .named("texts of posts \(first)") }
  /// Finding all replies to a story.
  package static let newReplies = JobID.named("new replies")
  /// Finding replies to the user.
  package static let answers = JobID.named("answers")
}
