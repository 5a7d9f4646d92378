/// The state machine of `ForeignText`: one pass over the scalars of a UTF-8 text.
///
/// The grammar of escape sequences is ECMA-48's, the transitions those of a VT500: CAN and SUB apply in every state, a
/// string ends at ST, BEL or the end of the line. Only ESC begins a sequence: a C1 character in UTF-8 is far more often
/// a letter that was decoded wrongly than a control, so it goes alone, and ends a sequence.
struct ForeignTextCleaner {
  /// The state within an escape sequence.
  private enum State {
    case text
    /// After ESC.
    case escape
    /// After ESC and an intermediate byte.
    case intermediate
    /// After ESC [.
    case control
    /// After the begin of OSC, DCS, SOS, PM or APC.
    case string
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let keepsLines: Bool
  private let isMarkup: Bool
  private let limit: Int

  private var state = State.text
  private var output: [UInt8] = []
  /// Start of the bytes that are kept but not yet copied to `output`.
  private var runStart = 0
  private var position = 0
  /// Number of scalars kept.
  private var count = 0
  /// Length of the output if the text must be truncated.
  private var cut = 0
  /// Number of marks on the last base; nil if there is no base.
  private var marks: Int?
  /// Number of consecutive joiners in the current character.
  private var joiners = 0
  /// The last scalar kept; initially a line break.
  private var last: UInt32 = 0x0A
  private var pendingSpace = false
  private var isChanged = false

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, keepsLines: Bool, isMarkup: Bool = false, limit: Int
  ) {
    self.bytes = bytes
    self.keepsLines = keepsLines
    self.isMarkup = isMarkup
    self.limit = limit
  }

  /// Returns the cleaned bytes; nil if the text is unchanged.
  mutating func run() -> [UInt8]? {
    while true {
      skimPlainText()
      guard position < bytes.count else { break }
      let (value, length) = scalar(at: position)
      let kind = ForeignScalar(value)
      if kind == .control {
        drop(length)
        state = next(afterControl: value)
      } else if state != .text, kind != .lineBreak, swallows(value) {
        drop(length)
      } else {
        state = .text
        process(value, kind, length)
        if count > limit { return cutOutput() }
      }
    }
    if pendingSpace { isChanged = true }
    flush()
    return isChanged ? output : nil
  }

  // MARK: Escape sequences

  private func next(afterControl value: UInt32) -> State {
    switch value {
    case 0x1B: .escape
    case 0x07 where state == .string: .text
    case 0x18, 0x1A, 0x80...0x9F: .text
    default: state
    }
  }

  /// Consumes a scalar of the current escape sequence; false if it isn't part of it.
  private mutating func swallows(_ value: UInt32) -> Bool {
    // A tag is no part of a sequence.
    if isMarkup, value == 0x3C { return false }
    if state == .string { return true }
    // A non-ASCII scalar can't be part of a sequence: the sequence was incomplete.
    guard value < 0x80 else { return false }
    switch (state, value) {
    case (.escape, 0x5B): state = .control
    case (.escape, 0x50), (.escape, 0x58), (.escape, 0x5D...0x5F): state = .string
    case (.escape, 0x20...0x2F): state = .intermediate
    case (.control, 0x40...), (.escape, 0x30...), (.intermediate, 0x30...): state = .text
    default: break
    }
    return true
  }

  // MARK: Text

  /// Skips bytes that are certainly kept, up to the next one that needs a closer look.
  private mutating func skimPlainText() {
    guard state == .text, !pendingSpace else { return }
    var end = position
    var start = end
    var room = limit - 1 - count
    while end < bytes.count, room > 0 {
      let length = plainLength(at: end)
      if length == 0 { break }
      start = end
      end += length
      room -= 1
    }
    guard end > position else { return }
    count = limit - 1 - room
    position = end
    marks = 0
    last = scalar(at: start).value
    cut = output.count + position - runStart
  }

  /// Number of bytes of the scalar at `index` if it is of a common kind: printable ASCII, Latin,
  /// Greek, Cyrillic, Hebrew and Arabic letters, Han; otherwise 0.
  @inline(__always)
  private func plainLength(at index: Int) -> Int {
    switch bytes[index] {
    case 0x21..<0x7F: 1
    case 0x20: keepsLines ? 1 : 0
    case 0xC3...0xCB, 0xCE...0xD1: 2
    case 0xD7: bytes[index + 1] >= 0x90 ? 2 : 0
    case 0xD8: bytes[index + 1] >= 0xA0 ? 2 : 0
    case 0xD9: bytes[index + 1] < 0x8B ? 2 : 0
    case 0xE4...0xE9: 3
    default: 0
    }
  }

