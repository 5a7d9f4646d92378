import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyCurses
import FireflyRuntime
import FireflyScreen
import FireflyText
import FireflyVerbs
import Foundation

/// Assembles and runs line mode.
@MainActor
struct LineMode {
  let options: SessionOptions
  /// What asked for line mode: `--accessible`, `ACCESSIBLE` or the configuration.
  let reason: String

  private var context: CommandContext { options.context }

  /// What asks for line mode; nil if nothing does.
  nonisolated static func reason(isOption: Bool, _ context: CommandContext) -> String? {
    if isOption { return "from --accessible" }
    let value = context.environment["ACCESSIBLE"]?.lowercased() ?? ""
    if !["", "0", "false", "no"].contains(value) { return "from ACCESSIBLE" }
    return context.settingsFile.isAccessible ? "from the configuration" : nil
  }

  /// Whether the terminal marks what is pasted, so that it is text and no command.
  private var marksPastes: Bool {
    let terminal = context.environment["TERM"] ?? ""
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && !["", "dumb"].contains(terminal)
  }

  func run() {
    let clock = MonotonicClock()
    let connecting = Task.detached { [context] in try await context.connect(isForEars: true)
    }
    let signals = SignalSources()
    TerminalLocale.adopt(environment: context.environment)
    let screen = LineScreen()
    var settings = context.settingsFile.settings
    settings.screenReader = true
    (settings.motion, settings.pictures, settings.mouse) = (.none, .none, false)
    (settings.density, settings.time) = (.cards, LocalTime.ofUser())
    var state = AppState(size: screen.size, abilities: screen.abilities, settings: settings)
    (state.selectsStart, state.isSpoken) = (options.selectsPost, true)
    let run = Run(
      screen: screen, terminal: SharpTerminal(environment: [:], choice: .none), context: context,
      clock: clock, resumes: !options.isFresh && isatty(STDIN_FILENO) == 1)
    var driver: LineDriver?
    let echo = TerminalEcho()
    signals.onEnds {
      driver?.keepWaiting()
      run.end(.signal($0))
    }
    let output = LineOutput { failure in
      // Whoever has closed a pipe, or a terminal, needs no reason.
      driver?.keepWaiting()
      let isGone = failure == .brokenPipe || isatty(STDOUT_FILENO) == 1
      run.end(isGone ? .signal(SIGHUP) : .failed(failure.description))
    }
    if marksPastes {
      output.write(LineDriver.pasteMarks.on)
      // Editors and shells switch the marks off when they end.
      screen.onHanded = { [marks = LineDriver.pasteMarks] isHanded in
        if !output.isWriting { try? StandardStreams.output(isHanded ? marks.off : marks.on) }
      }
      signals.on(SIGTSTP) { run.runtime?.suspend() }
      signals.on(SIGCONT) { screen.resume() }
    }
    output.write(["Firefly, line mode (\(reason)). ? for commands."]) {}
    run.onReady = { [weak run] in
      guard let run, let runtime = run.runtime else { return }
      let lines = LineDriver(
        runtime, isInteractive: isatty(STDIN_FILENO) == 1,
        isLeaving: { [weak run, weak runtime] in run?.isGoing == true || run?.runtime !== runtime },
        after: driver, write: output.write)
      driver = lines
      lines.onSecret = { echo.isOn = !$0 }
      screen.onLine = { lines.lineArrived($0) }
      screen.onCutLine = { lines.lineWasCut() }
      screen.onOtherBytes = { lines.lineHasOtherBytes(in: TerminalCharacters.name) }
      screen.onInputEnd = { lines.inputEnded() }
    }
    // Lines wait until the loop has started.
    let end = run.wait(state, connecting, at: options.post) { driver != nil && !screen.hasEnded }
    echo.isOn = true
    if marksPastes { output.write(LineDriver.pasteMarks.off) }
    signals.stop()
    // What was said before the end is written, even to a paused terminal.
    while case .quit = end, output.isWriting { _ = MainLoop.turn(watching: nil) }
    context.notices.print()
    run.printUnwritten()
    let isWriting = driver?.isWriting == true
    switch end {
    // The terminal may be paused or gone at another signal.
    case .quit where isWriting && run.unwritten.isEmpty,
      .signal(SIGINT) where isWriting && run.unwritten.isEmpty:
      StandardStreams.confirm("What you wrote is kept as a draft.\n")
    default: break
    }
    withExtendedLifetime((run, driver)) {}
    end.leave()
  }
}
