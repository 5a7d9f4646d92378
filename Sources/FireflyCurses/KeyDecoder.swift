import FireflyScreen

/// Decodes a terminal's input into keys, mouse reports, pasted text and answers.
///
/// Unknown sequences never appear as text.
///
/// Input may arrive in chunks cut anywhere. Only a timeout distinguishes a lone Escape from the
/// beginning of a longer sequence: see `isUndecided`.
struct KeyDecoder {
  private static let pasteBegin = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// Maximum size of pasted text in bytes; the rest is dropped.
  static let pasteLimit = 16 << 20
  /// Maximum size of a terminal's answer in bytes.
  static let answerLimit = 4_096
  /// Maximum size of a control sequence in bytes.
  static let sequenceLimit = 64

  private enum State {
    case keys
    case paste
    /// Inside a string of the given kind (`]`, `P`, `_`, `^`, `X`).
    case string(UInt8)
  }

  private var state = State.keys
  /// Bytes of an incomplete sequence.
  private var rest: [UInt8] = []
  /// The bytes of the current paste or string.
  private var body: [UInt8] = []
  private var events: [ScreenEvent] = []
  /// Number of device attributes received (DA1).
  private var attributes = 0
  private let named: [[UInt8]: Key]
  /// Whether the terminal supports kitty's keyboard protocol.
  private(set) var hasKeyboardProtocol = false
  /// Whether mouse reports are on; without them, a report in the old format would be read as a key.
  var expectsMouse = false

  /// Creates a decoder.
  ///
  /// - Parameter named: key sequences from terminfo.
  init(named: [[UInt8]: Key] = [:]) { self.named = named }

  /// Whether the last bytes are a complete key unless more bytes follow at once.
  var isUndecided: Bool {
    guard case .keys = state, rest.first == 0x1B else { return false }
    return rest.count == 1 || rest.count == 2 && Self.introducers.contains(rest[1])
  }

  /// Whether a paste is incomplete.
  var isPasting: Bool { if case .paste = state { true } else { false } }

  /// Removes and returns the decoded events, in order.
  mutating func popEvents() -> [ScreenEvent] {
    defer { events.removeAll() }
    return events
  }

  /// Returns the number of device attributes received since the last call; every terminal sends
  /// them.
  mutating func popAttributes() -> Int {
    defer { attributes = 0 }
    return attributes
  }

  /// Completes pending input after a timeout: a lone Escape, or a paste without an end.
  mutating func finishPending() {
    if isPasting { return finishPaste() }
    guard isUndecided else { return }
    if rest.count == 1 {
      add(.escape)
    } else {
      add(.alt(Character(Unicode.Scalar(rest[1]))))
    }
    rest.removeAll()
  }

  /// Decodes the next bytes.
  mutating func feed(_ bytes: some Collection<UInt8>) {
    let input = rest + bytes
    rest.removeAll()
    var index = 0
    input.withUnsafeBufferPointer { input in
      while index < input.count {
        let bytes = UnsafeBufferPointer(rebasing: input[index...])
        let used =
          switch state {
          case .keys: decodeKey(bytes)
          case .paste: decodePaste(bytes)
          case .string(let kind): decodeString(bytes, kind: kind)
          }
        guard let used else {
          rest = Array(bytes)
          return
        }
        index += used
      }
    }
  }

