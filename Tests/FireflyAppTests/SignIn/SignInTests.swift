import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("Signing in")
struct SignInTests {
  private static let ben = User(email: "ben@example.org", name: "Ben Okafor")

  /// A walk on a server where nobody is signed in.
  private func walk(width: Int = 80, height: Int = 24, overheard: Bool = false) -> Walk {
    var walk = Walk(Sailing.list, width: width, height: height, email: nil)
    walk.state.site = Site(
      .server, name: "posts.example.org", isOverheard: overheard, as: walk.state.account)
    return walk
  }

  /// The words on the screen, without its lines.
  private func words(_ walk: Walk) -> String {
    walk.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The effects of typing a text, key by key.
  @discardableResult
  private func type(_ text: String, _ walk: inout Walk) -> [Effect] {
    text.flatMap { walk.press(.character($0)) }
  }

  /// The e-mail, then the code, then one is signed in and the list is loaded again.
  @Test
  func theEMailThenTheCodeThenOneIsSignedIn() {
    var walk = walk()
    walk.press(.character("i"))
    #expect(walk.text.contains("Sign in to posts.example.org: your e-mail address"))
    #expect(walk.frame.showsCursor)
    type("ben@example.org", &walk)
    #expect(walk.press(.enter) == [.signIn(.sendCode(to: "ben@example.org"))])
    // Nothing is asked twice.
    #expect(walk.press(.enter).isEmpty)
    walk.perform(.signIn(.codeSent(nil)))
    #expect(walk.text.contains("Enter the 4-digit code sent to ben@example.org"))
    #expect(type("123", &walk).isEmpty)
    #expect(walk.press(.enter).isEmpty)
    #expect(type("4", &walk) == [.signIn(.verify(email: "ben@example.org", code: "1234"))])
    let effects = walk.perform(
      .signIn(.verified(.success(SignedInUser(user: Self.ben, isNew: false)))))
    #expect(walk.state.account == .signedIn(Self.ben))
    #expect(effects.contains { if case .list(.loadRoot) = $0 { true } else { false } })
    #expect(walk.state.overlay == nil)
    #expect(walk.state.note?.text == "You are signed in as Ben Okafor.")
  }

  /// Another address takes the place of the former one; an arrow keeps that, to be corrected.
  @Test(arguments: [false, true]) func anotherAddressTakesThePlaceOfTheFormer(isCorrected: Bool) {
    var walk = walk()
    walk.press(.character("i"))
    type("ben@example.org", &walk)
    walk.press(.enter)
    walk.perform(.signIn(.codeSent(nil)))
    walk.press(.control("o"))
    #expect(walk.text.contains("ben@example.org"), "\(walk.text)")
    if isCorrected { walk.press(.end) }
    type(isCorrected ? ".uk" : "ada@example.org", &walk)
    let address = isCorrected ? "ben@example.org.uk" : "ada@example.org"
    #expect(walk.press(.enter) == [.signIn(.sendCode(to: address))])
  }

  @Test
  func aNewUserIsWelcomedByName() {
    var walk = walk()
    walk.press(.character("i"))
    walk.perform(.pasted("ben@example.org\n"))
    walk.press(.enter)
    walk.perform(.signIn(.codeSent(nil)))
    // A code is pasted as well as typed; what is no digit of it doesn't matter.
    #expect(
      walk.perform(.pasted(" 12 34\n")) == [
        .signIn(.verify(email: "ben@example.org", code: "1234"))
      ])
    walk.perform(.signIn(.verified(.success(SignedInUser(user: Self.ben, isNew: true)))))
    #expect(walk.text.contains("Welcome, Ben Okafor."))
    #expect(walk.text.contains("e write your profile"))
    // No other letter answers.
    for letter in "no 1" { #expect(walk.press(.character(letter)).isEmpty) }
    #expect(walk.text.contains("Welcome, Ben Okafor."))
    walk.wait(1)
    var writing = walk
    #expect(
      writing.press(.character("e")).contains(.writing(.loadOwnProfile(email: "ben@example.org"))))
    walk.press(.enter)
    #expect(walk.state.overlay == nil)
  }

