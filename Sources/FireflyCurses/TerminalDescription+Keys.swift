import FireflyScreen

extension TerminalDescription {
  /// The key sequences in the terminfo entry that begin with ESC; others are control characters.
  var keySequences: [[UInt8]: Key] {
    var keys: [(String, Key)] = [
      ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home),
      ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown), ("kich1", .insert),
      ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter), ("kbs", .backspace),
    ]
    keys += (1...12).map { ("kf\($0)", .function($0)) }
    var sequences: [[UInt8]: Key] = [:]
    for (name, key) in keys {
      guard let bytes = string(name), bytes.count > 2, bytes[0] == 0x1B else { continue }
      sequences[bytes] = key
    }
    return sequences
  }

  /// Whether the terminal reports its mouse.
  var hasMouse: Bool { string("kmous") != nil }

  /// Whether it is similar to xterm: it answers queries and ignores unknown sequences.
  var answersQuestions: Bool { hasMouse && type != "linux" }
}
