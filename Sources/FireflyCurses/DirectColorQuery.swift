import Glibc

/// Asks xterm whether it shows 24-bit colours, which its environment doesn't reveal.
///
/// Sets a colour and queries it (DECRQSS), then queries the device attributes, which every terminal
/// answers. This happens before the first frame, since ncurses needs the colour depth when it
/// starts; xterm answers within a few milliseconds.
enum DirectColorQuery {
  /// Timeout of the answer in milliseconds.
  private static let patience = 100
  private static let question =
    "\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[49m\u{1B}[c"

  /// Whether to ask the terminal: a local xterm without a multiplexer.
  static func isDue(_ environment: [String: String]) -> Bool {
    environment["XTERM_VERSION"] != nil && environment["TERM"]?.hasPrefix("xterm") == true
      && !TerminalDescription.isInsideAnother(environment)
      && environment["NO_COLOR", default: ""].isEmpty
  }

  /// Asks, and waits for the answer.
  ///
  /// - Parameter modes: the terminal's modes, which are restored afterwards.
  /// - Returns: the answer, nil if there is none; and bytes typed meanwhile.
  static func ask(_ modes: termios) -> (answer: Bool?, typed: [UInt8]) {
    var (raw, modes) = (modes, modes)
    cfmakeraw(&raw)
    guard tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { return (nil, []) }
    defer { tcsetattr(STDIN_FILENO, TCSANOW, &modes) }
    TerminalOutput.write(Array(question.utf8))
    let deadline = ContinuousClock.now + .milliseconds(patience)
    var bytes: [UInt8] = []
    while bytes.count < 4_096 {
      let left = Int32((deadline - .now) / .milliseconds(1))
      var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&descriptor, 1, left) > 0 else { break }
      var chunk = [UInt8](repeating: 0, count: 256)
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
      let (answer, typed, isComplete) = parse(bytes)
      if isComplete { return (answer, typed) }
    }
    return (nil, bytes)
  }

  /// Parses the answers in the input.
  ///
  /// - Returns: whether 24-bit colours are shown, the other bytes, and whether the device
  ///   attributes have arrived.
  static func parse(_ bytes: [UInt8]) -> (answer: Bool?, typed: [UInt8], isComplete: Bool) {
    // Typed bytes may be invalid UTF-8; Latin-1 preserves them.
    let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    let attributes = /\u{1B}\[\?[0-9;]*c/
    guard text.contains(attributes) else { return (nil, [], false) }
    let report = /\u{1B}P([01])\$r([0-9;:]*)m?\u{1B}\\/
    let found = text.firstMatch(of: report)
    let isDirect = found.map {
      $0.output.1 == "1" && $0.output.2.contains(/48[:;]2[:;]+(?:[0-9]*[:;]+)?1[:;]2[:;]3/)
    }
    let rest = text.replacing(report, with: "", maxReplacements: 1)
      .replacing(attributes, with: "", maxReplacements: 1)
    return (isDirect, rest.unicodeScalars.map { UInt8($0.value) }, true)
  }
}
