/// Shortens ncurses' output without changing its effect.
///
/// ncurses sets both colours of a cell, and resets all attributes before it moves the cursor. The
/// compactor sets colours and attributes only when they are drawn, and only if they differ. It
/// replaces a run of one character, such as the border of a card, by a repetition if the terminal
/// supports it.
struct OutputCompactor {
  /// Whether the terminal can repeat non-ASCII characters (REP).
  var canRepeat = false
  /// Whether ncurses has used an unknown rendition; from then on its output is not changed.
  private(set) var isOff = false
  /// The terminal's current rendition.
  private var shown = Rendition()
  /// The rendition that ncurses expects.
  private var wanted = Rendition()
  private var bytes: [UInt8] = []

  /// An SGR parameter, as text.
  private typealias Parameter = [UInt8]

  /// Attributes and colours.
  private struct Rendition: Equatable {
    var attributes: [Parameter] = []
    var foreground: Parameter = Array("39".utf8)
    var background: Parameter = Array("49".utf8)

    /// Whether it is visible on blanks: has attributes other than bold, dim and italic.
    var showsOnBlanks: Bool { attributes.contains { $0.count != 1 || $0[0] > 0x33 } }
  }

  /// The parameters that begin and end a curly red underline.
  static let curly = (start: "4:3;58:5:9", end: "24;59")

  private static let curlyStart = Array(curly.start.utf8)
  private static let boldEnd = Array("22".utf8)
  private static let ownColors = Array("39;49".utf8)
  /// The parameters that end attributes.
  private static let ends: [(end: Parameter, attribute: Parameter)] = [
    ("22", "1"), ("22", "2"), ("23", "3"), ("24", "4"), ("27", "7"), ("29", "9"),
    (curly.end, curly.start),
  ].map { (Array($0.utf8), Array($1.utf8)) }

  /// Returns the shortened output; the input must end with a complete sequence or character.
  mutating func compact(_ output: [UInt8]) -> [UInt8] {
    guard !isOff else { return output }
    var index = 0
    while index < output.count, !isOff { index = shorten(output[index...]) }
    updateRendition()
    defer { bytes = [] }
    return bytes + output[index...]
  }

  /// Records that the terminal's rendition was reset elsewhere.
  mutating func madePlain() { shown = Rendition() }

  /// Shortens the first element of the output; returns the index after it.
  private mutating func shorten(_ output: ArraySlice<UInt8>) -> Int {
    switch output[output.startIndex] {
    case 0x1B where output.dropFirst().first == 0x5B: return shortenSequence(output)
    case 0x08, 0x0D:
      // The cursor moves; nothing is drawn.
      bytes.append(output[output.startIndex])
      return output.startIndex + 1
    case Self.boxes where canRepeat:
      updateRendition()
      return shortenRun(output)
    case 0x20:
      let rest = output.drop { $0 == 0x20 }
      // Letters after the blanks need the complete rendition anyway.
      updateRendition(forBlanks: rest.first.map { $0 < 0x20 } ?? true)
      bytes += output[..<rest.startIndex]
      return rest.startIndex
    default:
      updateRendition()
      let rest = output.dropFirst().drop { $0 >= 0x20 && $0 != Self.boxes }
      bytes += output[..<rest.startIndex]
      return rest.startIndex
    }
  }

  private mutating func shortenSequence(_ output: ArraySlice<UInt8>) -> Int {
    let start = output.startIndex + 2
    guard let last = output[start...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      updateRendition()
      bytes += output
      return output.endIndex
    }
    if output[last] == 0x6D {
      expect(Parameter(output[start..<last]))
      if isOff { return output.startIndex }
    } else {
      if !Self.moves.contains(output[last]) {
        updateRendition(forBlanks: Self.erasures.contains(output[last]))
      }
      bytes += output[...last]
    }
    return last + 1
  }

  /// Updates the rendition that ncurses expects.
  private mutating func expect(_ rendition: Parameter) {
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

  /// Final letters of sequences that draw nothing: cursor motions, modes and margins.
  private static let moves = Array("ABCDEFGHdfhlr".utf8)
  /// Final letters of sequences that insert, delete or erase, and draw only background.
  private static let erasures = Array("JKLMPSTX@".utf8)
  /// The first byte of U+2000 to U+2FFF, which include the box and block characters.
  private static let boxes: UInt8 = 0xE2
  /// Number of characters at the end of a run that are not repeated: terminals differ in the
  /// cursor's behaviour at the end of a row.
  private static let unrepeated = 2

  /// Writes a character of three bytes and repeats it for the rest of its run; returns the index
  /// after the run.
  private mutating func shortenRun(_ output: ArraySlice<UInt8>) -> Int {
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

  /// Whether it is in U+2500 … U+259F: lines and blocks, one column wide in every terminal.
  private static func isBox(_ glyph: ArraySlice<UInt8>) -> Bool {
    guard glyph.count == 3 else { return false }
    let (second, third) = (glyph[glyph.startIndex + 1], glyph[glyph.startIndex + 2])
    return second == 0x94 || second == 0x95 || second == 0x96 && (0x80...0x9F).contains(third)
  }

  /// Makes the terminal's rendition match the expected one, as far as it is visible.
  ///
  /// - Parameter forBlanks: whether only background will be drawn.
  private mutating func updateRendition(forBlanks: Bool = false) {
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
        // A reset ends all attributes.
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
