import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyScreen
import Foundation
import IdentityLiterals
import Testing

@testable import FireflyClient
@testable import FireflyRuntime

/// The loop with everything it needs, before a screen in memory.
@MainActor
final class Stage {
  let screen: RecordingScreen
  let runtime: Runtime
  /// How often the loop has ended.
  private(set) var endCount = 0

  /// - `client`: another than the server's own, if its calls are to be watched.
  init(
    _ server: TestServer, client: (any PostsClient)? = nil, motion: Settings.Motion = .full,
    environment: [String: String] = [:], editor: ExternalEditor? = nil,
    screen: RecordingScreen = RecordingScreen(size: Size(width: 80, height: 24)),
    terminal: SharpTerminal = SharpTerminal(environment: [:], choice: .auto),
    marks: ReadMarkStore? = nil, selectsStart: Bool = false
  ) {
    let client = client ?? server.client
    let clock = MonotonicClock()
    var settings = Settings()
    settings.motion = motion
    var state = AppState(size: screen.size, abilities: screen.abilities, settings: settings)
    state.selectsStart = selectsStart
    state.account = .signedIn(User(email: TestServer.ada.email, name: TestServer.ada.name))
    if let marks { state.setReadMarks(marks.marks(of: state.account.key)) }
    let pictures = PictureStore(
      client: client, server: SiteID(kept: server.address.description),
      cache: server.folder.appendingPathComponent("cache"), abilities: screen.abilities,
      log: silent)
    let services = EffectServices(
      client: client, symbols: .unicode, browser: BrowserLauncher(environment: environment),
      views: ViewStore(
        state: server.folder.appendingPathComponent("state"), server: "test"), marks: marks,
      pictures: pictures, log: silent)
    self.screen = screen
    runtime = Runtime(
      state: state, screen: screen, services: services,
      terminal: terminal, editor: editor, clock: clock)
  }

  /// Runs a test's body with a loop that has ended when it is over.
  static func run(
    client: @escaping @Sendable (TestServer) -> (any PostsClient)? = { _ in nil },
    motion: Settings.Motion = .full, environment: [String: String] = [:],
    editor: ExternalEditor? = nil,
    _ body: @escaping @MainActor @Sendable (Stage, TestServer) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      let stage = await Stage(
        server, client: client(server), motion: motion, environment: environment, editor: editor)
      do {
        try await body(stage, server)
      } catch {
        await stage.runtime.end()
        throw error
      }
      await stage.runtime.end()
    }
  }

  /// Starts among the children of a post, or at the root.
  func start(at post: Int? = nil) {
    runtime.start(at: post) { [weak self] in self?.endCount += 1 }
  }

  /// Starts among so many new posts, and waits until everything is at rest.
  func start(among count: Int, on server: TestServer) async throws {
    start(at: try server.addChildren(count))
    try await shows("1 of \(count)")
    try await rests()
  }

  func press(_ keys: Key...) { runtime.inputArrived(keys.map { .key($0) }) }

  func shows(_ text: String) async throws {
    try await waitUntil("“\(text)”") { self.screen.text.contains(text) }
  }

  /// Waits until nothing is under way, but for requests of these names.
  func rests(but requests: String...) async throws {
    try await waitUntil("rest") { self.runtime.unrest.allSatisfy(requests.contains) }
  }
}
