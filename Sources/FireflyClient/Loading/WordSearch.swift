import FireflyAPI
import FireflyCore
import Foundation
import Logging

/// Searches for words on any server: for `firefly search`.
///
/// A server without search by words is searched by a saved search: the user's own if there is one
/// with the same words, else a temporary one.
package struct WordSearch: Sendable {
  private let client: any PostsClient
  private let email: String?
  private let leftovers: LeftoverSearches
  private let log: Logger

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - client: sends requests to the server.
  ///   - email: the current user's e-mail; nil if signed out.
  ///   - leftovers: records temporary searches that could not be deleted.
  package init(client: any PostsClient, email: String?, leftovers: LeftoverSearches, log: Logger) {
    self.client = client
    self.email = email
    self.leftovers = leftovers
    self.log = log
  }

  /// Whether a temporary search is still on the server.
  package var hasLeftovers: Bool { email.map { !leftovers.all(of: $0).isEmpty } ?? false }

  /// Returns the posts that contain the words, in the server's order.
  ///
  /// - Parameter terms: words; one with spaces is a phrase, and `*` at the end matches the
  ///   beginning of a word.
  /// - Returns: nil if the server requires a sign-in to search.
  package func hits(of terms: [String]) async throws(APIError) -> [SearchHit]? {
    let words = terms.map {
      $0.contains(where: \.isWhitespace) && !$0.contains("\"") ? "\"\($0)\"" : $0
    }.joined(separator: " ")
    if try await client.has(.search) { return try await client.searchWords(words) }
    guard let email else { return nil }
    let saved = try? await client.recentPosts(Post.Template.query.name, .mine, nil, 50).posts
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

  /// The text of a temporary search when it is created.
  ///
  /// A server looks for a new post in all saved searches, and for a changed search in none: a search
  /// that was created with its words would light the red dots of other users.
  fileprivate static let noWords = "…"

  /// Creates a query, even if the caller is cancelled: its ID is needed to delete it.
  private func make(_ words: String, by email: String) async throws(APIError) -> Post.ID {
    let client = client
    let made = await Task.detached { () -> Result<Post.ID, APIError> in
      do throws(APIError) {
        let form = PostForm.query(Self.noWords, by: email)
        return .success(try await client.create(form, UUID().uuidString).id)
      } catch {
        return .failure(error)
      }
    }.value
    if case .failure(let error) = made, error.isInconclusive { await removeLost(by: email) }
    var form = PostForm.query(words, by: email)
    let id = try made.get()
    form.postID = id
    do throws(APIError) {
      _ = try await client.update(form)
    } catch {
      await remove(id, words, by: email)
      throw error
    }
    return id
  }

  /// Deletes a query that the server may have created although the response was lost.
  private func removeLost(by email: String) async {
    guard
      let posts = try? await client.recentPosts(Post.Template.query.name, .mine, nil, 20).posts
    else { return leftovers.add(.init(account: email, words: Self.noWords, id: nil)) }
    guard let lost = posts.first(where: { $0.isTemporary(Self.noWords) }) else { return }
    await remove(lost.id, Self.noWords, by: email)
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
        if post.isOwned(by: PersonID(email: email)), post.isTemporary(search.words) {
          try await client.delete(id)
        }
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
  /// - Parameter limit: maximum number of posts; further hits replace those that fail.
  package func pages(of hits: [SearchHit], limit: Int) -> AsyncStream<PostPage> {
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
    return template == .query
      && (texts == [words.split(whereSeparator: \.isWhitespace)]
        || texts == [[WordSearch.noWords[...]]])
  }
}

extension PostForm {
  /// Creates the form of a temporary search; without a parent, some servers would put it below its
  /// author's profile.
  fileprivate static func query(_ words: String, by email: String) -> PostForm {
    PostForm(
      email: email, title: words, summary: words, body: words, parentID: -1, template: .query)
  }
}

extension APIError {
  /// Whether the server may have executed the request although no response arrived.
  fileprivate var isInconclusive: Bool {
    switch self {
    case .timedOut, .interrupted, .unreadable, .webPage: true
    default: false
    }
  }
}
