import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Posts that somebody else deletes while one writes for them.
@Suite("Posts that are gone")
struct OrphanTests {
  private static let email = "ada@example.org"
  private static let gone = LoadFailure(.missing, "Post not found.")

  private func key(_ target: DraftTarget, _ number: Int = 0) -> Draft.Key {
    Draft.Key(server: "", account: PersonID(email: Self.email), target: target, number: number)
  }

  /// A walk that changes post 2, has saved it, and hears that it is gone.
  private func refused(_ posts: [Post] = Post.numbered(1...3)) throws -> (Walk, Draft) {
    var walk = Walk(posts)
    walk.press(.down, .character("e"))
    walk.open(.edit(2))
    walk.type(", changed")
    walk.press(.control("s"))
    let effects = walk.perform(.editor(.saveResponse(.edit(2), .failure(Self.gone))))
    let orphans = effects.compactMap { effect -> [Draft]? in
      if case .draft(.findOrphans(let drafts)) = effect { drafts } else { nil }
    }
    let draft = try #require(orphans.first?.first)
    walk.perform(
      .editor(.orphansFound([OrphanedDraft(draft, target: .newPost(below: nil))])))
    return (walk, draft)
  }

  @Test
  func aCardWhosePostIsGoneAsksAndTheSafeAnswerGoesOnWriting() throws {
    var (walk, draft) = try refused()
    #expect(draft.key.target == .edit(2))
    #expect(draft.words.title == "post 2, changed")
    #expect(walk.text.contains("The post was deleted."))
    #expect(walk.text.contains("Save as a new post"))
    walk.press(.enter)
    #expect(walk.state.focus.editor?.words.title == "post 2, changed")
    #expect(walk.state.focus.dialog == nil)
  }

  /// It is saved as a new post, with what was typed meanwhile, on a card of its own.
  @Test
  func orphanIsSavedAsANewPostWithTheLatestText() throws {
    var (walk, draft) = try refused()
    let effects = walk.choose("Save as a new post")
    #expect(effects == [.draft(.convert(draft, as: .newPost(below: nil), saves: true))])
    walk.type("!")
    let renewed = draft.converted(to: key(.newPost(below: nil), 1), idempotencyKey: "new")
    let sent = walk.perform(
      .editor(.draftConverted(DraftConversion(of: draft.key, renewed, saves: true))))
    #expect(walk.ids == [Post.unsavedID, 1, 3])
    #expect(walk.state.focus.editor == nil)
    #expect(sent.contains(.draft(.remove(key(.edit(2))))))
    let saved = sent.compactMap { effect -> Draft? in
      if case .writing(.save(let draft)) = effect { draft } else { nil }
    }
    #expect(saved.first?.words.title == "post 2, changed!")
    #expect(saved.first?.key == renewed.key)
    #expect(saved.first?.base == nil)
    walk.perform(.editor(.saveResponse(.newPost(below: nil), .success(.numbered(9)))))
    #expect(walk.ids == [9, 1, 3])
    #expect(walk.text.contains("is saved as a new post"))
  }

  @Test
  func orphanBecomesTheDraftOfANewPost() throws {
    var (walk, draft) = try refused()
    walk.choose("Save draft")
    let renewed = draft.converted(to: key(.newPost(below: nil)), idempotencyKey: "new")
    let effects = walk.perform(
      .editor(.draftConverted(DraftConversion(of: draft.key, renewed, saves: false))))
    #expect(effects.contains(.draft(.store(renewed))))
    #expect(effects.contains(.draft(.close(renewed.key))))
    #expect(walk.ids == [1, 3])
    #expect(walk.row(0).contains("n your draft"))
    #expect(walk.text.contains("Press n in the posts list to continue."))
  }

  @Test
  func draftsOfOtherProgramsStay() throws {
    var (walk, draft) = try refused()
    walk.choose("Save as a new post")
    walk.perform(
      .editor(
        .draftConverted(DraftConversion(of: draft.key, nil, complaint: "Another one.", saves: true))
      ))
    #expect(walk.text.contains("Another one."))
    #expect(walk.state.focus.editor?.words == draft.words)
  }

  @Test(arguments: [false, true])
  func aDraftOfAnEarlierRunWhosePostIsGoneIsAskedAboutEscLeavesIt(saves: Bool) throws {
    var walk = Walk(Post.numbered(1...3))
    let draft = Draft(
      key: key(.edit(7)), words: .init(title: "Fog"), parent: 3,
      base: .init(words: .init(title: "fog")))
    let kept = StoredDraft(draft: draft, startedAt: 0, changedAt: 0)
    let effects = walk.perform(.editor(.draftsFound([kept])))
    #expect(effects == [.draft(.findOrphans([draft]))])
    let found = Action.editor(.orphansFound([OrphanedDraft(draft, target: .newPost(below: 3))]))
    walk.perform(found)
    #expect(walk.text.contains("The post of the draft “Fog” was deleted."))
    #expect(walk.text.contains("under “post 3”"))
    #expect(walk.press(.escape) == [])
    walk.perform(found)
    let answer = walk.choose(saves ? "Save as a new post" : "Save draft")
    #expect(answer == [.draft(.convert(draft, as: .newPost(below: 3), saves: saves))])
    let renewed = draft.converted(to: key(.newPost(below: 3)), idempotencyKey: "new")
    let after = walk.perform(
      .editor(.draftConverted(DraftConversion(of: draft.key, renewed, saves: saves))))
    #expect(after.contains { if case .writing(.save) = $0 { true } else { false } } == saves)
    // No card of it stands where it doesn't belong.
    #expect(walk.ids == [1, 2, 3])
    if saves {
      var post = Post.numbered(9)
      post.parentID = 3
      walk.perform(.editor(.saveResponse(.newPost(below: 3), .success(post))))
      #expect(walk.text.contains("“post 9” is saved as a new post."))
    } else {
      #expect(walk.text.contains("Press n under “post 3” to continue."))
    }
  }

  @Test
  func belowAPostOfItsOwnItIsKnownWhereAChangeBelongs() {
    var walk = Walk([.numbered(1, children: 1)])
    walk.press(.right)
    var child = Post.numbered(5)
    child.parentID = 1
    walk.answer(1, [child])
    walk.press(.character("e"))
    walk.open(.edit(5))
    #expect(walk.state.focus.editor.map { walk.state.draft(of: $0).parent } == 1)
  }
}
