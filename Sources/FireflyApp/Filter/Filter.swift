import FireflyCore

/// The filter of a list of lines: those stay that have all of its words.
struct Filter: Hashable, Sendable {
  /// Whether keys type in it.
  var isTyping = false
  /// What stands before the text.
  let sign: Character
  private var typed = TypedText()

  /// Creates an empty filter.
  init(isTyping: Bool = false, sign: Character = "/") {
    (self.isTyping, self.sign) = (isTyping, sign)
  }

  var text: String { typed.text }
  /// Whether it lets every line pass.
  var isEmpty: Bool { text.allSatisfy(\.isWhitespace) }

  /// Appends text.
  mutating func append(_ more: String) { typed.append(more) }

  /// Replaces the text.
  mutating func replace(with text: String) {
    typed = TypedText()
    typed.append(text)
  }

  /// Erases the end of the text.
  mutating func erase(_ erasure: TextErasure) { typed.erase(erasure) }

  /// Returns the indices of the lines that have all words of the filter, ascending; ignores case and
  /// accents.
  func matches(in lines: [String]) -> [Int] {
    var folding = TextFolding()
    func folded(_ text: some StringProtocol) -> [UInt8] {
      var bytes: [UInt8] = []
      folding.fold(String(text), into: &bytes)
      return bytes
    }
    let words = text.split(whereSeparator: \.isWhitespace).map(folded)
    return lines.indices.filter { index in
      if words.isEmpty { return true }
      let line = folded(lines[index])
      return words.allSatisfy { line.firstOffset(of: $0, in: line.indices) != nil }
    }
  }
}
