/// Takes application program commands (`ESC _ … ESC \`) out of a program's output: libvterm would
/// show them as text.
struct ApplicationCommandFilter {
  private enum State {
    case text, escape, command, commandEscape
  }

  private var state = State.text

  /// The bytes without commands; one may begin here and end in a later call.
  mutating func filtering(_ bytes: [UInt8]) -> [UInt8] {
    if state == .text, !bytes.contains(0x1B) { return bytes }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    for byte in bytes {
      switch (state, byte) {
      case (.text, 0x1B): state = .escape
      case (.text, _): kept.append(byte)
      case (.escape, UInt8(ascii: "_")): state = .command
      case (.escape, 0x1B): kept.append(0x1B)
      case (.escape, _):
        kept += [0x1B, byte]
        state = .text
      case (.command, 0x1B): state = .commandEscape
      case (.commandEscape, UInt8(ascii: "\\")): state = .text
      case (.commandEscape, 0x1B): break
      case (.command, _), (.commandEscape, _): state = .command
      }
    }
    return kept
  }
}
