import FireflyAPI
import FireflyCore
import FireflyHTTP
import FireflyJSON
import FireflyStore
import Foundation

extension Router {
  func recentTagged(_ feed: Endpoint.Feed, _ caller: Caller) async throws -> HTTPResponse {
    let reader = try caller.reader(claiming: feed.email)
    // As in the phone app's API, a missing or unknown e-mail means all authors. Authors are public,
    // so anonymous callers may filter by any e-mail.
    let author = feed.author == .current ? reader ?? feed.email : nil
    var request = FeedRequest(
      templates: Array(feed.tags.prefix(16)), author: author, reader: reader,
      after: feed.after, before: feed.before, limit: feed.limit ?? Self.feedLength,
      isTagged: true)
    request.isByLastReply = feed.isByLastReply
    return try await self.feed(request)
  }

  /// Responds with a feed, from the cache if it is up to date; concurrent requests share one read.
  func feed(_ request: FeedRequest) async throws -> HTTPResponse {
    switch await feedReads.begin(request) {
    case .done(.success(let bytes?)):
      cache.hits.add()
      return .json(bytes)
    // The task that read the feed may have been cancelled.
    case .done(.success(nil)), .done(.failure(.cancelled)):
      return try await posts(.feed(request)).response
    case .done(.failure(let error)): throw error
    case .read(let others):
      var result: Result<[UInt8]?, StoreError> = .success(nil)
      defer { feedReads.end(request, with: result, for: others) }
      do {
        let answer = try await feed(request, isShared: !others.isEmpty)
        if case .bytes(let bytes) = answer.body { result = .success(bytes) }
        return answer
      } catch let error as StoreError {
        result = .failure(error)
        throw error
      }
    }
  }

  private func feed(_ request: FeedRequest, isShared: Bool) async throws -> HTTPResponse {
    guard cache.recordRequest(request) || isShared else {
      cache.misses.add()
      return try await posts(.feed(request)).response
    }
    let version = try await store.version()
    if let bytes = cache.feed(request, at: version) {
      cache.hits.add()
      return .json(bytes)
    }
    cache.misses.add()
    let (response, isComplete) = try await posts(
      .feed(request), firstPiece: FeedCache.feedBytes)
    if case .bytes(let bytes) = response.body, isComplete {
      cache.store(bytes, of: request, at: version)
    }
    return response
  }

  /// Responds with `{posts, status}`; also returns whether all details of the first piece are
  /// known.
  func posts(
    _ list: PostList, firstPiece length: Int = PostListBody.pieceLength
  ) async throws -> (response: HTTPResponse, isComplete: Bool) {
    var json = JSONWriter()
    json.beginObject()
    json.key("posts")
    json.beginArray()
    return try await response(json, list, firstPiece: length) { json, _, hasMore in
      json.endArray()
      json.writeHasMore(if: hasMore)
      json.key("status")
      json.value("success")
      json.endObject()
    }
  }

  func post(_ id: Int, include: Endpoint.Inclusion, depth: Int?) async throws -> HTTPResponse {
    guard !include.isEmpty else { return try await post(id) }
    guard let found = try await store.post(id) else { throw StoreError.unknownPost(id) }
    let tag = PostETag(found).text
    var json = JSONWriter()
    json.beginObject()
    if include.contains(.page), let page = try await store.page(of: found) {
      json.key("page_url")
      json.value(page)
    }
    json.key("post")
    json.beginObject()
    json.fields(of: found)
    if include.contains(.parent) {
      let ancestors = try await store.ancestors(of: found)
      for ancestor in ancestors {
        json.key("parent")
        json.beginObject()
        json.fields(of: ancestor)
      }
      for _ in ancestors { json.endObject() }
    }
    guard include.contains(.children) else {
      Self.finishPost(&json)
      var response = HTTPResponse.json(json.takeBytes())
      response.fields["ETag"] = tag
      return response
    }
    json.key("children")
    json.beginArray()
    var (response, _) = try await response(
      json, .children(of: id, depth: depth ?? 1)
    ) { json, _, hasMore in
      json.endArray()
      Self.finishPost(&json, hasMore: hasMore)
    }
    response.fields["ETag"] = tag
    return response
  }

  /// Responds with a post; concurrent requests share one read.
  private func post(_ id: Int) async throws -> HTTPResponse {
    try await postReads.share(id) { () async throws(StoreError) in
      guard let found = try await store.post(id) else { throw .unknownPost(id) }
      return post(found)
    }
  }

