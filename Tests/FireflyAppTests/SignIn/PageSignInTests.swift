import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Signing in to a service on a page of its own.
@Suite("Signing in on a page")
struct PageSignInTests {
  private static let page =
    "https://social.example/oauth/authorize?response_type=code&client_id=0123456789abcdefghijklmnopqrstuvwxyz"
    + "&redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob&scope=read+write%3Astatuses&force_login=true&state=abcdef"
  private static let shown = SignInPage(address: page, returning: nil)
  private static let ada = User(id: "7", handle: "@ada@social.example", name: "Ada Linden")

  private func walk(
    _ account: Account = .reader(User(email: "ada@localhost", name: "ada")), width: Int = 80,
    height: Int = 24, overheard: Bool = false, canWrite: Bool = false
  ) -> Walk {
    var walk = Walk(width: width, height: height, email: nil)
    walk.state.account = account
    walk.state.site = Site(
      .service, name: "social.example", lists: ["trends", "local"], isOverheard: overheard,
      as: walk.state.account, mayWrite: canWrite)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [.numbered(1, body: "Words.", children: 3, email: "grace")])
    return walk
  }

  /// The address is whole on the screen and leads there; the code signs in, and the session begins anew.
  @Test(arguments: ScreenTests.sizes)
  func thePageThenItsCodeThenTheSessionBeginsAnew(width: Int, height: Int) throws {
    var walk = walk(width: width, height: height)
    #expect(walk.press(.character("i")) == [.signIn(.openPage)])
    // Nothing is asked twice.
    #expect(walk.press(.enter).isEmpty && walk.press(.control("r")).isEmpty)
    walk.perform(.signIn(.pageCame(.success(Self.shown))))
    let links = walk.frame.links
    #expect(links.allSatisfy { $0.address == Self.page } && !links.isEmpty)
    if height >= 24 {
      let shown = walk.text.filter { !$0.isWhitespace }
      #expect(shown.contains(Self.page))
    }
    #expect(walk.press(.control("y")) == [.terminal(.copy(Self.page, noted: "the address"))])
    #expect(walk.press(.control("o")) == [.links(.open(Self.page))])
    #expect(walk.press(.enter).isEmpty)
    #expect(walk.text.contains("Paste the code") && walk.frame.showsCursor)
    walk.perform(.pasted("  c0de-_7\n"))
    #expect(walk.press(.enter) == [.signIn(.verifyPage(code: "c0de-_7"))])
    let effects = walk.perform(
      .signIn(.verified(.success(SignedInUser(user: Self.ada, isNew: false)))))
    #expect(
      effects == [
        .places(.beginAgain([.noted("You are signed in as Ada Linden.", isError: false)]))
      ])
  }

  /// The post that was meant gets its mark, whatever is selected after the sign-in; a boost asks then.
  @Test(arguments: ["f", "B"] as [Character])
  func aMarkThatNeededTheSignInIsDoneThen(key: Character) {
    var walk = walk()
    var post = Post.numbered(1, body: "Words.", email: "grace")
    post.facts.service = ServiceFacts(readers: .everyone)
    walk.answer(Walk.posts, [post])
    let binding = walk.reading.action(for: .character(key))
    #expect(binding == .mark(.pressed(key == "f" ? .favourite : .boost)))
    #expect(walk.press(.character(key)) == [.signIn(.openPage)])
    walk.perform(.signIn(.pageCame(.success(Self.shown))))
    walk.perform(.pasted("code"))
    walk.press(.enter)
    let effects = walk.perform(
      .signIn(.verified(.success(SignedInUser(user: Self.ada, isNew: false)))))
    #expect(
      effects == [
        .places(.beginAgain([.noted("You are signed in as Ada Linden.", isError: false)]))
      ])
    var again = self.again(after: walk)
    if key == "f" {
      #expect(again.answer(Walk.posts, [post]).contains(.mark(.set(1, .favourite, true))))
    } else {
      again.answer(Walk.posts, [post])
      again.choose("Boost")
    }
  }

  /// The session of the account, which begins with another list.
  private func again(after walk: Walk) -> Walk {
    var again = Walk(email: nil)
    again.state = walk.state.renewed
    again.state.site = Site(
      .service, name: "social.example", lists: ["home", "local"],
      further: [NamedList(id: 5, name: "trends")], as: .signedIn(Self.ada), mayWrite: true)
    again.state.begin(at: nil, density: nil, view: nil, threads: ThreadPlaces(), 0)
    again.send(.started(at: nil))
    return again
  }

  /// Any act that needs an account is done after the sign-in at the post where it was begun, in the list of then, open
  /// as before; not before its list has come.
  @Test(arguments: ["f", "B", "V", "+", "M", "n", "A"] as [Character], [false, true])
  func whatNeededTheSignInIsDoneWhereItWasBegun(key: Character, isOpen: Bool) {
    var posts = Post.numbered([1, 2, 3])
    for index in posts.indices {
      posts[index].authorEmail = "grace"
      posts[index].facts.service = ServiceFacts(readers: .everyone)
      posts[index].facts.service?.poll = Poll([Poll.Option("Tea"), Poll.Option("Rum")])
    }
    var walk = walk()
    walk.answer(Walk.posts, posts)
    walk.press(.down)
    if isOpen { walk.press(.enter) }
    let was = walk.position
    let asked =
      key == "M" ? walk.perform(.person(.pressed)) : walk.press(.character(key))
    #expect(asked == [.signIn(.openPage)])
    walk.perform(.signIn(.pageCame(.success(Self.shown))))
    var left = walk
    left.press(.escape)
    left.perform(.signIn(.verified(.success(SignedInUser(user: Self.ada, isNew: false)))))
    #expect(left.state.renewed.accounts.interrupted == nil)
    walk.perform(.pasted("code"))
    walk.press(.enter)
    walk.perform(.signIn(.verified(.success(SignedInUser(user: Self.ada, isNew: false)))))
    var again = again(after: walk)
    #expect(again.state.current.audience == .list(5) && again.state.focus.isEmpty)
    let effects = again.answer(Walk.posts, posts)
    let isDone =
      switch key {
      case "f": effects.contains(.mark(.set(2, .favourite, true)))
      case "M": effects.contains(.person(.load(handle: "grace", at: 2)))
      case "n": effects.contains(.writing(.loadFields))
      case "+": again.state.current.navigator.current.destination == .children(of: 2)
      case "A": again.state.current.navigator.current.destination == .answers
      default: again.state.focus.dialog != nil
      }
    #expect(isDone, "\(effects)")
    guard again.state.current.navigator.depth == 0 else { return }
    #expect(again.selected == 2 && again.position.expandedID == was.expandedID)
    // It is done once.
    #expect(again.state.accounts.interrupted == nil)
  }

  /// The list of then may be another one of the account, or none: its post is found all the same, once.
  @Test(arguments: ["trends", "local", "nothing"]) func thePostOfThenIsFound(_ list: String) throws
  {
    var posts = Post.numbered([1, 2, 3])
    for index in posts.indices {
      posts[index].authorEmail = "grace"
      posts[index].facts.service = ServiceFacts(readers: .everyone)
    }
    var walk = walk()
    if list == "nothing" {
      walk.state.site = Site(
        .service, name: "social.example", lists: ["hot", "new"], as: walk.state.account)
    }
    walk.answer(Walk.posts, posts)
    if list == "local" {
      walk.state.lists[Walk.posts]?.standIn = "local · trends only for accounts"
    }
    walk.press(.down, .character("f"))
    walk.perform(.signIn(.pageCame(.success(Self.shown))))
    walk.perform(.pasted("code"))
    walk.press(.enter)
    walk.perform(.signIn(.verified(.success(SignedInUser(user: Self.ada, isNew: false)))))
    var again = again(after: walk)
    // Whoever goes elsewhere before the list has come takes none of it there.
    #expect(again.state.renewed.accounts.interrupted == nil)
    let audience = again.state.current.audience
    #expect(audience == (list == "trends" ? .list(5) : list == "local" ? .second : .everyone))
    #expect(!again.state.site.name(of: audience, in: .posts).isEmpty)
    let sought = again.answer(Walk.posts, Post.numbered([7, 8]))
    #expect(sought.contains(.list(.loadPath(to: 2))), "\(sought)")
    again.send(.list(.pathResponse(.success([posts[1]]))))
    let effects = again.answer(again.level, [])
    #expect(effects.contains(.mark(.set(2, .favourite, true))), "\(effects)")
    #expect(again.state.accounts.interrupted == nil)
  }

  /// What a place refuses to strangers names the sign-in beside the key that tries again.
  @Test func aListThatIsRefusedOffersTheSignIn() {
    for isSignedIn in [false, true] {
      var walk = isSignedIn ? walk(.signedIn(Self.ada), canWrite: true) : walk()
      walk.press(.character("a"))
      walk.perform(.list(.postsResponse(level: Walk.posts, .failure("For members."))))
      #expect(walk.text.contains("r Retry"))
      #expect(walk.text.contains("i Sign in") == !isSignedIn)
    }
  }

  /// A post that the account does not see is none to do it at.
  @Test func nothingIsDoneAtAnotherPost() {
    var walk = walk()
    var post = Post.numbered(1, body: "Words.", email: "grace")
    post.facts.service = ServiceFacts(readers: .everyone)
    walk.answer(Walk.posts, [post])
    walk.press(.character("f"))
    walk.perform(.signIn(.pageCame(.success(Self.shown))))
    walk.perform(.pasted("code"))
    walk.press(.enter)
    walk.perform(.signIn(.verified(.success(SignedInUser(user: Self.ada, isNew: false)))))
    var again = again(after: walk)
    let sought = again.answer(Walk.posts, Post.numbered([8, 9]))
    #expect(sought.contains(.list(.loadPath(to: 1))), "\(sought)")
    let missing = LoadFailure(.missing, "There is no such post.")
    let effects = again.send(.list(.pathResponse(.failure(missing))))
    #expect(!(sought + effects).contains { if case .mark = $0 { true } else { false } })
    #expect(again.text.contains("That post is no longer in this list."), "\(again.text)")
    #expect(again.state.accounts.interrupted == nil)
  }

  @Test func thePageIsSaidAsItsAddress() {
    var walk = walk()
    walk.press(.character("i"))
    walk.perform(.signIn(.pageCame(.success(Self.shown))))
    var heard = Heard()
    let said = walk.reading.sentences(since: &heard)
    #expect(said.contains("The page: \(Self.page)"), "\(said)")
  }

  /// The help by ear has the keys of the help on the screen.
  @Test(arguments: [true, false])
  func marksAreInTheHelpByEarWherePostsHaveThem(canWrite: Bool) {
    var walk = walk(.signedIn(Self.ada), canWrite: canWrite)
    let marks = ["f: favourite on/off.", "capital B: "]
    func has(_ words: String) -> Bool {
      walk.reading.commandLines(of: "all")?.contains { $0.hasPrefix(words) } == true
    }
    #expect(marks.map(has) == [canWrite, canWrite])
    walk.state.site = .own(as: walk.state.account)
    #expect(marks.map(has) == [false, false])
  }

  /// A browser that Firefly opens comes back with the code; any other gets the page that shows it.
  @Test(arguments: ScreenTests.sizes)
  func theBrowserComesBackWithoutACodeToType(width: Int, height: Int) {
    let (own, back) = ("https://social.example/own", "http://127.0.0.1:1/a?code=c&state=s")
    var walk = walk(width: width, height: height)
    walk.press(.character("i"))
    walk.perform(.signIn(.pageCame(.success(SignInPage(address: Self.page, returning: own)))))
    if height >= 24 { #expect(walk.text.contains("Ctrl-O opens it here")) }
    #expect(walk.frame.links.allSatisfy { $0.address == Self.page })
    #expect(walk.press(.control("y")) == [.terminal(.copy(Self.page, noted: "the address"))])
    #expect(walk.press(.control("o")) == [.links(.open(own))])
    walk.perform(.pasted("half a co"))
    #expect(walk.perform(.signIn(.browserReturned(back))) == [.signIn(.verifyPage(code: back))])
    // Nothing is sent twice.
    #expect(walk.press(.enter).isEmpty)
    #expect(walk.perform(.signIn(.browserReturned(back))).isEmpty)
    let sentence = "Firefly was not allowed on the page of social.example."
    walk.perform(.signIn(.verified(.failure(LoadFailure(.refused, sentence)))))
    #expect(walk.text.contains("not allowed"))
    #expect(walk.press(.escape) == [.cancel(.returnOfBrowser)])
    #expect(walk.state.focus.isEmpty)
    // Who has left the sign-in is not signed in.
    #expect(walk.perform(.signIn(.browserReturned(back))).isEmpty)
  }

  @Test
  func aWrongCodeIsSaidAndTheNextOneTaken() {
    var walk = walk()
    walk.press(.character("i"))
    walk.perform(.signIn(.pageCame(.success(Self.shown))))
    walk.perform(.pasted("old"))
    walk.press(.enter)
    walk.perform(
      .signIn(
        .verified(
          .failure(
            LoadFailure(
              .refused, "That code is not valid, or too old: open the page again.")))))
    #expect(walk.text.contains("That code is not valid, or too old: open the page again."))
    walk.press(.control("u"))
    walk.perform(.pasted("new"))
    #expect(walk.press(.enter) == [.signIn(.verifyPage(code: "new"))])
  }

  @Test
  func withoutAPageTheReasonIsSaidAndTriedAgain() {
    var walk = walk()
    walk.press(.character("i"))
    walk.perform(.signIn(.pageCame(.failure(LoadFailure(.offline, "No answer.")))))
    #expect(walk.text.contains("No answer."))
    #expect(walk.press(.enter) == [.signIn(.openPage)])
    walk.perform(.signIn(.pageCame(.failure(LoadFailure(.offline, "No answer.")))))
    #expect(walk.press(.control("r")) == [.signIn(.openPage)])
    // Esc ends the request first, then the sign-in.
    #expect(walk.press(.escape) == [.cancel(.account)])
    walk.press(.escape)
    #expect(walk.state.focus.isEmpty)
  }

  /// Who is signed in; signing out begins the session anew.
  @Test
  func whoIsSignedInAndOut() {
    var walk = walk(.signedIn(Self.ada))
    #expect(walk.press(.character("i")) == [.signIn(.readAccounts)])
    #expect(walk.text.contains("Signed in to social.example as Ada Linden"))
    #expect(walk.text.contains("(@ada@social.example)."))
    #expect(!walk.text.contains("your profile"))
    // One key doesn't sign out: a browser is needed to come back.
    #expect(walk.press(.character("o")).isEmpty)
    #expect(walk.press(.character("o")).isEmpty)
    #expect(walk.press(.right, .enter) == [.signIn(.signOut)])
    #expect(
      walk.perform(.signIn(.signedOut(complaint: nil)))
        == [.places(.beginAgain([.noted("You are signed out.", isError: false)]))])
  }

  /// The token is void: the same user again needs no new session, and goes on with what they wanted.
  @Test
  func aVoidTokenIsRenewedWhereTheUserWas() {
    var walk = walk(.signedIn(Self.ada), canWrite: true)
    #expect(walk.perform(.signIn(.needed(for: .later(.pressed)))) == [.signIn(.openPage)])
    walk.perform(.signIn(.pageCame(.success(Self.shown))))
    walk.perform(.pasted("code"))
    walk.press(.enter)
    let effects = walk.perform(
      .signIn(.verified(.success(SignedInUser(user: Self.ada, isNew: false)))))
    #expect(!effects.contains { if case .places = $0 { true } else { false } })
    #expect(walk.state.focus.isEmpty)
    #expect(walk.state.account == .signedIn(Self.ada))
  }

  /// A list that was refused for a void token leads to the page, not to who was signed in.
  @Test
  func aRefusedListLeadsToThePage() {
    var walk = Walk(email: nil)
    walk.state.account = .signedIn(Self.ada)
    walk.state.site = Site(
      .service, name: "social.example", lists: ["home"], as: walk.state.account)
    walk.send(.started(at: nil))
    walk.perform(
      .list(
        .postsResponse(
          level: Walk.posts, .failure(LoadFailure(.signedOut, "You are not signed in there.")))))
    #expect(walk.press(.character("i")) == [.signIn(.openPage)])
  }

  /// Who may only read is told so, and how to change it; the same user may then write in a new session.
  @Test
  func aSignInThatMayOnlyReadSaysSo() {
    var walk = walk(.signedIn(Self.ada))
    walk.press(.character("i"))
    #expect(walk.text.contains("This sign-in may only read."))
    // There is no profile to write.
    #expect(walk.press(.character("e")).isEmpty)
    walk.perform(.signIn(.needed(for: .list(.refreshPressed))))
    #expect(!walk.text.contains("Your text is kept"))
    walk.perform(.signIn(.pageCame(.success(Self.shown))))
    walk.perform(.pasted("code"))
    walk.press(.enter)
    let effects = walk.perform(
      .signIn(.verified(.success(SignedInUser(user: Self.ada, isNew: false)))))
    #expect(effects.contains { if case .places(.beginAgain) = $0 { true } else { false } })
  }

  @Test
  func overPlainHTTPItSaysWhoCanRead() {
    var walk = walk(overheard: true)
    walk.press(.character("i"))
    walk.perform(.signIn(.pageCame(.success(Self.shown))))
    #expect(walk.text.contains("not encrypted"))
  }

  @Test(arguments: Scene.sizes)
  func theScreen(width: Int, height: Int) throws {
    var walk = walk(width: width, height: height)
    walk.press(.character("i"))
    walk.perform(.signIn(.pageCame(.success(Self.shown))))
    try expectScreen(walk.frame, "sign-in-page")
  }
}
