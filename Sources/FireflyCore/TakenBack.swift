/// What has become of posts that were imported or kept, and are taken back.
public struct TakenBack: Hashable, Sendable {
  /// The posts that are gone.
  public var gone: [Post.ID]
  /// The titles of those that stay, because they, or posts below them, were edited or have replies that came later.
  public var kept: [String]
  /// Number of those that were edited.
  public var edited: Int
  /// Number of posts that were there before and were changed, which stay so.
  public var changed = 0

  /// Creates a value.
  public init(gone: [Post.ID], kept: [String], edited: Int = 0) {
    (self.gone, self.kept, self.edited) = (gone, kept, edited)
  }

  /// It in sentences.
  public var words: String {
    let gone = Counted.words(self.gone.count, "post was", "posts were") + " taken back."
    let changes =
      changed == 0
      ? "" : " \(Counted.words(changed, "post keeps", "posts keep")) what the import changed."
    guard let first = kept.first else { return gone + changes }
    let others = kept.count == 1 ? "" : " and \(Counted.words(kept.count - 1, "other"))"
    let title = first.isEmpty ? "A post" : "“\(first.shortened(to: 40))”"
    let (stay, was, has) =
      kept.count == 1 ? ("stays: it", "was", "has") : ("stay: they", "were", "have")
    let reason =
      switch edited {
      case 0: "\(has) replies that came later"
      case kept.count: "\(was) edited since"
      default: "\(was) edited since, or \(has) replies that stay"
      }
    return "\(gone) \(title)\(others) \(stay) \(reason).\(changes)"
  }
}
