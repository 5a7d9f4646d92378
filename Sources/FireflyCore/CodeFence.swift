/// The backticks around code in Markdown: more than the code has in a row, so that it can't end early.
package enum CodeFence {
  /// Returns backticks that may stand around a text.
  ///
  /// - Parameters:
  ///   - text: the code.
  ///   - least: their least number: 3 for a block, 1 in a line.
  /// - Returns: the backticks.
  package static func ticks(longerThanIn text: some StringProtocol, atLeast least: Int = 3)
    -> String
  {
    var (longest, length) = (0, 0)
    for byte in text.utf8 {
      length = byte == UInt8(ascii: "`") ? length + 1 : 0
      longest = max(longest, length)
    }
    return String(repeating: "`", count: max(least, longest + 1))
  }

  /// Returns lines as a block of code, which none of them ends.
  package static func block(_ lines: [String], _ language: String = "") -> [String] {
    let longest = lines.map { line in
      line.utf8.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 == UInt8(ascii: "`") }.count
    }.max()
    let fence = String(repeating: "`", count: max(3, (longest ?? 0) + 1))
    return [fence + language] + lines + [fence]
  }

  /// Returns code within a line.
  package static func span(_ text: String) -> String {
    let fence = ticks(longerThanIn: text, atLeast: 1)
    let pad = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + pad + text + pad + fence
  }
}
