import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// What acts on a post acts on a reply of a thread.
@Suite struct ThreadActingTests {
  /// The disk has no draft for a new post.
  private func open(_ target: DraftTarget, _ walk: inout Walk) {
    walk.perform(.editor(.draftOpened(target, DraftOpening(idempotencyKey: "key"))))
  }

  @Test func aReplyIsWrittenRightBelowWhatItAnswersIndented() throws {
    var walk = Conversation.walk(height: 40)
    walk.state.site = walk.state.site.with(ServerAbilities())
    walk.press(.right, .right)
    #expect(walk.selected == 12)
    walk.press(.character("+"))
    #expect(walk.state.focus.editor?.target == .newPost(below: 12))
    #expect(walk.ids.prefix(5) == [10, 11, 12, Post.unsavedID, 13])
    #expect(walk.state.current.navigator.depth == 1)
    // Its fields stand where the reply will.
    let title = try #require(walk.frame.elements.first { $0.id == "editor-body" })
    let plain = walk.state.layout.cardX + walk.state.layout.indent
    #expect(title.rect.x == plain + 4)
    open(.newPost(below: 12), &walk)
    walk.type("Indeed")
    walk.press(.escape)
    #expect(walk.text.contains("Draft kept. u goes on writing."))
    #expect(walk.ids == [10] + Conversation.replies.map(\.id))
  }

  @Test func aNewPostAnswersTheParent() {
    var walk = Conversation.walk(height: 40)
    walk.press(.right, .right, .character("n"))
    #expect(walk.state.focus.editor?.target == .newPost(below: 10))
    #expect(walk.ids.prefix(3) == [10, Post.unsavedID, 11])
  }

  /// A reply to 11 that was written and saved.
  private func saved(title: String = "", summary: String = "") -> Walk {
    var walk = Conversation.walk(height: 40)
    walk.press(.right, .character("+"))
    let target = DraftTarget.newPost(below: 11)
    open(target, &walk)
    walk.type("Indeed")
    walk.press(.control("s"))
    var reply = Conversation.post(40, below: 11, "Indeed, it does.", by: "Ada")
    (reply.title, reply.summary) = (title, summary)
    walk.perform(.editor(.saveResponse(target, .success(reply))))
    return walk
  }

  @Test func aSavedReplyStandsInItsPlace() {
    let walk = saved()
    #expect(walk.ids.prefix(4) == [10, 11, 40, 12])
    #expect(walk.text.contains("Indeed, it does."))
    #expect(walk.state.list.posts.first { $0.id == 11 }?.childCount == 3)
  }

  /// Its title and summary take rows that were not there while it was written.
  @Test func aSavedReplyIsShownWhole() {
    let text = saved(title: "A title", summary: "a summary").text
    #expect(text.contains("A title") && text.contains("a summary"))
    #expect(text.contains("Indeed, it does."), "\(text)")
  }

  @Test func deletingTakesTheBranchAwayAndUndoPutsItBack() {
    var walk = Conversation.walk(height: 40)
    walk.state.site = walk.state.site.with(ServerAbilities(moves: true, restores: true))
    walk.press(.right, .right, .right)
    #expect(walk.selected == 13)
    walk.press(.character("d"))
    walk.choose("Delete")
    #expect(walk.ids == [10, 11, 12, 15, 16, 17, 18])
    walk.perform(.moving(.deleteResponse(13, .deleted)))
    walk.press(.character("u"))
    #expect(walk.ids == [10] + Conversation.replies.map(\.id))
    #expect(walk.selected == 13)
  }

  @Test func undoShowsTheReplyAlsoInABranchThatWasFoldedSince() {
    var walk = Conversation.walk(height: 40)
    walk.state.site = walk.state.site.with(ServerAbilities(moves: true, restores: true))
    walk.press(.right, .right, .right, .character("d"))
    walk.choose("Delete")
    walk.perform(.moving(.deleteResponse(13, .deleted)))
    walk.perform(.thread(.lineTapped(11)))
    #expect(!walk.text.contains("From the ferry"))
    walk.press(.character("u"))
    #expect(walk.selected == 13)
    #expect(walk.text.contains("It blinks all night"))
  }

