import FireflyCore

extension Endpoint {
  /// Why a request is none of the contract's.
  public enum RoutingError: Error, Hashable, Sendable {
    /// No such path, which includes trailing slashes and numbers that are none: 404.
    case noSuchPath
    /// The path exists, with these methods: 405.
    case methodNotAllowed(allowed: [Method])
    /// A value without which the call makes no sense is missing.
    case missing(String)
    /// A value that should be a number is none.
    case notANumber(name: String, value: String)
  }

  /// The call that a request line asks for, as it stands there.
  ///
  /// - Parameter target: path and query, percent-encoded.
  /// - Throws: `RoutingError`.
  public init(method: String, target: String) throws(RoutingError) {
    let sides = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    try self.init(
      method: method, path: String(sides[0]),
      queryItems: [QueryItem](encoded: sides.count > 1 ? sides[1] : ""))
  }

  /// The call that a method, a path and a query ask for.
  ///
  /// Unknown query items are ignored, and so are limits, depths and dates that are none.
  /// - Parameters:
  ///   - method: in capitals, as on the wire.
  ///   - path: from `/` on, still percent-encoded.
  ///   - queryItems: already decoded.
  /// - Throws: `RoutingError`.
  public init(method: String, path: String, queryItems: [QueryItem]) throws(RoutingError) {
    let routes = Self.routes(path: path)
    guard !routes.isEmpty else { throw .noSuchPath }
    guard let route = routes.first(where: { $0.method.rawValue == method }) else {
      throw .methodNotAllowed(allowed: routes.map(\.method))
    }
    self = try route.asking(queryItems)
  }

  /// What can be done at a path, without the queries.
  private static func routes(path: String) -> [Endpoint] {
    var segments: [String] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      guard let segment = PercentEncoding.decode(part) else { return [] }
      segments.append(segment)
    }
    guard segments.count > 2, segments[0].isEmpty, !segments.dropFirst().contains("") else {
      return []
    }
    let rest = Array(segments.dropFirst(2))
    return switch (segments[1], rest.count) {
    case ("uploads", 1): [.upload(name: rest[0])]
    case ("api", 1...3): routes(rest[0], rest.count > 1 ? rest[1] : "", rest.dropFirst(2).first)
    default: []
    }
  }

  private static func routes(_ first: String, _ second: String, _ third: String?) -> [Endpoint] {
    switch (first, second, third) {
    case ("ping", "", nil): [.ping]
    case ("search", "", nil): [.search(queryID: 0)]
    case ("posts", "recent", nil): [.recent()]
    case ("posts", "recent-tagged", nil): [.recentTagged(Feed())]
    case ("posts", "create", nil): [.create]
    case ("posts", "update", nil): [.update]
    case ("posts", let id, nil): number(id).map { [.post($0), .delete($0)] } ?? []
    case ("posts", let id, "children"): number(id).map { [.children(of: $0)] } ?? []
    case ("users", "recent", nil): [.usersRecent()]
    case ("users", "profile", "create"): [.createProfile]
    case ("users", "profile", "update"): [.updateProfile]
    case ("users", let email, "profile"): [.profile(email: email)]
    case ("templates", let name, nil) where !name.isEmpty: [.template(name)]
    case ("queries", "badges", nil): [.badges]
    case ("notifications", "poll", nil): [.poll]
    case ("auth", "send-code", nil): [.sendCode]
    case ("auth", "verify-code", nil): [.verifyCode]
    default: []
    }
  }

  /// A number as a path has it: digits only, so -5 and +5 are no posts.
  private static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// The same call with what its query says.
  private func asking(_ query: [QueryItem]) throws(RoutingError) -> Endpoint {
    func integer(_ name: String) -> Int? { query[name].flatMap { Int($0) } }
    switch self {
    case .recent: return .recent(limit: integer("limit"), before: integer("before"))
    case .recentTagged:
      return .recentTagged(
        Feed(
          tags: (query["tags"] ?? "").split(separator: ",").map(String.init),
          author: query["by_user"].flatMap(PostsClient.Author.init), email: query["user_email"],
          limit: integer("limit"), after: query["after"].flatMap(WireDate.date),
          before: integer("before")))
    case .usersRecent:
      return .usersRecent(
        email: query["email"], limit: integer("limit"), before: integer("before"))
    case .post(let id, _, _):
      return .post(id, include: Inclusion(names: query["include"]), depth: integer("depth"))
    case .children(let id, _): return .children(of: id, depth: integer("depth"))
    case .search:
      guard let text = query["query_id"], !text.isEmpty else { throw .missing("query_id") }
      guard let id = Int(text) else { throw .notANumber(name: "query_id", value: text) }
      return .search(queryID: id, email: query["user_email"])
    default: return self
    }
  }
}

extension Endpoint.Inclusion {
  /// Reads `parent,children`; unknown names are ignored.
  fileprivate init(names: String?) {
    let names = (names ?? "").split(separator: ",")
    self = []
    if names.contains("parent") { insert(.parent) }
    if names.contains("children") { insert(.children) }
  }
}
