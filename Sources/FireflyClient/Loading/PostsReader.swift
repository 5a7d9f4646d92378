import FireflyAPI
import FireflyCore
import FireflyModel
import Logging
import Synchronization

/// Reads the newest posts or the children of a post, with everything below them, from any server:
/// for `firefly posts`.
package struct PostsReader: Sendable {
  // The default page size of a server's feed.
  private static let pageSize = 50
  // What a server without pages is asked for at most.
  private static let wholeList = 10_000

  private let client: any PostsClient
  private let list: Audience
  private let limit: Int
  private let before: Int?
  private let after: Int?
  private let numbersRise: Bool
  private let log: Logger

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - client: sends requests to the server.
  ///   - list: whose posts the newest ones are.
  ///   - limit: maximum posts per level.
  ///   - before: the post below which the list begins; nil for its top.
  ///   - after: the post above which it ends; nil for its end.
  ///   - numbersRise: whether newer posts have higher numbers, so that it ends there also if that one was deleted.
  package init(
    client: any PostsClient, list: Audience = .everyone, limit: Int, before: Int? = nil,
    after: Int? = nil,
    numbersRise: Bool = false, log: Logger
  ) {
    (self.client, self.list, self.limit) = (client, list, limit)
    (self.before, self.after) = (before, after)
    // An old thread with a new reply is the first one.
    self.numbersRise = numbersRise && list != .threads
    self.log = log
  }

  /// Reads posts.
  ///
  /// - Parameters:
  ///   - parent: the parent of the posts, or the saved search that finds them; nil for the newest
  ///     posts.
  ///   - deep: whether to read everything below them.
  /// - Returns: the posts, at depth 1, and their descendants.
  package func read(parent: Int?, deep: Bool) async throws(APIError) -> OutlineBranch {
    if let parent {
      // The children of a missing post are an empty list: request the post itself, too.
      let post = try await client.post(parent, false)
      if post.template == .query { return try await results(of: parent, deep: deep) }
      if deep { return try await reader.read(below: parent) }
      let page = try await client.branch(parent, 1, limit)
      return flat(page.posts, leftOut: page.skipped.count)
    }
    let (newest, leftOut) = try await newest()
    guard deep else { return flat(newest, leftOut: leftOut) }
    var branch = try await reader.read(newest)
    branch.leftOut += leftOut
    return branch
  }

  /// Reads the unread posts: among the newest, or everywhere below a post; all of them on a server
  /// that can tell their numbers.
  ///
  /// - Parameters:
  ///   - parent: the post; nil for the newest posts.
  ///   - marks: the marks by numbers; nil for a source.
  ///   - muted: what is silenced, in which nothing is unread.
  ///   - isUnread: returns whether a post is unread; its second argument is the top of the branch.
  /// - Returns: at most `limit` posts, at depth 1.
  package func unread(
    below parent: Int?, _ marks: ReadMarks?, _ muted: Muted,
    _ isUnread: @Sendable (Post, Int?) -> Bool
  ) async throws(APIError) -> [OutlineBranch.Node] {
    var found: [Post] = []
    var muted = muted
    if let marks, try await client.has(.ids),
      let new = await client.newPosts(below: parent, since: marks.floor)
    {
      let unread = new.map(\.id).filter { marks.isUnread($0, createdAt: nil) }
      muted.learn(new.lazy.map { ($0.id, $0.parent) })
      // Below a post they are in reading order.
      for id in parent == nil ? (marks.marked + unread).reversed() : unread {
        guard found.count < limit else { break }
        do {
          let post = try await client.post(id, false)
          if isUnread(post, nil), !muted.isSilenced(post) { found.append(post) }
        } catch .status(404, _) {
          continue
        }
      }
    } else if let parent {
      let branch = try await PostsReader(client: client, limit: 10_000, log: log)
        .read(parent: parent, deep: true)
      let posts = branch.nodes.map(\.post)
      muted.learn(posts.lazy.map { ($0.id, $0.parentID) })
      found = posts.filter { isUnread($0, parent) && !muted.isSilenced($0) }
    } else {
      var before: Int?
      var seen: Set<Int> = []
      // New posts are at the top: a page without any ends the search.
      while found.count < limit {
        let page = try await client.recentPosts("post", list, before, Self.pageSize).posts
        let new = page.filter { seen.insert($0.id).inserted && isUnread($0, nil) }
        muted.learn(page.lazy.map { ($0.id, $0.feedID ?? $0.parentID) })
        found += new.filter { !muted.isSilenced($0) }
        guard !new.isEmpty, page.count >= Self.pageSize, page.last?.id != before else { break }
        before = page.last?.id
      }
    }
    return flat(found).nodes
  }

  /// Reads the newest posts by others below a user's own.
  ///
  /// - Parameter account: whose.
  /// - Returns: at most `limit` posts, at depth 1; on servers without the extension, those among the
  ///   newest 1,000.
  package func answers(to account: Account) async throws(APIError) -> [OutlineBranch.Node] {
    if try await client.has(.answers) {
      return flat(try await client.answers(nil, limit).posts).nodes
    }
    let newest = try await PostsReader(client: client, limit: 1_000, log: log).newest().posts
    let own = Set(newest.filter { account.owns($0) }.map(\.id))
    return flat(
      newest.filter { !account.owns($0) && $0.parentID.map(own.contains) == true }
    ).nodes
  }

  private func flat(_ posts: [Post], leftOut: Int = 0) -> OutlineBranch {
    var branch = OutlineBranch(posts.prefix(limit).map { OutlineBranch.Node(post: $0, depth: 1) })
    branch.leftOut = leftOut
    return branch
  }

  /// Reads the results of a saved search; the branch is truncated if some could not be loaded.
  private func results(of query: Post.ID, deep: Bool) async throws(APIError) -> OutlineBranch {
    let hits = try await hits(of: query).prefix { $0.id != after }
    var found = PostPage(posts: [])
    for await page in PostLoader(client: client, log: log).pages(of: Array(hits), limit: limit) {
      found = page
    }
    var branch = deep ? try await reader.read(found.posts) : flat(found.posts)
    if found.posts.count < min(limit, hits.count) { branch.isCut = true }
    return branch
  }

  /// Returns the results of a saved search below the post where they begin; there may be more than are read.
  private func hits(of query: Post.ID) async throws(APIError) -> [SearchHit] {
    var (wanted, known) = (before == nil ? limit : max(limit, SearchHit.maximumShown), 0)
    while true {
      let hits = try await client.search(query, wanted)
      guard let before else { return hits }
      let isWhole = hits.count < wanted || hits.count == known || wanted >= Self.wholeList
      let rest = hits.firstIndex { $0.id == before }.map { hits[($0 + 1)...] }
      if let rest, isWhole || rest.count >= limit { return Array(rest) }
      if isWhole {
        throw .notOffered("Post \(before) is not in this list, as far as it can be read.")
      }
      (wanted, known) = (min(4 * wanted, Self.wholeList), hits.count)
    }
  }

  private var reader: OutlineReader {
    var bounds = OutlineReader.Bounds()
    bounds.width = limit
    bounds.posts = max(100_000, limit)
    bounds.lists = 2_000
    bounds.seconds = 300
    return OutlineReader(client: client, bounds: bounds)
  }

  /// Returns the list as it is kept on this machine, for a place that can't be reached.
  package func kept() async -> [Post] {
    let kept = Mutex<[Post]>([])
    let loading = Task { [client, list, limit] in
      _ = try? await client.list(.feed(tag: "post", by: list, limit: limit)) { page in
        kept.withLock { $0 = page.posts }
        // Nothing needs to be asked for.
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await loading.value
    return kept.withLock(\.self)
  }

  private func newest() async throws(APIError) -> (posts: [Post], leftOut: Int) {
    let posts = Mutex<[Post]>([])
    let leftOut = try await newest { page in
      posts.withLock { $0 += page }
      return true
    }
    return (posts.withLock(\.self), leftOut)
  }

  /// Reads the newest posts, by pages if the server supports them.
  ///
  /// - Parameter take: gets each page; returns whether to go on.
  /// - Returns: the number of those that can't be read.
  package func newest(_ take: @Sendable ([Post]) -> Bool) async throws(APIError) -> Int {
    var pages = true
    if before != nil { pages = try await client.has(.paging) }
    // Without pages, the whole list is one.
    let first = pages ? min(limit, Self.pageSize) : Self.wholeList
    var page = try await self.page(of: first, after: pages ? before : nil)
    if !pages { page.posts = page.posts.part(below: before) }
    // A source goes on only from a post that it has seen in this run.
    let isSought = pages && !numbersRise && before != nil && page.posts.isEmpty
    if isSought, let before { page = try await self.page(below: before) }
    var leftOut = page.skipped.count
    // Fewer posts than a page are all of them.
    let isAll =
      !isSought && (!pages || page.posts.count >= limit || page.posts.count + leftOut < first)
    if !isAll, !(try await client.has(.paging)) {
      page = try await self.page(of: limit, after: nil)
      _ = take(aboveEnd(page.posts))
      return page.skipped.count
    }
    var seen: Set<Int> = []
    while true {
      let room = limit - seen.count
      let new = page.posts.filter { seen.insert($0.id).inserted }
      let shown = Array(aboveEnd(new).prefix(room))
      guard take(shown), !isAll, shown.count == new.count, !new.isEmpty, seen.count < limit else {
        return leftOut
      }
      page = try await self.page(of: Self.pageSize, after: page.posts.last?.id)
      leftOut += page.skipped.count
    }
  }

  /// Returns a page of the list, after a post; nil for the first one.
  private func page(of limit: Int, after id: Int?) async throws(APIError) -> PostPage {
    list == .threads
      ? try await client.threadsAnywhere(after: id, limit: limit)
      : try await client.recentPosts("post", list, id, limit)
  }

  /// Returns the posts above the one at which the list ends; all if it isn't there.
  private func aboveEnd(_ posts: [Post]) -> [Post] {
    guard let after else { return posts }
    return Array(posts.prefix { numbersRise ? $0.id > after : $0.id != after })
  }

  /// Returns the posts that follow one in a page of the list, which is read from its top; none if it isn't there.
  private func page(below id: Int) async throws(APIError) -> PostPage {
    var (last, count): (Int?, Int) = (nil, 0)
    while count < Self.wholeList {
      var page = try await self.page(of: Self.pageSize, after: last)
      guard let end = page.posts.last?.id, end != last else { break }
      if end == id { return try await self.page(of: Self.pageSize, after: id) }
      if page.posts.contains(where: { $0.id == id }) {
        page.posts = page.posts.part(below: id)
        return page
      }
      (last, count) = (end, count + page.posts.count)
    }
    return PostPage(posts: [])
  }
}

extension PostsClient {
  /// Returns the top-level posts, by the newest posts of their branches; on a server that can't sort them, as
  /// far as the newest posts tell.
  ///
  /// - Parameters:
  ///   - id: the last post of the page before; nil for the first page.
  ///   - limit: maximum number of posts, where the server sorts them.
  /// - Returns: the page; empty after the first one on a server that can't sort them.
  func threadsAnywhere(after id: Int?, limit: Int) async throws(APIError) -> PostPage {
    if try await has(.threads) { return try await threads(id, limit) }
    guard id == nil else { return PostPage(posts: []) }
    let newest = 500
    var page = try await recentPosts(Explorer.posts.tag, .everyone, nil, newest)
    page.posts = ThreadOrder.tops(of: page.posts)
    return page
  }
}

extension [Post] {
  /// Returns the posts that follow one; all if it is not there.
  fileprivate func part(below id: Int?) -> [Post] {
    firstIndex { $0.id == id }.map { Array(self[($0 + 1)...]) } ?? self
  }
}
