/// What has become of posts that were imported or kept, and are taken back.
public struct TakenBack: Hashable, Sendable {
  /// The posts that are gone.
  public var gone: [Post.ID]
  /// The titles of those that stay, because something that came later answers them.
  public var kept: [String]
  /// Number of posts that were there before and were changed, which stay so.
  public var changed = 0

  /// Creates a value.
  public init(gone: [Post.ID], kept: [String]) { (self.gone, self.kept) = (gone, kept) }

  /// It in sentences.
  public var words: String {
    let gone = Counted.words(self.gone.count, "post was", "posts were") + " taken back."
    let changes =
      changed == 0
      ? "" : " \(Counted.words(changed, "post keeps", "posts keep")) what the import changed."
    guard let first = kept.first else { return gone + changes }
    let others = kept.count == 1 ? "" : " and \(Counted.words(kept.count - 1, "other"))"
    let title = first.isEmpty ? "A post" : "“\(first.shortened(to: 40))”"
    let stay = kept.count == 1 ? "stays: it has replies" : "stay: they have replies"
    return "\(gone) \(title)\(others) \(stay) that came later.\(changes)"
  }
}
