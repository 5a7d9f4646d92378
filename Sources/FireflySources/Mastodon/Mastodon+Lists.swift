import FireflyAPI
import FireflyCore

extension Mastodon {
  /// A list of an instance.
  private struct Timeline {
    /// How it is asked for.
    var target: String
    var name: String
    /// The end of the sentence that says that it has no posts.
    var isEmpty: String

    static let home = Timeline(target: "timelines/home", name: "home", isEmpty: "home is empty")
    static let trends = Timeline(
      target: "trends/statuses", name: "trends", isEmpty: "trends are empty here")
    static let local = Timeline(
      target: "timelines/public?local=true", name: "local", isEmpty: "the local list is empty")
    static let everyone = Timeline(
      target: "timelines/public", name: "public", isEmpty: "the public list is empty")
  }

  var standIn: String? { memory.state.withLock(\.standIn) }

  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode] {
    switch (place, isSecond) {
    case (.some(let place), _) where place.hasPrefix("@"):
      let handle = String(place.dropFirst())
      return try await nodes(
        of: place, at: last == nil ? try await statuses(by: handle) : "", after: last, limit)
    case (.some(let place), _):
      return try await nodes(
        of: isSecond ? "second" : "first",
        at: "timelines/tag/\(place.dropFirst(5))?local=\(isSecond)",
        after: last, limit)
    case (nil, true):
      return try await nodes(of: "second", at: Timeline.local.target, after: last, limit)
    case (nil, false): return try await firstList(after: last, limit)
    }
  }

  /// Loads the first list that has posts: not every instance has trends, or shows them.
  private func firstList(
    after last: SourceNode?, _ limit: Int
  ) async throws(APIError) -> [SourceNode] {
    guard last == nil else { return try await nodes(of: "first", at: "", after: last, limit) }
    var reason: String?
    var refusal: APIError?
    var isThere = false
    for list in [isSignedIn ? Timeline.home : .trends, .local, .everyone] {
      do throws(APIError) {
        let found = try await nodes(of: "first", at: list.target, after: nil, limit)
        isThere = true
        if !found.isEmpty {
          let words = reason.map { "\(list.name) · \($0)" }
          memory.state.withLock { $0.standIn = words }
          return found
        }
        reason = reason ?? list.isEmpty
      } catch {
        guard error.mayBeOfOneList else { throw error }
        // That an account is needed says more than that something is missing.
        if case .notOffered = refusal { continue }
        refusal = error
        reason =
          reason
          ?? (error == .status(404, message: nil)
            ? "no \(list.name) here" : "\(list.name) only for accounts")
      }
    }
    memory.state.withLock { $0.standIn = nil }
    guard let refusal else { return [] }
    // An instance that lacks a list, such as trends, is one with no posts if another list is empty.
    if isThere, case .status(404, _) = refusal { return [] }
    throw refusal
  }

  func posts(by handle: String) async throws(APIError) -> [SourceNode] {
    try await nodes(
      of: "posts of \(handle)", at: try await statuses(by: handle), after: nil, Self.ofPerson)
  }

  /// Posts of a person at most.
  static let ofPerson = 200

  func statuses(by handle: String) async throws(APIError) -> String {
    guard let id = try await account(handle).id?.text else { throw .status(404, message: nil) }
    return "accounts/\(id.percentEncoded)/statuses?exclude_reblogs=true"
  }

  /// Loads a list of statuses, page by page.
  func nodes(
    of list: String, at target: String, after last: SourceNode?, _ limit: Int
  ) async throws(APIError) -> [SourceNode] {
    try await pages.nodes(of: list, at: target, after: last, limit: max(limit, 1)) {
      target, cursor, count async throws(APIError) in
      let query = ["limit=\(min(count, Self.page))", cursor].compactMap(\.self)
      return try await page(
        target + (target.contains("?") ? "&" : "?") + query.joined(separator: "&"))
    }
  }

  func page(_ target: String) async throws(APIError) -> LinkedPages.Page {
    await knowOwner()
    let isOfMentions = target.hasPrefix(Self.mentions)
    let (items, next) = try await web.page(
      "/api/v1/\(target)", as: LossyList<MastodonItem>.self)
    let statuses = items.elements.compactMap { $0.status(isOfMentions: isOfMentions) }
    let place = MastodonPlace(target: target)
    if place == .home { remember(statuses) }
    let nodes = statuses.compactMap { node($0, in: place) }.filter { !$0.isHidden }
    return LinkedPages.Page(nodes: nodes, next: next.flatMap(Self.cursor))
  }

  /// The part of the next page's address that says where it begins.
  ///
  /// The rest of its query is not the own one with all servers.
  static func cursor(_ address: String) -> String? {
    address.split(separator: "?", maxSplits: 1).last?.split(separator: "&")
      .first { $0.hasPrefix("max_id=") || $0.hasPrefix("offset=") }
      .flatMap { item in
        item.utf8.count <= 200 && item.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x23 }
          ? String(item) : nil
      }
  }
}

extension APIError {
  /// Whether a refusal may concern one list of an instance, not all.
  fileprivate var mayBeOfOneList: Bool {
    switch self {
    // With a token, 401 means that it is no longer valid.
    case .status(401, _): false
    case .notOffered, .status(400..<429, _), .status(501, _): true
    default: false
    }
  }
}
