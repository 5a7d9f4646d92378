import FireflyScreen
import Glibc

/// Reads and decodes standard input.
///
/// ncurses can read keys, too, but needs a system call per byte, waits after each Escape, and can't
/// distinguish answers and pasted text from keys.
struct TerminalInput {
  var decoder: KeyDecoder
  private var characters = TerminalCharacters()
  private var isOpen = true
  /// Whether the end of the input has been reported.
  private var isEndReported = false
  /// Number of queries without an answer.
  private var questions = 0
  /// The time of the last query.
  private var asked = ContinuousClock.now

  /// Number of bytes per read.
  ///
  /// The kernel returns at most 4 KB of a terminal's input.
  private static let chunk = 4_096
  /// Maximum number of bytes to read before events are returned.
  private static let maximumBytes = 1 << 21

  /// - Parameters:
  ///   - named: key sequences from terminfo.
  ///   - typed: bytes that were read earlier.
  init(named: [[UInt8]: Key], typed: [UInt8] = []) {
    decoder = KeyDecoder(named: named)
    if !typed.isEmpty { decoder.feed(characters.utf8(typed)) }
  }

  /// Reads and decodes all available input without waiting; returns whether there was any.
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
        decoder.feed(characters.utf8(bytes))
      } else if count == 0 || errno != EINTR && errno != EAGAIN {
        isOpen = false
      }
    }
    questions = max(0, questions - decoder.popAttributes())
    return total > 0
  }

  /// Waits for more input, then completes pending keys.
  mutating func finishPending(afterWaiting milliseconds: Int32) {
    // A paste that is still arriving is not complete.
    if Self.isReady(within: milliseconds), read(), decoder.isPasting { return }
    decoder.finishPending()
  }

  /// Removes and returns the events since the last call, in order.
  mutating func popEvents() -> [ScreenEvent] {
    let events = decoder.popEvents()
    guard !isOpen, !isEndReported else { return events }
    isEndReported = true
    return events + [.closed]
  }

  /// Records that a query was sent.
  mutating func expectAnswer() {
    questions += 1
    asked = .now
  }

  /// Waits for pending answers, so that they don't reach the shell.
  ///
  /// A terminal that has been silent for a second won't answer.
  mutating func drain() {
    let deadline = asked + .seconds(1)
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
