import Eventually
import FireflyCore
import Foundation
import KeptLog
import Synchronization
import Testing

@testable import FireflyAPI

/// The client against a server that does what the contract says, and no more.
@Suite struct LiveClientTests {
  @Test func readsAPost() async throws {
    let server = try RawServer(body: Answers.post)
    let post = try await LiveClient.test(server.address).post(40, false)
    #expect(server.targets == ["/api/posts/40"])
    #expect(post.title == "a jar for an evening")
    #expect(post.body.hasPrefix("## Jar\n\nOne lid"))
    #expect(post.createdAt == Date(timeIntervalSince1970: 1_762_290_429))
    #expect(post.clipOffsetX == -0.25)
    #expect(post.placeholders?.summary == "Summary")
    #expect(post.byline == "Ida Marsh")
  }

  @Test func readsAnOddPost() async throws {
    let server = try RawServer(body: Answers.oddPost)
    let post = try await LiveClient.test(server.address).post(41, false)
    #expect(post.title == "Glühwürmchen 🪲 夜光蟲")
    #expect(post.isRoot && post.childCount == nil && post.template == .post)
    #expect(post.createdAt?.timeIntervalSince1970 == 1_762_709_397.25)
  }

  @Test func asksForTheChainOfParents() async throws {
    let server = try RawServer(body: Answers.nestedPost)
    let post = try await LiveClient.test(server.address).post(3, true)
    #expect(server.targets == ["/api/posts/3?include=parent"])
    #expect(post.ancestors?.map(\.title) == ["twig", "root"])
  }

  @Test func readsChildrenAndSaysWhatItSkipped() async throws {
    let server = try RawServer(body: Answers.children)
    let page = try await LiveClient.test(server.address).children(40, 2)
    #expect(server.targets == ["/api/posts/40/children?depth=2"])
    #expect(page.posts.map(\.title) == ["newer", "older"])
    #expect(page.posts[0].children?.map(\.id) == [53])
    #expect(page.posts[1].children == nil)
    #expect(page.skipped.count == 3)
    #expect(page.skipped[0] == "element 3: no id")
  }

  @Test func readsABranchNoFurtherThanWanted() async throws {
    let hungUp = Mutex(false)
    let server = try RawServer { connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n{\"children\":[{\"id\":0,\"title\":\"a\"}")
      var id = 1
      while connection.send(
        #",{"id":\#(id + 2),"title":"b","children":[{"id":\#(id + 3),"title":"c"}]}"#)
      {
        id += 2
      }
      hungUp.withLock { $0 = true }
    }
    let page = try await LiveClient.test(server.address).branch(40, 9, 6)
    #expect(server.targets == ["/api/posts/40/children?depth=9"])
    #expect(page.posts.map(\.id) == [0, 3, 5, 7])
    #expect(page.posts[1].children?.map(\.id) == [4])
    #expect(page.isCut)
    #expect(try await eventually { hungUp.withLock(\.self) })
    // All of a list that is no longer than that.
    let whole = try RawServer(body: Answers.children)
    let exact = try await LiveClient.test(whole.address).branch(40, 2, 4)
    #expect(exact.posts.map(\.title) == ["newer", "older"])
    #expect(!exact.isCut)
  }

  @Test func anEmptyListIsAList() async throws {
    let server = try RawServer(body: Answers.noChildren)
    #expect(try await LiveClient.test(server.address).children(999, 1) == PostPage(posts: []))
    #expect(server.targets == ["/api/posts/999/children"])
  }

  @Test func readsFeeds() async throws {
    let server = try RawServer(body: Answers.feed)
    let client = LiveClient.test(server.address, email: "ida+x@example.org")
    let all = try await client.recentPosts("query", .everyone, 90, 50)
    #expect(all.posts.map(\.id) == [71, 70])
    #expect(all.posts[0].feed?.ancestorChain == [4, 2, 1])
    #expect(
      server.targets == [
        "/api/posts/recent-tagged?tags=query&by_user=any&user_email=ida%2Bx%40example.org"
          + "&limit=50&before=90"
      ])
  }

  /// Such a server answers an unknown e-mail, and none, with everybody's posts.
  @Test func ownPostsAreOwn() async throws {
    let server = try RawServer(body: Answers.feed)
    func own(_ email: String?) async throws -> [Int] {
      try await LiveClient.test(server.address, email: email)
        .recentPosts("query", .mine, nil, 50).posts.map(\.id)
    }
    #expect(try await own(nil).isEmpty)
    #expect(try await own("").isEmpty)
    #expect(server.targets.isEmpty)
    #expect(try await own("ida@example.org") == [71])
    #expect(try await own("x@example.org").isEmpty)
  }

