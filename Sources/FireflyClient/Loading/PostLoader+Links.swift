import FireflyAPI
import FireflyCore

// The posts that a text can link, and those that link to one.
extension PostLoader {
  private static let maximumLinks = 50

  /// Finds the posts whose texts link to a post, newest first; none on a server that can't search.
  package func posts(linkingTo id: Post.ID) async -> [Post] {
    // Both parts of the address are words for the index, and the quotation marks make them a phrase.
    await posts(with: "\"\(BodyLink.address(of: id))\"")
      .filter { $0.id != id && BodyLink.numbers(in: $0.body).contains(id) }
  }

  /// Finds posts with words that begin like these, the newest first; none on a server that can't search.
  package func posts(titled words: String) async -> [Post] {
    let terms = words.split { !$0.isLetter && !$0.isNumber }.map { "\($0)*" }
    return terms.isEmpty ? [] : await posts(with: terms.joined(separator: " "))
  }

  private func posts(with words: String) async -> [Post] {
    let hits = await response {
      try await client.has(.search) ? client.searchWords(words) : []
    }
    guard case .success(let hits) = hits else { return [] }
    var found: [Post] = []
    for await page in pages(of: hits, limit: Self.maximumLinks) { found = page.posts }
    return found
  }
}
