/// Whose posts a root list shows (seed 004); its name is stored between runs.
public enum Audience: Hashable, Sendable {
  /// Everyone's; the first list of a source.
  case everyone
  /// Everyone's at the top level, by their last replies; not in a source.
  case threads
  /// The user's own; the second list of a source.
  case mine
  /// A further list of a source, by its number.
  case list(Int)
}

extension Audience: RawRepresentable {
  /// Its name in files.
  public var rawValue: String {
    switch self {
    case .everyone: "everyone"
    case .threads: "threads"
    case .mine: "mine"
    case .list(let id): "list \(id)"
    }
  }

  /// The audience of a name; nil for other texts.
  public init?(rawValue: String) {
    switch rawValue {
    case "everyone": self = .everyone
    case "threads": self = .threads
    case "mine": self = .mine
    default:
      guard rawValue.hasPrefix("list "), let id = Int(rawValue.dropFirst(5)) else { return nil }
      self = .list(id)
    }
  }
}
