import FireflyApp
import FireflyScreen
import FireflyVerbs
import Foundation

// The terminal: the first frame, its size, its input.
extension Run {
  /// Shows the first frame, before the first request.
  func showSplash(_ state: AppState) {
    splash = state
    screen.show(render(state, at: clock.now))
    askTerminal()
  }

  /// Queries the terminal's picture protocols, once.
  ///
  /// It does not wait: until the replies arrive, pictures are drawn with cells.
  func askTerminal() {
    guard !isTerminalAsked, let question = terminal.question else { return }
    isTerminalAsked = true
    screen.ask(question)
  }

  /// Applies a new size of the terminal.
  func sizeChanged() {
    if let runtime {
      runtime.sizeChanged()
    } else if var state = splash {
      screen.resize()
      state.size = screen.size
      showSplash(state)
    }
  }

  /// Redraws after the program was continued: others may have written to the terminal, and changed
  /// its modes.
  func continued() {
    guard screen.retake() else { return }
    screen.invalidate()
    sizeChanged()
  }

  /// Reads input from the terminal.
  func inputArrived() {
    var input: [ScreenEvent] = []
    for event in screen.pendingEvents() {
      switch event {
      case .answer(let text):
        terminal.read(text)
        runtime?.terminalChanged(terminal)
      case .closed: end(.signal(SIGHUP))
      case .background(let color):
        onBackground(color)
        input.append(event)
      default: input.append(event)
      }
    }
    if let runtime {
      runtime.inputArrived(input)
    } else {
      early += input
      // On the splash, only the quit key has a meaning.
      let key = early.lazy.compactMap { if case .key(let key) = $0 { key } else { nil } }.first
      if let key, splash?.surroundings(at: 0).action(for: key) == .quitPressed { end(.quit) }
    }
  }
}
