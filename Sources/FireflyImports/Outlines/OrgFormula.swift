import FireflyCore

/// A formula in a paragraph of Org: `\(…\)`, `\[…\]`, and what Markdown has, too.
struct OrgFormula {
  /// Where it ends.
  let end: Int
  let markdown: [UInt8]

  /// Returns the formulas of a paragraph by their places; takes linear time.
  static func formulas(in bytes: [UInt8]) -> [Int: OrgFormula] {
    var found: [Int: OrgFormula] = [:]
    for formula in FormulaMarks.formulas(in: bytes) {
      guard let start = formula.lines.first?.lowerBound, let end = formula.lines.last?.upperBound
      else { continue }
      found[start] = OrgFormula(end: end, markdown: Array(bytes[start..<end]))
    }
    // Where a bracket or a parenthesis has begun.
    var open: [UInt8: Int] = [:]
    var place = 0
    while let sign = bytes[place...].firstIndex(of: UInt8(ascii: "\\")), sign + 1 < bytes.count {
      place = sign + 2
      switch bytes[sign + 1] {
      case UInt8(ascii: "("), UInt8(ascii: "["):
        open[bytes[sign + 1]] = open[bytes[sign + 1]] ?? sign
      case UInt8(ascii: ")"):
        guard let start = open.removeValue(forKey: UInt8(ascii: "(")) else { break }
        found[start] = OrgFormula(bytes, start..<place, isDisplay: false)
      case UInt8(ascii: "]"):
        guard let start = open.removeValue(forKey: UInt8(ascii: "[")) else { break }
        found[start] = OrgFormula(bytes, start..<place, isDisplay: true)
      default: break
      }
    }
    return found
  }

  /// Returns what ends the formula that a line begins; nil if it begins none, or has its end.
  static func end(ofLine words: String) -> String? {
    var end: String?
    if words.hasPrefix("\\[") { end = "\\]" }
    if words.hasPrefix("$$") { end = "$$" }
    if words.hasPrefix("\\begin{") {
      let name = words.dropFirst(7).prefix { $0 != "}" }
      end = name.count > 40 || name.count == words.count - 7 ? nil : "\\end{\(name)}"
    }
    return end.flatMap { words.dropFirst(2).contains($0) ? nil : $0 }
  }

  private init(end: Int, markdown: [UInt8]) { (self.end, self.markdown) = (end, markdown) }

  /// Creates a formula without its marks; nil if Markdown has no such formula.
  private init?(_ bytes: [UInt8], _ range: Range<Int>, isDisplay: Bool) {
    var inner = bytes[(range.lowerBound + 2)..<(range.upperBound - 2)]
    // Org allows blanks beside the signs.
    if !isDisplay {
      inner = inner.drop { $0 <= 0x20 }
      while let last = inner.last, last <= 0x20 { inner.removeLast() }
    }
    guard inner.contains(where: { $0 > 0x20 }), !inner.contains(UInt8(ascii: "$")) else {
      return nil
    }
    let next = String(decoding: bytes[range.upperBound...].prefix(4), as: UTF8.self).first
    // A letter behind a single sign would make it a price.
    let isPair = isDisplay || next.map(FormulaMarks.continues) == true
    let sign = Array((isPair ? "$$" : "$").utf8)
    self.init(end: range.upperBound, markdown: sign + inner + sign)
  }
}
