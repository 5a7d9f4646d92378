/// What a terminal answered when asked what it can do.
public struct TerminalAnswers: Hashable, Sendable {
  /// The numbers of its primary device attributes; nil if it didn't answer.
  public private(set) var attributes: [Int]?
  /// Whether it took the kitty protocol's test picture; nil if it didn't answer.
  public private(set) var kitty: Bool?
  /// Whether it took one that speaks of placeholders; nil if it didn't answer.
  public private(set) var placeholders: Bool?
  /// Pixels of a cell; nil if it didn't answer.
  public private(set) var cell: PixelSize?

  /// Asks for all of these.
  ///
  /// The device attributes come last, and every terminal answers them: once they are there, there
  /// is nothing left to wait for, but where tmux stands between. It answers the rest itself, and
  /// lets the kitty protocol's test through only where it was allowed to.
  ///
  /// kitty passes over a command with a key that it doesn't know, and versions before 0.28 don't
  /// know that of placeholders. That test comes first: when the other one's answer is there, so is
  /// its own, if there is any.
  public static func query(isInsideTmux: Bool) -> [UInt8] {
    let tests = ["i=32,U=1", "i=31"].flatMap { keys in
      let test = Array("\u{1B}_G\(keys),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\".utf8)
      return isInsideTmux ? EscapeSequence.passedThrough(test) : test
    }
    return tests + Array("\u{1B}[16t\u{1B}[c".utf8)
  }

  /// No answers yet.
  public init() {}

  /// Finds the answers in what a terminal sent; anything else in it is passed over.
  public init(_ text: String) { read(text) }

  /// Takes in what the terminal sent next.
  public mutating func read(_ text: String) {
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

  /// Numbers between semicolons; nil if anything else is there.
  private static func numbers(_ text: Substring) -> [Int]? {
    let numbers = text.split(separator: ";").map { Int($0) }
    return numbers.contains(nil) ? nil : numbers.compactMap { $0 }
  }
}
