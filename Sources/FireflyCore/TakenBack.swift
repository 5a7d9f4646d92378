/// What has become of posts that were imported or kept, and are taken back.
public struct TakenBack: Hashable, Sendable {
  /// The posts that are gone.
  public var gone: [Post.ID]
  /// The titles of those that stay, because something that came later answers them.
  public var kept: [String]

  /// Creates a value.
  public init(gone: [Post.ID], kept: [String]) { (self.gone, self.kept) = (gone, kept) }

  /// It in sentences.
  public var words: String {
    let gone = Counted.words(self.gone.count, "post was", "posts were") + " taken back."
    guard let first = kept.first else { return gone }
    let others = kept.count == 1 ? "" : " and \(Counted.words(kept.count - 1, "other"))"
    let title = first.isEmpty ? "A post" : "“\(first.shortened(to: 40))”"
    let stay = kept.count == 1 ? "stays: it has replies" : "stay: they have replies"
    return "\(gone) \(title)\(others) \(stay) that came later."
  }
}
