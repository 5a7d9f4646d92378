import FireflyAPI
import FireflyApp
import FireflyCore
import Foundation
import Logging

/// What the lists show, put together from the calls of a client.
struct PostLoader: Sendable {
  /// Search results that are fetched at most: one request each.
  private static let maximumResults = 100
  /// Posts above a post that are looked up at most.
  private static let maximumPath = 128

  let client: PostsClient
  let log: Logger

  /// An explorer's own list.
  func root(
    _ explorer: Explorer, onlyMine: Bool, before: Post.ID?, limit: Int
  ) async -> Result<PostPage, LoadFailure> {
    await response {
      switch explorer {
      case .users: try await client.recentUsers()
      case .posts, .searches:
        try await client.recentPosts(explorer.tag, onlyMine ? .current : .any, before, limit)
      }
    }
  }

  /// An explorer's first list: the user's own posts if there are any, else everybody's.
  func beginning(
    _ explorer: Explorer, limit: Int
  ) async -> (onlyMine: Bool, page: Result<PostPage, LoadFailure>) {
    let mine = await root(explorer, onlyMine: true, before: nil, limit: limit)
    if case .success(let page) = mine, page.posts.isEmpty {
      return (false, await root(explorer, onlyMine: false, before: nil, limit: limit))
    }
    return (true, mine)
  }

  /// The children of a post.
  func children(of id: Post.ID) async -> Result<PostPage, LoadFailure> {
    await response { try await client.children(id, 1) }
  }

  /// The children of a post that has many: the first of them as soon as they have come, then all.
  func manyChildren(of id: Post.ID) -> AsyncStream<Result<PostPage, LoadFailure>> {
    AsyncStream { stream in
      let task = Task {
        let all = await response {
          try await client.manyChildren(id) { stream.yield(.success($0)) }
        }
        stream.yield(all)
        stream.finish()
      }
      stream.onTermination = { _ in task.cancel() }
    }
  }

  /// One post.
  func post(_ id: Post.ID) async -> Result<Post, LoadFailure> {
    await response { try await client.post(id, false) }
  }

  /// A person's profile, as a list of one.
  func profile(of email: String) async -> Result<PostPage, LoadFailure> {
    await response {
      PostPage(posts: try await client.profile(email).map { [$0] } ?? [])
    }
  }

  /// The user's own profile, blank if it was never written; nil if the server has none.
  func ownProfile(of email: String) async -> Result<Post?, LoadFailure> {
    await response { try await client.profile(email) }
  }

  /// What stands in the empty fields of a template.
  func template(_ name: String) async -> Result<Post.Placeholders, LoadFailure> {
    await response { try await client.template(name) }
  }

  /// What a saved search finds, in the server's order, growing as its posts come: every page has what
  /// has come of the beginning, the last one all of it.
  ///
  /// A hit that can't be had is asked for once more, because some servers deny under load what they have;
  /// then it is left out and counted.
  func results(of query: Post.ID) -> AsyncStream<Result<PostPage, LoadFailure>> {
    AsyncStream { stream in
      let task = Task {
        switch await response({ try await client.search(query) }) {
        case .failure(let failure): stream.yield(.failure(failure))
        case .success(let hits):
          for await page in pages(of: hits) { stream.yield(.success(page)) }
        }
        stream.finish()
      }
      stream.onTermination = { _ in task.cancel() }
    }
  }

  /// The posts of hits: every page has what has come of the beginning, the last one all of it.
  ///
  /// - `limit`: posts at most; others come in the place of those that can't be had.
  func pages(of hits: [SearchHit], limit: Int = maximumResults) -> AsyncStream<PostPage> {
    AsyncStream { stream in
      let task = Task {
        await load(
          hits.prefix(2 * Self.maximumResults).map(\.id), limit: min(limit, Self.maximumResults)
        ) { stream.yield($0) }
        stream.finish()
      }
      stream.onTermination = { _ in task.cancel() }
    }
  }

  private func load(_ hits: [Post.ID], limit: Int, _ send: (PostPage) -> Void) async {
    var found: [Post.ID: Result<Post, LoadFailure>] = [:]
    // How many were asked for, and how many of the first have come.
    var (asked, complete) = (min(limit, hits.count), 0)
    var reachability = ServerReachability()
    await withTaskGroup(of: (Post.ID, Result<Post, LoadFailure>).self) { group in
      for id in hits.prefix(asked) { group.addTask { (id, await postWithRetry(id)) } }
      for await (id, result) in group {
        found[id] = result
        reachability.record(result)
        if case .failure = result, !reachability.isBroken, asked < hits.count {
          let next = hits[asked]
          asked += 1
          group.addTask { (next, await postWithRetry(next)) }
        }
        let before = complete
        while complete < asked, found[hits[complete]] != nil { complete += 1 }
        if complete > before, complete < asked {
          var beginning = page(hits.prefix(complete), of: found)
          beginning.isCut = true
          send(beginning)
        }
      }
    }
    guard !Task.isCancelled else { return }
    var all = page(hits.prefix(asked), of: found)
    all.isBroken = reachability.isBroken
    send(all)
  }

