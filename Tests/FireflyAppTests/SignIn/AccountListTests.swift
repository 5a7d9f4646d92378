import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// The accounts on this machine: switching, adding, signing out.
@Suite("The list of accounts")
struct AccountListTests {
  private static let ada = User(id: "7", handle: "@ada@social.example", name: "Ada Linden")
  private static let harbour = User(
    id: "8", handle: "@harbour@social.example", name: "Harbour News")
  private static let ben = User(email: "ben@example.org", name: "Ben Okafor")
  private static let accounts = [
    KnownAccount(ben, on: "https://posts.example.org", place: "posts.example.org"),
    KnownAccount(ada, on: "social", place: "social.example"),
    KnownAccount(harbour, on: "social", place: "social.example"),
  ]

  private func walk(
    _ user: User = ada, accounts: [KnownAccount] = accounts, width: Int = 80, height: Int = 24
  ) -> Walk {
    var walk = Walk(width: width, height: height, email: nil)
    walk.state.account = .signedIn(user)
    walk.state.serverID = "social"
    walk.state.accounts.known = accounts
    walk.state.site = Site(
      .service, name: "social.example", lists: ["home"], as: walk.state.account)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [.numbered(1, body: "Words.", email: "grace")])
    return walk
  }

  private func id(_ user: User, on server: SiteID = "social") -> AccountID {
    AccountID(user.key, on: server)
  }

  /// That of the session first, then others of its server, then those elsewhere.
  @Test(arguments: Scene.sizes)
  func theScreen(width: Int, height: Int) throws {
    var walk = walk(width: width, height: height)
    #expect(walk.press(.character("i")) == [.signIn(.readAccounts)])
    walk.press(.down)
    try expectScreen(walk.frame, "accounts")
  }

  @Test func enterSwitches() {
    var walk = walk()
    // On the account of the session, it leads back.
    walk.press(.character("i"))
    #expect(walk.press(.enter).isEmpty && walk.state.focus.isEmpty)
    walk.press(.character("i"), .down, .up, .down)
    #expect(walk.press(.enter) == [.places(.useAccount(id(Self.harbour)))])
    #expect(walk.state.focus.isEmpty)
    // Neither end is left.
    walk.press(.character("i"), .down, .down, .down, .down)
    let there = id(Self.ben, on: "https://posts.example.org")
    #expect(walk.press(.enter) == [.places(.useAccount(there))])
    walk.press(.character("i"))
    let row = (0..<24).first { walk.row($0).contains("Harbour") } ?? 0
    #expect(walk.click(x: 40, y: row) == [.places(.useAccount(id(Self.harbour)))])
  }

  /// What another program has added or removed is there, and the selection stays.
  @Test func theListIsReadAgain() {
    var walk = walk(accounts: [])
    walk.press(.character("i"))
    #expect(walk.text.contains("Signed in to social.example as Ada Linden"))
    walk.perform(.signIn(.account(.came(Self.accounts))))
    #expect(walk.text.contains("Your accounts") && walk.text.contains("Harbour News"))
    walk.press(.down, .down)
    walk.perform(.signIn(.account(.came([Self.accounts[0], Self.accounts[1]]))))
    let there = id(Self.ben, on: "https://posts.example.org")
    #expect(walk.press(.enter) == [.places(.useAccount(there))])
  }

  @Test func aServiceShowsItsPageForAnother() {
    var walk = walk()
    walk.press(.character("i"))
    #expect(walk.press(.character("n")) == [.signIn(.openPage)])
    walk.perform(
      .signIn(.pageCame(.success(SignInPage(address: "https://a.example", returning: nil)))))
    walk.perform(.pasted("code"))
    walk.press(.enter)
    let effects = walk.perform(
      .signIn(.verified(.success(SignedInUser(user: Self.harbour, isNew: false)))))
    #expect(
      effects == [
        .places(.beginAgain([.noted("You are signed in as Harbour News.", isError: false)]))
      ])
  }

  /// On a Firefly server another user begins the session anew, too; the same one goes on.
  @Test(arguments: [false, true]) func aServerAsksForAnotherEMail(isNew: Bool) {
    var walk = walk(Self.ben)
    walk.state.site = .own(as: walk.state.account)
    walk.state.site = Site(.server, name: "posts.example.org", as: walk.state.account)
    walk.state.serverID = "https://posts.example.org"
    walk.press(.character("i"), .character("n"))
    #expect(walk.text.contains("your e-mail address"))
    walk.perform(.pasted("cy@example.org"))
    #expect(walk.press(.enter) == [.signIn(.sendCode(to: "cy@example.org"))])
    walk.perform(.signIn(.codeSent(nil)))
    walk.perform(.pasted("1234"))
    let cy = User(email: "cy@example.org", name: "Cy")
    let words = isNew ? "Welcome, Cy. Your account is new." : "You are signed in as Cy."
    #expect(
      walk.perform(.signIn(.verified(.success(SignedInUser(user: cy, isNew: isNew)))))
        == [.places(.beginAgain([.noted(words, isError: false)]))])
  }

  /// The question is about the selected account; the key that asks does not answer.
  @Test func signingOutAsksWhichAndSaysWhoIsNext() {
    var walk = walk()
    walk.press(.character("i"), .down)
    for _ in 1...30 { #expect(walk.press(.character("o")).isEmpty) }
    #expect(walk.text.contains("Sign Harbour News"))
    walk.press(.enter)
    #expect(walk.press(.enter) == [.places(.useAccount(id(Self.harbour)))])
    walk.press(.character("i"), .down, .character("o"), .right)
    #expect(walk.press(.enter) == [.signIn(.signOutOther(id(Self.harbour)))])
    // Nothing else happens until then.
    #expect(walk.press(.character("n"), .character("o"), .down).isEmpty)
    walk.perform(.signIn(.account(.otherSignedOut(id(Self.harbour), complaint: "No answer."))))
    #expect(walk.text.contains("(@harbour@social.example) is signed out. No"))
    #expect(walk.state.accounts.known.count == 2)
    walk.press(.up, .character("o"), .right)
    #expect(walk.press(.enter) == [.signIn(.signOut)])
    let next =
      "Ada Linden (@ada@social.example) is signed out. You are Ben Okafor (ben@example.org) here now."
    #expect(
      walk.perform(.signIn(.signedOut(complaint: nil, next: Self.ben)))
        == [.places(.beginAgain([.noted(next, isError: false)]))])
  }

  @Test func thePaletteSwitchesAndSignsOut() {
    var walk = walk()
    walk.press(.character(":"))
    walk.perform(.pasted("switch account @harb"))
    #expect(walk.press(.enter) == [.places(.useAccount(id(Self.harbour)))])
    walk.press(.character(":"))
    walk.perform(.pasted("sign out"))
    walk.press(.enter)
    #expect(walk.text.contains("Sign Ada Linden"))
    #expect(walk.press(.right, .enter) == [.signIn(.signOut)])
  }

  /// Own servers and sources without accounts have none to sign out of.
  @Test func elsewhereThereIsNothingToSignOutOf() {
    var walk = walk()
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page"], as: walk.state.account)
    walk.state.account = .reader(Self.ben)
    walk.perform(.signIn(.account(.signOutPressed)))
    #expect(walk.state.focus.isEmpty && walk.text.contains("You are not signed in."))
    walk.press(.character(":"))
    walk.perform(.pasted("switch account"))
    #expect(walk.text.contains("@harbour@social.example") && walk.text.contains("ben@example.org"))
  }

  /// Where the token of the account is void, another account is as near as a new sign-in.
  @Test func aVoidTokenLeavesTheOtherAccounts() {
    var walk = walk()
    walk.perform(
      .list(
        .postsResponse(
          level: Walk.posts, .failure(LoadFailure(.signedOut, "You are not signed in there.")))))
    walk.state.lists.list.phase = .failed(LoadFailure(.signedOut, "Signed out."))
    #expect(walk.press(.character("i")) == [.signIn(.readAccounts)])
    #expect(walk.text.contains("You are no longer signed in to social.example. n signs in"))
    #expect(walk.press(.down, .enter) == [.places(.useAccount(id(Self.harbour)))])
  }

  /// Who has signed out is not offered any longer.
  @Test func signingOutWithoutAnotherAccountHereForgetsIt() {
    var walk = walk(Self.ben)
    walk.state.site = .own(as: walk.state.account)
    walk.state.site = Site(.server, name: "posts.example.org", as: walk.state.account)
    walk.state.serverID = "https://posts.example.org"
    walk.perform(.signIn(.signedOut(complaint: nil)))
    #expect(walk.state.accounts.known == Array(Self.accounts.dropFirst()))
    walk.press(.character("i"))
    #expect(walk.text.contains("your e-mail address"))
  }

  // MARK: Who writes

  private func write(_ walk: inout Walk) {
    walk.press(.character("n"))
    walk.perform(.editor(.fieldsCame(.success(.unknownService))))
    walk.perform(
      .editor(
        .draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "key", number: 0))))
  }

  /// The top bar and the edit row name the account, if there are several on the server.
  @Test(arguments: ScreenTests.sizes)
  func whoWritesIsNamed(width: Int, height: Int) throws {
    var walk = walk(width: width, height: height)
    #expect(walk.row(0).contains("@ada · home"))
    write(&walk)
    walk.type("Words.")
    try expectScreen(walk.frame, "accounts-writing")
    // Who may read it is never hidden.
    #expect(walk.text.contains("to followers"))
    #expect(walk.reading.writingLines?.what.contains("As @ada. To followers.") == true)
  }

  /// Whatever else stands in the top bar, and below the top level, too.
  @Test(arguments: [40, 60, 80, 100, 120, 200]) func theTopBarAlwaysNamesTheAccount(width: Int) {
    var walk = walk(width: width, height: 24)
    walk.answer(Walk.posts, [.numbered(1, children: 3), .numbered(2)])
    #expect(walk.row(0).contains("@ada · home"), "\(walk.row(0))")
    walk.press(.right)
    walk.answer(walk.level, Post.numbered(4...6))
    #expect(width < 60 || walk.row(0).contains("@ada"), "\(walk.row(0))")
  }

  /// Also the only one of a place: the others are elsewhere.
  @Test func theAccountThatWritesIsNamed() {
    var walk = walk(accounts: Array(Self.accounts.prefix(2)))
    #expect(walk.row(0).contains("social.example · @ada · home"))
    write(&walk)
    #expect(walk.row(0).contains("@ada") && walk.text.contains("@ada · Ctrl-S"))
  }

  /// What another account has begun is offered once, and continued only by that account.
  @Test func draftsOfAnotherAccountAreOffered() {
    func draft(_ key: PersonID, _ title: String, at target: DraftTarget) -> StoredDraft {
      StoredDraft(
        draft: Draft(
          key: Draft.Key(server: "social", account: key, target: target),
          words: PostText(body: title)), startedAt: 0, changedAt: 0)
    }
    var walk = walk()
    let kept = [
      draft("id:8", "Fog at sea", at: .newPost(below: nil)), draft("id:9", "Gone", at: .newQuery),
      draft("id:8", "Changed", at: .edit(1)),
    ]
    walk.perform(.editor(.draftsFound([], others: kept)))
    #expect(walk.text.contains("@harbour has an unfinished draft “Fog at sea”."))
    walk.perform(.editor(.fieldsCame(.success(.unknownService))))
    walk.press(.character("n"))
    #expect(walk.text.contains("@harbour has an unfinished draft here"))
    #expect(walk.state.focus.editor == nil)
    #expect(walk.press(.right, .enter) == [.places(.useAccount(id(Self.harbour)))])
    // It is asked once; then a post of one's own begins beside it.
    write(&walk)
    #expect(walk.state.focus.editor?.words.isEmpty == true)
    walk.press(.escape)
    // An account that is signed out has its drafts for later.
    walk.press(.function(2), .character("n"))
    #expect(!walk.text.contains("unfinished"))
  }
}