  /// Decodes one key or a run of text; returns the number of bytes used, nil if more are needed.
  private mutating func decodeKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    switch bytes[0] {
    case 0x1B:
      return decodeEscape(bytes)
    case 0x20..<0x7F, 0x80...:
      return decodeText(bytes)
    default:
      if let key = KeySequence.controlKey(bytes[0]) { add(key) }
      return 1
    }
  }

  private mutating func decodeText(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let length = bytes.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? bytes.count
    let run = UnsafeBufferPointer(rebasing: bytes[..<length])
    if run.allSatisfy({ $0 < 0x80 }) {
      for byte in run { add(.character(Character(Unicode.Scalar(byte)))) }
      return length
    }
    // An incomplete character at the end of the input waits for its other bytes.
    let complete = length == bytes.count ? length - UTF8Tail.length(of: run) : length
    if complete == 0 { return nil }
    for character in String(decoding: run[..<complete], as: UTF8.self) {
      if !character.isUnprintable {
        add(.character(character))
      } else if character == "\u{FFFD}" {
        // It marks the place.
        add(.character(character))
        addUnreadable()
      }
    }
    return complete
  }

  /// Reports bytes that are no letters, once for those that arrive together.
  private mutating func addUnreadable() {
    let event = ScreenEvent.unreadable(characterSet: TerminalCharacters.name)
    if !events.contains(event) { events.append(event) }
  }

  private mutating func decodeEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case 0x5B:
      return decodeControlSequence(bytes)
    case 0x4F:
      return decodeSingleShift(bytes)
    case 0x5D, 0x50, 0x5F, 0x5E, 0x58:
      guard bytes.count > 2 else { return nil }
      state = .string(bytes[1])
      body.removeAll()
      return 2
    case 0x1B:
      add(.escape)
      return 1
    case 0x08, 0x7F:
      add(Key(.backspace, .alt))
      return 2
    case ..<0x20:
      return 2
    default:
      return decodeAlt(bytes)
    }
  }

  private mutating func decodeAlt(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let length = UTF8Tail.expectedLength(bytes[1])
    guard bytes.count > length else { return nil }
    let character = String(decoding: bytes[1...length], as: UTF8.self)
    if character.count == 1, let character = character.first, !character.isUnprintable {
      add(.character(character, .alt))
      return 1 + length
    }
    return 2
  }

  /// ESC O and a letter: cursor, function and keypad keys.
  private mutating func decodeSingleShift(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let end = bytes.dropFirst(2).firstIndex { !(0x30...0x3B).contains($0) }
    guard let end else { return bytes.count > Self.sequenceLimit ? bytes.count : nil }
    guard (0x40...0x7E).contains(bytes[end]) else { return end }
    let sequence = Array(bytes[...end])
    if let key = named[sequence] ?? KeySequence(sequence).singleShiftKey { add(key) }
    return end + 1
  }

  /// ESC [, parameters and a letter: keys, the mouse, the beginning of a paste, answers.
  private mutating func decodeControlSequence(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count > 2 else { return nil }
    if bytes[2] == 0x5B {
      guard bytes.count > 3 else { return nil }
      if let key = KeySequence.consoleFunctionKey(bytes[3]) { add(key) }
      return 4
    }
    if bytes[2] == 0x4D, expectsMouse {
      guard bytes.count > 5 else { return nil }
      let report = MouseReport(button: bytes[3], column: bytes[4], row: bytes[5])
      if let event = report.event { events.append(.mouse(event)) }
      return 6
    }
    let end =
      KeySequence.endOfShiftedKey(bytes)
      ?? bytes.dropFirst(2).firstIndex { !(0x20...0x3F).contains($0) }
    guard let end else { return bytes.count > Self.sequenceLimit ? bytes.count : nil }
    // A control character interrupts the sequence and begins something else.
    guard (0x40...0x7E).contains(bytes[end]) || bytes[end] == 0x24 else { return end }
    let bytes = Array(bytes[...end])
    let sequence = KeySequence(bytes)
    if let key = named[bytes] ?? sequence.key {
      add(key)
    } else if let event = sequence.event {
      events.append(event)
    } else if sequence.beginsPaste {
      state = .paste
      body.removeAll()
    } else if sequence.isKeyboardFlags {
      hasKeyboardProtocol = true
    } else if sequence.isAnswer {
      if sequence.isDeviceAttributes { attributes += 1 }
      events.append(.answer(String(decoding: bytes.dropFirst(), as: UTF8.self)))
    }
    return end + 1
  }

  /// Decodes pasted text, up to ESC [ 201 ~.
  private mutating func decodePaste(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let text = bytes.firstIndex(of: 0x1B) ?? bytes.count
    if text > 0 {
      body += bytes.prefix(min(text, Self.pasteLimit - body.count))
      return text
    }
    let terminator = Self.pasteEnd
    guard terminator.starts(with: bytes.prefix(terminator.count)) else { return 1 }
    guard bytes.count >= terminator.count else { return nil }
    // If another end follows without a beginning in between, this end is part of the text.
    let next = bytes[terminator.count...]
    if let end = next.firstRange(of: terminator),
      next[..<end.lowerBound].firstRange(of: Self.pasteBegin) == nil
    {
      return terminator.count
    }
    finishPaste()
    return terminator.count
  }

  private mutating func finishPaste() {
    state = .keys
    let pasted = PastedText.cleaned(body)
    if !pasted.isEmpty { events.append(.paste(pasted)) }
    if pasted.unicodeScalars.contains("\u{FFFD}") { addUnreadable() }
    body = []
    rest = []
  }

  /// Decodes an answer, up to ESC \ or BEL.
  ///
  /// Any other control character cancels it.
  private mutating func decodeString(
    _ bytes: UnsafeBufferPointer<UInt8>, kind: UInt8
  ) -> Int? {
    let text = bytes.firstIndex { $0 < 0x20 } ?? bytes.count
    if text > 0 {
      body += bytes.prefix(min(text, Self.answerLimit - body.count))
      return text
    }
    if bytes[0] == 0x07 {
      finishString(kind)
      return 1
    }
    if bytes[0] == 0x1B {
      guard bytes.count > 1 else { return nil }
      if bytes[1] == 0x5C {
        finishString(kind)
        return 2
      }
    }
    state = .keys
    return bytes[0] == 0x1B ? 0 : 1
  }

  private mutating func finishString(_ kind: UInt8) {
    state = .keys
    if let answer = TerminalAnswer.event(kind: kind, body: body) { events.append(answer) }
    body.removeAll()
  }

  private mutating func add(_ key: Key) { events.append(.key(key)) }

  private static let introducers: [UInt8] = [0x5B, 0x4F, 0x5D, 0x50, 0x5F, 0x5E, 0x58]
}

extension Character {
  /// Whether it is a replacement for invalid bytes or can't be typed.
  var isUnprintable: Bool {
    unicodeScalars.allSatisfy { $0 == "\u{FFFD}" || (0x80..<0xA0).contains($0.value) }
  }
}
