import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("The user's own profile")
struct OwnProfileTests {
  private func profile(_ id: Int, _ email: String = "ben@example.org", title: String = "") -> Post {
    Post(id: id, parentID: -1, title: title, authorEmail: email, template: .profile)
  }

  /// A walk before the users' list, in which others' profiles are.
  private func amongUsers(_ email: String? = "ada@example.org") -> Walk {
    var walk = Walk(Post.numbered([1]), email: email)
    walk.answer(Walk.users, [profile(5), profile(6)])
    walk.press(.function(3))
    return walk
  }

  @Test
  func theUsersListHasItOnTopAndEWritesItWhateverIsSelected() throws {
    var walk = amongUsers()
    #expect(walk.row(0).contains("e write your profile"))
    walk.press(.down)
    #expect(walk.press(.character("e")) == [.writing(.loadOwnProfile(email: "ada@example.org"))])
    let x = try #require(walk.row(0).range(of: "write your"))
    let column = walk.row(0).distance(from: walk.row(0).startIndex, to: x.lowerBound)
    #expect(walk.click(x: column, y: 0) == [.writing(.loadOwnProfile(email: "ada@example.org"))])
    // One that the list has is written at once.
    walk.answer(Walk.users, [profile(5), profile(7, "ada@example.org", title: "Ada")])
    walk.press(.home, .character("e"))
    #expect(walk.state.focus.editor?.card == 7)
    #expect(walk.state.focus.editor?.target == .profile)
  }

  @Test
  func signedOutItAsksToSignInFirst() {
    var walk = amongUsers(nil)
    walk.state.site = Site(.server, name: "posts.example.org", as: walk.state.account)
    walk.press(.character("e"))
    #expect(walk.state.focus[SignIn.self]?.purpose == .editor(.profilePressed))
  }

  /// It stays on its card though the server does not list it, and its name is the user's then.
  @Test
  func selectionStaysOnAnUnlistedOwnProfile() {
    var walk = amongUsers()
    walk.press(.character("e"))
    walk.perform(.editor(.profileResponse(.success(profile(9, "ada@example.org")))))
    #expect(walk.ids == [9, 5, 6])
    walk.open(.profile)
    walk.press(.control("u"))
    walk.type("Ada L")
    walk.answer(Walk.users, [profile(5), profile(6)])
    #expect(walk.state.focus.editor?.words.title == "Ada L")
    walk.press(.tab)
    walk.type("m")
    walk.press(.tab)
    walk.type("b")
    let saving = walk.press(.control("s"))
    #expect(saving.contains { if case .writing(.save) = $0 { true } else { false } })
    let effects = walk.perform(
      .editor(.saveResponse(.profile, .success(profile(9, "ada@example.org", title: "Ada L")))))
    #expect(effects.contains(.list(.loadRoot(level: Walk.users, .everyone))))
    #expect(effects.contains(.writing(.storeName("Ada L"))))
    #expect(walk.state.account.user?.name == "Ada L")
    walk.press(.function(1))
    #expect(walk.state.list.posts.map(\.authorName) == ["Ada L"])
    #expect(walk.text.contains("Ada L · "))
  }

  @Test
  func whereTheServerHasNoneYetItIsBegunOnACardOfItsOwn() {
    var walk = amongUsers()
    walk.press(.character("e"))
    walk.perform(.editor(.profileResponse(.success(nil))))
    #expect(walk.ids == [Post.unsavedID, 5, 6])
    #expect(walk.state.focus.editor?.target == .profile)
    walk.open(.profile)
    walk.press(.control("u"))
    walk.type("Ada")
    walk.press(.control("s"))
    walk.perform(
      .editor(.saveResponse(.profile, .success(profile(9, "ada@example.org", title: "Ada")))))
    #expect(walk.ids == [9, 5, 6])
  }

  @Test(arguments: [true, false])
  func nameOfSignInFillsTheEmptyNameField(isBlank: Bool) {
    func writing(_ name: String) -> Walk {
      var walk = amongUsers()
      walk.state.account = .signedIn(User(email: "ada@example.org", name: name))
      walk.press(.character("e"))
      let known = isBlank ? profile(9, "ada@example.org") : nil
      walk.perform(.editor(.profileResponse(.success(known))))
      return walk
    }
    var walk = writing("Ada Linden")
    walk.open(.profile)
    #expect(walk.state.focus.editor?.words.title == "Ada Linden")
    // It is nothing to lose.
    walk.press(.escape)
    #expect(walk.state.focus.editor == nil && walk.state.focus.dialog == nil)
    // It can be saved as it is.
    walk = writing("Ada Linden")
    walk.open(.profile)
    let saving = walk.press(.control("s"))
    #expect(saving.contains { if case .writing(.save) = $0 { true } else { false } })
    // A draft is what one wrote oneself.
    walk = writing("Ada Linden")
    let key = Draft.Key(server: "", account: "ada@example.org", target: .profile)
    let draft = Draft(key: key, words: PostText(title: "Ada the Sailor"))
    let stored = StoredDraft(draft: draft, startedAt: 0, changedAt: 0)
    walk.perform(
      .editor(.draftOpened(.profile, DraftOpening(stored: stored, idempotencyKey: "key"))))
    #expect(walk.state.focus.editor?.words.title == "Ada the Sailor")
    // An address is no name.
    walk = writing("ada@example.org")
    walk.open(.profile)
    #expect(walk.state.focus.editor?.words.title == "")
  }

  @Test
  func aProfileThatCantBeHadIsSaidWhoHasGoneOnIsLeftAlone() {
    var walk = amongUsers()
    walk.press(.character("e"))
    walk.perform(.editor(.profileResponse(.failure("No."))))
    #expect(walk.text.contains("Your profile could not be loaded. No."))
    walk.press(.character("e"), .function(1))
    walk.perform(.editor(.profileResponse(.success(profile(9, "ada@example.org")))))
    #expect(walk.state.focus.editor == nil)
  }
}
