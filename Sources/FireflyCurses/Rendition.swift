import FireflyScreen

/// The control sequence of a style (SGR), for cells that are not written by ncurses.
enum Rendition {
  /// Returns the sequence that sets attributes and colours, and resets all others.
  static func sequence(
    _ attributes: Attributes, _ colors: ColorPairs.Numbers, depth: ScreenAbilities.ColorDepth
  ) -> String {
    let names: [(Attributes, Int)] = [
      (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
    ]
    let codes =
      [0] + names.filter { attributes.contains($0.0) }.map(\.1)
      + code(colors.foreground, base: 30, depth) + code(colors.background, base: 40, depth)
    return "\u{1B}[\(codes.map(String.init).joined(separator: ";"))m"
  }

  /// The codes of a colour; empty for the terminal's default.
  private static func code(
    _ color: Int32, base: Int, _ depth: ScreenAbilities.ColorDepth
  ) -> [Int] {
    guard color >= 0 else { return [] }
    let number = Int(color)
    return switch depth {
    case .none: []
    case .eight, .sixteen: [number < 8 ? base + number : base + 52 + number]
    case .indexed: [base + 8, 5, number]
    case .trueColor: [base + 8, 2, number >> 16, number >> 8 & 0xFF, number & 0xFF]
    }
  }
}
