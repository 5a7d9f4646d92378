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
    if await client.has(.search) {
      let words = terms.map { $0.contains(where: \.isWhitespace) ? "\"\($0)\"" : $0 }
      return try await client.searchWords(words.joined(separator: " "))
    }
    // Elsewhere only posts of a kind can search: one is made for that, and goes again.
    guard let email else { return nil }
    let words = terms.joined(separator: " ")
    var form = PostForm(email: email, title: words, summary: words, body: words)
    form.template = .query
    let query = try await client.create(form, UUID().uuidString)
    let hits: Result<[SearchHit], APIError>
    do throws(APIError) {
      hits = .success(try await client.search(query.id))
    } catch {
      hits = .failure(error)
    }
    do throws(APIError) {
      try await client.delete(query.id)
    } catch {
      log.error("a search stays behind", metadata: ["post": "\(query.id)", "error": "\(error)"])
    }
    return try hits.get()
  }

  /// The posts of some hits: every page has what has come of the beginning, the last one all of it.
  public func pages(of hits: [SearchHit]) -> AsyncStream<PostPage> {
    PostLoader(client: client, log: log).pages(of: hits)
  }
}
