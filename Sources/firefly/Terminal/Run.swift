import FireflyAPI
import FireflyApp
import FireflyClient
import FireflyCore
import FireflyCurses
import FireflyModel
import FireflyRuntime
import FireflyScreen
import FireflySources
import FireflyText
import FireflyVerbs
import Foundation
import Logging

/// One run of the terminal UI: the splash, the connection, the loop.
@MainActor
final class Run {
  /// Fewer rows have no place for an open card.
  private static let welcomeRows = 20

  /// The loop, once there is a server to talk to.
  private(set) var runtime: Runtime?
  /// Called when the loop has started.
  var onReady: () -> Void = {}
  /// Called when the terminal has reported its background.
  var onBackground: (Color) -> Void = { _ in }
  /// Whether the first card of new data opens by itself.
  var welcomes = false
  /// What the user should know about the terminal; nil for nothing.
  var remark: String?
  let screen: any Screen
  private(set) var context: CommandContext
  let clock: MonotonicClock
  /// Whether to start at the last position.
  private let resumes: Bool
  private var onEnd: ((End) -> Void)?
  /// The state of the first frame, until there is a loop.
  var splash: AppState?
  /// The server must live as long as the run.
  private(set) var connection: Connection?
  /// What is kept of the place, for the account of the session.
  private(set) var localData: LocalData?
  /// The embedded server, which runs on while the user is elsewhere; nil if it was not needed.
  private var own: Connection?
  /// The places before, to which going back leads; the last one last.
  var trail: [Left] = []
  /// `User.key` of the account of the last session on each server, by `Connection.accountID`.
  private(set) var keys: [SiteID: PersonID] = [:]
  /// Whether a connection to another place is being made.
  var isGoing = false
  /// Whether something is being imported, which goes on while the user goes elsewhere.
  var isImporting = false
  var drafts: DraftStore?
  /// Stores the state of the explorers.
  private var views: ViewStore?
  /// Stores which posts were read.
  private(set) var marks: ReadMarkStore?
  private(set) var client: (any PostsClient)?
  /// Keeps the marks in step with the server.
  private(set) var shared: MarksSync?
  /// Stores the last positions.
  var positions: PositionsFile?
  /// Whether the user was led to this place, to something that came there.
  var wasLed = false
  /// The picture protocols of the terminal.
  var terminal: SharpTerminal
  /// Whether the terminal was asked for its picture protocols.
  var isTerminalAsked = false
  /// Watches the configuration.
  var settingsWatch: FileWatch?
  /// Reports marks of other programs.
  var marksWatch: FileWatch?
  /// Reports drafts of other programs.
  var draftsWatch: FileWatch?
  /// Input that arrived before there was a loop.
  var early: [ScreenEvent] = []

  init(
    screen: any Screen, terminal: SharpTerminal, context: CommandContext, clock: MonotonicClock,
    resumes: Bool
  ) {
    self.resumes = resumes
    self.terminal = terminal
    self.context = context
    self.screen = screen
    self.clock = clock
    self.context.onRefusedSignIn = { [weak self] account in
      Task { @MainActor [weak self] in self?.send(.readMarks(.sharingRefused), to: account) }
    }
  }

  /// Starts the loop as soon as there is a connection.
  func connect(
    _ state: AppState, _ connecting: Task<Connection, any Error>, at post: Int?,
    complaints: [SettingsError], onEnd: @escaping (End) -> Void
  ) {
    self.onEnd = onEnd
    screen.onPending = { [weak self] in self?.inputArrived() }
    Task {
      do {
        begin(state, try await connecting.value, at: post, complaints, resumes: resumes)
      } catch {
        end(.failed("The embedded server could not start: \(error)"))
      }
    }
  }

  /// Whether to read keys: not while another program has the terminal.
  var takesInput: Bool { runtime?.isTerminalHandedOver != true }

  /// Ends the run, once.
  func end(_ reason: End) {
    guard case .signal(let number) = reason, let runtime else { return finish(reason) }
    // Another program in the terminal is ended first.
    runtime.endForeground(by: number) { [weak self] in self?.finish(reason) }
  }

  private func finish(_ reason: End) {
    let onEnd = onEnd
    self.onEnd = nil
    // What can't be kept now is said after the end.
    context.notices.hold()
    store()
    ProgramOutput.endAll(waits: true)
    waitForService()
    // Wait for the user's new name to be written, but not for a disk that hangs.
    let written = DispatchSemaphore(value: 0)
    BlockingThread.queue.async { written.signal() }
    _ = written.wait(timeout: .now() + 1)
    own?.removeSocket()
    onEnd?(reason)
    // Wakes the main loop, which checks for the end.
    MainLoop.wake()
  }

  /// Stores what the session keeps: drafts are on the disk, however it ends.
  private func store() {
    runtime?.saveDrafts()
    runtime?.saveThreads()
    drafts?.flush()
    views?.flush()
    marks?.flush()
    if let runtime { positions?.write(runtime.places) }
    // Where nothing answers, nobody was.
    if let here, runtime?.hasAnswered == true { context.placesFile.record(here) }
  }

  /// Returns the connection to the embedded server if it is the one to go to, and runs.
  func own(for target: String) -> Connection? { target.isEmpty ? own : nil }

  /// Ends the session, but not the program.
  func leave() {
    store()
    let left = runtime
    runtime = nil
    left?.stop()
    ProgramOutput.endAll(waits: false)
    guard let client, let connection else { return }
    let key = keys[connection.accountID]
    Task.detached { [context, shared] in
      await client.settle()
      await shared?.settle()
      context.sayUnsent(of: key, at: connection)
    }
  }

