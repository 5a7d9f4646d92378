import FireflyScreen

/// Detects the colour depth of a terminal.
enum ColorSupport {
  /// Name prefixes of terminals that show 24-bit colours even if they don't announce it.
  private static let direct = [
    "xterm-kitty", "alacritty", "foot", "wezterm", "xterm-ghostty", "contour", "vte-direct",
    "iterm2", "konsole-direct",
  ]

  /// Returns the depth for an environment and a terminfo entry.
  ///
  /// `NO_COLOR` (not empty) wins. A terminal without colours has none whatever the environment
  /// says, because `COLORTERM` is often inherited by mistake; the same applies to GNU screen, which
  /// misreads 24-bit colours.
  ///
  /// - Parameters:
  ///   - environment: the environment of the process.
  ///   - colors: the number of colours in terminfo; nil or negative for none.
  ///   - hasDirectColor: whether terminfo has the flag `RGB` or `Tc`.
  ///   - answer: the terminal's own answer, which overrides terminfo; nil if it gave none.
  static func depth(
    environment: [String: String], colors: Int?, hasDirectColor: Bool, answer: Bool? = nil
  ) -> ScreenAbilities.ColorDepth {
    if environment["NO_COLOR"]?.isEmpty == false { return .none }
    guard let colors, colors >= 8 else { return .none }
    let type = environment["TERM"] ?? ""
    let insideScreen = type.hasPrefix("screen") && environment["STY"] != nil
    let claimed = ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased() ?? "")
    let known = type.hasSuffix("-direct") || direct.contains { type.hasPrefix($0) }
    if answer ?? (claimed || known || hasDirectColor), !insideScreen { return .trueColor }
    return colors >= 256 ? .indexed : colors >= 16 ? .sixteen : .eight
  }
}
