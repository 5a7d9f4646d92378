import Eventually
import FireflyAPI
import FireflyCore
import FireflyHTTP
import FireflyTransfer
import Foundation
import KeptLog
import PostgresHarness
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// What only a store on a server meets: lost connections, other transactions, strange letters.
@Suite(
  .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"),
  .timeLimit(.minutes(10)))
struct PostgresStoreTests {
  private let ada = TemporaryStore.ada.email

  private func sample() async throws -> (TemporaryDatabase, PostgresStore) {
    let home = try TemporaryDatabase()
    let store = try home.open()
    _ = try await store.add(
      ImportDocument(Data(TemporaryStore.sampleLines.utf8)), by: TemporaryStore.ada,
      ownership: .unchanged)
    return (home, store)
  }

  @Test func lostConnectionsAreReplaced() async throws {
    let (home, store) = try await sample()
    defer { withExtendedLifetime(home) {} }
    for turn in 1...5 {
      try home.database.sql(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = '\(home.database.name)' AND pid <> pg_backend_pid()
        """)
      #expect(try await store.post(3)?.title == "building a loom")
      _ = try await store.create(Post(id: 0, title: "turn \(turn)"), by: ada)
    }
    #expect(try await store.recentPosts(FeedRequest()).count == 15)
  }

  @Test func aServerThatComesBackIsUsedAgain() async throws {
    let server = try #require(try PostgresServer.another())
    let database = try server.newDatabase()
    let store = try PostgresStore(database.url, timeout: .seconds(30))
    _ = try await store.prepareFirstRun(localUser: { TemporaryStore.ada }, guide: { nil })
    let log = KeptLog()
    let router = Router(store: store, logger: log.logger)
    let request = HTTPRequest("GET", "/api/posts/recent", fields: ["Host": "127.0.0.1"])
    #expect(await router.respond(to: request).status == 200)
    try server.stop()
    for _ in 1...3 {
      let refusal = await router.respond(to: request)
      #expect(refusal.status == 503)
      #expect(refusal.fields["Retry-After"] == "2")
      #expect(
        !String(decoding: try await refusal.allBytes(), as: UTF8.self).contains("firefly-pos"))
    }
    let first = try #require(log.lines.first)
    #expect(first.hasPrefix("error GET /api/posts/recent: PostgreSQL"), "\(first)")
    #expect(log.lines.count == 1, "of an outage only the beginning is logged")
    try server.start()
    #expect(try await eventually { await router.respond(to: request).status == 200 })
    _ = try await store.create(Post(id: 0, title: "after"), by: ada)
    withExtendedLifetime(server) {}
  }

  /// Requests are answered while the server hangs, whether there is a connection for them or not.
  @Test func aServerThatHangsIsNotWaitedFor() async throws {
    let server = try #require(try PostgresServer.another())
    let database = try server.newDatabase()
    let store = try PostgresStore(database.url, timeout: .seconds(1))
    // The first call makes the tables.
    for _ in 1...10 where (try? await store.identity()) == nil {}
    try server.pause()
    for _ in 1...3 {
      await withTaskGroup(of: Void.self) { group in
        for _ in 1...8 {
          group.addTask {
            do {
              _ = try await store.post(1)
              Issue.record("a server that hangs has answered")
            } catch StoreError.unavailable(_, let failure) {
              #expect(failure.secondsToWait == 2)
            } catch {
              Issue.record(error)
            }
          }
        }
      }
    }
    try server.goOn()
    #expect(try await eventually { (try? await store.identity()) != nil })
    withExtendedLifetime(server) {}
  }

  /// Probes are answered and the server ends while twelve writers wait for a database that hangs.
  @Test func aHangingDatabaseIsReportedAndLeft() async throws {
    let database = try #require(try PostgresServer.another())
    let store = try PostgresStore(database.newDatabase().url, timeout: .seconds(3))
    _ = try await store.prepareFirstRun(localUser: { TemporaryStore.ada }, guide: { nil })
    // The second time, for a connection that was being opened at the first.
    for _ in 1...2 { try database.pause() }
    try await Task.sleep(for: .milliseconds(200))
    defer { try? database.goOn() }
    let writers = (1...12).map { _ in
      Task { [ada] in try await store.create(Post(id: 0, title: "t"), by: ada) }
    }
    let problem = await Readiness(store, logger: KeptLog().logger).problem()
    #expect(problem == "The store did not answer within a second.")
    for writer in writers {
      await #expect(throws: StoreError.self) { _ = try await writer.value }
    }
  }

  /// Numbers that were drawn and not used delay events once, not one after the other.
  @Test func manyMissingNumbersAreWaitedForTogether() async throws {
    let (home, store) = try await sample()
    defer { withExtendedLifetime(home) {} }
    let start = try await store.events(after: nil, reader: ada).newest
    var last = 0
    for number in 1...30 {
      try home.database.sql("SELECT nextval('post_numbers')")
      last = try await store.create(Post(id: 0, title: "\(number)"), by: "ben@example.com").id
    }
    // The first call that sees them begins to wait; it ends once for all.
    var batches: [Int] = []
    let areAllThere = try await eventually {
      let newest = try await store.events(after: start, reader: ada).newest
      if newest != batches.last { batches.append(newest) }
      return newest == last
    }
    #expect(areAllThere)
    #expect(batches == [start, last])
  }

  /// Reads with the few connections that the server allows, after attempts to open more have failed.
  @Test func connectionLimitRefusesNoUser() async throws {
    let server = try #require(try PostgresServer.another())
    let database = try server.newDatabase()
    _ = try await PostgresStore(database.url, timeout: .seconds(30)).identity()
    try database.sql(
      """
      GRANT ALL ON ALL TABLES IN SCHEMA public TO \(PostgresServer.guarded);
      ALTER ROLE \(PostgresServer.guarded) CONNECTION LIMIT 2;
      """)
    let url = server.url(database.name, user: "\(PostgresServer.guarded):right")
    let store = try PostgresStore(url, connections: 8, timeout: .seconds(30))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...8 {
        group.addTask { for _ in 1...50 { _ = try await store.post(1) } }
      }
      try await group.waitForAll()
    }
    #expect(store.pool.counts.connections <= 2)
    withExtendedLifetime(server) {}
  }

  /// A third of all new rows fails as on a server that runs transactions one after the other.
  @Test func conflictsAreNotSeen() async throws {
    let (home, store) = try await sample()
    defer { withExtendedLifetime(home) {} }
    try home.database.sql(
      """
      CREATE SEQUENCE tries;
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('tries') % 3 = 0 THEN
          RAISE EXCEPTION 'met another one' USING ERRCODE = '40001';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER failing AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION fail();
      """)
    let titles = Set((1...60).map { "turn \($0)" })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for title in titles {
        group.addTask { [ada] in _ = try await store.create(Post(id: 0, title: title), by: ada) }
      }
      try await group.waitForAll()
    }
    let posts = try await store.recentPosts(FeedRequest(limit: 1000))
    #expect(posts.count == 70)
    #expect(Set(posts.prefix(60).map(\.title)) == titles)
  }

  /// A third of the looks at one of the rows fails.
  @Test func conflictsOfReadsAreNotSeen() async throws {
    let (home, owned) = try await sample()
    defer { withExtendedLifetime((home, owned)) {} }
    try home.database.sql(
      """
      CREATE FUNCTION sees(id bigint) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
        IF id = 3 AND random() < 0.33 THEN
          RAISE EXCEPTION 'met another one' USING ERRCODE = '40001';
        END IF;
        RETURN true;
      END $$;
      GRANT ALL ON ALL TABLES IN SCHEMA public TO \(PostgresServer.guarded);
      CREATE POLICY failing ON posts USING (sees(id));
      ALTER TABLE posts ENABLE ROW LEVEL SECURITY;
      """)
    // Policies don't apply to the owner.
    let url = home.database.server.url(
      home.database.name, user: "\(PostgresServer.guarded):right")
    let store = try PostgresStore(url, timeout: .seconds(30))
    for _ in 1...20 {
      #expect(try await store.post(3)?.title == "building a loom")
      #expect(try await store.recentPosts(FeedRequest()).contains { $0.id == 3 })
      #expect(try await store.search(words: "loom").contains { $0.id == 3 })
    }
  }

  /// A program that was started before another one upgraded the tables.
  @Test func tablesThatWereUpgradedMeanwhileAreRefused() async throws {
    let (home, store) = try await sample()
    defer { withExtendedLifetime(home) {} }
    try home.database.sql(
      "UPDATE settings SET value = '99' WHERE name = 'schema-oldest'")
    #expect(try await store.post(3)?.id == 3, "checked once a minute")
    try home.database.sql("ALTER TABLE posts RENAME COLUMN summary TO subtitle")
    let refusal = StoreError.newerFormat(home.database.displayName)
    await #expect(throws: refusal) { _ = try await store.post(3) }
    await #expect(throws: refusal, "and not for one call only") { _ = try await store.identity() }
    try home.database.sql(
      """
      UPDATE settings SET value = '1' WHERE name = 'schema-oldest';
      ALTER TABLE posts RENAME COLUMN subtitle TO summary
      """)
    #expect(try await store.post(3)?.id == 3)
  }

  @Test(arguments: ["posts", "users"])
  func aLockOfOthersIsNotWaitedForLong(table: String) async throws {
    let (home, store) = try await sample()
    defer { withExtendedLifetime(home) {} }
    let other = try await PostgresConnection.connect(to: PostgresAddress(home.database.url))
    let end = ContinuousClock.now + .seconds(60)
    _ = try other.run("BEGIN", [], until: end)
    _ = try other.run("LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE", [], until: end)
    // The lock is held until then.
    await #expect(throws: StoreError.unavailable(home.database.displayName, .busy)) {
      _ = try await home.open(timeout: .seconds(2)).post(3)
    }
    await #expect(throws: StoreError.self, "a probe fails, too") {
      try await home.open(timeout: .seconds(2)).check()
    }
    _ = try other.run("ROLLBACK", [], until: end)
    #expect(try await store.post(3)?.id == 3)
  }

  @Test(arguments: [
    "'; DROP TABLE posts; --", "$1", "a\u{0}b", #"\'"{},NULL"#, "{1,2}", "%s%n", "🦋\u{202E}é",
  ])
  func textsAreOnlyTexts(_ text: String) async throws {
    let (home, store) = try await sample()
    defer { withExtendedLifetime(home) {} }
    let made = try await store.create(
      Post(id: 0, title: text, summary: text, body: text), by: ada)
    #expect(made.title == StoredText.clean(text) && made.body == StoredText.clean(text))
    #expect(try await store.user(text) == nil)
    #expect(try await store.invite(text))
    #expect(try await store.members().last?.email == StoredText.clean(text))
    _ = try await store.search(words: text)
    #expect(try await store.recentPosts(FeedRequest(templates: [text, "x"])).isEmpty)
    let copy = try await store.add(
      ImportDocument(Data(try JSONEncoder().encode(["title": text]))), by: TemporaryStore.ada,
      ownership: .unchanged)
    let id = try #require(copy?.roots.first)
    #expect(try await store.post(id)?.title == StoredText.clean(text))
  }

  /// Numbers of posts that others have drawn and not committed yet hold events back, for a while.
  @Test func noEventIsPassedOver() async throws {
    let (home, store) = try await sample()
    defer { withExtendedLifetime(home) {} }
    let start = try await store.events(after: nil, reader: ada).newest
    let other = try await PostgresConnection.connect(to: PostgresAddress(home.database.url))
    let end = ContinuousClock.now + .seconds(60)
    _ = try other.run("BEGIN", [], until: end)
    _ = try other.run(
      """
      INSERT INTO posts (user_id, title, summary, body, clip_offset_x, clip_offset_y, created_at,
        timezone, ai_generated, template_name)
      VALUES (1, 'slow', '', '', 0, 0, 1900000000000, '', false, 'post')
      """, [], until: end)
    let fast = try await store.create(Post(id: 0, title: "fast"), by: "ben@example.com").id
    #expect(try await store.events(after: start, reader: ada).events.isEmpty)
    _ = try other.run("COMMIT", [], until: end)
    let news = try await store.events(after: start, reader: ada)
    #expect(news.events.map(\.id) == [fast - 1, fast])
    // A number that never comes is not waited for forever.
    _ = try other.run("SELECT nextval('post_numbers')", [], until: end)
    let last = try await store.create(Post(id: 0, title: "last"), by: "ben@example.com").id
    #expect(try await store.events(after: news.newest, reader: ada).events.isEmpty)
    var events: [StreamedEvent] = []
    let isGivenUp = try await eventually {
      events = try await store.events(after: news.newest, reader: ada).events
      return !events.isEmpty
    }
    #expect(isGivenUp && events.map(\.id) == [last])
  }

  /// A post is announced when the number before it is given up, without another change.
  @Test func aNumberThatNeverComesHoldsNothingUpForGood() async throws {
    let (home, store) = try await sample()
    defer { withExtendedLifetime(home) {} }
    var start = try await store.events(after: nil, reader: ada).newest
    let changes = try #require(store.changes())
    try home.database.sql("SELECT nextval('post_numbers')")
    let id = try await store.create(Post(id: 0, title: "behind a gap"), by: "ben@example.com").id
    for await _ in changes {
      let news = try await store.events(after: start, reader: ada)
      start = news.newest
      if news.events.map(\.id) == [id] { break }
    }
    #expect(start == id)
  }
}

extension PostgresDatabase {
  /// As sentences name it.
  fileprivate var displayName: String { "PostgreSQL database \(name) at \(server.folder)" }
}
