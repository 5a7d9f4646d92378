import FireflyAPI
import FireflyCore
import Foundation
import SourceFakes
import Testing

@testable import FireflySources

/// Feeds with a name and a password.
@Suite(.endsServices) struct FeedLoginTests {
  private func address(_ fake: FakeService, _ name: String, _ path: String = "/blog.xml") -> String
  {
    fake.address.replacing("://", with: "://\(name)@") + path
  }

  private func text(_ files: FeedFiles) -> String {
    String(decoding: files.list.storage.read() ?? Data(), as: UTF8.self)
  }

  @Test func thePasswordIsAskedForAndKeptApart() async throws {
    let fake = try await FakeFeeds.start()
    fake.protect("/blog.xml", name: "ada", password: "secret")
    let files = FeedFiles()
    let reader = files.reader
    let named = address(fake, "ada")
    let request = PasswordRequest(name: "ada", server: fake.address, isOverheard: false)
    await #expect(throws: APIError.passwordNeeded(request)) { try await reader.follow(named) }
    #expect(fake.requests.isEmpty, "nothing is sent before the password is known")
    // A wrong one is asked for again, and not kept.
    reader.logIn(request, password: "wrong")
    guard case .none(let reason) = try await reader.follow(named) else {
      Issue.record("followed")
      return
    }
    #expect(reason.hasPrefix("The server refuses the password of ada (401)."))
    #expect(files.logins.isEmpty && files.feeds.isEmpty)
    await #expect(throws: APIError.passwordNeeded(request)) { try await reader.follow(named) }
    reader.logIn(request, password: "secret")
    guard case .added(let feed) = try await reader.follow(named, name: "Quay") else {
      Issue.record("not followed")
      return
    }
    #expect(feed.address == fake.address + "/blog.xml" && feed.count == 3)
    #expect(files.logins == [fake.address: BasicLogin(name: "ada", password: "secret")])
    #expect(text(files) == "\(fake.address)/blog.xml Quay\n", "neither is in the list")
    #expect(!files.reader.opml.contains("ada") && !files.reader.opml.contains("secret"))
    // The next program has it; another feed of the server needs no question.
    guard case .added = try await files.reader.follow(address(fake, "ada", "/atom.xml")) else {
      Issue.record("not followed")
      return
    }
  }

