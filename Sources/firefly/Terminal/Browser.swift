import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyCurses
import FireflyRuntime
import FireflyScreen
import FireflyServer
import FireflyText
import Foundation
import Logging

/// The terminal UI, put together and run to its end.
@MainActor
struct Browser {
  /// What the command line asks for.
  struct Request: Sendable {
    var server: ServerAddress?
    var dataFolder: String?
    var logLevel: Logger.Level?
    var post: Int?
    var noMotion: Bool

    /// The settings of the configuration, under what the command line says.
    func settings(_ configured: Settings) -> Settings {
      var settings = configured
      if noMotion { settings.motion = .none }
      return settings
    }
  }

  let request: Request

  func run() throws {
    ProcessSetup.prepare()
    let clock = MonotonicClock()
    let places = Places(dataFolder: request.dataFolder)
    let environment = ProcessInfo.processInfo.environment
    let file = try MainLoop.run {
      await SettingsFile(file: places.configuration, environment: environment)
    }
    if request.server == nil, file.serverComplaint != nil {
      do { try file.tellComplaints(needsServer: true) } catch { error.end() }
    }
    let log = LogFile(folder: places.state).logger(
      "firefly", level: request.logLevel ?? file.logLevel ?? .info)
    // The server starts while the terminal is being taken and the first frame drawn.
    let address = request.server ?? file.server
    let connecting = Task.detached {
      try await Connection(to: address, elseIn: places.data, log: log)
    }

    // The signals' sources come before ncurses, which then leaves the signals alone.
    let signals = SignalSources()
    let screen = try open(environment)
    let settings = request.settings(file.settings)
    var state = AppState(size: screen.size, abilities: screen.abilities, settings: settings)
    screen.setMouse(settings.mouse)
    let terminal = SharpTerminal(environment: environment, choice: settings.pictures)
    let run = Run(
      screen: screen, terminal: terminal, cache: places.cache, clock: clock, log: log)
    run.showSplash(state)
    // The first frame shows no dates.
    let time = LocalTime.ofUser()
    state.settings.time = time
    listen(signals, to: run)
    if screen.isSizeOutdated { run.sizeChanged() }

    var end: Run.End?
    let reload = SettingsReload(
      file: places.configuration, environment: environment,
      adapt: { configured in
        var settings = request.settings(configured)
        settings.time = time
        return settings
      },
      run: run)
    run.onReady = { reload.begin(from: file) }
    run.connect(state, connecting, at: request.post, complaints: file.complaints) { end = $0 }
    while end == nil {
      if MainLoop.turn(watching: STDIN_FILENO), end == nil { run.inputArrived() }
    }
    run.runtime?.clear()
    screen.close()
    withExtendedLifetime((signals, run, reload)) {}
    leave(after: end)
  }

  /// Ends the process as the run has ended, unless the user quit.
  private func leave(after end: Run.End?) {
    switch end {
    case .failed(let reason): Failure(reason).end()
    case .signal(let number):
      signal(number, SIG_DFL)
      raise(number)
    case .quit, nil: break
    }
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
