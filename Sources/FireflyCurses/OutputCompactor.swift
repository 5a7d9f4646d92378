/// Says what ncurses wrote in fewer bytes, so that a terminal shows the same.
///
/// ncurses sets both colours of a pair and ends what it began whenever it moves the cursor. Here a
/// rendition is set when something is drawn with it, and then only what differs. And a run of one
/// character, such as the edge of a card, is written once and repeated, where the terminal has shown that
/// it does that.
struct OutputCompactor {
  /// What is to be written, as ncurses wrote it.
  typealias Output = UnsafeBufferPointer<UInt8>

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
  ///
  /// - `pairs`: the colours that ncurses named by the number of their pair, `CSI = number m`: see
  ///   `TerminalDescription.adapted`.
  mutating func compact(_ output: [UInt8], pairs: ColorPairs? = nil) -> [UInt8] {
    bytes.reserveCapacity(output.count + Self.room)
    output.withUnsafeBufferPointer { output in
      var place = 0
      while place < output.count { place = take(output, at: place, pairs) }
    }
    settle()
    defer { bytes = [] }
    return bytes
  }

  /// Notes that somebody else has ended all that the terminal drew with.
  mutating func madePlain() { shown = Rendition() }

  /// Bytes that the names of colours may take more than their numbers, in most frames.
  private static let room = 1_024

  /// Writes what stands at a place; returns the place behind it.
  private mutating func take(_ output: Output, at place: Int, _ pairs: ColorPairs?) -> Int {
    let first = output[place]
    switch first {
    case 0x1B where place + 1 < output.count && output[place + 1] == 0x5B:
      return takeSequence(output, at: place, pairs)
    case 0x08, 0x0D:
      // The cursor moves, nothing is drawn.
      bytes.append(first)
      return place + 1
    case Self.boxes where canRepeat:
      settle()
      return takeRun(output, at: place)
    case 0x20:
      var end = place + 1
      while end < output.count, output[end] == 0x20 { end += 1 }
      // Letters are drawn next: all has to be set anyway.
      settle(forBlanks: end == output.count || output[end] < 0x20)
      bytes.append(contentsOf: output[place..<end])
      return end
    default:
      settle()
      var end = place + 1
      while end < output.count, output[end] >= 0x20, output[end] != Self.boxes { end += 1 }
      bytes.append(contentsOf: output[place..<end])
      return end
    }
  }

  private mutating func takeSequence(
    _ output: Output, at place: Int, _ pairs: ColorPairs?
  ) -> Int {
    var last = place + 2
    while last < output.count, !(0x40...0x7E).contains(output[last]) { last += 1 }
    let end = min(last + 1, output.count)
    let sequence = output[place..<end]
    guard last < output.count else {
      settle()
      bytes.append(contentsOf: sequence)
      return end
    }
    if output[last] == 0x6D, take(rendition: output[place + 2..<last], pairs) { return end }
    if !Self.moves.contains(output[last]) {
      settle(forBlanks: Self.erasures.contains(output[last]))
    }
    bytes.append(contentsOf: sequence)
    return end
  }

  /// Notes what ncurses wants to draw with; false if it has to be written as it is.
  private mutating func take(rendition text: Slice<Output>, _ pairs: ColorPairs?) -> Bool {
    if text.first == 0x3D {
      guard let number = Self.parameters(text.dropFirst())?.first,
        let colors = pairs?.colors(of: number)
      else { return true }
      wanted.apply(colors)
      return true
    }
    var next = isKnown ? wanted : Rendition()
    guard let parameters = Self.parameters(text), isKnown || parameters.first == 0,
      next.apply(parameters)
    else {
      settle()
      isKnown = false
      return false
    }
    if !isKnown {
      bytes += [0x1B, 0x5B, 0x6D]
      shown = Rendition()
      isKnown = true
    }
    wanted = next
    return true
  }

  /// Numbers between semicolons, one at least; nil if there is anything else.
  private static func parameters(_ text: Slice<Output>) -> [Int]? {
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
  private static let moves = Array("ABCDEFGHdfhlr".utf8)

  /// Those of sequences that make room or take things away, and draw nothing but background.
  private static let erasures = Array("JKLMPSTX@".utf8)

  /// The first byte of all from U+2000 to U+2FFF, with the box and block characters.
  private static let boxes: UInt8 = 0xE2

  /// Characters at the end of a run that are written as they are.
  private static let unrepeated = 2

  /// Writes a character of three bytes, and what follows of the same as a repetition; returns the place
  /// behind them.
  private mutating func takeRun(_ output: Output, at place: Int) -> Int {
    let glyph = output[place..<min(place + 3, output.count)]
    bytes.append(contentsOf: glyph)
    guard glyph.count == 3, Self.isBox(glyph) else { return glyph.endIndex }
    var count = 0
    var end = place + 3
    while end + 3 <= output.count, output[end] == output[place],
      output[end + 1] == output[place + 1], output[end + 2] == output[place + 2]
    {
      count += 1
      end += 3
    }
    // The last ones may end a row, and what the cursor does there is not the same everywhere.
    let repeated = max(0, count - Self.unrepeated)
    let before = bytes.count
    bytes += [0x1B, 0x5B]
    append(repeated)
    bytes.append(0x62)
    if bytes.count - before < 3 * repeated {
      count -= repeated
    } else {
      bytes.removeLast(bytes.count - before)
    }
    for _ in 0..<count { bytes.append(contentsOf: glyph) }
    return end
  }

  /// Whether it is one of U+2500 … U+259F: lines and blocks, a column wide wherever they are drawn.
  private static func isBox(_ glyph: Slice<Output>) -> Bool {
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
    bytes += [0x1B, 0x5B]
    if parameters != [0] {
      for (index, parameter) in parameters.enumerated() {
        if index > 0 { bytes.append(0x3B) }
        // The numbers of a colour come behind others of their own.
        if isAttribute(index, of: parameters), let text = Rendition.text(of: parameter) {
          bytes += Array(text.utf8)
        } else {
          append(parameter)
        }
      }
    }
    bytes.append(0x6D)
  }

  /// Whether a parameter is one by itself, rather than a part of a colour (38 or 48, with two or four more).
  private func isAttribute(_ index: Int, of parameters: [Int]) -> Bool {
    var place = 0
    while place < index {
      let isColor = parameters[place] == 38 || parameters[place] == 48
      place += !isColor ? 1 : parameters[place + 1] == 5 ? 3 : 5
    }
    return place == index
  }

  /// Writes a number, 0 or more, in decimal digits.
  private mutating func append(_ number: Int) {
    if number >= 10 { append(number / 10) }
    bytes.append(0x30 + UInt8(number % 10))
  }
}
