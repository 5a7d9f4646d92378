import CCurl
import FireflyCore
import Foundation
import Logging
import Synchronization

extension PostsClient {
  /// Loads libcurl ahead of the first request; callable from any thread, which blocks meanwhile.
  ///
  /// - Returns: false if libcurl is not installed.
  @discardableResult public static func prepare() -> Bool { firefly_load_curl() }

  /// Creates the client of a server over HTTP.
  ///
  /// At most `limits.inFlight` requests are in flight, the others queue; each is cancelled with its
  /// task. There is no cache, and there are no cookies. Responses are decoded off the main actor.
  ///
  /// `credentials` is read for each request. `listsDeleted` is whether the server has the extension
  /// `deleted`, if that is known. `showsStandIns` is whether the words that the phone app writes into empty fields are
  /// shown.
  public static func live(
    server: ServerAddress, credentials: Credentials = Credentials(),
    limits: ClientLimits = ClientLimits(), listsDeleted: Bool? = nil, showsStandIns: Bool = false,
    logger: Logger
  ) -> PostsClient {
    let http = HTTPClient(
      server: server, credentials: credentials, limits: limits, logger: logger,
      listsDeleted: listsDeleted)
    let client = PostsClient(
      recentPosts: { tag, author, before, limit async throws(APIError) in
        let email = credentials.email
        return try await http.recentPosts(
          tag: tag, author: author, email: email, before: before, limit: limit)
      },
      recentUsers: { () async throws(APIError) in
        try await http.users(seenBy: credentials.email)
      },
      post: { id, ancestors async throws(APIError) in
        try await http.answer(.post(id, include: ancestors ? .parent : [])) {
          (answer: PostResponse) in answer.post.cleaned()
        }
      },
      children: { id, depth async throws(APIError) in
        try await http.page(.children(of: id, depth: depth > 1 ? depth : nil), under: "children")
      },
      list: { list, arriving async throws(APIError) in
        let email = credentials.email
        return switch list {
        case .feed(let tag, let author, let limit):
          try await http.recentPosts(
            tag: tag, author: author, email: email, before: nil, limit: limit, arriving)
        case .users: try await http.users(seenBy: email, arriving)
        case .children(let id):
          try await http.page(
            .children(of: id, depth: nil), under: "children", arriving: arriving)
        }
      },
      branch: { id, depth, maximum async throws(APIError) in
        try await http.page(
          .children(of: id, depth: depth > 1 ? depth : nil), under: "children", maximum: maximum)
      },
      profile: { email, exists async throws(APIError) in
        if !exists, try await http.extensions().isEmpty {
          return try await http.users(seenBy: credentials.email).posts
            .first { $0.isOwned(by: email) }
        }
        return try await http.answer(.profile(email: email)) {
          (answer: ProfileResponse) in answer.profile?.cleaned()
        }
      },
      search: { queryID async throws(APIError) in
        // Some servers include the query post in its own results.
        try await http.hits(.search(queryID: queryID, email: credentials.email))
          .filter { $0.id != queryID }
      },
      searchWords: { words async throws(APIError) in
        try await http.hits(.searchWords(words))
      },
      badges: { queryIDs async throws(APIError) in
        guard let email = credentials.email else { return [:] }
        return try await http.badges(of: queryIDs, email: email)
      },
      poll: { queryIDs, viewedPosts, viewedUsers async throws(APIError) in
        guard let email = credentials.email else { return News() }
        return try await http.poll(queryIDs, viewedPosts, viewedUsers, email: email)
      },
      events: { last, receive async throws(APIError) in
        try await http.events(email: credentials.email, after: last, receive)
      },
      picture: { address, etag async throws(APIError) in
        try await http.picture(at: address, etag: etag)
      },
      create: { form, key async throws(APIError) in
        let form = try await http.complete(form)
        return try await http.write(.create, form, by: credentials.email, key: key) {
          (answer: PostResponse) in answer.post.cleaned()
        }
      },
      update: { form async throws(APIError) in
        let form = try await http.complete(form)
        return try await http.write(.update, form, by: credentials.email) {
          (answer: PostResponse) in answer.post.cleaned()
        }
      },
      delete: { id async throws(APIError) in
        try await http.answer(.delete(id)) { (_: StatusResponse) in }
      },
      writeProfile: { form async throws(APIError) in
        try await http.write(
          form.postID == nil ? .createProfile : .updateProfile, form, by: credentials.email
        ) { (answer: WrittenProfile) in answer.profile.cleaned() }
      },
      template: { name async throws(APIError) in
        try await http.answer(.template(name)) { (answer: TemplateResponse) in
          PostText(answer.template)
        }
      },
      version: { id async throws(APIError) in
        let (post, tag) = try await http.answerWithTag(.post(id)) {
          (answer: PostResponse) in answer.post.cleaned()
        }
        return PostVersion(post: post, tag: tag)
      },
      move: { id, parent async throws(APIError) in
        try await http.move(id, below: parent, by: credentials.email)
      },
      restore: { id async throws(APIError) in
        try await http.answer(.restore(id)) { (answer: PostResponse) in answer.post.cleaned() }
      },
      extensions: { () async throws(APIError) in try await http.extensions() },
      canMove: { () async throws(APIError) in
        if try await http.extensions().contains(.move) { return true }
        return try await http.canReparent()
      },
      fields: { () async throws(APIError) in
        let answer = try await http.ping()
        var fields = PostFields(
          // Where other fields are required, what the phone app writes there is sent.
          required: [.title],
          limits: answer.extensions.contains(.limits) ? answer.limits : nil)
        fields.hasTextPictures = answer.extensions.contains(.uploads)
        return fields
      },
      thread: { id, after, skipped, limit async throws(APIError) in
        try await http.answer(.branch(of: id, limit: limit, after: after, skip: skipped)) {
          (answer: ThreadPage) in answer.cleaned()
        }
      },
      threads: { before, limit async throws(APIError) in
        var feed = Endpoint.Feed(
          tags: ["post"], email: credentials.email, limit: limit, before: before)
        feed.isByLastReply = true
        if await http.hasDeleted() { feed.tags.append(Post.Template.deleted.name) }
        return try await http.page(.recentTagged(feed), under: "posts")
      },
      answers: { before, limit async throws(APIError) in
        guard let email = credentials.email else { return PostPage(posts: []) }
        return try await http.page(
          .answers(email: email, before: before, limit: limit), under: "posts")
      },
      ids: { below, since, after async throws(APIError) in
        let own = credentials.email
        return try await http.answer(.ids(below: below, since: since, notBy: own, after: after)) {
          (answer: IDPage) in answer
        }
      },
      addPicture: { image, observer async throws(APIError) in
        guard try await http.extensions().contains(.uploads) else {
          throw .notOffered(
            "\(server.host) takes one picture for a post. Remove those in the text.")
        }
        let email = credentials.email.map { [QueryItem("email", $0)] } ?? []
        let body = RequestBody.multipart(email, file: "image", image, observer: observer)
        let address = try await http.answer(.addPicture, body: body, uploads: true) {
          (answer: PictureResponse) in answer.address
        }
        // It goes into a text.
        guard BodyPicture.name(of: address) != nil else {
          throw .unreadable(reason: "the address of the picture is not one")
        }
        return address
      },
      page: { id async throws(APIError) in
        // A server without this extension has only the post.
        let page = try await http.answer(.post(id, include: .page)) {
          (answer: PostResponse) in answer.page.map { ForeignText.cleanLine($0, limit: 2_048) }
        }
        return page.flatMap { $0.hasPrefix("https://") || $0.hasPrefix("http://") ? $0 : nil }
      })
    return showsStandIns ? client : client.hidingStandIns()
  }
}

