import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// Threads of the web, kept on the own server, from services on this machine.
@Suite(.serialized, .ownThreads) struct KeepTests {
  typealias Item = FakeHackerNews.Item

  private static func story(_ last: String) -> Item {
    Item(
      100, by: "grace", title: "A lighthouse", link: "https://www.example.org/light",
      [
        Item(
          101, by: "linus", text: "How <i>bright</i> is it?",
          [Item(103, by: "grace", text: "It blinks all night.", [Item(104, text: last)])]),
        Item(102, by: nil, text: nil, [Item(105, by: "ada", text: "What was here?")]),
      ])
  }

  private let page = "https://news.ycombinator.com/item?id="

  @Test func aThreadIsKeptOnceAndUpdated() async throws {
    let home = try FireflyHome()
    let fake = try await FakeHackerNews([Self.story("Nice!")])
    let environment = ["FIREFLY_SOURCE_HN": fake.address]
    // From a reply on, the whole thread.
    let first = try home.run(["keep", page + "103"], environment: environment)
    #expect(first.status == 0)
    #expect(first.error == "firefly: 6 posts, 1 deleted\n")
    let id = try #require(first.lines.first)
    let tree = try home.run(["posts", "--parent", id, "--tree"]).output
    #expect(tree.contains("\t    \tNice!\t"))
    #expect(tree.contains("deleted >"))

    // A change there.
    let later = try await FakeHackerNews([Self.story("Nicer!")])
    let second = try home.run(
      ["keep", page + "100"], environment: ["FIREFLY_SOURCE_HN": later.address])
    #expect(second.error == "firefly: 0 posts, 1 updated, 1 deleted\n")
    #expect(second.lines == [id])
    let after = try home.run(["posts", "--parent", id, "--tree"]).output
    #expect(after.contains("Nicer!") && !after.contains("Nice!"))

    // The file of the same thread is the same thread.
    let json = try home.run(
      ["import", "--from", "hn", "-"],
      input:
        #"{"id":100,"title":"A lighthouse","author":"grace","children":[{"id":106,"author":"x","text":"new"}]}"#
    )
    #expect(json.lines == [id])
    #expect(json.error.hasPrefix("firefly: 1 post, 1 updated"))
  }

  @Test(arguments: [
    ("lobsters", "https://lobste.rs/s/aaaaa1/a_lighthouse"),
    ("lemmy", "https://lemmy.example/post/1"),
  ])
  func otherThreadsAreKept(_ kind: String, _ page: String) async throws {
    let service = kind == "lobsters" ? try await FakeLobsters.start() : try await FakeLemmy.start()
    let home = try FireflyHome()
    let environment = ["FIREFLY_SOURCE_" + kind.uppercased(): service.address]
    let result = try home.run(["keep", page], environment: environment)
    #expect(result.status == 0)
    let id = try #require(result.lines.first)
    #expect(
      try home.run(["posts", "--parent", id, "--tree"]).output.contains("It blinks all night."))
    let again = try home.run(["keep", page], environment: environment)
    #expect(again.lines == [id])
    #expect(again.error.hasPrefix("firefly: 0 posts, "))
  }

  @Test(arguments: [
    (["https://example.org/x"], 64, "Not a page of a source."),
    ([], 64, "Missing expected argument"),
    (["https://news.ycombinator.com/news"], 64, "This page is not a thread."),
    (["https://news.ycombinator.com/user?id=ada"], 64, "This page is not a thread."),
    (["--server", "hn:", "https://news.ycombinator.com/item?id=1"], 64, "`keep` has no --server"),
    (["https://news.ycombinator.com/item?id=1"], 1, "firefly: "),
    (["https://news.ycombinator.com/item?id=999"], 1, "firefly: No post 999."),
  ])
  func whatCanNotBeKeptIsSaid(_ arguments: [String], _ status: Int32, _ words: String) async throws
  {
    let fake = try await FakeHackerNews([Self.story("x")])
    let isThere = arguments.last?.hasSuffix("999") == true
    let home = try FireflyHome()
    let result = try home.run(
      ["keep"] + arguments,
      environment: ["FIREFLY_SOURCE_HN": isThere ? fake.address : "http://127.0.0.1:1"])
    #expect(result.status == status)
    #expect(result.error.contains(words))
    #expect(result.output.isEmpty)
  }
}
