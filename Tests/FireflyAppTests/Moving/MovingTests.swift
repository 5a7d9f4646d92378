import FireflyCore
import FireflyModel
import FireflyScreen
import SeededRandom
import Testing

@testable import FireflyApp

/// Moving posts by `m`, and undoing by `u`.
@Suite("Moving")
struct MovingTests {
  private static let all = ServerAbilities(moves: true, restores: true)

  /// A walk among posts of Ada's, on a server that can all of it.
  private func walk(_ posts: [Post]? = nil, _ abilities: ServerAbilities? = Self.all) -> Walk {
    var walk = Walk(posts ?? [.numbered(1, children: 2), .numbered(2, children: 0), .numbered(3)])
    walk.perform(.moving(.abilitiesResponse(abilities)))
    return walk
  }

  private func post(_ id: Post.ID, below parent: Post.ID?) -> Post {
    var post = Post.numbered(id)
    post.parentID = parent
    return post
  }

  private func known(_ walk: Walk, _ id: Post.ID) -> Post? { walk.state.lists.knownPost(id) }

  @Test
  func mTakesUpMPutsDownAndEverythingShowsItAtOnce() {
    var walk = walk()
    #expect(walk.press(.character("m")) == [])
    #expect(walk.state.moving.movedPost?.id == 1)
    #expect(walk.text.contains("Moving “post 1”: m under this post · M to top level · Esc cancel"))
    #expect(walk.row(2).contains("moving"))
    walk.press(.down)
    #expect(walk.press(.character("m")) == [.moving(.move(1, to: 2))])
    #expect(known(walk, 1)?.parentID == 2 && known(walk, 2)?.childCount == 1)
    // + has become the sign that leads there.
    #expect(walk.text.contains("❯"))
    #expect(walk.state.moving.movedPost == nil)
    walk.perform(.moving(.moveResponse(1, .success(post(1, below: 2)))))
    #expect(walk.text.contains("Moved under “post 2”. u undoes it."))
    #expect(walk.press(.character("u")) == [.moving(.move(1, to: nil))])
    #expect(known(walk, 2)?.childCount == 0)
    // It is what one looks for now.
    #expect(walk.selected == 1)
    walk.perform(.moving(.moveResponse(1, .success(post(1, below: nil)))))
    #expect(walk.text.contains("Moved back."))
    #expect(walk.press(.character("u")) == [])
    #expect(walk.text.contains("There is nothing to undo."))
  }

  /// A list of children loses what is moved away, and has it again if the server says no.
  @Test
  func aListOfChildrenLosesWhatIsMovedAwayAndHasItAgain() {
    var walk = walk()
    walk.press(.right)
    walk.answer(1, [post(10, below: 1), post(11, below: 1), post(12, below: 1)])
    walk.press(.down, .character("m"))
    #expect(walk.press(.character("M")) == [.moving(.move(11, to: nil))])
    #expect(walk.ids == [10, 12])
    #expect(known(walk, 1)?.childCount == 1)
    walk.perform(.moving(.moveResponse(11, .failure(LoadFailure(.forbidden, "No.")))))
    #expect(walk.ids == [10, 11, 12])
    #expect(walk.text.contains("Not moved. No."))
    #expect(known(walk, 1)?.childCount == 2)
    #expect(known(walk, 11)?.parentID == 1)
    #expect(walk.state.moving.undo.steps.isEmpty)
  }

  /// Undone, a move brings the card back to its place; if that fails, u can be pressed again.
  @Test
  func undoneAMoveBringsTheCardBackToItsPlaceIfThatFails() {
    var walk = walk()
    walk.press(.right)
    walk.answer(1, [post(10, below: 1), post(11, below: 1), post(12, below: 1)])
    walk.press(.down, .character("m"), .up)
    #expect(walk.press(.character("m")) == [.moving(.move(11, to: 10))])
    walk.perform(.moving(.moveResponse(11, .success(post(11, below: 10)))))
    #expect(walk.ids == [10, 12])
    for _ in 0..<2 {
      #expect(walk.press(.character("u")) == [.moving(.move(11, to: 1))])
      #expect(walk.ids == [10, 11, 12])
      walk.perform(.moving(.moveResponse(11, .failure(LoadFailure(.offline, "No way.")))))
      #expect(walk.ids == [10, 12])
      #expect(known(walk, 10)?.childCount == 1)
    }
    walk.press(.character("u"))
    walk.perform(.moving(.moveResponse(11, .success(post(11, below: 1)))))
    #expect(walk.ids == [10, 11, 12])
    #expect(known(walk, 10)?.childCount == 0)
  }

