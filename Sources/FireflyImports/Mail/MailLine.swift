import FireflyCore
/// A line of a mail without quote markers.
///
/// What is asked of each line looks at its bytes: characters cost ten times as much.
struct MailLine {
  /// The number of quote markers.
  var depth: Int
  /// The text behind them.
  private(set) var words: String
  /// Whether the text has nothing but spaces.
  private(set) var isBlank: Bool

  init(depth: Int, words: String) {
    (self.depth, self.words) = (depth, words)
    isBlank = words.isBlank
  }

  /// Reads a line.
  init(_ line: Substring) {
    var (depth, rest) = (0, line.utf8[...])
    while rest.first == UInt8(ascii: ">") {
      depth += 1
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    }
    self.init(depth: depth, words: String(Substring(rest)))
  }

  /// Appends words.
  mutating func add(_ more: Substring) {
    words += more
    isBlank = isBlank && more.isBlank
  }

  /// Whether it has fewer characters than a number.
  func isShorter(than count: Int) -> Bool {
    words.utf8.count < count || words.utf8.count < 4 * count && words.count < count
  }

  /// Whether its text contains another one.
  func contains(_ text: StaticString) -> Bool { words.hasBytes(text) }

  /// The last byte that is no space; nil if it is blank.
  var lastSign: UInt8? {
    words.utf8.last { !$0.isSpace }
  }
}

extension StringProtocol {
  /// Whether it has nothing but spaces.
  var isBlank: Bool {
    for byte in utf8 where !byte.isSpace {
      // Some spaces are not ASCII.
      return byte >= 0x80 && allSatisfy(\.isWhitespace)
    }
    return true
  }
}

extension UInt8 {
  /// Whether it is a space of ASCII.
  fileprivate var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
}
