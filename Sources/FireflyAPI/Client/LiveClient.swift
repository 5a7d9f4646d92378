import CCurl
import FireflyCore
import Foundation
import Logging
import Synchronization

/// The client of a Firefly server over HTTP.
///
/// At most `limits.inFlight` requests are in flight, the others queue; each is cancelled with its
/// task. There is no cache, and there are no cookies. Responses are decoded off the main actor.
package struct LiveClient: PostsClient {
  let http: HTTPClient
  let credentials: Credentials
  package var site: Site {
    let account = credentials.account
    let isOwn = http.server.socket != nil
    return isOwn ? .own(as: account) : Site(.server, name: http.server.host, as: account)
  }
  /// Knows where the words that the phone app writes into empty fields are not shown; nil if they are.
  private let standIns: StandInServer?

  /// Creates the client of a server.
  ///
  /// - Parameters:
  ///   - credentials: the account, which is read for each request.
  ///   - limits: bounds of sizes and times.
  ///   - listsDeleted: whether the server has the extension `deleted`; nil if that is not known.
  ///   - isForPrograms: whether posts have exactly the words that the server has, also those that the phone app, or this
  ///     one, writes into empty fields.
  ///   - logger: logs requests and errors.
  package init(
    server: ServerAddress, credentials: Credentials = Credentials(),
    limits: ClientLimits = ClientLimits(), listsDeleted: Bool? = nil, isForPrograms: Bool = false,
    logger: Logger
  ) {
    http = HTTPClient(
      server: server, credentials: credentials, limits: limits, logger: logger,
      listsDeleted: listsDeleted, isForPrograms: isForPrograms)
    self.credentials = credentials
    standIns = isForPrograms ? nil : StandInServer(http)
  }

  /// Loads libcurl ahead of the first request; callable from any thread, which blocks meanwhile.
  ///
  /// - Returns: false if libcurl is not installed.
  @discardableResult package static func prepare() -> Bool { firefly_load_curl() }

  /// Returns a post as it is shown.
  func shown(_ post: Post) async -> Post { await standIns?.shown(post) ?? post }

  /// Returns a page as it is shown.
  func shown(_ page: PostPage) async -> PostPage { await standIns?.shown(page) ?? page }

  package func recentPosts(_ tag: String, _ author: Audience, _ before: Int?, _ limit: Int)
    async throws(APIError) -> PostPage
  {
    let email = credentials.email
    return await shown(
      try await http.recentPosts(
        tag: tag, author: author, email: email, before: before, limit: limit))
  }

  package func recentUsers() async throws(APIError) -> PostPage {
    try await http.users(seenBy: credentials.email)
  }

  package func post(_ id: Int, _ ancestors: Bool) async throws(APIError) -> Post {
    await shown(
      try await http.answer(.post(id, include: ancestors ? .parent : [])) {
        (answer: PostResponse) in answer.post.cleaned(keepsTitles: http.isForPrograms)
      })
  }

  package func children(_ id: Int, _ depth: Int) async throws(APIError) -> PostPage {
    await shown(
      try await http.page(.children(of: id, depth: depth > 1 ? depth : nil), under: "children"))
  }

  package func list(_ list: RequestedList, _ arriving: @escaping @Sendable (PostPage) -> Void)
    async throws(APIError) -> PostPage
  {
    let email = credentials.email
    let arriving: @Sendable (PostPage) -> Void = { arriving(standIns?.shownIfKnown($0) ?? $0) }
    let page =
      switch list {
      case .feed(let tag, let author, let limit):
        try await http.recentPosts(
          tag: tag, author: author, email: email, before: nil, limit: limit, arriving)
      case .users: try await http.users(seenBy: email, arriving)
      case .children(let id), .profile(let id):
        try await http.page(
          .children(of: id, depth: nil), under: "children", arriving: arriving)
      }
    return await shown(page)
  }

  package func branch(_ id: Int, _ depth: Int, _ maximum: Int) async throws(APIError) -> PostPage {
    await shown(
      try await http.page(
        .children(of: id, depth: depth > 1 ? depth : nil), under: "children", maximum: maximum))
  }

  package func thread(_ id: Int, _ after: String?, _ skipped: Int?, _ limit: Int)
    async throws(APIError) -> ThreadPage
  {
    try await http.answer(.branch(of: id, limit: limit, after: after, skip: skipped)) {
      (answer: ThreadPage) in answer.cleaned()
    }
  }

  package func ids(_ below: Int?, _ since: Int, _ after: String?) async throws(APIError) -> IDPage {
    let own = credentials.email
    return try await http.answer(.ids(below: below, since: since, notBy: own, after: after)) {
      (answer: IDPage) in answer
    }
  }

  package func threads(_ before: Int?, _ limit: Int) async throws(APIError) -> PostPage {
    var feed = Endpoint.Feed(
      tags: ["post"], email: credentials.email, limit: limit, before: before)
    feed.isByLastReply = true
    if await http.hasDeleted() { feed.tags.append(Post.Template.deleted.name) }
    return try await http.page(.recentTagged(feed), under: "posts")
  }

  package func answers(_ before: Int?, _ limit: Int) async throws(APIError) -> PostPage {
    guard let email = credentials.email else { return PostPage(posts: []) }
    return try await http.page(
      .answers(email: email, before: before, limit: limit), under: "posts")
  }

  package func profile(_ email: String, _ exists: Bool) async throws(APIError) -> Post? {
    if !exists, try await http.extensions().isEmpty {
      return try await http.users(seenBy: credentials.email).posts
        .first { $0.isOwned(by: PersonID(email: email)) }
    }
    return try await http.answer(.profile(email: email)) {
      (answer: ProfileResponse) in answer.profile?.cleaned()
    }
  }

  package func search(_ queryID: Int, _: Int) async throws(APIError) -> [SearchHit] {
    // Some servers include the query post in its own results.
    try await http.hits(.search(queryID: queryID, email: credentials.email))
      .filter { $0.id != queryID }
  }

  package func searchWords(_ words: String) async throws(APIError) -> [SearchHit] {
    try await http.hits(.searchWords(words))
  }

  package func badges(_ queryIDs: [Int]) async throws(APIError) -> [Int: Bool?] {
    guard let email = credentials.email else { return [:] }
    return try await http.badges(of: queryIDs, email: email)
  }

  package func poll(_ queryIDs: [Int], _ viewedPosts: Date, _ viewedUsers: Date)
    async throws(APIError) -> News
  {
    guard let email = credentials.email else {
      // Without an account, the newest post tells it.
      let newest = try await recentPosts(Explorer.posts.tag, .everyone, nil, 1).posts.first
      return News(hasNewPosts: newest?.createdAt.map { $0 > viewedPosts } ?? false)
    }
    return try await http.poll(queryIDs, viewedPosts, viewedUsers, email: email)
  }

  package func events(_ last: Int?, _ receive: @escaping @Sendable ([StreamedEvent]) -> Void)
    async throws(APIError)
  {
    try await http.events(email: credentials.email, after: last, receive)
  }

  package func picture(_ address: String, _ etag: String?) async throws(APIError) -> PictureData? {
    try await http.picture(at: address, etag: etag)
  }

  package func template(_ name: String) async throws(APIError) -> PostText {
    try await http.answer(.template(name)) { (answer: TemplateResponse) in
      PostText(answer.template)
    }
  }

  package func page(_ id: Int) async throws(APIError) -> String? {
    // A server without this extension has only the post.
    let page = try await http.answer(.post(id, include: .page)) {
      (answer: PostResponse) in answer.page.map { ForeignText.cleanLine($0, limit: 2_048) }
    }
    return page.flatMap { $0.hasPrefix("https://") || $0.hasPrefix("http://") ? $0 : nil }
  }
}

