/// Shortens what ncurses wrote; the terminal shows the same.
///
/// ncurses sets both colours of a cell, and ends what it began whenever it moves the cursor. Here colours
/// and attributes are set when something is drawn with them, and only those that differ. A run of one
/// character, such as the edge of a card, is written once and repeated where the terminal can.
struct OutputCompactor {
  /// Whether the terminal repeats characters beyond ASCII (REP).
  var canRepeat = false
  /// Whether ncurses wrote a rendition that is not known here: from then on it is left alone.
  private(set) var isOff = false
  /// What the terminal draws with.
  private var shown = Rendition()
  /// What ncurses wants to draw with.
  private var wanted = Rendition()
  private var bytes: [UInt8] = []

  /// Parameters of SGR, as text.
  private typealias Parameter = [UInt8]

  /// How characters are drawn.
  private struct Rendition: Equatable {
    var attributes: [Parameter] = []
    var foreground: Parameter = Array("39".utf8)
    var background: Parameter = Array("49".utf8)

    /// Whether it can be seen where there is no letter: whether there is more than bold, dim and italics.
    var showsOnBlanks: Bool { attributes.contains { $0.count != 1 || $0[0] > 0x33 } }
  }

  /// A curly red line below letters: what sets it, and what ends it.
  static let curly = (start: "4:3;58:5:9", end: "24;59")

  private static let curlyStart = Array(curly.start.utf8)
  private static let boldEnd = Array("22".utf8)
  private static let ownColors = Array("39;49".utf8)
  /// What ends an attribute, and the attribute.
  private static let ends: [(end: Parameter, attribute: Parameter)] = [
    ("22", "1"), ("22", "2"), ("23", "3"), ("24", "4"), ("27", "7"), ("29", "9"),
    (curly.end, curly.start),
  ].map { (Array($0.utf8), Array($1.utf8)) }

  /// The bytes to write in place of these, which hold whole sequences and characters.
  mutating func compact(_ output: [UInt8]) -> [UInt8] {
    var place = 0
    while place < output.count, !isOff { place = take(output[place...]) }
    settle()
    defer { bytes = [] }
    return bytes + output[place...]
  }

  /// The terminal draws with its own colours again: something else ended all that was set.
  mutating func madePlain() { shown = Rendition() }

  /// Writes what begins a part of the output; returns the place behind it.
  private mutating func take(_ output: ArraySlice<UInt8>) -> Int {
    switch output[output.startIndex] {
    case 0x1B where output.dropFirst().first == 0x5B: return takeSequence(output)
    case 0x08, 0x0D:
      // The cursor moves; nothing is drawn.
      bytes.append(output[output.startIndex])
      return output.startIndex + 1
    case Self.boxes where canRepeat:
      settle()
      return takeRun(output)
    case 0x20:
      let rest = output.drop { $0 == 0x20 }
      // Letters that follow need the rest anyway.
      settle(forBlanks: rest.first.map { $0 < 0x20 } ?? true)
      bytes += output[..<rest.startIndex]
      return rest.startIndex
    default:
      settle()
      let rest = output.dropFirst().drop { $0 >= 0x20 && $0 != Self.boxes }
      bytes += output[..<rest.startIndex]
      return rest.startIndex
    }
  }

  private mutating func takeSequence(_ output: ArraySlice<UInt8>) -> Int {
    let start = output.startIndex + 2
    guard let last = output[start...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      settle()
      bytes += output
      return output.endIndex
    }
    if output[last] == 0x6D {
      take(rendition: Parameter(output[start..<last]))
      if isOff { return output.startIndex }
    } else {
      if !Self.moves.contains(output[last]) {
        settle(forBlanks: Self.erasures.contains(output[last]))
      }
      bytes += output[...last]
    }
    return last + 1
  }

