/// Takes application strings (`ESC _ … ESC \\`) out of what a program writes.
///
/// Terminals that know them not swallow them whole; old versions of libvterm print them.
struct ApplicationStrings {
  private enum State {
    case text, escape, string, stringEscape
  }

  private var state = State.text

  /// The bytes without application strings; what is cut in two is remembered for the next call.
  mutating func removing(from bytes: [UInt8]) -> [UInt8] {
    guard state != .text || bytes.contains(0x1B) else { return bytes }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    for byte in bytes {
      switch (state, byte) {
      case (.text, 0x1B): state = .escape
      case (.text, _): kept.append(byte)
      case (.escape, 0x5F): state = .string
      case (.escape, 0x1B): kept.append(0x1B)
      case (.escape, _):
        kept += [0x1B, byte]
        state = .text
      case (.string, 0x1B): state = .stringEscape
      case (.string, _): break
      case (.stringEscape, 0x5C): state = .text
      case (.stringEscape, _): state = .string
      }
    }
    return kept
  }
}
