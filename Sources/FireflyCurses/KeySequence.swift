import FireflyScreen

/// The escape sequence of a key, as current terminals send it.
///
/// - SeeAlso: XTerm Control Sequences, "PC-Style Function Keys", "VT220-Style Function Keys";
///   kitty, "Comprehensive keyboard handling in terminals".
struct KeySequence {
  private let final: UInt8
  private let mark: UInt8?
  private let parameters: [Int]
  /// The key at the same place of an English keyboard, in kitty's protocol; 0 if it isn't reported.
  private let place: Int

  /// Parses a complete sequence, from ESC to its final letter.
  init(_ bytes: [UInt8]) {
    final = bytes.last ?? 0
    let inner = bytes.dropFirst(2).dropLast()
    mark = inner.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    let fields = inner.dropFirst(mark == nil ? 0 : 1)
      .split(separator: 0x3B, maxSplits: 8, omittingEmptySubsequences: false)
    // A colon separates subparameters; only the third one of the first parameter matters.
    parameters = fields.map { Self.number($0.prefix { $0 != 0x3A }) }
    let keys = fields.first?.split(separator: 0x3A, omittingEmptySubsequences: false) ?? []
    place = keys.count > 2 ? Self.number(keys[2]) : 0
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { number, digit in
      (0x30...0x39).contains(digit) ? min(number * 10 + Int(digit) - 0x30, 0x11_0000) : number
    }
  }

  /// Whether pasted text follows.
  var beginsPaste: Bool { mark == nil && final == 0x7E && parameters.first == 200 }
  /// Whether it announces kitty's keyboard protocol.
  var isKeyboardFlags: Bool { mark == 0x3F && final == 0x75 }
  /// Whether it is a device attributes report (DA1).
  var isDeviceAttributes: Bool { mark == 0x3F && final == 0x63 }
  /// Whether it is a report: device attributes, or the size of a cell in pixels.
  var isAnswer: Bool {
    isDeviceAttributes
      || mark == nil && final == 0x74 && parameters.count == 3 && parameters[0] == 6
  }

  /// The event if it isn't a key: a mouse report (mode 1006), a focus change (mode 1004), or a
  /// change between dark and light (mode 2031).
  var event: ScreenEvent? {
    if mark == 0x3F, final == 0x6E, parameters.count == 2, parameters[0] == 997 {
      return [1: true, 2: false][parameters[1]].map { .scheme(isDark: $0) }
    }
    if mark == 0x3C, parameters.count == 3, final == 0x4D || final == 0x6D {
      return MouseReport(
        code: parameters[0], column: parameters[1], row: parameters[2], isRelease: final == 0x6D
      ).event.map(ScreenEvent.mouse)
    }
    guard mark == nil, parameters.allSatisfy({ $0 == 0 }) else { return nil }
    return final == 0x49 ? .focus(true) : final == 0x4F ? .focus(false) : nil
  }

  /// The key of a sequence that begins with ESC [; nil if it isn't a key.
  var key: Key? {
    guard mark == nil else { return nil }
    if let key = Self.arrow(ofRxvt: final) { return Key(key.code, .shift) }
    if let modifiers = Self.modifiers(ofRxvt: final) {
      return numbered.map { Key($0.code, modifiers) }
    }
    if final == 0x75 { return modified(coded) }
    return modified(final == 0x7E ? numbered : Self.lettered(final))
  }

  /// The key of a sequence that begins with ESC O.
  var singleShiftKey: Key? {
    if let key = Self.lettered(final), key != .backTab { return modified(key) }
    if let key = Self.arrow(ofRxvt: final) { return Key(key.code, .control) }
    return switch final {
    case 0x4D: .enter
    case 0x58: .character("=")
    // The keypad: * + , - . / and the digits.
    case 0x6A...0x79: .character(Character(Unicode.Scalar(final - 0x40)))
    default: nil
    }
  }

  /// The key of a control character.
  static func controlKey(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x00: .control("@")
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C...0x1F: .control(Character(Unicode.Scalar(byte + 0x40)))
    default: nil
    }
  }

  /// The end of rxvt's `ESC [ 7 $`, for a key with Shift; elsewhere `$` is not the last character.
  static func endOfShiftedKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let digits = bytes.dropFirst(2).prefix(2).prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.endIndex < bytes.count, bytes[digits.endIndex] == 0x24 else {
      return nil
    }
    return digits.endIndex
  }

  /// F1 … F5 of the Linux console: ESC [ [ and a letter.
  static func consoleFunctionKey(_ letter: UInt8) -> Key? {
    (0x41...0x45).contains(letter) ? .function(Int(letter) - 0x40) : nil
  }

  private static func lettered(_ letter: UInt8) -> Key? {
    switch letter {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    case 0x46: .end
    case 0x48: .home
    case 0x50...0x53: .function(Int(letter) - 0x4F)
    case 0x5A: .backTab
    default: nil
    }
  }

  private var numbered: Key? {
    switch parameters.first {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case .some(let number) where (11...15).contains(number): .function(number - 10)
    case .some(let number) where (17...21).contains(number): .function(number - 11)
    case 23, 24: .function((parameters.first ?? 0) - 12)
    default: nil
    }
  }

  /// The arrow keys of rxvt with Shift (`ESC [`) or Ctrl (`ESC O`): lower-case letters.
  private static func arrow(ofRxvt letter: UInt8) -> Key? {
    (0x61...0x64).contains(letter) ? lettered(letter - 0x20) : nil
  }

  /// The modifiers of rxvt's keys with a number, by their last character instead of `~`.
  static func modifiers(ofRxvt final: UInt8) -> Key.Modifiers? {
    switch final {
    case 0x24: .shift
    case 0x5E: .control
    case 0x40: [.shift, .control]
    default: nil
    }
  }

  /// The key with a number of kitty's protocol: a character, or from the private use area.
  private var coded: Key? {
    guard let number = parameters.first else { return nil }
    return switch number {
    case 9: .tab
    case 13, 57_414: .enter
    case 27: .escape
    case 127: .backspace
    // The keypad: digits, symbols, and its keys without Num Lock.
    case 57_399...57_408: .character(Character(Unicode.Scalar(UInt8(number - 57_399 + 0x30))))
    case 57_409...57_413: .character(Array("./*-+")[number - 57_409])
    case 57_415: .character("=")
    case 57_417...57_426:
      [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete][
        number - 57_417]
    // Other keys without text: Caps Lock, media keys and so on.
    case 0xE000...0xF8FF, ..<0x20: nil
    default: Self.character(number).map { .character($0) }
    }
  }

  private static func character(_ number: Int) -> Character? {
    Unicode.Scalar(UInt32(number)).map(Character.init).flatMap { $0.isUnprintable ? nil : $0 }
  }

  /// The key with its modifiers: xterm's second parameter.
  private func modified(_ key: Key?) -> Key? {
    var held = parameters.count > 1 ? max(0, parameters[1] - 1) : 0
    // kitty's protocol also reports Caps Lock and Num Lock; with R it is the cursor's column.
    if final != 0x52, held < 256 { held &= 0x3F }
    // More than all modifiers: another report, such as the cursor position.
    guard held < 16 else { return nil }
    return key.map { key in
      let modifiers = key.modifiers.union(Key.Modifiers(rawValue: UInt8(held & 7)))
      guard case .character(let character) = key.code else { return Key(key.code, modifiers) }
      return .character(character, modifiers, at: place > 0 ? Self.character(place) : nil)
    }
  }
}
