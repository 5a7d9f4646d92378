/// What a post is sent with so that it is made once, however often it is sent: its
/// `Idempotency-Key`.
public struct CreationKey: Hashable, Sendable {
  /// Seconds for which it is remembered.
  static let lifetime = 86_400.0
  /// Bytes of a key.
  private static let maximumBytes = 255

  /// As it was sent.
  let name: String

  /// A key; nil for what can't be one: nothing, more than 255 bytes, or other letters than visible ones
  /// of ASCII.
  init?(_ name: String) {
    guard !name.isEmpty, name.utf8.count <= Self.maximumBytes,
      name.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.name = name
  }
}
