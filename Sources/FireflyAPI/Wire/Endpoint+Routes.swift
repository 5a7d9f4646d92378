import FireflyCore

extension Endpoint {
  /// The API, one row per call.
  static let routes: [Route] = [
    Route(.get, "api/ping", .ping),
    Route(.get, "api/posts/recent") {
      .recent(limit: $0.number("limit"), before: $0.number("before"))
    } write: {
      guard case .recent(let limit, let before) = $0 else { return nil }
      return RouteValues(query: ["limit": limit, "before": before])
    },
    Route(.get, "api/posts/recent-tagged") {
      .recentTagged(Feed($0))
    } write: {
      guard case .recentTagged(let feed) = $0 else { return nil }
      return feed.values
    },
    Route(.get, "api/users/recent") {
      .usersRecent(
        email: $0.text("email"), limit: $0.number("limit"), before: $0.number("before"))
    } write: {
      guard case .usersRecent(let email, let limit, let before) = $0 else { return nil }
      return RouteValues(query: ["email": email, "limit": limit, "before": before])
    },
    Route(.get, "api/posts/#") { values in
      values.number.map {
        .post($0, include: Inclusion(names: values.text("include")), depth: values.number("depth"))
      }
    } write: {
      guard case .post(let id, let include, let depth) = $0 else { return nil }
      return RouteValues(id, query: ["include": include.names, "depth": depth])
    },
    Route(.delete, "api/posts/#") {
      $0.number.map { .delete($0) }
    } write: {
      guard case .delete(let id) = $0 else { return nil }
      return RouteValues(id)
    },
    Route(.get, "api/posts/#/children") { values in
      values.number.map {
        .children(of: $0, depth: values.number("depth"), before: values.number("before"))
      }
    } write: {
      guard case .children(let id, let depth, let before) = $0 else { return nil }
      return RouteValues(id, query: ["depth": depth, "before": before])
    },
    Route(.post, "api/posts/create", .create),
    Route(.post, "api/posts/update", .update),
    Route(.post, "api/posts/#/move") {
      $0.number.map { .move($0) }
    } write: {
      guard case .move(let id) = $0 else { return nil }
      return RouteValues(id)
    },
    Route(.post, "api/posts/#/restore") {
      $0.number.map { .restore($0) }
    } write: {
      guard case .restore(let id) = $0 else { return nil }
      return RouteValues(id)
    },
    Route(.get, "api/users/*/profile") {
      .profile(email: $0.text)
    } write: {
      guard case .profile(let email) = $0 else { return nil }
      return RouteValues(email)
    },
    Route(.post, "api/users/profile/create", .createProfile),
    Route(.post, "api/users/profile/update", .updateProfile),
    Route(.get, "api/templates/*") {
      .template($0.text)
    } write: {
      guard case .template(let name) = $0 else { return nil }
      return RouteValues(name)
    },
    Route(.get, "api/search") { values throws(RoutingError) in
      if let words = values.text("q") { return .searchWords(words) }
      guard let text = values.text("query_id"), !text.isEmpty else { throw .missing("query_id") }
      guard let id = Int(text) else { throw .notANumber(name: "query_id", value: text) }
      return .search(queryID: id, email: values.text("user_email"))
    } write: {
      switch $0 {
      case .search(let id, let email):
        RouteValues(query: ["query_id": id, "user_email": email])
      case .searchWords(let words): RouteValues(query: ["q": words])
      default: nil
      }
    },
    Route(.post, "api/queries/badges", .badges),
    Route(.post, "api/notifications/poll", .poll),
    Route(.get, "api/events") {
      .events(email: $0.text("user_email"))
    } write: {
      guard case .events(let email) = $0 else { return nil }
      return RouteValues(query: ["user_email": email])
    },
    Route(.post, "api/auth/send-code", .sendCode),
    Route(.post, "api/auth/verify-code", .verifyCode),
    Route(.get, "api/devices", .devices),
    Route(.delete, "api/devices/#") {
      $0.number.map { .revokeDevice($0) }
    } write: {
      guard case .revokeDevice(let id) = $0 else { return nil }
      return RouteValues(id)
    },
    Route(.get, "uploads/*") {
      .upload(name: $0.text)
    } write: {
      guard case .upload(let name) = $0 else { return nil }
      return RouteValues(name)
    },
  ]
}

extension Endpoint.Feed {
  fileprivate init(_ values: RouteValues) {
    self.init(
      tags: (values.text("tags") ?? "").split(separator: ",").map(String.init),
      author: values.text("by_user").flatMap(PostsClient.Author.init),
      email: values.text("user_email"), limit: values.number("limit"),
      after: values.text("after").flatMap(WireDate.date), before: values.number("before"))
  }

  fileprivate var values: RouteValues {
    RouteValues(query: [
      "tags": tags.isEmpty ? nil : tags.joined(separator: ","), "by_user": author?.rawValue,
      "user_email": email, "limit": limit, "after": after.map(WireDate.http), "before": before,
    ])
  }
}

extension Endpoint.Inclusion {
  /// Parses `parent,children`; unknown names are ignored.
  fileprivate init(names: String?) {
    let names = (names ?? "").split(separator: ",")
    self = []
    if names.contains("parent") { insert(.parent) }
    if names.contains("children") { insert(.children) }
  }

  /// The names on the wire, nil if there are none.
  fileprivate var names: String? {
    let names = (contains(.parent) ? ["parent"] : []) + (contains(.children) ? ["children"] : [])
    return names.isEmpty ? nil : names.joined(separator: ",")
  }
}
