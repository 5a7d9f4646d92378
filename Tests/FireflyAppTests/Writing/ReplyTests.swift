import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Answers to posts of others.
@Suite("Replies")
struct ReplyTests {
  private static let ada = "ada@example.org"
  private static let ben = "ben@example.org"

  /// Everything that decides whether someone may reply.
  struct Case: CustomTestStringConvertible {
    let reader: String?
    let author: String?
    let template: Post.Template
    let restricts: Bool?

    var testDescription: String {
      "\(reader ?? "nobody"), \(author ?? "nobody"), \(template), \(restricts ?? false)"
    }

    var post: Post {
      var post = Post.numbered(1, body: "What they wrote.", children: 1, template: template)
      post.authorEmail = author
      return post
    }

    /// The rule, as it stands in the manual.
    var isAllowed: Bool {
      let isOwn = reader != nil && reader == author
      return template == .post && (restricts != true || isOwn) || template == .profile && isOwn
    }

    func walk(_ posts: [Post]? = nil) -> Walk {
      var walk = Walk(posts ?? [post], email: reader)
      if let restricts {
        walk.perform(
          .moving(.abilitiesResponse(ServerAbilities(moves: true, restrictsReplies: restricts))))
      }
      return walk
    }
  }

  /// The bar says where and as whom, and above the form stands what is answered: the form says neither again, and has
  /// room for its keys.
  @Test(arguments: [80, 120]) func theFormSaysNothingTwice(width: Int) {
    var walk = Walk(width: width, height: 30)
    walk.state.site = Site(.server, name: "127.0.0.1:8123", as: walk.state.account)
    walk.send(.started(at: nil))
    var post = Post.numbered(1, email: Self.ben)
    post.title = "A post of some length"
    walk.answer(Walk.posts, [post])
    walk.press(.character("+"))
    #expect(walk.state.focus.top is EditorState)
    #expect(walk.row(0).contains("127.0.0.1:8123"))
    #expect(walk.text.components(separatedBy: "127.0.0.1:8123").count == 2, "\(walk.text)")
    #expect(walk.text.components(separatedBy: post.title).count == 3, "\(walk.text)")
    #expect(walk.text.contains("preview") && walk.text.contains("picture"), "\(walk.text)")
  }

  static let cases = [nil, ada].flatMap { reader in
    [nil, ada, ben].flatMap { author in
      [Post.Template.post, .query, .profile, .deleted].flatMap { template in
        [nil, false, true].map {
          Case(reader: reader, author: author, template: template, restricts: $0)
        }
      }
    }
  }

  private func expect(_ walk: Walk, _ one: Case) {
    switch walk.state.focus.top {
    case is EditorState:
      #expect(one.isAllowed && one.reader != nil)
      #expect(walk.state.focus.editor?.target == .newPost(below: 1))
    case is SignIn: #expect(one.isAllowed && one.reader == nil)
    case is Dialog: #expect(!one.isAllowed && walk.state.isRefusing)
    default: Issue.record("nothing happens")
    }
  }

  @Test(arguments: cases)
  func plusRepliesToTheSelectedPostOfAnyAuthor(_ one: Case) {
    var walk = one.walk()
    walk.press(.character("+"))
    expect(walk, one)
  }

  @Test(arguments: cases)
  func nRepliesToThePostAboveOfAnyAuthor(_ one: Case) {
    var walk = one.walk()
    walk.press(.right)
    guard walk.state.current.navigator.depth == 1 else { return }
    var reply = Post.numbered(2)
    reply.parentID = 1
    walk.answer(1, [reply])
    walk.press(.character("n"))
    expect(walk, one)
  }

