import FireflyCore
import Foundation
import Testing

/// Who may read a post of a service with accounts.
@Suite struct ReadersTests {
  /// Words of Mastodon's API and those that users read; the fewest people first.
  @Test
  func theWordsAndTheirOrder() {
    #expect(Readers(word: "direct") == .mentioned && Readers(word: "private") == .followers)
    #expect(Readers(word: "unlisted") == .quiet && Readers(word: "Public") == .everyone)
    #expect(Readers(word: "mutuals_only") == nil)
    #expect(Readers.allCases == Readers.allCases.sorted())
    #expect(Readers.allCases.filter(\.isPublic) == [.quiet, .everyone])
  }

  /// A draft of a later version stays readable, and reaches no more people than it says.
  @Test
  func readersOfALaterVersionCountAsTheFewest() throws {
    var draft = Draft(
      key: Draft.Key(server: "s", account: "id:7", target: .newPost(below: 3)),
      words: PostText(body: "Words."))
    draft.delivery.readers = .followers
    let stored = StoredDraft(draft: draft, startedAt: 1, changedAt: 2)
    let text = String(decoding: try JSONEncoder().encode(stored), as: UTF8.self)
    #expect(text.contains(#""followers""#))
    let later = text.replacing(#""followers""#, with: #""mutuals""#)
    let read = try JSONDecoder().decode(StoredDraft.self, from: Data(later.utf8))
    #expect(read.draft.delivery.readers == .mentioned && read.draft.words.body == "Words.")
  }
}
