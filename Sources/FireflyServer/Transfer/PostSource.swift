import FireflyCore

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
  /// Whether a user has changed the post since it was imported: a later import leaves it as it is.
  public var isEdited = false

  /// A place in a source; nil if a part is empty or longer than 1 KB.
  public init?(name: String, key: String) {
    let isFit = [name, key].allSatisfy { !$0.isEmpty && $0.utf8.count <= Self.maxBytes }
    guard isFit, !name.utf8.contains(0), !key.utf8.contains(0) else { return nil }
    (self.name, self.key) = (name, key)
  }
}

extension PostSource {
  /// Two are the same if they name the same post.
  public static func == (one: PostSource, other: PostSource) -> Bool {
    one.name == other.name && one.key == other.key
  }

  /// Hashes what says whether two are the same.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(key)
  }

  /// What is stored to find out later whether a user has changed an imported post; nil if one has already.
  func digest(of post: Post) -> Int? { isEdited ? nil : post.sourceDigest }
}