extension PostText {
  /// The placeholders of a template, cleaned; a field without one stays blank.
  fileprivate init(_ template: TemplateResponse.Description) {
    func line(_ text: String?) -> String { ForeignText.cleanLine(text ?? "", limit: 200) }
    self.init(
      title: line(template.placeholderTitle), summary: line(template.placeholderSummary),
      body: line(template.placeholderBody))
  }
}

extension HTTPClient {
  fileprivate func recentPosts(
    tag: String, author: Audience, email: String?, before: Int?, limit: Int,
    _ arriving: (@Sendable (PostPage) -> Void)? = nil
  ) async throws(APIError) -> PostPage {
    var feed = Endpoint.Feed(
      tags: [tag], author: author == .mine ? .current : .any, email: email, limit: limit,
      before: before)
    guard author == .mine else { return try await everyones(feed, arriving) }
    // Without a known e-mail address, a server answers with all users' posts.
    guard let email, !email.isEmpty else { return PostPage(posts: []) }
    feed.email = email
    return try await page(
      .recentTagged(feed), under: "posts", arriving: arriving,
      keeps: { $0.isOwned(by: PersonID(email: email)) })
  }

  fileprivate func users(
    seenBy email: String?, _ arriving: (@Sendable (PostPage) -> Void)? = nil
  ) async throws(APIError) -> PostPage {
    try await page(
      .usersRecent(email: email), under: "posts", arriving: arriving,
      keeps: {
        $0.template == .profile
          && (!$0.isBlankProfile || $0.isOwned(by: email.map(PersonID.init(email:))))
      })
  }

