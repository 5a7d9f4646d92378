import FireflyAPI
import FireflyCore
import Foundation
import SourceFakes
import Testing

@testable import FireflySources

/// A service of feeds, read, and marked by several programs.
@Suite(.endsServices) struct ReaderTests {
  private func number(_ id: UInt64) -> Int {
    KeptFeed.id("\(id)", in: "source:reader:rss.example.org")
  }

  /// Both servers whose habits are known.
  static let habits: [FakeReader.Habits] = [.init(), .miniflux]

  @Test(arguments: habits.indices) func listsWhatIsUnreadAllAndStarred(habits: Int) async throws {
    let fake = try await FakeReader.start(Self.habits[habits])
    let files = ReaderFiles()
    let client = try files.client(fake)
    let unread = try await client.front()
    #expect(unread.map(\.title) == ["Bowline", "Which knot?", "A lighthouse"])
    #expect(unread[0].body.contains("Text of **21**.") && unread[0].facts.link != nil)
    #expect(unread[0].summary == "Knots · Text of 21." && !unread[0].isExcerpt)
    let all = try await client.recentPosts("post", .second, nil, 50).posts
    #expect(all.map(\.title) == ["Bowline", "Which knot?", "A lighthouse", "Low tide"])
    #expect(all.map { $0.facts.service?.marks == [.star] } == [false, false, false, true])
    #expect(
      try await client.recentPosts("post", .second, all[1].id, 1).posts.map(\.id) == [all[2].id])
    // Only the unread ones are told.
    #expect(files.told == unread.map(\.id).sorted())

