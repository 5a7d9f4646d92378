/// The addresses in bodies: those of links and pictures, and those that stand alone.
public enum BodyAddress {
  /// Maximum bytes of an address that is recognized.
  private static let longest = 1_200

  /// Rewrites the addresses of links and pictures in a body: what stands in `](…)`, but not in code.
  ///
  /// Takes linear time for any text.
  /// - Parameters:
  ///   - body: Markdown.
  ///   - alone: returns what stands for an address without words of its own, such as `<https://…>`,
  ///     `https://…` or `<name@host>`; nil to keep it.
  ///   - replacement: returns a new address, without characters that have a meaning; nil to keep it.
  /// - Returns: the body.
  public static func rewriting(
    _ body: String, alone: ((_ address: String) -> String?)? = nil,
    _ replacement: (_ address: String) -> String?
  ) -> String {
    guard body.contains("](") || alone != nil else { return body }
    var scanner = Scanner(bytes: Array(body.utf8))
    return String(decoding: scanner.rewritten(alone, replacement), as: UTF8.self)
  }

  private struct Scanner {
    let bytes: [UInt8]
    private var code = CodeMarks()
    private var output: [UInt8] = []
    private var place = 0
    /// Number of open brackets in the line: an address in the words of a link doesn't stand alone.
    private var depth = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func rewritten(
      _ alone: ((String) -> String?)?, _ replacement: (String) -> String?
    ) -> [UInt8] {
      output.reserveCapacity(bytes.count)
      while place < bytes.count {
        let end = bytes[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
        if code.isCode(bytes[place..<end]) { copy(to: end) }
        depth = 0
        while place < end { step(in: end, alone, replacement) }
      }
      return output
    }

    private mutating func copy(to end: Int) {
      output += bytes[place..<end]
      place = end
    }

    private mutating func step(
      in end: Int, _ alone: ((String) -> String?)?, _ replacement: (String) -> String?
    ) {
      switch bytes[place] {
      case UInt8(ascii: "\\"):
        let next = min(end, place + 2)
        if next == place + 2, bytes[place + 1] == UInt8(ascii: "<"), let alone {
          return replace(at: place + 1, before: end, alone) ?? copy(to: next)
        }
        copy(to: next)
      case UInt8(ascii: "`"): copy(to: CodeMarks.end(at: place, before: end, in: bytes))
      case UInt8(ascii: "["):
        depth += 1
        copy(to: place + 1)
      case UInt8(ascii: "]"):
        depth = max(0, depth - 1)
        let start = place + 2
        guard start < end, bytes[place + 1] == UInt8(ascii: "("),
          let (address, rest) = BodyAddress.address(at: start, in: bytes[..<end])
        else { return copy(to: place + 1) }
        guard let new = replacement(address) else { return copy(to: rest) }
        output += "](".utf8
        output += new.utf8
        place = rest
      case UInt8(ascii: "<"):
        guard let alone, depth == 0, replace(at: place, before: end, alone) != nil else {
          return copy(to: place + 1)
        }
      case UInt8(ascii: "h"):
        guard let alone, depth == 0, isWordStart, bytes[place...].starts(with: "http".utf8) else {
          return copy(to: place + 1)
        }
        replaceBare(before: end, alone)
      default:
        var next = place + 1
        while next < end, !Self.isSign(bytes[next]) { next += 1 }
        copy(to: next)
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

    private var isWordStart: Bool {
      guard let last = output.last else { return true }
      return last <= 0x20 || last == UInt8(ascii: "(")
    }

    /// Replaces what stands between angle brackets, which may be escaped; nil if it stays.
    private mutating func replace(
      at start: Int, before end: Int, _ alone: (String) -> String?
    ) -> Void? {
      let limit = min(end, start + longest)
      let inner = bytes[(start + 1)..<limit].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
      guard inner.endIndex < limit, bytes[inner.endIndex] == UInt8(ascii: ">"),
        let new = alone(Self.unescaped(inner))
      else { return nil }
      output += new.utf8
      place = inner.endIndex + 1
      return ()
    }

    private mutating func replaceBare(before end: Int, _ alone: (String) -> String?) {
      let limit = min(end, place + longest)
      var word = bytes[place..<limit].prefix { $0 > 0x20 && !"<>[]()".utf8.contains($0) }
      // The end of a sentence.
      while let last = word.last, ".,;:!?".utf8.contains(last) { word = word.dropLast() }
      guard let new = alone(Self.unescaped(word)) else { return copy(to: word.endIndex) }
      output += new.utf8
      place = word.endIndex
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
      var text: [UInt8] = []
      var isEscaped = false
      for byte in bytes {
        if byte == UInt8(ascii: "\\"), !isEscaped {
          isEscaped = true
        } else {
          text.append(byte)
          isEscaped = false
        }
      }
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// Returns the address at a place, and where it ends; nil if there is none.
  private static func address(at start: Int, in bytes: ArraySlice<UInt8>) -> (String, end: Int)? {
    let limit = min(bytes.endIndex, start + longest)
    guard start < limit else { return nil }
    if bytes[start] == UInt8(ascii: "<") {
      let inner = bytes[(start + 1)..<limit].prefix { !"<>\n".utf8.contains($0) }
      guard inner.endIndex < limit, bytes[inner.endIndex] == UInt8(ascii: ">") else { return nil }
      return (String(decoding: inner, as: UTF8.self), inner.endIndex + 1)
    }
    var (place, depth) = (start, 0)
    while place < limit {
      switch bytes[place] {
      case UInt8(ascii: "\n"), UInt8(ascii: "["), UInt8(ascii: "]"): return nil
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where depth == 0:
        return (String(decoding: bytes[start..<place], as: UTF8.self), place)
      case UInt8(ascii: ")"): depth -= 1
      // A title follows.
      case UInt8(ascii: " ") where place + 1 < limit && "\"'".utf8.contains(bytes[place + 1]):
        return (String(decoding: bytes[start..<place], as: UTF8.self), place)
      default: break
      }
      place += 1
    }
    return nil
  }
}
