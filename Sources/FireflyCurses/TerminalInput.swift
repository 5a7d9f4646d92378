import FireflyScreen
import Glibc

/// Standard input: reads what is there and decodes it.
///
/// ncurses could read keys too, but a byte a system call, waiting for each Escape, and without
/// a way to tell the terminal's answers and pasted text from keys.
struct TerminalInput {
  private var decoder: KeyDecoder
  private var isOpen = true
  /// Whether its end was handed over.
  private var isEndReported = false
  /// Questions that the terminal has not answered.
  private var questions = 0
  /// When it was asked the last one.
  private var asked = ContinuousClock.now

  /// Bytes read at a time.
  ///
  /// The kernel hands out at most 4 KB of a terminal's input.
  private static let chunk = 4_096
  /// Bytes read before what is in them is handed over.
  private static let maximumBytes = 1 << 21

  /// - Parameters:
  ///   - named: sequences that terminfo names, with their keys.
  ///   - typed: bytes that were read before.
  init(named: [[UInt8]: Key], typed: [UInt8] = []) {
    decoder = KeyDecoder(named: named)
    if !typed.isEmpty { decoder.feed(typed) }
  }

  /// Whether what came last is a key of its own unless more follows.
  var isUndecided: Bool { decoder.isUndecided }

  /// Whether a paste has begun whose end has not come.
  var isPasting: Bool { decoder.isPasting }

  /// Whether the terminal has said that it has kitty's keyboard protocol.
  var hasKeyboardProtocol: Bool { decoder.hasKeyboardProtocol }

  /// Whether the terminal has shown that it repeats characters.
  var canRepeat: Bool { decoder.canRepeat }

  /// Whether the mouse was asked for.
  var expectsMouse: Bool {
    get { decoder.expectsMouse }
    set { decoder.expectsMouse = newValue }
  }

  /// Reads and decodes everything that is there, without waiting; returns whether there was any.
  @discardableResult
  mutating func read() -> Bool {
    var total = 0
    while isOpen, total < Self.maximumBytes, Self.isReady(within: 0) {
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
      }
    }
    questions = max(0, questions - decoder.takeAttributes())
    return total > 0
  }

  /// Waits for more, then takes what came so far for whole keys.
  mutating func settle(afterWaiting milliseconds: Int32) {
    // A paste that goes on is not over.
    if Self.isReady(within: milliseconds), read(), isPasting { return }
    decoder.settle()
  }

  /// What came in since the last call, in order.
  mutating func takeEvents() -> [ScreenEvent] {
    let events = decoder.takeEvents()
    guard !isOpen, !isEndReported else { return events }
    isEndReported = true
    return events + [.closed]
  }

  /// Notes that the terminal was asked something now.
  mutating func expectAnswer() {
    questions += 1
    asked = .now
  }

  /// Waits at most a tenth of a second for an answer still on its way, so that it does not reach
  /// the shell.
  ///
  /// A terminal that has been silent for a second won't answer.
  mutating func drain() {
    let deadline = min(ContinuousClock.now + .milliseconds(100), asked + .seconds(1))
    while questions > 0, isOpen {
      let left = (deadline - .now) / .milliseconds(1)
      guard left >= 1, Self.isReady(within: Int32(left)) else { break }
      read()
    }
    questions = 0
  }

  private static func isReady(within milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
  }
}
