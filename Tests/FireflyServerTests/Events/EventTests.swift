import Eventually
import FireflyAPI
import FireflyCore
import FireflyHTTP
import Foundation
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// What a server tells by itself, and whom.
@Suite(.everyStore, .timeLimit(.minutes(10))) struct EventTests {
  private let ada = TestHouse.ada
  private let ben = TestHouse.ben

  /// Somebody who listens.
  private actor Listener {
    let response: HTTPResponse
    private var reader = EventStreamDecoder()
    private var waiting: [StreamedEvent] = []

    init(_ router: Router, _ email: String?, after last: Int? = nil, token: String? = nil) async {
      let query = email.map { "?user_email=\($0)" } ?? ""
      var request = HTTPRequest(
        "GET", "/api/events\(query)", fields: ["Host": "127.0.0.1"],
        peer: .network("127.0.0.1"))
      if let last { request.fields["Last-Event-ID"] = "\(last)" }
      if let token { request.fields["Authorization"] = "Bearer \(token)" }
      response = await router.respond(to: request)
    }

    /// The next piece; nil at the end.
    func piece() async throws -> [StreamedEvent]? {
      guard case .stream(_, let next) = response.body, let bytes = try await next() else {
        return nil
      }
      return reader.decode(bytes)
    }

    /// The next event.
    func next() async throws -> StreamedEvent? {
      while waiting.isEmpty {
        guard let piece = try await piece() else { return nil }
        waiting = piece
      }
      return waiting.removeFirst()
    }
  }

  private func router(_ store: any Store, _ hub: EventHub? = nil) -> Router {
    Router(
      store: store, hub: hub ?? EventHub(store), access: .open(),
      hostGuard: HostGuard(host: "127.0.0.1"), logger: silent, deliver: { _, _ in })
  }

  private func post(
    _ store: any Store, _ title: String, by email: String, _ template: Post.Template = .post,
    below parent: Int? = nil
  ) async throws -> Int {
    try await store.create(
      Post(id: 0, parentID: parent, title: title, template: template), by: email
    ).id
  }

  @Test func usersAreNotifiedOfEachOther() async throws {
    let home = try await TemporaryStore.sample()
    let router = router(home.store)
    let (hers, his) = (await Listener(router, ada), await Listener(router, ben))
    // First, how her searches stand; he has none.
    #expect(try await hers.next()?.event == .badge(query: 8, hasNewMatches: false))
    #expect(try await his.piece() == [])
    let id = try await post(home.store, "news", by: ben, below: 3)
    // The post above is hers.
    let new = ServerEvent.NewPost(
      id: id, parent: 3, template: .post, isOwn: false, answersYou: true)
    #expect(try await hers.next() == StreamedEvent(id: id, .post(new)))
    var own = new
    (own.isOwn, own.answersYou) = (true, false)
    #expect(try await his.next() == StreamedEvent(id: id, .post(own)))
  }

  /// Badges are of one's own searches only, go when one has looked, and come again.
  @Test func badgesConcernTheirOwner() async throws {
    let home = try await TemporaryStore.sample()
    let router = router(home.store)
    let (hers, his) = (await Listener(router, ada), await Listener(router, ben))
    _ = try await (hers.piece(), his.piece())
    _ = try await home.store.search(queryID: 8, reader: ada)
    let id = try await post(home.store, "another loom", by: ben)
    #expect(try await hers.next()?.id == id)
    #expect(try await hers.next()?.event == .badge(query: 8, hasNewMatches: true))
    #expect(try await his.next()?.id == id)
    // A search that goes has no news.
    try await home.store.delete(8)
    #expect(try await hers.next()?.event == .badge(query: 8, hasNewMatches: false))
    _ = try await post(home.store, "last", by: ada)
    #expect(try await his.next()?.event != .badge(query: 8, hasNewMatches: true))
  }

  @Test(.tags(.sqliteOnly)) func newUsersAreAnnounced() async throws {
    let home = try await TemporaryStore.sample()
    let hers = await Listener(router(home.store), ada)
    _ = try await hers.piece()
    let cleo = try await home.store.changeRows { db in
      try db.ensureUser("cleo@example.com", name: nil, invitedBy: nil)
    }
    #expect(cleo > 0)
    // Her profile has a name only: the list of users doesn't show it to others.
    let profile = try await home.store.create(
      Post(id: 0, title: "Mei", summary: "mends nets", template: .profile), by: "mei@example.com")
    #expect(try await hers.next() == StreamedEvent(id: profile.id, .user(profile: profile.id)))
  }

  /// Another store on the same files is another program, as far as SQLite knows.
  @Test(.tags(.sqliteOnly)) func changeByAnotherProgramIsReported() async throws {
    let home = try await TemporaryStore.sample()
    let other = try SQLiteStore(folder: home.folder)
    // Also where it was looked a moment ago: the next look would come in an hour.
    var store = home.sqlite
    store.changeDelays = [0.03, 0.07, 0.3, 3_600]
    let hers = await Listener(router(store), ada)
    _ = try await hers.piece()
    for pause in [0.0, 0.05, 0.2, 0.6] {
      try await Task.sleep(for: .seconds(pause))
      let id = try await post(other, "from elsewhere \(pause)", by: ben)
      #expect(try await hers.next()?.id == id)
    }
  }

  /// What is marked on one machine, the account's others learn at once, and nobody else; also at the start.
  @Test func marksConcernTheirAccount() async throws {
    let house = try await TestHouse()
    let (hers, his) = (try await house.signIn(ada), try await house.signIn(ben))
    func mark(_ version: Int, _ read: String) async throws {
      let reply = try await house.ask(
        "PATCH", "/api/marks", token: hers, headers: ["Content-Type": "application/json"],
        body: Data(#"{"version":\#(version),"read":"\#(read)"}"#.utf8))
      #expect(reply.status == 200)
    }
    try await mark(0, "5")
    let (laptop, ben) = (
      await Listener(house.router, nil, token: hers), await Listener(house.router, nil, token: his)
    )
    let first = try await laptop.piece() ?? []
    #expect(first.contains { $0.event == .marks(version: 1) })
    #expect(try await ben.piece()?.contains { $0.event == .marks(version: 1) } == false)
    try await mark(1, "6")
    #expect(try await laptop.next()?.event == .marks(version: 2))
    // Ben's next event is a post.
    _ = try await post(house.home.store, "new", by: ada)
    guard case .post = try await ben.next()?.event else { return #expect(Bool(false)) }
  }

  @Test func streamContinuesAfterTheLastEvent() async throws {
    let home = try await TemporaryStore.sample()
    let first = try await post(home.store, "first", by: ben)
    let second = try await post(home.store, "second", by: ben)
    let router = router(home.store)
    func told(after last: Int?) async throws -> [Int] {
      let piece = try await Listener(router, ben, after: last).piece() ?? []
      return piece.map(\.id)
    }
    #expect(try await told(after: nil) == [])
    #expect(try await told(after: second) == [])
    #expect(try await told(after: first) == [second])
    #expect(try await told(after: first - 1) == [first, second])
    #expect(try await told(after: Int.max) == [])
    for number in 0..<150 { _ = try await post(home.store, "\(number)", by: ben) }
    #expect(try await told(after: second).count == 100)
    #expect(try await told(after: -5).count == 100)
  }

  @Test func noSubscriberGetsNoEvent() async throws {
    let house = try await TestHouse()
    #expect(await Listener(house.router, nil).response.status == 401)
    let token = try await house.signIn(ben)
    #expect(await Listener(house.router, ada, token: token).response.status == 403)
    let his = await Listener(house.router, nil, token: token)
    #expect(his.response.status == 200)
    #expect(his.response.fields["Content-Type"] == "text/event-stream")
    #expect(his.response.isOpenEnded)
    _ = try await his.piece()
    // Whoever is signed out meanwhile is told no more.
    let device = try #require(try await house.devices(token).first?.id)
    let gone = try await house.ask("DELETE", "/api/devices/\(device)", token: token)
    #expect(gone.status == 200)
    _ = try await post(house.home.store, "secret", by: ada)
    #expect(try await his.next() == nil)
    let open = try await TestHouse(.open())
    #expect(await Listener(open.router, nil).response.status == 400)
  }

  @Test func listenersAreCountedAndLetGo() async throws {
    let home = try await TemporaryStore.sample()
    let hub = EventHub(home.store, maximum: EventHub.maximumOfReader + 2)
    let router = router(home.store, hub)
    var listeners: [Listener] = []
    for _ in 1...EventHub.maximumOfReader { listeners.append(await Listener(router, ada)) }
    #expect(listeners.allSatisfy { $0.response.status == 200 })
    #expect(await Listener(router, ada).response.status == 503)
    listeners.append(await Listener(router, ben))
    listeners.append(await Listener(router, "cleo@example.com"))
    #expect(await Listener(router, "dora@example.com").response.status == 503)
    #expect(await hub.count == EventHub.maximumOfReader + 2)
    // Who stops listening makes room, whether they have begun to read or not.
    _ = try await listeners[0].piece()
    let reading = Task { [first = listeners[0]] in try await first.next() }
    reading.cancel()
    #expect(try await reading.value == nil)
    listeners.removeAll()
    try #require(try await eventually { await hub.count == 0 })
    #expect(await Listener(router, ada).response.status == 200)
  }

  /// A change wakes all of them; requests must not wait for their reads.
  @Test(.tags(.sqliteOnly)) func subscribersReadInTurn() async throws {
    let hub = EventHub(try await TemporaryStore.sample().store)
    let load = Load()
    let reads = (1...50).map { number in
      Task {
        try await hub.inTurn { () async throws(StoreError) in
          await load.begin()
          for _ in 1...20 { await Task.yield() }
          await load.end()
          if number % 5 == 0 { throw .cancelled }
        }
      }
    }
    for (number, read) in zip(1..., reads) {
      // A read that fails passes its turn on, too.
      if number % 5 == 0 {
        await #expect(throws: StoreError.self) { try await read.value }
      } else {
        try await read.value
      }
    }
    #expect(await load.most == 2)
  }

  /// How many reads run at a time.
  private actor Load {
    private var now = 0
    private(set) var most = 0

    func begin() {
      now += 1
      most = max(most, now)
    }

    func end() { now -= 1 }
  }

  @Test func theEndOfTheServerIsTheEndOfTheStreams() async throws {
    let home = try await TemporaryStore.sample()
    let hub = EventHub(home.store)
    let router = router(home.store, hub)
    let hers = await Listener(router, ada)
    _ = try await hers.piece()
    let rest = Task { try await hers.next() }
    await hub.close()
    #expect(try await rest.value == nil)
    #expect(await Listener(router, ada).response.status == 503)
  }

  /// Through a socket, with the live client: a stream that outlives the limits of ordinary answers, takes
  /// no place from other requests, and is drained when the server is stopped.
  @Test(.tags(.sqliteOnly)) func overASocket() async throws {
    let home = try await TemporaryStore.sample()
    _ = try await home.store.prepareFirstRun(localUser: { TemporaryStore.ada }, guide: { nil })
    var limits = HTTPLimits()
    (limits.progressSeconds, limits.idleSeconds, limits.headSeconds) = (1, 1, 1)
    let server = try await EmbeddedServer(
      folder: home.folder, logger: silent, limits: limits, localUser: { TemporaryStore.ada })
    let url = try await server.start(access: .open())
    var patience = ClientLimits()
    (patience.seconds, patience.inFlight) = (3, 1)
    let client = LiveClient(
      server: try ServerAddress(url.absoluteString),
      credentials: Credentials(.signedIn(User(email: ada, name: "Ada"))), limits: patience,
      logger: silent)
    #expect(try await client.has(.events))
    let (stream, told) = AsyncStream<[StreamedEvent]>.makeStream()
    let listening = Task { () -> Result<Void, APIError> in
      do throws(APIError) {
        try await client.events(nil) { told.yield($0) }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    var pieces = stream.makeAsyncIterator()
    #expect(await pieces.next()?.map(\.event) == [.badge(query: 8, hasNewMatches: false)])
    // Longer than any of the limits.
    try await Task.sleep(for: .seconds(3.5))
    let id = try await post(home.store, "news", by: ben)
    #expect(await pieces.next()?.first?.id == id)
    #expect(try await client.post(id, false).title == "news")
    // The end of the stream is not waited for.
    await server.stop(grace: .seconds(600))
    await #expect(throws: Never.self) { try await listening.value.get() }
  }
}
