/// How a terminal can show a picture pixel by pixel.
public enum SharpPictures: Hashable, Sendable {
  /// The kitty protocol, pictures placed at a cell.
  case kitty
  /// The kitty protocol through tmux: pictures stand where `KittyPlaceholder` cells are drawn.
  case kittyPlaceholders
  /// Sixels.
  case sixel

  /// What a terminal can do, by its answers, or where it gave none by what the environment says.
  ///
  /// Inside tmux its answers are tmux's own: it may know sixels itself, but of the kitty protocol
  /// only the environment tells, which it inherited from the terminal that it was started in. Only
  /// kitty and Ghostty know placeholders.
  ///
  /// - Parameters:
  ///   - environment: The variables of the process.
  ///   - answers: The answers to `TerminalAnswers.query`.
  /// - Returns: nil if it can't, or if nothing is known.
  public static func detect(
    environment: [String: String], answers: TerminalAnswers
  ) -> SharpPictures? {
    let knowsSixels = answers.attributes?.contains(4) == true
    if isTmux(environment) {
      if knowsSixels { return .sixel }
      return isKitty(environment) || isGhostty(environment) ? .kittyPlaceholders : nil
    }
    if answers.kitty == true { return .kitty }
    if answers.attributes != nil { return knowsSixels ? .sixel : nil }
    return speaksKitty(environment) ? .kitty : nil
  }

  /// Whether the process runs inside tmux.
  public static func isTmux(_ environment: [String: String]) -> Bool {
    environment["TMUX"]?.isEmpty == false || environment["TERM_PROGRAM"] == "tmux"
  }

  private static func isKitty(_ environment: [String: String]) -> Bool {
    environment["KITTY_WINDOW_ID"]?.isEmpty == false || environment["TERM"] == "xterm-kitty"
  }

  private static func isGhostty(_ environment: [String: String]) -> Bool {
    environment["GHOSTTY_RESOURCES_DIR"]?.isEmpty == false
      || environment["TERM"] == "xterm-ghostty" || environment["TERM_PROGRAM"] == "ghostty"
  }

  private static func speaksKitty(_ environment: [String: String]) -> Bool {
    // Konsole writes 22.04.0 as 220400; that was its first version with the protocol.
    let konsole = environment["KONSOLE_VERSION"].flatMap { Int($0) } ?? 0
    return isKitty(environment) || isGhostty(environment)
      || environment["TERM_PROGRAM"] == "WezTerm" || konsole >= 220_400
  }
}
