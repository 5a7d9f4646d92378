import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// The top bar names the place: two places a key apart never look alike.
@Suite struct NamedPlaceTests {
  private func bar(_ name: String, _ list: String, width: Int) -> String {
    var walk = Walk(Post.numbered(1...3), width: width, height: 24)
    walk.state.site = Site(.reading, name: name, lists: [list, "newest"], as: walk.state.account)
    return walk.row(0)
  }

  /// Where there is no room for both, the name of the list goes first, then that of the place is shortened.
  @Test(arguments: [20, 30, 40, 60, 80, 120])
  func theNameOfAPlaceStays(width: Int) {
    let (one, other) = (
      bar("Hacker News", "front page", width: width), bar("Lobsters", "front page", width: width)
    )
    #expect(one != other)
    #expect(one.contains("Hack") && other.contains("Lobs"), "\(one)")
    if width >= 60 { #expect(one.contains("Hacker News · front page"), "\(one)") }
    // What is drawn in two columns takes two.
    let wide = bar("東京都千代田区のニュース", "今日の一覧", width: width)
    #expect(wide.contains("東") && Glyph.glyphs(of: wide).displayWidth <= width, "\(wide)")
    #expect(wide.contains("1 of 3") || width < 30, "\(wide)")
    if width == 30 { #expect(one.contains("Hacker News") && !one.contains("front"), "\(one)") }
  }

  /// Keys go before the name of the list: two lists of a place look alike without it.
  @Test func keysGiveWayToTheNameOfTheList() {
    for width in 50...120 {
      for account in [Account.signedOut, .signedIn(User(email: "bo@example.org", name: "Bo"))] {
        var walk = Walk(width: width)
        walk.state.site = Site(.server, name: "127.0.0.1:8123", as: account)
        walk.send(.started(at: nil))
        walk.answer(Walk.posts, (1...50).map { .numbered($0, email: "cy@example.org") })
        let row = walk.row(0)
        #expect(row.contains("127.0.0.1:8123"), "\(row)")
        let hasKeys = ["sign in", "new post", "reply"].contains { row.contains($0) }
        #expect(!hasKeys || row.contains("everyone's posts"), "\(row)")
        #expect(hasKeys || width < 66, "\(row)")
      }
    }
  }

  /// Below the top level, too, also where nothing is selected, and where much is new.
  @Test(arguments: [
    (Site.Rules.reading, "Hacker News"), (.feeds, "Feeds"), (.service, "social.example"),
    (.server, "posts.example.org"),
  ])
  func belowTheTopItStays(rules: Site.Rules, name: String) {
    for width in 20...120 {
      for replies in [Post.numbered(3...40), []] {
        var walk = Walk(width: width)
        walk.state.site = Site(rules, name: name, lists: ["all"], as: walk.state.account)
        walk.send(.started(at: nil))
        walk.answer(Walk.posts, [.numbered(1, children: 40), .numbered(2)])
        walk.press(.right)
        walk.answer(walk.level, replies)
        #expect(walk.row(0).contains(width < 80 ? name.prefix(5) : name[...]), "\(walk.row(0))")
      }
    }
  }
}