  @Test
  func whereTheServerSendsNoEMailItIsSaidWhoHasTheCode() {
    var walk = walk()
    walk.press(.character("i"))
    type("ben@example.org", &walk)
    walk.press(.enter)
    walk.perform(.signIn(.codeSent(nil, note: "Ask the person who runs it.")))
    #expect(walk.text.contains("Enter the 4-digit code for ben@example.org"))
    // It stays, whatever is pressed and answered.
    let said = { (walk: Walk) in words(walk).contains("Ask the person who runs it.") }
    #expect(said(walk))
    walk.press(.enter)
    #expect(said(walk) && walk.text.contains("A code has 4 digits."))
    for failure in [LoadFailure(.signedOut, ""), LoadFailure(.missing, "")] {
      type("0000", &walk)
      walk.perform(.signIn(.verified(.failure(failure))))
      #expect(said(walk) && walk.text.contains("code"))
    }
    walk.press(.control("r"))
    walk.perform(.signIn(.codeSent(LoadFailure(.refused, "Too many codes."))))
    #expect(said(walk) && walk.text.contains("Too many codes."))
    walk.press(.control("r"))
    walk.perform(.signIn(.codeSent(nil, note: "Ask the person who runs it.")))
    #expect(said(walk) && walk.text.contains("Another code was requested."))
    var heard = Heard()
    #expect(walk.reading.sentences(since: &heard).contains { $0.contains("Ask the person") })
  }

  /// A server that sends e-mails has sent one to this address; how long the code holds stays in sight.
  @Test func whereTheServerSendsEMailItIsSaidHowLongACodeHolds() {
    var walk = walk()
    walk.press(.character("i"))
    type("ben@example.org", &walk)
    walk.press(.enter)
    walk.perform(.signIn(.codeSent(nil)))
    for _ in 1...2 {
      #expect(walk.text.contains("sent to ben@example.org"))
      #expect(words(walk).contains("A code is valid for ten minutes and five attempts."))
      walk.press(.enter)
    }
    walk.press(.control("r"))
    walk.perform(.signIn(.codeSent(nil)))
    #expect(words(walk).contains("Another code was sent. A code is valid for"))
  }

  @Test
  func aNewUserGoesOnWithTheTextThatWasWanted() {
    var walk = walk()
    walk.press(.character("n"))
    type("ben@example.org", &walk)
    walk.press(.enter)
    walk.perform(.signIn(.codeSent(nil)))
    type("1234", &walk)
    walk.perform(.signIn(.verified(.success(SignedInUser(user: Self.ben, isNew: true)))))
    let name = "i, then e, gives you another name."
    #expect(walk.state.note?.text == "Welcome, Ben Okafor. Your account is new. \(name)")
    #expect(walk.state.focus.top is EditorState)
  }

  @Test(arguments: [
    (LoadFailure.Kind.signedOut, "Wrong code."), (.missing, "This code has expired."),
    (.offline, "The reason."), (.refused, "The reason."), (.timedOut, "The reason."),
  ])
  func failedStepIsReportedAndCanBeRepeated(kind: LoadFailure.Kind, words: String) {
    var walk = walk()
    walk.press(.character("i"))
    type("ben@example.org", &walk)
    walk.press(.enter)
    walk.perform(.signIn(.codeSent(nil)))
    type("0000", &walk)
    walk.perform(.signIn(.verified(.failure(LoadFailure(kind, "The reason.")))))
    #expect(walk.text.replacing("\n", with: " ").contains(words))
    // So it stays after the Enter that many type after the last digit.
    #expect(walk.press(.enter).isEmpty)
    #expect(walk.text.replacing("\n", with: " ").contains(words))
    #expect(walk.state.account == .signedOut)
    #expect(type("1234", &walk) == [.signIn(.verify(email: "ben@example.org", code: "1234"))])
  }