  @Test
  func inAnEmptyListItGoesBelowThePostAbove() {
    var walk = walk([.numbered(1), .numbered(2, children: 1)])
    walk.press(.character("m"), .down, .right)
    walk.answer(1, [])
    walk.answer(1, [])
    walk.perform(.list(.parentResponse(level: 1, .success(.numbered(2, children: 0)))))
    #expect(walk.ids.isEmpty)
    let effects = walk.press(.character("m"))
    #expect(effects == [.moving(.move(1, to: 2))])
    let answered = walk.perform(.moving(.moveResponse(1, .success(post(1, below: 2)))))
    #expect(answered == [.list(.loadChildren(of: 2, level: 1))])
  }

  @Test
  func impossibleActionsAreReportedAndSendNothing() {
    func said(_ walk: inout Walk) -> String {
      let words = walk.state.focus.dialog?.question ?? walk.state.note?.text ?? ""
      walk.press(.escape)
      return words
    }
    // Others' posts, profiles, searches.
    for (other, words) in [
      (Post.numbered(1, email: "ben@example.org"), "your own posts only"),
      (Post.numbered(1, template: .profile), "A profile can't be moved."),
      (Post.numbered(1, template: .query), "A search can't be moved."),
    ] {
      var walk = walk([other])
      #expect(walk.press(.character("m")) == [])
      #expect(said(&walk).contains(words))
      #expect(walk.state.moving.movedPost == nil)
    }
    // Below searches, where it is already, below itself.
    var walk = walk([.numbered(1, children: 1), .numbered(2, template: .query)])
    walk.press(.character("m"), .down)
    #expect(walk.press(.character("m")) == [])
    #expect(said(&walk) == "A saved search can't have replies.")
    #expect(walk.press(.character("M")) == [])
    #expect(said(&walk) == "It is already there.")
    walk.press(.up)
    // Its own branch, as far as one knows it: children and their children.
    walk.press(.right)
    var child = post(10, below: 1)
    child.childCount = 1
    walk.answer(1, [child])
    #expect(walk.press(.character("m")) == [])
    #expect(said(&walk).contains("under its own replies"))
    walk.press(.right)
    walk.answer(2, [post(20, below: 10)])
    #expect(walk.press(.character("m")) == [])
    #expect(said(&walk).contains("under its own replies"))
    walk.press(.left, .left)
    #expect(walk.press(.character("m")) == [])
    #expect(said(&walk) == "Move cancelled.")
    #expect(walk.state.moving.movedPost == nil)
    // A ring of posts, as hostile servers have them, is no endless way up.
    var ring = self.walk([post(1, below: 2), post(2, below: 1), .numbered(3)])
    ring.press(.end, .character("m"), .home)
    #expect(ring.press(.character("m")) == [.moving(.move(3, to: 1))])
  }

  @Test
  func escLetsGoAndOtherWaysBackGoBack() {
    var walk = walk()
    walk.press(.right)
    walk.answer(1, [post(10, below: 1)])
    walk.press(.character("m"), .left)
    #expect(walk.level == Walk.posts)
    #expect(walk.state.moving.movedPost?.id == 10)
    walk.press(.escape)
    #expect(walk.state.moving.movedPost == nil)
    #expect(!walk.text.contains("Moving"))
  }

  @Test
  func serverExtensionsAreRequestedOnce() {
    var walk = Walk(Post.numbered(1...2))
    #expect(walk.press(.character("m")) == [.moving(.loadAbilities)])
    #expect(walk.state.moving.movedPost == nil)
    walk.perform(.moving(.abilitiesResponse(nil)))
    #expect(walk.text.contains("could not find out"))
    walk.press(.escape)
    #expect(walk.press(.character("m")) == [.moving(.loadAbilities)])
    walk.perform(.moving(.abilitiesResponse(Self.all)))
    #expect(walk.state.moving.movedPost?.id == 1)
    var plain = Walk(Post.numbered(1...2))
    plain.press(.character("m"))
    plain.perform(.moving(.abilitiesResponse(ServerAbilities())))
    #expect(plain.text.contains("This server can't move posts."))
    // Who has gone on meanwhile doesn't take up another.
    var gone = Walk(Post.numbered(1...2))
    gone.press(.character("m"), .down)
    gone.perform(.moving(.abilitiesResponse(Self.all)))
    #expect(gone.state.moving.movedPost == nil)
  }

