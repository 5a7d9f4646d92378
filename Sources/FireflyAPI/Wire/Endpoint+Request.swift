import FireflyCore

extension Endpoint {
  /// The methods of the contract.
  public enum Method: String, Hashable, Sendable {
    /// Reads.
    case get = "GET"
    /// Writes, or asks with a body.
    case post = "POST"
    /// Deletes.
    case delete = "DELETE"
  }

  /// The method of the request.
  public var method: Method {
    switch self {
    case .create, .update, .createProfile, .updateProfile, .badges, .poll, .sendCode, .verifyCode:
      .post
    case .delete: .delete
    default: .get
    }
  }

  /// The path, from `/` on, percent-encoded.
  public var path: String {
    "/"
      + (self.isUpload ? segments : ["api"] + segments).map(PercentEncoding.encode).joined(
        separator: "/")
  }

  /// The query, not encoded yet; what is nil is left out.
  public var queryItems: [QueryItem] {
    switch self {
    case .recent(let limit, let before): items(("limit", limit), ("before", before))
    case .recentTagged(let feed):
      items(
        ("tags", feed.tags.isEmpty ? nil : feed.tags.joined(separator: ",")),
        ("by_user", feed.author?.rawValue), ("user_email", feed.email), ("limit", feed.limit),
        ("after", feed.after.map(WireDate.http)), ("before", feed.before))
    case .usersRecent(let email, let limit, let before):
      items(("email", email), ("limit", limit), ("before", before))
    case .post(_, let include, let depth): items(("include", include.names), ("depth", depth))
    case .children(_, let depth): items(("depth", depth))
    case .search(let queryID, let email): items(("query_id", queryID), ("user_email", email))
    default: []
    }
  }

  /// What stands in the request line: path and query, encoded.
  public var target: String {
    let query = queryItems
    return query.isEmpty ? path : "\(path)?\(query.encoded)"
  }

  private var isUpload: Bool {
    if case .upload = self { true } else { false }
  }

  private var segments: [String] {
    switch self {
    case .ping: ["ping"]
    case .recent: ["posts", "recent"]
    case .recentTagged: ["posts", "recent-tagged"]
    case .usersRecent: ["users", "recent"]
    case .post(let id, _, _), .delete(let id): ["posts", String(id)]
    case .children(let id, _): ["posts", String(id), "children"]
    case .create: ["posts", "create"]
    case .update: ["posts", "update"]
    case .profile(let email): ["users", email, "profile"]
    case .createProfile: ["users", "profile", "create"]
    case .updateProfile: ["users", "profile", "update"]
    case .template(let name): ["templates", name]
    case .search: ["search"]
    case .badges: ["queries", "badges"]
    case .poll: ["notifications", "poll"]
    case .sendCode: ["auth", "send-code"]
    case .verifyCode: ["auth", "verify-code"]
    case .upload(let name): ["uploads", name]
    }
  }

  private func items(_ pairs: (String, (any CustomStringConvertible)?)...) -> [QueryItem] {
    pairs.compactMap { name, value in value.map { QueryItem(name, $0.description) } }
  }
}

extension Endpoint.Inclusion {
  /// The names on the wire, nil if there are none.
  fileprivate var names: String? {
    let names = (contains(.parent) ? ["parent"] : []) + (contains(.children) ? ["children"] : [])
    return names.isEmpty ? nil : names.joined(separator: ",")
  }
}
