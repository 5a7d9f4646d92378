import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Undoing goes back step by step, whatever the steps were.
@Suite struct UndoOrderTests {
  /// A walk that has discarded a draft of a new post.
  private func discarded(isSpoken: Bool = false) -> Walk {
    var walk = Walk([.numbered(1), .numbered(2, email: "ben@example.org")])
    walk.state.isSpoken = isSpoken
    walk.perform(
      .moving(.abilitiesResponse(ServerAbilities(moves: true, restores: true))))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("Throwaway")
    walk.perform(.editor(.discarded))
    #expect(walk.state.moving.undo.discarded?.words.title == "Throwaway")
    return walk
  }

  private func restoresDraft(_ effects: [Effect]) -> Bool {
    effects.contains { if case .draft(.restore) = $0 { true } else { false } }
  }

  @Test(arguments: [false, true]) func aDeletionAfterADiscardIsUndoneFirst(isSpoken: Bool) {
    var walk = discarded(isSpoken: isSpoken)
    walk.perform(.moving(.deleteConfirmed(1)))
    // A step that the server has not confirmed comes first.
    #expect(walk.press(.character("u")) == [])
    #expect(walk.text.contains("still being saved"))
    walk.perform(.moving(.deleteResponse(1, .deleted)))
    #expect(walk.ids == [2])
    let effects = walk.press(.character("u"))
    #expect(effects.contains(.moving(.restore(1))) && !restoresDraft(effects))
    walk.perform(.moving(.restoreResponse(1, .success(.numbered(1)))))
    #expect(walk.ids == [1, 2])
    #expect(restoresDraft(walk.press(.character("u"))))
    walk.press(.escape)
  }

  @Test func marksAfterADiscardAreUndoneFirst() {
    var walk = discarded()
    walk.perform(.readMarks(.loaded(ReadMarks(since: 0))))
    walk.press(.end, .character("U"))
    #expect(walk.state.moving.undo.steps.count == 2)
    let effects = walk.press(.character("u"))
    #expect(!restoresDraft(effects))
    #expect(walk.text.contains("Read again."))
    #expect(restoresDraft(walk.press(.character("u"))))
  }

  @Test func savingForLaterAfterADiscardIsUndoneFirst() throws {
    var walk = discarded()
    let post = try #require(walk.state.selectedPost)
    walk.press(.character("s"))
    walk.perform(.later(.response(.success([post]), said: "Saved for later.")))
    let removing = walk.press(.character("u"))
    #expect(removing.contains(.later(.remove(post.id))) && !restoresDraft(removing))
    walk.perform(.later(.response(.success([]), said: nil)))
    // No longer saving is a step, too.
    walk.perform(.later(.response(.success([post]), said: nil)))
    walk.press(.character("s"))
    walk.perform(.later(.response(.success([]), said: nil)))
    let saving = walk.press(.character("u"))
    #expect(saving.contains(.later(.add(post, page: nil))) && !restoresDraft(saving))
    #expect(restoresDraft(walk.press(.character("u"))))
  }

  /// A saved change is a step: the post gets back what it had, unless a draft of it waits.
  @Test func aSavedChangeIsTakenBack() throws {
    var walk = Walk([.numbered(1), .numbered(2)])
    let before = try #require(walk.state.selectedPost)
    func save(_ change: String) throws -> Post {
      walk.press(.character("e"))
      walk.open(.edit(1))
      walk.type(change)
      walk.press(.control("s"))
      var post = before
      post.apply(try #require(walk.state.writing.sending[.edit(1)]).words)
      walk.perform(.editor(.saveResponse(.edit(1), .success(post))))
      #expect(walk.text.contains("Saved. u takes the change back."), "\(walk.text)")
      return post
    }
    func sent(_ effects: [Effect]) -> Draft? {
      effects.lazy.compactMap { if case .writing(.save(let draft)) = $0 { draft } else { nil } }
        .first
    }
    let changed = try save("New ")
    #expect(changed.title == "New post 1" || changed.title == "post 1New ", "\(changed.title)")
    // The post is another one now.
    walk.press(.down)
    let draft = try #require(sent(walk.press(.character("u"))))
    #expect(draft.key.target == .edit(1) && draft.words == before.words)
    #expect(draft.base?.words == changed.words)
    #expect(walk.state.lists.knownPost(1)?.words == before.words)
    #expect(walk.press(.character("u")) == [])
    walk.perform(.editor(.saveResponse(.edit(1), .success(before))))
    #expect(walk.text.contains("The change is taken back."))
    walk.press(.character("u"))
    #expect(walk.text.contains("There is nothing to undo."))
    // It would take the place of a draft.
    walk.press(.up)
    _ = try save("Newer ")
    walk.press(.character("e"))
    walk.open(.edit(1))
    walk.type("Newest ")
    walk.press(.escape)
    let steps = walk.state.moving.undo.steps
    walk.state.moving.undo = UndoStack()
    walk.state.moving.undo.record(steps[0])
    #expect(sent(walk.press(.character("u"))) == nil)
    #expect(walk.text.contains("You have a draft of this post."), "\(walk.text)")
    #expect(walk.state.moving.undo.steps == [steps[0]])
  }

  /// A text that is on its way may come back as a draft: the step stays.
  @Test func aTextThatIsBeingSentCanBeGoneOnWithAfterwards() throws {
    var walk = Walk([.numbered(1)])
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("Fog")
    let editor = try #require(walk.state.focus.editor)
    walk.press(.escape)
    let steps = walk.state.moving.undo.steps
    #expect(steps.count == 1)
    // It was gone on with, and sent.
    walk.state.writing.sending[editor.target] = editor
    walk.press(.character("u"))
    #expect(walk.state.moving.undo.steps == steps)
    #expect(walk.text.contains("being sent"))
    walk.state.writing.sending = [:]
    walk.press(.character("u"))
    #expect(walk.state.focus.editor?.target == editor.target)
  }

  /// Two discarded drafts come back, the last one first.
  @Test func eachDiscardIsAStep() {
    var walk = Walk([.numbered(1)])
    walk.press(.character("e"))
    walk.open(.edit(1))
    walk.type("changed ")
    walk.perform(.editor(.discarded))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("new")
    walk.perform(.editor(.discarded))
    #expect(walk.state.moving.undo.steps.count == 2)
    #expect(restoresDraft(walk.press(.character("u"))))
    #expect(walk.state.moving.undo.steps.count == 1)
  }
}
