import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Polls that are written with a post of a service.
@Suite("Writing a poll") struct PollWritingTests {
  private static let ada = User(id: "7", handle: "@ada@social.example", name: "Ada Linden")

  private static func fields(_ polls: PollLimits? = PollLimits()) -> PostFields {
    var service = ServiceFields(characters: 500, usualReaders: .followers)
    service.polls = polls
    return PostFields(service: service)
  }

  private static func own(_ poll: Poll? = nil) -> Post {
    var post = Post.numbered(1, body: "Words.", children: 0, email: "ada@social.example")
    (post.title, post.summary, post.facts.authorID) = ("", "Words.", "7")
    post.facts.service = ServiceFacts(readers: .followers)
    post.facts.service?.poll = poll
    return post
  }

  private static let poll = Poll([Poll.Option("Tea", votes: 2), Poll.Option("Rum", votes: 1)])

  private func walk(_ fields: PostFields = fields(), width: Int = 80, height: Int = 24) -> Walk {
    var walk = Walk(width: width, height: height, email: nil)
    walk.state.account = .signedIn(Self.ada)
    walk.state.site = Site(
      .service, name: "social.example", lists: ["home", "local"], as: walk.state.account,
      mayWrite: true)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [Self.own(Self.poll)])
    walk.send(.editor(.fieldsResponse(fields)))
    return walk
  }

  /// A walk in which a new post is written.
  private func writing(
    _ fields: PostFields = fields(), width: Int = 120, height: Int = 24
  ) -> Walk {
    var walk = walk(fields, width: width, height: height)
    walk.answer(Walk.posts, [Self.own()])
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    return walk
  }

  /// A walk in which a post with a poll is changed.
  private func editing(_ poll: Poll? = poll) -> Walk {
    var walk = walk()
    walk.press(.character("e"))
    walk.perform(
      .editor(
        .writtenCame(
          1, .success(WrittenPost(post: Self.own(poll), tag: "t", fields: Self.fields())))))
    walk.open(.edit(1))
    return walk
  }

  /// The draft that the key to save sends; nil if nothing is sent.
  private func sent(_ effects: [Effect]) -> Draft? {
    effects.compactMap { effect in
      if case .writing(.save(let draft)) = effect { draft } else { nil }
    }.first
  }

  @Test func aPostHasAPoll() throws {
    var walk = writing()
    walk.type("What to drink?")
    #expect(!walk.text.contains("poll:"), "\(walk.text)")
    walk.press(.alt("q"))
    #expect(walk.text.contains("Options of the poll, a line each"), "\(walk.text)")
    walk.type("Tea")
    walk.press(.enter)
    walk.type("Rum and milk")
    #expect(walk.text.contains("poll: 1 day, one choice · Alt-Q changes it"))
    walk.press(.alt("q"))
    walk.choose("3 days")
    walk.press(.alt("q"))
    walk.choose("Several choices")
    #expect(walk.text.contains("poll: 3 days, several choices"))
    // Its keys go through text and options.
    walk.press(.tab, .character("!"))
    #expect(walk.state.focus.editor?.words == PostText(body: "What to drink?!"))
    let draft = try #require(sent(walk.press(.control("s"))))
    #expect(
      draft.delivery.poll == NewPoll(["Tea", "Rum and milk"], seconds: 259_200, takesSeveral: true))
    #expect(draft.words == PostText(body: "What to drink?!"))
    // A failure opens it again with all of it.
    let failure = LoadFailure(.offline, "Can't reach social.example.")
    walk.perform(.editor(.saveResponse(.newPost(below: nil), .failure(failure))))
    #expect(walk.state.focus.editor?.newPoll == draft.delivery.poll)
  }

  /// What is over a limit is said, and nothing is sent; its words stay.
  @Test(arguments: [
    ("Tea", "A poll needs two options at least."),
    ("a\nb\nc\nd\ne", "social.example takes 4 options for a poll."),
    ("Tea\nTea", "Two options of the poll are the same: “Tea”."),
    ("Tea\n" + String(repeating: "x", count: 52), "is 2 characters too long for social.example."),
  ])
  func limitsAreSaid(_ options: String, _ words: String) {
    var walk = writing()
    walk.type("What?")
    walk.press(.alt("q"))
    walk.perform(.editor(.edited(.paste(options))))
    #expect(sent(walk.press(.control("s"))) == nil)
    #expect(walk.state.note?.text.contains(words) == true, "\(walk.state.note?.text ?? "")")
    #expect(walk.state.focus.editor?.summary.text == options)
  }

  /// No poll beside pictures, and none beside a poll.
  @Test func pollsAndPicturesExclude() {
    var walk = writing()
    walk.press(.alt("q"))
    walk.press(.control("o"))
    #expect(walk.state.note?.text == "social.example takes no poll beside a picture.")
    walk.press(.alt("q"))
    walk.choose("No poll")
    #expect(walk.state.focus.editor?.fields == [.body])
    let picture = AttachedPicture(
      picture: Draft.Picture(path: "/lamp.png", copy: "lamp.png"), aspectRatio: 1)
    walk.press(.control("o"))
    walk.perform(.editor(.attachment(.response(.newPost(below: nil), .attached([picture])))))
    walk.press(.alt("q"))
    #expect(walk.state.note?.text == "social.example takes no poll beside a picture.")
    #expect(walk.state.focus.editor?.hasPoll == false)
  }

  /// One that was removed comes back by the same key.
  @Test func aRemovedPollComesBack() {
    var walk = writing()
    walk.press(.alt("q"))
    walk.type("Tea")
    walk.press(.alt("q"))
    walk.choose("No poll")
    #expect(walk.state.focus.editor?.summary.isEmpty == true)
    walk.press(.alt("q"))
    #expect(walk.state.focus.editor?.newPoll?.options == ["Tea"])
  }

  /// A service without polls has neither key nor field of it.
  @Test func withoutPollsNothingIsShown() {
    var walk = writing(Self.fields(nil))
    #expect(!walk.text.contains("poll"))
    walk.press(.alt("q"))
    #expect(walk.state.focus.editor?.hasPoll == false)
    #expect(walk.state.note?.text == "social.example has no polls.")
  }

  @Test func aDraftKeepsIt() throws {
    var walk = writing()
    walk.press(.alt("q"))
    walk.type("Tea")
    let editor = try #require(walk.state.focus.editor)
    #expect(editor.isWorthKeeping)
    let key = Draft.Key(server: "s", account: "id:7", target: .newPost(below: nil))
    let draft = editor.draft(as: key)
    #expect(draft.delivery.poll == NewPoll(["Tea"], seconds: 86_400))
    var other = writing()
    let stored = StoredDraft(draft: draft, startedAt: 1, changedAt: 1)
    other.perform(
      .editor(
        .draftOpened(
          .newPost(below: nil), DraftOpening(stored: stored, idempotencyKey: "k"))))
    var reopened = try #require(walk.state.focus.editor)
    reopened.restore(from: draft)
    #expect(reopened.newPoll == draft.delivery.poll)
    // One that has nothing is nothing to keep.
    var empty = writing()
    empty.press(.alt("q"))
    #expect(empty.state.focus.editor?.isWorthKeeping == false)
  }

  /// An edit sends the poll only if it is another one; its votes are lost after a word only.
  @Test func anEditKeepsVotesOrAsks() throws {
    var walk = editing()
    #expect(walk.text.contains("Tea") && walk.text.contains("poll: one choice"), "\(walk.text)")
    walk.type("x")
    #expect(walk.state.focus.editor.map { $0.draft(as: Self.key).delivery.poll } == .some(nil))
    walk.press(.tab)
    walk.type("!")
    #expect(sent(walk.press(.control("s"))) == nil)
    #expect(walk.text.contains("Save another poll?"), "\(walk.text)")
    #expect(walk.text.contains("The votes so far are removed."))
    // Enter goes back to the text.
    walk.press(.enter)
    #expect(walk.state.focus.editor?.newPoll?.options == ["Tea", "Rum!"])
    walk.press(.control("s"))
    let draft = try #require(sent(walk.choose("Save")))
    #expect(draft.delivery.poll == NewPoll(["Tea", "Rum!"]))
  }

  @Test func anEditRemovesAPoll() throws {
    var walk = editing()
    walk.press(.alt("q"))
    walk.choose("No poll")
    walk.press(.control("s"))
    #expect(walk.text.contains("Save without the poll?"), "\(walk.text)")
    #expect(try #require(sent(walk.choose("Save"))).delivery.poll == NewPoll())
  }

  /// Another time keeps the votes, so nothing is asked.
  @Test func anEditChangesTheTime() throws {
    var walk = editing()
    walk.press(.alt("q"))
    walk.choose("7 days")
    let draft = try #require(sent(walk.press(.control("s"))))
    #expect(draft.delivery.poll == NewPoll(["Tea", "Rum"], seconds: 604_800))
  }

  private static let key = Draft.Key(server: "s", account: "id:7", target: .edit(1))

  /// The file of the user's own editor has it, and gives it back.
  @Test func onesOwnEditorHasIt() throws {
    var walk = writing()
    walk.type("What?")
    let effects = walk.press(.control("x"), .control("e"))
    guard case .terminal(.openEditor(let document, _))? = effects.last else {
      Issue.record("\(effects)")
      return
    }
    #expect(document.contains("\npoll: \n"), "\(document)")
    let changed = document.replacing(
      "\npoll: \n", with: "\npoll: Tea\n  Rum\npoll-for: 12h\npoll-several: yes\n")
    walk.perform(.editor(.externalEditorClosed(.changed(changed))))
    #expect(
      walk.state.focus.editor?.newPoll
        == NewPoll(["Tea", "Rum"], seconds: 43_200, takesSeveral: true))
    // Nothing is changed if nothing is changed.
    var edit = editing()
    let opening = edit.press(.control("x"), .control("e"))
    guard case .terminal(.openEditor(let file, _))? = opening.last else {
      Issue.record("\(opening)")
      return
    }
    #expect(file.contains("\npoll: Tea\n  Rum\npoll-for: \npoll-several: no\n"), "\(file)")
    edit.perform(.editor(.externalEditorClosed(.changed(file))))
    #expect(edit.state.note?.text == "Your editor made no changes.")
    edit.perform(
      .editor(.externalEditorClosed(.changed(file.replacing("\n  Rum\n", with: "\n  Gin\n")))))
    #expect(edit.state.focus.editor?.newPoll?.options == ["Tea", "Gin"])
    #expect(edit.state.focus.editor?.needsWordForVotes == true)
  }

  @Test(arguments: Scene.sizes)
  func theScreen(width: Int, height: Int) throws {
    var walk = writing(width: width, height: height)
    walk.type("What to drink?")
    walk.press(.alt("q"))
    walk.type("Tea")
    walk.press(.enter)
    walk.type("Rum and milk")
    try expectScreen(walk.frame, "poll-writing")
  }
}
