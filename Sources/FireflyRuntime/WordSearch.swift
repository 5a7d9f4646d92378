import FireflyAPI
import FireflyApp
import FireflyCore
import Foundation
import Logging

/// Finds posts by words, on any server: for `firefly search`.
public struct WordSearch: Sendable {
  private let client: PostsClient
  private let email: String?
  private let log: Logger

  /// A search on a server.
  ///
  /// - `email`: of who searches; nil for nobody.
  public init(client: PostsClient, email: String?, log: Logger) {
    self.client = client
    self.email = email
    self.log = log
  }

  /// What some words find, in the server's order.
  ///
  /// - `terms`: words; one with spaces in it is a phrase, `*` at its end makes it the beginning of a word.
  /// - Returns: nil where only somebody who is signed in can search.
  /// - Throws: `APIError`.
  public func hits(of terms: [String]) async throws(APIError) -> [SearchHit]? {
    let words = terms.map {
      $0.contains(where: \.isWhitespace) && !$0.contains("\"") ? "\"\($0)\"" : $0
    }.joined(separator: " ")
    if await client.has(.search) { return try await client.searchWords(words) }
    // Elsewhere only posts of a kind can search: one is made for that, and goes again.
    guard let email else { return nil }
    var form = PostForm(email: email, title: words, summary: words, body: words)
    form.template = .query
    let query = try await make(form)
    let hits: Result<[SearchHit], APIError>
    do throws(APIError) {
      hits = .success(try await client.search(query))
    } catch {
      hits = .failure(error)
    }
    await remove(query)
    return try hits.get()
  }

  /// Makes a query, whether or not somebody still waits for it: it has to be known, to be removed.
  private func make(_ form: PostForm) async throws(APIError) -> Post.ID {
    let (client, form) = (client, form)
    let made = await Task.detached { () -> Result<Post.ID, APIError> in
      do throws(APIError) {
        return .success(try await client.create(form, UUID().uuidString).id)
      } catch {
        return .failure(error)
      }
    }.value
    if case .failure(let error) = made, error.leavesItOpen, let lost = await lost(form) {
      await remove(lost)
    }
    return try made.get()
  }

  /// The query that the server has made of a form, although no answer told so; nil if none can be found.
  private func lost(_ form: PostForm) async -> Post.ID? {
    let page = try? await client.recentPosts(Post.Template.query.name, .current, nil, 20)
    return page?.posts.first { $0.title == form.title && $0.body == form.body }?.id
  }

  /// Removes a query, whether or not somebody still waits for what it finds.
  private func remove(_ query: Post.ID) async {
    let (client, log) = (client, log)
    await Task.detached {
      do throws(APIError) {
        try await client.delete(query)
      } catch {
        log.error("a search stays behind", metadata: ["post": "\(query)", "error": "\(error)"])
      }
    }.value
  }

  /// The posts of some hits: every page has what has come of the beginning, the last one all of it.
  ///
  /// - `limit`: posts at most; others come in the place of those that can't be had.
  public func pages(of hits: [SearchHit], limit: Int) -> AsyncStream<PostPage> {
    PostLoader(client: client, log: log).pages(of: hits, limit: limit)
  }
}

extension APIError {
  /// Whether the server may have done what was asked, although no answer came.
  fileprivate var leavesItOpen: Bool {
    switch self {
    case .timedOut, .interrupted, .unreadable: true
    default: false
    }
  }
}
