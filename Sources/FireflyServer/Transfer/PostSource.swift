/// Where an imported post comes from: the same post is updated by a later import.
public struct PostSource: Hashable, Sendable {
  /// The most bytes of each part.
  static let maxBytes = 1_024

  /// The name of sources that are files of this machine: they mean nothing elsewhere and are not exported.
  public static let file = "file"

  /// The name of the source, such as `hn`.
  public var name: String
  /// What the source calls the post.
  public var key: String

  /// A place in a source; nil if a part is empty or longer than 1 KB.
  public init?(name: String, key: String) {
    let isFit = [name, key].allSatisfy { !$0.isEmpty && $0.utf8.count <= Self.maxBytes }
    guard isFit, !name.utf8.contains(0), !key.utf8.contains(0) else { return nil }
    (self.name, self.key) = (name, key)
  }
}
