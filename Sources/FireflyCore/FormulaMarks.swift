/// Finds the formulas in a body, which are verbatim as code is: `$…$`, `$$…$$` and `\begin{x}…\end{x}`.
///
/// Each ends in the paragraph in which it begins. Between single signs there is no blank beside either of them, and
/// neither a letter nor a digit behind the second one: `$5 and $6` are prices.
public struct FormulaMarks {
  /// A formula.
  public struct Formula: Hashable, Sendable {
    /// Its ranges in the lines that it is in, in bytes: without what quotations have before their lines.
    public var lines: [Range<Int>]
    /// Whether its lines are kept.
    public var keepsLines: Bool
  }

  let bytes: [UInt8]
  /// Where code ends, by its beginnings.
  private let code: [Int: Int]
  private var formulas: [Formula] = []
  /// The lines of the paragraph, and the line of the place.
  private var (lines, line): ([Line], Int) = ([], 0)
  private var place = 0
  /// Up to where there is no end: of `$`, of `$$` at the beginning of a line, and of another `$$`.
  private var (endless, endlessBlock, endlessPair) = (0, 0, 0)
  /// Where environments of the paragraph end, by their beginnings; nil if they were not looked for.
  private var environments: [Int: Int]?

  /// Returns the formulas of a text, in order.
  ///
  /// Takes linear time.
  ///
  /// - Parameter bytes: Markdown.
  /// - Returns: the formulas.
  public static func formulas(in bytes: [UInt8]) -> [Formula] {
    guard bytes.hasBytes("$") || bytes.hasBytes("\\begin{") else { return [] }
    var marks = FormulaMarks(bytes: bytes)
    marks.readLines()
    return marks.formulas
  }

  /// Whether a letter or digit directly behind a sign makes it another one than the second of a formula: those of
  /// scripts that write words without blanks don't.
  public static func continues(_ letter: Character) -> Bool {
    letter.unicodeScalars.first.map(continues) ?? false
  }

  private static func continues(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x590 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
  }

