/// Finds the marks of a body, and rewrites them.
struct MarkScanner {
  /// Maximum number of brackets that are open at a time.
  private static let deepest = 64

  private let bytes: [UInt8]
  private let findsAddresses: Bool
  private let scheme: [UInt8]
  /// Where code ends, by its beginnings.
  private let code: [Int: Int]
  /// Where the lines of formulas end, by their beginnings.
  private let formulas: [Int: Int]
  private var output: [UInt8] = []
  private var place = 0
  /// Where the open brackets, and the line, begin in the output.
  private var brackets: [Int] = []
  private var lineStart = 0
  /// Whether that is the beginning of the line itself, and not the end of code that began above.
  private var isWhole = true

  init(_ bytes: [UInt8], findsAddresses: Bool, scheme: String) {
    (self.bytes, self.findsAddresses) = (bytes, findsAddresses)
    self.scheme = Array(scheme.utf8)
    code = CodeMarks.ends(in: bytes)
    formulas = Dictionary(
      uniqueKeysWithValues: FormulaMarks.formulas(in: bytes).flatMap(\.lines).map {
        ($0.lowerBound, $0.upperBound)
      })
  }

  mutating func rewritten(_ change: (BodyMark) -> BodyMark.Change?) -> [UInt8] {
    output.reserveCapacity(bytes.count)
    while place < bytes.count {
      let end = bytes[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      let line = bytes[place..<end]
      lineStart = output.count
      isWhole = place == 0 || bytes[place - 1] == 0x0A
      if isWhole, line.allSatisfy({ $0 <= 0x20 }) { brackets = [] }
      while place < end { step(before: end, change) }
    }
    return output
  }

  private mutating func copy(to end: Int) {
    output += bytes[place..<end]
    place = end
  }

  private mutating func step(before end: Int, _ change: (BodyMark) -> BodyMark.Change?) {
    if let end = formulas[place] { return copy(to: end) }
    if let end = code[place] {
      // Lines of code end the paragraph.
      if bytes[end - 1] == 0x0A { brackets = [] }
      return copy(to: end)
    }
    switch bytes[place] {
    case UInt8(ascii: "\\"):
      // Mails and Org escape the sign before an address.
      let isAngle = place + 1 < end && bytes[place + 1] == UInt8(ascii: "<")
      if !isAngle || !replace(addressFrom: place + 1, before: end, change) {
        copy(to: min(end, place + 2))
      }
    case UInt8(ascii: "`"): copy(to: bytes[place..<end].prefix { $0 == 0x60 }.endIndex)
    case UInt8(ascii: "["):
      if brackets.count == Self.deepest { brackets.removeFirst() }
      brackets.append(output.count)
      copy(to: place + 1)
    case UInt8(ascii: "]"): close(before: end, change)
    case UInt8(ascii: "<"):
      if !replace(addressFrom: place, before: end, change) { copy(to: place + 1) }
    case UInt8(ascii: "h") where isWordStart && bytes[place...].starts(with: "http".utf8):
      replaceBare(before: end, change)
    default: copy(to: bytes[(place + 1)..<end].firstIndex(where: Self.isSign) ?? end)
    }
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "<"), UInt8(ascii: "h"), UInt8(ascii: "$"):
      true
    default: false
    }
  }

  // MARK: Links and pictures

  private mutating func close(before end: Int, _ change: (BodyMark) -> BodyMark.Change?) {
    guard let open = brackets.popLast(), let target = target(from: open, before: end) else {
      return copy(to: place + 1)
    }
    let isPicture = target.kind == .picture
    // A link can't contain another one; so each byte is in the words of one link only.
    if !isPicture { brackets = [] }
    switch changed(target, from: open, change) {
    case .address(let new):
      copy(to: target.addressStart)
      output += new.utf8
      place = target.addressEnd
      copy(to: target.end)
    case .text(let text):
      output.removeSubrange((isPicture ? open - 1 : open)...)
      // The words may have begun in a line above.
      lineStart = min(lineStart, output.count)
      output += text.utf8
      place = target.end
    case nil: copy(to: target.end)
    }
  }

  private func target(from open: Int, before end: Int) -> MarkTarget? {
    if isWhole, open >= lineStart, open - lineStart < 4,
      output[lineStart..<open].allSatisfy({ $0 == 0x20 }),
      let target = MarkTarget(ofDefinition: place, before: end, in: bytes)
    {
      return target
    }
    let isPicture = open > 0 && output[open - 1] == UInt8(ascii: "!")
    return MarkTarget(isPicture ? .picture : .link, after: place, before: end, in: bytes)
  }

  /// The mark ends with this call, so that it shares no memory with the output when that changes.
  private func changed(
    _ target: MarkTarget, from open: Int, _ change: (BodyMark) -> BodyMark.Change?
  ) -> BodyMark.Change? {
    var mark = BodyMark(kind: target.kind, address: target.address)
    (mark.title, mark.words) = (target.title, output[(open + 1)...])
    return change(mark)
  }

  // MARK: Addresses that stand alone

  /// Whether addresses are marks here: not in the words of a link.
  private var isAlone: Bool { brackets.last.map { $0 < lineStart } ?? true }

  private var isWordStart: Bool {
    guard findsAddresses, isAlone else { return false }
    return output.last.map { $0 <= 0x20 || $0 == UInt8(ascii: "(") } ?? true
  }

  /// Replaces what stands between angle brackets, which may be escaped; returns whether it did.
  private mutating func replace(
    addressFrom start: Int, before end: Int, _ change: (BodyMark) -> BodyMark.Change?
  ) -> Bool {
    let isWanted = !scheme.isEmpty && bytes[(start + 1)..<end].starts(with: scheme)
    guard findsAddresses || isWanted, isAlone else { return false }
    let limit = min(end, start + BodyMark.longest)
    let inner = bytes[(start + 1)..<limit].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
    guard inner.endIndex < limit, bytes[inner.endIndex] == UInt8(ascii: ">") else { return false }
    return replace(inner, until: inner.endIndex + 1, change)
  }

  private mutating func replaceBare(before end: Int, _ change: (BodyMark) -> BodyMark.Change?) {
    let limit = min(end, place + BodyMark.longest)
    var word = bytes[place..<limit].prefix { $0 > 0x20 && !"<>[]()".utf8.contains($0) }
    // The end of a sentence.
    while let last = word.last, ".,;:!?".utf8.contains(last) { word = word.dropLast() }
    if !replace(word, until: word.endIndex, change) { copy(to: word.endIndex) }
  }

  private mutating func replace(
    _ address: ArraySlice<UInt8>, until end: Int, _ change: (BodyMark) -> BodyMark.Change?
  ) -> Bool {
    switch change(BodyMark(kind: .address, address: Self.unescaped(address))) {
    case .address(let text), .text(let text):
      output += text.utf8
      place = end
      return true
    case nil: return false
    }
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      if !isEscaped { text.append(byte) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
