import FireflyScreen

/// Finds out how many colours a terminal shows.
enum ColorSupport {
  /// Beginnings of the names of terminals that show 24-bit colours whether they say so or not.
  private static let direct = [
    "xterm-kitty", "alacritty", "foot", "wezterm", "xterm-ghostty", "contour", "vte-direct",
    "iterm2", "konsole-direct",
  ]

  /// The depth for an environment and what terminfo knows.
  ///
  /// `NO_COLOR` (not empty) wins; a terminal without any colours has none whatever the environment
  /// says, because `COLORTERM` travels further than it should; the same holds for GNU screen, which
  /// misreads 24-bit colours.
  ///
  /// - `colors`: terminfo's number of colours; nil or negative for none.
  /// - `hasDirectColor`: whether terminfo has the flag `RGB` or `Tc`.
  /// - `answer`: what the terminal itself has said, which counts more than all that; nil if nothing.
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
