/// A link, a picture or an address in a body, as it is found in Markdown.
public struct BodyMark {
  /// The kind of mark.
  public enum Kind: Sendable {
    /// `[words](address "title")`.
    case link
    /// `![words](address "title")`.
    case picture
    /// An address without words of its own: `<https://…>`, `https://…` or `<name@host>`.
    case address
    /// `[name]: address "title"`, the address of links such as `[words][name]`.
    case definition
  }

  /// What stands for a mark.
  public enum Change: Sendable {
    /// The same words at another address, in which no character has a meaning.
    case address(String)
    /// A text.
    case text(String)
  }

  /// Maximum bytes of an address with its title.
  fileprivate static let longest = 1_200

  /// Its kind.
  public let kind: Kind
  /// Where it leads.
  public let address: String
  /// Its title; empty for none.
  public fileprivate(set) var title = ""
  fileprivate var words: ArraySlice<UInt8> = []

  /// Its words in Markdown; empty for an address that stands alone.
  public var label: String { String(decoding: words, as: UTF8.self) }

  /// Rewrites the marks of a body; those in code stay.
  ///
  /// Takes linear time for any text.
  /// - Parameters:
  ///   - body: Markdown.
  ///   - withAddresses: whether addresses that stand alone are marks, too.
  ///   - scheme: how addresses between angle brackets begin that are marks in any case; "" for none.
  ///   - change: returns what stands for a mark; nil to keep it.
  /// - Returns: the body.
  public static func rewriting(
    _ body: String, withAddresses: Bool = false, scheme: String = "",
    _ change: (BodyMark) -> Change?
  ) -> String {
    let mayHaveMarks =
      withAddresses || !scheme.isEmpty || body.contains("](") || body.contains("]:")
    guard mayHaveMarks else { return body }
    var scanner = MarkScanner(Array(body.utf8), findsAddresses: withAddresses, scheme: scheme)
    return String(decoding: scanner.rewritten(change), as: UTF8.self)
  }

  /// Returns the mark with words instead of none.
  func named(_ words: String) -> BodyMark {
    var mark = self
    if mark.words.isEmpty { mark.words = Array(words.utf8)[...] }
    return mark
  }

  /// Rewrites the addresses of links and pictures.
  ///
  /// - Parameters:
  ///   - body: Markdown.
  ///   - change: returns a new address, in which no character has a meaning; nil to keep it.
  /// - Returns: the body.
  public static func readdressing(_ body: String, _ change: (String) -> String?) -> String {
    rewriting(body) { change($0.address).map(Change.address) }
  }
}

private struct MarkScanner {
  /// Maximum number of brackets that are open at a time.
  private static let deepest = 64

  private let bytes: [UInt8]
  private let findsAddresses: Bool
  private let scheme: [UInt8]
  private var code = CodeMarks()
  private var output: [UInt8] = []
  private var place = 0
  /// Where the open brackets, and the line, begin in the output.
  private var brackets: [Int] = []
  private var lineStart = 0

  init(_ bytes: [UInt8], findsAddresses: Bool, scheme: String) {
    (self.bytes, self.findsAddresses) = (bytes, findsAddresses)
    self.scheme = Array(scheme.utf8)
  }

