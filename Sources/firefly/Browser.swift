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
  let common: CommonOptions
  let connection: ConnectionOptions
  let post: Int?
  let noMotion: Bool

  func run() throws {
    let clock = MonotonicClock()
    let places = Places()
    let environment = ProcessInfo.processInfo.environment
    let file = try MainLoop.run {
      await SettingsFile(file: places.configuration, environment: environment)
    }
    let log = LogFile(folder: places.state).logger(
      "firefly", level: common.logLevel?.level ?? file.logLevel ?? .info)
    let address = connection.server ?? file.server
    let folder = common.dataFolder.map { URL(fileURLWithPath: $0) } ?? places.data
    // The server starts while the terminal is being taken and the first frame drawn.
    let connecting = Task.detached {
      if let address { return Connection(to: address) }
      return try await Connection(embeddedIn: folder, log: log)
    }

    // The signals' sources come before ncurses, which then leaves the signals alone.
    let signals = SignalSources()
    let screen = try open(environment)
    var settings = file.settings
    if noMotion { settings.motion = .none }
    let state = AppState(size: screen.size, abilities: screen.abilities, settings: settings)
    screen.setMouse(settings.mouse)
    let session = Session(screen: screen, clock: clock, log: log)
    session.showSplash(state)
    listen(signals, to: session)

    var end: Runtime.End?
    session.run(state, connecting, at: post, complaints: file.complaints) { end = $0 }
    while end == nil { RunLoop.main.run(mode: .default, before: .distantFuture) }
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
      Failure("\(error)").end()
    }
  }

  private func listen(_ signals: SignalSources, to session: Session) {
    signals.on(SIGWINCH) { session.runtime?.sizeChanged() }
    signals.on(SIGTSTP) { session.runtime?.suspend() }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signals.on(number) { session.end(.signal(number)) }
    }
  }
}
