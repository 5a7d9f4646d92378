import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyCurses
import FireflyImports
import FireflyRuntime
import FireflyText
import FireflyVerbs
import Foundation

/// Assembles and runs the terminal UI.
@MainActor
struct Browser {
  let options: SessionOptions

  private var context: CommandContext { options.context }

  /// Returns configured settings with the command line applied.
  private func settings(_ configured: Settings) -> Settings {
    var settings = configured
    if options.noMotion { settings.motion = .none }
    return settings
  }

  func run() throws {
    let clock = MonotonicClock()
    let file = context.settingsFile
    // Errors of the port are printed before the screen is used.
    let port = try AutomationPort.open(options.automation, elseConfigured: file.automation)
    // The server starts while the first frame is drawn.
    let connecting = Task.detached { [context] in try await context.connect() }

    // Signal sources are created before ncurses, which then leaves the signals alone.
    let signals = SignalSources()
    let screen = try open(context.environment)
    let settings = settings(file.settings)
    var state = AppState(size: screen.size, abilities: screen.abilities, settings: settings)
    state.selectsStart = options.selectsPost
    var background = KnownBackground(
      environment: context.environment, folder: context.paths.state)
    _ = reduce(&state, .terminalBackground(background.color), at: clock.now)
    screen.setMouse(settings.mouse)
    let terminal = SharpTerminal(environment: context.environment, choice: settings.pictures)
    let run = Run(
      screen: screen, terminal: terminal, context: context, clock: clock, resumes: !options.isFresh)
    run.remark = screen.remark
    run.welcomes =
      !options.isFresh && options.post == nil && port == nil && settings.motion == .full
      && !settings.screenReader
    run.onBackground = { background.remember($0) }
    run.showSplash(state)
    // Otherwise the first request would wait for it.
    Task.detached { LiveClient.prepare() }
    // The first frame shows no dates.
    let time = LocalTime.ofUser()
    state.settings.time = time
    listen(signals, to: run)
    if screen.isSizeOutdated { run.sizeChanged() }

    run.onReady = { [weak run] in
      guard let run else { return }
      run.watchSettings { configured in
        var settings = self.settings(configured)
        settings.time = time
        return settings
      }
      run.watchMarks()
      run.watchDrafts()
      port?.attach(to: run)
      // Those of an import that was killed may be private.
      DispatchQueue.global(qos: .utility).async { ScratchFolder.removeForgotten() }
    }
    let end = run.wait(state, connecting, at: options.post)
    run.runtime?.clear()
    screen.close()
    port?.close()
    context.notices.print()
    run.printUnwritten()
    withExtendedLifetime((signals, run)) {}
    end.leave()
  }

  private func open(_ environment: [String: String]) throws -> CursesScreen {
    do {
      return try CursesScreen(environment: environment)
    } catch {
      Failure("\(error)", code: Failure.noTerminal).end()
    }
  }

  private func listen(_ signals: SignalSources, to run: Run) {
    signals.on(SIGWINCH) { run.sizeChanged() }
    signals.on(SIGTSTP) { run.runtime?.suspend() }
    signals.on(SIGCONT) { run.continued() }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signals.on(number) { run.end(.signal(number)) }
    }
  }
}
