import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// What is said where: once, in its order, and by names that ears tell apart.
@Suite struct WordsByEarTests {
  /// What was done is enough: the user is where they were.
  @Test func whatWasDoneIsSaidAloneAtTheSamePost() {
    var (walk, heard) = Walk.heard(Post.numbered(1...3))
    walk.press(.character("S"))
    _ = walk.reading.sentences(since: &heard)
    walk.perform(.palette(.pick(.closed)))
    walk.perform(.noted("You are there.", isError: false))
    #expect(walk.reading.sentences(since: &heard) == ["You are there."])
  }

  /// A result of a search is said with the sentence that has the word.
  @Test func aResultSaysTheSentenceWithTheWord() {
    let query = Post(
      id: 1, title: "lamps", summary: "lamp*", createdAt: .distantPast,
      template: .query)
    var walk = Walk(motion: .none)
    walk.press(.function(2))
    walk.answer(LevelID(.searches), [query])
    walk.press(.right)
    let body = "First words. In the hedge a lamp is lit. Last words."
    walk.perform(.list(.parentResponse(level: walk.level, .success(query))))
    walk.answer(walk.level, [Post(id: 2, title: "An evening", summary: "short", body: body)])
    var heard = Heard()
    let said = walk.reading.sentences(since: &heard).joined(separator: " ")
    #expect(said.contains("An evening. In the hedge a lamp is lit."), "\(said)")
    #expect(!said.contains("short"))
  }

  /// The next reply after a deleted one is named, and not read.
  @Test func aDeletedReplyLeadsToANameOnly() throws {
    var walk = Walk([.numbered(1, children: 2)], motion: .none)
    walk.state.lists.chosenView = .thread
    walk.press(.right)
    func reply(_ id: Int) -> Post {
      var post = Post.numbered(id, body: "Words of \(id).")
      (post.parentID, post.title, post.summary) = (1, "reply \(id)", "")
      return post
    }
    walk.answer(walk.level, [reply(2), reply(3)])
    walk.perform(.list(.postSelected(2)))
    var heard = Heard()
    _ = walk.reading.sentences(since: &heard)
    walk.answer(walk.level, [reply(3)])
    walk.perform(.noted("Deleted.", isError: false))
    heard.spoken = nil
    let said = walk.reading.sentences(since: &heard)
    #expect(said == ["Deleted.", "2 of 2. reply 3. Ada Linden."], "\(said)")
    #expect(heard.spoken == nil)
  }

  @Test func anUntitledPostIsNamedByItsSummary() {
    let (walk, heard) = Walk.heard([
      Post(id: 1, title: "", summary: "short words", body: "The ferry.", authorName: "Ada")
    ])
    #expect(walk.reading.post(1, heard)?.brief == "1 of 1. short words. Ada.")
  }

  /// Words and numbers that nothing has are named.
  @Test func aPlaceThatIsNotThereIsNamed() {
    var (walk, heard) = Walk.heard(Post.numbered(1...2))
    walk.state.places.all = [PlaceRow(id: "", name: "your own posts", detail: "")]
    walk.press(.character("S"))
    _ = walk.reading.sentences(since: &heard)
    walk.type("zzz")
    let said = walk.reading.sentences(since: &heard)
    #expect(said.first == "Nothing here has “zzz”.", "\(said)")
  }

  @Test func theSourceIsNamed() {
    var walk = Walk(Post.numbered(1...2), motion: .none)
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page"], as: walk.state.account)
    var heard = Heard()
    let start = walk.reading.sentences(since: &heard)
    #expect(start.first?.hasPrefix("Hacker News. Front page. 2 posts.") == true, "\(start)")
    let place = walk.reading.place(heard)
    #expect(place.first?.hasPrefix("Hacker News. Front page. 2 posts.") == true, "\(place)")
    walk.state.site = .own(as: walk.state.account)
    walk.state.places.all = ["", "hn"].map { PlaceRow(id: $0, name: "your own posts", detail: "") }
    #expect(walk.reading.siteSentence == "Your own posts.")
  }

  /// A failed page is one sentence, and the user stays at the post.
  @Test func aFailedPageIsSaidOnce() throws {
    let page = "https://example.org/light"
    var walk = Walk(
      [Post(id: 1, title: "Two", body: "<\(page)>"), .numbered(2)], motion: .none)
    var heard = Heard()
    _ = walk.reading.sentences(since: &heard)
    walk.press(.character("b"))
    walk.perform(
      .article(
        .response(page: page, .failure(LoadFailure(.refused, "No article was found on this page.")))
      ))
    #expect(
      walk.reading.sentences(since: &heard) == ["No article was found on this page."])
    walk.perform(try #require(walk.reading.actionToGoOn))
    #expect(walk.state.focus.isEmpty)
    #expect(walk.reading.sentences(since: &heard) == [])
  }

  @Test func aTitleThatHasTheWordIsSaidOnce() {
    var (walk, heard) = Walk.heard([.numbered(2), Post(id: 1, title: "red light", body: "Dim.")])
    walk.press(.character("/"))
    walk.type("red")
    walk.press(.enter)
    let said = walk.reading.sentences(since: &heard)
    #expect(said.last == "2 of 2. red light.", "\(said)")
    #expect(walk.reading.actionOfEmptyLine == .find(.matchPressed(1)))
  }

  /// Results, profiles and entries are no levels of a tree.
  @Test func aListOfResultsHasNoLevel() {
    var query = Post.numbered(3, template: .query)
    query.summary = "words"
    var walk = Walk([query], motion: .none)
    walk.press(.right)
    walk.answer(walk.level, Post.numbered(1...2))
    #expect(!walk.reading.placeSentence.contains("Level"), "\(walk.reading.placeSentence)")
  }

  @Test func keysAreToldApartByEar() {
    #expect(Symbols.nameForEars(of: .character("N")) == "capital N")
    #expect(Symbols.nameForEars(of: .character("n")) == "n")
    #expect(Symbols.nameForEars(of: .character("/")) == "slash")
    #expect(Symbols.nameForEars(of: .right) == "right")
    for key: Key in [.character("N"), .character("/"), .character("+"), .character(":")] {
      #expect(Surroundings.key(named: Symbols.nameForEars(of: key)) == key)
    }
  }

  /// In quotes, a command is a word.
  @Test func aCommandInQuotesIsText() {
    #expect(Surroundings.text(of: "\"where\"") == "where")
    #expect(Surroundings.text(of: "“again”") == "again")
    #expect(Surroundings.text(of: "\"a title\"") == "\"a title\"")
    #expect(Surroundings.text(of: "\"") == "\"")
  }
}
