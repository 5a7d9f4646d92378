import FireflyCore

extension Post {
  /// Letters that are compared: enough to tell, and fewer than stand before most links.
  private static let compared = 24

  /// Whether its summary is the beginning of its body, as that of a reply without a title: on its card it takes
  /// the title's place, and the open card does without it.
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
