/// How characters are drawn: what SGR sequences have set.
struct Rendition: Equatable {
  /// A bit for each attribute by its number, such as 1 for bold and 3 for italic.
  private var attributes: UInt16 = 0
  private var foreground = Ink.own
  private var background = Ink.own

  /// A colour as it was asked for.
  private enum Ink: Equatable {
    /// The terminal's own.
    case own
    /// One of the first sixteen, by the parameter that asks for it.
    case named(Int)
    /// One of 256.
    case indexed(Int)
    /// 24 bits, `0xRRGGBB`.
    case direct(Int)
  }

  /// Attributes that a terminal can end one by one, by the parameter that does so.
  typealias Ends = [Int: Int]

  /// Applies the parameters of a sequence; false if there is one among them that isn't known here.
  mutating func apply(_ parameters: [Int]) -> Bool {
    var rest = parameters[...]
    while let parameter = rest.popFirst() {
      switch parameter {
      case 0: self = Rendition()
      case 1...9: attributes |= 1 << UInt16(parameter)
      case 22: attributes &= ~0b110
      case 23...29: attributes &= ~(1 << UInt16(parameter - 20))
      case 30...37, 90...97: foreground = .named(parameter)
      case 40...47, 100...107: background = .named(parameter - 10)
      case 39: foreground = .own
      case 49: background = .own
      case 38, 48:
        guard let ink = Self.ink(&rest) else { return false }
        if parameter == 38 { foreground = ink } else { background = ink }
      default: return false
      }
    }
    return true
  }

  /// Takes the colours of a pair.
  mutating func apply(_ colors: ColorPairs.Numbers) {
    foreground = colors.foreground < 0 ? .own : .direct(Int(colors.foreground))
    background = colors.background < 0 ? .own : .direct(Int(colors.background))
  }

  private static func ink(_ rest: inout ArraySlice<Int>) -> Ink? {
    switch rest.popFirst() {
    case 5: return rest.popFirst().map(Ink.indexed)
    case 2:
      guard let red = rest.popFirst(), let green = rest.popFirst(), let blue = rest.popFirst(),
        [red, green, blue].allSatisfy({ (0...255).contains($0) })
      else { return nil }
      return .direct(red << 16 | green << 8 | blue)
    default: return nil
    }
  }

  /// The parameters that make this of another one.
  ///
  /// - `ends`: attributes that need no beginning from nothing to end.
  func parameters(from other: Rendition, ends: Ends) -> [Int] {
    if self == Rendition() { return [0] }
    var (start, parameters): (Rendition, [Int]) = (other, [])
    if attributes != other.attributes {
      let ended = (1...9).filter { (other.attributes & ~attributes) >> UInt16($0) & 1 == 1 }
      let known = ended.compactMap { ends[$0] }
      let isNew = known.count < ended.count
      if isNew { start = Rendition() }
      parameters = isNew ? [0] : known
      parameters += (1...9).filter { (attributes & ~start.attributes) >> UInt16($0) & 1 == 1 }
    }
    if foreground != start.foreground { parameters += Self.parameters(foreground, shift: 0) }
    if background != start.background { parameters += Self.parameters(background, shift: 10) }
    return parameters
  }

  /// The parameters that make blanks of another one look like blanks of this: their background.
  ///
  /// - Returns: nil where more than that can be seen of a blank.
  func blankParameters(from other: Rendition) -> [Int]? {
    guard (attributes | other.attributes) & Self.visibleOnBlanks == 0 else { return nil }
    return background == other.background ? [] : Self.parameters(background, shift: 10)
  }

  /// The same with the background of another one.
  func over(_ other: Rendition) -> Rendition {
    var rendition = self
    rendition.background = other.background
    return rendition
  }

  /// Underlined, blinking, with a curly line below, reverse, and with a line through letters.
  private static let visibleOnBlanks: UInt16 = 1 << 4 | 1 << 5 | 1 << curly | 1 << 7 | 1 << 9

  /// The attribute that stands for a curly red line below letters: by its number a fast blinking, which
  /// nothing uses.
  static let curly = 6
  /// The parameter that ends it.
  static let curlyEnd = 26

  /// How a parameter is written, where it isn't by its number.
  static func text(of parameter: Int) -> String? {
    switch parameter {
    case curly: "4:3;58:5:9"
    case curlyEnd: "24;59"
    default: nil
    }
  }

  private static func parameters(_ ink: Ink, shift: Int) -> [Int] {
    switch ink {
    case .own: [39 + shift]
    case .named(let number): [number + shift]
    case .indexed(let number): [38 + shift, 5, number]
    case .direct(let hex): [38 + shift, 2, hex >> 16, hex >> 8 & 0xFF, hex & 0xFF]
    }
  }
}