  @Test
  func anotherCodeAnotherEMailAndTheWayBack() {
    var walk = walk()
    walk.press(.character("i"))
    #expect(walk.press(.control("r")).isEmpty)
    type("ben@example.org", &walk)
    walk.press(.enter)
    // While a code is being sent, Escape stops that, and no more.
    #expect(walk.press(.escape) == [.cancel(.account)])
    #expect(walk.state.overlay != nil)
    walk.press(.enter)
    walk.perform(.signIn(.codeSent(nil)))
    #expect(walk.press(.control("r")) == [.signIn(.sendCode(to: "ben@example.org"))])
    walk.perform(.signIn(.codeSent(nil)))
    walk.press(.control("o"))
    #expect(walk.text.contains("your e-mail address"))
    walk.press(.backspace)
    #expect(walk.press(.enter) == [.signIn(.sendCode(to: "ben@example.or"))])
    walk.perform(.signIn(.codeSent(LoadFailure(.forbidden, "You are not invited."))))
    #expect(walk.text.contains("You are not invited."))
    #expect(walk.text.contains("can invite"))
    walk.press(.escape)
    #expect(walk.state.overlay == nil)
    #expect(walk.state.account == .signedOut)
  }

  @Test(arguments: ["", "ada", "@", "a@", "@b", "a@b@c", "a b@c"])
  func invalidEMailIsNotSent(text: String) {
    var walk = walk()
    walk.press(.character("i"))
    walk.perform(.pasted(text))
    #expect(walk.press(.enter).isEmpty)
    #expect(walk.text.contains("your e-mail address.") || walk.text.contains("look like"))
  }

  /// Signs in by a code.
  private func signIn(_ walk: inout Walk) -> [Effect] {
    type("ben@example.org", &walk)
    walk.press(.enter)
    walk.perform(.signIn(.codeSent(nil)))
    type("1234", &walk)
    return walk.perform(
      .signIn(.verified(.success(SignedInUser(user: Self.ben, isNew: false)))))
  }

