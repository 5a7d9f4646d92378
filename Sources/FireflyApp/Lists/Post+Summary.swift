import FireflyCore

extension Post {
  /// Number of letters to compare.
  private static let compared = 24

  /// Whether an untitled post's summary is the beginning of its body, as in replies: the compact
  /// card shows it as title, and the expanded card omits it.
  var summaryRepeatsBody: Bool {
    guard title.isEmpty, !summary.isEmpty else { return false }
    func letters(_ text: String) -> Substring {
      let words = text.prefix(400).lazy.filter { $0.isLetter || $0.isNumber }
      return Substring(words.prefix(Self.compared))
    }
    let start = letters(summary)
    return start == letters(body).prefix(start.count)
  }
}
