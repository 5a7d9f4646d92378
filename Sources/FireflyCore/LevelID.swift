/// Which level of which explorer, for good: no number comes twice in a run.
///
/// Levels that show the same thing are told apart, as a tree with cycles can have several of them.
public struct LevelID: Hashable, Sendable {
  /// The explorer whose path it is or was on.
  public let explorer: Explorer
  /// Its number there, 0 for the root.
  public let number: Int

  /// A level by its number.
  public init(_ explorer: Explorer, _ number: Int = 0) {
    self.explorer = explorer
    self.number = number
  }
}