  @Test
  func actionsThatNeedAnAccountSignInFirst() {
    var walk = walk()
    walk.press(.function(2), .character("a"))
    #expect(walk.text.contains("your e-mail address"))
    let effects = signIn(&walk)
    #expect(
      effects.contains {
        if case .list(.loadRoot(_, .mine, _, _)) = $0 { true } else { false }
      })
    // Out again: nobody's posts are only mine.
    walk.press(.character("i"))
    walk.press(.control("x"))
    #expect(walk.text.contains("Sign Ben Okafor (ben@example.org) out of"))
    #expect(walk.press(.right, .enter) == [.signIn(.signOut)])
    walk.perform(.signIn(.signedOut(complaint: nil)))
    #expect(walk.state.account == .signedOut)
    #expect(!walk.state.current.showsOnlyMine)
  }

  @Test(arguments: ScreenTests.sizes)
  func onOnesOwnServerASmallSheetOverTheListSaysWhoOneIs(width: Int, height: Int) {
    var walk = Sailing.walk(width: width, height: height)
    walk.press(.character("i"))
    let words = walk.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("You are Ada Linden"))
    #expect(words.contains("needs no sign-in."))
    // The list stays in view.
    #expect(walk.state.overlay == nil)
    if height > 12 { #expect(walk.text.contains("learning to sail")) }
    #expect(walk.press(.control("x")).isEmpty)
    #expect(walk.state.account.user != nil)
    walk.press(.enter)
    #expect(walk.state.focus.isEmpty)
    walk.press(.character("i"), .right)
    #expect(walk.press(.enter).contains(.writing(.loadOwnProfile(email: "ada@example.org"))))
  }

  @Test
  func aServerThatShowsMembersOnlyAsksForTheAddressAtOnce() {
    var walk = members()
    type("ben@example.org", &walk)
    #expect(walk.press(.enter) == [.signIn(.sendCode(to: "ben@example.org"))])
    walk.perform(.signIn(.codeSent(nil)))
    type("1234", &walk)
    let effects = walk.perform(
      .signIn(.verified(.success(SignedInUser(user: Self.ben, isNew: false)))))
    #expect(effects.contains { $0.level == Walk.posts })
  }

  /// Whoever leaves the sign-in is told who reads there, and is not asked again by itself.
  @Test(arguments: Scene.sizes)
  func aMembersServerSaysSoWithoutAnError(width: Int, height: Int) throws {
    var walk = members(width: width, height: height)
    walk.press(.escape)
    try expectScreen(walk.frame, "members-only")
    #expect(!walk.text.contains("Error"))
    let level = Walk.users
    walk.press(.function(3))
    walk.perform(.list(.postsResponse(level: level, .failure(LoadFailure(.signedOut, "No.")))))
    #expect(walk.state.overlay == nil && words(walk).contains("Only members can read"))
    for key in [Key.enter, .character("i")] {
      walk.press(key)
      #expect(walk.state.overlay is SignIn)
      walk.press(.escape)
    }
    // Nothing is offered that can't be done before.
    walk.press(.character("N"))
    #expect(
      walk.state.note?.text == "Only members can read posts.example.org. i signs in.")
    walk.press(.character(":"))
    #expect(
      walk.paletteNames == [
        "refresh", "help", "places", "account", "redraw", "suspend", "quit", "settings",
      ])
    walk.press(.escape)
    var heard = Heard()
    let said = walk.reading.sentences(since: &heard).joined(separator: " ")
    #expect(said.contains("Only members can read posts.example.org.") && !said.contains("Error"))
  }

  /// The post that was asked for at the start is asked for again after the sign-in.
  @Test func thePostOfTheStartIsShownAfterTheSignIn() {
    var walk = members(at: 7)
    walk.perform(.list(.pathResponse(.failure(LoadFailure(.signedOut, "No.")))))
    let effects = signIn(&walk)
    #expect(effects.contains(.list(.loadPath(to: 7))))
  }

  /// A session that the server has ended: the key leads to the sign-in, not to the account that is void.
  @Test func aSessionThatEndedSaysSo() {
    var walk = Walk(email: "ben@example.org")
    walk.state.site = Site(.server, name: "posts.example.org", as: walk.state.account)
    walk.send(.started(at: nil))
    walk.perform(
      .list(.postsResponse(level: Walk.posts, .failure(LoadFailure(.signedOut, "No.")))))
    #expect(walk.text.contains("You are no longer signed in to posts.example.org."))
    walk.press(.character("i"))
    #expect(walk.text.contains("your e-mail address") && walk.text.contains("ben@example.org"))
  }

  /// A server that only members read, when its list has been refused.
  private func members(width: Int = 80, height: Int = 24, at post: Post.ID? = nil) -> Walk {
    var walk = Walk(width: width, height: height, email: nil)
    walk.state.site = Site(.server, name: "posts.example.org", as: walk.state.account)
    walk.send(.started(at: post))
    walk.perform(
      .list(.postsResponse(level: Walk.posts, .failure(LoadFailure(.signedOut, "No.")))))
    return walk
  }

  /// What was begun is done at its post, also where the account would see another list first.
  @Test func whatWasBegunIsDoneAtItsPost() {
    var walk = walk()
    walk.press(.down)
    let post = walk.selected
    walk.press(.character("+"))
    type("ben@example.org", &walk)
    walk.press(.enter)
    walk.perform(.signIn(.codeSent(nil)))
    type("1234", &walk)
    var user = SignedInUser(user: Self.ben, isNew: false)
    user.audiences = [.posts: .mineIfAny]
    walk.perform(.signIn(.verified(.success(user))))
    #expect(walk.state.current.navigator.current.destination == post.map { .children(of: $0) })
  }

  @Test(arguments: Scene.sizes)
  func theScreens(width: Int, height: Int) throws {
    var walk = walk(width: width, height: height, overheard: true)
    walk.press(.character("i"))
    try expectScreen(walk.frame, "sign-in-email")
    type("ben@example.org", &walk)
    walk.press(.enter)
    walk.perform(.signIn(.codeSent(nil)))
    type("1234", &walk)
    walk.perform(.signIn(.verified(.failure(LoadFailure(.signedOut, "")))))
    type("12", &walk)
    try expectScreen(walk.frame, "sign-in-code")
  }

  /// Signs in as Ben; returns what is asked for then.
  @discardableResult
  private func signIn(_ walk: inout Walk, _ user: SignedInUser, by key: Key = .character("i"))
    -> [Effect]
  {
    walk.press(key)
    type("ben@example.org", &walk)
    walk.press(.enter)
    walk.perform(.signIn(.codeSent(nil)))
    type("1234", &walk)
    return walk.perform(.signIn(.verified(.success(user))))
  }

  /// Words that were typed ahead, or that are typed at the welcome, are no keys of it.
  @Test(arguments: [0.0, 5]) func wordsAtTheWelcomeOpenNothing(pause: Double) {
    var walk = walk()
    signIn(&walk, SignedInUser(user: Self.ben, isNew: true))
    walk.wait(pause)
    for letter in pause > 0 ? "a reply by mouse" : "every reply" {
      #expect(walk.press(.character(letter)).isEmpty, "\(letter)")
      walk.now += 0.1
    }
    #expect(walk.text.contains("e write your profile"))
    // Whoever goes on is not kept waiting.
    var goingOn = walk
    goingOn.press(.enter, .character("?"))
    #expect(goingOn.state.focus.top is Sheet)
    walk.wait(1)
    #expect(
      walk.press(.character("e")).contains(.writing(.loadOwnProfile(email: "ben@example.org"))))
  }

  @Test
  func aNewUserIsToldHowToWriteAProfile() {
    var walk = walk()
    signIn(&walk, SignedInUser(user: Self.ben, isNew: true))
    #expect(walk.text.contains("e write your profile"))
    walk.wait(1)
    walk.press(.enter, .function(3))
    #expect(
      walk.press(.character("e")).contains(.writing(.loadOwnProfile(email: "ben@example.org"))))
  }

  @Test
  func afterIEWritesTheProfile() {
    var walk = walk()
    signIn(&walk, SignedInUser(user: Self.ben, isNew: false))
    walk.press(.character("i"))
    #expect(walk.text.contains("e your profile"))
    #expect(
      walk.press(.character("e")).contains(.writing(.loadOwnProfile(email: "ben@example.org"))))
  }

  /// After signing in, posts and searches show what they would at the next start.
  @Test
  func afterSigningInPosts() {
    var walk = walk()
    var user = SignedInUser(user: Self.ben, isNew: false)
    user.audiences = [.posts: .mineIfAny, .searches: .mine, .users: .everyone]
    let effects = signIn(&walk, user)
    #expect(
      effects.contains(.list(.loadBeginning(level: Walk.posts, limit: ListsState.pageLength))))
    #expect(effects.contains(.list(.loadRoot(level: Walk.searches, .mine))))
    // Signed out, everyone's are there again.
    walk.press(.character("i"), .control("x"), .right, .enter)
    let after = walk.perform(.signIn(.signedOut(complaint: nil)))
    #expect(after.contains(.list(.loadRoot(level: Walk.posts, .everyone))))
    #expect(after.contains(.list(.loadRoot(level: Walk.searches, .everyone))))
  }

  @Test
  func signInContinuesTheChosenAudience() {
    var walk = walk()
    var user = SignedInUser(user: Self.ben, isNew: false)
    user.audiences = [.posts: .mineIfAny, .searches: .mineIfAny]
    walk.press(.function(2))
    let effects = signIn(&walk, user, by: .character("a"))
    #expect(effects.contains(.list(.loadRoot(level: Walk.searches, .mine))))
    #expect(walk.state.current.showsOnlyMine)
  }

  @Test
  func fromBelowTheRootAnotherUsersOwnListIsAskedForOnTheWayBack() {
    var walk = Walk([.numbered(1, children: 1)], email: nil)
    walk.state.site = Site(.server, name: "posts.example.org", as: walk.state.account)
    walk.press(.right)
    walk.answer(1, Post.numbered([2]))
    var user = SignedInUser(user: Self.ben, isNew: false)
    user.audiences = [.posts: .mine]
    signIn(&walk, user)
    #expect(walk.ids == [2])
    #expect(walk.press(.left).contains(.list(.loadRoot(level: Walk.posts, .mine))))
  }
}
