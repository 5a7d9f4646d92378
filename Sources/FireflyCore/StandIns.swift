/// The words that the phone app writes into empty fields, because its servers refuse those.
public enum StandIns {
  /// Those of a summary.
  public static let summary = "No summary"
  /// Those of a body.
  public static let body = "No content"
}

extension Post {
  /// Whether it, or a post nested in it, has these words.
  public var hasStandIns: Bool {
    summary == StandIns.summary || body == StandIns.body
      || (children ?? []).contains(where: \.hasStandIns)
      || (ancestors ?? []).contains(where: \.hasStandIns)
  }

  /// The post, and those nested in it, with exactly these words as empty fields.
  public var withoutStandIns: Post {
    var post = self
    if summary == StandIns.summary { post.summary = "" }
    if body == StandIns.body { post.body = "" }
    post.children = children?.map(\.withoutStandIns)
    post.ancestors = ancestors?.map(\.withoutStandIns)
    return post
  }
}
