/// Why a document could not be imported; nothing of it has been.
public enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is larger than the limit, in bytes.
  case tooLarge(limit: Int)
  /// It has more posts than the limit.
  case tooManyPosts(limit: Int)
  /// Something in it is wrong; `place` says where (`line 3`, `posts.2.children.0`).
  case damaged(place: String, reason: String)
  /// It nests deeper than can be read.
  case tooDeep

  /// The reason as a sentence.
  public var description: String {
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
