import FireflyCore

extension ForeignText {
  /// Returns the text cleaned and truncated to a number of characters, with `…` at the cut.
  ///
  /// Also limits the number of scalars, as one character may carry a thousand accents.
  static func clean(_ text: String, atMost length: Int) -> String {
    // Most texts are short enough even in bytes.
    if text.utf8.count <= length { return clean(text) }
    let bounded = String(text.unicodeScalars.prefix(8 * length))
    let clean = clean(bounded)
    let isWhole = bounded.utf8.count == text.utf8.count && clean.count <= length
    return isWhole ? clean : clean.prefix(length - 1) + "…"
  }

  /// Returns a server's message in one line of at most 200 characters; nil if it is blank or HTML.
  static func sentence(_ text: String) -> String? {
    let words = clean(text, atMost: 200).split(whereSeparator: \.isWhitespace)
    let line = words.joined(separator: " ")
    return line.isEmpty || line.hasPrefix("<") ? nil : line
  }
}
