/// The unique identifier of a level; never reused while the program runs.
///
/// Two levels with the same contents have different IDs: a path through a tree with cycles can
/// contain both.
public struct LevelID: Hashable, Sendable {
  /// The level's explorer.
  public let explorer: Explorer
  /// The number within the explorer, 0 for the top level.
  public let number: Int

  /// Creates an ID.
  public init(_ explorer: Explorer, _ number: Int = 0) {
    self.explorer = explorer
    self.number = number
  }
}
