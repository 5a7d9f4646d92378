import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Signing in to a service with a name and a password.
@Suite("Signing in with a password")
struct PasswordSignInTests {
  private func walk(width: Int = 80, height: Int = 24, account: Account? = nil) -> Walk {
    var walk = Walk(width: width, height: height, email: nil)
    walk.state.account = account ?? .reader(User(email: "ada@localhost", name: "ada"))
    walk.state.site = Site(
      .reader, name: "rss.example", lists: ["unread", "all"], as: walk.state.account)
    walk.send(.started(at: nil))
    return walk
  }

  @Test(arguments: ScreenTests.sizes)
  func theNameThenThePasswordThenTheSessionBeginsAnew(width: Int, height: Int) {
    var walk = walk(width: width, height: height)
    #expect(walk.press(.character("i")).isEmpty)
    #expect(walk.press(.enter).isEmpty && walk.text.contains("Type your name"))
    walk.type("ada")
    #expect(walk.press(.enter).isEmpty && walk.text.contains("The password of ada"))
    if height >= 24 { #expect(walk.text.contains("in FreshRSS under Settings,")) }
    walk.type("geheim ")
    walk.perform(.pasted("wort\n"))
    #expect(!walk.text.contains("geheim") && walk.frame.showsCursor)
    #expect(walk.press(.enter) == [.signIn(.verifyPassword(name: "ada", password: "geheim wort"))])
    // A wrong one is typed again; the name stays.
    let failure = LoadFailure(.refused, "rss.example refuses this name or password.")
    walk.perform(.signIn(.verified(.failure(failure))))
    #expect(walk.text.contains("refuses this name") && walk.press(.enter).isEmpty)
    walk.press(.control("o"))
    #expect(walk.text.contains("Sign in to") && walk.text.contains("ada"))
    walk.press(.enter)
    walk.type("x")
    walk.press(.enter)
    let ada = User(id: "ada", handle: "ada", name: "ada")
    #expect(
      walk.perform(.signIn(.verified(.success(SignedInUser(user: ada, isNew: false))))) == [
        .places(.beginAgain([.noted("You are signed in as ada.", isError: false)]))
      ])
  }

  /// Who is signed in is shown, and may not write.
  @Test func theAccountIsShown() {
    var walk = walk(account: .signedIn(User(id: "ada", handle: "ada", name: "ada")))
    walk.press(.character("i"))
    #expect(walk.text.contains("ada") && !walk.text.contains("allow writing"))
    #expect(!walk.text.contains("profile"))
    walk.press(.character("n"))
    #expect(walk.text.contains("your name there"))
  }
}
