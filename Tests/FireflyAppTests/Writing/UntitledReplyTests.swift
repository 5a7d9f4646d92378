import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// A reply needs no title.
@Suite struct UntitledReplyTests {
  private func open(_ walk: inout Walk, _ id: Post.ID) {
    walk.open(.newPost(below: id))
  }

  /// A walk that answers a reply of the thread, or a post among cards.
  private func answering(inThread: Bool) -> Walk {
    guard inThread else {
      var walk = Walk([.numbered(13, email: "ben@example.org")])
      walk.press(.character("+"))
      open(&walk, 13)
      return walk
    }
    var walk = Conversation.walk(height: 40)
    walk.perform(.list(.postSelected(13)))
    walk.press(.character("+"))
    open(&walk, 13)
    return walk
  }

  @Test(arguments: [false, true])
  func itBeginsInTheTextAndShiftTabReachesTheTitle(inThread: Bool) {
    var walk = answering(inThread: inThread)
    walk.type("So it is.")
    #expect(walk.state.focus.editor?.words == PostText(body: "So it is."))
    // It is its text alone, and a line up leads nowhere.
    walk.press(.up, .end)
    #expect(walk.state.focus.editor?.field == .body)
    #expect(!walk.text.contains("Title") && !walk.text.contains("Summary"), "\(walk.text)")
    walk.press(.backTab)
    #expect(walk.text.contains("Title") && walk.text.contains("Summary"), "\(walk.text)")
    // Left as they were, they go again.
    walk.press(.tab)
    #expect(!walk.text.contains("Title") && !walk.text.contains("Summary"), "\(walk.text)")
    walk.press(.backTab)
    walk.type("in short")
    walk.press(.backTab)
    walk.type("On lamps")
    #expect(
      walk.state.focus.editor?.words
        == PostText(title: "On lamps", summary: "in short", body: "So it is."))
  }

  @Test(arguments: [false, true])
  func itIsSentWithoutATitle(inThread: Bool) throws {
    var walk = answering(inThread: inThread)
    walk.type("So it is.")
    let effects = walk.press(.control("s"))
    guard case .writing(.save(let draft))? = effects.first else {
      Issue.record("nothing is saved: \(effects)")
      return
    }
    #expect(draft.words == PostText(body: "So it is."))
    #expect(walk.state.focus.isEmpty)
  }

  @Test func nAmongRepliesBeginsInTheText() {
    var walk = Walk([.numbered(1, children: 1)])
    walk.state.lists.chosenView = .cards
    walk.press(.right)
    walk.answer(walk.level, [.numbered(2)])
    walk.press(.character("n"))
    open(&walk, 1)
    walk.type("So it is.")
    #expect(walk.state.focus.editor?.words == PostText(body: "So it is."))
  }

  @Test func withoutAnythingThereIsNothingToPost() {
    var walk = answering(inThread: true)
    walk.press(.control("s"))
    #expect(walk.text.contains("There is nothing to post yet."), "\(walk.text)")
    #expect(walk.state.focus.editor?.field == .body)
    walk.type("   ")
    walk.press(.control("s"))
    #expect(walk.state.focus.editor != nil)
  }

  @Test func aPostOfTheTopLevelOrOfAProfileKeepsItsTitle() {
    var walk = Walk([.numbered(1)])
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.press(.tab, .tab)
    walk.type("Only a text.")
    #expect(walk.press(.control("s")) == [])
    #expect(walk.text.contains("Title required"))
  }

  @Test func editedItsTitleIsEmptyAgain() {
    var replies = Conversation.replies
    replies[2].title = ""
    var walk = Conversation.walk(height: 40, replies: replies)
    walk.perform(.list(.postSelected(13)))
    walk.press(.character("e"))
    walk.open(.edit(13))
    #expect(walk.state.focus.editor?.field == .body)
    walk.type("Yes. ")
    let effects = walk.press(.control("s"))
    #expect(effects.contains { if case .writing(.save) = $0 { true } else { false } })
  }

  @Test(arguments: [false, true])
  func uOpensADiscardedReply(inThread: Bool) throws {
    var walk = answering(inThread: inThread)
    walk.type("So it is.")
    walk.perform(.editor(.discarded))
    #expect(walk.state.focus.editor == nil)
    walk.press(.character("u"))
    #expect(walk.state.focus.editor?.target == .newPost(below: 13))
    open(&walk, 13)
    #expect(walk.state.focus.editor?.words.body == "So it is.")
  }

  @Test func uOpensADiscardedPostOfTheTopLevelAndAChange() {
    var walk = Walk([.numbered(1)])
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("Fog")
    walk.perform(.editor(.discarded))
    walk.press(.character("u"))
    walk.open(.newPost(below: nil))
    #expect(walk.state.focus.editor?.words.title == "Fog")
    // Restored, it is a draft again.
    walk.press(.escape)
    #expect(walk.state.focus.isEmpty && walk.state.writing.hasDraft(at: .newPost(below: nil)))
    // Letters just after Esc are words.
    walk.wait(1)
    walk.press(.character("e"))
    walk.open(.edit(1))
    walk.type("New ")
    walk.perform(.editor(.discarded))
    walk.press(.character("u"))
    #expect(walk.state.focus.editor?.target == .edit(1))
    walk.open(.edit(1))
    #expect(walk.state.focus.editor?.words.title.contains("New") == true)
  }

  @Test func elsewhereItsDraftIsNamedByItsWordsAndWhatItAnswers() {
    var walk = answering(inThread: true)
    walk.type("So it is.")
    walk.perform(.editor(.discarded))
    walk.press(.function(2))
    walk.press(.character("u"))
    #expect(
      walk.text.contains("under “It blinks all night, with a pause"), "\(walk.text)")
    #expect(!walk.text.contains("post 13"))
    let key = Draft.Key(
      server: "", account: "ada@example.org", target: .newPost(below: 99))
    var draft = Draft(key: key, words: .init(body: "A reply of words."), idempotencyKey: "old")
    draft.parentTitle = "Lamps of the coast"
    var later = Walk([.numbered(1)])
    later.perform(
      .editor(.draftsFound([StoredDraft(draft: draft, startedAt: 0, changedAt: 0)])))
    #expect(later.text.contains("“A reply of words.”"), "\(later.text)")
    #expect(later.text.contains("“Lamps of the coast”"))
  }
}