  /// Notes what ncurses wants to draw with.
  private mutating func take(rendition: Parameter) {
    if rendition.isEmpty || rendition == [0x30] {
      wanted = Rendition()
    } else if rendition == Self.ownColors {
      (wanted.foreground, wanted.background) = (Rendition().foreground, Rendition().background)
    } else if Self.ends.contains(where: { $0.end == rendition }) {
      wanted.attributes.removeAll { attribute in
        Self.ends.contains { $0 == (rendition, attribute) }
      }
    } else if rendition.count == 1 || rendition == Self.curlyStart {
      if !wanted.attributes.contains(rendition) { wanted.attributes.append(rendition) }
    } else if rendition.count == 2 && [0x33, 0x39].contains(rendition[0])
      || rendition.starts(with: "38;".utf8)
    {
      wanted.foreground = rendition
    } else if rendition.count == 2 && rendition[0] == 0x34
      || rendition.count == 3 && rendition.starts(with: "10".utf8)
      || rendition.starts(with: "48;".utf8)
    {
      wanted.background = rendition
    } else {
      isOff = true
    }
  }

  /// Last letters of sequences that draw nothing: the cursor's, of modes and of margins.
  private static let moves = Array("ABCDEFGHdfhlr".utf8)
  /// Those of sequences that make room or take things away, and draw nothing but background.
  private static let erasures = Array("JKLMPSTX@".utf8)
  /// The first byte of all from U+2000 to U+2FFF, with the box and block characters.
  private static let boxes: UInt8 = 0xE2
  /// Characters at the end of a run that are written as they are: the last ones may end a row, and what
  /// the cursor does there is not the same everywhere.
  private static let unrepeated = 2

  /// Writes a character of three bytes, and what follows of the same as a repetition; returns the place
  /// behind them.
  private mutating func takeRun(_ output: ArraySlice<UInt8>) -> Int {
    let glyph = output.prefix(3)
    var end = glyph.endIndex
    while output[end...].starts(with: glyph) { end += 3 }
    let repeated = (end - glyph.startIndex) / 3 - 1 - Self.unrepeated
    guard repeated > 0, Self.isBox(glyph) else {
      bytes += glyph
      return glyph.endIndex
    }
    let sequence = Array("\u{1B}[\(repeated)b".utf8)
    guard sequence.count < 3 * repeated else {
      bytes += output[..<end]
      return end
    }
    bytes += glyph + sequence + output[(end - 3 * Self.unrepeated)..<end]
    return end
  }

  /// Whether it is one of U+2500 … U+259F: lines and blocks, a column wide wherever they are drawn.
  private static func isBox(_ glyph: ArraySlice<UInt8>) -> Bool {
    guard glyph.count == 3 else { return false }
    let (second, third) = (glyph[glyph.startIndex + 1], glyph[glyph.startIndex + 2])
    return second == 0x94 || second == 0x95 || second == 0x96 && (0x80...0x9F).contains(third)
  }

  /// Makes the terminal draw as ncurses wants it to, as far as it can be seen.
  ///
  /// - Parameter forBlanks: whether nothing but background comes.
  private mutating func settle(forBlanks: Bool = false) {
    guard shown != wanted else { return }
    var parameters: [Parameter] = []
    let isBare = forBlanks && !wanted.showsOnBlanks && !shown.showsOnBlanks
    var next = shown
    if !isBare {
      let ended = next.attributes.filter { !wanted.attributes.contains($0) }
      let ends = ended.compactMap { attribute in
        Self.ends.first { $0.attribute == attribute && $0.end != Self.boldEnd }?.end
      }
      if ends.count == ended.count {
        parameters = ends
      } else {
        // Ended all at once.
        (next, parameters) = (Rendition(), [[0x30]])
      }
      parameters += wanted.attributes.filter { !next.attributes.contains($0) }
      if next.foreground != wanted.foreground { parameters.append(wanted.foreground) }
      (next.attributes, next.foreground) = (wanted.attributes, wanted.foreground)
    }
    if next.background != wanted.background { parameters.append(wanted.background) }
    next.background = wanted.background
    if wanted == Rendition(), !parameters.isEmpty, !isBare { parameters = [[]] }
    if !parameters.isEmpty { write(parameters) }
    shown = next
  }

  private mutating func write(_ parameters: [Parameter]) {
    bytes += [0x1B, 0x5B] + parameters.joined(separator: [0x3B]) + [0x6D]
  }
}