  private func postWithRetry(_ id: Post.ID) async -> Result<Post, LoadFailure> {
    let first = await post(id)
    guard case .failure(let failure) = first, failure.kind != .cancelled else { return first }
    return await post(id)
  }

  private func page(
    _ hits: ArraySlice<Post.ID>, of found: [Post.ID: Result<Post, LoadFailure>]
  ) -> PostPage {
    var page = PostPage(posts: [], hits: Array(hits))
    for id in hits {
      switch found[id] {
      case .success(let post): page.posts.append(post)
      case .failure(let failure): page.skipped.append("result \(id): \(failure.sentence)")
      case nil: break
      }
    }
    return page
  }

  /// What the server can do beyond the contract; nil if that can't be found out.
  func abilities() async -> ServerAbilities? {
    guard case .success(let known) = await response({ try await client.extensions() }) else {
      return nil
    }
    return ServerAbilities(
      moves: known.contains(.move), restores: known.contains(.undelete),
      moderates: known.contains(.moderate), removesPictures: known.contains(.picture))
  }

  /// Moves a post below another one, or to the root.
  func move(_ id: Post.ID, to parent: Post.ID?) async -> Result<Post, LoadFailure> {
    await response { try await client.move(id, parent) }
  }

  /// Brings back a post that was deleted.
  func restore(_ id: Post.ID) async -> Result<Post, LoadFailure> {
    await response { try await client.restore(id) }
  }

  /// Which saved searches have new matches, of which what is unknown is none; those the server doesn't
  /// know of are left out, and so is what it tells of others.
  func badges(of ids: [Post.ID]) async -> [Post.ID: Bool] {
    guard case .success(let badges) = await response({ try await client.badges(ids) }) else {
      return [:]
    }
    let asked = Set(ids)
    return badges.mapValues { $0 ?? false }.filter { asked.contains($0.key) }
  }

  /// What is new since one has looked at posts and users.
  func news(
    of queries: [Post.ID], viewedPosts: Date, viewedUsers: Date
  ) async -> Result<News, LoadFailure> {
    await response { try await client.poll(queries, viewedPosts, viewedUsers) }
  }

  /// A post and all above it, the topmost first.
  func path(to id: Post.ID) async -> Result<[Post], LoadFailure> {
    await response {
      let post: Post
      do {
        post = try await client.post(id, true)
      } catch let error as APIError where error.sentence(onPost: id) != error.sentence {
        throw LoadFailure(.missing, error.sentence(onPost: id))
      }
      if let ancestors = post.ancestors { return ancestors.reversed() + [post] }
      // A plain server returns one post at a time; stop at cycles.
      var path = [post]
      var seen: Set<Post.ID> = [id]
      while let parent = path.first?.parentID, parent > 0, seen.insert(parent).inserted,
        path.count < Self.maximumPath,
        case .success(let above) = await self.post(parent)
      {
        path.insert(above, at: 0)
      }
      return path
    }
  }

  /// A branch as lines, without its top.
  func outline(of id: Post.ID) async -> Result<Outline.Branch, LoadFailure> {
    await response { try await OutlineReader(client: client).read(below: id) }
  }

  /// An answer as the state takes it; failures are logged.
  private func response<Value: Hashable & Sendable>(
    _ call: () async throws -> Value
  ) async -> Result<Value, LoadFailure> {
    do {
      return .success(try await call())
    } catch let error as APIError {
      if error != .cancelled { log.error("request failed", metadata: ["error": "\(error)"]) }
      return .failure(LoadFailure(error))
    } catch let failure as LoadFailure {
      return .failure(failure)
    } catch {
      log.error("request failed", metadata: ["error": "\(error)"])
      return .failure(
        LoadFailure(.refused, "Something went wrong: \(error.localizedDescription)"))
    }
  }
}

/// Whether there still is a way to a server, by what has come of many questions.
private struct ServerReachability {
  /// Failures on the way since something came.
  private var failures: [LoadFailure.Kind] = []

  /// One answer alone that comes too late is no sign yet.
  var isBroken: Bool { failures.contains { $0 != .timedOut } || failures.count > 1 }

  mutating func record<Value>(_ result: Result<Value, LoadFailure>) {
    guard case .failure(let failure) = result else { return failures = [] }
    if [.offline, .interrupted, .timedOut].contains(failure.kind) { failures.append(failure.kind) }
  }
}
