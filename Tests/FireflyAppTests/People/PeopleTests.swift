import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Following, muting and blocking people of a service.
@Suite("People")
struct PeopleTests {
  private static func profile(_ change: (inout Relation) -> Void = { _ in }) -> Post {
    var profile = Post.numbered(7, email: "ben", template: .profile)
    profile.title = "Ben Okafor"
    var relation = Relation()
    change(&relation)
    profile.facts.relation = relation
    return profile
  }

  private func walk(_ posts: [Post] = [profile()], signedIn: Bool = true) -> Walk {
    var walk = Walk(height: 60, email: nil)
    if signedIn {
      walk.state.account = .signedIn(User(id: "1", handle: "@ada@social.example", name: "Ada"))
    }
    walk.state.site = Site(
      .service, name: "social.example", lists: ["home"], as: walk.state.account)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, posts)
    return walk
  }

  /// Presses M on a profile whose relation comes.
  private func asked(_ change: (inout Relation) -> Void = { _ in }) -> Walk {
    var walk = walk()
    #expect(walk.press(.character("M")) == [.person(.load(handle: "ben", at: 7))])
    walk.perform(.person(.loaded(at: 7, .success(Self.profile(change)))))
    return walk
  }

  /// What the service does not undo can be undone again.
  @Test func aStepStaysUntilTheServiceHasUndoneIt() {
    var walk = asked()
    walk.press(.character("f"))
    walk.perform(
      .person(.response(Self.ben, .follow, .success(Self.profile { $0.isFollowed = true }))))
    walk.press(.character("u"))
    #expect(walk.press(.character("u")).isEmpty)
    #expect(walk.state.note?.text == "social.example has not answered yet.")
    walk.perform(.person(.response(Self.ben, .unfollow, .failure("No."))))
    #expect(walk.press(.character("u")) == [.person(.relate(Self.ben, .unfollow))])
    walk.perform(.person(.response(Self.ben, .unfollow, .success(Self.profile()))))
    #expect(walk.state.moving.undo.steps.isEmpty)
  }

  private static let ben = PersonAction.Person(profile: 7, name: "Ben Okafor")

  @Test func aProfileSaysWhatCanBeDone() {
    let walk = asked()
    for words in [
      "Follow on social.example", "Mute on social.example…", "Block on social.example…",
      "Mute Ben Okafor on this machine",
    ] { #expect(walk.text.contains(words), "\(words)") }
    #expect(!walk.text.contains("boosts"))
    let known = asked {
      ($0.isFollowed, $0.isMuted, $0.isBlocked, $0.showsBoosts) = (true, true, true, false)
    }
    for words in [
      "No longer follow on social.example", "Show their boosts in home",
      "No longer mute on social.example", "No longer block on social.example",
    ] { #expect(known.text.contains(words), "\(words)") }
    #expect(asked { $0.isAsked = true }.text.contains("No longer ask to follow on social.example"))
    // A server that mutes nobody has no such item.
    #expect(!asked { $0.isMuted = nil }.text.contains("Mute on"))
  }

  /// It is sent once, whatever is pressed before the answer; then it can be undone.
  @Test func aFollowIsSentOnceAndUndone() {
    var walk = asked()
    #expect(walk.press(.character("f")) == [.person(.relate(Self.ben, .follow))])
    #expect(walk.state.focus.isEmpty)
    walk.press(.character("M"))
    walk.perform(.person(.loaded(at: 7, .success(Self.profile()))))
    #expect(walk.press(.character("f")).isEmpty)
    #expect(walk.state.note?.text == "social.example has not answered yet.")
    walk.perform(
      .person(.response(Self.ben, .follow, .success(Self.profile { $0.isFollowed = true }))))
    #expect(walk.state.note?.text == "You follow Ben Okafor on social.example. u undoes it.")
    #expect(walk.state.list.posts[0].facts.relation?.isFollowed == true)
    #expect(walk.press(.character("u")) == [.person(.relate(Self.ben, .unfollow))])
    walk.perform(.person(.response(Self.ben, .unfollow, .success(Self.profile()))))
    #expect(walk.state.note?.text == "You don't follow Ben Okafor on social.example.")
    // That was the last step.
    #expect(walk.press(.character("u")).isEmpty)
  }

  /// What takes a step back is no step.
  @Test func boostsAreHiddenAndShownAgain() {
    var walk = asked { $0.isFollowed = true }
    #expect(walk.press(.character("B")) == [.person(.relate(Self.ben, .boosts(false)))])
    let hidden = Self.profile { ($0.isFollowed, $0.showsBoosts) = (true, false) }
    walk.perform(.person(.response(Self.ben, .boosts(false), .success(hidden))))
    #expect(walk.press(.character("u")) == [.person(.relate(Self.ben, .boosts(true)))])
    let shown = Self.profile { $0.isFollowed = true }
    walk.perform(.person(.response(Self.ben, .boosts(true), .success(shown))))
    #expect(walk.state.note?.text == "You see what Ben Okafor boosts.")
    #expect(walk.press(.character("u")).isEmpty)
  }

  /// What the menu does not offer, its key does not do.
  @Test func keysWithoutARowDoNothing() {
    var walk = asked()
    #expect(walk.press(.character("B")).isEmpty)
    walk = asked { $0.isMuted = nil }
    #expect(walk.press(.character("m")).isEmpty)
    #expect(walk.state.focus.isEmpty)
  }

  /// An older step would follow a person again whom one no longer follows.
  @Test func anUnfollowLeavesNothingToUndo() {
    var walk = asked { $0.isFollowed = true }
    walk.press(.character("B"))
    let hidden = Self.profile { ($0.isFollowed, $0.showsBoosts) = (true, false) }
    walk.perform(.person(.response(Self.ben, .boosts(false), .success(hidden))))
    walk.press(.character("M"))
    walk.perform(.person(.loaded(at: 7, .success(hidden))))
    walk.press(.character("f"))
    walk.perform(.person(.response(Self.ben, .unfollow, .success(Self.profile()))))
    #expect(walk.press(.character("u")).isEmpty)
    #expect(walk.state.note?.text == "You have changed this since: nothing to undo.")
  }

  /// Two steps are taken back one by one.
  @Test func stepsAreUndoneInTheirOrder() {
    var walk = asked()
    let followed = Self.profile { $0.isFollowed = true }
    let hidden = Self.profile { ($0.isFollowed, $0.showsBoosts) = (true, false) }
    walk.press(.character("f"))
    walk.perform(.person(.response(Self.ben, .follow, .success(followed))))
    walk.press(.character("M"))
    walk.perform(.person(.loaded(at: 7, .success(followed))))
    walk.press(.character("B"))
    walk.perform(.person(.response(Self.ben, .boosts(false), .success(hidden))))
    #expect(walk.press(.character("u")) == [.person(.relate(Self.ben, .boosts(true)))])
    walk.perform(.person(.response(Self.ben, .boosts(true), .success(followed))))
    #expect(walk.press(.character("u")) == [.person(.relate(Self.ben, .unfollow))])
  }

  @Test func aMuteAsksForHowLong() {
    var walk = asked()
    #expect(walk.press(.character("m")).isEmpty)
    #expect(walk.state.focus.dialog?.question == "Mute Ben Okafor on social.example?")
    #expect(walk.text.contains("[x] notices, too"))
    // The safe button is selected.
    #expect(walk.state.focus.dialog?.buttons[0].title == "Cancel")
    walk.press(.right, .character(" "))
    #expect(walk.text.contains("[ ] notices, too"))
    #expect(
      walk.choose("For a week") == [
        .person(.relate(Self.ben, .mute(seconds: 604_800, withNotices: false)))
      ])
    walk.perform(
      .person(
        .response(
          Self.ben, .mute(seconds: 604_800, withNotices: false),
          .success(Self.profile { $0.isMuted = true }))))
    #expect(
      walk.state.note?.text
        == "Ben Okafor is muted on social.example. It was asked to end this after 7 days. u undoes it."
    )
    #expect(walk.press(.character("u")) == [.person(.relate(Self.ben, .unmute))])
  }

  @Test func aBlockAsksAndSaysWhatIsLost() {
    var walk = asked { $0.isFollowed = true }
    #expect(walk.press(.character("b")).isEmpty)
    #expect(walk.state.focus.dialog?.question == "Block Ben Okafor on social.example?")
    #expect(walk.state.focus.dialog?.detail?.contains("does not come back") == true)
    #expect(walk.press(.enter).isEmpty)
    walk.press(.character("M"))
    walk.perform(.person(.loaded(at: 7, .success(Self.profile()))))
    walk.press(.character("b"))
    #expect(walk.choose("Block") == [.person(.relate(Self.ben, .block))])
    walk.perform(
      .person(.response(Self.ben, .block, .success(Self.profile { $0.isBlocked = true }))))
    #expect(walk.press(.character("u")) == [.person(.relate(Self.ben, .unblock))])
    walk.perform(.person(.response(Self.ben, .unblock, .success(Self.profile()))))
    #expect(
      walk.state.note?.text
        == "Ben Okafor is not blocked on social.example. Who followed whom does not come back.")
  }

  @Test(arguments: [("a", .accept), ("r", .refuse)] as [(Character, Relation.Change)])
  func aRequestIsAnswered(key: Character, change: Relation.Change) {
    var walk = asked { $0.asksUser = true }
    #expect(walk.text.contains("Accept their request to follow"))
    #expect(walk.press(.character(key)) == [.person(.relate(Self.ben, change))])
    // Who has not asked gets no answer.
    walk = asked()
    #expect(!walk.text.contains("request to follow"))
    #expect(walk.press(.character(key)).isEmpty)
  }

  /// What a service does not confirm is not said to be done, nor undone.
  @Test func whatIsNotConfirmedIsNotClaimed() {
    var walk = asked()
    walk.press(.character("f"))
    walk.perform(.person(.response(Self.ben, .follow, .success(Self.profile()))))
    #expect(walk.state.note?.text.hasPrefix("social.example did not say that") == true)
    #expect(walk.press(.character("u")).isEmpty)
    walk = asked()
    walk.press(.character("f"))
    let lost = LoadFailure(.interrupted, "The connection was lost.")
    walk.perform(.person(.response(Self.ben, .follow, .failure(lost))))
    #expect(walk.state.note?.text.hasPrefix("social.example did not confirm this.") == true)
    // A server that failed may have done it, too.
    walk = asked()
    walk.press(.character("f"))
    let broken = LoadFailure(.refused, "The server failed (500).", mayHaveArrived: true)
    walk.perform(.person(.response(Self.ben, .follow, .failure(broken))))
    #expect(walk.state.note?.text.hasPrefix("social.example did not confirm this.") == true)
  }

  /// What may hold although the answer was lost can be taken back; a lost answer to that lets it be tried again.
  @Test func whatWasNotConfirmedCanBeTakenBack() {
    var walk = asked()
    let broken = LoadFailure(.refused, "The server failed (500).", mayHaveArrived: true)
    walk.perform(.person(.accepted(Self.ben, .block)))
    walk.perform(.person(.response(Self.ben, .block, .failure(broken))))
    #expect(walk.state.note?.text.hasSuffix("u takes it back.") == true)
    for _ in 1...2 {
      walk.press(.escape)
      #expect(walk.press(.character("u")).contains(.person(.relate(Self.ben, .unblock))))
      walk.perform(.person(.response(Self.ben, .unblock, .failure(broken))))
    }
    #expect(walk.press(.character("u")).contains(.person(.relate(Self.ben, .unblock))))
    walk.perform(.person(.response(Self.ben, .unblock, .success(Self.profile()))))
    #expect(walk.press(.character("u")).isEmpty)
  }

  @Test func aNarrowSignInNamesTheKey() {
    var walk = asked()
    walk.press(.character("f"))
    let narrow = LoadFailure(.signInAgain, "Sign in again to follow.")
    walk.perform(.person(.response(Self.ben, .follow, .failure(narrow))))
    #expect(walk.state.note?.text == "Sign in again to follow (i).")
  }

  /// At a post, the list of what can be muted leads to its author; a late answer opens nothing.
  @Test func atAPostItIsAboutTheAuthor() {
    var post = Post.numbered(1, email: "ben")
    post.facts.service = ServiceFacts(readers: .everyone)
    var walk = walk([post, .numbered(2, email: "cy")])
    walk.press(.character("M"))
    #expect(walk.text.contains("Follow, mute or block on social.example…"))
    #expect(walk.press(.character("P")) == [.person(.load(handle: "ben", at: 1))])
    walk.press(.down)
    walk.perform(.person(.loaded(at: 1, .success(Self.profile()))))
    #expect(walk.state.focus.isEmpty)
    walk.press(.up)
    walk.perform(.person(.loaded(at: 1, .success(Self.profile()))))
    #expect(walk.text.contains("Follow on social.example"))
  }

  @Test func aSignInIsAskedFor() {
    var walk = walk(signedIn: false)
    #expect(!walk.press(.character("M")).contains(.person(.load(handle: "ben", at: 7))))
    #expect(walk.state.focus[SignIn.self] != nil)
  }

  @Test func onesOwnProfileIsOnesOwn() {
    var walk = walk()
    walk.press(.character("M"))
    walk.perform(.person(.loaded(at: 7, .success(Self.profile { $0.isUser = true }))))
    #expect(walk.state.focus.isEmpty && walk.state.note?.text == "This is you.")
  }

  /// Where nobody can be followed, nothing says so.
  @Test func elsewhereItIsNotOffered() {
    var walk = Walk([Post.numbered(7, email: "ben", template: .profile)], height: 60)
    walk.press(.character("M"))
    #expect(walk.state.note?.text == "This can't be muted.")
    for section in Keymap().sections where section.context == .people {
      #expect(!walk.state.site.leads(to: section.context))
    }
    walk.press(.character(":"))
    #expect(!walk.paletteNames.contains("person"))
  }

  /// Posts of a person who was muted leave the lists; threads keep them, and the undo key brings them back.
  @Test func whoIsMutedLeavesTheLists() {
    let posts = [
      Post.numbered(1, email: "cy"), .numbered(2, email: "ben"), .numbered(3, email: "dora"),
      .numbered(4, email: "ben"),
    ]
    var walk = walk(posts)
    walk.press(.down)
    let mute = Relation.Change.mute(seconds: nil, withNotices: true)
    walk.perform(.person(.accepted(Self.ben, mute)))
    #expect(walk.ids == [1, 2, 3, 4])
    walk.perform(.person(.response(Self.ben, mute, .success(Self.profile { $0.isMuted = true }))))
    #expect(walk.ids == [1, 3] && walk.selected == 3)
    #expect(walk.press(.character("u")) == [.person(.relate(Self.ben, .unmute))])
    walk.perform(.person(.response(Self.ben, .unmute, .success(Self.profile()))))
    #expect(walk.ids == [1, 2, 3, 4] && walk.selected == 3)
  }

  @Test func leavingSaysWhatIsUnconfirmed() {
    var walk = asked()
    walk.press(.character("f"))
    #expect(!walk.press(.character("q")).contains(.terminal(.quit)))
    #expect(walk.state.note?.text.hasPrefix("social.example has not confirmed yet") == true)
    #expect(walk.press(.character("q")).contains(.terminal(.quit)))
  }

  @Test func aListOfPeopleIsNone() {
    var list = Post.numbered(7, email: "timelines/list/7", template: .profile)
    list.facts.kind = "your list"
    var walk = walk([list])
    #expect(walk.press(.character("M")).isEmpty)
    #expect(walk.state.note?.text == "This is no person, and by none.")
  }
}
