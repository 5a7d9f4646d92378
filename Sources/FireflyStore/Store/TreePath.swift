/// The position of a post in its tree: the columns `root_id`, `path` and `depth` in both stores.
///
/// A path has one key for each level below the root; a root's path is empty. Paths are ordered
/// bytewise like the tree in reading order: siblings newest first, each post before its children.
/// So a branch is one range of paths.
///
/// A key has 13 bytes, or 26 hexadecimal digits: the time and the number, each subtracted from the
/// maximum of 52 bits. The number breaks ties between posts of the same millisecond; the time is
/// first, because imported posts may have any time.
enum TreePath {
  /// Number of levels with paths, including the root; deeper posts are read list by list.
  ///
  /// The limit is PostgreSQL's: an index entry has at most 2,700 bytes.
  static let levels = 200
  /// Length of a key in bytes.
  static let keyLength = 13
  /// The maximum time and number; times may be negative.
  static let maximumTime: Int64 = 1 << 51 - 1
  static let maximumNumber: Int64 = 1 << 52 - 1

  /// Returns the hexadecimal digits of a post's key.
  static func key(of post: PostPosition) -> String {
    digits(maximumTime - post.time) + digits(maximumNumber - post.id)
  }

  /// Returns half of a key: a number as `keyLength` digits.
  private static func digits(_ number: Int64) -> String {
    let text = String(min(max(number, 0), maximumNumber), radix: 16)
    return String(repeating: "0", count: keyLength - text.count) + text
  }

  /// Whether a text is a path as hexadecimal digits.
  static func isPath(_ text: String) -> Bool {
    text.utf8.count.isMultiple(of: 2 * keyLength)
      && text.utf8.allSatisfy {
        ("0"..."9").contains(UnicodeScalar($0)) || ("a"..."f").contains(UnicodeScalar($0))
      }
  }
}