  @Test(arguments: cases.filter { $0.reader != nil })
  func mPutsOnesOwnPostBelowAnyones(_ one: Case) {
    var walk = one.walk([.numbered(9), one.post])
    walk.perform(
      .moving(
        .abilitiesResponse(
          ServerAbilities(moves: true, restrictsReplies: one.restricts == true))))
    walk.press(.character("m"), .down)
    let effects = walk.press(.character("m"))
    #expect(effects == (one.isAllowed ? [.moving(.move(9, to: 1))] : []))
    #expect(walk.state.isRefusing != one.isAllowed)
  }

  @Test(arguments: cases)
  func theTopBarAndTheMenuOfferWhatTheKeysDo(_ one: Case) {
    var walk = one.walk()
    walk.mouse(.menuPress, x: 10, y: 3)
    let titles = walk.state.focus[Menu.self]?.items.map(\.title) ?? []
    #expect(titles.contains("Reply") == one.isAllowed)
    walk.press(.escape, .right)
    guard walk.state.current.navigator.depth == 1 else { return }
    walk.answer(1, [.numbered(2)])
    let isProfile = one.post.template == .profile
    // It names what is answered, which is not the selected post.
    #expect(walk.row(0).contains("n reply to “post 1”") == (one.isAllowed && !isProfile))
    #expect(walk.row(0).contains("n new post") == (one.isAllowed && isProfile))
  }

  /// A sign stands where seed 001 has it: a way to replies, or to the first one of one's own.
  @Test
  func aSignStandsWhereSeed001HasItAWayToReplies() {
    var walk = Walk([.numbered(1, children: 0, email: Self.ben)])
    #expect(walk.row(0).contains("+ reply"))
    let below = walk.text.split(separator: "\n").dropFirst().joined()
    #expect(!below.contains("+") && !below.contains("❯"))
    walk.press(.right)
    #expect(walk.state.current.navigator.depth == 0)
    walk.press(.character("+"))
    #expect(walk.state.current.navigator.depth == 1)
  }

  @Test
  func leavingAReplyWithoutAWordLeadsBackToThePost() {
    var walk = Walk([.numbered(1, children: 0, email: Self.ben)])
    walk.press(.character("+"))
    walk.open(.newPost(below: 1))
    walk.answer(1, [])
    walk.press(.escape)
    #expect(walk.state.current.navigator.depth == 0 && walk.selected == 1)
  }

  // MARK: The post that is answered

  private func replying(
    _ body: String = "The first line.\n\nThe second one.", width: Int = 80, height: Int = 24,
    motion: Settings.Motion = .none
  ) -> Walk {
    var post = Post.numbered(1, body: body, children: 3, email: Self.ben, image: "/uploads/a.png")
    post.authorName = "Ben"
    var walk = Walk([post], width: width, height: height, motion: motion)
    walk.press(.right)
    walk.answer(1, Post.numbered(2...4))
    walk.wait(1)
    walk.press(.character("n"))
    walk.open(.newPost(below: 1))
    walk.wait(1)
    return walk
  }

  @Test
  func answeredPostStaysAboveTheEditor() throws {
    for (width, height) in [(80, 24), (120, 40), (200, 60), (40, 12)] {
      var walk = replying(width: width, height: height)
      let editor = try #require(walk.frame.point(of: "editor-body"))
      func isShown() -> Bool {
        let rows = walk.text.split(separator: "\n", omittingEmptySubsequences: false)
        return rows[1..<editor.y].contains { $0.contains("post 1") }
      }
      #expect(isShown(), "\(width)x\(height)")
      #expect(walk.text.contains("The first line.") == (height > 12))
      // However much is written.
      for _ in 1...60 { walk.press(.enter) }
      walk.press(.character("x"))
      #expect(isShown(), "\(width)x\(height)")
      let caret = try #require(walk.frame.cursor)
      #expect(caret.y >= walk.state.layout.list.y && caret.y < walk.state.layout.list.maxY)
      // Nothing of it can be pressed.
      #expect(walk.frame.pressables.filter { $0.id == "card-1" }.isEmpty)
    }
    // Where there is no room, the editor has it all.
    #expect(replying(width: 20, height: 8).state.answeredRows == 0)
  }

