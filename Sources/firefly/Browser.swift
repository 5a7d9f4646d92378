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
  }

  let request: Request

  func run() throws {
    ProcessSetup.prepare()
    let clock = MonotonicClock()
    let places = Places()
    let environment = ProcessInfo.processInfo.environment
    let file = try MainLoop.run {
      await SettingsFile(file: places.configuration, environment: environment)
    }
    let log = LogFile(folder: places.state).logger(
      "firefly", level: request.logLevel ?? file.logLevel ?? .info)
    let address = request.server ?? file.server
    let folder = request.dataFolder.map { URL(fileURLWithPath: $0) } ?? places.data
    // The server starts while the terminal is being taken and the first frame drawn.
    let connecting = Task.detached {
      if let address { return Connection(to: address) }
      return try await Connection(embeddedIn: folder, log: log)
    }

    // The signals' sources come before ncurses, which then leaves the signals alone.
    let signals = SignalSources()
    let screen = try open(environment)
    var settings = file.settings
    if request.noMotion { settings.motion = .none }
    let state = AppState(size: screen.size, abilities: screen.abilities, settings: settings)
    screen.setMouse(settings.mouse)
    let terminal = SharpTerminal(environment: environment, choice: settings.pictures)
    let session = Session(
      screen: screen, terminal: terminal, cache: places.cache, clock: clock, log: log)
    session.showSplash(state)
    listen(signals, to: session)
    if screen.isSizeOutdated { session.sizeChanged() }

    var end: Session.End?
    session.run(state, connecting, at: request.post, complaints: file.complaints) { end = $0 }
    while end == nil {
      if MainLoop.turn(watching: STDIN_FILENO), end == nil { session.inputArrived() }
    }
    session.runtime?.clear()
    screen.close()
    withExtendedLifetime((signals, session)) {}
    switch end {
    case .failed(let reason): Failure(reason).end()
    case .signal(let number):
      signal(number, SIG_DFL)
      raise(number)
    default: break
    }
  }

  private func open(_ environment: [String: String]) throws -> CursesScreen {
    do {
      return try CursesScreen(environment: environment)
    } catch {
      Failure("\(error)", code: Failure.noTerminal).end()
    }
  }

  private func listen(_ signals: SignalSources, to session: Session) {
    signals.on(SIGWINCH) { session.sizeChanged() }
    signals.on(SIGTSTP) { session.runtime?.suspend() }
    signals.on(SIGCONT) { session.continued() }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signals.on(number) { session.end(.signal(number)) }
    }
  }
}
