import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Writing on a service with accounts: who can read it is never a surprise.
@Suite("Writing on a service")
struct ServiceWritingTests {
  private static let ada = User(id: "7", handle: "@ada@social.example", name: "Ada Linden")

  private static func fields(
    _ usual: Readers = .everyone, characters: Int = 500
  ) -> PostFields {
    var service = ServiceFields(characters: characters, usualReaders: usual)
    service.language = "en"
    return PostFields(service: service)
  }

  private static func status(
    _ id: Int, _ readers: Readers = .everyone, by author: String = "cy@social.example",
    warning: String = "", mentions: [String] = [], language: String? = nil
  ) -> Post {
    var post = Post.numbered(id, body: "Words.", children: 2, email: author)
    (post.title, post.summary) = (warning, warning.isEmpty ? "Words." : "content warning")
    (post.authorName, post.facts.authorID) = ("Cy Marsh", "9")
    var facts = ServiceFacts(readers: readers)
    (facts.mentions, facts.language) = (mentions, language)
    post.facts.service = facts
    return post
  }

  private func walk(
    _ post: Post = status(1), canWrite: Bool = true, fields: PostFields? = fields(),
    width: Int = 80, height: Int = 24
  ) -> Walk {
    var walk = Walk(width: width, height: height, email: nil)
    walk.state.account = .signedIn(Self.ada)
    walk.state.site = Site(
      .service, name: "social.example", lists: ["home", "local"], as: walk.state.account,
      mayWrite: canWrite)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [post])
    if let fields { walk.send(.editor(.fieldsResponse(fields))) }
    return walk
  }

  /// The draft that a press of the key to save sends; nil if nothing is sent.
  private func sent(_ walk: inout Walk) -> Draft? {
    walk.press(.control("s")).compactMap { effect in
      if case .writing(.save(let draft)) = effect { draft } else { nil }
    }.first
  }

  private func replying(to post: Post, _ usual: Readers = .everyone) -> Walk {
    var walk = walk(post, fields: Self.fields(usual))
    walk.press(.right)
    walk.answer(1, [])
    walk.press(.character("n"))
    walk.open(.newPost(below: 1))
    return walk
  }

  // MARK: Readers

  /// A reply has the fewer readers of what it answers and what is usual; a key leads to fewer and back, never to more.
  @Test(arguments: Readers.allCases, [Readers.followers, .quiet, .everyone])
  func aReplyNeverHasMoreReaders(answered: Readers, usual: Readers) throws {
    var service = ServiceWriting(
      "social.example", try #require(Self.fields(usual).service),
      answering: Self.status(1, answered))
    let most = min(answered, usual)
    #expect(service.readers == most)
    for _ in 0..<8 {
      _ = service.chooseNextReaders()
      #expect(service.readers <= most)
    }
    // A draft of an earlier version, or of somebody's editing, can't widen it either.
    service.restore(Draft.Delivery(readers: .everyone))
    #expect(service.readers <= most)
  }

  /// What is answered may have readers that this version doesn't know: then only those mentioned read the reply.
  @Test
  func unknownReadersCountAsTheFewest() throws {
    var post = Self.status(1)
    post.facts.service = nil
    let service = ServiceWriting(
      "x", try #require(Self.fields().service), answering: post)
    #expect(service.readers == .mentioned && service.limit == .mentioned)
  }

  /// The language of what is answered, then the usual one, then none.
  @Test(arguments: [nil, "en"], [nil, "en", "de"])
  func theLanguagesAreOnceEach(usual: String?, answered: String?) throws {
    var fields = try #require(Self.fields().service)
    fields.language = usual
    var service = ServiceWriting("x", fields, answering: Self.status(1, language: answered))
    let first = answered ?? usual
    #expect(service.language == first)
    var seen: [String?] = []
    for _ in 0..<3 {
      _ = service.chooseNextLanguage()
      seen.append(service.language)
    }
    #expect(seen.contains(nil) && seen.contains(usual) && seen.contains(first))
  }

  @Test
  func aNewPostGoesThroughAllReaders() throws {
    var service = ServiceWriting("x", try #require(Self.fields().service), answering: nil)
    var seen = [service.readers]
    for _ in 0..<3 {
      _ = service.chooseNextReaders()
      seen.append(service.readers)
    }
    #expect(seen == [.everyone, .quiet, .followers, .mentioned])
    _ = service.chooseNextReaders()
    #expect(service.readers == .everyone)
  }

  /// The first post to everybody asks; the answer counts for the session, and for the machine by what it records.
  @Test
  func theFirstPostToEverybodyAsksOnce() {
    var walk = walk()
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    #expect(walk.text.contains("Ctrl-S post to everybody"))
    walk.type("Hello")
    #expect(sent(&walk) == nil)
    #expect(walk.state.focus.dialog?.question == "Post this to everybody?")
    // Enter presses the safe button.
    walk.press(.enter)
    #expect(walk.state.focus.editor?.words.body == "Hello")
    #expect(sent(&walk) == nil)
    let effects = walk.choose("Post to everybody")
    #expect(
      effects.contains {
        if case .writing(.save(let draft)) = $0 {
          draft.delivery.readers == .everyone && draft.words.body == "Hello"
        } else {
          false
        }
      })
    #expect(walk.state.hasPostedToEveryone)
  }

  /// A draft that goes on asks before it has more readers, whatever was posted before; fewer need no word.
  @Test(arguments: Readers.allCases, Readers.allCases)
  func aDraftAsksForMoreReaders(kept: Readers, wanted: Readers) throws {
    var service = ServiceWriting("x", try #require(Self.fields().service), answering: nil)
    service.restore(Draft.Delivery(readers: kept, language: "sv"))
    #expect(service.readers == kept && service.language == "sv")
    #expect(service.question(true) == nil)
    let isTaken = service.choose(Draft.Delivery(readers: wanted))
    #expect(isTaken && service.readers == wanted)
    #expect((service.question(true) != nil) == (wanted > kept))
    // What is kept meanwhile could be sent by another door.
    #expect(service.draftReaders == min(wanted, kept))
    service.isAgreed = true
    #expect(service.question(false) == nil)
    #expect(service.draftReaders == wanted)
    // Another choice needs another word.
    _ = service.chooseNextReaders()
    #expect((service.question(true) != nil) == (service.readers > kept))
    // A change has no readers to choose, and is no post to everyone.
    var change = ServiceWriting("x", try #require(Self.fields().service), editing: Self.status(1))
    change.choose(Draft.Delivery(readers: wanted))
    #expect(change.readers == .everyone && !change.isFirstForEveryone)
  }

  /// More readers in one's own editor are a change, though the draft is kept for as many as before.
  @Test func readersOfOnesOwnEditorAreTaken() throws {
    var walk = walk(Self.status(1))
    walk.press(.character("n"))
    let key = Draft.Key(server: "s", account: "id:7", target: .newPost(below: nil))
    var kept = Draft(key: key, words: PostText(body: "words"))
    kept.delivery.readers = .followers
    let stored = StoredDraft(draft: kept, startedAt: 1, changedAt: 1)
    walk.perform(
      .editor(.draftOpened(key.target, DraftOpening(stored: stored, idempotencyKey: "k"))))
    var wider = kept
    wider.delivery.readers = .everyone
    let document = wider.document(of: .service)
    walk.perform(.editor(.externalEditorClosed(.changed(document))))
    #expect(walk.state.note?.text == "Updated from your editor.")
    #expect(walk.text.contains("post to everybody"))
    #expect(walk.state.focus.editor?.service?.draftReaders == .followers)
  }

  @Test
  func forFollowersNothingIsAsked() {
    var walk = walk(fields: Self.fields(.followers))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    #expect(walk.text.contains("Ctrl-S post to followers") && !walk.text.contains("everybody"))
    walk.type("Hello")
    #expect(sent(&walk)?.delivery.readers == .followers)
  }

  // MARK: Words

  /// It begins with those whom it answers, without oneself, and with the warning of that; this counts as nothing.
  @Test
  func aReplyMentionsAndWarnsAndCountsAsNothing() {
    let post = Self.status(
      1, warning: "ending of the play",
      mentions: ["ada", "bob@far.example", "ADA@social.example", "cy@social.example"])
    #expect(
      ServiceWriting.beginning(answering: post, by: Self.ada)
        == PostText(title: "ending of the play", body: "@cy @bob@far.example\n"))
    var walk = replying(to: post)
    #expect(walk.state.focus.editor?.words.title == "ending of the play")
    #expect(walk.state.focus.editor?.fields == [.title, .body])
    walk.press(.escape)
    #expect(walk.state.focus.isEmpty)
  }

  /// Whoever is named beside those whom it answers reads it, too: that is said.
  @Test
  func furtherReadersOfAReplyToThoseMentionedAreNamed() {
    var walk = replying(to: Self.status(1, .mentioned))
    #expect(!walk.text.contains("+ @"))
    walk.type("tell @zed too")
    #expect(walk.text.contains("post to those mentioned + @zed"))
  }

  @Test
  func tooLongBlankAndForNobodyAreSaid() {
    var walk = walk(fields: Self.fields(.followers, characters: 10))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    #expect(sent(&walk) == nil)
    #expect(walk.state.note?.text == "There is nothing to post yet.")
    walk.type("twelve words")
    #expect(sent(&walk) == nil)
    #expect(walk.state.note?.text == "2 characters too long for social.example.")
    #expect(walk.text.contains("-2"))
    walk.press(.backspace, .backspace, .backspace)
    walk.press(.alt("r"))
    #expect(sent(&walk) == nil)
    #expect(
      walk.state.note?.text == "This would reach no one: mention the people whom it is for.")
  }

  @Test
  func warningAndLanguageByTheirKeys() {
    var walk = walk(fields: Self.fields(.followers))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("Hello")
    walk.press(.alt("c"))
    walk.type("spoiler")
    walk.press(.alt("g"))
    let draft = sent(&walk)
    #expect(draft?.words == PostText(title: "spoiler", body: "Hello"))
    #expect(draft?.delivery.language == nil)
  }

  /// A picture brings the field of its description; Markdown is previewed where the service shows it.
  @Test
  func aPictureHasADescription() throws {
    var walk = walk(fields: Self.fields(.followers))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.press(.alt("p"))
    #expect(walk.state.note?.text == "social.example shows the text as it is typed.")
    #expect(walk.state.focus.editor?.fields == [.body])
    walk.press(.control("o"))
    walk.type("lamp.png")
    walk.press(.enter)
    let picture = AttachedPicture(
      picture: Draft.Picture(path: "/tmp/lamp.png", copy: "lamp.png"), aspectRatio: 1)
    walk.perform(.editor(.attachment(.response(.newPost(below: nil), .attached([picture])))))
    #expect(walk.state.focus.editor?.fields == [.summary, .body])
    // What is typed next says what is on it; Enter leads back to the text.
    walk.type("a lamp at night")
    walk.press(.enter)
    walk.type("Look")
    let draft = try #require(sent(&walk))
    #expect(draft.delivery.description == "a lamp at night")
    #expect(draft.words == PostText(body: "Look"))
  }

  /// The pictures of a published post are described anew and put in another order; new ones stand beside them.
  @Test
  func picturesOfAPublishedPostAreChanged() throws {
    var walk = walk(Self.status(1, by: "ada"), fields: Self.fields())
    var own = Self.status(1, by: "ada@social.example")
    own.facts.authorID = "7"
    (own.imageURL, own.summary) = ("https://social.example/old.png", "")
    walk.answer(Walk.posts, [own])
    var known = Draft.SidePicture(number: "5", at: "https://social.example/old.png")
    known.description = "a lamp"
    own.facts.service?.pictures = [known]
    #expect(walk.press(.character("e")) == [.writing(.loadWritten(1))])
    var fields = Self.fields()
    fields.hasTextPictures = true
    walk.perform(
      .editor(.writtenCame(1, .success(WrittenPost(post: own, tag: "t", fields: fields)))))
    walk.open(.edit(1))
    #expect(walk.text.contains("Ctrl-S save") && !walk.text.contains("readers"))
    #expect(walk.state.focus.editor?.attachment.address == own.imageURL)
    // Nothing has changed yet.
    #expect(walk.state.focus.editor.map { $0.draft(as: Self.key).delivery.further } == .some(nil))
    walk.press(.backTab)
    walk.type(" at night")
    walk.press(.control("o"))
    #expect(walk.state.focus.editor?.pathLine?.isForText == false)
    walk.type("lamp.png")
    walk.press(.enter)
    let picture = AttachedPicture(
      picture: Draft.Picture(path: "/tmp/lamp.png", copy: "lamp.png"), aspectRatio: 1)
    walk.perform(.editor(.attachment(.response(.edit(1), .attached([picture])))))
    #expect(walk.text.contains("picture 2 of 2"), "\(walk.text)")
    walk.type("a wick")
    walk.press(.alt("e"))
    #expect(walk.state.focus.editor?.pictureCount == "picture 1 of 2")
    let draft = try #require(sent(&walk))
    #expect(draft.picture?.copy == "lamp.png" && draft.delivery.description == "a wick")
    #expect(draft.delivery.further?.map(\.number) == ["5"])
    #expect(draft.delivery.further?.map(\.description) == ["a lamp at night"])
  }

  private static let key = Draft.Key(
    server: "social.example", account: PersonID(number: "7"), target: .edit(1))

  /// The language of a published post can be changed, alone too; its readers can't.
  @Test
  func aChangeChoosesItsLanguage() {
    var own = Self.status(1, by: "ada@social.example", language: "sv")
    own.facts.authorID = "7"
    var walk = walk(own, fields: Self.fields())
    walk.press(.character("e"))
    walk.perform(
      .editor(.writtenCame(1, .success(WrittenPost(post: own, tag: "t", fields: Self.fields())))))
    walk.open(.edit(1))
    #expect(walk.text.contains("Alt-G sv") && !walk.text.contains("readers"), "\(walk.text)")
    walk.press(.alt("g"))
    let draft = sent(&walk)
    #expect(draft?.delivery.language == "en" && draft?.delivery.readers == .everyone)
  }

  /// A change that was saved is taken back: what was typed before is sent, to the same readers.
  @Test
  func aSavedChangeIsTakenBack() throws {
    var own = Self.status(1, by: "ada@social.example", language: "sv")
    own.facts.authorID = "7"
    var walk = walk(own, fields: Self.fields())
    walk.press(.character("e"))
    walk.perform(
      .editor(.writtenCame(1, .success(WrittenPost(post: own, tag: "t", fields: Self.fields())))))
    walk.open(.edit(1))
    walk.type("More. ")
    let changed = try #require(sent(&walk))
    walk.perform(.editor(.saveResponse(.edit(1), .success(own))))
    #expect(walk.text.contains("u takes the change back."), "\(walk.text)")
    let drafts = walk.press(.character("u")).compactMap { effect -> Draft? in
      if case .writing(.save(let draft)) = effect { draft } else { nil }
    }
    let former = try #require(drafts.first)
    #expect(former.words.body == own.body && former.words.title == own.title)
    #expect(former.base?.words == changed.words && former.words != changed.words)
    #expect(former.delivery.readers == changed.delivery.readers)
    #expect(former.delivery.language == "sv")
  }

  /// Taking words back leaves the pictures alone, with their descriptions; where these were changed, `u` isn't named.
  @Test(arguments: [false, true])
  func takingWordsBackKeepsDescriptions(changesPicture: Bool) throws {
    var own = Self.status(1, by: "ada@social.example")
    own.facts.authorID = "7"
    (own.imageURL, own.summary) = ("https://social.example/old.png", "")
    var known = Draft.SidePicture(number: "5", at: "https://social.example/old.png")
    known.description = "a lamp"
    own.facts.service?.pictures = [known]
    var walk = walk(own, fields: Self.fields())
    walk.press(.character("e"))
    var fields = Self.fields()
    fields.hasTextPictures = true
    walk.perform(
      .editor(.writtenCame(1, .success(WrittenPost(post: own, tag: "t", fields: fields)))))
    walk.open(.edit(1))
    walk.type("More. ")
    if changesPicture {
      walk.press(.backTab)
      walk.type(" at night")
    }
    _ = try #require(sent(&walk))
    walk.perform(.editor(.saveResponse(.edit(1), .success(own))))
    #expect(walk.text.contains("u takes the change back.") == !changesPicture, "\(walk.text)")
    let drafts = walk.press(.character("u")).compactMap { effect -> Draft? in
      if case .writing(.save(let draft)) = effect { draft } else { nil }
    }
    #expect(drafts.isEmpty == changesPicture)
    if let former = drafts.first {
      #expect(former.words.body == own.body && former.delivery.further == nil)
    }
  }

  // MARK: Who may write

  @Test(arguments: ["n", "+", "e"])
  func signedOutTheKeysThatWriteLeadToTheSignIn(key: Character) {
    var walk = walk()
    walk.state.account = .reader(User(email: "ada@localhost", name: "ada"))
    walk.state.site = Site(
      .service, name: "social.example", lists: ["trends"], as: walk.state.account, mayWrite: false)
    #expect(walk.press(.character(key)).contains(.signIn(.openPage)))
    #expect(walk.state.focus[SignIn.self] != nil)
  }

  @Test
  func aSignInThatMayOnlyReadSaysSoBeforeAWordIsTyped() {
    var walk = walk(canWrite: false)
    walk.press(.character("n"))
    let dialog = walk.state.focus.dialog
    #expect(dialog?.question.hasPrefix("This sign-in may only read.") == true)
    #expect(walk.state.isRefusing)
  }

  @Test
  func whatPostsHaveIsAskedForFirst() {
    var walk = walk(fields: nil)
    #expect(walk.press(.character("n")) == [.writing(.loadFields)])
    walk.perform(.editor(.fieldsCame(.failure(LoadFailure(.offline, "No answer.")))))
    #expect(walk.state.note?.text == "No answer." && walk.state.focus.isEmpty)
    walk.press(.character("n"))
    walk.perform(.editor(.fieldsCame(.success(Self.fields(.followers)))))
    #expect(walk.state.focus.editor?.service?.readers == .followers)
  }

  /// The server published it otherwise: that waits for an answer.
  @Test
  func anotherPlaceOrOtherReadersAreSaid() {
    var walk = walk(fields: Self.fields(.followers))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("Hello")
    #expect(sent(&walk) != nil)
    var post = Self.status(5, .everyone, by: "ada@social.example")
    post.facts.authorID = "7"
    post.facts.service?.mishap = .readers(wanted: .followers, got: .everyone)
    walk.perform(.editor(.saveResponse(.newPost(below: nil), .success(post))))
    #expect(
      walk.state.focus.dialog?.question
        == "social.example published this to everybody, not to followers.")
    // Enter deletes nothing; the text of what is deleted goes to no more people than it was for.
    #expect(walk.state.focus.dialog?.buttons.first?.title == "Leave it")
    #expect(walk.choose("Delete it").contains { if case .moving = $0 { true } else { false } })
    let kept = walk.perform(.moving(.deleteResponse(5, .deleted))).compactMap { effect in
      if case .draft(.discard(let draft)) = effect { draft } else { nil }
    }
    #expect(kept.map(\.delivery.readers) == [.followers])
    // It takes the place of no other draft of a new post.
    #expect(kept.map(\.key.number) == [5])
  }

  /// Several pictures have their descriptions and their order; as many as the service takes.
  @Test func severalPicturesHaveTheirDescriptions() throws {
    var fields = Self.fields()
    fields.hasTextPictures = true
    var walk = walk(fields: fields)
    walk.state.writing.hasPostedToEveryone = true
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    func attach(_ numbers: Int...) {
      walk.press(.control("o"))
      walk.type("x.jpg")
      walk.press(.enter)
      let attached = numbers.map { number in
        AttachedPicture(
          picture: Draft.Picture(
            path: "/img\(number).jpg", copy: "key-0123456789abcde\(number).jpg"), aspectRatio: 2)
      }
      walk.perform(.editor(.attachment(.response(.newPost(below: nil), .attached(attached)))))
    }
    attach(1)
    walk.type("first")
    attach(2, 3)
    walk.type("second")
    walk.press(Key(.right, .alt))
    walk.press(.alt("n"))
    walk.type("third")
    walk.press(.alt("e"))
    var editor = try #require(walk.state.focus.editor)
    #expect(editor.sidePictures.map(\.description) == ["first", "third", "second"])
    #expect(editor.pictureCount == "picture 2 of 3" && editor.words.isEmpty)
    #expect(editor.service?.left(in: editor.words) == 500)
    // One goes, and comes back with its words.
    walk.press(.alt("o"))
    #expect(walk.state.focus.editor?.sidePictures.map(\.description) == ["first", "second"])
    walk.press(.alt("o"))
    #expect(
      walk.state.focus.editor?.sidePictures.map(\.description) == ["first", "third", "second"])
    attach(4)
    walk.press(.control("o"))
    #expect(walk.state.focus.editor?.pathLine == nil)
    #expect(walk.text.contains("social.example takes 4 pictures for a post."))
    editor = try #require(walk.state.focus.editor)
    let draft = try #require(sent(&walk))
    // A server that takes its time is waited for with a sign.
    walk.perform(
      .editor(
        .attachment(.progress(.newPost(below: nil), sent: 1, of: 1, isWaiting: true))))
    #expect(walk.text.contains("the server prepares the picture…"), "\(walk.text)")
    #expect(draft.picture?.path == "/img1.jpg" && draft.delivery.description == "first")
    #expect(draft.delivery.further?.map(\.description) == ["third", "second", ""])
    #expect(draft.delivery.further?.map(\.crop.x) == [0, 0.1, 0])
    // A draft gives back what it has.
    var other = editor
    other.restore(from: draft)
    #expect(other.sidePictures == editor.sidePictures)
  }

  /// A reply goes below another post, with the names of those whom it answers there, and to no more people.
  @Test func aDraftGoesElsewhere() throws {
    var walk = replying(to: Self.status(1, .followers))
    walk.type("my words")
    walk.press(.alt("m"))
    _ = walk.choose("Below another post")
    #expect(walk.state.focus.editor == nil)
    let old = try #require(walk.state.writing.placing)
    walk.press(.left)
    walk.answer(Walk.posts, [Self.status(2, by: "dan@social.example"), Self.status(1, .followers)])
    walk.press(.home, .right)
    walk.answer(2, [])
    walk.press(.character("n"))
    #expect(walk.text.contains("Put your draft “@cy my words” here?"), "\(walk.text)")
    let effects = walk.choose("Put it here")
    guard case .draft(.convert(let draft, .newPost(below: 2), false))? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    let key = Draft.Key(
      server: old.server, account: old.account, target: .newPost(below: 2), number: 0)
    let moved = draft.converted(to: key, idempotencyKey: "new")
    walk.perform(.editor(.draftConverted(DraftConversion(of: old, moved, saves: false))))
    #expect(walk.state.writing.placing == nil)
    let kept = try #require(walk.state.writing.drafts.first)
    #expect(kept.words.body == "@dan\nmy words" && kept.key.target == .newPost(below: 2))
    #expect(kept.delivery.readers == .followers)
    #expect(walk.state.focus.editor?.target == .newPost(below: 2))
  }

  /// At the top level it answers nobody; what was begun there is asked about once.
  @Test func aReplyGoesToTheTop() throws {
    var walk = replying(to: Self.status(1, .followers))
    walk.type("my words")
    walk.press(.alt("m"))
    let effects = walk.choose("At the top level")
    guard case .draft(.convert(let draft, .newPost(below: nil), false))? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    let key = Draft.Key(
      server: draft.key.server, account: draft.key.account, target: .newPost(below: nil))
    let moved = draft.converted(to: key, idempotencyKey: "new")
    walk.perform(.editor(.draftConverted(DraftConversion(of: draft.key, moved, saves: false))))
    #expect(walk.state.writing.drafts.first?.words.body == "my words")
    #expect(walk.state.writing.drafts.first?.delivery.readers == .followers)
    #expect(walk.state.focus.editor?.target == .newPost(below: nil))
  }

  /// A post is deleted to be written anew: the question offers it, and its draft opens where it stood.
  @Test func aPostIsWrittenAnew() throws {
    var own = Self.status(1, .followers, by: "ada@social.example")
    own.facts.authorID = "7"
    var walk = walk(own)
    walk.press(.character("d"))
    let effect = MovingEffect.redraft(
      1, on: walk.state.serverID, by: walk.state.account.key ?? .nobody)
    #expect(walk.choose("Delete and write anew").contains(.moving(effect)))
    #expect(walk.state.list.posts.isEmpty)
    // It stays as long as it is not deleted.
    let failure = LoadFailure(.forbidden, "A picture of it can't be loaded.")
    walk.perform(.moving(.deleteResponse(1, .failed(failure))))
    #expect(walk.text.contains("Not deleted. A picture of it can't be loaded."))
    #expect(walk.state.list.posts.map(\.id) == [1])
    walk.press(.character("d"))
    _ = walk.choose("Delete and write anew")
    var draft = Draft(deleted: own, on: walk.state.serverID, by: walk.state.account.key ?? .nobody)
    draft.words.body = "typed **words**"
    walk.perform(.moving(.deleteResponse(1, .deleted, draft)))
    #expect(walk.state.focus.editor?.target == .newPost(below: nil))
    walk.perform(
      .editor(
        .draftOpened(
          .newPost(below: nil),
          DraftOpening(
            stored: StoredDraft(draft: draft, startedAt: 0, changedAt: 0), idempotencyKey: "k",
            number: draft.key.number))))
    #expect(walk.state.focus.editor?.words.body == "typed **words**")
    #expect(walk.state.focus.editor?.service?.readers == .followers)
  }

  /// Pictures in the text of a draft that the shell has kept stand beside it.
  @Test func picturesInTheTextStandBesideIt() throws {
    var walk = walk()
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    var editor = try #require(walk.state.focus.editor)
    var draft = editor.draft(as: Self.key)
    draft.picture = Draft.Picture(path: "/one.jpg", copy: "key-0123456789abcde1.jpg")
    draft.delivery.description = "one"
    draft.words.body = "Look\n\n![two](draft-picture:0123456789abcde2.jpg)"
    editor.restore(from: draft)
    #expect(editor.words.body == "Look")
    #expect(editor.sidePictures.map(\.description) == ["one", "two"])
    // One whose copy is missing is prepared again, and keeps its place and its words.
    draft.picture = Draft.Picture(path: "/one.jpg", copy: "")
    editor.restore(from: draft)
    editor.add([Draft.Picture(path: "/one.jpg", copy: "key-0123456789abcde3.jpg")])
    #expect(editor.sidePictures.map(\.description) == ["one", "two"])
    #expect(editor.sidePictures.first?.copy == "key-0123456789abcde3.jpg")
  }

  /// A reply whose parent is gone becomes a post without a warning: there is no title that it needs.
  @Test func anOrphanGetsNoWarning() {
    var walk = walk()
    func key(_ target: DraftTarget) -> Draft.Key {
      Draft.Key(server: "social.example", account: PersonID(number: "7"), target: target)
    }
    var draft = Draft(key: key(.newPost(below: 5)), words: PostText(body: "@cy private answer"))
    draft.delivery.readers = .mentioned
    draft.sidePictures = ["a lamp", "a wick"].map { words in
      Draft.SidePicture(
        Draft.Picture(path: "/\(words).png", copy: "key-0123456789abcde1.png"), description: words)
    }
    walk.perform(.editor(.orphansFound([OrphanedDraft(draft, target: .newPost(below: nil))])))
    walk.choose("Save as a new post")
    let renewed = draft.converted(to: key(.newPost(below: nil)), idempotencyKey: "new")
    let effects = walk.perform(
      .editor(.draftConverted(DraftConversion(of: draft.key, renewed, saves: true))))
    let sent = effects.compactMap { effect -> Draft? in
      if case .writing(.save(let draft)) = effect { draft } else { nil }
    }
    #expect(sent.first?.words == PostText(body: "@cy private answer"))
    #expect(sent.first?.delivery.readers == .mentioned)
    // If it can't be sent, what is kept has all of it.
    let failure = LoadFailure(.offline, "Can't reach social.example.")
    walk.perform(.editor(.saveResponse(.newPost(below: nil), .failure(failure))))
    let kept = walk.state.focus.editor?.draft(as: renewed.key)
    #expect(kept?.delivery.readers == .mentioned && kept?.words.body == "@cy private answer")
    #expect(kept?.sidePictures.map(\.description) == ["a lamp", "a wick"])
  }

  /// The row of keys says how to add a picture before there is one, and in a narrow one how to leave, also beside the
  /// name of who writes.
  @Test func theRowSaysHowToLeave() {
    var walk = walk(fields: Self.fields(.followers))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    #expect(
      walk.text.contains("@ada · Ctrl-S post to followers · Esc leave · Ctrl-O picture"),
      "\(walk.text)")
    var narrow = self.walk(fields: Self.fields(.followers), width: 40, height: 12)
    let ben = User(id: "8", handle: "@ben@social.example", name: "Ben")
    narrow.press(.character("n"))
    narrow.open(.newPost(below: nil))
    #expect(narrow.text.contains("Ctrl-S @ada to followers · Esc"), "\(narrow.text)")
    narrow.press(.escape)
    let server = narrow.state.serverID
    narrow.perform(
      .signIn(
        .account(.came([Self.ada, ben].map { KnownAccount($0, on: server, place: "x") }))))
    narrow.press(.character("n"))
    narrow.open(.newPost(below: nil))
    #expect(narrow.text.contains("Ctrl-S @ada to followers · Esc"), "\(narrow.text)")
  }

  /// Whatever the width, the row says who can read the text; then how to send it, and then how to leave.
  @Test(arguments: Readers.allCases, [false, true])
  func theReadersAreNeverDropped(readers: Readers, isLong: Bool) throws {
    for width in stride(from: 20, through: 120, by: 4) {
      let fields = Self.fields(readers, characters: isLong ? 12 : 500)
      var walk = walk(fields: fields, width: width, height: 12)
      walk.press(.character("n"))
      walk.open(.newPost(below: nil))
      walk.type("Hello")
      func expectReaders() {
        #expect(
          walk.text.contains(readers.words) || walk.text.contains(readers.rawValue),
          "\(width): \(walk.text)")
      }
      expectReaders()
      if width >= 40 { #expect(walk.text.contains("Esc"), "\(width): \(walk.text)") }
      if width >= 32 { #expect(walk.text.contains("Ctrl-S"), "\(width): \(walk.text)") }
      walk.perform(.editor(.chordBegun))
      expectReaders()
    }
  }

  @Test(arguments: Scene.sizes)
  func theScreen(width: Int, height: Int) throws {
    var walk = walk(width: width, height: height)
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("The harbour at night")
    try expectScreen(walk.frame, "service-writing")
  }
}
