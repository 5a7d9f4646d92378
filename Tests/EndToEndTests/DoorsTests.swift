import Foundation
import OwnThreads
import PlainServer
import SourceFakes
import TerminalHarness
import Testing

/// Each way to write hands the same fields to one act: what is kept as a draft, and what is sent.
///
/// A text is kept with all of its fields by a door, and continued and sent by the next one.
@Suite(.serialized, .ownThreads, .endsServices) struct DoorsTests {
  /// Where a text is written.
  enum Door: CaseIterable {
    case pipe, file, editor, screen, screenEditor, spoken, automation

    /// The one that continues what this one has kept.
    var next: Door {
      let all = Door.allCases
      return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
  }

  private typealias Row = (kept: [String: String], sent: [String: String])

  /// What a reply has on Firefly's servers.
  private static let firefly: Row = (
    kept: [
      "title": "hush", "summary": "In short.", "body": "kept words [picture]",
      "picture": "a copy", "place": "reply", "account": "ada",
    ],
    sent: [
      "title": "hush", "summary": "In short.", "body": "kept words [picture]", "picture": "1",
      "place": "reply", "account": "ada",
    ]
  )

  /// What a reply has at a place, by field: in the draft, and on the wire.
  private static let table: [DoorPlace: Row] = [
    .own: firefly, .remote: firefly,
    .plain: (
      kept: [
        "title": "hush", "summary": "In short.", "body": "kept words", "picture": "a copy",
        "place": "reply", "account": "ada",
      ],
      sent: [
        "title": "hush", "summary": "In short.", "body": "kept words", "picture": "1",
        "place": "reply", "account": "ada",
      ]
    ),
    .mastodon: (
      kept: [
        "title": "hush", "body": "@bob kept words [picture]", "picture": "a copy",
        "place": "reply",
        "readers": "followers", "language": "de", "description": "a lamp", "account": "ada",
      ],
      sent: [
        "title": "hush", "body": "@bob kept words", "picture": "2", "place": "reply",
        "readers": "private", "language": "de", "description": "a lamp", "account": "ada",
      ]
    ),
  ]

  @Test(arguments: DoorPlace.allCases, Door.allCases)
  func whatIsKeptAndWhatIsSent(place: DoorPlace, door: Door) async throws {
    let row = try #require(Self.table[place])
    let house = try await DoorHouse(place)
    try house.keep(by: door)
    // Whose it is, your own server says.
    let isUnknown = place == .own && [.pipe, .file].contains(door)
    let kept = try house.kept
    #expect(kept == row.kept.filter { !isUnknown || $0.key != "account" })
    try house.send(by: door.next)
    let sent = try house.sent
    #expect(sent == row.sent)
    #expect(try house.drafts.isEmpty)
  }

  /// A saved search is written as a post is.
  @Test(arguments: DoorPlace.allCases, Door.allCases)
  func savedSearches(place: DoorPlace, door: Door) async throws {
    let house = try await DoorHouse(place, for: .search)
    try house.keep(by: door)
    let row = [
      "title": "hush", "summary": "In short.", "body": "kept words", "place": "query",
      "account": "ada",
    ]
    let isUnknown = place == .own && [.pipe, .file].contains(door)
    #expect(try house.kept == row.filter { !isUnknown || $0.key != "account" })
    try house.send(by: door.next)
    let sent = try house.sent
    #expect(sent == row)
    #expect(try house.drafts.isEmpty)
  }

  /// The picture of a published post is replaced by each door that can take one off, with its description; a command
  /// adds to it.
  @Test(arguments: [Door.pipe, .file, .screen, .spoken, .automation])
  func anEditReplacesThePicture(door: Door) async throws {
    let house = try await DoorHouse(.mastodon)
    try house.edit(by: door)
    let isAdded = [.pipe, .file].contains(door)
    #expect(
      try house.sent == [
        "body": "lit again", "picture": isAdded ? "2" : "1",
        "description": isAdded ? "an old lamp" : "a lamp", "readers": "public", "account": "ada",
      ])
    #expect(try house.drafts.isEmpty)
  }

  /// Where a place takes no replies, each door says so in the same words, and what was piped is kept.
  @Test(
    arguments: [("hn", "Hacker News is read only here."), ("feed", "A feed is read only here.")],
    [Door.pipe, .file, .editor, .screen, .spoken, .automation])
  func whereNothingCanBeWritten(_ place: (name: String, sentence: String), door: Door) async throws
  {
    let news = try await FakeHackerNews([.init(100, by: "grace", title: "A lighthouse")])
    let plain = try await PlainServer()
    plain.publish(
      "/feed.xml",
      feed:
        "<rss><channel><title>Bay</title><item><title>A lighthouse</title></item></channel></rss>")
    let home = try FireflyHome()
    try home.write("kept words\n", to: "words")
    let server = place.name == "hn" ? "hn" : "feed:\(plain.address)/feed.xml"
    let environment = ["FIREFLY_SOURCE_HN": news.address, "VISUAL": "false"]
    func run(_ words: [String], input: String = "") throws -> TemporaryHome.Result {
      try home.run(words + ["--server", server], input: input, environment: environment)
    }
    let parent = String(try run(["posts"]).output.prefix { $0.isNumber })
    switch door {
    case .pipe, .file, .editor:
      let words = door == .file ? ["--body", home.path + "/words"] : []
      let command = ["post", "--parent", parent] + words
      let result = try run(command, input: door == .pipe ? "kept words\n" : "")
      #expect(result.status != 0 && result.error.contains(place.sentence), "\(result.error)")
    case .spoken:
      let result = try run(["--accessible"], input: "+\nq\n")
      #expect(result.output.contains(place.sentence), "\(result.output)")
    default:
      let session = try FireflySession.start(
        ["--server", server, "--automation", "0"], home: home, environment: environment,
        size: TerminalSize(columns: 120, rows: 30))
      let port = try DoorHouse.port(of: session)
      try session.terminal.wait(for: "1 of 1")
      if door == .screen {
        try session.terminal.send("+")
      } else {
        #expect(try LocalRequest("POST", "/trigger/reply?settled").send(to: port).status == 200)
      }
      try session.terminal.wait(for: place.sentence)
      try session.terminal.send("<esc>")
      try session.terminal.wait(forNo: place.sentence)
      #expect(try session.quit() == .code(0))
    }
    let drafts = try home.run(["drafts"]).output
    #expect(drafts.isEmpty == ![.pipe, .file].contains(door), "\(drafts)")
  }
}

/// What is written.
enum DoorText {
  case reply, search
}

/// Where it is written.
enum DoorPlace: CaseIterable {
  case own, remote, plain, mastodon
}
