import FireflyAPI
import FireflyCore
import FireflyForeign
import Synchronization

/// Reads one source: from memory if possible, else from the service.
final class SourceReader: Sendable {
  /// Levels of a branch at most.
  static let maximumDepth = 256

  let backend: any SourceBackend
  let address: SourceAddress
  let kept: SavedSearches
  let cache = SourceCache()
  let foundPeople = FoundPeople()
  private let trees = SharedRequests<Int, SourceTree>()
  private let feeds = SharedRequests<Feed, PostPage>()
  /// The top posts of replies that are not in memory yet.
  private let roots: [Int: Int]
  /// Whether it was asked up to where the first list was read.
  private let hasBegun = Atomic(false)

  init(
    _ backend: any SourceBackend, at address: SourceAddress, kept: SavedSearches,
    roots: [Int: Int] = [:]
  ) {
    (self.backend, self.address, self.kept, self.roots) = (backend, address, kept, roots)
  }

  /// A part of a list of the first tab.
  private struct Feed: Hashable {
    var isSecond: Bool
    var before: Int?
    var limit: Int
  }

  /// The error of every call that writes to a source that only reads.
  var readOnly: APIError {
    address.site(as: .signedOut).refusal(of: .write).map(APIError.refused)
      ?? .status(501, message: nil)
  }

  // MARK: Lists

  /// Loads a list of the first tab.
  ///
  /// `tag` chooses between posts and saved searches.
  func feed(
    _ tag: String, _ list: Audience, before: Int?, limit: Int
  ) async throws(APIError) -> PostPage {
    switch Post.Template(name: tag) {
    case .query:
      guard before == nil else { return PostPage(posts: []) }
      await backend.loadLists()
      return PostPage(posts: kept.all + backend.lists.map(row))
    case .profile: return PostPage(posts: [])
    default:
      guard list != .mine else { return PostPage(posts: []) }
      return try await feed(isSecond: list == .second, before: before, limit: limit)
    }
  }

  func feed(isSecond: Bool, before: Int?, limit: Int) async throws(APIError) -> PostPage {
    let last = before.flatMap { cache.node($0) }
    // If the last post is no longer known, the list ends.
    guard before == nil || last != nil else { return PostPage(posts: []) }
    let feed = Feed(isSecond: isSecond, before: before, limit: limit)
    return try await feeds.run(feed) { [self] () throws(APIError) in
      do throws(APIError) {
        var page = try page(await backend.feed(isSecond: isSecond, after: last, limit: limit))
        if !isSecond { page.name = backend.standIn }
        if !isSecond, before == nil { try await begin(&page) }
        return page
      } catch {
        throw explained(error)
      }
    }
  }

  /// Returns the error of a list; what is no answer of such a place is said so.
  private func explained(_ error: APIError) -> APIError {
    guard !address.instance.isEmpty, !address.has(.program), error.isForeign else { return error }
    return .notOffered("\(address.name) does not answer like \(address.kind.instance).")
  }

  /// Posts in which the one is sought up to which the first list was read.
  private static let sought = 200

  /// Finds the post up to which the first list was read on another device, once; loads more of the list if it is
  /// further down.
  private func begin(_ page: inout PostPage) async throws(APIError) {
    guard !hasBegun.exchange(true, ordering: .relaxed), var found = await backend.mark(),
      found.mark != kept.mark
    else { return }
    kept.keep(mark: found.mark)
    while found.post == nil, page.posts.count < Self.sought,
      let last = page.posts.last.flatMap({ cache.node($0.id) }),
      let more = try? await backend.feed(isSecond: false, after: last, limit: 50),
      !more.isEmpty, let next = await backend.mark()
    {
      page.posts += try self.page(more).posts
      found = next
    }
    page.readUpTo = found.post
  }

  /// Keeps that the first list was read up to a post.
  func seen(_ id: Int) async {
    if let mark = await backend.seen(id) { kept.keep(mark: mark) }
  }

  /// Returns a list of the first tab as it is kept on this machine, or if nothing is, what comes faster than the whole;
  /// nil for nothing.
  func beginning(
    _ tag: String, _ list: Audience, limit: Int
  ) async throws(APIError) -> PostPage? {
    guard Post.Template(name: tag) == .post, list != .mine else { return nil }
    var nodes = backend.kept(isSecond: list == .second, limit: limit)
    if nodes.isEmpty {
      do throws(APIError) {
        nodes = try await backend.beginning(isSecond: list == .second, limit: limit)
      } catch {
        throw explained(error)
      }
    }
    guard !nodes.isEmpty, var page = try? page(nodes) else { return nil }
    page.isCut = true
    return page
  }

  /// Takes a post that is kept on this machine into memory.
  private func takeKept(_ id: Int) {
    if cache.node(id) == nil, let node = backend.kept(id) { cache.insert([node]) }
  }

  /// Loads the replies to a post, or the posts of a user.
  func children(of id: Int) async throws(APIError) -> PostPage {
    if let handle = handle(id) {
      if let rows = try await rows(ofFolder: handle) { return rows }
      if let members = try await backend.members(of: handle) { return page(ofRows: members) }
      return try page(await backend.posts(by: handle))
    }
    if kept.search(id) != nil || list(id) != nil { return PostPage(posts: []) }
    takeKept(id)
    if let known = cache.children(of: id, willBeShown: true) {
      return PostPage(posts: posts(known))
    }
    _ = try await load(id)
    // The tree may be cut at this post.
    if cache.children(of: id, willBeShown: false) == nil, cache.isPart(id) {
      _ = try await load(id)
    }
    return PostPage(
      posts: posts(cache.children(of: id, willBeShown: true) ?? cache.knownChildren(of: id)))
  }

