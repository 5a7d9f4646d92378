/// Follows a program's output beside libvterm, for what libvterm keeps to itself: private modes,
/// synchronised updates, and questions that it leaves unanswered.
struct ControlScanner {
  /// DEC private modes that were set or reset so far, by number.
  private(set) var modes: [Int: Bool] = [:]
  /// Whether the keyboard is in the mode of kitty's protocol, on the screen that is shown.
  var hasKeyboardProtocol: Bool { keyboards[screen].last != 0 }
  /// Whether it is, on either screen.
  var hasKeyboardProtocolAnywhere: Bool { keyboards.contains { $0.last != 0 } }
  /// The flags of kitty's keyboard protocol, of the shell's screen and the alternate one; earlier ones are put aside.
  private var keyboards = [[0], [0]]
  private var screen = 0
  /// How much of xterm's own protocol for keys with modifiers is on.
  private(set) var modifiedKeys = 0
  /// How often the window's title was kept and not put back.
  private(set) var titlePushes = 0
  /// The cursor's shape by its number (DECSCUSR); 0 for the terminal's own.
  private(set) var cursorShape = 0
  /// Complete synchronised updates, in order.
  private(set) var updates: [SynchronizedUpdate] = []
  /// Whether an update has begun and not ended.
  var isUpdating: Bool { updateStart != nil }

  private enum State {
    case ground, escape, control, string, stringEscape
  }

  private var state = State.ground
  private var sequence: [UInt8] = []
  private var offset = 0
  private var updateStart: (time: SuspendingClock.Instant, offset: Int)?

  /// Longest sequence that is looked at; longer ones are passed over.
  private static let longestSequence = 64

  /// Reads on, to the end of an update if there is one.
  ///
  /// - Returns: the questions that were asked, and the bytes that are left to be read.
  mutating func read(
    _ bytes: ArraySlice<UInt8>, at time: SuspendingClock.Instant
  ) -> (queries: [TerminalQuery], rest: ArraySlice<UInt8>) {
    var queries: [TerminalQuery] = []
    let known = updates.count
    var rest = bytes
    while updates.count == known, let byte = rest.popFirst() {
      offset += 1
      if let query = read(byte, at: time) { queries.append(query) }
    }
    return (queries, rest)
  }

  private mutating func read(_ byte: UInt8, at time: SuspendingClock.Instant) -> TerminalQuery? {
    switch (state, byte) {
    case (.string, 0x07), (.stringEscape, UInt8(ascii: "\\")):
      state = .ground
      return TerminalQuery(operatingSystemCommand: sequence)
    case (.string, 0x1B):
      state = .stringEscape
    case (_, 0x1B):
      state = .escape
    case (.escape, UInt8(ascii: "[")):
      begin(.control)
    case (.escape, UInt8(ascii: "]")), (.escape, UInt8(ascii: "P")), (.escape, UInt8(ascii: "X")),
      (.escape, UInt8(ascii: "^")), (.escape, UInt8(ascii: "_")):
      begin(.string)
      keep(byte)
    case (.escape, _), (.stringEscape, _):
      state = .ground
    case (.control, 0x40...0x7E):
      state = .ground
      keep(byte)
      apply(at: time)
      return TerminalQuery(controlSequence: sequence)
    case (.control, _), (.string, _):
      keep(byte)
    default:
      break
    }
    return nil
  }

  private mutating func begin(_ state: State) {
    self.state = state
    sequence.removeAll(keepingCapacity: true)
  }

  private mutating func keep(_ byte: UInt8) {
    if sequence.count < Self.longestSequence { sequence.append(byte) }
  }

  private mutating func apply(at time: SuspendingClock.Instant) {
    switch String(decoding: sequence, as: UTF8.self) {
    case let text where text.hasSuffix("u") && [">", "<", "="].contains(text.prefix(1)):
      applyKeyboard(text)
    case let text where text.hasPrefix(">4") && text.hasSuffix("m"):
      modifiedKeys = Int(text.dropFirst(3).dropLast()) ?? 0
    case "22;2t": titlePushes += 1
    case "23;2t": titlePushes -= 1
    case let text where text.hasSuffix(" q"): cursorShape = Int(text.dropLast(2)) ?? 0
    default: break
    }
    guard sequence.first == UInt8(ascii: "?"), let last = sequence.last else { return }
    let isSet = last == UInt8(ascii: "h")
    guard isSet || last == UInt8(ascii: "l") else { return }
    for part in sequence.dropFirst().dropLast().split(separator: UInt8(ascii: ";")) {
      guard let number = Int(String(decoding: part, as: UTF8.self)) else { continue }
      modes[number] = isSet
      if number == 2026 { mark(isBeginning: isSet, at: time) }
      if [47, 1047, 1049].contains(number) { screen = isSet ? 1 : 0 }
    }
  }

  /// Pushes, pops or sets the flags of the keyboard.
  private mutating func applyKeyboard(_ text: String) {
    let number = Int(text.dropFirst().prefix { $0.isNumber })
    switch text.first {
    case ">": keyboards[screen].append(number ?? 0)
    case "<":
      keyboards[screen].removeLast(min(number ?? 1, keyboards[screen].count))
      if keyboards[screen].isEmpty { keyboards[screen] = [0] }
    default: keyboards[screen][keyboards[screen].count - 1] = number ?? 0
    }
  }

  private mutating func mark(isBeginning: Bool, at time: SuspendingClock.Instant) {
    // The mark itself, with the ESC and [ before what is kept of it.
    let length = sequence.count + 2
    if isBeginning {
      if updateStart == nil { updateStart = (time, offset - length) }
    } else if let start = updateStart {
      updates.append(
        SynchronizedUpdate(begin: start.time, end: time, bytes: offset - start.offset))
      updateStart = nil
    }
  }
}
