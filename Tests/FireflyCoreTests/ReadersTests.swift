import FireflyCore
import Testing

/// Who may read a post of a service with accounts, and how long it may be.
@Suite struct ReadersTests {
  @Test func readersAreOrdered() {
    #expect(Readers.allCases == [.mentioned, .followers, .local, .quiet, .everyone])
    #expect(Readers.allCases == Readers.allCases.sorted())
    #expect(Readers.allCases.filter(\.isPublic) == [.quiet, .everyone])
  }

  @Test(arguments: [
    ("public", Readers.everyone), ("Quiet", .quiet), ("unlisted", .quiet),
    ("followers", .followers),
    ("private", .followers), ("mentioned", .mentioned), ("direct", .mentioned), ("local", .local),
    ("everyone", nil), ("", nil),
  ])
  func wordsOfReaders(_ word: String, _ readers: Readers?) {
    #expect(Readers(word: word) == readers)
    if let readers { #expect(Readers(word: readers.rawValue) == readers) }
  }

  /// A reply has no more readers than what it answers, nor than usual.
  @Test func aReplyHasTheFewerReaders() {
    for usual in Readers.allCases {
      let fields = ServiceFields(characters: 500, usualReaders: usual)
      #expect(fields.readers(answering: nil) == usual)
      for answered in Readers.allCases {
        #expect(fields.readers(answering: answered) == min(usual, answered))
      }
    }
  }

  /// Mastodon counts a link as 23 and a handle without its host; others count scalars.
  @Test(arguments: [
    ("", "", 500, 500), ("abc", "de", 495, 495), ("👩‍👩‍👧", "", 499, 495), ("e\u{301}", "", 499, 498),
    ("https://example.org/" + String(repeating: "x", count: 80), "", 477, 400),
    ("see http://a.b now", "", 469, 482), ("@ada@example.org hi", "", 493, 481),
    ("@ada hi\n\n  x", "", 488, 488), (String(repeating: "x", count: 501), "", -1, -1),
  ])
  func whatIsLeft(_ text: String, _ warning: String, _ mastodon: Int, _ other: Int) {
    var fields = ServiceFields(characters: 500, usualReaders: .everyone)
    #expect(fields.charactersLeft(text: text, warning: warning) == other)
    fields.linkLength = 23
    #expect(fields.charactersLeft(text: text, warning: warning) == mastodon)
  }
}