  @Test func moderatorsAreMarked() {
    var replies = Conversation.replies
    replies[5].facts.isByModerator = true
    (replies[5].facts.isEdited, replies[5].facts.value) = (true, "12 points")
    let walk = Conversation.walk(height: 40, replies: replies)
    #expect(walk.text.contains("Eva moderator · 3 h · edited · 12 points"))
    #expect(walk.text.components(separatedBy: "moderator").count == 2)
  }

  @Test func findLooksInAllTextsAndUnfoldsWhatItFinds() {
    var walk = Conversation.walk(height: 40)
    walk.press(.right, .enter)
    #expect(walk.state.list.folded == [11])
    walk.press(.character("/"))
    walk.type("blinks")
    #expect(walk.selected == 13)
    #expect(walk.state.list.folded.isEmpty)
    #expect(walk.text.contains("It blinks all night"))
  }

  @Test func aReplyIsPutBelowAnother() {
    var walk = Conversation.walk(height: 40)
    walk.state.site = walk.state.site.with(ServerAbilities(moves: true))
    walk.press(.right, .right, .right, .character("m"))
    #expect(walk.text.contains("1 reply  moving"))
    // The keys of the thread keep their meanings.
    walk.press(.character("}"))
    #expect(walk.selected == 16)
    let effects = walk.press(.character("m"))
    #expect(effects.contains(.moving(.move(13, to: 16))))
    var moved = Conversation.replies[2]
    moved.parentID = 16
    let requests = walk.perform(.moving(.moveResponse(13, .success(moved))))
    #expect(requests.contains(.list(.loadReplies(to: 16, level: walk.level))))
  }

  @Test func theOutlineLeadsToAReplyOfTheThread() {
    var walk = Conversation.walk(height: 40)
    walk.press(.right, .enter)
    walk.perform(
      .list(.outlineEntered(top: Conversation.parent, path: Array(Conversation.replies.prefix(3)))))
    #expect(walk.selected == 13)
    #expect(walk.state.current.navigator.depth == 1)
    #expect(walk.state.list.folded.isEmpty)
  }

  @Test func newRepliesAreCountedAboveAndBelow() {
    var walk = Conversation.walk(height: 12)
    walk.press(.right, .right, .right)
    let selected = walk.selected
    let above = Conversation.post(50, below: 10, "Above.", by: "Gus")
    let below = Conversation.post(51, below: 17, "Below.", by: "Gus")
    let row = walk.frame.elements.first { $0.id == "card-13" }?.rect.y
    walk.answer(walk.level, [above] + Conversation.replies + [below])
    #expect(walk.selected == selected)
    #expect(walk.frame.elements.first { $0.id == "card-13" }?.rect.y == row)
    #expect(walk.row(0).contains("1 new ↑ 1 new ↓"))
    walk.press(.end)
    #expect(!walk.row(0).contains("↓"))
  }

  @Test func programsSeeTheViewAndTheFolds() {
    var walk = Conversation.walk()
    walk.press(.right, .enter)
    let report = walk.reading.report
    #expect(report.focus == "thread")
    #expect(report.list.view == "thread")
    #expect(report.list.folded == [11])
    #expect(report.list.selected?.id == 11)
    walk.press(.character("v"))
    #expect(walk.reading.report.list.view == "cards")
  }

  @Test func theMenuFoldsAndUnfolds() {
    var walk = Conversation.walk(height: 40)
    walk.press(.right)
    walk.perform(.menu(.opened(11, link: nil, at: Point(x: 5, y: 5))))
    #expect(walk.text.contains("Fold"))
    walk.perform(.menu(.closed))
    walk.press(.enter)
    walk.perform(.menu(.opened(11, link: nil, at: Point(x: 5, y: 5))))
    #expect(walk.text.contains("Unfold"))
  }

  @Test func sourcesOpenThreadsServersCardsUnlessOneChooses() {
    var walk = Walk([Conversation.parent])
    #expect(!walk.state.opensThreads)
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    #expect(walk.state.opensThreads)
    walk.state.settings.view = .cards
    #expect(!walk.state.opensThreads)
    walk.state.lists.chosenView = .thread
    #expect(walk.state.opensThreads)
  }
}
