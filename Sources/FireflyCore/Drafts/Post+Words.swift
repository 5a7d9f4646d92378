extension Post {
  /// The texts of the post.
  public var words: Draft.Words { Draft.Words(title: title, summary: summary, body: body) }
}
