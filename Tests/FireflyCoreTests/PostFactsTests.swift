import Foundation
import Testing

@testable import FireflyCore

@Suite struct PostFactsTests {
  private static var facts: Post.Facts {
    var facts = Post.Facts(labels: ["art", nil, "pinned"])
    (facts.place, facts.kind, facts.value) = ("example.org", "job", "12 points")
    (facts.author, facts.replies, facts.opening) = ("ada", 3, "It is new.")
    (facts.link, facts.failure, facts.isExcerpt) = ("https://example.org/", "Not found.", true)
    facts.recordings = [.init(title: "Sea air", address: "https://example.org/a.mp3")]
    (facts.isEdited, facts.isByModerator, facts.lacksBeginning) = (true, true, true)
    facts.isQuiet = true
    (facts.service, facts.authorID, facts.feedID) = (ServiceFacts(readers: .followers), "7", 72)
    facts.contents = FeedContents(isFolder: true, items: [])
    return facts
  }

  @Test func theLineHasItsFieldsInOrder() {
    #expect(
      Self.facts.line
        == "example.org · job · 12 points · ada · 3 replies · art · pinned · It is new.")
    #expect(Post.Facts().line == "")
    var odd = Post.Facts(labels: ["two\nlines", " ", ""])
    (odd.author, odd.replies) = ("\u{1B}[31mada\n", 0)
    #expect(odd.cleaned().line == "ada · two lines")
  }

  /// A summary that a person wrote is no line, whatever it reads like.
  @Test func aSummaryOfItsOwnStays() {
    var post = Post(id: 1, title: "t", summary: "ada · 3 replies")
    post.restate { $0.author = nil }
    #expect(post.summary == "ada · 3 replies" && post.stated == nil)
    (post.facts.author, post.facts.replies) = ("ada", 4)
    #expect(post.stated == nil)
    post.facts.replies = 3
    post.restate { $0.author = nil }
    #expect(post.summary == "3 replies")
  }

  /// Nothing of it goes to a server, and no server can claim it.
  @Test func factsAreNotInTheJSONOfPosts() throws {
    var post = Post(id: 1, title: "t", summary: "s")
    let plain = try Self.keys(of: post)
    post.facts = Self.facts
    post.facts.service = nil
    #expect(try Self.keys(of: post) == plain)
    // Readers are written, for programs.
    post.facts = Self.facts
    #expect(try Self.keys(of: post).subtracting(plain) == ["visibility"])

    let facts = String(decoding: try JSONEncoder().encode(Self.facts), as: UTF8.self)
    let claimed = #"{"id":1,"title":"t","visibility":"followers","facts":\#(facts),"#
    let post2 = try JSONDecoder().decode(
      Post.self, from: Data((claimed + facts.dropFirst()).utf8))
    #expect(post2.facts == Post.Facts() && post2.remarks.isEmpty && post2.id == 1)
  }

  private static func keys(of post: Post) throws -> Set<String> {
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(post))
    return Set(try #require(json as? [String: Any]).keys)
  }

  /// The files of lists have them, those of other versions only some.
  @Test func filesHaveThem() throws {
    let data = try JSONEncoder().encode(Self.facts)
    #expect(try JSONDecoder().decode(Post.Facts.self, from: data) == Self.facts)
    let old = #"{"isExcerpt":true,"remarks":["12 points"],"authorID":"7","replies":"many"}"#
    let known = try JSONDecoder().decode(Post.Facts.self, from: Data(old.utf8))
    #expect(known.isExcerpt && known.authorID == "7" && known.replies == nil && known.line == "")
  }

  @Test func whatIsSaidBesideTheAuthor() {
    var post = Post(id: 1, title: "")
    post.facts = Self.facts
    #expect(
      post.remarks == ["for followers", "edited", "12 points", "the beginning is missing"])
    // Below a title, the line says it.
    post.title = "t"
    post.facts.service?.boostedBy = "Ben"
    post.facts.service?.marks = [.bookmark]
    post.facts.service?.readers = .everyone
    #expect(post.remarks == ["bookmarked", "boosted by Ben", "the beginning is missing"])
    // The line of a service does not say when it was changed.
    post.facts.service?.editedAt = Date(timeIntervalSince1970: 1_764_000_000)
    #expect(post.remarks.first == "edited on 24 Nov 2025")
  }
}
