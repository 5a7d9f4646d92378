import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Firefly servers look like the user's own but for their host, and for the account.
@Suite struct HostTests {
  private func walk(
    host: String? = "posts.example.org", email: String? = "ada@example.org", width: Int = 80,
    height: Int = 24
  ) -> Walk {
    var walk = Walk(width: width, height: height, email: email)
    if let host { walk.state.site = Site(.server, name: host, as: walk.state.account) }
    walk.state.serverID = SiteID(kept: host ?? "")
    walk.send(.started(at: nil))
    walk.answer(
      Walk.posts,
      [
        .numbered(1, body: "Words.", children: 2, email: "grace"),
        .numbered(2, body: "More.", email: "grace"),
      ])
    return walk
  }

  @Test(arguments: Scene.sizes) func theScreens(width: Int, height: Int) throws {
    var walk = walk(width: width, height: height)
    try expectScreen(walk.frame, "host-list")
    walk.press(.character("n"))
    walk.type("A thought")
    try expectScreen(walk.frame, "host-editor")
  }

  @Test(arguments: Scene.sizes) func theScreensBelowTheTop(width: Int, height: Int) throws {
    var walk = walk(width: width, height: height)
    walk.press(.right)
    walk.answer(walk.level, [.numbered(3, body: "A reply.", email: "grace")])
    try expectScreen(walk.frame, "host-replies")
  }

  /// At every width the bar names the host, also above an editor, which doesn't say it again; signed out, too.
  @Test(arguments: [nil, "ada@example.org"]) func theHostIsAlwaysThere(_ email: String?) {
    for width in [36, 40, 50, 60, 80, 100, 120, 200] {
      var walk = walk(email: email, width: width, height: 24)
      #expect(walk.row(0).contains("posts.example.org"), "\(width)")
      guard email != nil else { continue }
      if width >= 80 { #expect(walk.row(0).contains("Ada Linden"), "\(width)") }
      walk.press(.character("n"))
      #expect(walk.text.components(separatedBy: "posts.example.org").count == 2, "\(walk.text)")
      #expect(!walk.text.contains("Ada Linden on"), "\(walk.text)")
    }
  }

  /// Two places a key apart never look alike: the account gives way before the name of the list.
  @Test(arguments: [40, 60, 80]) func tabsDiffer(width: Int) {
    var walk = walk(width: width, height: 24)
    var rows: Set<String> = []
    for tab in 1...3 {
      walk.press(.function(tab))
      walk.answer(walk.level, [.numbered(tab, template: tab == 3 ? .profile : .post)])
      rows.insert(walk.row(0))
      #expect(walk.row(0).contains("posts.example.org · "), "\(walk.row(0))")
    }
    #expect(rows.count == 3, "\(rows)")
  }

  /// A long host is shortened, not left out; the user's own server has none.
  @Test func aLongHostAndNone() {
    let long = String(repeating: "a-long-name.", count: 8) + "example.org:8080"
    #expect(walk(host: long, width: 40).row(0).contains("a-long-name."))
    let own = walk(host: nil)
    #expect(own.row(0).contains("everyone's posts") && !own.row(0).contains("Ada Linden"))
  }

  /// Below the top, the path leaves room for it.
  @Test func belowTheTop() {
    var walk = walk()
    walk.press(.right)
    walk.answer(walk.level, [.numbered(3, body: "A reply.", email: "grace")])
    #expect(walk.row(0).contains("posts.example.org · Ada Linden · "))
  }

  /// The same at every width; in the least room its beginning.
  @Test func belowTheTopAtEveryWidth() {
    for width in [36, 40, 50, 60, 80, 100, 120, 200] {
      for host in ["a.example", "posts.example.org", "a-long-name.with-more.example.org:8080"] {
        var walk = walk(host: host, width: width)
        walk.press(.right)
        walk.answer(walk.level, [.numbered(3, body: "A reply.", email: "grace")])
        let name = width < 50 ? host.prefix(8) : width < 80 ? host.prefix(17) : host[...]
        #expect(walk.row(0).contains(name), "\(width)")
      }
    }
  }
}
