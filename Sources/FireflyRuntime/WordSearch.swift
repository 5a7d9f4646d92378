import FireflyAPI
import FireflyApp
import FireflyCore
import Foundation
import Logging

/// Searches for words on any server: for `firefly search`.
///
/// A server without search by words is searched by a saved search: the user's own if there is one
/// with the same words, else a temporary one.
public struct WordSearch: Sendable {
  private let client: PostsClient
  private let email: String?
  private let leftovers: LeftoverSearches
  private let log: Logger

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - client: sends requests to the server.
  ///   - email: the current user's e-mail; nil if signed out.
  ///   - leftovers: records temporary searches that could not be deleted.
  ///   - log: the log.
  public init(client: PostsClient, email: String?, leftovers: LeftoverSearches, log: Logger) {
    self.client = client
    self.email = email
    self.leftovers = leftovers
    self.log = log
  }

  /// Whether a temporary search is still on the server.
  public var hasLeftovers: Bool { email.map { !leftovers.all(of: $0).isEmpty } ?? false }

  /// Returns the posts that contain the words, in the server's order.
  ///
  /// - Parameter terms: words; one with spaces is a phrase, and `*` at the end matches the
  ///   beginning of a word.
  /// - Returns: nil if the server requires a sign-in to search.
  /// - Throws: `APIError`.
  public func hits(of terms: [String]) async throws(APIError) -> [SearchHit]? {
    let words = terms.map {
      $0.contains(where: \.isWhitespace) && !$0.contains("\"") ? "\"\($0)\"" : $0
    }.joined(separator: " ")
    if await client.has(.search) { return try await client.searchWords(words) }
    guard let email else { return nil }
    let saved = try? await client.recentPosts(Post.Template.query.name, .current, nil, 50).posts
    let removed = await removeLeftovers(of: email, among: saved ?? [])
    let own = saved?.first { $0.searches(for: words) && !removed.contains($0.id) }
    if let own { return try await client.search(own.id) }
    let query = try await make(words, by: email)
    let hits: Result<[SearchHit], APIError>
    do throws(APIError) {
      hits = .success(try await client.search(query))
    } catch {
      hits = .failure(error)
    }
    await remove(query, words, by: email)
    return try hits.get()
  }

  /// Creates a query, even if the caller is cancelled: its ID is needed to delete it.
  private func make(_ words: String, by email: String) async throws(APIError) -> Post.ID {
    var form = PostForm(email: email, title: words, summary: words, body: words)
    form.template = .query
    let (client, finished) = (client, form)
    let made = await Task.detached { () -> Result<Post.ID, APIError> in
      do throws(APIError) {
        return .success(try await client.create(finished, UUID().uuidString).id)
      } catch {
        return .failure(error)
      }
    }.value
    if case .failure(let error) = made, error.isInconclusive { await removeLost(words, by: email) }
    return try made.get()
  }

  /// Deletes a query that the server may have created although the response was lost.
  private func removeLost(_ words: String, by email: String) async {
    guard
      let posts = try? await client.recentPosts(Post.Template.query.name, .current, nil, 20).posts
    else { return leftovers.add(.init(account: email, words: words, id: nil)) }
    guard let lost = posts.first(where: { $0.isTemporary(words) }) else { return }
    await remove(lost.id, words, by: email)
  }

  /// Deletes a query, or records it for the next time, even if the caller is cancelled.
  private func remove(_ query: Post.ID, _ words: String, by email: String) async {
    let (client, leftovers, log) = (client, leftovers, log)
    await Task.detached {
      // If the response is lost, the second request tells whether the query is deleted.
      for isLast in [false, true] {
        do throws(APIError) {
          return try await client.delete(query)
        } catch .status(404, _) {
          return
        } catch {
          guard isLast || !error.isInconclusive else { continue }
          log.error("search not removed", metadata: ["post": "\(query)", "error": "\(error)"])
          return leftovers.add(.init(account: email, words: words, id: query))
        }
      }
    }.value
  }

  /// Deletes what earlier searches left on the server.
  ///
  /// - Parameters:
  ///   - email: the current user's e-mail.
  ///   - saved: the user's saved searches, to find those whose IDs are unknown.
  /// - Returns: the IDs of the deleted searches.
  private func removeLeftovers(of email: String, among saved: [Post]) async -> Set<Post.ID> {
    var removed: Set<Post.ID> = []
    for search in leftovers.all(of: email) {
      let id = search.id ?? saved.first { $0.isTemporary(search.words) }?.id
      guard let id else {
        if !saved.isEmpty { leftovers.remove(search) }
        continue
      }
      do throws(APIError) {
        // The ID may belong to another post by now, for example on a new server at the same
        // address.
        let post = try await client.post(id, false)
        if post.isOwned(by: email), post.isTemporary(search.words) { try await client.delete(id) }
      } catch .status(404, _) {
      } catch {
        continue
      }
      leftovers.remove(search)
      removed.insert(id)
    }
    return removed
  }

  /// Loads the posts of hits.
  ///
  /// Each page extends the one before; the last one is complete.
  ///
  /// - Parameters:
  ///   - hits: the hits.
  ///   - limit: maximum number of posts; further hits replace those that fail.
  /// - Returns: the pages.
  public func pages(of hits: [SearchHit], limit: Int) -> AsyncStream<PostPage> {
    PostLoader(client: client, log: log).pages(of: hits, limit: limit)
  }
}

extension Post {
  /// Returns whether the post is a saved search for these words.
  fileprivate func searches(for words: String) -> Bool {
    let query = summary.trimmingCharacters(in: .whitespacesAndNewlines)
    return template == .query && query.lowercased() == words.lowercased()
  }

  /// Returns whether the post is a temporary search of `WordSearch`.
  fileprivate func isTemporary(_ words: String) -> Bool {
    // Servers may change spaces.
    let texts = Set([title, summary, body].map { $0.split(whereSeparator: \.isWhitespace) })
    return template == .query && texts == [words.split(whereSeparator: \.isWhitespace)]
  }
}

extension APIError {
  /// Whether the server may have executed the request although no response arrived.
  fileprivate var isInconclusive: Bool {
    switch self {
    case .timedOut, .interrupted, .unreadable: true
    default: false
    }
  }
}