  @Test
  func restoredPostReturnsToItsPlace() {
    var walk = walk()
    walk.press(.right)
    walk.answer(1, [post(10, below: 1), post(11, below: 1)])
    walk.press(.character("d"), .right, .enter)
    walk.perform(.moving(.deleteResponse(10, .deleted)))
    #expect(walk.text.contains("Deleted. u undoes it."))
    #expect(known(walk, 1)?.childCount == 1)
    #expect(walk.press(.character("u")) == [.moving(.restore(10))])
    #expect(walk.ids == [10, 11])
    #expect(known(walk, 1)?.childCount == 2)
    // Not yet: one thing after the other.
    #expect(walk.press(.character("u")) == [])
    walk.perform(.moving(.restoreResponse(10, .failure(LoadFailure(.offline, "No way.")))))
    #expect(walk.ids == [11])
    #expect(known(walk, 1)?.childCount == 1)
    walk.press(.character("u"))
    walk.perform(.moving(.restoreResponse(10, .success(post(10, below: 1)))))
    #expect(walk.ids == [10, 11])
    #expect(walk.text.contains("“post 10” is restored."))
    // Too late is too late: it isn't tried again.
    walk.press(.character("d"), .right, .enter)
    walk.perform(.moving(.deleteResponse(10, .deleted)))
    walk.press(.character("u"))
    walk.perform(.moving(.restoreResponse(10, .failure(LoadFailure(.missing, "What?")))))
    #expect(walk.text.contains("for ten minutes only"))
    #expect(walk.press(.character("u")) == [])
  }

  @Test func aCardThatIsDeletedTwiceComesBackEverywhere() {
    var walk = walk()
    walk.press(.right)
    walk.answer(1, [post(10, below: 1), post(11, below: 1)])
    walk.press(.character("d"), .right, .enter)
    #expect(walk.ids == [11])
    // A reload has it still, and so has the list of the author's posts: the second request would be one too many.
    walk.answer(1, [post(10, below: 1), post(11, below: 1)])
    walk.press(.home)
    walk.press(.character("d"), .right)
    #expect(walk.press(.enter) == [])
    #expect(walk.ids == [11])
    #expect(known(walk, 1)?.childCount == 1)
    walk.perform(.moving(.deleteResponse(10, .failed(LoadFailure(.offline, "No way.")))))
    #expect(walk.ids == [10, 11])
    #expect(known(walk, 1)?.childCount == 2)
    // One that a reload brings back while it is deleted is gone with the answer.
    walk.press(.home)
    walk.press(.character("d"), .right, .enter)
    walk.answer(1, [post(10, below: 1), post(11, below: 1)])
    walk.perform(.moving(.deleteResponse(10, .deleted)))
    #expect(walk.ids == [11])
  }

  @Test
  func whereNothingComesBackNothingIsPromised() {
    var walk = walk(nil, ServerAbilities())
    walk.press(.character("d"), .right, .enter)
    walk.perform(.moving(.deleteResponse(1, .deleted)))
    #expect(walk.text.contains("Deleted.") && !walk.text.contains("undoes"))
    #expect(walk.press(.character("u")) == [])
  }

  @Test
  func restoringIsTriedIfTheServerIsNotKnownYet() {
    var walk = Walk(Post.numbered(1...2))
    #expect(walk.press(.character("d")) == [.moving(.loadAbilities)])
    walk.press(.right, .enter)
    walk.perform(.moving(.deleteResponse(1, .deleted)))
    #expect(walk.text.contains("Deleted.") && !walk.text.contains("undoes"))
    #expect(walk.press(.character("u")) == [.moving(.restore(1))])
  }

  /// Deletes and moves in any order, undone in the opposite one, leave everything as it was.
  @Test(arguments: 0..<20)
  func undoneOneAfterTheOtherEverythingIsAsItWas(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var walk = walk([
      .numbered(1, children: 5), .numbered(2, children: 0), .numbered(3, children: 0),
    ])
    walk.press(.right)
    walk.answer(1, (10...14).map { post($0, below: 1) })
    func shape() -> [String] {
      [Walk.posts, 1].flatMap { level in
        (walk.state.lists[level]?.posts ?? []).map {
          "\($0.id) \($0.realParentID ?? 0) \($0.childCount ?? 0)"
        }
      }
    }
    let before = shape()
    var steps = 0
    for _ in 0..<4 where walk.ids.count > 1 {
      for _ in 0..<Int.random(in: 0...3, using: &random) { walk.press(.down) }
      let id = walk.selected ?? 0
      if Bool.random(using: &random) {
        walk.press(.character("d"), .right, .enter)
        walk.perform(.moving(.deleteResponse(id, .deleted)))
      } else {
        walk.press(.character("m"), .character("M"))
        walk.perform(.moving(.moveResponse(id, .success(post(id, below: nil)))))
      }
      walk.press(.home)
      steps += 1
    }
    #expect(walk.state.moving.undo.steps.count == steps)
    for _ in 0..<steps {
      for effect in walk.press(.character("u")) {
        switch effect {
        case .moving(.restore(let id)):
          walk.perform(.moving(.restoreResponse(id, .success(post(id, below: 1)))))
        case .moving(.move(let id, let to)):
          walk.perform(.moving(.moveResponse(id, .success(post(id, below: to)))))
        default: break
        }
      }
    }
    #expect(Set(shape()) == Set(before))
  }
}
