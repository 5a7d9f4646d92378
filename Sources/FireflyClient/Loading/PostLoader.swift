import FireflyAPI
import FireflyCore
import FireflyModel
import Foundation
import Logging

/// Loads lists and posts, and turns errors into failures for the state.
package struct PostLoader: Sendable {
  /// Maximum length of a path.
  private static let maximumPath = 128

  let client: any PostsClient
  let log: Logger

  /// Creates a loader.
  package init(client: any PostsClient, log: Logger) { (self.client, self.log) = (client, log) }

  /// Loads a list.
  ///
  /// Each page extends the one before; the last one is complete.
  package func pages(of list: RequestedList) -> AsyncStream<Result<PostPage, LoadFailure>> {
    AsyncStream { send in
      send(await response { try await client.list(list) { send(.success($0)) } })
    }
  }

  /// Loads the first list of an explorer, in pages: the user's own posts if there are any, else
  /// everyone's.
  package func beginning(
    _ explorer: Explorer, limit: Int
  ) -> AsyncStream<(onlyMine: Bool, page: Result<PostPage, LoadFailure>)> {
    AsyncStream { send in
      for await page in pages(of: explorer.list(.mine, limit: limit)) {
        guard case .success(let mine) = page, mine.posts.isEmpty else {
          send((true, page))
          continue
        }
        for await page in pages(of: explorer.list(.everyone, limit: limit)) {
          send((false, page))
        }
      }
    }
  }

  /// Loads the page of a root list after a post.
  package func nextPage(
    _ explorer: Explorer, _ audience: Audience, before: Post.ID, limit: Int
  ) async -> Result<PostPage, LoadFailure> {
    await response {
      try await client.recentPosts(explorer.tag, audience, before, limit)
    }
  }

  /// Number of threads per page.
  private static let threadsPage = 200

  /// Loads the top-level posts, by the newest posts of their branches; on a server that can't sort them, as
  /// far as the newest posts tell.
  ///
  /// - Parameter before: the last post of the page before; nil for the first page.
  /// - Returns: the page; empty after the first one on a server that can't sort them.
  package func threads(before: Post.ID? = nil) async -> Result<PostPage, LoadFailure> {
    await response { try await client.threadsAnywhere(after: before, limit: Self.threadsPage) }
  }

  /// Loads the posts right below a post.
  package func children(of id: Post.ID) async -> Result<PostPage, LoadFailure> {
    await response { try await client.children(id, 1) }
  }

  /// Loads a page of a thread, in reading order, as far as one request reaches.
  package func thread(
    below id: Post.ID, after key: String? = nil, skipping skipped: Post.ID? = nil
  ) async -> Result<PostPage, LoadFailure> {
    await response {
      try await ThreadReader(client: client).page(below: id, after: key, skipping: skipped)
    }
  }

  /// Loads the replies to a post of a thread, in reading order, as far as one request reaches.
  package func replies(to id: Post.ID) async -> Result<PostPage, LoadFailure> {
    await response { try await ThreadReader(client: client).replies(to: id) }
  }

  /// Loads the newest posts by others below the user's own.
  ///
  /// - Parameters:
  ///   - loaded: those among the loaded posts, for servers that can't list them.
  ///   - followed: the replies in branches that the user follows.
  ///   - kind: the kind of notices, where the place has some; nil for all.
  package func answers(
    orElse loaded: [Post], and followed: [Post.ID], _ kind: Notice.Kind?
  ) async -> Result<PostPage, LoadFailure> {
    await response {
      if client.site.has(.notices) { return try await client.notices(kind, areSeen: true) }
      var page =
        try await client.has(.answers)
        ? client.answers(nil, Self.maximumAnswers) : PostPage(posts: loaded)
      let known = Set(page.posts.map(\.id))
      let others = await posts(followed.filter { !known.contains($0) })
      guard !others.isEmpty else { return page }
      page.posts = (page.posts + others).sorted { $0.id > $1.id }
      return page
    }
  }

  /// Loads some posts; those that can't be loaded are left out.
  private func posts(_ ids: [Post.ID]) async -> [Post] {
    await withTaskGroup(of: Post?.self) { group in
      for id in ids { group.addTask { try? await client.post(id, false) } }
      var posts: [Post] = []
      for await case let post? in group { posts.append(post) }
      return posts
    }
  }

  /// Maximum number of replies to the user in a list.
  private static let maximumAnswers = 200

  /// Loads a post.
  package func post(_ id: Post.ID) async -> Result<Post, LoadFailure> {
    await response { try await client.post(id, false) }
  }

  /// Finds the address of a post's page on the web.
  package func page(of id: Post.ID) async -> Result<String?, LoadFailure> {
    await response { try await client.page(id) }
  }

  /// Loads a post with its whole text.
  package func wholePost(_ id: Post.ID) async -> Result<Post, LoadFailure> {
    await response { try await client.version(id).post }
  }

  /// Loads a profile, and what its owner has written as the rest of the list.
  ///
  /// Each page extends the one before; the last one is complete.
  ///
  /// - Parameter isAlone: whether to load the profile only, as on sources, where its posts may be
  ///   many requests.
  package func profile(
    of email: String, isAlone: Bool
  ) -> AsyncStream<Result<PostPage, LoadFailure>> {
    AsyncStream { send in
      let loaded = await response { try await client.profile(email, false) }
      guard case .success(let profile?) = loaded, profile.hasChildren, !isAlone else {
        return send(loaded.map { PostPage(posts: $0.map { [$0] } ?? []) })
      }
      var first = PostPage(posts: [profile])
      first.isCut = true
      send(.success(first))
      for await page in pages(of: .profile(profile.id)) {
        guard case .success(var page) = page else {
          // The profile is there without them; going down says why.
          send(.success(PostPage(posts: [profile])))
          continue
        }
        page.posts.insert(profile, at: 0)
        send(.success(page))
      }
    }
  }

  /// Loads the user's own profile, blank if it was never written; nil if the server has none.
  package func ownProfile(of email: String) async -> Result<Post?, LoadFailure> {
    await response { try await client.profile(email, false) }
  }

  /// Loads the placeholders of a template's fields.
  package func template(_ name: String) async -> Result<PostText, LoadFailure> {
    await response { try await client.template(name) }
  }

  /// Loads the extensions that the server supports; nil if unknown.
  package func abilities() async -> ServerAbilities? {
    guard case .success(let known) = await response({ try await client.extensions() }),
      case .success(let moves) = await response({ try await client.canMove() })
    else { return nil }
    return ServerAbilities(known, moves: moves)
  }

  /// Moves a post under another one, or to the top level; also returns the size of its branch, if it
  /// can be counted soon.
  package func move(
    _ id: Post.ID, to parent: Post.ID?
  ) async -> (Result<Post, LoadFailure>, BranchSize?) {
    let moved = await response { try await client.confirmedMove(id, to: parent) }
    guard case .success(let post) = moved else { return (moved, nil) }
    return (moved, await client.branchSize(of: post))
  }

  /// Restores a deleted post.
  package func restore(_ id: Post.ID) async -> Result<Post, LoadFailure> {
    await response { try await client.confirmedRestoration(of: id) }
  }

  /// Loads which saved searches have new matches.
  ///
  /// Searches that the server doesn't know are left out.
  package func badges(of ids: [Post.ID]) async -> [Post.ID: Bool] {
    guard case .success(let badges) = await response({ try await client.badges(ids) }) else {
      return [:]
    }
    let asked = Set(ids)
    return badges.mapValues { $0 ?? false }.filter { asked.contains($0.key) }
  }

  /// Loads what is new since the user looked at posts and users.
  package func news(
    of queries: [Post.ID], viewedPosts: Date, viewedUsers: Date
  ) async -> Result<News, LoadFailure> {
    await response { try await client.poll(queries, viewedPosts, viewedUsers) }
  }

  /// Loads a post and everything above it, the topmost first.
  package func path(to id: Post.ID) async -> Result<[Post], LoadFailure> {
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

  /// Whether a post has replies, for one that can't be loaded itself.
  package func hasChildren(_ id: Post.ID) async -> Bool {
    guard case .success(let page) = await children(of: id) else { return false }
    return !page.posts.isEmpty
  }

  /// Loads a branch as lines, without its top.
  package func outline(of id: Post.ID) async -> Result<OutlineBranch, LoadFailure> {
    await response { try await OutlineReader(client: client).read(below: id) }
  }

  /// Returns a result with the failure of a thrown error, which is logged.
  package func response<Value: Hashable & Sendable>(
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

extension Explorer {
  /// The call for the first posts of the root list.
  package func list(_ audience: Audience, limit: Int) -> RequestedList {
    self == .users ? .users : .feed(tag: tag, by: audience, limit: limit)
  }
}

extension ServerAbilities {
  /// Creates the abilities of a server with some extensions, which may move posts in another way.
  package init(_ known: Set<ServerExtension>, moves: Bool) {
    self.init(
      moves: moves, restores: known.contains(.undelete),
      moderates: known.contains(.moderate), removesPictures: known.contains(.picture),
      restrictsReplies: known.contains(.replies))
  }
}
