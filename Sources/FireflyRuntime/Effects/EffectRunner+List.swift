import FireflyAPI
import FireflyApp
import FireflyClient
import FireflyCore
import FireflyModel
import FireflyScreen
import FireflyText

extension EffectRunner {
  /// Runs an effect of the lists; returns the action it leads to at once, if it does.
  func run(_ effect: ListEffect) -> Action? {
    switch effect {
    case .loadRoot(let level, let audience, let before, let limit):
      let explorer = level.explorer
      guard let before else {
        let list = explorer.list(audience, limit: limit)
        loadList(effect, loader.pages(of: list), level)
        break
      }
      load(effect, .level(level, .nextPage)) { loader, send in
        let page = await loader.nextPage(explorer, audience, before: before, limit: limit)
        send(.nextPageResponse(level: level, page))
      }
    case .loadBeginning(let level, let limit):
      load(effect, .level(level, .posts)) { loader, send in
        for await (onlyMine, page) in loader.beginning(level.explorer, limit: limit) {
          send(.beginningResponse(level: level, onlyMine: onlyMine, page))
        }
      }
    case .loadThreads(let level, let before?):
      load(effect, .level(level, .nextPage)) { loader, send in
        send(.nextPageResponse(level: level, await loader.threads(before: before)))
      }
    case .loadThreads(let level, nil):
      load(effect, .level(level, .posts)) { loader, send in
        send(.postsResponse(level: level, await loader.threads()))
      }
    case .loadChildren(let id, let level):
      let ahead = repliesAhead?.post == id ? repliesAhead?.pages : nil
      repliesAhead = nil
      loadList(effect, ahead ?? loader.pages(of: .children(of: id)), level)
    case .loadBranch(let id, let level, nil, _):
      load(effect, .level(level, .posts)) { loader, send in
        send(.postsResponse(level: level, await loader.thread(below: id)))
      }
    case .loadBranch(let id, let level, let after, let skipped):
      load(effect, .level(level, .nextPage)) { loader, send in
        let page = await loader.thread(below: id, after: after, skipping: skipped)
        send(.nextBranchResponse(level: level, skipped: skipped, page))
      }
    case .loadReplies(let id, let level):
      load(effect, .level(level, .replies(id))) { loader, send in
        send(.repliesResponse(level: level, to: id, await loader.replies(to: id)))
      }
    case .prefetchChildren(let id, let delay): prefetchChildren(of: id, after: delay)
    case .loadResults(Post.laterID, let level):
      begin(.level(level, .posts)) { [later = services.later] send in
        // It blocks.
        let posts = await BlockingThread.run { later?.posts ?? [] }
        send(.list(.postsResponse(level: level, .success(PostPage(posts: posts)))))
      }
    case .loadResults(let query, let level):
      // Those that are kept here cost no requests.
      let isKept = runtime?.state.site.has(.subscriptions) == true
      let limit = isKept ? 5 * PostLoader.maximumResults : PostLoader.maximumResults
      load(effect, .level(level, .posts)) { loader, send in
        for await page in loader.results(of: query, limit: limit) {
          send(.postsResponse(level: level, page))
        }
      }
    case .loadProfile(let email, let level):
      let isAlone = runtime?.state.site.has(.fullProfiles) == false
      load(effect, .level(level, .posts)) { loader, send in
        for await page in loader.profile(of: email, isAlone: isAlone) {
          send(.postsResponse(level: level, page))
        }
      }
    case .loadAnswers(let level, let kind):
      let (loaded, followed) = (loadedAnswers, followedReplies)
      load(effect, .level(level, .posts)) { loader, send in
        let page = await loader.answers(orElse: loaded, and: followed, kind)
        send(.postsResponse(level: level, page))
      }
    case .loadCached(let source, let level): loadFromDisk(source, level)
    case .loadParent(let id, let level):
      load(effect, .level(level, .parent)) { loader, send in
        send(.parentResponse(level: level, await loader.post(id)))
      }
    case .loadAnswered(let id, let level):
      load(effect, .level(level, .answered(id))) { loader, send in
        send(.answeredResponse(level: level, of: id, await loader.post(id)))
      }
    case .loadText(let id, let level):
      load(effect, .level(level, .text(id))) { loader, send in
        send(.textResponse(await loader.wholePost(id)))
      }
    case .loadPath(let id):
      let showsReplies = runtime?.state.showsReplies(atTheEndOfThePathTo: id) ?? false
      repliesAhead = showsReplies ? (id, loader.pages(of: .children(of: id))) : nil
      load(effect, .path) { [weak self] loader, send in
        defer { self?.repliesAhead = nil }
        let path = await loader.path(to: id)
        if case .failure(let failure) = path, ![.offline, .timedOut].contains(failure.kind),
          await loader.hasChildren(id)
        {
          return send(.pathEndFailed(id, failure))
        }
        send(.pathResponse(path))
      }
    case .formatBody(let body, let post, let level, let columns):
      let text = format(body, columns: columns, as: .level(level, .body(post))) { text in
        .list(.bodyFormatted(level: level, post: post, text))
      }
      return text
    case .storeAudience(let explorer, let audience):
      services.views?.choose(audience, in: explorer)
    case .storeSeen(let id):
      begin(.named("seen")) { [client = services.client] _ in
        // While the user moves on, only the last one counts.
        try? await Task.sleep(for: .seconds(2))
        if !Task.isCancelled { await client.seen(id) }
      }
    case .storeRound(let lists): services.views?.choose(lists)
    case .storeDensity(let density): services.views?.choose(density)
    }
    return nil
  }

