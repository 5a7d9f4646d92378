import FireflyScreen

/// What a terminal answers to a question.
enum TerminalAnswer: Equatable {
  /// The colour of its background (OSC 11).
  case background(Color)
  /// What it is (DA1). Every terminal answers this, so it also ends the wait for other answers.
  case attributes(String)
  /// The size of a cell in pixels (XTWINOPS 16).
  case cell(String)
  /// Anything else that came as a string: the letter that introduced it and its body.
  case string(String)

  /// An answer that came as a string; nil if there is nothing in it.
  ///
  /// - Parameter kind: the byte after ESC: `]` for OSC, `P` for DCS, `_` for APC.
  init?(kind: UInt8, body: [UInt8]) {
    let text = String(decoding: body, as: UTF8.self)
    if kind == 0x5D, text.hasPrefix("11;") {
      guard let color = Self.color(text.dropFirst(3)) else { return nil }
      self = .background(color)
    } else if body.isEmpty {
      return nil
    } else {
      self = .string(String(Unicode.Scalar(kind)) + text)
    }
  }

  /// A colour as X11 writes it: `rgb:` with one to four hexadecimal digits a part, or `rgba:`.
  private static func color(_ text: Substring) -> Color? {
    let parts = text.split(separator: ":")
    guard parts.count == 2, parts[0] == "rgb" || parts[0] == "rgba" else { return nil }
    let values = parts[1].split(separator: "/", omittingEmptySubsequences: false).map { digits in
      (1...4).contains(digits.count)
        ? UInt32(digits, radix: 16).map { UInt8($0 * 255 / (1 << (4 * UInt32(digits.count)) - 1)) }
        : nil
    }
    guard values.count >= 3, let red = values[0], let green = values[1], let blue = values[2]
    else { return nil }
    return Color(red: red, green: green, blue: blue)
  }
}
