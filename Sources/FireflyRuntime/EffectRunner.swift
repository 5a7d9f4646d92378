import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyScreen
import FireflyText
import Foundation
import Logging

/// Does what the effects ask for, and sends what comes of it back as actions.
@MainActor
public final class EffectRunner {
  /// Where the answers go.
  var send: (Action) -> Void = { _ in }
  let client: PostsClient
  private let session: AccountSession?
  let drafts: DraftStore?
  private let views: ViewStore?
  private let speller: Speller?
  private let symbols: TextSymbols
  private let browser: BrowserLauncher
  let pictures: PictureStore
  let log: Logger
  /// Called when something that was under way is over.
  var onEnd: () -> Void = {}
  /// The lists of the last time; nil where the server is as near as the disk.
  let lists: ListStore?
  /// The e-mail of who is signed in now; nil if nobody is.
  var account: () -> String? = { nil }
  /// A draft as it is now; nil if nobody writes it.
  var draft: (Draft.Key) -> Draft? = { _ in nil }
  /// Drafts that have changed since they were kept.
  private var changedDrafts: Set<Draft.Key> = []
  /// What is under way.
  ///
  /// A number tells a job from the one that took its place.
  private var jobs: [JobID: (number: Int, task: Task<Void, Never>)] = [:]
  private var lastNumber = 0
  /// What is to be looked for by jobs that have not begun yet.
  private var wantedMatches: [JobID: Effect] = [:]

  /// A runner over a client.
  ///
  /// - `session`: signs in and out; nil where one always is who one is.
  /// - `drafts`: keeps what is being written; nil where nothing is to be kept.
  /// - `views`: keeps when one has looked at what; nil where nothing is to be kept, and nothing is new.
  /// - `speller`: knows what is misspelt; nil where nothing is to be marked.
  /// - `lists`: where lists are kept for the next run, and the server's name for good; nil where the server is
  ///   as near as the disk.
  /// - `symbols`: the signs that bodies are laid out with.
  public init(
    client: PostsClient, session: AccountSession? = nil, symbols: TextSymbols,
    browser: BrowserLauncher, drafts: DraftStore? = nil, views: ViewStore? = nil,
    speller: Speller? = nil, lists: (cache: URL, server: String)? = nil, pictures: PictureStore,
    log: Logger
  ) {
    self.client = client
    self.session = session
    self.drafts = drafts
    self.views = views
    self.speller = speller
    self.symbols = symbols
    self.browser = browser
    self.lists = lists.map { ListStore(cache: $0.cache, server: $0.server, log: log) }
    self.pictures = pictures
    self.log = log
  }

  /// Begins an effect; returns the action it leads to at once, if it does.
  func run(_ effect: Effect) -> Action? {
    switch effect {
    case .cancel(let job): cancel(job)
    case .cancelLevel(let level):
      for job in jobs.keys {
        if case .level(level, _) = job { cancel(job) }
      }
    case .draftChanged(let key): keepSoon(key)
    case .keepDraft(let draft): drafts?.keep(draft)
    case .savePost(let draft):
      // Its words are safe before the server is asked: whatever ends the program writes what is kept.
      drafts?.keep(draft)
      begin(effect, as: .save(draft.key.place))
    case .closeDraft(let key): drafts?.close(key)
    case .removeDraft(let key): drafts?.remove(key, mayComeBack: true)
    case .discardDraft(let draft): drafts?.discard(draft)
    case .restoreDraft(let draft): drafts?.restore(draft)
    case .noteViewed(let explorer, let newest): views?.noteViewed(explorer, newest: newest)
    case .keepAudience(let explorer, let onlyMine): views?.choose(onlyMine: onlyMine, in: explorer)
    case .keepName(let name):
      // Not on the main actor: the disk may take its time.
      Task.detached { [session] in session?.rename(to: name) }
    case .noteAudienceExplained(let explorer): views?.noteExplained(explorer)
    case .noteWritten(let explorer, let email): views?.noteWritten(explorer, by: email)
    case .openLink(let address):
      let complaint = browser.open(address)
      return .noted(complaint ?? "Opened \(address)", isError: complaint != nil)
    case .formatBody(let body, let post, let level, let columns):
      guard let job = effect.job else { break }
      // What takes longer than a moment is laid out away from the main actor.
      guard
        let text = MarkdownFormatter.formatQuickly(body, width: columns, symbols: symbols)
      else {
        begin(effect, as: job)
        break
      }
      cancel(job)
      return .list(.bodyFormatted(level: level, post: post, text))
    case .formatPreview(let body, let revision, let columns):
      guard
        let text = MarkdownFormatter.formatQuickly(body, width: columns, symbols: symbols)
      else {
        begin(effect, as: .preview)
        break
      }
      return .editor(.previewFormatted(text, revision: revision))
    case .renamePicture(let old, let new): pictures.shelf.rename(old, to: new)
    case .openExternalEditor, .copy, .redraw, .suspend, .quit, .send: break
    case .findMatches:
      guard let job = effect.job else { break }
      // Keys that come at once begin one job, which looks for what the last of them made of the text.
      if wantedMatches[job] == nil { begin(effect, as: job) }
      wantedMatches[job] = effect
    default:
      if let job = effect.job { begin(effect, as: job) }
    }
    return nil
  }

