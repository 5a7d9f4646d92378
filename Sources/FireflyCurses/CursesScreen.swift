import CTerminal
import FireflyScreen
import Glibc

/// The terminal of the process's standard streams, driven by ncurses.
///
/// There can be one at a time, since ncurses has one screen. Make it before threads that change the
/// environment. It gives the terminal back when it is closed, when the process exits, and when a
/// signal kills it that nobody else handles.
@MainActor
public final class CursesScreen: Screen {
  /// Columns and rows; at most 1,000 by 500.
  public private(set) var size: Size
  /// What the terminal can show.
  public private(set) var abilities: ScreenAbilities
  /// Called when there are events although nothing more came in.
  public var onPending: (@MainActor () -> Void)?

  private enum State {
    case shown, suspended, closed
  }

  private let description: TerminalDescription
  private let painter: FramePainter
  private var hyperlinks = Hyperlinks()
  /// Makes ncurses' output shorter; nil where it is better left as it is.
  private var compactor: OutputCompactor?
  private var input: TerminalInput
  private var state = State.shown
  private var hasMouse = false
  /// Whether the window can have a title.
  private let hasTitle: Bool
  /// The window's title; empty for that which it had.
  private var title = ""
  /// Whether the terminal is prepared for typing.
  private var isTyping = false
  /// Whether its keyboard is.
  private var hasKeyboard = false
  /// Waits for the rest of a sequence that may be a lone Escape.
  private var settling: Task<Void, Never>?

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - environment: of the process: `TERM`, `COLORTERM`, `NO_COLOR`, the locale.
  ///   - depth: as many colours as this, whatever the terminal says; nil to find out.
  /// - Throws: `ScreenError.notATerminal`, `ScreenError.unknownTerminal`.
  public init(
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
      depth == nil && DirectColorQuestion.isDue(environment)
      ? DirectColorQuestion.ask(modes) : (answer: nil, typed: [])
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
    compactor = opened.isAdapted && description.canBeCompacted ? OutputCompactor() : nil
    let pairs = Self.pairs(depth: opened.depth)
    abilities = ScreenAbilities(colors: pairs.depth, unicode: isUnicode)
    size = Size(width: 80, height: 24)
    painter = FramePainter(
      encoder: RowEncoder(
        isUnicode: isUnicode, strike: strike, hasCurlyUnderline: opened.hasCurlyUnderline,
        pairs: pairs),
      put: { y, x, cells in
        firefly_curses_put(Int32(y), Int32(x), cells.baseAddress, Int32(cells.count))
      },
      scroll: { rows, distance in
        firefly_curses_scroll(Int32(rows.lowerBound), Int32(rows.upperBound - 1), Int32(distance))
      })
    escapeDelay = environment["SSH_TTY"] == nil ? 25 : 100
    // GNU screen has no stack of titles.
    hasTitle = description.answersQuestions && environment["STY"] == nil
    arm(modes)
    measure()
    if hasTitle { send(TerminalModes.titleSave) }
    if description.answersQuestions {
      let mayRepeat = isUnicode && compactor != nil && size.width > 8 && size.height > 1
      send(
        TerminalModes.ownOn + (mayRepeat ? TerminalModes.repetition : "")
          + TerminalModes.questions)
      input.expectAnswer()
    }
  }

  /// Shows a frame, writing only what changed; does nothing while suspended.
  public func show(_ frame: Frame) {
    guard state == .shown else { return }
    setTyping(frame.showsCursor)
    func update(_ y: Int, _ x: Int) {
      firefly_curses_update(Int32(y), Int32(x), frame.showsCursor)
    }
    guard painter.paint(frame, flush: { update(-1, -1) }) else { return }
    let cursor = frame.cursor.flatMap { frame.bounds.contains($0) ? $0 : nil }
    update(cursor?.y ?? -1, cursor?.x ?? -1)
    var bytes = takeOutput()
    if abilities.colors == .trueColor, abilities.unicode {
      let cursor = Point(x: Int(firefly_curses_column()), y: Int(firefly_curses_row()))
      let links = hyperlinks.bytes(for: frame, repainted: painter.paintedRows, cursor: cursor)
      if !links.isEmpty { compactor?.madePlain() }
      bytes += links
    }
    guard !bytes.isEmpty else { return }
    // All at once: each piece would wake up the terminal.
    TerminalOutput.write(
      Array(TerminalModes.updateBegin.utf8) + bytes + Array(TerminalModes.updateEnd.utf8))
  }

