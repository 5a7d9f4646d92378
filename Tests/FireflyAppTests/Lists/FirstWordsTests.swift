import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// Closed posts without a summary begin with the first words of their text.
@Suite struct FirstWordsTests {
  private func post(_ body: String, title: String = "A title", summary: String = "") -> Post {
    var post = Post.numbered(1, body: body)
    (post.title, post.summary) = (title, summary)
    return post
  }

  @Test(arguments: [Density.cards, .compact])
  func aPostWithoutASummary(density: Density) {
    var walk = Walk([
      post("# A title\n\nThe **first** words, [of a text](https://example.org/x).\n\nMore.")
    ])
    walk.state.lists.chosenDensity = density
    #expect(walk.text.contains("The first words, of a text. More."), "\(walk.text)")
    #expect(!walk.text.contains("example.org/x"))
    guard density == .cards else { return }
    // Open, the text begins below one empty row, and is there once.
    walk.press(.enter)
    let lines = walk.text.split(separator: "\n", omittingEmptySubsequences: false)
    let title = lines.firstIndex { $0.contains("A title") } ?? 0
    #expect(lines[title + 2].contains("A title"), "\(walk.text)")
    #expect(lines.count { $0.contains("The first words") } == 1)
  }

  /// Without a title, the author stands above the text only; the key to edit one's own stays below it.
  @Test(arguments: ["ada@example.org", "ben@example.org"])
  func anOpenCardNamesItsAuthorOnce(author: String) {
    var one = post("Some words about the boat.", title: "")
    (one.authorName, one.authorEmail) = ("Robin Hale", author)
    var walk = Walk([one])
    walk.press(.enter)
    let rows = walk.text.split(separator: "\n")
    #expect(rows.count { $0.contains("Robin Hale") } == 1, "\(walk.text)")
    #expect(rows.contains { $0.contains("e edit") } == (author == "ada@example.org"))
  }

  @Test func withAPictureTheyStandBesideIt() {
    var one = post("Some words about the boat.")
    one.imageURL = "boat.png"
    var walk = Walk([one])
    walk.wait(3)
    #expect(walk.text.contains("Some words about the boat."))
  }

  @Test(arguments: [
    ("```\n$ cachefile build\n412 hits\n```\n\nThat is fast.", "$ cachefile build 412 hits"),
    ("> it is written\n\nNo longer.", "it is written"),
    ("> it is written\n\n```\nlet x = 1\n```\n\nNo longer.", "No longer."),
    ("> it is written\n\n```\nlet x = 1\n```\n\nNo longer.", "let x = 1 No longer."),
    ("> it is written\n\n```\nlet x = 1\n```\n\nNo longer.", "it is written No longer."),
    ("```swift\nlet x = 1\n```", "let x = 1"),
  ])
  func anOpeningThatIsCodeOrAQuotationIsThereOnce(body: String, summary: String) {
    let reply = post(body, title: "", summary: summary)
    #expect(reply.summaryRepeatsBody)
  }

  @Test func theOpeningLeavesOutCodeAndQuotations() {
    #expect(post("> quoted\n\n```\ncode\n```\n\nMy *own*\nwords").bodyOpening == "My own words")
    #expect(post("> quoted\n> on").bodyOpening == "quoted on")
    #expect(post("```\ncode\n```").bodyOpening == "code")
    #expect(post("![a boat](boat.png)\n\nText").bodyOpening == "Text")
    #expect(post("![](a.png) ![b](b.png) Some ![c](c.png) text").bodyOpening == "Some ▣ c text")
    #expect(post("![a boat](boat.png)").bodyOpening == "▣ a boat")
    #expect(post("").bodyOpening == "")
    let long = post(String(repeating: "word ", count: 100_000))
    #expect(long.bodyOpening.count == 400)
  }

  @Test(arguments: [Density.cards, .compact])
  func aKeptStoryCountsAndNamesOnce(density: Density) {
    var story = Post.numbered(1, children: 46)
    story.summary = "example.org · 311 points"
    (story.authorName, story.authorEmail) = ("mossgrove", "mossgrove@hn")
    var walk = Walk([story])
    walk.state.lists.chosenDensity = density
    #expect(walk.text.components(separatedBy: "46 replies").count == 2, "\(walk.text)")
    #expect(walk.text.components(separatedBy: "mossgrove").count == 2, "\(walk.text)")
    #expect(walk.text.contains("example.org"))
  }

