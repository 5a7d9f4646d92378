import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// Reading Hacker News with the real program, by a service on this machine.
@Suite(.serialized, .ownThreads, .endsServices) struct HackerNewsTests {
  typealias Item = FakeHackerNews.Item

  private static let story = Item(
    100, by: "grace", title: "A lighthouse", link: "https://www.example.org/light",
    [
      Item(
        101, by: "linus", text: "How <i>bright</i> is it?",
        [Item(103, by: "grace", text: "It blinks all night.", [Item(104, text: "Nice!")])]),
      Item(102, by: nil, text: nil, [Item(105, by: "ada", text: "What was here?")]),
    ])

  private func start(
    _ fake: FakeHackerNews, home: FireflyHome? = nil, _ arguments: [String] = ["hn"],
    resumes: Bool = false
  ) throws -> FireflySession {
    try FireflySession.start(
      arguments, home: home, environment: ["FIREFLY_SOURCE_HN": fake.address], resumes: resumes)
  }

  @Test func fromTheFrontPageToTheLastReplyAndBack() async throws {
    let fake = try await FakeHackerNews([
      Self.story, Item(200, by: "ada", title: "Which knot?", text: "I tie shoes."),
    ])
    let session = try start(fake)
    try session.terminal.wait(for: "1 of 2")
    #expect(session.terminal.screenText.contains("example.org · 123 points"))
    #expect(session.terminal.screenText.contains("front page"))

    // Into the replies, a level at a time.
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "How bright is it?")
    #expect(session.terminal.screenText.contains("deleted"))
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "It blinks all night.")
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "Nice!")
    #expect(session.terminal.screenRows[0].contains("A lighthouse"))
    try session.terminal.send("<left><left><left>")
    try session.terminal.wait(for: "Which knot?")
    #expect(fake.service.asked.filter { $0.contains("/items/") } == ["/api/v1/items/100"])

    // The other list, and what can't be done.
    for list in ["newest", "Ask HN", "Show HN", "jobs", "Launch HN", "front page", "newest"] {
      try session.terminal.send("a")
      try session.terminal.wait(for: "Hacker News · \(list)")
      try session.terminal.wait(for: "1 of 2")
    }
    for key in ["n", "e", "d", "m"] {
      try session.terminal.send(key)
      try session.terminal.wait(for: "Hacker News is read only here")
      // Words that were meant for a post do nothing.
      try session.terminal.send("sq<esc>")
      try session.terminal.wait(forNo: "Hacker News is read only here")
    }
    #expect(try session.quit() == .code(0))
  }

  /// The front page is another one hours later: it begins at its top, and `u` leads back.
  @Test func hoursLaterTheFrontPageBeginsAtItsTop() async throws {
    let fake = try await FakeHackerNews([
      Item(200, by: "ada", title: "Which knot?", text: "I tie shoes."), Self.story,
    ])
    let home = try FireflyHome()
    let first = try start(fake, home: home, resumes: true)
    try first.terminal.wait(for: "1 of 2")
    try first.terminal.send("<down><right>")
    try first.terminal.wait(for: "How bright is it?")
    #expect(try first.quit() == .code(0))
    let soon = try start(fake, home: home, resumes: true)
    try soon.terminal.wait(for: "How bright is it?")
    #expect(try soon.quit() == .code(0))
    let changed = try home.shell(
      #"grep -rl '"left":' . | xargs sed -i -E 's/"left":[0-9]+/"left":1000/'"#, environment: [:])
    #expect(changed.status == 0)
    let later = try start(fake, home: home, resumes: true)
    try later.terminal.wait(for: "u leads back to where you were.")
    #expect(later.terminal.screenText.contains("1 of 2"))
    try later.terminal.send("u")
    try later.terminal.wait(for: "How bright is it?")
    try later.terminal.send("<left>")
    try later.terminal.wait(for: "2 of 2")
    #expect(try later.quit() == .code(0))
  }

  /// On a wide screen the first replies stand beside the list, once a story has been selected for a moment.
  @Test func besideTheFrontPageStandTheFirstReplies() async throws {
    let fake = try await FakeHackerNews([
      Item(200, by: "ada", title: "Which knot?", text: "I tie shoes."), Self.story,
    ])
    let session = try FireflySession.start(
      ["hn"], environment: ["FIREFLY_SOURCE_HN": fake.address],
      size: TerminalSize(columns: 160, rows: 24))
    try session.terminal.wait(for: "1 of 2")
    #expect(!fake.service.asked.contains { $0.contains("/items/100") })
    try session.terminal.send("<down>")
    try session.terminal.wait(for: "How bright is it?")
    #expect(session.terminal.screenText.contains("2 of 2"))
    // One request, which the replies in the list don't repeat, and nothing is read by it.
    try session.terminal.send("<up><down><right>")
    try session.terminal.wait(for: "It blinks all night.")
    #expect(fake.service.asked.count { $0.contains("/items/100") } == 1)
    #expect(try session.quit() == .code(0))
  }

  @Test func theOtherListsOfTheSiteAreBelowTheSearches() async throws {
    let fake = try await FakeHackerNews([
      Self.story, Item(200, by: "ada", title: "Which knot?", text: "I tie shoes."),
    ])
    let session = try start(fake)
    try session.terminal.wait(for: "1 of 2")
    try session.terminal.send("<f2>")
    try session.terminal.wait(for: "Launch HN")
    for list in ["ask_hn", "show_hn", "job", "story&restrict"] {
      try session.terminal.send("<right>")
      try session.terminal.wait(for: "Which knot?")
      #expect(fake.service.asked.last?.contains("tags=" + list) == true)
      try session.terminal.send("<left>")
      try session.terminal.wait(for: "Launch HN")
      try session.terminal.send("<down>")
    }
    // They are no searches of the user's.
    try session.terminal.send("d")
    try session.terminal.wait(for: "is read only here")
    try session.terminal.send("<esc>")
    try session.terminal.wait(forNo: "is read only here")
    #expect(try session.quit() == .code(0))
  }

  @Test func theThreadOfAReplyIsKeptAndOpened() async throws {
    let fake = try await FakeHackerNews([Self.story])
    let home = try FireflyHome()
    let session = try start(fake, home: home)
    try session.terminal.wait(for: "A lighthouse")
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "How bright is it?")
    try session.terminal.send("K")
    try session.terminal.wait(for: "6 posts. K opens it.")
    try session.terminal.send("K")
    // One can reply there.
    try session.terminal.wait(for: "n reply")
    // Undoing the last step leads back to the source.
    try session.terminal.send("<left>")
    try session.terminal.wait(for: "n new post")
    try session.terminal.send("u")
    try session.terminal.wait(forNo: "n new post")
    try session.terminal.wait(for: "How bright is it?")
    try session.terminal.send("<left>")
    try session.terminal.wait(for: "front page")
    try session.terminal.send("<f2>")
    try session.terminal.wait(for: "Launch HN")
    try session.terminal.send("K")
    try session.terminal.wait(for: "Only a thread can be kept.")
    #expect(try session.quit() == .code(0))
    // New data begins with the field guide all the same.
    let posts = try home.run(["posts", "--all"]).output
    #expect(posts.contains("A lighthouse") && posts.contains("welcome to firefly"))
  }

  @Test func searchesAreKeptHereAndPeopleAreThere() async throws {
    let fake = try await FakeHackerNews([Self.story])
    let blink = Self.story.children[0].children[0]
    fake.find("night", [(blink, 101, 100)])
    fake.add(user: "grace", about: "I build lighthouses.", [Self.story])
    let home = try FireflyHome()
    let session = try start(fake, home: home)
    try session.terminal.wait(for: "A lighthouse")
    try session.terminal.send("<f2>")
    try session.terminal.wait(for: "questions to the readers")
    try session.terminal.send("n")
    try session.terminal.wait(for: "Words to search for")
    try session.terminal.send("Lamps<tab>night<c-s>")
    // It shows what it finds, which leads to what is below.
    try session.terminal.wait(for: "It blinks all night.")
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "Nice!")
    try session.terminal.send("<f3>")
    try session.terminal.wait(for: "grace")
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "A lighthouse")
    #expect(try session.quit() == .code(0))

    // Without the service, the searches and what was seen last are there.
    await fake.service.stop()
    let again = try start(fake, home: home)
    try again.terminal.wait(for: "A lighthouse")
    try again.terminal.send("<f2>")
    try again.terminal.wait(for: "Lamps")
    #expect(try again.quit() == .code(0))
  }

  @Test func troubleHasWordsAndEnds() async throws {
    let fake = try await FakeHackerNews([Self.story, Item(200, title: "Which knot?", [Item(201)])])
    fake.service.trouble("/api/v1/search?tags=front_page", .status(500), times: .max)
    let session = try start(fake)
    try session.terminal.wait(for: "busy (500)")
    try session.terminal.wait(for: "Retry")
    fake.service.endTrouble()
    try session.terminal.send("r")
    try session.terminal.wait(for: "A lighthouse")

    fake.service.trouble("/api/v1/items/100", .slow(1.5))
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "Loading")
    try session.terminal.wait(for: "How bright is it?")
    try session.terminal.send("<left><down>")
    fake.service.trouble("/api/v1/items/200", .status(429, retryAfter: 60))
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "Too many requests. Try again in ")
    // What is here can be read meanwhile.
    try session.terminal.send("<left><up><right>")
    try session.terminal.wait(for: "How bright is it?")
    #expect(try session.quit() == .code(0))
  }

  @Test func shellVerbs() async throws {
    let fake = try await FakeHackerNews([Self.story])
    let blink = Self.story.children[0].children[0]
    fake.find("night", [(blink, 101, 100)])
    let home = try FireflyHome()
    func run(_ arguments: String...) throws -> (output: String, error: String) {
      let result = try home.run(
        arguments, environment: ["FIREFLY_SOURCE_HN": fake.address])
      return (result.output, result.error)
    }
    #expect(
      try run("posts", "--server", "hn:").output
        == "100\tA lighthouse\texample.org · 123 points · grace · 5 replies\tgrace\t5\n")
    #expect(
      try run("posts", "--server", "hn:", "--parent", "100", "--tree").output.contains(
        "104\t    \tNice!\tada\t0\n"))
    #expect(try run("search", "--server", "hn:", "night").output.contains("It blinks all night."))
    #expect(try run("users", "--server", "hn:").output.contains("grace\t\tgrace\t"))
    #expect(try run("whoami", "--server", "hn:").error.contains("needs no sign-in"))
    #expect(try run("delete", "--server", "hn:", "100").error.contains("read only"))
    // A refusal names what can be done instead, as the screen does.
    #expect(
      try run("post", "--server", "hn:", "--title", "a").error.contains(
        "Hacker News is read only here. `firefly post --template query --title WORDS --server hn` saves"
      ))
    #expect(
      try run("post", "--server", "hn:", "--parent", "100", "--summary", "a").error.contains(
        "`firefly keep ADDRESS` keeps the thread on your own server"))
    // Searches are kept for the user: by the shell as on the screen.
    let new = try run("post", "--server", "hn:", "--template", "query", "--title", "night")
    let id = try #require(Int(new.output.split(separator: "\n").first ?? ""), "\(new)")
    #expect(
      try run("posts", "--server", "hn:", "--parent", "\(id)").output.contains(
        "It blinks all night."))
    #expect(
      try run("edit", "--server", "hn:", "\(id)", "--title", "day").output
        == "Changed post \(id).\n")
    #expect(
      try run("delete", "--server", "hn:", "\(id)", "--yes").output == "Deleted post \(id).\n")
  }
}
