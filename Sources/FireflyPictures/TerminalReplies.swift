import FireflyCore

/// A terminal's answers to queries about pictures.
package struct TerminalReplies: Hashable, Sendable {
  /// The parameters of its primary device attributes; nil without an answer.
  package private(set) var attributes: [Int]?
  /// Whether it accepted the kitty protocol's test picture; nil without an answer.
  package private(set) var kitty: Bool?
  /// Whether it accepted a test picture with placeholders; nil without an answer.
  package private(set) var placeholders: Bool?
  /// The size of a cell in pixels; nil without an answer.
  package private(set) var cell: PixelSize?

  /// Returns the queries.
  ///
  /// The device attributes come last, because every terminal answers them: afterwards no more
  /// answers are expected, except through tmux, which answers the rest itself and passes the kitty
  /// protocol's tests on only if configured to.
  ///
  /// kitty ignores a command with an unknown key, and versions before 0.28 don't know that of
  /// placeholders. That test comes first: if only the other test is answered, there are no
  /// placeholders.
  package static func query(isInsideTmux: Bool) -> [UInt8] {
    let tests = ["i=32,U=1", "i=31"].flatMap { keys in
      let test = Array("\u{1B}_G\(keys),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\".utf8)
      return isInsideTmux ? EscapeSequence.passedThrough(test) : test
    }
    return tests + Array("\u{1B}[16t\u{1B}[c".utf8)
  }

  /// Creates an empty set of answers.
  package init() {}

  /// Parses the answers in a terminal's output, and ignores everything else.
  package init(_ text: String) { read(text) }

  /// Parses further output.
  package mutating func read(_ text: String) {
    for sequence in text.unicodeScalars.split(separator: "\u{1B}") {
      let sequence = String(Substring(sequence))
      if sequence.hasPrefix("[?"), let end = sequence.firstIndex(of: "c") {
        attributes = Self.numbers(sequence[..<end].dropFirst(2)) ?? attributes
      } else if sequence.hasPrefix("_Gi=31"), let start = sequence.firstIndex(of: ";") {
        kitty = sequence[start...] == ";OK"
      } else if sequence.hasPrefix("_Gi=32"), let start = sequence.firstIndex(of: ";") {
        placeholders = sequence[start...] == ";OK"
      } else if sequence.hasPrefix("[6;"), let end = sequence.firstIndex(of: "t"),
        let sides = Self.numbers(sequence[..<end].dropFirst(3)), sides.count == 2,
        sides.allSatisfy({ (1...9_999).contains($0) })
      {
        cell = PixelSize(width: sides[1], height: sides[0])
      }
    }
  }

  /// Parses numbers between semicolons; nil if there is anything else.
  private static func numbers(_ text: Substring) -> [Int]? {
    let numbers = text.split(separator: ";").map { Int($0) }
    return numbers.contains(nil) ? nil : numbers.compactMap { $0 }
  }
}