  @Test func usersAreProfiles() async throws {
    let server = try RawServer(body: Answers.users)
    let page = try await LiveClient.test(server.address).recentUsers()
    #expect(page == PostPage(posts: page.posts))
    // A blank one is its owner's alone.
    #expect(page.posts.map(\.id) == [4])
  }

  @Test func aProfileOrNone() async throws {
    let one = try RawServer(body: Answers.profile)
    #expect(try await LiveClient.test(one.address).profile("a/b@c.de", true)?.id == 4)
    #expect(one.targets == ["/api/users/a%2Fb%40c.de/profile"])
    let none = try RawServer(body: Answers.noProfile)
    #expect(try await LiveClient.test(none.address).profile("ida@example.org", true) == nil)
  }

  /// Asking for a profile makes a blank one on such a server, in anybody's name.
  @Test func unlistedUsersAreNotRequested() async throws {
    let server = try RawServer { connection in
      let isPing = connection.target == "/api/ping"
      connection.send(body: isPing ? #"{"status":"ok"}"# : Answers.users)
    }
    let client = LiveClient.test(server.address)
    #expect(try await client.profile("ida@example.org", false) == nil)
    #expect(server.targets == ["/api/ping", "/api/users/recent"])
    let ours = try RawServer { connection in
      let isPing = connection.target == "/api/ping"
      connection.send(body: isPing ? #"{"extensions":["nesting"]}"# : Answers.profile)
    }
    #expect(try await LiveClient.test(ours.address).profile("a@b.de", false)?.id == 4)
    #expect(ours.targets == ["/api/ping", "/api/users/a%40b.de/profile"])
  }

  /// Silence is not a no.
  @Test func whetherAServerCanIsUnknownWithoutAnAnswer() async throws {
    let client = LiveClient.test(try RawServer.refusing())
    await #expect(throws: APIError.self) { try await client.has(.move) }
    await #expect(throws: APIError.self) { try await client.canMove() }
  }

  /// Whether posts can be moved is asked once, by a request that names none.
  @Test(arguments: ["400 Bad Request", "404 Not Found", "405 Method Not Allowed"])
  func movingIsTriedOnce(status: String) async throws {
    let server = try RawServer { connection in
      guard connection.target != "/api/ping" else { return connection.send(body: "{}") }
      connection.send(status: status, headers: [], body: #"{"message":"post_id is required"}"#)
    }
    let client = LiveClient.test(server.address)
    for _ in 0..<3 { #expect(try await client.canMove() == status.hasPrefix("400")) }
    #expect(server.targets.count { $0 == "/api/posts/reparent" } == 1)
  }

  @Test func hitsComeInTheServersOrder() async throws {
    let server = try RawServer(body: Answers.search)
    let hits = try await LiveClient.test(server.address, email: "ida@example.org").search(70)
    #expect(hits.map(\.id) == [62, 15, 12, 1])
    #expect(server.targets == ["/api/search?query_id=70&user_email=ida%40example.org"])
  }

  @Test func badgesMayBeUnknown() async throws {
    let server = try RawServer(body: Answers.badges)
    let client = LiveClient.test(server.address, email: "ida@example.org")
    let badges = try await client.badges([10, 70, 73, 74])
    #expect(badges == [10: false, 70: true, 73: nil, 74: nil])
    #expect(try await client.badges([]).isEmpty)
    #expect(try await LiveClient.test(server.address).badges([10]).isEmpty)
    #expect(server.targets == ["/api/queries/badges"])
  }

  @Test func picturesComeWithTheirTag() async throws {
    let server = try RawServer { connection in
      if connection.head.contains("If-None-Match: \"7f\"") {
        connection.send("HTTP/1.1 304 NOT MODIFIED\r\nETag: \"7f\"\r\nConnection: close\r\n\r\n")
      } else {
        connection.send(headers: ["ETag: \"7f\"", "Content-Type: text/html"], body: "GIF89a")
      }
    }
    let client = LiveClient.test(server.address)
    let first = try await client.picture("/uploads/two words.gif", nil)
    #expect(first == PictureData(bytes: Data("GIF89a".utf8), etag: "\"7f\""))
    #expect(try await client.picture("/uploads/two words.gif", "\"7f\"") == nil)
    let whole = try await client.picture("\(server.address)/x.gif", nil)
    #expect(whole?.bytes.count == 6)
    #expect(server.targets[0] == "/uploads/two%20words.gif")
    for address in ["file:///etc/hostname", "", "//example.org/x", "http://a:b@127.0.0.1/x"] {
      await #expect(throws: APIError.invalidAddress(address)) {
        try await client.picture(address, nil)
      }
    }
  }

  /// Pictures of a server on the web don't lead into the user's own network.
  @Test(arguments: ["http://203.0.113.1:9", "http://[2001:db8::1]", "http://example.invalid"])
  func picturesOfPublicServersAreLoadedFromPublicAddresses(_ server: String) async throws {
    let nearby = try RawServer(body: "GIF89a")
    let client = LiveClient.test(try ServerAddress(server))
    await #expect(throws: APIError.self) {
      try await client.picture("\(nearby.address)/x.gif", nil)
    }
    #expect(nearby.targets.isEmpty)
  }

  /// Nor do those of the embedded server, behind its socket: it has copies of what others wrote.
  @Test func picturesOfTheEmbeddedServerAreLoadedFromPublicAddresses() async throws {
    let nearby = try RawServer(body: "GIF89a")
    let client = LiveClient.test(ServerAddress(socket: "/nowhere/firefly.socket"))
    await #expect(throws: APIError.self) {
      try await client.picture("\(nearby.address)/x.gif", nil)
    }
    #expect(nearby.targets.isEmpty)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("localhost:80", true), ("10.1.2.3", true), ("172.31.0.1", true),
    ("172.32.0.1", false), ("192.168.1.1", true), ("169.254.169.254", true), ("100.64.0.1", true),
    ("8.8.8.8", false), ("[::1]", true), ("[fd00::1]", true), ("[fe80::1]", true),
    ("[::ffff:10.0.0.1]", true), ("[2002:0a00:0001::1]", true), ("[2606:4700::1]", false),
    ("example.org", false),
  ])
  func addressesNearbyAreKnown(_ address: String, _ isNearby: Bool) throws {
    #expect(try ServerAddress(address).isNearby == isNearby)
  }

