import CTerminal
import Glibc

// Giving the terminal to other programs, and taking it back.
extension CursesScreen {
  /// Restores the terminal until `resume`.
  package func suspend() {
    guard state == .shown else { return }
    leave()
    state = .suspended
  }

  /// As `suspend`, and also reads the input that was typed before the terminal's modes changed.
  package func handOver() {
    guard state == .shown else { return }
    leave(takesKeys: true)
    state = .suspended
    isLent = true
    wasLent = true
  }

  /// Takes control of the terminal again, with its current size; the next frame is drawn
  /// completely.
  package func resume() {
    guard state == .suspended else { return }
    var modes = termios()
    if tcgetattr(STDIN_FILENO, &modes) == 0 { arm(modes) }
    state = .shown
    resumed = .now
    firefly_curses_resume()
    setModes(TerminalModes.ownOn)
    if hasTitle {
      if !isLent { send(TerminalModes.titleSave) }
      if !title.isEmpty { send(TerminalModes.title(title, isUnicode: abilities.unicode)) }
    }
    isLent = false
    // The colour may have changed without notice.
    ask(TerminalModes.backgroundQuestion)
    resize()
  }

  /// Sets the terminal's modes again, which others may have changed while the program was stopped.
  package func retake() -> Bool {
    guard state == .shown, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return false }
    // They were just set: some terminals would save the cursor of the wrong screen.
    if let resumed, resumed + .seconds(1) > .now { return true }
    firefly_curses_retake()
    TerminalOutput.write(description.string("smcup").map(TerminalModes.withoutPadding) ?? [])
    setModes(TerminalModes.ownAgain)
    return true
  }

  /// Sets the terminal's modes again, which something may have changed.
  package func restoreModes() {
    guard state == .shown else { return }
    firefly_curses_retake()
    setModes(TerminalModes.ownAgain)
  }

  /// Undoes what others have left in the terminal, and sets our modes; the cursor moves.
  ///
  /// - Parameter own: those that are set in terminals like xterm.
  private func setModes(_ own: String) {
    TerminalOutput.write(
      TerminalModes.reset(description, isUnicode: abilities.unicode)
        + (description.string("smkx").map(TerminalModes.withoutPadding) ?? []))
    if description.answersQuestions {
      send(own)
      if isTyping { send(TerminalModes.barOn + (hasKeyboard ? TerminalModes.keyboardAgain : "")) }
    }
    if hasMouse { send(TerminalModes.mouseOn) }
  }

  /// Restores the terminal permanently.
  package func close() {
    if state == .shown { leave() }
    if isLent, hasTitle { send(TerminalModes.titleRestore) }
    isLent = false
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
    // Another program may leave a title of its own: the one before ours stays saved.
    if hasTitle { send(TerminalModes.titleRestore + (takesKeys ? TerminalModes.titleSave : "")) }
    TerminalOutput.write(TerminalModes.reset(description, isUnicode: abilities.unicode))
    input.drain()
    firefly_curses_leave()
    TerminalOutput.write(TerminalModes.afterwards(description))
    // Some modes belong to one of the two screens.
    if wasLent {
      TerminalOutput.write(
        TerminalModes.reset(description, isUnicode: abilities.unicode, keepsCursor: true))
    }
    firefly_restore_disarm()
  }
}
