/// The source of an imported post; later imports from it update the post.
package struct PostSource: Hashable, Sendable {
  /// Maximum length of each part in bytes.
  package static let maxBytes = 1_024

  /// The name for files of this machine.
  ///
  /// Their paths mean nothing elsewhere, so they are not exported.
  package static let file = "file"

  /// The name of the source, such as `hn`.
  package var name: String
  /// The post's ID at the source.
  package var key: String
  /// Whether a user has edited the post since its import; then later imports don't change it.
  package var isEdited = false
  /// The address of the post's page on the web, where the key doesn't tell it; nil for others.
  package var page: String? {
    didSet { if !Self.isPage(page ?? "") { page = nil } }
  }

  /// Creates a source; nil if a part is empty, longer than 1 KB or contains U+0000.
  package init?(name: String, key: String) {
    let isFit = [name, key].allSatisfy { !$0.isEmpty && $0.utf8.count <= Self.maxBytes }
    guard isFit, !name.utf8.contains(0), !key.utf8.contains(0) else { return nil }
    (self.name, self.key) = (name, key)
  }

  /// Whether a text is the address of a page.
  private static func isPage(_ text: String) -> Bool {
    ["https://", "http://"].contains(where: text.hasPrefix) && text.utf8.count <= 2_000
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\"\\`".utf8.contains($0) }
  }
}

extension PostSource {
  /// Whether both name the same post.
  package static func == (one: PostSource, other: PostSource) -> Bool {
    one.name == other.name && one.key == other.key
  }

  /// Hashes the name and the key.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(key)
  }
}