  /// Loads what a profile shows of the posts of its owner.
  func profilePosts(of id: Int) async throws(APIError) -> PostPage {
    guard let handle = handle(id) else { throw .status(404, message: nil) }
    return try page(await backend.profilePosts(by: handle))
  }

  /// Loads a branch without its top, nested.
  func branch(of id: Int, depth: Int, maximum: Int) async throws(APIError) -> PostPage {
    var page = try await children(of: id)
    var room = max(0, maximum - page.posts.count)
    page.isCut = page.posts.count > maximum
    page.posts = Array(page.posts.prefix(maximum))
    guard handle(id) == nil, depth > 1 else { return page }
    page.posts = page.posts.map {
      nested($0, depth: min(depth, Self.maximumDepth) - 1, &room, &page.isCut)
    }
    return page
  }

  private func nested(_ post: Post, depth: Int, _ room: inout Int, _ isCut: inout Bool) -> Post {
    guard depth > 0, let children = cache.children(of: post.id, willBeShown: false) else {
      return post
    }
    isCut = isCut || children.count > room
    guard room > 0 else { return post }
    let taken = children.prefix(room)
    room -= taken.count
    var post = post
    post.children = taken.map { nested(self.post($0), depth: depth - 1, &room, &isCut) }
    return post
  }

  // MARK: Single posts

  /// Loads a post, with its ancestors if requested.
  func post(_ id: Int, ancestors: Bool) async throws(APIError) -> Post {
    if let search = kept.search(id) ?? list(id).map(row) { return search }
    if let found = foundPerson(id) { return found }
    if let handle = handle(id) { return try await person(handle) }
    takeKept(id)
    if cache.node(id) == nil, let name = kept.numbers.name(of: id),
      let number = try await backend.number(of: name)
    {
      return try await post(number, ancestors: ancestors)
    }
    if cache.node(id) == nil || ancestors && cache.ancestors(of: id) == nil {
      _ = try await load(id)
    }
    guard let node = cache.node(id) else { throw .status(404, message: nil) }
    var post = post(node)
    if ancestors { post.ancestors = (cache.ancestors(of: id) ?? []).map(self.post) }
    return post
  }

  /// Returns a post that is on this machine; nil for others.
  func known(_ id: Int) -> Post? { (cache.node(id) ?? backend.known(id)).map(post) }

  /// Loads a post with its whole text.
  func wholePost(_ id: Int) async throws(APIError) -> Post {
    if let handle = handle(id) { return try await person(handle) }
    if cache.node(id)?.facts.isExcerpt == true { _ = try await load(id) }
    return try await post(id, ancestors: false)
  }

  /// Loads the tree of a post, or the replies to the post that its tree lacks.
  private func load(_ id: Int) async throws(APIError) -> SourceTree {
    let node = cache.node(id)
    let isKnown = id > 0 && id < SourceNumbers.first || kept.numbers.name(of: id) != nil
    guard node != nil || isKnown else { throw .status(404, message: nil) }
    let root = node?.root ?? roots[id] ?? (node != nil && node?.parent == nil ? id : nil)
    let part = cache.isPart(id) ? node : nil
    return try await trees.run(part == nil ? root ?? id : -id) {
      [self] () throws(APIError) in
      var tree: SourceTree?
      if let part { tree = try await backend.part(below: part) }
      let loaded: SourceTree
      if let tree {
        loaded = tree
      } else {
        loaded = try await backend.tree(of: id, root: root, top: root.flatMap { cache.node($0) })
      }
      try requireHTML()
      cache.insert(loaded)
      kept.saveNames()
      return loaded
    }
  }

  // MARK: Nodes as posts

  /// Loads the HTML parser on first use.
  func requireHTML() throws(APIError) { try HTMLText.require() }

  func page(_ nodes: [SourceNode]) throws(APIError) -> PostPage {
    try requireHTML()
    var seen: Set<Int> = []
    let nodes = nodes.filter { seen.insert($0.id).inserted }
    let known = cache.insert(nodes)
    kept.saveNames()
    return PostPage(posts: posts(known))
  }

  private func posts(_ nodes: [SourceNode]) -> [Post] { nodes.map(post) }
}

extension APIError {
  /// Whether another service may have answered.
  var isForeign: Bool {
    switch self {
    case .unreadable, .webPage: true
    default: isUnknownCall
    }
  }

  /// Whether the server doesn't know the call.
  var isUnknownCall: Bool {
    switch self {
    case .status(404, _), .status(405, _), .status(410, _), .status(501, _): true
    default: false
    }
  }
}

extension Post {
  /// The words of a saved search: its summary, or else its title.
  var searchWords: String {
    summary.allSatisfy(\.isWhitespace) ? title : summary
  }
}

extension HTMLText {
  /// Loads the parser on first use.
  ///
  /// - Throws: `APIError.missingLibrary`.
  static func require() throws(APIError) {
    if let problem { throw .missingLibrary(problem) }
  }
}
