/// Whose posts a root list shows (seed 004).
public enum Audience: Hashable, Sendable {
  /// Everyone's; the first list of a place that has lists of its own.
  case everyone
  /// Everyone's at the top level, by their last replies; not where a place has lists of its own.
  case threads
  /// The user's own; not where a place has lists of its own.
  case mine
  /// The second list of a place that has lists of its own.
  case second
  /// A further list of such a place, by its number.
  case list(Int)

  /// Its name in files, where the second list has always been called like the user's own posts.
  public var name: String {
    switch self {
    case .everyone: "everyone"
    case .threads: "threads"
    case .mine, .second: "mine"
    case .list(let id): "list \(id)"
    }
  }

  /// The list that files call so; nil for other texts.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - hasOwnLists: whether it is of a place that has lists of its own.
  public init?(named name: String, hasOwnLists: Bool) {
    switch name {
    case "everyone": self = .everyone
    case "threads": self = .threads
    case "mine": self = hasOwnLists ? .second : .mine
    default:
      guard name.hasPrefix("list "), let id = Int(name.dropFirst(5)) else { return nil }
      self = .list(id)
    }
  }
}
