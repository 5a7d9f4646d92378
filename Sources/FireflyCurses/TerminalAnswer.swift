import FireflyScreen

/// Parses a terminal's answers that are strings.
enum TerminalAnswer {
  /// Returns the event for an answer.
  ///
  /// - Parameters:
  ///   - kind: the byte after ESC: `]` for OSC, `P` for DCS, `_` for APC.
  ///   - body: the bytes of the string.
  /// - Returns: nil if the answer is unknown or empty.
  static func event(kind: UInt8, body: [UInt8]) -> ScreenEvent? {
    let text = String(decoding: body, as: UTF8.self)
    // The colour of the background is OSC 11.
    if kind == 0x5D, text.hasPrefix("11;") {
      return color(text.dropFirst(3)).map { .background($0) }
    }
    return body.isEmpty ? nil : .answer(String(Unicode.Scalar(kind)) + text)
  }

  /// Parses a colour in X11's format: `rgb:` with one to four hexadecimal digits per part, or
  /// `rgba:`.
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
