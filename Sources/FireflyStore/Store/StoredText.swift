import FireflyCore

/// Cleans texts before they are stored.
enum StoredText {
  /// Replaces U+0000: SQLite truncates texts there without an error, and PostgreSQL rejects it.
  static func clean(_ text: String) -> String {
    guard text.hasBytes("\0") else { return text }
    return String(text.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : Character($0) })
  }
}

extension Post {
  /// The post with clean texts; a saved search without the phone app's words for empty fields.
  var storable: Post {
    var post = self
    post.title = StoredText.clean(title)
    post.summary = StoredText.clean(summary)
    post.body = StoredText.clean(body)
    post.imageURL = imageURL.map(StoredText.clean)
    post.timezone = StoredText.clean(timezone)
    post.locationTag = locationTag.map(StoredText.clean)
    post.template = Template(name: StoredText.clean(template.name))
    // The phone app sends these for empty fields; as words they would be searched for.
    if template == .query, summary == StandIns.summary { post.summary = "" }
    if template == .query, body == StandIns.body { post.body = "" }
    return post
  }
}
