import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

/// The backend of Mastodon instances, with the part of their API that needs no account.
struct Mastodon: SourceBackend {
  /// Statuses per list, the maximum of the API.
  private static let page = 40

  let web: WebClient
  let numbers: SourceNumbers
  let host: String
  /// The hashtag that is shown, as `tags/swift`, or the person, as `@ada`; nil for all.
  let place: String?
  let pageNumbers = PageNumbers()

  var habits: HTMLText.Habits { HTMLText.Habits(base: "https://\(host)") }

  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode] {
    let count = min(max(limit, 1), Self.page)
    if let place, place.hasPrefix("@") {
      return last == nil ? try await posts(by: String(place.dropFirst())) : []
    }
    if isSecond || place != nil {
      let before = last.flatMap { name(of: $0.id) }.map { "&max_id=\($0.percentEncoded)" }
      guard last == nil || before != nil else { return [] }
      let timeline = place.map { "tag/" + $0.dropFirst(5) } ?? "public"
      return try await list(
        "timelines/\(timeline)?local=\(isSecond)&limit=\(count)\(before ?? "")")
    }
    return try await pageNumbers.nodes(of: "trends", after: last) { page async throws(APIError) in
      try await list("trends/statuses?limit=\(Self.page)&offset=\((page - 1) * Self.page)")
    }
  }

  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree {
    guard let name = name(of: root ?? id) else { throw .status(404, message: nil) }
    var known = top
    if known == nil {
      let status = try await web.answer(
        "/api/v1/statuses/\(name.percentEncoded)", as: MastodonStatus.self)
      known = self.node(status)
    }
    guard let node = known else { throw .unreadable(reason: "no number") }
    let context = try await context(of: name)
    let above = context.ancestors.compactMap(self.node)
    let below = context.descendants.compactMap(self.node)
    var tree = SourceTree(root: above.first?.id ?? node.id, nodes: above + [node] + below)
    // Responses without an account are cut.
    tree.cut = SourceTree.cut(tree.nodes)
    // The response has the replies to this status only, not those to the ones above.
    if !above.isEmpty { tree.cut.formUnion(above.map(\.id)) }
    return tree
  }

  func part(below node: SourceNode) async throws(APIError) -> SourceTree? {
    guard let name = name(of: node.id) else { return nil }
    let below = try await context(of: name).descendants.compactMap(self.node)
    var tree = SourceTree(root: node.id, nodes: [node] + below)
    tree.cut = SourceTree.cut(tree.nodes).subtracting([node.id])
    return tree
  }

  private func context(of name: String) async throws(APIError) -> MastodonContext {
    try await web.answer(
      "/api/v1/statuses/\(name.percentEncoded)/context", as: MastodonContext.self)
  }

  func search(_ words: String) async throws(APIError) -> [SourceNode] {
    // Without an account, an instance finds hashtags only.
    let tags = words.split(separator: " ").map { $0.drop { $0 == "#" } }.filter { !$0.isEmpty }
    guard let first = tags.first else { return [] }
    let others = tags.dropFirst().prefix(4).map { "&all%5B%5D=\(String($0).percentEncoded)" }
    return try await list(
      "timelines/tag/\(String(first).percentEncoded)?limit=\(Self.page)\(others.joined())")
  }

  func user(_ handle: String) async throws(APIError) -> SourceUser {
    let account = try await account(handle)
    guard let user = SourceUser(account) else { throw .status(404, message: nil) }
    return user
  }

  func posts(by handle: String) async throws(APIError) -> [SourceNode] {
    guard let id = try await account(handle).id?.text else { throw .status(404, message: nil) }
    return try await list(
      "accounts/\(id.percentEncoded)/statuses?limit=\(Self.page)&exclude_reblogs=true")
  }

  func directory() async throws(APIError) -> [SourceUser] {
    try await web.answer(
      "/api/v1/directory?limit=\(Self.page)&order=active", as: LossyList<MastodonAccount>.self
    ).elements.compactMap(SourceUser.init)
  }

  private func account(_ handle: String) async throws(APIError) -> MastodonAccount {
    try await web.answer(
      "/api/v1/accounts/lookup?acct=\(handle.percentEncoded)", as: MastodonAccount.self)
  }

  private func list(_ target: String) async throws(APIError) -> [SourceNode] {
    try await web.answer("/api/v1/\(target)", as: LossyList<MastodonStatus>.self).elements
      .compactMap(node)
  }

  // MARK: Numbers

  /// The prefix of names for statuses whose IDs are too large.
  static let status = "status/"

  /// Returns the ID of a status, or a number for it if it is too large.
  private func number(_ name: String?) -> Int? {
    guard let name, !name.isEmpty, name.utf8.count <= 100 else { return nil }
    if let number = Int(name), number > 0, number < SourceNumbers.first { return number }
    return numbers.number(of: Self.status + name)
  }

  func name(of number: Int) -> String? {
    guard number >= SourceNumbers.first else { return number > 0 ? "\(number)" : nil }
    guard let name = numbers.name(of: number), name.hasPrefix(Self.status) else { return nil }
    return String(name.dropFirst(Self.status.count))
  }

  /// Returns a status as a post; nil without an ID.
  ///
  /// A boost is the boosted status.
  private func node(_ status: MastodonStatus) -> SourceNode? {
    let status = status.shown
    guard let id = number(status.id?.text) else { return nil }
    var node = SourceNode(status, id: id)
    node.parent = number(status.parent?.text)
    return node
  }
}
