/// Where a post is in its tree: `root_id`, `path` and `depth` in both stores.
///
/// A path has a key for each level below the root, which has an empty path. The bytes of paths are in the order
/// in which a tree is read: siblings newest first, and each post before its children. So a branch is one range.
///
/// A key is 13 bytes, 26 hexadecimal digits: the time and the number, both subtracted from the highest of 52
/// bits. Two posts may have the same millisecond, and an import may bring any time, so neither is enough.
enum TreePath {
  /// Levels that have paths, the root included; what is deeper is read list by list.
  ///
  /// An entry of an index of PostgreSQL holds 2,700 bytes.
  static let levels = 200
  /// Bytes of a key.
  static let keyLength = 13
  /// The highest time and number; times can be below 0.
  static let maximumTime: Int64 = 1 << 51 - 1
  static let maximumNumber: Int64 = 1 << 52 - 1

  /// The hexadecimal digits of a post's key.
  static func key(of post: PostPosition) -> String {
    digits(maximumTime - post.time) + digits(maximumNumber - post.id)
  }

  /// As many digits as a key has bytes: half of its digits.
  private static func digits(_ number: Int64) -> String {
    let text = String(min(max(number, 0), maximumNumber), radix: 16)
    return String(repeating: "0", count: keyLength - text.count) + text
  }
}
