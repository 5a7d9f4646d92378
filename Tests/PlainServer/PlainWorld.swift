import FireflyHTTP
import Foundation
import Synchronization

/// The posts and users of a plain server, and its answers.
final class PlainWorld: Sendable {
  typealias Object = [String: any Sendable]

  let codes = Mutex<[String: String]>([:])
  let requests = Mutex<[String]>([])
  let users: [String: String]
  let posts = Mutex<[Object]>([])
  let dots = Mutex(PlainDots())
  /// The pictures of the posts, by their names.
  let uploads = Mutex<[String: [UInt8]]>([:])
  /// Whether it can move posts.
  private let reparents: Bool

  init(users: [String: String], reparents: Bool) {
    self.users = users
    self.reparents = reparents
  }

  var titles: [String] { posts.withLock { $0.map { $0["title"] as? String ?? "" } } }

  var texts: [[String: String]] {
    posts.withLock { $0.map { post in post.compactMapValues { $0 as? String } } }
  }

  func texts(ofPost id: Int) -> [String: String]? {
    posts.withLock { $0.first { $0["id"] as? Int == id } }?.compactMapValues { $0 as? String }
  }

  func add(
    _ texts: [String: String], by email: String, below parent: Int?, template: String,
    at time: Date? = nil
  ) -> Int {
    let id = posts.withLock { posts in
      let id = 1 + (posts.compactMap { $0["id"] as? Int }.max() ?? 0)
      let time = time ?? Date(timeIntervalSince1970: 1_762_000_000 + Double(60 * id))
      let words = Self.placeholders[template] ?? ("Title", "Summary", "Body", "posts")
      posts.append([
        "id": id, "user_id": 1, "parent_id": parent ?? (template == "profile" ? -1 : nil),
        "title": texts["title"] ?? "",
        "summary": texts["summary"] ?? "", "body": texts["body"] ?? "",
        "time": time, "day": Int((time.timeIntervalSince1970 / 86_400).rounded(.down)),
        "created_at": Self.wireDate(time), "timezone": "", "ai_generated": false,
        "author_email": email, "author_name": users[email], "template_name": template,
        "placeholder_title": words.0, "placeholder_summary": words.1,
        "placeholder_body": words.2,
      ])
      return id
    }
    if template == "query" { dots.withLock { _ = $0.queries.insert(id) } }
    match(id)
    return id
  }

