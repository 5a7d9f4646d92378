import CTerminal
import Glibc

// Giving the terminal to other programs, and taking it back.
extension CursesScreen {
  /// Restores the terminal until `resume`.
  public func suspend() {
    guard state == .shown else { return }
    leave()
    state = .suspended
  }

  /// As `suspend`, and also reads the input that was typed before the terminal's modes changed.
  public func handOver() {
    guard state == .shown else { return }
    leave(takesKeys: true)
    state = .suspended
  }

  /// Takes control of the terminal again, with its current size; the next frame is drawn
  /// completely.
  public func resume() {
    guard state == .suspended else { return }
    var modes = termios()
    if tcgetattr(STDIN_FILENO, &modes) == 0 { arm(modes) }
    state = .shown
    resumed = .now
    firefly_curses_resume()
    if description.answersQuestions { send(TerminalModes.ownOn) }
    if hasTitle {
      send(TerminalModes.titleSave)
      if !title.isEmpty { send(TerminalModes.title(title, isUnicode: abilities.unicode)) }
    }
    // The colour may have changed without notice.
    ask(TerminalModes.backgroundQuestion)
    if hasMouse { send(TerminalModes.mouseOn) }
    resize()
  }

  /// Sets the terminal's modes again, which others may have changed while the program was stopped.
  public func retake() -> Bool {
    guard state == .shown, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return false }
    // They were just set: some terminals would save the cursor of the wrong screen.
    if let resumed, resumed + .seconds(1) > .now { return true }
    firefly_curses_retake()
    TerminalOutput.write(
      ["smcup", "smkx"].compactMap(description.string).flatMap(TerminalModes.withoutPadding))
    if description.answersQuestions {
      send(TerminalModes.ownAgain)
      if isTyping { send(TerminalModes.barOn + (hasKeyboard ? TerminalModes.keyboardAgain : "")) }
    }
    if hasMouse { send(TerminalModes.mouseOn) }
    return true
  }

  /// Restores the terminal permanently.
  public func close() {
    if state == .shown { leave() }
    state = .closed
  }

  /// Restores the terminal.
  ///
  /// - Parameter takesKeys: whether to read input until the terminal has confirmed the end of our
  ///   modes.
  private func leave(takesKeys: Bool = false) {
    pendingTimeout?.cancel()
    pendingTimeout = nil
    setTyping(false)
    if hasMouse { send(TerminalModes.mouseOff) }
    if description.answersQuestions {
      send(TerminalModes.ownOff + (takesKeys ? TerminalModes.lastQuestion : ""))
      if takesKeys { input.expectAnswer() }
    }
    if hasTitle { send(TerminalModes.titleRestore) }
    input.drain()
    firefly_curses_leave()
    TerminalOutput.write(TerminalModes.afterwards(description))
    firefly_restore_disarm()
  }
}
