import FireflyAPI
import FireflyApp
import FireflyCore
import Foundation
import Logging

/// Finds posts by words, on any server: for `firefly search`.
///
/// A server that can't be asked for words searches by a saved search only: the user's own if one asks the same,
/// else one that is made for the moment.
public struct WordSearch: Sendable {
  private let client: PostsClient
  private let email: String?
  private let leftovers: LeftoverSearches
  private let log: Logger

  /// A search on a server.
  ///
  /// - `email`: the current user's; nil if signed out.
  /// - `leftovers`: where searches are noted that could not be removed.
  public init(client: PostsClient, email: String?, leftovers: LeftoverSearches, log: Logger) {
    self.client = client
    self.email = email
    self.leftovers = leftovers
    self.log = log
  }

  /// Whether a temporary search is still on the server.
  public var hasLeftovers: Bool { email.map { !leftovers.all(of: $0).isEmpty } ?? false }

  /// The posts that contain the words, in the server's order.
  ///
  /// - `terms`: words; one with spaces in it is a phrase, `*` at its end makes it the beginning of a word.
  /// - Returns: nil where the server requires a sign-in to search.
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

  /// Creates a query and finishes even if the caller was cancelled: its number is needed to remove it.
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

  /// Removes a query that the server may have created although its answer was lost.
  private func removeLost(_ words: String, by email: String) async {
    guard
      let posts = try? await client.recentPosts(Post.Template.query.name, .current, nil, 20).posts
    else { return leftovers.add(.init(account: email, words: words, id: nil)) }
    guard let lost = posts.first(where: { $0.isTemporary(words) }) else { return }
    await remove(lost.id, words, by: email)
  }

  /// Removes a query, or notes it for the next time, even if the caller was cancelled.
  private func remove(_ query: Post.ID, _ words: String, by email: String) async {
    let (client, leftovers, log) = (client, leftovers, log)
    await Task.detached {
      // A lost answer may hide that the query is gone: then the second request says so.
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

  /// Removes what earlier searches left on the server.
  ///
  /// - `saved`: the user's saved searches, for those whose numbers are unknown.
  /// - Returns: the numbers of the searches that are gone.
  private func removeLeftovers(of email: String, among saved: [Post]) async -> Set<Post.ID> {
    var removed: Set<Post.ID> = []
    for search in leftovers.all(of: email) {
      let id = search.id ?? saved.first { $0.isTemporary(search.words) }?.id
      guard let id else {
        if !saved.isEmpty { leftovers.remove(search) }
        continue
      }
      do throws(APIError) {
        // The number may belong to another post by now, such as on a server that was set up again.
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

  /// The posts of some hits: every page has what has come of the beginning, the last one all of it.
  ///
  /// - `limit`: posts at most; others come in the place of those that can't be had.
  public func pages(of hits: [SearchHit], limit: Int) -> AsyncStream<PostPage> {
    PostLoader(client: client, log: log).pages(of: hits, limit: limit)
  }
}

extension Post {
  /// Whether it is a saved search for these words.
  fileprivate func searches(for words: String) -> Bool {
    let query = summary.trimmingCharacters(in: .whitespacesAndNewlines)
    return template == .query && query.lowercased() == words.lowercased()
  }

  /// Whether it is a search as `WordSearch` makes them for a moment.
  fileprivate func isTemporary(_ words: String) -> Bool {
    // Servers may change blanks.
    let texts = Set([title, summary, body].map { $0.split(whereSeparator: \.isWhitespace) })
    return template == .query && texts == [words.split(whereSeparator: \.isWhitespace)]
  }
}

extension APIError {
  /// Whether the server may have done what was asked, although no answer came.
  fileprivate var isInconclusive: Bool {
    switch self {
    case .timedOut, .interrupted, .unreadable: true
    default: false
    }
  }
}
