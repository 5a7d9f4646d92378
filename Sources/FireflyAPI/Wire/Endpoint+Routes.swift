import FireflyCore

extension Endpoint {
  /// The API as a server reads it, one row per call.
  static let routes: [Route] =
    calls
    + PhoneOnly.allCases.flatMap { call in
      [Method.get, .post].map { method in
        Route(method, "api/\(call.rawValue)") { _ in .phoneOnly(method, call) }
      }
    }

  private static let calls: [Route] = [
    Route(.get, "api/ping") { _ in .ping },
    Route(.get, "api/posts/recent") {
      .recent(limit: $0.number("limit"), before: $0.number("before"))
    },
    Route(.get, "api/posts/recent-tagged") { .recentTagged(Feed($0)) },
    Route(.get, "api/users/recent") {
      .usersRecent(
        email: $0.text("email"), limit: $0.number("limit"), before: $0.number("before"))
    },
    Route(.get, "api/posts/#") {
      .post($0.id, include: Inclusion(names: $0.text("include")), depth: $0.number("depth"))
    },
    Route(.delete, "api/posts/#") { .delete($0.id) },
    Route(.get, "api/posts/#/children") {
      .children(of: $0.id, depth: $0.number("depth"), before: $0.number("before"))
    },
    Route(.get, "api/posts/#/branch") {
      .branch(
        of: $0.id, limit: $0.number("limit"), after: $0.text("after"), skip: $0.number("skip"))
    },
    Route(.get, "api/posts/ids") {
      .ids(
        below: $0.number("below"), since: $0.number("since"), notBy: $0.text("user_email"),
        after: $0.text("after"))
    },
    Route(.get, "api/posts/answers") {
      .answers(
        email: $0.text("user_email"), before: $0.number("before"), limit: $0.number("limit"))
    },
    Route(.post, "api/posts/create") { _ in .create },
    Route(.post, "api/posts/update") { _ in .update },
    Route(.post, "api/uploads") { _ in .addPicture },
    Route(.post, "api/posts/#/move") { .move($0.id) },
    Route(.post, "api/posts/reparent") { _ in .reparent },
    Route(.post, "api/posts/#/restore") { .restore($0.id) },
    Route(.get, "api/users/*/profile") { .profile(email: $0.name) },
    Route(.post, "api/users/profile/create") { _ in .createProfile },
    Route(.post, "api/users/profile/update") { _ in .updateProfile },
    Route(.get, "api/templates/*") { .template($0.name) },
    Route(.get, "api/search") { values throws(RoutingError) in
      if let words = values.text("q") { return .searchWords(words) }
      guard let text = values.text("query_id"), !text.isEmpty else { throw .missing("query_id") }
      guard let id = Int(text) else { throw .notANumber(name: "query_id", value: text) }
      return .search(queryID: id, email: values.text("user_email"))
    },
    Route(.post, "api/queries/badges") { _ in .badges },
    Route(.post, "api/notifications/poll") { _ in .poll },
    Route(.get, "api/events") { .events(email: $0.text("user_email")) },
    Route(.post, "api/auth/send-code") { _ in .sendCode },
    Route(.post, "api/auth/verify-code") { _ in .verifyCode },
    Route(.get, "api/devices") { _ in .devices },
    Route(.delete, "api/devices/#") { .revokeDevice($0.id) },
    Route(.get, "api/marks") { _ in .marks },
    Route(.patch, "api/marks") { _ in .changeMarks },
    Route(.get, "api/version") { _ in .version },
    Route(.get, "api/health") { _ in .health },
    Route(.get, "api/users/new-since") {
      .usersNewSince($0.text("since").flatMap(WireDate.date))
    },
    Route(.get, "uploads/*") { .upload(name: $0.name) },
  ]