  func children(of id: Int, depth: Int?, before: Int?) async throws -> HTTPResponse {
    var json = JSONWriter()
    json.beginObject()
    json.key("children")
    json.beginArray()
    // Without a depth, posts have no list of children, as from servers without this extension.
    let list = PostList.children(of: id, depth: depth ?? 1, before: before)
    return try await response(json, list) { json, count, hasMore in
      json.endArray()
      json.key("count")
      json.value(count)
      json.writeHasMore(if: hasMore)
      json.key("post_id")
      json.value(id)
      json.key("status")
      json.value("success")
      json.endObject()
    }.response
  }

  func template(_ name: String) throws -> HTTPResponse {
    guard let template = PostTemplate.standard[name] else {
      return .failure(404, "Template not found")
    }
    return try .json(
      TemplateResponse(
        template: TemplateResponse.Description(
          name: template.name, placeholderTitle: template.placeholders.title,
          placeholderSummary: template.placeholders.summary,
          placeholderBody: template.placeholders.body, pluralName: template.pluralName)))
  }

  func search(_ queryID: Int, _ email: String?) async throws -> HTTPResponse {
    do {
      return try .json(
        try await store.search(queryID: queryID, reader: email))
    } catch StoreError.unknownPost {
      return try .json([SearchHit]())
    }
  }

  func badges(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
    try caller.requireIdentity()
    guard let question: BadgesRequest = try await json(request) else { return .malformedJSON }
    guard let email = try caller.identity(claiming: question.userEmail) ?? question.userEmail else {
      return .error(400, "user_email is required")
    }
    return try .json(Badges(try await badges(question.queryIDs ?? [], for: email)))
  }

  func poll(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
    try caller.requireIdentity()
    guard let question: PollRequest = try await json(request) else { return .malformedJSON }
    let email = try caller.identity(claiming: question.userEmail)
    func isNew(_ template: Post.Template, since text: String?) async throws -> Bool {
      guard let time = text.flatMap(WireDate.date) else { return false }
      return try await store.hasNew(template, since: time, reader: email, at: clock())
    }
    return try .json(
      PollResponse(
        queryBadges: Badges(
          try await badges(question.queryIDs ?? [], for: email ?? "")),
        hasNewUsers: try await isNew(.profile, since: question.lastViewedUsers),
        hasNewPosts: try await isNew(.post, since: question.lastViewedPosts)))
  }

  func upload(_ name: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard let file = try await store.pictures.picture(name),
      try await !store.isDeleted(upload: name)
    else { return .notFound }
    let known = (request.fields["if-none-match"] ?? "").split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let fields: HTTPFields = [
      "Content-Type": file.contentType, "ETag": file.etag, "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
    ]
    if known.contains(file.etag) || known.contains("W/" + file.etag) || known == ["*"] {
      return HTTPResponse(status: 304, fields: fields)
    }
    return HTTPResponse(
      status: 200, fields: fields,
      body: .stream(length: file.length) { try await file.next() })
  }

  /// Decodes the JSON body of a request; nil if it is invalid.
  func json<Question: Decodable>(_ request: HTTPRequest) async throws -> Question? {
    let bytes = try await request.body.bytes(atMost: Self.maximumJSONBytes)
    return try? JSONDecoder().decode(Question.self, from: Data(bytes))
  }

  /// Responds with a list: complete if it is short, otherwise as a stream.
  private func response(
    _ head: JSONWriter, _ list: PostList, firstPiece length: Int = PostListBody.pieceLength,
    finish: @escaping PostListBody.Finish
  ) async throws -> (response: HTTPResponse, isComplete: Bool) {
    let body = PostListBody(head: head, store.cursor(over: list, at: clock()), finish: finish)
    let first = try await body.begin(atLeast: length)
    let isComplete = await body.isComplete
    if await body.isDone { return (.json(first), isComplete) }
    return (
      HTTPResponse(
        status: 200, fields: ["Content-Type": "application/json"],
        body: .stream { try await body.next() }), isComplete
    )
  }

  /// Maximum size of a JSON body in bytes.
  private static let maximumJSONBytes = 64 << 10

  private func badges(_ ids: [Int], for email: String) async throws -> [Int: Bool?] {
    let version = try await store.version()
    let known = cache.badges(of: email, at: version).filter { ids.contains($0.key) }
    let unknown = ids.filter { known[$0] == nil }
    guard !unknown.isEmpty else { return known }
    let found = try await store.badges(unknown, reader: email)
    cache.store(found.compactMapValues(\.self), of: email, at: version)
    return found.merging(known) { $1 }
  }

  private static func finishPost(_ json: inout JSONWriter, hasMore: Bool = false) {
    json.endObject()
    json.writeHasMore(if: hasMore)
    json.key("status")
    json.value("success")
    json.endObject()
  }
}

extension JSONWriter {
  /// Writes `has_more` if the list ended early because the response would be too large.
  fileprivate mutating func writeHasMore(if hasMore: Bool) {
    guard hasMore else { return }
    key("has_more")
    value(true)
  }
}
