import FireflyScreen
import Glibc

/// Standard input: reads what is there and decodes it.
///
/// ncurses could read keys too, but a byte a system call, waiting 25 ms for each Escape, and without
/// a way to tell the terminal's answers and pasted text from keys.
struct TerminalInput {
  private var decoder: KeyDecoder
  private var events: [ScreenEvent] = []
  private var isOpen = true
  /// Whether the terminal was asked something and has not answered.
  var awaitsAnswer = false

  /// Bytes read at a time. The kernel hands out at most 4 KB of a terminal's input.
  private static let chunk = 4_096
  /// Bytes read before the keys in them are handed out.
  private static let most = 1 << 21

  init(named: [[UInt8]: Key]) { decoder = KeyDecoder(named: named) }

  /// Whether what came last is a key of its own unless more follows.
  var isUndecided: Bool { decoder.isUndecided }

  /// Whether the mouse was asked for.
  var expectsMouse: Bool {
    get { decoder.expectsMouse }
    set { decoder.expectsMouse = newValue }
  }

  /// Reads and decodes everything that is there, without waiting.
  mutating func read() {
    var total = 0
    while isOpen, total < Self.most, Self.isReady(within: 0) {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, filled in
        count = Glibc.read(STDIN_FILENO, buffer.baseAddress, Self.chunk)
        filled = max(0, count)
      }
      if count > 0 {
        total += count
        decoder.feed(bytes)
      } else if count == 0 || errno != EINTR && errno != EAGAIN {
        isOpen = false
        events.append(.closed)
      }
    }
    for answer in decoder.takeAnswers() {
      switch answer {
      case .background(let color): events.append(.background(color))
      case .attributes: awaitsAnswer = false
      case .string(let text): events.append(.answer(text))
      }
    }
  }

  /// Waits for more, then takes what came so far for whole keys.
  mutating func settle(afterWaiting milliseconds: Int32) {
    if Self.isReady(within: milliseconds) { read() }
    decoder.settle()
  }

  /// Keys decoded since the last call.
  mutating func takeKeys() -> [Key] { decoder.takeKeys() }

  /// Everything else since the last call.
  mutating func takeEvents() -> [ScreenEvent] {
    defer { events.removeAll() }
    return events
  }

  /// Waits at most a tenth of a second for an answer still on its way, so that it does not reach
  /// the shell.
  mutating func drain() {
    let deadline = ContinuousClock.now + .milliseconds(100)
    while awaitsAnswer, isOpen, ContinuousClock.now < deadline, Self.isReady(within: 20) { read() }
    awaitsAnswer = false
  }

  private static func isReady(within milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
  }
}
