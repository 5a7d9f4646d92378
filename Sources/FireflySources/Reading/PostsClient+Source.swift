import FireflyAPI
import FireflyCore
import Foundation
import Logging

extension PostsClient {
  /// Creates the client of a source on the web, which can only be read.
  ///
  /// Saved searches are the exception: they are kept on this machine.
  /// - Parameters:
  ///   - source: which source.
  ///   - server: where it is asked.
  ///   - reader: the current user, who owns the saved searches.
  ///   - credentials: the user's account there; none by default.
  ///   - userAgent: the program's name and version.
  ///   - storage: keeps the saved searches.
  ///   - tools: what it needs of this machine.
  ///   - link: the page at which to begin, whose number may be asked for.
  ///   - logger: logs requests and errors.
  /// - Returns: the client.
  public static func source(
    _ source: SourceAddress, server: ServerAddress, reader: User,
    credentials: Credentials = Credentials(), userAgent: String,
    storage: SourceStorage<KeptSource>, tools: SourceTools = SourceTools(),
    at link: SourceLink? = nil, logger: Logger
  ) -> PostsClient {
    let source = SourceReader(
      source, server: server, reader: reader, credentials: credentials, userAgent: userAgent,
      storage: storage, tools: tools, at: link, logger: logger)
    let kept = source.kept
    return PostsClient(
      recentPosts: { tag, author, before, limit async throws(APIError) in
        try await source.feed(tag, author, before: before, limit: limit)
      },
      recentUsers: { () async throws(APIError) in try await source.people() },
      post: { id, ancestors async throws(APIError) in
        try await source.post(id, ancestors: ancestors)
      },
      children: { id, depth async throws(APIError) in
        try await source.branch(of: id, depth: depth, maximum: .max)
      },
      list: { list, arriving async throws(APIError) in
        switch list {
        case .feed(let tag, let author, let limit):
          source.keptFeed(tag, author, limit: limit).map(arriving)
          return try await source.feed(tag, author, before: nil, limit: limit)
        case .users:
          source.keptRows(in: nil).map(arriving)
          return try await source.users()
        case .children(let id):
          source.handle(id).flatMap(source.keptRows(in:)).map(arriving)
          return try await source.children(of: id)
        }
      },
      branch: { id, depth, maximum async throws(APIError) in
        try await source.branch(of: id, depth: depth, maximum: maximum)
      },
      profile: { handle, _ async throws(APIError) in
        try await source.profile(handle, reader: reader.email)
      },
      search: { id async throws(APIError) in try await source.results(of: id) },
      searchWords: { words async throws(APIError) in try await source.hits(of: words) },
      badges: { _ async throws(APIError) in [:] },
      poll: { _, _, _ async throws(APIError) in News() },
      events: { _, receive async throws(APIError) in
        receive([])
        while true {
          let new = await source.backend.waitForNews()
          if new.isEmpty || Task.isCancelled { throw .cancelled }
          receive(
            new.map {
              StreamedEvent(
                id: 0,
                .post(
                  .init(
                    id: $0, parent: nil, template: .post, isOwn: false,
                    answersYou: source.backend.newsAreMentions,
                    announcement: source.backend.announcement(of: $0))))
            })
        }
      },
      picture: { address, etag async throws(APIError) in
        try await source.backend.web.picture(at: address, etag: etag)
      },
      create: { form, key async throws(APIError) in
        switch form.template {
        case .profile: return try await source.follow(form)
        case .query:
          guard form.image == nil else { throw source.readOnly }
          return try kept.create(form, key: key)
        default: return try await source.create(form, key: key)
        }
      },
      update: { form async throws(APIError) in
        guard form.postID.map({ kept.search($0) != nil }) == true else {
          return try await source.update(form)
        }
        guard form.image == nil else { throw source.readOnly }
        return try kept.update(form)
      },
      delete: { id async throws(APIError) in
        if kept.search(id) != nil { return try kept.delete(id) }
        if source.backend is any FollowingBackend { return try source.unfollow(id) }
        try await source.delete(id)
      },
      writeProfile: { form async throws(APIError) in try source.rename(form) },
      template: { name async throws(APIError) in
        if source.address.kind == .feeds, Post.Template(name: name) == .profile {
          return PostText(
            title: "Address of a feed, or of a page that names it", summary: "Your name for it",
            body: "")
        }
        return PostText(title: "Title", summary: source.address.kind.searchHint, body: "Notes")
      },
      version: { id async throws(APIError) in try await source.version(id) },
      move: { _, _ async throws(APIError) in
        throw source.refusal("Posts on \(source.address.name) stay where they are.")
      },
      restore: { _ async throws(APIError) in
        throw source.refusal("\(source.address.name) can't bring it back; your text is a draft.")
      },
      extensions: { () async throws(APIError) in
        let usual: Set<ServerExtension> = [.nesting, .paging, .search, .events]
        return credentials.token == nil ? usual : usual.union([.answers])
      },
      fields: { () async throws(APIError) in try await source.fields() },
      answers: { before, limit async throws(APIError) in
        try await source.mentions(before: before, limit: limit)
      },
      created: source.creation,
      mark: { id, mark, isOn async throws(APIError) in try await source.mark(id, mark, isOn) },
      page: { source.page(of: $0) },
      givePassword: { password, request in
        (source.backend as? any FollowingBackend)?.logIn(request, password: password)
      })
  }
}

extension SourceReader {
  convenience init(
    _ source: SourceAddress, server: ServerAddress, reader: User,
    credentials: Credentials = Credentials(), userAgent: String,
    storage: SourceStorage<KeptSource>, tools: SourceTools = SourceTools(), at link: SourceLink?,
    logger: Logger
  ) {
    let web = WebClient(
      server: server, name: source.name, userAgent: userAgent, credentials: credentials,
      logger: logger)
    let kept = SavedSearches(source: source.id, reader: reader, storage: storage)
    if let name = link?.name {
      _ = kept.numbers.number(of: name)
      // A draft may have the number, whether the page is found or not.
      kept.saveNames()
    }
    let backend: any SourceBackend =
      switch source.kind {
      case .hackerNews:
        HackerNews(
          web: web, ranks: HackerNews.ranks(beside: server, userAgent: userAgent, logger: logger))
      case .lobsters: Lobsters(web: web, place: source.place)
      case .lemmy: Lemmy(web: web, host: source.host, place: source.place)
      case .mastodon:
        Mastodon(
          web: web, numbers: kept.numbers, host: source.host, place: source.place,
          activity: tools.activity, interval: tools.interval)
      case .discourse: Discourse(web: web, base: source.base, place: source.place)
      case .inbox:
        PublicInbox(web: web, base: source.base, numbers: kept.numbers, mail: tools.mail)
      case .program:
        ProgramSource(
          web: web, name: source.instance, program: tools.program, numbers: kept.numbers)
      case .feeds:
        Feeds(
          web: web, addresses: source.feeds, list: FeedList(tools.feeds.list),
          store: FeedStore(
            tools.feeds, userAgent: userAgent, authorities: server.authorities, logger: logger))
      }
    var roots: [Int: Int] = [:]
    if case .reply(let id, in: let root) = link?.target { roots[id] = root }
    self.init(backend, at: source, kept: kept, roots: roots)
  }
}