  // MARK: What unread replies answer

  private func replies(_ count: Int, density: Density = .lines) -> Walk {
    var walk = Walk(height: 60)
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 1_000))
    walk.state.setReadMarks(marks)
    walk.state.lists.chosenDensity = density
    walk.send(.started(at: nil))
    walk.answer(
      Walk.posts,
      (0..<count).map { index in
        var post = Post.numbered(2_000 - index)
        post.authorEmail = "ben@example.org"
        post.parentID = 100 + index
        return post
      })
    return walk
  }

  /// One's own replies say what they answer, read marks or not.
  @Test(arguments: [true, false]) func onesOwnRepliesAskForWhatTheyAnswer(isMine: Bool) {
    var walk = Walk(height: 60)
    if isMine { walk.state.begin(.posts, with: .mine) }
    walk.send(.started(at: nil))
    var reply = Post.numbered(2_000)
    reply.parentID = 100
    let effects = walk.answer(Walk.posts, [reply])
    #expect(asked(effects) == (isMine ? [100] : []))
  }

  /// Where nothing names what a reply of a flat list answers, and nothing is asked for, it says that it is a reply.
  @Test(arguments: Density.allCases) func aReplyIsNotTakenForAPost(density: Density) {
    var walk = Walk(email: nil)
    walk.state.lists.chosenDensity = density
    walk.send(.started(at: nil))
    var (reply, known) = (Post.numbered(30), Post.numbered(29))
    (reply.parentID, known.parentID) = (3, 28)
    let effects = walk.answer(Walk.posts, [reply, known, .numbered(28)])
    #expect(asked(effects) == [])
    guard density != .lines else { return }
    #expect(walk.text.split(separator: "a reply").count == 2, "\(walk.text)")
    #expect(walk.text.contains("in post 28"))
  }

  private func asked(_ effects: [Effect]) -> [Post.ID] {
    effects.compactMap { if case .list(.loadAnswered(let id, _)) = $0 { id } else { nil } }
  }

  @Test func unreadRepliesSayWhatTheyAnswer() {
    var walk = replies(50, density: .compact)
    var waiting = walk.state.askedParents
    #expect(waiting.count == 4)
    var all: [Post.ID] = waiting
    while let id = waiting.popLast() {
      var parent = Post.numbered(id)
      parent.title = "the story \(id)"
      let next = asked(
        walk.perform(.list(.answeredResponse(level: Walk.posts, of: id, .success(parent)))))
      #expect(next.count <= 1)
      waiting += next
      all += next
    }
    // Those in sight, each once.
    #expect(Set(all).count == all.count)
    #expect(all.count <= 30)
    #expect(walk.text.contains("in the story 100"), "\(walk.text)")
    #expect(all.max() ?? 0 < 100 + 30)
    // Another 30 rows below are not asked for.
    let more = asked(walk.press(.end))
    #expect(all.count + more.count <= 34)
  }

  @Test func whatCannotBeLoadedIsNotAskedForAgain() {
    var walk = replies(2)
    for id in [100, 101] {
      let failure = LoadFailure(.missing, "It is gone.")
      #expect(
        asked(walk.perform(.list(.answeredResponse(level: Walk.posts, of: id, .failure(failure)))))
          == [])
    }
    #expect(asked(walk.press(.down)) == [])
    #expect(!walk.text.contains("It is gone."))
  }

  @Test func onASourceNothingIsAskedFor() {
    var walk = replies(0)
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page"], as: walk.state.account)
    var post = Post.numbered(2_000)
    post.parentID = 7
    walk.state.readMarks.index.learn([(2_000, 7)]) { _ in true }
    #expect(asked(walk.answer(Walk.posts, [post])) == [])
  }
}

extension AppState {
  /// The parents that the current list awaits.
  fileprivate var askedParents: [Post.ID] { Array(lists.answeredParents.awaited(in: lists.level)) }
}
