import FireflyCore

extension ForeignText {
  /// The text cleaned and cut to a length in characters; what is cut ends with `…`.
  ///
  /// A character may be a letter under a thousand accents, so its scalars count as well.
  static func clean(_ text: String, atMost length: Int) -> String {
    // Most texts are short enough whatever they hold, and then nothing needs counting.
    if text.utf8.count <= length { return clean(text) }
    let bounded = String(text.unicodeScalars.prefix(8 * length))
    let clean = clean(bounded)
    let isWhole = bounded.utf8.count == text.utf8.count && clean.count <= length
    return isWhole ? clean : clean.prefix(length - 1) + "…"
  }

  /// A server's own words in one line of at most 200 characters; nil if they are none, or a page of HTML.
  static func sentence(_ text: String) -> String? {
    let words = clean(text, atMost: 200).split(whereSeparator: \.isWhitespace)
    let line = words.joined(separator: " ")
    return line.isEmpty || line.hasPrefix("<") ? nil : line
  }
}
