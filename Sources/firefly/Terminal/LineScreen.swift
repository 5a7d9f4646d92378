import FireflyCurses
import FireflyScreen
import Foundation

/// The screen of line mode: it shows nothing, and its input is lines instead of keys.
@MainActor
final class LineScreen: Screen {
  /// The size for which lists are laid out: the usual width, and room for whole sheets.
  let size = Size(width: 80, height: 200)
  private(set) var abilities = ScreenAbilities(colors: .none)
  /// Called with each line of input.
  var onLine: (String) -> Void = { _ in }
  /// Called after a line whose end the terminal has dropped.
  var onCutLine: () -> Void = {}
  /// Called before a line with bytes that are no letters.
  var onOtherBytes: () -> Void = {}
  /// Called before the terminal is another program's (true), and when it is ours again.
  var onHanded: (Bool) -> Void = { _ in }
  /// Called at the end of the input.
  var onInputEnd: () -> Void = {}
  /// Whether the input has ended.
  private(set) var hasEnded = false
  private var unread: [UInt8] = []
  private var characters = TerminalCharacters()

  /// Bytes of a line that terminals keep.
  private static let longestTyped = 4_095
  /// Maximum bytes of a line; more are read as another line.
  private static let longestLine = 1 << 20

  init() { abilities.hasClipboard = false }

  func show(_ frame: Frame) {}
  func write(_ bytes: [UInt8]) {}
  func invalidate() {}
  func resize() {}
  func suspend() { onHanded(true) }
  func resume() { onHanded(false) }

  /// Reads what standard input has, and passes on the complete lines; there are no events.
  func pendingEvents() -> [ScreenEvent] {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    if count > 0 {
      unread += characters.utf8(Array(buffer[..<count]))
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      hasEnded = true
    }
    while let end = unread.firstIndex(of: 0x0A) ?? Self.end(of: unread, hasEnded) {
      let line = String(decoding: unread[..<end], as: UTF8.self)
      if String(validating: unread[..<end], as: UTF8.self) == nil { onOtherBytes() }
      unread.removeFirst(
        min(unread.count, end + (end < unread.count && unread[end] == 0x0A ? 1 : 0)))
      onLine(line)
      if end >= Self.longestTyped, isatty(STDIN_FILENO) == 1 { onCutLine() }
    }
    if hasEnded { onInputEnd() }
    return []
  }

  /// Where a line without its end is cut: a long one, or the last of the input.
  private static func end(of bytes: [UInt8], _ hasEnded: Bool) -> Int? {
    guard !bytes.isEmpty else { return nil }
    return bytes.count > longestLine ? longestLine : hasEnded ? bytes.count : nil
  }
}
