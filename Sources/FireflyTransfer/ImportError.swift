/// Why a document could not be imported; nothing was added.
package enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It exceeds the maximum size, in bytes.
  case tooLarge(limit: Int)
  /// It exceeds the maximum number of posts.
  case tooManyPosts(limit: Int)
  /// It is invalid at a place such as `line 3` or `posts.2.children.0`.
  case damaged(place: String, reason: String)
  /// It is nested too deeply.
  case tooDeep

  /// The reason as a sentence.
  package var description: String {
    switch self {
    case .tooLarge(let limit): "The document is larger than \(limit / 1_048_576) MB."
    case .tooManyPosts(let limit): "The document has more than \(limit) posts."
    case .damaged(let place, let reason): "\(place): \(reason)"
    case .tooDeep:
      """
      The posts are nested too deeply. In the format of `firefly export`, write one post a line, with \
      id and parent_id, instead.
      """
    }
  }
}
