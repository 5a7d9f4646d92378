/// A list of a place beside the first two.
public struct NamedList: Codable, Hashable, Sendable {
  /// Its number, which is that of its row.
  public var id: Int
  /// What it is called.
  public var name: String

  /// Creates a list.
  public init(id: Int, name: String) { (self.id, self.name) = (id, name) }
}