  /// Formats a body: at once if it is short, else off the main actor.
  ///
  /// - Parameters:
  ///   - body: the Markdown.
  ///   - columns: the width.
  ///   - isPost: whether it is the body of a post, which may link to other posts of a server.
  ///   - job: the job that formats a long body.
  ///   - action: makes an action of the result.
  /// - Returns: the action, if the body was formatted at once.
  func format(
    _ body: String, columns: Int, isPost: Bool = true, as job: JobID,
    _ action: @escaping (FormattedText) -> Action
  ) -> Action? {
    let symbols = services.symbols
    let linksPosts = isPost && runtime?.state.site.has(.fireflyPosts) != false
    if let text = MarkdownFormatter.formatQuickly(
      body, width: columns, symbols: symbols, linksPosts: linksPosts)
    {
      cancel(job)
      return action(text)
    }
    begin(job) { send in
      let text = await Task.detached {
        MarkdownFormatter.format(
          body, width: columns, symbols: symbols, linksPosts: linksPosts)
      }.value
      send(action(text))
    }
    return nil
  }

  /// Starts to load something, and saves lists for the next run.
  private func load(
    _ effect: ListEffect, _ job: JobID,
    _ work: @escaping @MainActor (PostLoader, _ send: @escaping (ListAction) -> Void) async -> Void
  ) {
    let (loader, lists, source, account) = (loader, services.lists, effect.content, account)
    begin(job) { send in
      await work(loader) { action in
        if let lists, let source { lists.saveResponse(action, of: source, account) }
        send(.list(action))
      }
    }
  }

  /// Starts to load a level's list, which is shown as it arrives.
  private func loadList(
    _ effect: ListEffect, _ pages: AsyncStream<Result<PostPage, LoadFailure>>, _ level: LevelID
  ) {
    load(effect, .level(level, .posts)) { _, send in
      for await page in pages { send(.postsResponse(level: level, page)) }
    }
  }

  private func loadFromDisk(_ source: ListContent, _ level: LevelID) {
    guard let lists = services.lists else { return }
    let account = account
    begin(.level(level, .cachedPosts)) { send in
      // Off the main actor, because it blocks.
      let kept = await BlockingThread.run { lists.list(source, of: account) }
      if let kept { send(.list(.cachedListResponse(level: level, kept))) }
    }
  }
}

extension ListStore {
  /// Saves a response if it is a complete list.
  ///
  /// The caller does not wait.
  fileprivate nonisolated func saveResponse(
    _ action: ListAction, of source: ListContent, _ account: PersonID?
  ) {
    switch action {
    case .postsResponse(_, .success(let page)) where !page.isCut && !page.isBroken:
      Task { await save(page, of: source, of: account) }
    case .beginningResponse(let level, let onlyMine, .success(let page)) where !page.isCut:
      let chosen = ListContent.root(level.explorer, onlyMine ? .mine : .everyone)
      Task {
        await save(page.posts, onlyMine: onlyMine, of: source, of: account)
        await save(page.posts, onlyMine: onlyMine, of: chosen, of: account)
      }
    default: break
    }
  }
}