  /// What ncurses has written for the terminal.
  private func takeOutput() -> [UInt8] {
    let count = firefly_curses_collected()
    let output = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = firefly_curses_take(buffer.baseAddress, count)
    }
    guard compactor != nil else { return output }
    compactor?.canRepeat = input.canRepeat
    return compactor?.compact(output) ?? output
  }

  /// Prepares the terminal for text that is typed, or for keys alone.
  private func setTyping(_ isTyping: Bool) {
    guard isTyping != self.isTyping, description.answersQuestions else { return }
    self.isTyping = isTyping
    if isTyping {
      hasKeyboard = input.hasKeyboardProtocol
      send(TerminalModes.barOn + (hasKeyboard ? TerminalModes.keyboardOn : ""))
    } else {
      send((hasKeyboard ? TerminalModes.keyboardOff : "") + TerminalModes.barOff)
    }
  }

  /// Everything that has come in.
  ///
  /// Waits up to 25 ms (100 ms over ssh) for the rest of a lone Escape, but only while `onPending` is nil.
  public func pendingEvents() -> [ScreenEvent] {
    guard state == .shown else { return [] }
    if input.read() {
      settling?.cancel()
      settling = nil
    }
    if input.isUndecided, onPending == nil {
      input.settle(afterWaiting: escapeDelay)
    } else if input.isUndecided || input.isPasting, onPending != nil, settling == nil {
      settleLater(input.isPasting ? Self.pasteDelay : escapeDelay)
    }
    let events = input.takeEvents()
    let hasOtherColors = events.contains { if case .scheme = $0 { true } else { false } }
    if hasOtherColors { askForBackground() }
    return events
  }

  /// Asks which colour the background has by now; the answer comes as an event.
  private func askForBackground() { ask(Array(TerminalModes.backgroundQuestion.utf8)) }

  /// Milliseconds in which the rest of a sequence must follow its ESC: more over a network.
  private let escapeDelay: Int32

  /// Milliseconds after which a paste is over although its end has not come.
  private static let pasteDelay: Int32 = 1_000

  private func settleLater(_ delay: Int32) {
    settling = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(Int(delay)))
      guard !Task.isCancelled, let self else { return }
      settling = nil
      input.settle(afterWaiting: 0)
      onPending?()
    }
  }

  /// Writes bytes past the frame; waits where the terminal is slow.
  public func write(_ bytes: [UInt8]) {
    guard state == .shown else { return }
    TerminalOutput.write(bytes)
  }

  /// Writes a question that ends with one for the device attributes, if the terminal is one that
  /// answers.
  public func ask(_ question: [UInt8]) {
    guard state == .shown, description.answersQuestions else { return }
    TerminalOutput.write(question)
    input.expectAnswer()
  }

  /// Turns reports of the mouse on or off, where the terminal has one.
  public func setMouse(_ isEnabled: Bool) {
    guard description.hasMouse, isEnabled != hasMouse else { return }
    hasMouse = isEnabled
    input.expectsMouse = isEnabled
    if state == .shown { send(isEnabled ? TerminalModes.mouseOn : TerminalModes.mouseOff) }
  }

  /// Gives the window a title.
  public func setTitle(_ title: String) {
    guard hasTitle, title != self.title else { return }
    self.title = title
    if state == .shown { sendTitle() }
  }

  /// Whatever a title has in it, the terminal reads no more than a title.
  private func sendTitle() {
    let scalars = title.unicodeScalars.map { scalar -> Unicode.Scalar in
      abilities.unicode || scalar.isASCII ? scalar : "?"
    }
    .filter { $0.properties.generalCategory != .control }
    send("\u{1B}]2;\(String(String.UnicodeScalarView(scalars)))\u{1B}\\")
  }

  /// Makes the next frame be written whole.
  public func invalidate() {
    painter.reset(size: size)
    hyperlinks.reset()
    firefly_curses_invalidate()
  }

  /// Makes the next frame write some rows whole.
  public func invalidate(rows: Range<Int>) {
    let rows = rows.clamped(to: 0..<size.height)
    guard !rows.isEmpty else { return }
    painter.expectRows(rows)
    firefly_curses_invalidate_rows(Int32(rows.lowerBound), Int32(rows.count))
  }

  /// Takes the terminal's new size over; the next frame is written whole.
  public func resize() {
    guard state == .shown else { return }
    measure()
    firefly_curses_resize(Int32(size.height), Int32(size.width))
  }

  /// Whether the terminal's size is another by now, which nobody may have been told.
  public var isSizeOutdated: Bool {
    var (rows, columns, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    return firefly_window_size(STDOUT_FILENO, &rows, &columns, &width, &height)
      && Self.size(columns, rows) != size
  }

  /// Gives the terminal back until `resume`.
  public func suspend() {
    guard state == .shown else { return }
    leave()
    state = .suspended
  }

  /// As `suspend`, and takes what was typed in the form of the modes that end now.
  public func handOver() {
    guard state == .shown else { return }
    leave(takesKeys: true)
    state = .suspended
  }

  /// Takes the terminal again, with its size of now; the next frame is written whole.
  public func resume() {
    guard state == .suspended else { return }
    var modes = termios()
    if tcgetattr(STDIN_FILENO, &modes) == 0 { arm(modes) }
    state = .shown
    firefly_curses_resume()
    if description.answersQuestions { send(TerminalModes.ownOn) }
    if hasTitle {
      send(TerminalModes.titleSave)
      if !title.isEmpty { sendTitle() }
    }
    // Nobody told if it has changed meanwhile.
    askForBackground()
    if hasMouse { send(TerminalModes.mouseOn) }
    resize()
  }

  /// Gives the terminal back for good.
  public func close() {
    if state == .shown { leave() }
    state = .closed
  }

  /// - `takesKeys`: whether to read up to where the terminal has heard of the end of our modes.
  private func leave(takesKeys: Bool = false) {
    settling?.cancel()
    settling = nil
    setTyping(false)
    if hasMouse { send(TerminalModes.mouseOff) }
    if description.answersQuestions {
      send(TerminalModes.ownOff + (takesKeys ? TerminalModes.lastQuestion : ""))
      if takesKeys { input.expectAnswer() }
    }
    if hasTitle { send(TerminalModes.titleRestore) }
    input.drain()
    firefly_curses_leave()
    TerminalOutput.write(TerminalModes.clearing(description))
    firefly_restore_disarm()
  }

  private func arm(_ modes: termios) {
    var modes = modes
    TerminalModes.restoring(description, hasTitle: hasTitle).withUnsafeBytes { bytes in
      let text = bytes.bindMemory(to: CChar.self).baseAddress
      _ = firefly_restore_arm(STDOUT_FILENO, &modes, text, bytes.count)
    }
  }

  /// Reads the terminal's size in cells and, where it tells, in pixels.
  private func measure() {
    var (rows, columns, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    if firefly_window_size(STDOUT_FILENO, &rows, &columns, &width, &height) {
      size = Self.size(columns, rows)
      let aspect = (Double(height) / Double(rows)) / (Double(width) / Double(columns))
      let isSane = width >= columns && height >= rows && (0.5...5).contains(aspect)
      abilities.cellAspect = isSane ? aspect : 2
      abilities.cellPixels =
        isSane ? CellPixels(width: Int(width / columns), height: Int(height / rows)) : nil
    }
    painter.reset(size: size)
    hyperlinks.reset()
  }

  private func send(_ text: String) { TerminalOutput.write(Array(text.utf8)) }
}
