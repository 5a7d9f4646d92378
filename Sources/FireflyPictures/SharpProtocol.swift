/// The terminal's protocol for pictures in full resolution.
package enum SharpProtocol: Hashable, Sendable {
  /// The kitty protocol, with pictures placed at a cell.
  case kitty
  /// The kitty protocol, with pictures shown wherever `KittyPlaceholder` cells are drawn.
  case kittyPlaceholders
  /// Sixels.
  case sixel

  /// Detects the protocol from the terminal's answers and the environment.
  ///
  /// Placeholders need two conditions. The environment must name kitty or Ghostty, since other
  /// terminals ignore unknown keys in a command and pass any test. The test excludes kitty before
  /// 0.28. Inside tmux, placeholders are the only way to use the kitty protocol, and only if tmux
  /// passed the tests on; tmux itself may support sixels.
  ///
  /// - Parameters:
  ///   - environment: the environment of the process.
  ///   - answers: the answers to `TerminalReplies.query`.
  ///   - trustsEnvironment: whether to trust the environment if the terminal didn't answer.
  /// - Returns: nil if there is no protocol, or it is unknown.
  package static func detect(
    environment: [String: String], answers: TerminalReplies, trustsEnvironment: Bool = false
  ) -> SharpProtocol? {
    let knowsSixels = answers.attributes?.contains(4) == true
    let isKitty = isKitty(environment) || isGhostty(environment)
    let isSilent = answers.kitty == nil
    let hasPlaceholders = isKitty && (isSilent || answers.placeholders == true)
    if isTmux(environment) {
      if answers.kitty == true, hasPlaceholders { return .kittyPlaceholders }
      if knowsSixels { return .sixel }
      return trustsEnvironment && isSilent && isKitty ? .kittyPlaceholders : nil
    }
    let kitty: SharpProtocol =
      hasPlaceholders && !isWezTermOrKonsole(environment) ? .kittyPlaceholders : .kitty
    if answers.kitty == true { return kitty }
    if knowsSixels { return .sixel }
    guard trustsEnvironment, isKitty || isWezTermOrKonsole(environment) else { return nil }
    return kitty
  }

  /// Whether the process runs inside tmux.
  package static func isTmux(_ environment: [String: String]) -> Bool {
    environment["TMUX"]?.isEmpty == false || environment["TERM_PROGRAM"] == "tmux"
  }

  private static func isKitty(_ environment: [String: String]) -> Bool {
    environment["KITTY_WINDOW_ID"]?.isEmpty == false || environment["TERM"] == "xterm-kitty"
  }

  private static func isGhostty(_ environment: [String: String]) -> Bool {
    environment["GHOSTTY_RESOURCES_DIR"]?.isEmpty == false
      || environment["TERM"] == "xterm-ghostty" || environment["TERM_PROGRAM"] == "ghostty"
  }

  /// Whether it is a terminal with the protocol but without placeholders; it may have been started
  /// from within kitty and inherited its variables.
  private static func isWezTermOrKonsole(_ environment: [String: String]) -> Bool {
    // Konsole writes 22.04.0 as 220400; that was its first version with the protocol.
    let konsole = environment["KONSOLE_VERSION"].flatMap { Int($0) } ?? 0
    return environment["TERM_PROGRAM"] == "WezTerm" || konsole >= 220_400
  }
}