  private mutating func process(_ value: UInt32, _ kind: ForeignScalar, _ length: Int) {
    let marks = pendingSpace ? nil : marks
    switch kind {
    case .base:
      if !isJoined(value) { joiners = 0 }
      append(value, length, marks: 0)
    case .space: processSpace(value, length)
    case .tab: keepsLines ? append(value, length, marks: nil) : processSpace(value, length)
    case .lineBreak: processLineBreak(value, length)
    case .mark:
      guard let marks, marks < ForeignText.marksPerBase else { return drop(length) }
      append(value, length, marks: marks + 1)
    case .variation:
      guard let marks, ForeignScalar(last) != .variation else { return drop(length) }
      append(value, length, marks: marks)
    case .joiner:
      guard joiners < ForeignText.joinersInARow, joins(to: position + length) else {
        return drop(length)
      }
      joiners += 1
      append(value, length, marks: marks)
    case .control, .dropped: drop(length)
    }
  }

  private mutating func processSpace(_ value: UInt32, _ length: Int) {
    if keepsLines {
      append(value, length, marks: 0)
    } else {
      // Written with the next character, so that no space is left at the end. Keeps a single space
      // between words.
      let next = position + length < bytes.count ? bytes[position + length] : 0x20
      if value == 0x20, !pendingSpace, count > 0, next > 0x20, next < 0x7F {
        append(value, length, marks: 0)
      } else {
        drop(length)
        pendingSpace = count > 0
      }
    }
  }

  private mutating func processLineBreak(_ value: UInt32, _ length: Int) {
    guard keepsLines else { return processSpace(value, length) }
    if value == 0x0A {
      append(value, length, marks: nil)
    } else {
      let isPair =
        value == 0x0D && position + 1 < bytes.count && bytes[position + 1] == 0x0A
      drop(length + (isPair ? 1 : 0))
      insert(0x0A)
    }
  }

  /// Whether a character extends the previous one: after a joiner, or as a skin tone.
  private func isJoined(_ value: UInt32) -> Bool {
    last == 0x200C || last == 0x200D || (0x1F3FB...0x1F3FF).contains(value)
  }

  /// Whether the next character can be joined: both are outside the alphabets that never need a
  /// joiner, and the next one will be kept.
  private func joins(to next: Int) -> Bool {
    func canJoin(_ value: UInt32) -> Bool {
      value >= 0x590 && !(0x1E00..<0x2070).contains(value)
    }
    guard marks != nil, !pendingSpace, canJoin(last), next < bytes.count else { return false }
    let value = scalar(at: next).value
    guard canJoin(value) else { return false }
    return switch ForeignScalar(value) {
    case .base: true
    case .mark: (marks ?? 0) < ForeignText.marksPerBase
    default: false
    }
  }

  // MARK: Output

  private mutating func append(_ value: UInt32, _ length: Int, marks newMarks: Int?) {
    if pendingSpace {
      flush()
      runStart = position
      insert(0x20)
    }
    position += length
    countScalar(value, marks: newMarks)
  }

  private mutating func drop(_ length: Int) {
    flush()
    position += length
    runStart = position
    isChanged = true
  }

  private mutating func insert(_ byte: UInt8) {
    pendingSpace = false
    output.append(byte)
    countScalar(UInt32(byte), marks: byte == 0x20 ? 0 : nil)
  }

  private mutating func countScalar(_ value: UInt32, marks newMarks: Int?) {
    count += 1
    marks = newMarks
    last = value
    // Not after a space or joiner, which a second cleaning would remove.
    if count < limit, keepsLines || value != 0x20, value != 0x200C, value != 0x200D {
      cut = output.count + position - runStart
    }
  }

  private mutating func flush() {
    if position > runStart { output.append(contentsOf: bytes[runStart..<position]) }
    runStart = position
  }

  private mutating func cutOutput() -> [UInt8] {
    flush()
    output.removeLast(output.count - cut)
    if limit > 0 { output.append(contentsOf: [0xE2, 0x80, 0xA6]) }
    return output
  }

  /// The scalar at an index of the text, which is valid UTF-8, and its length in bytes.
  private func scalar(at index: Int) -> (value: UInt32, length: Int) {
    let first = UInt32(bytes[index])
    func tail(_ offset: Int) -> UInt32 { UInt32(bytes[index + offset] & 0x3F) }
    if first < 0x80 { return (first, 1) }
    if first < 0xE0 { return ((first & 0x1F) << 6 | tail(1), 2) }
    if first < 0xF0 { return ((first & 0x0F) << 12 | tail(1) << 6 | tail(2), 3) }
    return ((first & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), 4)
  }
}
