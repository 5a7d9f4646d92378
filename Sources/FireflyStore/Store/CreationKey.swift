/// The `Idempotency-Key` of a request: a post with the same key is created only once.
package struct CreationKey: Hashable, Sendable {
  /// Seconds for which a key is stored.
  static let lifetime = 86_400.0
  /// Maximum length of a key in bytes.
  private static let maximumBytes = 255

  /// The key as the client sent it.
  let name: String

  /// Creates a key; nil unless the text is 1 to 255 visible ASCII characters.
  package init?(_ name: String) {
    guard !name.isEmpty, name.utf8.count <= Self.maximumBytes,
      name.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.name = name
  }
}