  @Test func aRefusedFeedIsNamedAndTheOthersGoOn() async throws {
    let fake = try await FakeFeeds.start()
    fake.protect("/blog.xml", name: "ada", password: "new")
    let files = FeedFiles()
    try files.list.storage.update { _ in
      Data("\(fake.address)/blog.xml\n\(fake.address)/atom.xml\n".utf8)
    }
    let first = await files.reader.fetch()
    #expect(first.entries.count == 1)
    #expect(
      first.failed.map(\.failure) == [
        "It wants a name and a password (401). To give them: firefly feed add "
          + address(fake, "NAME")
      ])
    try files.storage.logins.save(BasicLogin(name: "ada", password: "old"), fake.address)
    try files.storage.entries(fake.address + "/blog.xml").update { kept in
      var kept = kept
      kept?.facts.nextAt = 0
      return kept
    }
    let second = await files.reader.fetch()
    #expect(
      second.failed.first?.failure?.hasPrefix("The server refuses the password of ada (401).")
        == true)
    // The right one is taken for the feed that is followed.
    let reader = files.reader
    let request = PasswordRequest(name: "ada", server: fake.address, isOverheard: false)
    await #expect(throws: APIError.passwordNeeded(request)) {
      try await reader.follow(address(fake, "ada"))
    }
    reader.logIn(request, password: "new")
    guard case .known(let feed) = try await reader.follow(address(fake, "ada")) else {
      Issue.record("not known")
      return
    }
    #expect(feed.count == 3 && feed.failure == nil)
    #expect(files.logins[fake.address]?.password == "new")
  }

  /// Another login is tried before it is kept; a wrong one leaves the feed, its folder and the login as they were.
  @Test func anotherLoginIsTriedFirst() async throws {
    let fake = try await FakeFeeds.start()
    fake.protect("/blog.xml", name: "ada", password: "secret")
    let files = FeedFiles()
    try files.storage.logins.save(BasicLogin(name: "ada", password: "secret"), fake.address)
    let reader = files.reader
    guard case .added = try await reader.follow(address(fake, "ada")) else {
      Issue.record("not followed")
      return
    }
    let request = PasswordRequest(name: "bob", server: fake.address, isOverheard: false)
    await #expect(throws: APIError.passwordNeeded(request)) {
      try await reader.follow(address(fake, "bob"), folder: "Tech")
    }
    reader.logIn(request, password: "wrong")
    guard case .none(let reason) = try await reader.follow(address(fake, "bob"), folder: "Tech")
    else {
      Issue.record("taken")
      return
    }
    #expect(reason.hasPrefix("The server refuses the password of bob (401)."))
    #expect(files.logins[fake.address]?.name == "ada")
    #expect(reader.feeds.map(\.folder) == [nil] && reader.feeds[0].failure == nil)
  }

  @Test func theClientAsksToo() async throws {
    let fake = try await FakeFeeds.start()
    fake.protect("/blog.xml", name: "ada", password: "secret")
    let files = FeedFiles()
    let client = try files.client()
    var form = PostForm(email: "", title: address(fake, "ada"), summary: "", body: "")
    form.template = .profile
    let request = PasswordRequest(name: "ada", server: fake.address, isOverheard: false)
    await #expect(throws: APIError.passwordNeeded(request)) { try await client.create(form, "a") }
    client.givePassword("secret", request)
    #expect(try await client.create(form, "b").title == "Harbour notes")
    #expect(files.logins[fake.address]?.password == "secret")
    // Comments of the feed are on the same server, and public.
    let post = try #require(try await client.front().first)
    #expect(try await client.children(post.id, 1).posts.count == 2)
  }

  // MARK: Lists of other programs

  /// Names and passwords in the addresses of another reader's list are kept apart, and never printed.
  @Test func theListOfAnotherReaderHasPasswords() async throws {
    let fake = try await FakeFeeds.start()
    fake.protect("/blog.xml", name: "ada", password: "secret")
    let files = FeedFiles()
    let opml = """
      <opml><body><outline text="Mine" xmlUrl="\(address(fake, "ada:secret"))"/>
      <outline xmlUrl="http://bob:pass@plain.example/f"/><outline xmlUrl="https://eve@e.example/f"/>
      <outline xmlUrl="ftp://joe:word@f.example/x"/></body></opml>
      """
    let reader = files.reader
    let imported = try #require(try reader.follow(opml: Data(opml.utf8)))
    #expect(imported.added.count == 3)
    #expect(
      imported.wanting == ["http://bob@plain.example/f", "https://eve@e.example/f"])
    #expect(imported.unusable == ["ftp://f.example/x"])
    // Without encryption it is asked for, after a warning.
    #expect(files.logins == [fake.address: BasicLogin(name: "ada", password: "secret")])
    #expect(files.feeds.first == .init(address: fake.address + "/blog.xml", name: "Mine"))
    for secret in ["secret", "pass", "word", "ada", "bob", "@"] {
      #expect(!text(files).contains(secret) && !reader.opml.contains(secret))
    }
    _ = await reader.fetch()
    #expect(reader.feeds.first?.count == 3)
  }

  /// The same in feeds.txt, as newsboat's file has them: followed, and taken out of the file.
  @Test func theFileOfFeedsHasPasswords() async throws {
    let fake = try await FakeFeeds.start()
    fake.protect("/blog.xml", name: "ada", password: "secret")
    let files = FeedFiles()
    try files.list.storage.update { _ in
      Data(
        """
        # mine
        \(address(fake, "ada:secret")) Quay
        http://bob:pass@plain.example/f Plain
        # [Old]
        ftp://joe:word@f.example/x
        example
        https://eve@e.example/f
        https://c.example/

        """.utf8)
    }
    #expect(files.feeds.map(\.name) == ["Quay", "Plain", nil, nil])
    #expect(files.feeds.allSatisfy { !$0.address.contains("@") })
    let said = files.storage.takeLogins()
    #expect(
      said == [
        "feeds.txt, line 3: to give its password: firefly feed add http://bob@plain.example/f",
        "feeds.txt, line 5: “ftp://f.example/x” is not the address of a feed. Feeds come over http or https.",
        "feeds.txt, line 6: “example” is not the address of a feed.",
        "feeds.txt, line 7: to give its password: firefly feed add https://eve@e.example/f",
      ])
    #expect(files.logins == [fake.address: BasicLogin(name: "ada", password: "secret")])
    let lines = text(files).split(separator: "\n")
    #expect(lines[1] == "\(fake.address)/blog.xml Quay" && lines[2].contains("bob:pass@"))
    _ = await files.reader.fetch()
    #expect(files.reader.feeds.first?.count == 3)
    // A change of a line loses nothing of it.
    try FeedList(files.list.storage).rename("http://plain.example/f", to: "Fancy")
    #expect(text(files).contains("http://bob:pass@plain.example/f Fancy"))
    // What is known now is not named again.
    try files.storage.logins.save(BasicLogin(name: "bob", password: "x"), "http://plain.example")
    #expect(files.storage.takeLogins().count == 3 && !text(files).contains("bob"))
    #expect(try files.reader.unfollow("https://eve@e.example/f") != nil)
  }

  @Test(arguments: [
    ("https://ada:pw@e.example/f", "https://e.example/f"), ("ada:pw@e.example/f", "e.example/f"),
    ("ftp://ada:p@w@e.example", "ftp://e.example"),
    ("https://e.example/@ada/feed", "https://e.example/@ada/feed"), ("nonsense", "nonsense"),
  ])
  func anAddressIsShownWithoutItsLogin(_ text: String, _ shown: String) {
    #expect(FeedList.withoutLogin(text) == shown)
  }

  @Test(arguments: [
    ("https://ada@e.example/feed", "https://e.example/feed", "ada", nil),
    ("ada@e.example/feed", "https://e.example/feed", "ada", nil),
    ("http://ada:se%3Acret@e.example:81/feed", "http://e.example:81/feed", "ada", "se:cret"),
    ("https://e.example/feed", nil, nil, nil), ("nonsense", nil, nil, nil),
    ("https://@e.example/feed", nil, nil, nil),
  ])
  func addressesWithNames(
    _ text: String, _ address: String?, _ name: String?, _ password: String?
  ) {
    let named = NamedFeedAddress(text)
    #expect(named?.address == address && named?.name == name && named?.password == password)
  }
}
