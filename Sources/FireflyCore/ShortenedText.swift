extension StringProtocol {
  /// Truncates a text to a number of characters, with `…` at the end, for names in sentences.
  public func shortened(to count: Int) -> String {
    guard let end = index(startIndex, offsetBy: count, limitedBy: endIndex), end != endIndex else {
      return String(self)
    }
    return prefix(Swift.max(0, count - 1)).trimmedAtEnd + "…"
  }

  /// The text without white space at both ends.
  public var trimmed: String { drop(while: \.isWhitespace).trimmedAtEnd }

  /// The text without white space at its end.
  var trimmedAtEnd: String {
    let last = lastIndex { !$0.isWhitespace }
    return last.map { String(self[...$0]) } ?? ""
  }
}