    let lists = try await client.recentPosts("query", .everyone, nil, 50).posts
    #expect(lists.map(\.title) == ["starred", "Sea"])
    let starred = try await client.search(lists[0].id).map(\.id)
    #expect(starred == [number(10)])
    #expect(try await client.search(lists[1].id).map(\.id) == [12, 11, 10].map(number))
    #expect(try await client.searchWords("lighthouse").map(\.id) == [number(11)])
  }

  @Test func feedsStandInTheirFolders() async throws {
    let fake = try await FakeReader.start()
    let client = try ReaderFiles().client(fake)
    let rows = try await client.list(.users) { _ in }.posts
    #expect(
      rows.map(\.title) == ["Sea", "Knots"] && rows.map { $0.contents?.isFolder } == [true, false])
    // What is unread comes first: there may be more than is listed.
    #expect(rows[1].contents?.items.map(\.id) == [number(21)])
    #expect(rows[0].contents?.items.suffix(3).map(\.id) == [12, 11, 10].map(number))
    let feeds = try await client.list(.children(of: rows[0].id)) { _ in }.posts
    #expect(feeds.map(\.title) == ["Harbour notes"])
    let entries = try await client.list(.children(of: feeds[0].id)) { _ in }.posts
    #expect(entries.map(\.title) == ["Which knot?", "A lighthouse", "Low tide"])
    #expect(feeds[0].body.contains("Feed: <https://feeds.example/feed/1>"))
  }

  /// Three requests say that nothing is new; the address is found once.
  @Test(arguments: habits.indices) func asksThreeTimesWhenNothingIsNew(habits: Int) async throws {
    let fake = try await FakeReader.start(Self.habits[habits])
    let files = ReaderFiles()
    _ = try await files.client(fake).front()
    #expect(fake.calls.count { $0 == "POST /reader/api/0/stream/items/contents" } == 1)
    fake.server.forget()
    let client = try files.client(fake)
    #expect(try await client.front().count == 3)
    #expect(
      fake.calls == [
        "GET /reader/api/0/stream/items/ids", "GET /reader/api/0/stream/items/ids",
        "GET /reader/api/0/subscription/list",
      ])
    // Only what is new is asked for.
    fake.add(FakeReader.Entry(22, in: "feed/2", "Reef"))
    fake.server.forget()
    #expect(try await files.client(fake).front().map(\.title).first == "Reef")
    let asked = fake.server.exchanges.last { $0.path.hasSuffix("contents") }
    #expect(
      asked?.form.filter { $0.name == "i" }.map(\.value) == [
        "tag:google.com,2005:reader/item/0000000000000016"
      ])
  }

  @Test(arguments: habits.indices) func whatIsReadHereIsReadThere(habits: Int) async throws {
    let fake = try await FakeReader.start(Self.habits[habits])
    let files = ReaderFiles()
    let client = try files.client(fake)
    _ = try await client.front()
    try client.markRead([number(11), number(12)], true)
    try client.markRead([number(12)], false)
    _ = try await client.mark(number(21), .star, true)
    #expect(fake.unread == [11, 12, 21])
    await client.settle()
    #expect(fake.unread == [12, 21] && fake.starred == [10, 21] && files.kept?.unsent == 0)
    // Marks that are so already are not sent: some servers would take them away.
    fake.server.forget()
    try client.markRead([number(11)], true)
    _ = try await client.mark(number(21), .star, true)
    await client.settle()
    #expect(!fake.calls.contains { $0.hasSuffix("edit-tag") } && fake.unread == [12, 21])
    #expect(files.kept?.unsent == 0)
    // What was so at the last look, and is not now, is sent.
    fake.unread.insert(11)
    try client.markRead([number(11)], true)
    await client.settle()
    #expect(fake.unread == [12, 21])
    try client.markRead([number(11)], false)
    _ = try await client.mark(number(21), .star, false)
    await client.settle()
    #expect(fake.unread == [11, 12, 21] && fake.starred == [10])
  }

  /// A program that has not asked for anything marks what others have loaded, as a command does.
  @Test func aProgramThatHasNotLookedMarks() async throws {
    let fake = try await FakeReader.start()
    let files = ReaderFiles()
    _ = try await files.client(fake).recentPosts("post", .second, nil, 50)
    let client = try files.client(fake)
    try client.markRead([number(11)], true)
    try client.markRead([number(10)], false)
    await client.settle()
    #expect(fake.unread == [10, 12, 21])
  }

  @Test func whatIsReadThereIsReadHere() async throws {
    let fake = try await FakeReader.start()
    let files = ReaderFiles()
    _ = try await files.client(fake).front()
    (fake.unread, fake.starred) = ([10, 21], [11])
    let posts = try await files.client(fake).front()
    #expect(posts.map(\.title) == ["Bowline", "Low tide"])
    #expect(files.told == [10, 21].map(number).sorted())
  }

  /// A mark that was not sent wins; a second program sends it, and nothing twice.
  @Test func marksWaitForTheService() async throws {
    let fake = try await FakeReader.start()
    let files = ReaderFiles()
    let client = try files.client(fake)
    _ = try await client.front()
    fake.trouble("POST /reader/api/0/edit-tag", .refused(503), times: 2)
    try client.markRead([number(11)], true)
    await client.settle()
    #expect(fake.unread.contains(11) && files.kept?.unsent == 1)
    #expect(try await client.front().map(\.title) == ["Bowline", "Which knot?"])
    fake.server.forget()
    _ = try await files.client(fake).front()
    #expect(!fake.unread.contains(11) && files.kept?.unsent == 0)
    #expect(fake.calls.count { $0.hasSuffix("edit-tag") } == 1)
  }

  /// An answer that is lost leaves open whether the mark has arrived; what was sent is not sent again unseen.
  @Test(arguments: habits.indices) func aLostAnswerDoublesNothing(habits: Int) async throws {
    let fake = try await FakeReader.start(Self.habits[habits])
    let files = ReaderFiles()
    let client = try files.client(fake)
    _ = try await client.front()
    fake.trouble("POST /reader/api/0/edit-tag", .lost)
    try client.markRead([number(11)], true)
    await client.settle()
    #expect(!fake.unread.contains(11) && files.kept?.unsent == 0)
    await client.settle()
    _ = try await files.client(fake).front()
    #expect(!fake.unread.contains(11) && files.kept?.unsent == 0)
  }

  @Test func aBadTokenIsRenewedOnce() async throws {
    let fake = try await FakeReader.start()
    let files = ReaderFiles()
    let client = try files.client(fake)
    _ = try await client.front()
    fake.renewTokens()
    fake.server.forget()
    try client.markRead([number(11)], true)
    await client.settle()
    #expect(!fake.unread.contains(11))
    #expect(
      fake.calls == [
        "POST /reader/api/0/edit-tag", "GET /reader/api/0/token", "POST /reader/api/0/edit-tag",
      ])
    // Signed out there: the mark stays, and the list says so.
    fake.revoke()
    try client.markRead([number(12)], true)
    await client.settle()
    #expect(files.kept?.unsent == 1)
    await #expect(throws: APIError.status(401, message: nil)) {
      try await files.client(fake).front()
    }
  }

  /// What is no answer says nothing.
  @Test(arguments: ["[]", "{}", #"{"itemRefs":null}"#, "null", "<html>", "OK", ""])
  func anOddAnswerIsNotNoEntries(_ answer: String) async throws {
    let fake = try await FakeReader.start()
    let files = ReaderFiles()
    _ = try await files.client(fake).front()
    let told = files.told
    for (call, times) in [("stream/items/ids", 1), ("subscription/list", 1), ("edit-tag", 1)] {
      fake.trouble(
        "\(call == "edit-tag" ? "POST" : "GET") /reader/api/0/\(call)", .answered(answer),
        times: times)
      let client = try files.client(fake)
      if call == "edit-tag" {
        try client.markRead([number(11)], true)
        await client.settle()
        // What is not confirmed is sent again; a lie is believed until the next look.
        #expect(files.kept?.unsent == 0 && fake.unread.contains(11) == (answer == "OK"))
      } else {
        await #expect(throws: APIError.self) { try await client.front() }
        #expect(files.told == told && files.kept?.unread.entries.count == 3)
      }
    }
    // The entries can be read all the same.
    let kept = try await ReaderFiles.posts(in: files.client(fake))
    #expect(kept.count >= 2)
  }

  @Test func pagesAreLoadedToTheEnd() async throws {
    for var habits in Self.habits {
      habits.page = 7
      let fake = try await FakeReader(habits)
      fake.follow("feed/1", "Harbour notes")
      fake.add((1...30).map { FakeReader.Entry($0) })
      let files = ReaderFiles()
      #expect(try await files.client(fake).front().count == 30)
      #expect(files.told?.count == 30)
      // All that is unread is marked by requests of 250.
      fake.add((1_001...1_400).map { FakeReader.Entry($0) })
      let client = try files.client(fake)
      #expect(try await client.front(limit: 1_000).count == 430)
      try client.markRead(files.told ?? [], true)
      fake.server.forget()
      await client.settle()
      #expect(fake.unread.isEmpty)
      let sizes = fake.server.exchanges.filter { $0.path.hasSuffix("edit-tag") }
        .map { $0.form.count { $0.name == "i" } }
      #expect(sizes == [250, 180])
    }
  }

  @Test func aServiceThatIsGoneLeavesTheEntries() async throws {
    let fake = try await FakeReader.start()
    let files = ReaderFiles()
    _ = try await files.client(fake).front()
    await fake.server.stop()
    let client = try files.client(fake)
    #expect(
      await ReaderFiles.posts(in: client).map(\.title) == [
        "Bowline", "Which knot?", "A lighthouse",
      ])
    #expect(try await client.post(number(11), false).title == "A lighthouse")
    await #expect(throws: APIError.self) { try await client.front() }
    // What is marked now waits.
    try client.markRead([number(11)], true)
    await client.settle()
    #expect(files.kept?.unsent == 1)
    #expect(await ReaderFiles.posts(in: client).map(\.title) == ["Bowline", "Which knot?"])
  }

  /// An entry of a feed that is not followed any more stays if it is starred.
  @Test func starredEntriesOutliveTheirFeed() async throws {
    let fake = try await FakeReader.start()
    fake.unfollow("feed/1")
    let client = try ReaderFiles().client(fake)
    _ = try await client.front()
    let list = try #require(try await client.recentPosts("query", .everyone, nil, 50).posts.first)
    #expect(try await client.search(list.id).map(\.id) == [number(10)])
    #expect(try await client.post(number(10), false).title == "Low tide")
  }

  /// Who signs in within the seconds before marks are sent gets none of those of the account before.
  @Test(arguments: habits.indices) func marksOfAnAccountAreSentByItself(habits: Int) async throws {
    let fake = try await FakeReader.start(Self.habits[habits])
    let files = ReaderFiles()
    let credentials = Credentials(.signedIn(ReaderFiles.ada), token: "ada/9294")
    let client = try files.client(fake, credentials)
    _ = try await client.front()
    try client.markRead([number(11)], true)
    credentials.signIn(User(id: "ben", handle: "ben", name: "ben"), token: "ada/9294")
    fake.server.forget()
    await client.settle()
    #expect(fake.calls.isEmpty && fake.unread.contains(11) && files.kept?.unsent == 1)
    let again = try files.client(fake)
    _ = try await again.front()
    await again.settle()
    #expect(!fake.unread.contains(11) && files.kept?.unsent == 0)
  }

  @Test func marksThatCannotBeKeptAreRefused() async throws {
    let fake = try await FakeReader.start()
    let files = ReaderFiles()
    let client = try files.client(fake)
    _ = try await client.front()
    files.breakDown()
    #expect(throws: APIError.self) { try client.markRead([number(11)], true) }
    await #expect(throws: APIError.self) { try await client.mark(number(11), .star, true) }
  }

  @Test func withoutAnAccountNothingIsAsked() async throws {
    let fake = try await FakeReader.start()
    let client = try ReaderFiles().client(fake, token: nil)
    await #expect(throws: APIError.status(401, message: nil)) { try await client.front() }
    #expect(fake.calls.isEmpty && client.site.can(.signIn) && !client.site.can(.write))
  }
}
