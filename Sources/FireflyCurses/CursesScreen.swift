import CTerminal
import FireflyScreen
import Glibc

/// The terminal on the process's standard streams, driven by ncurses.
///
/// There can be only one instance, since ncurses has one screen. Create it before there are threads
/// that change the environment. It restores the terminal when it is closed, when the process exits,
/// and when a signal without another handler kills it.
@MainActor
package final class CursesScreen: Screen {
  /// Columns and rows; at most 1,000 by 500.
  package private(set) var size: Size
  /// The terminal's abilities.
  package private(set) var abilities: ScreenAbilities
  /// What the user should know about the terminal, as a sentence; nil for nothing.
  package var remark: String? { description.remark }
  /// Called when there are events without further input.
  package var onPending: (@MainActor () -> Void)?

  enum State {
    case shown, suspended, closed
  }

  let description: TerminalDescription
  private let painter: FramePainter
  private var hyperlinks = Hyperlinks()
  var input: TerminalInput
  var state = State.shown
  var hasMouse = false
  /// Whether the window can have a title.
  let hasTitle: Bool
  /// The window's title; empty for its original title.
  var title = ""
  /// Whether the terminal is in typing mode.
  var isTyping = false
  /// Whether the keyboard protocol is on.
  var hasKeyboard = false
  /// Whether another program has the terminal.
  var isLent = false
  /// Whether another program has had the terminal.
  var wasLent = false
  /// When the terminal was taken back last.
  var resumed: ContinuousClock.Instant?
  /// Waits for the rest of a sequence that may be a lone Escape.
  var pendingTimeout: Task<Void, Never>?

  /// Takes control of the terminal.
  ///
  /// - Parameters:
  ///   - environment: the environment of the process: `TERM`, `COLORTERM`, `NO_COLOR`, the locale.
  ///   - depth: the colour depth; nil to detect it.
  /// - Throws: `ScreenError.notATerminal`, `ScreenError.unknownTerminal`.
  package init(
    environment: [String: String], depth: ScreenAbilities.ColorDepth? = nil
  ) throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw ScreenError.notATerminal
    }
    let type = environment["TERM"] ?? ""
    let description = try TerminalDescription(type: type)
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { throw ScreenError.notATerminal }
    let direct =
      depth == nil && DirectColorQuery.isDue(environment)
      ? DirectColorQuery.ask(modes) : (answer: nil, typed: [])
    let wanted =
      depth
      ?? ColorSupport.depth(
        environment: environment, colors: description.number("colors"),
        hasDirectColor: description.hasDirectColor, answer: direct.answer)
    let isUnicode = TerminalLocale.adopt(environment: environment)

    let opened = Self.open(description, depth: wanted, environment: environment)
    guard opened.isOpen else { throw ScreenError.unknownTerminal(type) }
    self.description = description
    let strike: RowEncoder.Strike =
      opened.isAdapted && description.strikethrough != nil
      ? .attribute : isUnicode && description.answersQuestions ? .mark : .dim
    input = TerminalInput(named: description.keySequences, typed: direct.typed)
    let pairs = Self.pairs(depth: opened.depth)
    let isInside = TerminalDescription.isInsideAnother(environment)
    abilities = ScreenAbilities(colors: pairs.depth, unicode: isUnicode)
    abilities.hasClipboard = description.answersQuestions
    size = Size(width: 80, height: 24)
    painter = FramePainter(
      encoder: RowEncoder(
        isUnicode: isUnicode, strike: strike, hasCurlyUnderline: opened.hasCurlyUnderline,
        placing: !opened.isAdapted ? .none : isInside ? .known : .all, pairs: pairs),
      put: { y, cells in firefly_curses_put(Int32(y), cells, Int32(cells.count)) })
    escapeDelay = environment["SSH_TTY"] == nil ? 25 : 100
    // GNU screen has no stack of titles.
    hasTitle = description.answersQuestions && environment["STY"] == nil
    arm(modes)
    measure()
    if hasTitle { send(TerminalModes.titleSave) }
    if description.answersQuestions {
      send(TerminalModes.ownOn + TerminalModes.questions)
      input.expectAnswer()
    }
  }

  /// Shows a frame by writing only the changes; has no effect while suspended.
  package func show(_ frame: Frame) {
    guard state == .shown else { return }
    setTyping(frame.showsCursor)
    let cursor = frame.cursor.flatMap { frame.bounds.contains($0) ? $0 : nil }
    func update() {
      // What is drawn over ncurses' output needs a known position to return to.
      let isDrawnOver = painter.hasPlacedGlyphs || !frame.links.isEmpty
      let place = cursor ?? (isDrawnOver ? Point(x: 0, y: 0) : Point(x: -1, y: -1))
      firefly_curses_update(Int32(place.y), Int32(place.x), frame.showsCursor && cursor != nil)
    }
    guard painter.paint(frame, flush: update) else { return }
    update()
    var bytes = RepeatedColors.removed(from: TerminalOutput.collected())
    let cursorAfter = Point(x: Int(firefly_curses_column()), y: Int(firefly_curses_row()))
    bytes += painter.placedGlyphs(cursor: cursorAfter)
    if abilities.colors == .trueColor, abilities.unicode {
      bytes += hyperlinks.bytes(for: frame, repainted: painter.paintedRows, cursor: cursorAfter)
    }
    guard !bytes.isEmpty else { return }
    // In one write: each write would wake the terminal.
    TerminalOutput.write(
      Array(TerminalModes.updateBegin.utf8) + bytes + Array(TerminalModes.updateEnd.utf8))
  }

  /// Switches the terminal between typing text and single keys.
  func setTyping(_ isTyping: Bool) {
    guard isTyping != self.isTyping, description.answersQuestions else { return }
    self.isTyping = isTyping
    if isTyping {
      hasKeyboard = input.decoder.hasKeyboardProtocol
      send(TerminalModes.barOn + (hasKeyboard ? TerminalModes.keyboardOn : ""))
    } else {
      send((hasKeyboard ? TerminalModes.keyboardOff : "") + TerminalModes.barOff)
    }
  }

  /// Returns all pending events.
  ///
  /// Waits up to 25 ms (100 ms over ssh) for the rest of a lone Escape, but only while `onPending`
  /// is nil.
  package func pendingEvents() -> [ScreenEvent] {
    guard state == .shown else { return [] }
    if input.read() {
      pendingTimeout?.cancel()
      pendingTimeout = nil
    }
    if input.decoder.isUndecided, onPending == nil {
      input.finishPending(afterWaiting: escapeDelay)
    } else if input.decoder.isUndecided || input.decoder.isPasting, onPending != nil,
      pendingTimeout == nil
    {
      finishPendingLater(input.decoder.isPasting ? Self.pasteDelay : escapeDelay)
    }
    let events = isTyping ? TypedBurst.joined(input.popEvents()) : input.popEvents()
    let hasOtherColors = events.contains { if case .scheme = $0 { true } else { false } }
    if hasOtherColors { ask(TerminalModes.backgroundQuestion) }
    return events
  }

  /// Timeout in milliseconds for the bytes after an ESC: longer over a network.
  private let escapeDelay: Int32

  /// Timeout in milliseconds for the end of a paste.
  private static let pasteDelay: Int32 = 1_000

  private func finishPendingLater(_ delay: Int32) {
    pendingTimeout = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(Int(delay)))
      guard !Task.isCancelled, let self else { return }
      pendingTimeout = nil
      input.finishPending(afterWaiting: 0)
      onPending?()
    }
  }

  /// Writes bytes outside of the frame; blocks while the terminal is slow.
  package func write(_ bytes: [UInt8]) {
    guard state == .shown else { return }
    TerminalOutput.write(bytes)
  }

  /// Writes a query followed by one for the device attributes, if the terminal answers queries.
  package func ask(_ question: [UInt8]) {
    guard state == .shown, description.answersQuestions else { return }
    TerminalOutput.write(question)
    input.expectAnswer()
  }

  /// Turns mouse reports on or off, if the terminal has a mouse.
  package func setMouse(_ isEnabled: Bool) {
    guard description.hasMouse, isEnabled != hasMouse else { return }
    hasMouse = isEnabled
    input.decoder.expectsMouse = isEnabled
    if state == .shown { send(isEnabled ? TerminalModes.mouseOn : TerminalModes.mouseOff) }
  }

  /// Sets the window's title.
  package func setTitle(_ title: String) {
    guard hasTitle, title != self.title else { return }
    self.title = title
    if state == .shown { send(TerminalModes.title(title, isUnicode: abilities.unicode)) }
  }

  /// Forces a complete redraw with the next frame.
  package func invalidate() {
    painter.reset(size: size)
    hyperlinks.reset()
    firefly_curses_invalidate()
  }

  /// Forces a redraw of some rows with the next frame.
  package func invalidate(rows: Range<Int>) {
    let rows = rows.clamped(to: 0..<size.height)
    guard !rows.isEmpty else { return }
    painter.expectRows(rows)
    firefly_curses_invalidate_rows(Int32(rows.lowerBound), Int32(rows.count))
  }

  /// Adopts the terminal's new size; the next frame is drawn completely.
  package func resize() {
    guard state == .shown else { return }
    measure()
    firefly_curses_resize(Int32(size.height), Int32(size.width))
  }

  /// Whether the terminal's size has changed, which may have happened without a signal.
  package var isSizeOutdated: Bool {
    WindowSize().map { $0.size != size } ?? false
  }

  func arm(_ modes: termios) {
    var modes = modes
    TerminalModes.restoring(
      description, hasTitle: hasTitle, isUnicode: abilities.unicode
    ).withUnsafeBytes { bytes in
      let text = bytes.bindMemory(to: CChar.self).baseAddress
      _ = firefly_restore_arm(STDOUT_FILENO, &modes, text, bytes.count)
    }
  }

  /// Reads the terminal's size in cells and, if available, in pixels.
  private func measure() {
    if let window = WindowSize() {
      size = window.size
      abilities.cellAspect = window.cellAspect
      abilities.cellPixels = window.cellPixels
    }
    painter.reset(size: size)
    hyperlinks.reset()
  }

  func send(_ text: String) { TerminalOutput.write(Array(text.utf8)) }
}
