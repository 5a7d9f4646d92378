import FireflyCore
import Synchronization

// Servers that refuse empty fields have the words of the phone app there.
extension PostsClient {
  /// Returns the client with such words as empty fields, on servers without limits.
  func hidingStandIns() -> PostsClient {
    let server = PlainServer(self)
    var client = self
    client.recentPosts = { tag, author, before, limit async throws(APIError) in
      await server.shown(try await self.recentPosts(tag, author, before, limit))
    }
    client.list = { list, arriving async throws(APIError) in
      let page = try await self.list(list) { arriving(server.shownIfKnown($0)) }
      return await server.shown(page)
    }
    client.children = { id, depth async throws(APIError) in
      await server.shown(try await self.children(id, depth))
    }
    client.branch = { id, depth, maximum async throws(APIError) in
      await server.shown(try await self.branch(id, depth, maximum))
    }
    client.post = { id, ancestors async throws(APIError) in
      await server.shown(try await self.post(id, ancestors))
    }
    client.version = { id async throws(APIError) in
      var version = try await self.version(id)
      version.post = await server.shown(version.post)
      return version
    }
    client.create = { form, key async throws(APIError) in
      await server.shown(try await self.create(form, key))
    }
    client.update = { form async throws(APIError) in
      await server.shown(try await self.update(form))
    }
    return client
  }
}

extension PostForm {
  /// The form with the words of the phone app in empty fields.
  var withStandIns: PostForm {
    var form = self
    if summary.allSatisfy(\.isWhitespace) { form.summary = StandIns.summary }
    if body.allSatisfy(\.isWhitespace) { form.body = StandIns.body }
    return form
  }
}

/// A server of which it is asked once whether it refuses empty fields.
private final class PlainServer: Sendable {
  private let client: PostsClient
  private let refusesEmptyFields = Mutex<Bool?>(nil)

  init(_ client: PostsClient) { self.client = client }

  func shown(_ post: Post) async -> Post {
    guard post.hasStandIns, await ask() else { return post }
    return post.withoutStandIns
  }

  func shown(_ page: PostPage) async -> PostPage {
    // Only what has such words asks.
    guard page.posts.contains(where: \.hasStandIns) else { return page }
    _ = await ask()
    return shownIfKnown(page)
  }

  /// Returns a page that has come before the answer may have.
  func shownIfKnown(_ page: PostPage) -> PostPage {
    guard refusesEmptyFields.withLock({ $0 }) == true else { return page }
    var page = page
    page.posts = page.posts.map(\.withoutStandIns)
    return page
  }

  private func ask() async -> Bool {
    if let known = refusesEmptyFields.withLock(\.self) { return known }
    guard let hasLimits = try? await client.has(.limits) else { return false }
    refusesEmptyFields.withLock { $0 = !hasLimits }
    return !hasLimits
  }
}
