import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyCurses
import FireflyRuntime
import FireflyScreen
import FireflySources
import FireflyText
import Foundation
import Logging

/// One run of the terminal UI: the splash, the connection, the loop.
@MainActor
final class Run {
  /// How a run ends.
  enum End {
    case quit
    case signal(Int32)
    case failed(String)
  }

  /// The loop, once there is a server to talk to.
  private(set) var runtime: Runtime?
  /// Called when the loop has begun.
  var onReady: () -> Void = {}
  /// Called when the terminal has reported its background.
  var onBackground: (Color) -> Void = { _ in }
  private let screen: any Screen
  private let context: CommandContext
  private let clock: MonotonicClock
  /// Whether it begins where one was the last time.
  private let resumes: Bool
  private var onEnd: ((End) -> Void)?
  /// What the first frame shows, until there is a loop.
  private var splash: AppState?
  /// The server must live as long as the run.
  private var connection: Connection?
  /// Keeps what is being written.
  private var drafts: DraftStore?
  /// Keeps what the explorers show.
  private var views: ViewStore?
  /// Where it is kept where one was.
  private var positions: PositionsFile?
  /// What is known of the terminal.
  private var terminal: SharpTerminal
  private var isTerminalAsked = false
  /// What came in before there was a loop.
  private var early: [ScreenEvent] = []

  init(
    screen: any Screen, terminal: SharpTerminal, context: CommandContext, clock: MonotonicClock,
    resumes: Bool
  ) {
    self.resumes = resumes
    self.terminal = terminal
    self.context = context
    self.screen = screen
    self.clock = clock
  }

  /// The first frame: nothing has been asked for yet.
  func showSplash(_ state: AppState) {
    splash = state
    screen.show(render(state, at: clock.now))
    askTerminal()
  }

  /// Asks the terminal what pictures it can show, once and if that matters.
  ///
  /// The answers are not waited for: until they are there, pictures are drawn with cells.
  private func askTerminal() {
    guard !isTerminalAsked, let question = terminal.question else { return }
    isTerminalAsked = true
    screen.ask(question)
  }

  /// The terminal has another size.
  func sizeChanged() {
    if let runtime {
      runtime.sizeChanged()
    } else if var state = splash {
      screen.resize()
      state.size = screen.size
      showSplash(state)
    }
  }

  /// The program was stopped and goes on; others may have written on the terminal meanwhile.
  func continued() {
    screen.invalidate()
    sizeChanged()
  }

  /// Goes on with the loop as soon as there is a connection.
  func connect(
    _ state: AppState, _ connecting: Task<Connection, any Error>, at post: Int?,
    complaints: [SettingsComplaint], onEnd: @escaping (End) -> Void
  ) {
    self.onEnd = onEnd
    screen.onPending = { [weak self] in self?.inputArrived() }
    Task {
      do {
        begin(state, try await connecting.value, at: post, complaints)
      } catch {
        end(.failed("The embedded server could not start: \(error)"))
      }
    }
  }

  /// What the disk has not taken, when it has ended.
  var unwritten: [(draft: Draft, problem: DraftError)] { drafts?.unwritten ?? [] }

  /// Whether keys are Firefly's: while an editor has the terminal, they are the editor's.
  var takesInput: Bool { runtime?.isTerminalHandedOver != true }

  /// Ends the run, once.
  func end(_ reason: End) {
    guard case .signal(let number) = reason, let runtime else { return finish(reason) }
    // An external editor is ended first.
    runtime.endEditor(by: number) { [weak self] in self?.finish(reason) }
  }

  private func finish(_ reason: End) {
    let onEnd = onEnd
    self.onEnd = nil
    // However it ends, what is being written is on the disk.
    runtime?.saveDrafts()
    drafts?.flush()
    views?.flush()
    // A new name of the user may still be on its way to the disk; a disk that hangs is not waited for.
    let written = DispatchSemaphore(value: 0)
    BlockingThread.queue.async { written.signal() }
    _ = written.wait(timeout: .now() + 1)
    if let runtime { positions?.write(runtime.places) }
    onEnd?(reason)
    // Wakes the main thread's run loop, which looks whether there is an end.
    MainLoop.wake()
  }

