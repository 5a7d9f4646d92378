import FireflyCore

/// Keys of posts from a file on this machine, so that importing it again updates them.
package enum FileKey {
  /// The names that the key of a post is made of, without the place of the file.
  package struct Steps: Hashable, Sendable {
    /// Names below the place, or below the key of the parent.
    var names: [String]
    var isBelowParent: Bool

    /// Creates the names of a post.
    package init(_ names: [String], isBelowParent: Bool = false) {
      (self.names, self.isBelowParent) = (names, isBelowParent)
    }

    /// Returns the key of the post.
    ///
    /// - Parameters:
    ///   - place: the place of the file.
    ///   - parent: the key of the post's parent; nil for none.
    /// - Returns: 32 characters.
    package func key(in place: String, below parent: String?) -> String {
      names.reduce(isBelowParent ? parent ?? place : place) { FileKey.key($0, $1) }
    }
  }

  /// Returns the digest of two names.
  ///
  /// - Parameters:
  ///   - above: a place, or a key.
  ///   - name: a name below it.
  /// - Returns: 32 characters.
  package static func key(_ above: String, _ name: String) -> String {
    SHA256.hash("\(above)\u{0}\(name)".utf8).prefix(16).hexadecimal
  }
}
