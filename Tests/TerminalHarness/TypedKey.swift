import CVirtualTerminal

/// A key on the keyboard of the emulated terminal.
enum TypedKey {
  /// Bytes that are the same in every mode.
  case bytes([UInt8])
  /// A key whose bytes follow the program's modes, such as the arrows.
  case special(VTermKey, VTermModifier)

  /// Reads text with key names in it: `jj<down><f2>hello<enter>`.
  ///
  /// `<lt>` stands for `<` itself; `<c-x>` is Ctrl with a letter, `<a-x>` Alt with a character.
  ///
  /// - Throws: `TerminalError.unknownKey`.
  static func keys(in text: String) throws -> [TypedKey] {
    var keys: [TypedKey] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">") {
        let name = String(rest[rest.index(after: rest.startIndex)..<end]).lowercased()
        keys.append(try key(named: name))
        rest = rest[rest.index(after: end)...]
      } else {
        keys.append(.bytes(Array(String(first).utf8)))
        rest = rest.dropFirst()
      }
    }
    return keys
  }

  private static func key(named name: String) throws -> TypedKey {
    if let bytes = plain[name] { return .bytes(bytes) }
    if let key = special[name] { return .special(key, VTERM_MOD_NONE) }
    if name.hasPrefix("s-"), let key = special[String(name.dropFirst(2))] {
      return .special(key, VTERM_MOD_SHIFT)
    }
    if name.hasPrefix("c-"), name.count == 3, let byte = name.utf8.last {
      return .bytes([byte & 0x1F])
    }
    if name.hasPrefix("a-"), name.count == 3 {
      return .bytes([0x1B] + Array(name.utf8.dropFirst(2)))
    }
    if name.hasPrefix("f"), let number = UInt32(name.dropFirst()), (1...12).contains(number) {
      return .special(VTermKey(VTERM_KEY_FUNCTION_0.rawValue + number), VTERM_MOD_NONE)
    }
    throw TerminalError.unknownKey(name)
  }

  private static let plain: [String: [UInt8]] = [
    "enter": [0x0D], "tab": [0x09], "esc": [0x1B], "space": [0x20], "bs": [0x7F],
    "lt": [UInt8(ascii: "<")], "s-tab": [0x1B, UInt8(ascii: "["), UInt8(ascii: "Z")],
  ]

  private static let special: [String: VTermKey] = [
    "up": VTERM_KEY_UP, "down": VTERM_KEY_DOWN, "left": VTERM_KEY_LEFT, "right": VTERM_KEY_RIGHT,
    "home": VTERM_KEY_HOME, "end": VTERM_KEY_END, "pgup": VTERM_KEY_PAGEUP,
    "pgdn": VTERM_KEY_PAGEDOWN, "ins": VTERM_KEY_INS, "del": VTERM_KEY_DEL,
  ]
}
