import Foundation

/// What others have done with a post of the user's, or with the user: a service tells it.
public struct Notice: Codable, Hashable, Sendable {
  /// The kinds among which the user chooses.
  public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
    /// Posts that mention the user.
    case mentions
    /// Boosts and favourites of what the user has written.
    case reactions
    /// New followers, and requests to follow.
    case follows
    /// Polls that have ended, posts that were changed, and all else.
    case others

    /// Its name for users.
    public var name: String {
      switch self {
      case .mentions: "mentions"
      case .reactions: "boosts and favourites"
      case .follows: "follows and requests"
      case .others: "polls and edits"
      }
    }
  }

  /// What was done, on one line: `boosted by Ben and 3 others`.
  public var words: String
  /// When it was last done; nil if that is not said.
  public var date: Date?
  /// Whether the user has not seen it yet, on any device; nil where the service does not say it.
  public var isNew: Bool?

  /// Creates a notice.
  public init(_ words: String, at date: Date? = nil, isNew: Bool? = nil) {
    (self.words, self.date, self.isNew) = (words, date, isNew)
  }

  /// What is said of it without its age.
  public var shortWords: String { isNew == true ? "new: \(words)" : words }

  /// What is said of it, with its age.
  ///
  /// - Parameter now: the time, in seconds since 1970.
  public func sentence(at now: Double) -> String {
    let age = date.map { WireDate.age($0, at: now) }
    let parts: [String?] = [shortWords, age == "now" ? "just now" : age]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