  private func draftStore() -> DraftStore {
    DraftStore(DraftFolder(state: context.paths.state)) { [weak self] report in
      let complaint: String? =
        switch report {
        case .failed(_, let error): error.description
        case .recovered: nil
        case .damaged(let path): DraftError.damaged(path).description
        }
      Task { @MainActor in
        self?.runtime?.send(.editor(.draftReported(complaint: complaint)))
      }
    }
  }

  private func begin(
    _ state: AppState, _ connection: Connection, at post: Int?,
    _ complaints: [SettingsComplaint]
  ) {
    guard onEnd != nil else { return }
    self.connection = connection
    var state = state
    state.size = screen.size
    state.account = connection.credentials.account
    let client = context.client(of: connection)
    state.serverID = connection.id
    let positions = PositionsFile(state: context.paths.state, server: connection.id)
    self.positions = positions
    if resumes, post == nil, let saved = positions.read() { state.resume(saved) }
    let drafts = draftStore()
    self.drafts = drafts
    let views = ViewStore(state: context.paths.state, server: connection.id, log: context.log)
    self.views = views
    for explorer in Explorer.allCases {
      state.begin(
        explorer,
        with: views.firstAudience(
          of: explorer, for: state.account.email,
          isOwnServer: connection.localUser != nil || connection.source != nil),
        explains: views.explainsAudience(of: explorer))
    }
    let pictures = PictureStore(
      client: client, server: connection.id, cache: context.paths.cache,
      drafts: drafts.pictures, abilities: state.abilities, log: context.log)
    if state.settings.pictures != .none { pictures.prepare() }
    state.source = connection.source.map { ReadOnlySource(name: $0.name, feeds: $0.kind.feeds) }
    if connection.localUser == nil, connection.source == nil {
      state.server = SignInServer(
        name: connection.address.host, isOverheard: connection.address.isOverheard)
    }
    let services = EffectServices(
      client: client, session: connection.session(log: context.log),
      symbols: state.abilities.unicode ? .unicode : .ascii,
      browser: BrowserLauncher(), drafts: drafts, views: views,
      speller: Speller(environment: context.environment, words: context.paths.words),
      lists: connection.localUser == nil ? (context.paths.cache, connection.id) : nil,
      pictures: pictures, log: context.log)
    let runtime = Runtime(
      state: state, screen: screen, services: services, terminal: terminal,
      editor: ExternalEditor(environment: context.environment, state: context.paths.state),
      clock: clock)
    self.runtime = runtime
    runtime.start(at: post) { [weak self] in self?.end(.quit) }
    runtime.send(.settings(.misread(complaints)))
    logComplaints(complaints)
    if let complaint = connection.complaint {
      runtime.send(.noted(complaint, isError: true))
    }
    if !state.abilities.unicode, TerminalLocale.isUnset(context.environment) {
      let words =
        "LANG is not set, so Firefly draws in ASCII. Set LANG=C.UTF-8 for all characters."
      runtime.send(.noted(words, isError: false))
    }
    runtime.inputArrived(early)
    early = []
    onReady()
  }

  /// The configuration says something else than before.
  func settingsChanged(_ settings: Settings) {
    screen.setMouse(settings.mouse)
    if terminal.choice != settings.pictures {
      terminal.choice = settings.pictures
      runtime?.terminalChanged(terminal)
      askTerminal()
    }
    runtime?.send(.settings(.changed(settings)))
  }

  /// Tells the user something that is no answer to a key.
  func showNote(_ text: String) { runtime?.send(.noted(text, isError: false)) }

  /// The configuration says something that can't be understood; the old one holds.
  func settingsRefused(_ complaints: [SettingsComplaint]) {
    runtime?.send(.settings(.refused(complaints)))
    logComplaints(complaints)
  }

  private func logComplaints(_ complaints: [SettingsComplaint]) {
    for complaint in complaints {
      context.log.warning("configuration", metadata: ["problem": "\(complaint)"])
    }
  }

  /// The terminal has something to read.
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
      // Nothing else can be on the screen yet that the key could mean.
      let key = early.lazy.compactMap { if case .key(let key) = $0 { key } else { nil } }.first
      if let key, splash?.action(for: key) == .quitPressed { end(.quit) }
    }
  }
}