  @Test
  func itsTextStaysWhenTheRepliesArrive() {
    var walk = replying()
    walk.answer(1, Post.numbered(2...5))
    #expect(walk.text.contains("The first line."))
  }

  @Test
  func answeredPostTakesAtMostAThirdOfTheWindow() {
    for paragraphs in [1, 3, 40] {
      for height in 5...60 {
        let walk = replying(Post.body(paragraphs: paragraphs), height: height)
        let (rows, window) = (walk.state.answeredRows, walk.state.layout.window.height)
        let whole = window - AnsweredView.writtenRows
        #expect(rows <= max(whole, window / 3) && (rows > window / 3 || rows <= 2 * paragraphs + 6))
        #expect(walk.state.layout.list.height + rows == window)
      }
    }
  }

  /// Its picture stays where there is room for the whole card and for a text; elsewhere a sign says that it has one.
  @Test(arguments: [24, 60]) func theAnsweredPostKeepsItsPicture(height: Int) {
    let walk = replying("A seal.", height: height)
    let rows = walk.frame.words(in: walk.state.layout.answered)
    #expect(rows.contains("▣ post 1") == (height == 24), "\(walk.text)")
    #expect((walk.state.answeredRows > walk.state.layout.window.height / 3) == (height == 60))
    #expect(walk.state.layout.list.height >= AnsweredView.writtenRows || height == 24)
  }

  @Test
  func answeredPostLeavesWhenTheReplyIsSaved() throws {
    var walk = replying(motion: .full)
    walk.press(.backTab, .backTab)
    walk.type("thanks")
    let y = try #require(walk.frame.point(of: "editor-title")).y
    #expect(walk.state.answeredRows > 0)
    walk.press(.control("s"))
    #expect(walk.state.answeredRows == 0)
    func row() -> Int? {
      walk.text.split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.contains("thanks") }
    }
    #expect(row() == y)
    walk.wait(1)
    #expect(row() == 2)
  }

  @Test(arguments: Scene.sizes)
  func theScreen(width: Int, height: Int) throws {
    try expectScreen(replying(width: width, height: height).frame, "replying")
  }

  // MARK: Refusals and notes

  @Test
  func aServersRefusalIsASentenceAndTheTextStays() throws {
    var walk = replying()
    walk.type("thanks")
    walk.press(.control("s"))
    let failure = LoadFailure(.forbidden, "The server says: Not here (403).")
    walk.perform(.editor(.saveResponse(.newPost(below: 1), .failure(failure))))
    #expect(walk.text.contains("Not saved. The server says: Not here (403)."))
    #expect(walk.state.focus.editor?.words.body == "thanks")
    // The text is a draft whichever way the editor is left.
    let effects = walk.press(.escape)
    #expect(
      effects.contains {
        if case .draft(.store(let draft)) = $0 { draft.words.body == "thanks" } else { false }
      })
  }

  @Test(arguments: [
    (nil, "Moved under “post 2”."), (BranchSize(replies: 0), "Moved under “post 2”."),
    (BranchSize(replies: 1), "Moved with its reply under “post 2”."),
    (BranchSize(replies: 12), "Moved with its 12 replies under “post 2”."),
    (BranchSize(replies: 1000, isCut: true), "Moved with more than 1000 replies under “post 2”."),
  ])
  func theNoteAfterAMoveCountsTheWholeBranch(size: BranchSize?, words: String) {
    var walk = Walk([.numbered(1, children: 2), .numbered(2, email: Self.ben)])
    walk.perform(.moving(.abilitiesResponse(ServerAbilities(moves: true))))
    walk.press(.character("m"), .down, .character("m"))
    var moved = Post.numbered(1, children: 2)
    moved.parentID = 2
    walk.perform(.moving(.moveResponse(1, .success(moved), size)))
    #expect(walk.text.contains(words))
  }
}