  mutating func rewritten(_ change: (BodyMark) -> BodyMark.Change?) -> [UInt8] {
    output.reserveCapacity(bytes.count)
    while place < bytes.count {
      let end = bytes[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      let line = bytes[place..<end]
      lineStart = output.count
      let isCode = code.isCode(line)
      // Code and blank lines end the paragraph.
      if isCode || line.allSatisfy({ $0 <= 0x20 }) { brackets = [] }
      if isCode { copy(to: end) }
      while place < end { step(before: end, change) }
    }
    return output
  }

  private mutating func copy(to end: Int) {
    output += bytes[place..<end]
    place = end
  }

  private mutating func step(before end: Int, _ change: (BodyMark) -> BodyMark.Change?) {
    switch bytes[place] {
    case UInt8(ascii: "\\"):
      // Mails and Org escape the sign before an address.
      let isAngle = place + 1 < end && bytes[place + 1] == UInt8(ascii: "<")
      if !isAngle || !replace(addressFrom: place + 1, before: end, change) {
        copy(to: min(end, place + 2))
      }
    case UInt8(ascii: "`"): copy(to: CodeMarks.end(at: place, before: end, in: bytes))
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
      UInt8(ascii: "<"), UInt8(ascii: "h"):
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

  private func target(from open: Int, before end: Int) -> Target? {
    if open >= lineStart, open - lineStart < 4,
      output[lineStart..<open].allSatisfy({ $0 == 0x20 }),
      let target = Target(ofDefinition: place, before: end, in: bytes)
    {
      return target
    }
    let isPicture = open > 0 && output[open - 1] == UInt8(ascii: "!")
    return Target(isPicture ? .picture : .link, after: place, before: end, in: bytes)
  }

  /// The mark ends with this call, so that it shares no memory with the output when that changes.
  private func changed(
    _ target: Target, from open: Int, _ change: (BodyMark) -> BodyMark.Change?
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

/// What stands behind the words of a link: `](address "title")` or `]: address "title"`.
private struct Target {
  let kind: BodyMark.Kind
  let address: String
  var title = ""
  /// Where the address begins and ends, with the angle brackets around it, and where the mark ends.
  let addressStart: Int
  let addressEnd: Int
  let end: Int

  /// Reads the target behind a closing bracket; nil if there is none.
  init?(_ kind: BodyMark.Kind, after bracket: Int, before end: Int, in bytes: [UInt8]) {
    let limit = min(end, bracket + BodyMark.longest)
    guard bracket + 2 < limit, bytes[bracket + 1] == UInt8(ascii: "(") else { return nil }
    self.init(kind, bytes[(bracket + 2)..<limit], until: Self.end(ofAddress:)) { rest in
      rest.first == UInt8(ascii: ")") ? rest.startIndex + 1 : nil
    }
  }

  /// Reads what a definition says behind its name; nil if it is none.
  init?(ofDefinition bracket: Int, before end: Int, in bytes: [UInt8]) {
    guard bracket + 2 < end, end - bracket < BodyMark.longest,
      bytes[bracket + 1] == UInt8(ascii: ":")
    else { return nil }
    self.init(.definition, bytes[(bracket + 2)..<end]) { rest in
      rest.firstIndex { $0 <= 0x20 } ?? rest.endIndex
    } ending: { rest in
      rest.allSatisfy { $0 <= 0x20 } ? rest.startIndex : nil
    }
    if address.isEmpty { return nil }
  }

  private init?(
    _ kind: BodyMark.Kind, _ bytes: ArraySlice<UInt8>,
    until end: (ArraySlice<UInt8>) -> Int?, ending: (ArraySlice<UInt8>) -> Int?
  ) {
    self.kind = kind
    let rest = bytes.drop { $0 == 0x20 }
    addressStart = rest.startIndex
    let address: ArraySlice<UInt8>
    if rest.first == UInt8(ascii: "<") {
      address = rest.dropFirst().prefix { !"<>\n".utf8.contains($0) }
      guard address.endIndex < bytes.endIndex, bytes[address.endIndex] == UInt8(ascii: ">") else {
        return nil
      }
      addressEnd = address.endIndex + 1
    } else {
      guard let end = end(rest) else { return nil }
      address = rest[..<end]
      addressEnd = end
    }
    var tail = bytes[addressEnd...].drop { $0 == 0x20 }
    if let quote = tail.first, "\"'".utf8.contains(quote) {
      let title = tail.dropFirst().prefix { $0 != quote }
      self.title = String(decoding: title, as: UTF8.self)
      tail = bytes[title.endIndex...].dropFirst().drop { $0 == 0x20 }
    }
    guard let end = ending(tail) else { return nil }
    self.address = String(decoding: address, as: UTF8.self)
    self.end = end
  }

  /// Returns the end of an address that may have blanks, before the bracket or the title behind it.
  private static func end(ofAddress bytes: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    // Behind the last byte that is no blank.
    var end = bytes.startIndex
    for (place, byte) in zip(bytes.indices, bytes) {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "["), UInt8(ascii: "]"): return nil
      case UInt8(ascii: " "): continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"): if end < place { return end }
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 { return end }
        depth -= 1
      default: break
      }
      end = place + 1
    }
    return nil
  }
}
