/// Says what ncurses wrote in fewer bytes, so that a terminal shows the same.
///
/// ncurses sets both colours of a pair and ends what it began whenever it moves the cursor. Here a
/// rendition is set when something is drawn with it, and then only what differs. And a run of one
/// character, such as the edge of a card, is written once and repeated, where the terminal has shown that
/// it does that.
struct OutputCompactor {
  /// Whether the terminal repeats characters beyond ASCII (REP).
  var canRepeat = false
  /// Attributes that it ends one by one.
  private let ends: Rendition.Ends
  /// What the terminal draws with, and what ncurses believes that it does.
  private var shown = Rendition()
  private var wanted = Rendition()
  /// Whether nothing else was set since the last time that everything was ended.
  private var isKnown = true
  private var bytes: [UInt8] = []

  /// A compactor for a terminal that draws with its own colours and nothing else.
  init(ends: Rendition.Ends) { self.ends = ends }

  /// The bytes to write in place of these, which hold whole sequences and characters.
  mutating func compact(_ output: [UInt8]) -> [UInt8] {
    bytes.reserveCapacity(output.count)
    output.withUnsafeBufferPointer { output in
      var rest = output[...]
      while let first = rest.first { rest = rest.dropFirst(take(rest, first)) }
    }
    settle()
    defer { bytes = [] }
    return bytes
  }

  /// Writes what stands first; returns how many bytes that was.
  private mutating func take(_ rest: Slice<UnsafeBufferPointer<UInt8>>, _ first: UInt8) -> Int {
    let second = rest.dropFirst().first
    switch first {
    case 0x1B where second == 0x5B:
      return takeSequence(rest)
    case 0x08, 0x0D:
      // The cursor moves, nothing is drawn.
      bytes.append(first)
      return 1
    case Self.boxes where canRepeat:
      settle()
      return takeRun(rest)
    case 0x20:
      let end = rest.firstIndex { $0 != 0x20 } ?? rest.endIndex
      // Letters are drawn next: all has to be set anyway.
      settle(forBlanks: end == rest.endIndex || rest[end] < 0x20)
      bytes += rest[..<end]
      return end - rest.startIndex
    default:
      settle()
      let end = rest.dropFirst().firstIndex(where: Self.isSpecial) ?? rest.endIndex
      bytes += rest[..<end]
      return end - rest.startIndex
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool { byte < 0x20 || byte == boxes }

  private mutating func takeSequence(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    guard let end = rest.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      settle()
      bytes += rest
      return rest.count
    }
    let length = end - rest.startIndex + 1
    if rest[end] == 0x6D, take(rendition: Self.parameters(rest[..<end].dropFirst(2))) {
      return length
    }
    if !Self.moves.contains(rest[end]) { settle(forBlanks: Self.erasures.contains(rest[end])) }
    bytes += rest.prefix(length)
    return length
  }

  /// Notes what ncurses wants to draw with; false if it has to be written as it is.
  private mutating func take(rendition parameters: [Int]?) -> Bool {
    var next = isKnown ? wanted : Rendition()
    guard let parameters, isKnown || parameters.first == 0, next.apply(parameters) else {
      settle()
      isKnown = false
      return false
    }
    if !isKnown {
      bytes += Array("\u{1B}[m".utf8)
      shown = Rendition()
      isKnown = true
    }
    wanted = next
    return true
  }

  /// Numbers between semicolons, one at least; nil if there is anything else.
  private static func parameters(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [Int]? {
    var numbers = [0]
    for byte in text {
      switch byte {
      case 0x3B: numbers.append(0)
      case 0x30...0x39:
        numbers[numbers.count - 1] = min(numbers[numbers.count - 1] * 10 + Int(byte) - 0x30, 99_999)
      default: return nil
      }
    }
    return numbers
  }

  /// Last letters of sequences that draw nothing: the cursor's, of modes and of margins.
  private static let moves = Set("ABCDEFGHdfhlr".utf8)

  /// Those of sequences that make room or take things away, and draw nothing but background.
  private static let erasures = Set("JKLMPSTX@".utf8)

  /// The first byte of all from U+2000 to U+2FFF, with the box and block characters.
  private static let boxes: UInt8 = 0xE2

  /// Characters at the end of a run that are written as they are.
  private static let unrepeated = 2

  /// Writes a character of three bytes, and what follows of the same as a repetition.
  private mutating func takeRun(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let glyph = rest.prefix(3)
    bytes += glyph
    guard glyph.count == 3, Self.isBox(glyph) else { return glyph.count }
    var count = 0
    var next = rest.dropFirst(3)
    while next.starts(with: glyph) {
      count += 1
      next = next.dropFirst(3)
    }
    let length = 3 * (count + 1)
    // The last ones may end a row, and what the cursor does there is not the same everywhere.
    let repeated = max(0, count - Self.unrepeated)
    let repetition = Array("\u{1B}[\(repeated)b".utf8)
    if repetition.count < 3 * repeated {
      bytes += repetition
      count -= repeated
    }
    for _ in 0..<count { bytes += glyph }
    return length
  }

  /// Whether it is one of U+2500 … U+259F: lines and blocks, a column wide wherever they are drawn.
  private static func isBox(_ glyph: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let (second, third) = (glyph[glyph.startIndex + 1], glyph[glyph.startIndex + 2])
    return second == 0x94 || second == 0x95 || second == 0x96 && (0x80...0x9F).contains(third)
  }

  /// Makes the terminal draw as ncurses wants it to, as far as it can be seen.
  ///
  /// - `forBlanks`: what comes is nothing but background.
  private mutating func settle(forBlanks: Bool = false) {
    guard isKnown, shown != wanted else { return }
    if forBlanks, let parameters = wanted.blankParameters(from: shown) {
      write(parameters)
      shown = shown.over(wanted)
    } else {
      write(wanted.parameters(from: shown, ends: ends))
      shown = wanted
    }
  }

  private mutating func write(_ parameters: [Int]) {
    guard !parameters.isEmpty else { return }
    let text = parameters == [0] ? "" : parameters.map(String.init).joined(separator: ";")
    bytes += Array("\u{1B}[\(text)m".utf8)
  }
}