/// The response to a profile that was written: never null.
private struct WrittenProfile: Decodable {
  let profile: Post
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
  /// Returns a form with all fields that the server requires.
  fileprivate func complete(_ form: PostForm) async throws(APIError) -> PostForm {
    let (titled, whole) = (form.titled, form.titled.withStandIns)
    if titled == whole { return titled }
    return try await extensions().contains(.limits) ? titled : whole
  }

  /// Sends a form on behalf of an account.
  fileprivate func write<Answer: Decodable & Sendable>(
    _ endpoint: Endpoint, _ form: PostForm, by email: String?, key: String? = nil,
    read: @escaping @Sendable (Answer) -> Post
  ) async throws(APIError) -> Post {
    var form = form
    form.email = email ?? form.email
    return try await answer(
      endpoint, body: .form(form), key: key, version: form.version, uploads: form.image != nil,
      read: read)
  }

  fileprivate func recentPosts(
    tag: String, author: PostsClient.Author, email: String?, before: Int?, limit: Int,
    _ arriving: (@Sendable (PostPage) -> Void)? = nil
  ) async throws(APIError) -> PostPage {
    var feed = Endpoint.Feed(
      tags: [tag], author: author, email: email, limit: limit, before: before)
    guard author == .current else { return try await everyones(feed, arriving) }
    // Without a known e-mail address, a server answers with all users' posts.
    guard let email, !email.isEmpty else { return PostPage(posts: []) }
    feed.email = email
    return try await page(
      .recentTagged(feed), under: "posts", arriving: arriving, keeps: { $0.isOwned(by: email) })
  }

  fileprivate func users(
    seenBy email: String?, _ arriving: (@Sendable (PostPage) -> Void)? = nil
  ) async throws(APIError) -> PostPage {
    try await page(
      .usersRecent(email: email), under: "posts", arriving: arriving,
      keeps: { $0.template == .profile && (!$0.isBlankProfile || $0.isOwned(by: email)) })
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
  func picture(at address: String, etag: String?) async throws(APIError) -> PictureData? {
    let bytes = Mutex(Data())
    let request = Request(
      name: ForeignText.clean(address, atMost: 200), url: server.url(forPicture: address),
      etag: etag, expects: .picture, byteLimit: limits.pictureBytes, seconds: limits.slowSeconds)
    let head = try await perform(request) { data in bytes.withLock { $0.append(data) } }
    return head.status == 304 ? nil : PictureData(bytes: bytes.withLock { $0 }, etag: head.etag)
  }
}