  /// Returns a text in which no `$` is a part of a formula.
  public static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let formulas = formulas(in: bytes)
    guard !formulas.isEmpty else { return text }
    var (output, place): ([UInt8], Int) = ([], 0)
    for formula in formulas {
      for line in formula.lines {
        output += bytes[place..<line.lowerBound]
        for byte in bytes[line] {
          if byte == dollar { output.append(backslash) }
          output.append(byte)
        }
        place = line.upperBound
      }
    }
    return String(decoding: output + bytes[place...], as: UTF8.self)
  }

  private static let (dollar, backslash) = (UInt8(ascii: "$"), UInt8(ascii: "\\"))
  private static let (begin, end) = (Array("\\begin{".utf8), Array("\\end{".utf8))
  /// Maximum bytes of the name of an environment.
  private static let longestName = 40

  private init(bytes: [UInt8]) { (self.bytes, code) = (bytes, CodeMarks.ends(in: bytes)) }

  // MARK: Paragraphs

  private mutating func readLines() {
    var next = 0
    while next < bytes.count {
      let end = bytes[next...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      let line = line(next..<end)
      if code[next] == end || line.start == end
        || bytes[line.start..<end].allSatisfy({ $0 <= 0x20 })
      {
        readParagraph()
      } else {
        lines.append(line)
      }
      next = end
    }
    readParagraph()
  }

  // MARK: Formulas

  private mutating func readParagraph() {
    defer { (lines, environments) = ([], nil) }
    guard let first = lines.first, let last = lines.last else { return }
    findEnds(last.range.upperBound)
    (place, line) = (first.start, 0)
    while place < last.range.upperBound {
      while place >= lines[line].range.upperBound { line += 1 }
      place = max(place, lines[line].start)
      step(before: lines[line].range.upperBound)
    }
  }

  /// Finds where formulas must end, by their lines.
  private mutating func findEnds(_ end: Int) {
    // The lines below with more marks of quotations than all above them.
    var deeper: [Line] = []
    var block = end
    for index in lines.indices.reversed() {
      while let next = deeper.last, next.quotes <= lines[index].quotes { deeper.removeLast() }
      let limit = deeper.last?.range.lowerBound ?? end
      (lines[index].paragraphEnd, lines[index].blockEnd) = (limit, min(limit, block))
      deeper.append(lines[index])
      if lines[index].beginsBlock { block = lines[index].range.lowerBound }
    }
  }

  private mutating func step(before end: Int) {
    switch bytes[place] {
    case Self.backslash:
      if bytes[place...].starts(with: Self.begin), let end = environment() {
        add(upTo: end, keepsLines: true)
      } else {
        place += 2
      }
    case UInt8(ascii: "`"): place = endOfCode(at: place)
    case UInt8(ascii: "<"):
      let tag = bytes[place..<min(end, place + 2_000)]
      let isTag = tag.dropFirst().first.map { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2F || $0 == 0x21 }
      let close = isTag == true ? tag.firstIndex(of: UInt8(ascii: ">")) : nil
      place = close.map { $0 + 1 } ?? place + 1
    case Self.dollar: readDollar()
    default:
      place = bytes[(place + 1)..<max(place + 1, end)].firstIndex(where: Self.isSign) ?? end
    }
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    byte == dollar || byte == backslash || byte == UInt8(ascii: "`") || byte == UInt8(ascii: "<")
  }

  /// Returns the end of the code that begins at a backtick, or of the backticks if none does.
  private func endOfCode(at place: Int) -> Int {
    code[place] ?? bytes[place...].prefix { $0 == 0x60 }.endIndex
  }

  /// The number of `$` at a place.
  private func count(at place: Int) -> Int {
    bytes[place...].prefix { $0 == Self.dollar }.count
  }

  private mutating func readDollar() {
    let count = count(at: place)
    let end = count == 1 ? endOfSingle() : count == 2 ? endOfPair() : nil
    if let end { add(upTo: end, keepsLines: count == 2) } else { place += count }
  }

  private func isBlank(_ index: Int) -> Bool { index >= bytes.count || bytes[index] <= 0x20 }

  /// Whether the formula that begins at the place begins its line, so that its other lines may begin as they like.
  private var beginsLine: Bool { place == lines[line].start }

  private mutating func endOfSingle() -> Int? {
    guard place >= endless, !isBlank(place + 1) else { return nil }
    let limit = lines[line].blockEnd
    var next = place + 1
    while let sign = bytes[next..<max(next, limit)].firstIndex(where: Self.isSign) {
      next = sign + 1
      if bytes[sign] == Self.backslash { next = min(next + 1, max(next, limit)) }
      if bytes[sign] == UInt8(ascii: "`") {
        next = endOfCode(at: sign)
      }
      guard bytes[sign] == Self.dollar else { continue }
      if !isBlank(sign - 1), !continuesWord(sign + 1) { return sign + 1 }
      // The next sign decides: `$5 and $6, $x$` has one formula, the last.
      break
    }
    endless = min(next, limit)
    return nil
  }

  private func continuesWord(_ index: Int) -> Bool {
    let text = String(decoding: bytes[min(index, bytes.count)...].prefix(4), as: UTF8.self)
    return text.unicodeScalars.first.map(Self.continues) ?? false
  }

  private mutating func endOfPair() -> Int? {
    let isFree = beginsLine
    guard place >= (isFree ? endlessBlock : endlessPair) else { return nil }
    let limit = isFree ? lines[line].paragraphEnd : lines[line].blockEnd
    var next = place + 2
    var isEmpty = true
    while next < limit {
      switch bytes[next] {
      case Self.backslash: (next, isEmpty) = (next + 2, false)
      case Self.dollar where next + 1 < limit && bytes[next + 1] == Self.dollar:
        return isEmpty ? nil : next + 2
      case let byte:
        isEmpty = isEmpty && byte <= 0x20
        next += 1
      }
    }
    if isFree { endlessBlock = limit } else { endlessPair = limit }
    return nil
  }

  private mutating func environment() -> Int? {
    let known = environments ?? findEnvironments()
    environments = known
    let limit = beginsLine ? lines[line].paragraphEnd : lines[line].blockEnd
    return known[place].flatMap { $0 <= limit ? $0 : nil }
  }

  /// Returns where the environments of the paragraph end, by their beginnings.
  private func findEnvironments() -> [Int: Int] {
    var open: [(name: ArraySlice<UInt8>, start: Int)] = []
    var ends: [Int: Int] = [:]
    var next = lines[0].start
    let limit = lines[lines.count - 1].range.upperBound
    while let sign = bytes[next..<max(next, limit)].firstIndex(of: Self.backslash) {
      next = min(sign + 2, limit)
      let isBegin = bytes[sign...].starts(with: Self.begin)
      guard isBegin || bytes[sign...].starts(with: Self.end) else { continue }
      let start = sign + (isBegin ? Self.begin.count : Self.end.count)
      let name = bytes[start..<min(limit, start + Self.longestName)]
        .prefix { ($0 | 0x20) &- 0x61 < 26 || $0 == UInt8(ascii: "*") }
      guard !name.isEmpty, name.endIndex < limit, bytes[name.endIndex] == UInt8(ascii: "}") else {
        continue
      }
      next = name.endIndex + 1
      if isBegin {
        open.append((name, sign))
      } else if let last = open.last, last.name.elementsEqual(name) {
        open.removeLast()
        ends[last.start] = next
      }
    }
    return ends
  }

  private mutating func add(upTo end: Int, keepsLines: Bool) {
    var parts: [Range<Int>] = []
    var index = line
    while place < end {
      while place >= lines[index].range.upperBound { index += 1 }
      place = max(place, lines[index].start)
      let stop = min(end, lines[index].range.upperBound)
      parts.append(place..<stop)
      place = stop
    }
    formulas.append(Formula(lines: parts, keepsLines: keepsLines))
  }
}