  /// The request line, as a client writes it: the inverse of `routes`.
  var line: RequestLine {
    let encode = PercentEncoding.encode
    return switch self {
    case .ping: RequestLine(.get, "api/ping")
    case .recent(let limit, let before):
      RequestLine(.get, "api/posts/recent", ["limit": limit, "before": before])
    case .recentTagged(let feed):
      RequestLine(
        .get, "api/posts/recent-tagged",
        [
          "tags": feed.tags.isEmpty ? nil : feed.tags.joined(separator: ","),
          "by_user": feed.author?.rawValue, "user_email": feed.email, "limit": feed.limit,
          "after": feed.after.map(WireDate.http), "before": feed.before,
          "top": feed.isByLastReply ? 1 : nil, "sort": feed.isByLastReply ? "last" : nil,
        ])
    case .usersRecent(let email, let limit, let before):
      RequestLine(.get, "api/users/recent", ["email": email, "limit": limit, "before": before])
    case .post(let id, let include, let depth):
      RequestLine(.get, "api/posts/\(id)", ["include": include.names, "depth": depth])
    case .delete(let id): RequestLine(.delete, "api/posts/\(id)")
    case .children(let id, let depth, let before):
      RequestLine(.get, "api/posts/\(id)/children", ["depth": depth, "before": before])
    case .branch(let id, let limit, let after, let skip):
      RequestLine(
        .get, "api/posts/\(id)/branch", ["limit": limit, "after": after, "skip": skip])
    case .ids(let below, let since, let email, let after):
      RequestLine(
        .get, "api/posts/ids",
        ["below": below, "since": since, "user_email": email, "after": after])
    case .answers(let email, let before, let limit):
      RequestLine(
        .get, "api/posts/answers", ["user_email": email, "before": before, "limit": limit])
    case .create: RequestLine(.post, "api/posts/create")
    case .update: RequestLine(.post, "api/posts/update")
    case .addPicture: RequestLine(.post, "api/uploads")
    case .move(let id): RequestLine(.post, "api/posts/\(id)/move")
    case .reparent: RequestLine(.post, "api/posts/reparent")
    case .restore(let id): RequestLine(.post, "api/posts/\(id)/restore")
    case .profile(let email): RequestLine(.get, "api/users/\(encode(email))/profile")
    case .createProfile: RequestLine(.post, "api/users/profile/create")
    case .updateProfile: RequestLine(.post, "api/users/profile/update")
    case .template(let name): RequestLine(.get, "api/templates/\(encode(name))")
    case .search(let id, let email):
      RequestLine(.get, "api/search", ["query_id": id, "user_email": email])
    case .searchWords(let words): RequestLine(.get, "api/search", ["q": words])
    case .badges: RequestLine(.post, "api/queries/badges")
    case .poll: RequestLine(.post, "api/notifications/poll")
    case .events(let email): RequestLine(.get, "api/events", ["user_email": email])
    case .sendCode: RequestLine(.post, "api/auth/send-code")
    case .verifyCode: RequestLine(.post, "api/auth/verify-code")
    case .devices: RequestLine(.get, "api/devices")
    case .revokeDevice(let id): RequestLine(.delete, "api/devices/\(id)")
    case .marks: RequestLine(.get, "api/marks")
    case .changeMarks: RequestLine(.patch, "api/marks")
    case .version: RequestLine(.get, "api/version")
    case .health: RequestLine(.get, "api/health")
    case .usersNewSince(let time):
      RequestLine(.get, "api/users/new-since", ["since": time.map(WireDate.http)])
    case .phoneOnly(let method, let call): RequestLine(method, "api/\(call.rawValue)")
    case .upload(let name): RequestLine(.get, "uploads/\(encode(name))")
    }
  }
}

extension Endpoint.Feed {
  fileprivate init(_ values: RouteValues) {
    self.init(
      tags: (values.text("tags") ?? "").split(separator: ",").map(String.init),
      author: values.text("by_user").flatMap(FeedAuthor.init),
      email: values.text("user_email"), limit: values.number("limit"),
      after: values.text("after").flatMap(WireDate.date), before: values.number("before"),
      isByLastReply: values.number("top") == 1 && values.text("sort") == "last")
  }
}

extension Endpoint.Inclusion {
  private static let all: [(name: String, inclusion: Endpoint.Inclusion)] = [
    ("parent", .parent), ("children", .children), ("page", .page),
  ]

  /// Parses `parent,children`; unknown names are ignored.
  fileprivate init(names: String?) {
    let names = (names ?? "").split(separator: ",")
    self = Self(Self.all.filter { names.contains($0.name[...]) }.map(\.inclusion))
  }

  /// The names on the wire, nil if there are none.
  fileprivate var names: String? {
    let names = Self.all.filter { contains($0.inclusion) }.map(\.name)
    return names.isEmpty ? nil : names.joined(separator: ",")
  }
}
