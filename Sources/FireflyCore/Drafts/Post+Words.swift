extension Post {
  /// Its words, as one writes them.
  public var words: Draft.Words { Draft.Words(title: title, summary: summary, body: body) }
}
