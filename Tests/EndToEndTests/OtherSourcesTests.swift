import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// Reading the other sources with the real program, each by a service on this machine.
@Suite(.serialized, .ownThreads, .endsServices) struct OtherSourcesTests {
  private func fake(_ kind: String) async throws -> FakeService {
    switch kind {
    case "lobsters": try await FakeLobsters.start()
    case "lemmy": try await FakeLemmy.start()
    case "mastodon": try await FakeMastodon.start()
    case "inbox": try await FakePublicInbox.start()
    default: try await FakeDiscourse.start()
    }
  }

  @Test(arguments: [
    ["lobsters"], ["lemmy", "lemmy.example"], ["mastodon", "m.example"],
    ["discourse", "forum.example"], ["inbox", "lists.example/knots"],
  ])
  func listsRepliesPeopleAndOffline(_ command: [String]) async throws {
    let service = try await fake(command[0])
    let home = try FireflyHome()
    let environment = ["FIREFLY_SOURCE_" + command[0].uppercased(): service.address]
    let session = try FireflySession.start(command, home: home, environment: environment)
    try session.terminal.wait(for: "A lighthouse")
    if command[0] == "discourse" {
      // Its lists have no texts.
      try session.terminal.send("<enter>")
      try session.terminal.wait(for: "It is new.")
    }
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "How")
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "It blinks all night.")
    try session.terminal.send("<left><left>")
    try session.terminal.wait(for: "1 of 2")
    try session.terminal.send("n")
    if command[0] == "mastodon" {
      // There one could sign in; this instance has no page for that.
      try session.terminal.wait(for: "m.example does not speak Mastodon's API.")
      try session.terminal.send("<esc>")
    } else {
      try session.terminal.wait(for: "is read only here")
      try session.terminal.send("<esc>")
      try session.terminal.wait(forNo: "is read only here")
    }
    try session.terminal.send("<f3>")
    try session.terminal.wait(for: "authors of loaded posts")
    try session.terminal.wait(for: "race")
    try session.terminal.send("<f2>n")
    let isSearchable = command != ["lobsters"]
    if isSearchable {
      try session.terminal.wait(for: " to search for")
      try session.terminal.send("Lamps<tab>night<c-s>")
    }
    try session.terminal.wait(
      for: isSearchable ? "It blinks all night." : "has no search")
    if !isSearchable {
      try session.terminal.send("<esc>")
      try session.terminal.wait(forNo: "has no search")
      try session.terminal.wait(for: "No searches yet")
    }
    #expect(try session.quit() == .code(0))

    await service.stop()
    let again = try FireflySession.start(command, home: home, environment: environment)
    try again.terminal.wait(for: "A lighthouse")
    try again.terminal.send("<right>")
    try again.terminal.wait(for: "How")
    try again.terminal.send("<f2>")
    if isSearchable { try again.terminal.wait(for: "Lamps") }
    #expect(try again.quit() == .code(0))
  }

  /// A tag, a community, a hashtag, a person, a category: read by keys, with replies and the second list.
  @Test(
    arguments: [
      ("lobsters", "t/show", "/t/show.json", "/hottest.json", nil),
      ("lemmy", "lemmy.example/c/harbour", "", "", "new"),
      (
        "mastodon", "m.example/tags/light", "/api/v1/timelines/tag/light",
        "/api/v1/trends/statuses",
        "newest of this instance"
      ),
      ("mastodon", "m.example/@grace", "", "", nil),
      (
        "discourse", "forum.example/c/quay/7", "/c/quay/7/l/latest.json?page=0",
        "/latest.json?page=0", "top"
      ),
      (
        "discourse", "forum.example/tag/light", "/tag/light/l/latest.json?page=0",
        "/latest.json?page=0", "top"
      ),
    ] as [(String, String, String, String, String?)])
  func partsOfServicesAreRead(
    _ kind: String, _ place: String, _ target: String, _ usual: String, _ second: String?
  ) async throws {
    let service = try await fake(kind)
    if !target.isEmpty {
      service.answer(target, with: try #require(service.answer(to: usual)))
      let rest = target.replacing("latest.json?page=0", with: "")
      if rest != target {
        service.answer(rest + "top.json?page=0", with: service.answer(to: "/top.json?page=0") ?? "")
        for list in ["latest", "top"] {
          service.answer(rest + list + ".json", with: #"{"topic_list":{"topics":[]}}"#)
        }
      }
    }
    let home = try FireflyHome()
    let session = try FireflySession.start(
      [kind, place], home: home,
      environment: ["FIREFLY_SOURCE_" + kind.uppercased(): service.address])
    try session.terminal.wait(for: "A lighthouse")
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "How")
    try session.terminal.send("<left>")
    try session.terminal.wait(for: "A lighthouse")
    try session.terminal.send("a")
    try session.terminal.wait(for: second ?? "A lighthouse")
    try session.terminal.send("r")
    try session.terminal.wait(for: "A lighthouse")
    #expect(try session.quit() == .code(0))
  }

  @Test(arguments: [
    ("lobsters", "lobsters:", false), ("lemmy", "lemmy:lemmy.example", true),
    ("mastodon", "mastodon:m.example", true), ("discourse", "discourse:forum.example", true),
    ("inbox", "inbox:lists.example/knots", true),
  ])
  func shellVerbs(_ kind: String, _ server: String, _ searches: Bool) async throws {
    let service = try await fake(kind)
    let home = try FireflyHome()
    func run(_ arguments: String...) throws -> (lines: [Substring], error: String) {
      let result = try home.run(
        arguments + ["--server", server],
        environment: ["FIREFLY_SOURCE_" + kind.uppercased(): service.address])
      return (result.output.split(separator: "\n"), result.error)
    }
    let posts = try run("posts").lines
    #expect(posts.count == 2)
    let id = try #require(posts.first?.split(separator: "\t").first)
    let tree = try run("posts", "--parent", String(id), "--tree").lines
    #expect(tree.count >= 3 && tree.contains { $0.contains("It blinks all night.") })
    #expect(try run("users").lines.contains { $0.contains("\tgrace\t") })
    let found = try run("search", "night")
    #expect(found.lines.contains { $0.contains("It blinks all night") } == searches)
    #expect(searches || found.error == "firefly: Lobsters has no search that programs can use.\n")
    #expect(try run("export").error.contains("Name a thread of the source with --post."))
    #expect(try run("export", "--post", String(id)).lines[0].contains("It blinks all night."))
    let site = home.path + "/site"
    #expect(
      try run("export", "--post", String(id), "--html", site).lines[0].hasSuffix("0 pictures"))
    #expect(
      try String(contentsOfFile: site + "/index.html", encoding: .utf8).contains("A lighthouse"))
    // This instance has no page for signing in.
    let hasAccounts = kind == "mastodon"
    #expect(
      try run("login").error.contains(
        hasAccounts ? "does not speak Mastodon's API" : "needs no sign-in"))
    #expect(
      try run("delete", String(id), "--yes").error.contains(
        hasAccounts ? "You are not signed in to m.example." : "read only"))
  }

  @Test func anAddressOpensAtItsPost() async throws {
    let service = try await fake("lobsters")
    let session = try FireflySession.start(
      ["https://lobste.rs/s/aaaaa1/a_lighthouse#c_ccccc2"],
      environment: ["FIREFLY_SOURCE_LOBSTERS": service.address])
    try session.terminal.wait(for: "It blinks all night.")
    #expect(session.terminal.screenRows[0].contains("A lighthouse"))
    try session.terminal.send("<left>")
    try session.terminal.wait(for: "How bright is it?")
    try session.terminal.send("<left>")
    try session.terminal.wait(for: "Which knot?")
    #expect(try session.quit() == .code(0))
  }

  /// Users of Lemmy and of Discourse have the same addresses: the service is asked.
  @Test func aUserOfAnUnknownServiceIsFound() async throws {
    let (forum, lemmy) = (try await fake("discourse"), try await fake("lemmy"))
    for (isForum, words) in [(true, "A lighthouse"), (false, "It blinks all night.")] {
      if !isForum { forum.trouble("/u/grace.json", .status(404), times: 10) }
      let session = try FireflySession.start(
        ["https://example.org/u/grace"],
        environment: [
          "FIREFLY_SOURCE_DISCOURSE": forum.address, "FIREFLY_SOURCE_LEMMY": lemmy.address,
        ])
      try session.terminal.wait(for: words)
      #expect(lemmy.requests.isEmpty == isForum)
      #expect(try session.quit() == .code(0))
    }
  }

  /// The service is asked before the first frame, so Firefly does not wait for it for long.
  @Test func aServiceThatDoesNotAnswerIsGivenUp() async throws {
    let forum = try await fake("discourse")
    forum.trouble("/u/grace.json", .slow(3_600), times: 10)
    let session = try FireflySession.start(
      ["https://example.org/u/grace"], environment: ["FIREFLY_SOURCE_DISCOURSE": forum.address])
    #expect(try session.terminal.waitForExit() == .code(1))
    let words = session.terminal.screenRows.joined(separator: " ")
    #expect(words.contains("example.org did not answer within 3 seconds."), "\(words)")
  }
}
