import FireflyAPI
import FireflyApp
import FireflyCore
import Logging

/// What the lists show, put together from the calls of a client.
struct PostLoader: Sendable {
  /// Search results that are fetched at most: one request each.
  private static let mostResults = 100
  /// Posts above a post that are looked up at most.
  private static let longestPath = 128

  let client: PostsClient
  let log: Logger

  /// An explorer's own list.
  func root(
    _ explorer: Explorer, onlyMine: Bool, email: String?, before: Post.ID?
  ) async -> Response<PostPage> {
    await response {
      switch explorer {
      case .users: try await client.recentUsers(email)
      case .posts, .searches:
        try await client.recentPosts(
          explorer.tag, onlyMine && email != nil ? .current : .any, email, before)
      }
    }
  }

  /// The children of a post.
  func children(of id: Post.ID) async -> Response<PostPage> {
    await response { try await client.children(id, 1) }
  }

  /// One post.
  func post(_ id: Post.ID) async -> Response<Post> {
    await response { try await client.post(id, false) }
  }

  /// A person's profile, as a list of one.
  func profile(of email: String) async -> Response<PostPage> {
    await response {
      PostPage(posts: try await client.profile(email).map { [$0] } ?? [])
    }
  }

  /// What a saved search finds, best first; hits that can't be had are left out and counted.
  func results(of query: Post.ID, email: String?) async -> Response<PostPage> {
    await response {
      let hits = try await client.search(query, email).prefix(Self.mostResults)
      var found: [Int: Post] = [:]
      var skipped: [String] = []
      await withTaskGroup(of: (Int, Response<Post>).self) { group in
        for hit in hits { group.addTask { (hit.id, await post(hit.id)) } }
        for await (id, response) in group {
          switch response {
          case .success(let post): found[id] = post
          case .failure(let reason): skipped.append("result \(id): \(reason)")
          }
        }
      }
      return PostPage(posts: hits.compactMap { found[$0.id] }, skipped: skipped)
    }
  }

  /// Which saved searches have new matches; those the server doesn't know of are left out, and so is
  /// what it tells of others.
  func badges(of ids: [Post.ID], email: String) async -> [Post.ID: Bool] {
    guard case .success(let badges) = await response({ try await client.badges(ids, email) }) else {
      return [:]
    }
    let asked = Set(ids)
    return badges.compactMapValues { $0 }.filter { asked.contains($0.key) }
  }

  /// A post and all above it, the topmost first.
  func path(to id: Post.ID) async -> Response<[Post]> {
    await response {
      let post = try await client.post(id, true)
      if let ancestors = post.ancestors { return ancestors.reversed() + [post] }
      // A plain server tells one post at a time; a tree with cycles must not keep us.
      var path = [post]
      var seen: Set<Post.ID> = [id]
      while let parent = path.first?.parentID, parent > 0, seen.insert(parent).inserted,
        path.count < Self.longestPath,
        case .success(let above) = await self.post(parent)
      {
        path.insert(above, at: 0)
      }
      return path
    }
  }

  /// A branch as lines, without its top.
  func outline(of id: Post.ID) async -> Response<Outline.Branch> {
    await response { try await OutlineReader(client: client).read(below: id) }
  }

  /// An answer as the state takes it; failures are logged, and told as a sentence.
  private func response<Value: Hashable & Sendable>(
    _ call: () async throws -> Value
  ) async -> Response<Value> {
    do {
      return .success(try await call())
    } catch let error as APIError {
      if error != .cancelled { log.error("request failed", metadata: ["error": "\(error)"]) }
      return .failure(error.sentence)
    } catch {
      log.error("request failed", metadata: ["error": "\(error)"])
      return .failure("Something went wrong: \(error.localizedDescription)")
    }
  }
}
