/// Finds the code in a body, line by line: fenced code, and code within a line.
struct CodeMarks {
  /// Maximum bytes of code within a line that is recognized.
  private static let longest = 2_000

  private var fence: UInt8?

  /// Whether the next line begins, ends or belongs to fenced code.
  mutating func isCode(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.drop { $0 == 0x20 }
    if let sign = words.first, sign == 0x60 || sign == 0x7E,
      words.prefix(3).count == 3, words.prefix(3).allSatisfy({ $0 == sign }),
      // Otherwise it is inline code.
      sign == 0x7E || !words.drop(while: { $0 == 0x60 }).contains(0x60)
    {
      if fence == nil { fence = sign } else if fence == sign { fence = nil }
      return true
    }
    return fence != nil
  }

  /// Returns the end of the code within a line that begins at a backtick, or of its mark if it does not
  /// end in its line.
  static func end(at place: Int, before end: Int, in bytes: [UInt8]) -> Int {
    let mark = bytes[place..<end].prefix { $0 == 0x60 }
    var place = mark.endIndex
    let limit = min(end, place + longest)
    while place < limit {
      let run = bytes[place..<limit].prefix { $0 == 0x60 }
      if run.count == mark.count { return run.endIndex }
      place = max(run.endIndex, place + 1)
    }
    return mark.endIndex
  }
}