  /// Begins a session at another place.
  func begin(
    _ state: AppState, _ connection: Connection, at post: Int?, in context: CommandContext
  ) {
    self.context = context
    begin(state, connection, at: post, resumes: true)
  }

  private func begin(
    _ state: AppState, _ connection: Connection, at post: Int?,
    _ complaints: [SettingsError] = [], resumes: Bool
  ) {
    guard onEnd != nil else { return }
    let isFirst = self.connection == nil
    self.connection = connection
    localData = context.localData(of: connection)
    let key = connection.credentials.account.isSignedIn ? connection.credentials.account.key : nil
    keys[connection.accountID] = key
    context = context.at(context.server, link: context.link, as: key)
    if connection.id.isOwnServer { own = connection }
    var state = state
    (state.places.all, state.accounts.known) = (context.places, context.knownAccounts)
    // One that was never left is not among the visits.
    if !state.places.all.contains(where: { $0.id == connection.choice }) {
      state.places.all.insert(
        PlaceRow(id: connection.choice, name: connection.name, detail: ""), at: 1)
    }
    (state.places.here, state.places.before) = (connection.choice, trail.last?.visit.name)
    state.places.isImporting = isImporting
    state.size = screen.size
    state.site = connection.site
    state.site.offeredFeed = connection.source.flatMap(context.feedStorage.unfollowed)
    let client = context.client(of: connection)
    state.serverID = connection.accountID
    let report = context.fileReport
    let later = context.later(of: connection)
    let muted = MutedFiles(
      state: context.paths.state, server: connection.id, of: connection.owner, report: report)
    state.begin(
      people: muted.people, words: muted.words, branches: muted.branches, later: later.posts)
    // It waits for the locks of other programs; changes come after it on the same thread.
    BlockingThread.queue.async {
      muted.adopt()
      later.adopt()
    }
    let positions = PositionsFile(
      state: context.paths.state, server: connection.viewID, report: report)
    self.positions = positions
    let drafts = draftStore()
    self.drafts = drafts
    let views = ViewStore(
      state: context.paths.state, server: connection.viewID, ownPosts: connection.ownPosts,
      report: report)
    self.views = views
    if state.site.has(.chosenLists) { state.site.round = views.round }
    state.hasPostedToEveryone = state.account.key.map { views.hasWritten(.posts, $0) } ?? false
    let marks = context.readMarks(of: connection, client)
    (self.marks, self.client) = (marks, client)
    let shared = sharedMarks(of: connection, client)
    self.shared = shared
    if state.settings.readMarks { state.setReadMarks(marks.marks(of: state.account.key)) }
    for explorer in Explorer.allCases {
      state.begin(
        explorer,
        with: views.firstAudience(of: explorer, for: state.account.key),
        explains: views.audience(of: explorer) == nil)
    }
    state.begin(
      at: resumes && post == nil ? positions.read() : nil, density: views.density,
      view: views.replies, threads: views.threads(of: state.account.key),
      Date().timeIntervalSince1970)
    let pictures = PictureStore(
      client: client, server: connection.viewID, cache: context.paths.cache,
      drafts: drafts.pictures, abilities: state.abilities, log: context.log)
    let services = EffectServices(
      client: client, session: context.session(of: connection),
      symbols: state.settings.screenReader ? .spoken : state.abilities.unicode ? .unicode : .ascii,
      browser: BrowserLauncher(),
      clipboard: Clipboard(environment: context.environment),
      drafts: drafts, views: views, marks: marks, sharedMarks: shared,
      speller: Speller(environment: context.environment, words: context.paths.words),
      lists: state.site.has(.keptHere) ? nil : (context.paths.cache, connection.viewID),
      pictures: pictures,
      articles: context.articles(from: connection.address, of: client as? SourceClient),
      later: later,
      keeper: context.keeper(of: connection),
      muted: muted, places: placeSwitch,
      activity: context.activity, log: context.log)
    let runtime = Runtime(
      state: state, screen: screen, services: services, terminal: terminal,
      editor: ExternalEditor(environment: context.environment, state: context.paths.state),
      clock: clock)
    self.runtime = runtime
    if context.isServerUnknown, isFirst {
      context.notices.add(
        """
        The configuration can't be read. What you see is your own server; the configuration may name \
        another one. Before you write, fix it, or start Firefly with --server.
        """)
    }
    let notices = context.notices.take { [weak runtime] sentence in
      Task { @MainActor in runtime?.send(.settings(.fileFailed(sentence))) }
    }
    if welcomes, isFirst, connection.hasNewGuide, screen.size.height >= Self.welcomeRows {
      runtime.welcomeWhenStill()
    }
    runtime.start(at: post) { [weak self] in self?.end(.quit) }
    if let remark, isFirst { runtime.send(.noted(remark, isError: false)) }
    if isFirst || !notices.isEmpty {
      runtime.send(.settings(.misread(complaints, notices: notices)))
    }
    logComplaints(complaints)
    if let complaint = connection.complaint {
      runtime.send(.noted(complaint, isError: true))
    }
    if isFirst, !state.abilities.unicode, TerminalLocale.isUnset(context.environment) {
      let words =
        "LANG is not set, so Firefly draws in ASCII. Set LANG=C.UTF-8 for all characters."
      runtime.send(.noted(words, isError: false))
    }
    runtime.inputArrived(early)
    early = []
    onReady()
  }
}
