import FireflyAPI
import FireflyCore

// The posts that a text can link, and those that link to one.
extension PostLoader {
  private static let maximumLinks = 50
  /// Number of results that stand beside a saved search.
  private static let firstResults = 8

  /// Finds the posts whose texts link to a post, newest first; none on a server that can't search.
  package func posts(linkingTo id: Post.ID) async -> [Post] {
    // Both parts of the address are words for the index, and the quotation marks make them a phrase.
    (await posts(with: "\"\(BodyLink.address(of: id))\"", limit: Self.maximumLinks) ?? [])
      .filter { $0.id != id && BodyLink.numbers(in: $0.body).contains(id) }
  }

  /// Finds posts with words that begin like these, the newest first; none on a server that can't search.
  package func posts(titled words: String) async -> [Post] {
    let terms = words.split { !$0.isLetter && !$0.isNumber }.map { "\($0)*" }
    return terms.isEmpty
      ? [] : await posts(with: terms.joined(separator: " "), limit: Self.maximumLinks) ?? []
  }

  /// Finds the first posts with some words, as a saved search would; nil if the server does not answer, or can't do that
  /// without marking the search as viewed.
  package func firstResults(for words: String) async -> [Post]? {
    await posts(with: words, limit: Self.firstResults)
  }

  private func posts(with words: String, limit: Int) async -> [Post]? {
    let hits = await response {
      try await client.has(.search) ? client.searchWords(words) : nil
    }
    guard case .success(let hits?) = hits else { return nil }
    var found: [Post] = []
    for await page in pages(of: hits, limit: limit) { found = page.posts }
    return found
  }
}