  @Test func everyTextIsCleaned() async throws {
    let bad = #"x\u001b\u0007\u0000y"#
    let fields = [
      "title", "summary", "body", "image_url", "timezone", "location_tag", "author_name",
      "author_email", "template_name", "placeholder_title", "placeholder_summary",
      "placeholder_body", "plural_name",
    ].map { #""\#($0)":"\#(bad)""# }.joined(separator: ",")
    let one = #"{"id":ID,\#(fields)"#
    func post(_ id: Int) -> String { one.replacingOccurrences(of: "ID", with: "\(id)") }
    let tree = post(1) + #","children":[\#(post(2))}],"parent":\#(post(3))}}"#
    let server = try RawServer(body: #"{"posts":[\#(tree)],"post":\#(tree)}"#)
    let client = LiveClient.test(server.address)
    let listed = try await client.recentPosts("post", .everyone, nil, 50).posts
    for post in listed + [try await client.post(1, true)] {
      let texts = String(reflecting: post)
      #expect(post.children?.count == 1 && post.ancestors?.count == 1)
      #expect(!texts.contains(#"\u{1B}"#) && !texts.contains(#"\u{07}"#))
      #expect(!texts.contains(#"\0"#))
      #expect(post.children?.first?.placeholders?.body == post.title)
    }
  }

  @Test func textsAreBounded() async throws {
    let long = String(repeating: "é", count: 600_000)
    let crowd = "o" + String(repeating: "\u{301}", count: 100_000)
    let server = try RawServer(
      body:
        #"{"post":{"id":1,"title":"\#(long)","body":"\#(long)","author_name":"\#(long)","summary":"\#(crowd)"}}"#
    )
    let post = try await LiveClient.test(server.address).post(1, false)
    #expect(post.title.count == 4_096 && post.title.hasSuffix("é…"))
    #expect(post.body.count == 524_288)
    #expect(post.authorName?.count == 200)
    #expect(post.summary.unicodeScalars.count <= 8 * 4_096 + 1)
  }

  @Test func atMostFourAreInFlightInTheOrderTheyCame() async throws {
    let flight = Mutex((now: 0, most: 0))
    let answer = DispatchSemaphore(value: 0)
    let server = try RawServer { connection in
      flight.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      answer.wait()
      // Counted until just before the answer: after that the client may already ask the next.
      flight.withLock { $0.now -= 1 }
      connection.send(body: #"{"post":{"id":1,"title":"a"}}"#)
    }
    let client = LiveClient.test(server.address)
    // Each asks before the next begins.
    let requests = (0..<12).map { id in Task.immediate { try await client.post(id, false) } }
    for count in 4...12 {
      try #require(try await eventually { server.targets.count >= count })
      answer.signal()
    }
    for _ in 0..<3 { answer.signal() }
    for request in requests { _ = try await request.value }
    #expect(flight.withLock { $0.most } == 4)
    #expect(Set(server.targets.prefix(4)) == Set((0..<4).map { "/api/posts/\($0)" }))
    #expect(server.targets.suffix(8) == (4..<12).map { "/api/posts/\($0)" })
  }

  /// The stream of events is one of the four.
  @Test func aStreamTakesAPlace() async throws {
    let flight = Mutex((now: 0, most: 0))
    let answer = DispatchSemaphore(value: 0)
    let server = try RawServer { connection in
      flight.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      guard connection.target.hasPrefix("/api/events") else {
        answer.wait()
        flight.withLock { $0.now -= 1 }
        return connection.send(body: #"{"post":{"id":1,"title":"a"}}"#)
      }
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
      connection.waitForHangUp()
    }
    let client = LiveClient.test(server.address)
    let stream = Task { try? await client.events(nil) { _ in } }
    try #require(try await eventually { !server.targets.isEmpty })
    let requests = (0..<6).map { id in Task.immediate { try await client.post(id, false) } }
    for count in 4...7 {
      try #require(try await eventually { server.targets.count >= count })
      answer.signal()
    }
    for _ in 0..<2 { answer.signal() }
    for request in requests { _ = try await request.value }
    #expect(flight.withLock { $0.most } == 4)
    stream.cancel()
  }

  @Test func picturesNeverTakeAllPlaces() async throws {
    let asked = Mutex(0)
    let server = try RawServer { connection in
      guard connection.target.hasPrefix("/uploads") else {
        return connection.send(body: #"{"post":{"id":1,"title":"a"}}"#)
      }
      asked.withLock { $0 += 1 }
      connection.waitForHangUp()
    }
    let client = LiveClient.test(server.address)
    let pictures = (0..<6).map { number in
      Task { try? await client.picture("/uploads/\(number).png", nil) }
    }
    try #require(try await eventually { asked.withLock(\.self) == 2 })
    #expect(try await client.post(1, false).id == 1)
    #expect(asked.withLock { $0 } == 2)
    for picture in pictures { picture.cancel() }
  }

  @Test func cancellingHangsUpAndMakesRoom() async throws {
    let hungUp = Mutex(0)
    let server = try RawServer { connection in
      guard connection.target == "/api/posts/1" else {
        return connection.send(body: #"{"post":{"id":2,"title":"b"}}"#)
      }
      connection.send("HTTP/1.1 200 OK\r\n\r\n{")
      if connection.waitForHangUp() { hungUp.withLock { $0 += 1 } }
    }
    let client = LiveClient.test(server.address) { $0.seconds = 30 }
    @Sendable func ask() async -> APIError? {
      do throws(APIError) {
        _ = try await client.post(1, false)
        return nil
      } catch {
        return error
      }
    }
    let underWay = (0..<4).map { _ in Task { await ask() } }
    try #require(try await eventually { server.open == 4 })
    // Those that wait go first: otherwise one may get the place of one that has gone.
    let waiting = (0..<2).map { _ in Task { await ask() } }
    for tasks in [waiting, underWay] {
      for task in tasks { task.cancel() }
      for task in tasks { #expect(await task.value == .cancelled) }
    }
    #expect(try await client.post(2, false).id == 2)
    try #require(try await eventually { server.open == 0 })
    #expect(hungUp.withLock { $0 } == 4)
    #expect(server.targets.count == 5)
  }

  @Test func aCancelledTaskSendsNothing() async throws {
    let server = try RawServer(body: Answers.post)
    let client = LiveClient.test(server.address)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      _ = try await client.post(1, false)
    }
    task.cancel()
    await #expect(throws: APIError.cancelled) { try await task.value }
    #expect(server.targets.isEmpty)
  }

  @Test func logsRequestsFailuresAndWhatItSkipped() async throws {
    let log = KeptLog(level: .trace)
    let server = try RawServer { connection in
      if connection.target.hasSuffix("/children") {
        connection.send(body: Answers.children)
      } else {
        connection.send(status: "404 NOT FOUND", body: #"{"message":"Post not found"}"#)
      }
    }
    let client = LiveClient.test(server.address, logger: log.logger)
    _ = try await client.children(40, 1)
    _ = try? await client.post(3, false)
    #expect(log.lines.contains { $0.hasPrefix("debug GET /api/posts/40/children: 200, ") })
    #expect(log.lines.contains("warning GET /api/posts/40/children: skipped element 3: no id"))
    #expect(
      log.lines.contains { $0.hasPrefix("warning GET /api/posts/3: ") && $0.contains("404") })
  }

  /// An answer may have had many megabytes.
  @Test func anIdleConnectionKeepsNothingOfItsLastAnswer() async throws {
    final class Marker: Sendable {}
    let server = try RawServer(body: Answers.children)
    let client = LiveClient.test(server.address)
    weak var kept: Marker?
    do {
      let marker = Marker()
      kept = marker
      _ = try await client.list(.children(of: 40)) { _ in withExtendedLifetime(marker) {} }
    }
    #expect(try await eventually { kept == nil })
    withExtendedLifetime(client) {}
  }
}
