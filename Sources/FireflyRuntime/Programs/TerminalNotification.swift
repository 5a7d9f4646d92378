/// The control sequence of a notification, for the terminals that are known to show one.
enum TerminalNotification {
  /// Returns the sequence that notifies the user; elsewhere the bell.
  ///
  /// OSC 99 is kitty's; OSC 777 is rxvt-unicode's, which others took over. Inside tmux and screen the
  /// bell rings, which they pass on.
  ///
  /// - Parameters:
  ///   - text: one line of our own words, without control characters.
  ///   - environment: the variables of the environment.
  /// - Returns: the bytes.
  static func sequence(_ text: String, _ environment: [String: String]) -> [UInt8] {
    let (term, program) = (environment["TERM"] ?? "", environment["TERM_PROGRAM"] ?? "")
    let isInside = ["TMUX", "STY"].contains { environment[$0]?.isEmpty == false }
    if isInside { return [0x07] }
    if term == "xterm-kitty" { return Array("\u{1B}]99;i=firefly;Firefly: \(text)\u{1B}\\".utf8) }
    let takes777 =
      ["foot", "rxvt-unicode", "xterm-ghostty"].contains { term.hasPrefix($0) }
      || ["WezTerm", "ghostty"].contains(program)
    return takes777 ? Array("\u{1B}]777;notify;Firefly;\(text)\u{07}".utf8) : [0x07]
  }
}
