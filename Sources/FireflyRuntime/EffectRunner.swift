import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyScreen
import FireflyText
import Logging

/// Does what the effects ask for, and sends what comes of it back as actions.
@MainActor
public final class EffectRunner {
  /// Where the answers go.
  var send: (Action) -> Void = { _ in }
  private let client: PostsClient
  private let symbols: TextSymbols
  private let browser: BrowserLauncher
  private let pictures: PictureStore
  private let log: Logger
  /// What is under way, by the level that waits for it.
  private var tasks: [Navigator.Level.ID: [Int: Task<Void, Never>]] = [:]
  private var lastTask = 0
  /// The reading of the branch that the outline shows.
  private var outline: Task<Void, Never>?

  /// A runner over a client.
  ///
  /// - Parameter symbols: the signs that bodies are laid out with.
  public init(
    client: PostsClient, symbols: TextSymbols, browser: BrowserLauncher,
    pictures: PictureStore, log: Logger
  ) {
    self.client = client
    self.symbols = symbols
    self.browser = browser
    self.pictures = pictures
    self.log = log
  }

  /// Begins an effect; returns the action it leads to at once, if it does.
  func run(_ effect: Effect) -> Action? {
    let loader = PostLoader(client: client, log: log)
    switch effect {
    case .loadRoot(let explorer, let level, let onlyMine, let email, let before):
      perform(for: level) {
        let page = await loader.root(explorer, onlyMine: onlyMine, email: email, before: before)
        return before == nil
          ? .postsResponse(level: level, page) : .nextPageResponse(level: level, page)
      }
    case .loadChildren(let id, let level):
      perform(for: level) { .postsResponse(level: level, await loader.children(of: id)) }
    case .loadResults(let query, let level, let email):
      perform(for: level) {
        .postsResponse(level: level, await loader.results(of: query, email: email))
      }
    case .loadProfile(let email, let level):
      perform(for: level) { .postsResponse(level: level, await loader.profile(of: email)) }
    case .loadParent(let id, let level):
      perform(for: level) { .parentResponse(level: level, await loader.post(id)) }
    case .loadPath(let id):
      perform(for: nil) { .pathResponse(await loader.path(to: id)) }
    case .loadOutline(let id):
      outline = perform(for: nil) { .outlineResponse(top: id, await loader.outline(of: id)) }
    case .cancelOutline:
      outline?.cancel()
      outline = nil
    case .loadBadges(let ids, let email):
      perform(for: nil) { .badgesResponse(await loader.badges(of: ids, email: email)) }
    case .loadPicture(let address):
      let pictures = pictures
      perform(for: nil) {
        guard await pictures.turns.take(address) else { return .pictureGivenUp(address: address) }
        let ratio = await pictures.load(address)
        await pictures.turns.leave(address)
        return .pictureResponse(address: address, aspectRatio: ratio)
      }
    case .formatBody(let body, let post, let level, let columns):
      return format(body, of: post, level, columns)
    case .cancelRequests(let level):
      for task in (tasks.removeValue(forKey: level) ?? [:]).values { task.cancel() }
    case .openLink(let address):
      let complaint = browser.open(address)
      return .noted(complaint ?? "Opened \(address)", isError: complaint != nil)
    case .copy, .redraw, .suspend, .quit:
      break
    }
    return nil
  }

  /// Stops everything that is under way.
  func cancelAll() {
    for task in tasks.values.flatMap(\.values) { task.cancel() }
    tasks = [:]
    outline?.cancel()
    send = { _ in }
  }

  private func format(
    _ body: String, of post: Post.ID, _ level: Navigator.Level.ID, _ columns: Int
  ) -> Action? {
    let symbols = symbols
    if let text = MarkdownFormatter.formatQuickly(body, width: columns, symbols: symbols) {
      return .bodyFormatted(level: level, post: post, text)
    }
    perform(for: level) {
      let text = await Task.detached {
        MarkdownFormatter.format(body, width: columns, symbols: symbols)
      }.value
      return .bodyFormatted(level: level, post: post, text)
    }
    return nil
  }

  /// Runs something and sends the action it leads to, unless its level has been left by then.
  @discardableResult
  private func perform(
    for level: Navigator.Level.ID?, _ work: @escaping @Sendable () async -> Action?
  ) -> Task<Void, Never> {
    lastTask += 1
    let number = lastTask
    let task = Task { [weak self] in
      let action = await work()
      if let level { self?.tasks[level]?[number] = nil }
      if let action, !Task.isCancelled { self?.send(action) }
    }
    if let level { tasks[level, default: [:]][number] = task }
    return task
  }
}
