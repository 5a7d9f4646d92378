import FireflyAPI
import FireflyCore
import Foundation

extension Router {
  func recentTagged(_ feed: Endpoint.Feed) async throws -> Response {
    // Odd but the contract's: an e-mail that is missing or unknown means everybody.
    let author = feed.author == .current ? feed.email : nil
    return posts(
      try await store.taggedPosts(
        FeedRequest(
          templates: Array(feed.tags.prefix(16)), author: author, reader: feed.email,
          after: feed.after, before: feed.before, limit: feed.limit ?? 50)))
  }

  func post(_ id: Int, include: Endpoint.Inclusion, depth: Int?) async throws -> Response {
    guard let found = try await store.post(id) else { throw StoreError.unknownPost(id) }
    guard !include.isEmpty else { return post(found) }
    var json = JSONWriter()
    json.beginObject()
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
      return .json(json.take())
    }
    json.key("children")
    json.beginArray()
    return try await TreeStream(
      store.database, head: json, walk: TreeWalk(below: id, depth: depth ?? 1)
    ) { json, _ in
      json.endArray()
      Self.finishPost(&json)
    }.response()
  }

  func children(of id: Int, depth: Int?) async throws -> Response {
    var json = JSONWriter()
    json.beginObject()
    json.key("children")
    json.beginArray()
    // Without a depth, flat: no post has a list of its own, as from a server without the extension.
    return try await TreeStream(
      store.database, head: json, walk: TreeWalk(below: id, depth: depth ?? 1)
    ) { json, count in
      json.endArray()
      json.key("count")
      json.value(count)
      json.key("post_id")
      json.value(id)
      json.key("status")
      json.value("success")
      json.endObject()
    }.response()
  }

  func template(_ name: String) async throws -> Response {
    guard let template = try await store.template(name) else {
      return .failure(404, "Template not found")
    }
    return try .json(
      TemplateEnvelope(
        template: TemplateEnvelope.Description(
          name: template.name, placeholderTitle: template.placeholders.title,
          placeholderSummary: template.placeholders.summary,
          placeholderBody: template.placeholders.body, pluralName: template.pluralName)))
  }

  func badges(_ request: Request) async throws -> Response {
    guard let question = try? JSONDecoder().decode(BadgesRequest.self, from: request.body) else {
      return .badRequest
    }
    guard let email = question.userEmail else { return .error(400, "user_email is required") }
    return try .json(Badges(try await badges(question.queryIDs ?? [], for: email)))
  }

  func poll(_ request: Request) async throws -> Response {
    guard let question = try? JSONDecoder().decode(PollRequest.self, from: request.body) else {
      return .badRequest
    }
    guard let email = question.userEmail else { return .error(400, "user_email is required") }
    func isNew(_ template: Post.Template, since text: String?) async throws -> Bool {
      guard let time = text.flatMap(WireDate.date) else { return false }
      return try await store.hasNew(template, since: time, reader: email)
    }
    return try .json(
      PollAnswer(
        queryBadges: Badges(try await badges(question.queryIDs ?? [], for: email)),
        hasNewUsers: try await isNew(.profile, since: question.lastViewedUsers),
        hasNewPosts: try await isNew(.post, since: question.lastViewedPosts)))
  }

  func upload(_ name: String, _ request: Request) -> Response {
    guard let file = store.uploads.file(name) else { return .notFound }
    let known = (request.headers["if-none-match"] ?? "").split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let headers = [
      "Content-Type": file.contentType, "ETag": file.etag, "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
    ]
    if known.contains(file.etag) || known.contains("W/" + file.etag) || known == ["*"] {
      return Response(status: 304, headers: headers, body: .bytes(Data()))
    }
    return Response(status: 200, headers: headers, body: .bytes(file.bytes))
  }

  private func badges(_ ids: [Int], for email: String) async throws -> [Int: Bool?] {
    try await store.badges(ids, reader: email).mapValues { Optional($0) }
  }

  private static func finishPost(_ json: inout JSONWriter) {
    json.endObject()
    json.key("status")
    json.value("success")
    json.endObject()
  }
}
