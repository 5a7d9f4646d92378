/// How a terminal can show a picture pixel by pixel.
public enum SharpPictures: Hashable, Sendable {
  /// The kitty protocol, pictures placed at a cell.
  case kitty
  /// The kitty protocol where pictures stand wherever `KittyPlaceholder` cells are drawn.
  case kittyPlaceholders
  /// Sixels.
  case sixel

  /// What a terminal can do, by its answers and by the environment.
  ///
  /// Placeholders need two words for them. The environment tells that it is kitty or Ghostty: others
  /// pass over what they don't know of a command, and take any test. The test tells kitty from its
  /// versions before 0.28. Inside tmux placeholders are the only way for the kitty protocol, and only
  /// where tmux let the tests through; sixels tmux may know itself.
  ///
  /// - Parameters:
  ///   - environment: The variables of the process.
  ///   - answers: The answers to `TerminalAnswers.query`.
  ///   - trustsEnvironment: Whether the environment's word is enough where the terminal gave none.
  /// - Returns: nil if it can't, or if nothing is known.
  public static func detect(
    environment: [String: String], answers: TerminalAnswers, trustsEnvironment: Bool = false
  ) -> SharpPictures? {
    let knowsSixels = answers.attributes?.contains(4) == true
    let isKitty = isKitty(environment) || isGhostty(environment)
    let isSilent = answers.kitty == nil
    let hasPlaceholders = isKitty && (isSilent || answers.placeholders == true)
    if isTmux(environment) {
      if answers.kitty == true, hasPlaceholders { return .kittyPlaceholders }
      if knowsSixels { return .sixel }
      return trustsEnvironment && isSilent && isKitty ? .kittyPlaceholders : nil
    }
    let kitty: SharpPictures =
      hasPlaceholders && !isWezTermOrKonsole(environment) ? .kittyPlaceholders : .kitty
    if answers.kitty == true { return kitty }
    if knowsSixels { return .sixel }
    guard trustsEnvironment, isKitty || isWezTermOrKonsole(environment) else { return nil }
    return kitty
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

  /// Whether it is one that knows the protocol, but no placeholders; it may have been started from
  /// within kitty, and have its variables.
  private static func isWezTermOrKonsole(_ environment: [String: String]) -> Bool {
    // Konsole writes 22.04.0 as 220400; that was its first version with the protocol.
    let konsole = environment["KONSOLE_VERSION"].flatMap { Int($0) } ?? 0
    return environment["TERM_PROGRAM"] == "WezTerm" || konsole >= 220_400
  }
}