  fileprivate func hits(_ search: Endpoint) async throws(APIError) -> [SearchHit] {
    try await answer(search, slow: true) {
      (answer: LossyList<SearchHit>) in
      var seen: Set<Int> = []
      return answer.elements.filter { seen.insert($0.id).inserted }
    }
  }

  fileprivate func badges(
    of queryIDs: [Int], email: String
  ) async throws(APIError) -> [Int: Bool?] {
    guard !queryIDs.isEmpty else { return [:] }
    let question = BadgesRequest(userEmail: email, queryIDs: queryIDs)
    return try await answer(.badges, body: try .encoding(question)) { (answer: Badges) in
      answer.states
    }
  }

  fileprivate func poll(
    _ queryIDs: [Int], _ viewedPosts: Date, _ viewedUsers: Date, email: String
  ) async throws(APIError) -> News {
    // Rounded up to the second, so that posts seen just now are not new again.
    func text(_ date: Date) -> String {
      Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.up)).formatted(.iso8601)
    }
    let question = PollRequest(
      userEmail: email, queryIDs: queryIDs, lastViewedUsers: text(viewedUsers),
      lastViewedPosts: text(viewedPosts))
    let asked = Set(queryIDs)
    return try await answer(.poll, body: try .encoding(question)) { (answer: PollResponse) in
      let states = (answer.queryBadges?.states ?? [:]).filter { asked.contains($0.key) }
      return News(
        matches: states.mapValues { $0 ?? false }, hasNewPosts: answer.hasNewPosts ?? false,
        hasNewUsers: answer.hasNewUsers ?? false)
    }
  }

  fileprivate func events(
    email: String?, after last: Int?, _ receive: @escaping @Sendable ([StreamedEvent]) -> Void
  ) async throws(APIError) {
    let decoder = Mutex(EventStreamDecoder())
    let endpoint = Endpoint.events(email: email)
    var request = Request(
      name: endpoint.path, url: server.url(for: endpoint), byteLimit: .max, seconds: limits.seconds)
    request.expects = .stream
    request.lastEventID = last
    _ = try await perform(request) { data in receive(decoder.withLock { $0.decode(data) }) }
  }

  /// Requests a picture; nil if the copy with the tag is current.
  ///
  /// - Parameter named: as `Request.namedServer`.
  func picture(
    at address: String, etag: String?, from named: ServerAddress? = nil
  ) async throws(APIError) -> PictureData? {
    let bytes = Mutex(Data())
    var request = Request(
      name: ForeignText.clean(address, atMost: 200), url: server.url(forPicture: address),
      etag: etag, expects: .picture, byteLimit: limits.pictureBytes, seconds: limits.slowSeconds)
    request.namedServer = named
    let head = try await perform(request) { data in bytes.withLock { $0.append(data) } }
    return head.status == 304 ? nil : PictureData(bytes: bytes.withLock { $0 }, etag: head.etag)
  }
}