  /// Keeps a draft in a moment, with all that has changed until then.
  private func keepSoon(_ key: Draft.Key) {
    guard let drafts, changedDrafts.insert(key).inserted, changedDrafts.count == 1 else { return }
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(DraftStore.delay))
      self?.keepChangedDrafts()
      drafts.write()
    }
  }

  /// Keeps what has changed, as it is now.
  func keepChangedDrafts() {
    for draft in changedDrafts.compactMap(draft) { drafts?.keep(draft) }
    changedDrafts = []
  }

  /// Does something when all drafts are on the disk, or can't be; it is told which.
  func whenKept(_ done: @escaping @MainActor (Bool) -> Void) {
    keepChangedDrafts()
    Task { [drafts] in
      // Not on the main actor: the disk may take its time.
      let isOnDisk = if let drafts { await drafts.flushed() == nil } else { false }
      done(isOnDisk)
    }
  }

  /// The names of what is under way, in no order; without what goes on for as long as the program does.
  var requests: [String] { jobs.keys.filter { !$0.isLasting }.map(\.words) }

  /// Stops everything that is under way.
  func cancelAll() {
    for job in jobs.values { job.task.cancel() }
    jobs = [:]
    send = { _ in }
  }

  private func cancel(_ job: JobID) {
    jobs.removeValue(forKey: job)?.task.cancel()
    wantedMatches[job] = nil
  }

  /// Begins a job, in the place of the one of the same name.
  private func begin(_ effect: Effect, as job: JobID) {
    cancel(job)
    lastNumber += 1
    let number = lastNumber
    let task = Task { [weak self] in
      await self?.perform(effect) { action in
        if !Task.isCancelled { self?.send(action) }
      }
      guard let self, jobs[job]?.number == number else { return }
      jobs[job] = nil
      onEnd()
    }
    jobs[job] = (number, task)
  }

  /// Does what an effect asks for, and sends what comes of it: one action, several or none.
  private func perform(_ effect: Effect, _ send: @escaping (Action) -> Void) async {
    let loader = PostLoader(client: client, log: log)
    let send = keeping(effect.listSource, send)
    switch effect {
    case .loadKeptList(let source, let level):
      guard let lists else { break }
      let account = account()
      // Not on the main actor: the disk may take its time.
      let kept = await BlockingThread.run { lists.list(source, of: account) }
      if let kept { send(.list(.keptListResponse(level: level, kept))) }
    case .loadRoot(let level, let onlyMine, let before, let limit):
      let page = await loader.root(
        level.explorer, onlyMine: onlyMine, before: before, limit: limit)
      send(
        .list(
          before == nil
            ? .postsResponse(level: level, page) : .nextPageResponse(level: level, page)))
    case .loadBeginning(let level, let limit):
      let (onlyMine, page) = await loader.beginning(level.explorer, limit: limit)
      send(.list(.beginningResponse(level: level, onlyMine: onlyMine, page)))
    case .loadChildren(let id, let level, let isLong):
      guard isLong else {
        return send(.list(.postsResponse(level: level, await loader.children(of: id))))
      }
      for await page in loader.manyChildren(of: id) {
        send(.list(.postsResponse(level: level, page)))
      }
    case .loadResults(let query, let level):
      for await page in loader.results(of: query) {
        send(.list(.postsResponse(level: level, page)))
      }
    case .loadProfile(let email, let level):
      send(.list(.postsResponse(level: level, await loader.profile(of: email))))
    case .loadOwnProfile(let email):
      send(.editor(.profileResponse(await loader.ownProfile(of: email))))
    case .loadParent(let id, let level):
      send(.list(.parentResponse(level: level, await loader.post(id))))
    case .loadPath(let id): send(.list(.pathResponse(await loader.path(to: id))))
    case .loadOutline(let id): send(.outline(.response(top: id, await loader.outline(of: id))))
    case .loadBadges(let ids, _): send(.badges(.response(await loader.badges(of: ids))))
    case .openEvents(let last):
      for await action in EventListener(client: client).actions(after: last) {
        send(.badges(action))
      }
    case .loadNews(let queries):
      guard let views else { break }
      let news = await loader.news(
        of: queries, viewedPosts: views.viewed(.posts), viewedUsers: views.viewed(.users))
      send(.badges(.newsResponse(news)))
    case .loadPicture(let address): await load(address, send)
    case .findMatches(_, _, let level):
      guard !Task.isCancelled,
        case .findMatches(let text, let posts, _)? = wantedMatches.removeValue(
          forKey: .level(level, .matches))
      else { break }
      let work = Task.detached {
        FindMatches.places(of: text, in: posts) { Task.isCancelled }
      }
      let places = await withTaskCancellationHandler {
        await work.value
      } onCancel: {
        work.cancel()
      }
      send(.find(.matchesResponse(text, places: places, of: posts.count)))
    case .formatBody(let body, let post, let level, let columns):
      let symbols = symbols
      let text = await Task.detached {
        MarkdownFormatter.format(body, width: columns, symbols: symbols)
      }.value
      send(.list(.bodyFormatted(level: level, post: post, text)))
    case .openDraft(let key):
      let opening = await DraftOpening(key, orAnother: true, in: drafts)
      send(.editor(.draftOpened(key.place, opening)))
    case .reopenDraft(let key):
      let opening = await DraftOpening(key, orAnother: false, in: drafts)
      send(.editor(.draftOpened(key.place, opening)))
    case .openNewDraft(let key):
      let opening = await DraftOpening(newAt: key, in: drafts)
      send(.editor(.draftOpened(key.place, opening)))
    case .findOrphans(let drafts):
      let orphans = await loader.orphans(among: drafts)
      if !orphans.isEmpty { send(.editor(.orphansFound(orphans))) }
    case .renewDraft(let draft, let place, let saves):
      send(.editor(.draftRenewed(await DraftRenewal(draft, as: place, saves: saves, in: drafts))))
    case .findDrafts(let server, let account):
      let found = await drafts?.kept(of: account, on: server) ?? []
      let damaged = await drafts?.damagedCount() ?? 0
      send(.editor(.draftsFound(found, damaged: damaged)))
    case .savePost(let draft):
      await save(draft, send)
    case .deletePost(let id):
      send(.editor(.deleteResponse(id, await deletion(of: id))))
    case .loadServerAbilities: send(.moving(.abilitiesResponse(await loader.abilities())))
    case .movePost(let id, let parent):
      send(.moving(.moveResponse(id, await loader.move(id, to: parent))))
    case .restorePost(let id): send(.moving(.restoreResponse(id, await loader.restore(id))))
    case .loadTemplate(let name):
      if case .success(let words) = await loader.template(name) {
        send(.editor(.templateResponse(name: name, words)))
      }
      if let limits = try? await client.limits() { send(.editor(.limitsResponse(limits))) }
    case .spelling(let request, let language):
      if let answer = await speller?.answer(request, in: language) {
        send(.editor(.spelling(answer)))
      }
    case .formatPreview(let body, let revision, let columns):
      let symbols = symbols
      let text = await Task.detached {
        MarkdownFormatter.format(body, width: columns, symbols: symbols)
      }.value
      send(.editor(.previewFormatted(text, revision: revision)))
    case .attachPicture, .completePath, .recognizePicture, .checkPictureRemoval:
      await attach(effect, send)
    case .sendCode, .signIn, .signOut:
      if let session { send(.signIn(await session.outcome(of: effect, views))) }
    case .keepName, .noteAudienceExplained: break
    case .noteViewed, .keepAudience, .noteWritten, .draftChanged, .renamePicture, .keepDraft,
      .closeDraft, .removeDraft, .discardDraft, .restoreDraft,
      .openExternalEditor, .cancel, .cancelLevel, .openLink, .copy, .redraw, .suspend, .quit, .send:
      break
    }
  }
}
