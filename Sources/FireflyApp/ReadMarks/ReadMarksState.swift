import FireflyCore
import FireflyModel

/// The read marks of the current account, and the post that is being read.
struct ReadMarksState: Equatable, Sendable {
  /// Seconds after which an open post counts as read.
  static let readingTime = 1.0

  /// The marks; nil if none are kept.
  var marks: ReadMarks?
  /// The account of the marks; nil if signed out.
  private var reader: PersonID?
  var index = UnreadIndex()
  /// Whether the index has all unread posts of the server; otherwise those that are loaded.
  var isComplete = false
  /// The replies to the story of a source that was entered last, in reading order.
  var storyOrder: [Post.ID] = []
  /// The replies to the user that are known.
  var answers: Set<Post.ID> = []
  /// Whether the server was asked for replies to the user.
  var hasAskedForAnswers = false
  /// The posts of which it was asked what they answer.
  var askedPlaces: Set<Post.ID> = []
  /// The posts of which it is known whether they are muted.
  var judged: Set<Post.ID> = []
  /// The posts whose texts were asked for, to know it.
  var askedTexts: Set<Post.ID> = []
  /// Whether the highest number is being found.
  var isFindingNewest = false
  /// Whether the server can tell all new posts; nil while unknown.
  var isTold: Bool?
  /// The open post that is not read yet, and since when.
  private(set) var reading: Reading?
  /// The post that the user has marked unread; it stays so until the selection leaves it.
  private var keptUnread: Post.ID?
  /// The level that continues to the next unread post when it is loaded.
  var continuesIn: LevelID?
  /// The post to which the key for the next unread one goes, or has gone last.
  var sought: Post.ID?

  /// A post that is being read.
  struct Reading: Hashable, Sendable {
    let id: Post.ID
    /// Since when, in seconds of the monotonic clock.
    let since: Double
  }

  /// When the open post counts as read; nil if none does.
  var dueAt: Double? { reading.map { $0.since + Self.readingTime } }

  /// Updates which post is being read.
  ///
  /// - Parameters:
  ///   - isOpen: whether its text can be read.
  ///   - now: seconds of the monotonic clock.
  /// - Returns: the post that has been read by now; nil for none.
  mutating func update(selected: Post.ID?, isOpen: Bool, at now: Double) -> Post.ID? {
    if keptUnread != selected { keptUnread = nil }
    guard let selected, isOpen, keptUnread == nil, index.posts.contains(selected) else {
      reading = nil
      return nil
    }
    if reading?.id != selected { reading = Reading(id: selected, since: now) }
    guard let dueAt, now >= dueAt else { return nil }
    reading = nil
    return selected
  }

  /// Keeps a post unread although it is open.
  mutating func keepUnread(_ id: Post.ID) { (keptUnread, reading) = (id, nil) }

  /// Whether the user has marked a post unread and is still there.
  func isKeptUnread(_ id: Post.ID) -> Bool { keptUnread == id }

  /// Replaces the marks of another account, or those that another program has changed.
  ///
  /// - Parameter reader: the account; nil for none.
  mutating func replace(_ marks: ReadMarks, of reader: PersonID?) {
    self.marks = marks
    if isTold == false, reader == self.reader {
      // The server can't tell again what is new.
      for id in index.posts where !marks.isUnread(id, createdAt: nil) { index.remove(id) }
    } else {
      index.forget()
      answers = []
    }
    // Texts are not asked for again each time that the marks are read.
    if reader != self.reader { forgetMuted() }
    self.reader = reader
    askedPlaces = []
    (isComplete, hasAskedForAnswers, isFindingNewest) = (false, false, false)
  }
}
