extension StringProtocol {
  /// Truncates a text to a number of characters, with `…` at the end, for names in sentences.
  public func shortened(to count: Int) -> String {
    guard let end = index(startIndex, offsetBy: count, limitedBy: endIndex), end != endIndex else {
      return String(self)
    }
    let kept = prefix(Swift.max(0, count - 1))
    let last = kept.lastIndex { !$0.isWhitespace }
    return (last.map { String(kept[...$0]) } ?? "") + "…"
  }
}
