import FireflyAPI
import FireflyCore
import FireflySources
import SourceFakes
import Testing

/// Home begins where it was left on another device.
@Suite(.endsServices) struct MastodonMarkerTests {
  private typealias Status = FakeInstance.Status

  private func client(_ fake: FakeInstance, _ file: MemoryFile) throws -> any PostsClient {
    try SourceClient.source(
      "mastodon:instance.example", at: fake.server.address, keptIn: file,
      credentials: .signedIn("right"))
  }

  private func page(_ client: any PostsClient) async throws -> PostPage {
    try await client.recentPosts("post", .everyone, nil, 50)
  }

  /// It is said once; what this machine has marked itself is no news to it.
  @Test func aMarkerOfAnotherDeviceIsNews() async throws {
    let fake = try await FakeInstance((1...60).map { Status($0, "note \($0)") })
    let file = MemoryFile()
    fake.mark("home", FakeInstance.name(40))
    let first = try client(fake, file)
    let home = try await page(first)
    #expect(home.posts.first { $0.id == home.readUpTo }?.summary == "note 40")
    #expect(try await page(first).readUpTo == nil)
    #expect(try await page(client(fake, file)).readUpTo == nil)
    await first.seen(home.posts[5].id)
    #expect(fake.marker("home") == FakeInstance.name(55))
    #expect(try await page(client(fake, file)).readUpTo == nil)
    fake.mark("home", FakeInstance.name(57))
    let later = try await page(client(fake, file))
    #expect(later.posts.first { $0.id == later.readUpTo }?.summary == "note 57")
  }

  /// Another device has read on meanwhile: its marker stays, also if its post is gone.
  @Test func aMarkerNeverGoesBack() async throws {
    let fake = try await FakeInstance((1...60).map { Status($0, "note \($0)") })
    fake.mark("home", FakeInstance.name(40))
    let client = try client(fake, MemoryFile())
    let home = try await page(client)
    for later in [FakeInstance.name(58), "9" + FakeInstance.name(99)] {
      fake.mark("home", later)
      await client.seen(home.posts[5].id)
      #expect(fake.marker("home") == later)
    }
    fake.trouble("GET /api/v1/markers", .refused(500, "x"))
    fake.mark("home", FakeInstance.name(1))
    await client.seen(home.posts[4].id)
    #expect(fake.marker("home") == FakeInstance.name(1))
  }

  /// What is further down is loaded as far as there is a limit; a boost is marked as a boost.
  @Test func aMarkerFurtherDownIsSought() async throws {
    let fake = try await FakeInstance((1...400).map { Status($0, "note \($0)") })
    fake.add(Status(500, by: "cy", boosting: 3))
    fake.mark("home", FakeInstance.name(300))
    let first = try client(fake, MemoryFile())
    let home = try await page(first)
    #expect(home.posts.first { $0.id == home.readUpTo }?.summary == "note 300")
    await first.seen(home.posts[0].id)
    #expect(fake.marker("home") == FakeInstance.name(500))
    fake.mark("home", FakeInstance.name(2))
    let far = try await page(client(fake, MemoryFile()))
    #expect(far.readUpTo == nil && far.posts.count <= 250)
  }

  @Test func withoutMarkersNothingIsAskedForAgain() async throws {
    let fake = try await FakeInstance([Status(1)])
    fake.change { $0.keepsMarkers = false }
    let client = try client(fake, MemoryFile())
    let home = try await page(client)
    await client.seen(home.posts[0].id)
    #expect(home.readUpTo == nil)
    #expect(fake.server.exchanges.count { $0.path.hasSuffix("/markers") } == 1)
  }
}