  // MARK: Answers

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let url = URLComponents(string: request.target)
    let path = url?.path ?? ""
    requests.withLock { $0.append("\(request.method) \(path)") }
    let query = Dictionary(
      (url?.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
    let parts = path.split(separator: "/").map(String.init)
    switch (request.method, parts.count, path) {
    case ("GET", _, "/api/ping"): return json(["status": "ok", "message": "Server is running"])
    case ("GET", _, "/api/posts/recent-tagged"): return feed(query)
    case ("GET", _, "/api/users/recent"):
      let profiles = list { $0["parent_id"] as? Int == -1 }
      return json(["status": "success", "posts": byNearness(profiles, to: query["email"])])
    case ("GET", 4, _) where path.hasPrefix("/api/posts/") && parts[3] == "children":
      let id = Int(parts[2])
      return json(["status": "success", "children": list { $0["parent_id"] as? Int == id }])
    case ("GET", 3, _) where path.hasPrefix("/api/posts/"): return post(Int(parts[2]))
    case ("DELETE", 3, _) where path.hasPrefix("/api/posts/"): return delete(Int(parts[2]))
    case ("GET", 3, _) where path.hasPrefix("/api/templates/"): return template(parts[2])
    case ("POST", _, "/api/posts/create"): return create(await PlainForm(request))
    case ("POST", _, "/api/posts/update"): return update(await PlainForm(request))
    case ("GET", 4, _) where path.hasPrefix("/api/users/") && parts[3] == "profile":
      return profile(of: parts[2].removingPercentEncoding ?? "")
    case ("POST", _, "/api/users/profile/create"):
      return createProfile(await PlainForm(request))
    case ("POST", _, "/api/users/profile/update"):
      return updateProfile(await PlainForm(request))
    case ("POST", _, "/api/posts/reparent") where reparents:
      return reparent(await numbers(request))
    case ("GET", 2, _) where path.hasPrefix("/uploads/"): return upload(parts[1])
    case ("POST", _, "/api/auth/send-code"): return send(await object(request))
    case ("POST", _, "/api/auth/verify-code"): return verify(await object(request))
    case ("GET", _, "/api/search"):
      return search(query["query_id"].flatMap { Int($0) }, query["user_email"] ?? "")
    case ("POST", _, "/api/queries/badges"): return badges(await question(request))
    case ("POST", _, "/api/notifications/poll"): return poll(await question(request))
    default: return .page(404, "Not Found", "There is no such page.")
    }
  }

  func list(_ isWanted: (Object) -> Bool) -> [Object] {
    posts.withLock { posts in
      posts.reversed().filter(isWanted).map { Self.withChildCount($0, among: posts) }
    }
  }

  private static func withChildCount(_ post: Object, among posts: [Object]) -> Object {
    var post = post
    let id = post["id"] as? Int
    (post["time"], post["completed"]) = (nil, nil)
    post["child_count"] = posts.filter { $0["parent_id"] as? Int == id }.count
    return post
  }

  private func feed(_ query: [String: String]) -> HTTPResponse {
    let tags = Set((query["tags"] ?? "").split(separator: ",").map(String.init))
    let reader = query["user_email"].flatMap { $0.isEmpty ? nil : $0 }
    let author = query["by_user"] == "current" ? reader : nil
    let found = list { post in
      (tags.isEmpty || tags.contains(post["template_name"] as? String ?? ""))
        && (author == nil || users[author ?? ""] == nil
          || post["author_email"] as? String == author)
        && (reader == nil || !tags.contains("profile") || Self.isComplete(post)
          || post["author_email"] as? String == reader)
    }
    let sorted =
      tags.contains("profile") ? byNearness(found, to: reader) : byDay(found, nearestTo: reader)
    return json(
      ["status": "success", "posts": Array(sorted.prefix(Int(query["limit"] ?? "") ?? 50))])
  }

  func post(_ id: Int?) -> HTTPResponse {
    guard let post = list({ $0["id"] as? Int == id }).first else {
      return failure(404, "Post not found")
    }
    return json(["status": "success", "post": post])
  }

  private func delete(_ id: Int?) -> HTTPResponse {
    let isGone = posts.withLock { posts in
      let count = posts.count
      posts.removeAll { $0["id"] as? Int == id }
      return posts.count < count
    }
    return isGone
      ? json(["status": "success", "message": "Post deleted successfully"])
      : failure(404, "Post not found")
  }

  private func create(_ form: PlainForm) -> HTTPResponse {
    let fields = form.fields
    guard let texts = texts(of: fields), let email = fields["email"] else {
      return failure(400, "email, title, summary, and body are required")
    }
    guard users[email] != nil else { return failure(404, "User not found") }
    // Without a parent, it is put below its author's profile if there is one.
    let id = add(
      texts, by: email,
      below: fields["parent_id"].flatMap { Int($0) } ?? profileID(of: email),
      template: fields["template_name"] ?? "post", at: Date())
    // Where its thumbnail looks is a matter of updates here.
    change(id) { $0["image_url"] = keep(form.image) }
    return post(id)
  }

  private func update(_ form: PlainForm) -> HTTPResponse {
    let fields = form.fields
    guard let texts = texts(of: fields), let id = fields["post_id"].flatMap({ Int($0) }) else {
      return failure(400, "post_id, email, title, summary, and body are required")
    }
    let status = posts.withLock { posts in
      guard let index = posts.firstIndex(where: { $0["id"] as? Int == id }) else { return 404 }
      guard posts[index]["author_email"] as? String == fields["email"] else { return 403 }
      posts[index].merge(texts) { $1 }
      for name in ["clip_offset_x", "clip_offset_y"] {
        if let offset = fields[name].flatMap({ Double($0) }) { posts[index][name] = offset }
      }
      if let image = keep(form.image) { posts[index]["image_url"] = image }
      return 200
    }
    switch status {
    case 404: return failure(404, "Post not found")
    case 403: return failure(403, "You can only edit your own posts")
    default:
      match(id, isNew: false)
      return post(id)
    }
  }

  private func reparent(_ question: [String: Int?]) -> HTTPResponse {
    guard let id = question["post_id"] ?? nil else { return failure(400, "post_id is required") }
    let parent = question["parent_id"] ?? nil
    let isThere = { id in !self.list { $0["id"] as? Int == id }.isEmpty }
    guard isThere(id), parent.map(isThere) ?? true else {
      return failure(400, "Failed to reparent post")
    }
    // Whose post it is, and whether that makes a ring, is not looked at.
    change(id) { $0["parent_id"] = parent }
    return json(["status": "success", "message": "Post \(id) reparented successfully"])
  }

  func change(_ id: Int, _ body: (inout Object) -> Void) {
    posts.withLock { posts in
      if let index = posts.firstIndex(where: { $0["id"] as? Int == id }) { body(&posts[index]) }
    }
  }

  /// What is known of the post with a title.
  func post(titled title: String) -> Object? {
    posts.withLock { $0.last { $0["title"] as? String == title } }
  }

  /// Keeps a picture; nil for none.
  func keep(_ image: [UInt8]) -> String? {
    guard !image.isEmpty else { return nil }
    return uploads.withLock { uploads in
      let name = "picture-\(uploads.count + 1).jpg"
      uploads[name] = image
      return "/uploads/" + name
    }
  }

  private func upload(_ name: String) -> HTTPResponse {
    guard let bytes = uploads.withLock({ $0[name] }) else {
      return .page(404, "Not Found", "There is no such file.")
    }
    return HTTPResponse(status: 200, fields: ["Content-Type": "image/jpeg"], body: .bytes(bytes))
  }

  /// Title, summary and body, trimmed; nil unless all three are there.
  private func texts(of form: [String: String]) -> [String: String]? {
    let texts = Self.trimmed(form)
    return texts.count == 3 && texts.values.allSatisfy { !$0.isEmpty } ? texts : nil
  }

  /// The texts that a form has, trimmed.
  static func trimmed(_ form: [String: String]) -> [String: String] {
    form.filter { ["title", "summary", "body"].contains($0.key) }
      .mapValues { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  private func template(_ name: String) -> HTTPResponse {
    guard let words = Self.placeholders[name] else { return failure(404, "Template not found") }
    let template: Object = [
      "name": name, "placeholder_title": words.0, "placeholder_summary": words.1,
      "placeholder_body": words.2, "plural_name": words.3,
    ]
    return json(["status": "success", "template": template])
  }

  private func send(_ question: [String: String]) -> HTTPResponse {
    guard let email = question["email"] else { return failure(400, "Email is required") }
    guard users[email] != nil else { return failure(403, "You have not been invited") }
    codes.withLock { $0[email] = String(1_000 + Int.random(in: 0..<9_000)) }
    return json(["status": "success"])
  }

  private func verify(_ question: [String: String]) -> HTTPResponse {
    let email = question["email"] ?? ""
    guard let code = codes.withLock({ $0[email] }) else {
      return failure(404, "No verification code found")
    }
    guard code == question["code"] else { return failure(401, "Invalid verification code") }
    codes.withLock { $0[email] = nil }
    return json([
      "status": "success", "user_id": 1, "email": email, "name": users[email], "is_new_user": false,
    ])
  }

  // MARK: Forms and JSON

  private static let placeholders = [
    "post": ("Title", "Summary", "Body", "posts"),
    "query": ("query title", "query", "query details", "queries"),
    "profile": ("name", "mission", "personal statement", "profiles"),
  ]

  static func wireDate(_ date: Date) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "GMT")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.string(from: date)
  }

  /// The numbers in a body; null is nil.
  private func numbers(_ request: HTTPRequest) async -> [String: Int?] {
    var bytes: [UInt8] = []
    while let piece = try? await request.body.next() { bytes += piece }
    let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    return (object ?? [:]).mapValues { $0 as? Int }
  }

  private func object(_ request: HTTPRequest) async -> [String: String] {
    await question(request).compactMapValues { $0 as? String }
  }

  func question(_ request: HTTPRequest) async -> Object {
    var bytes: [UInt8] = []
    while let piece = try? await request.body.next() { bytes += piece }
    let object = try? JSONSerialization.jsonObject(with: Data(bytes))
    // Of all there is in JSON, what questions are made of.
    return (object as? [String: Any] ?? [:]).compactMapValues { value -> (any Sendable)? in
      if let text = value as? String { return text }
      return (value as? [Any])?.compactMap { $0 as? Int }
    }
  }

  func json(_ object: [String: (any Sendable)?], _ status: Int = 200) -> HTTPResponse {
    let known = object.compactMapValues(\.self)
    let data = (try? JSONSerialization.data(withJSONObject: known)) ?? Data()
    return .json(Array(data), status: status)
  }

  func failure(_ status: Int, _ message: String) -> HTTPResponse {
    json(["status": "error", "message": message], status)
  }
}
