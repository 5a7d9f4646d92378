import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import SourceFakes
import Testing

/// Hacker News when it is busy, broken, or not what it was.
@Suite(.endsServices) struct HackerNewsTroubleTests {
  private func start(_ item: String = "{}") async throws -> (FakeService, any PostsClient) {
    let service = try await FakeService()
    service.answer("/api/v1/items/1", with: item)
    return (service, try SourceClient.source("hn:", at: service.address))
  }

  @Test func shortPausesAreWaitedFor() async throws {
    let (service, client) = try await start(#"{"id":1,"title":"a","children":[]}"#)
    service.trouble("/api", .status(429, retryAfter: 1))
    let start = ContinuousClock.now
    #expect(try await client.post(1, false).title == "a")
    #expect(start.duration(to: .now) >= .seconds(0.9))
    #expect(service.asked.count == 2)
  }

  @Test func longPausesAreRespected() async throws {
    let (service, client) = try await start(#"{"id":1,"title":"a","children":[]}"#)
    service.trouble("/api", .status(429, retryAfter: 40))
    for _ in 0..<3 {
      await #expect { try await client.post(1, false) } throws: { error in
        guard case .status(429, let message)? = error as? APIError else { return false }
        return message?.hasPrefix("Too many requests. Try again in ") == true
      }
    }
    #expect(service.asked.count == 1)
  }

  @Test func anOutageIsNoExcessOfRequests() async throws {
    let (service, client) = try await start()
    service.trouble("/api", .status(503))
    await #expect(throws: APIError.status(503, message: "busy")) { try await client.post(1, false) }
    service.trouble("/api", .status(503, retryAfter: 10_800))
    for _ in 0..<2 {
      await #expect(
        throws: APIError.status(503, message: "Not available. Try again in 3 hours.")
      ) { try await client.post(1, false) }
    }
    #expect(service.asked.count == 2)
  }

  @Test func errorsHaveWords() async throws {
    let (service, client) = try await start(#"{"id":1,"title":"a","children":[]}"#)
    service.trouble("/api", .status(500))
    await #expect(throws: APIError.status(500, message: "busy")) { try await client.post(1, false) }
    service.trouble("/api", .cut(after: 10))
    await #expect(throws: APIError.interrupted) { try await client.post(1, false) }
    await #expect(throws: APIError.status(404, message: nil)) {
      try await client.post(2, false)
    }
    service.answer("/api/v1/items/3", with: "<html>")
    await #expect(throws: APIError.webPage) { try await client.post(3, false) }
    service.answer("/api/v1/items/3", with: "{}")
    await #expect { try await client.post(3, false) } throws: {
      if case .unreadable? = $0 as? APIError { true } else { false }
    }
    #expect(try await client.post(1, false).title == "a")
  }

  /// What an item may look like, and what its replies are then: titles and beginnings of texts.
  @Test(arguments: [
    (#"{"id":1,"type":"story","title":"t","children":null}"#, []),
    (#"{"id":1,"type":"story","title":"t"}"#, []),
    (#"{"id":"1","title":"t","children":[{"id":"2","text":"a"}]}"#, ["a"]),
    (
      #"{"id":1,"children":[{"id":2,"author":null,"text":null,"children":[{"id":3,"text":"x"}]}]}"#,
      ["deleted"]
    ),
    (#"{"id":1,"children":[{"id":2,"author":"a","text":null}]}"#, [""]),
    (#"{"id":1,"children":[{"id":2,"author":null,"text":"[flagged]"}]}"#, ["[flagged]"]),
    (#"{"id":1,"children":[{"text":"no number"},{"id":2,"text":"b"}]}"#, ["b"]),
    (
      #"{"id":1,"children":[{"children":[{"id":3,"text":"below no number"}]}]}"#,
      ["below no number"]
    ),
    (#"{"id":1,"children":[7,"x",null,[],{"id":2,"text":"b"}]}"#, ["b"]),
    (#"{"id":1,"children":[{"id":2,"text":"a"},{"id":2,"text":"b"}]}"#, ["a"]),
    (#"{"id":1,"children":[{"id":2,"text":"a","parent_id":99}]}"#, ["a"]),
    (#"{"id":1,"children":[{"id":1,"text":"itself"},{"id":2,"text":"a"}]}"#, ["a"]),
    (#"{"id":1,"children":[{"id":99999999999999999999,"text":"huge"},{"id":-2,"text":"n"}]}"#, []),
    (
      #"{"id":1,"type":"poll","title":"t","children":[{"id":2,"type":"pollopt","text":"yes","points":7}]}"#,
      ["yes7 points"]
    ),
    (
      #"{"id":1,"type":"poll","title":"t","options":[{"id":2,"type":"pollopt","text":"yes","points":1}]}"#,
      ["yes1 point"]
    ),
    (#"{"id":1,"type":"job","title":"t","url":"https://a.org"}"#, []),
    (#"{"id":1,"type":"what","title":"t","children":[{"id":2,"type":"ever","text":"a"}]}"#, ["a"]),
    (
      #"{"id":1,"children":[{"id":2,"text":"👩‍👩‍👧 😀"},{"id":3,"text":"שלום &#x202E;עולם"}]}"#,
      ["👩‍👩‍👧 😀", "שלום עולם"]
    ),
    (#"{"id":1,"children":[{"id":2,"text":"<script>x</script><b>a<p>\u001b[31mb"}]}"#, ["a b"]),
    (
      #"{"id":1,"children":[{"id":2,"text":5,"author":{}},{"id":3,"text":"b"}]}"#, ["deleted", "b"]
    ),
    (
      #"{"id":1,"created_at_i":-99999999999999,"points":"many","children":[{"id":2,"text":"a"}]}"#,
      ["a"]
    ),
  ])
  func oddItems(_ json: String, _ replies: [String]) async throws {
    let (_, client) = try await start(json)
    let posts = try await client.children(1, 1).posts
    #expect(posts.map { $0.title + $0.summary } == replies)
    let top = try await client.post(1, false)
    #expect(top.id == 1)
  }

  @Test func deepTreesAreWhole() async throws {
    var json = #"{"id":65,"text":"the last"}"#
    for id in (2...64).reversed() { json = #"{"id":\#(id),"text":"t","children":[\#(json)]}"# }
    let (service, client) = try await start(#"{"id":1,"title":"t","children":[\#(json)]}"#)
    var posts = try await client.branch(1, 200, 1_000).posts
    var depth = 0
    while let post = posts.first {
      depth += 1
      posts = post.children ?? []
    }
    #expect(depth == 64)
    #expect(try await client.post(65, true).ancestors?.count == 64)
    #expect(service.asked.count == 1)
  }

  @Test func tooDeepTreesAreAnError() async throws {
    let json = String(repeating: #"{"id":1,"children":["#, count: 2_000)
    let (_, client) = try await start(json + String(repeating: "]}", count: 2_000))
    await #expect(throws: APIError.tooDeep) { try await client.children(1, 1) }
  }

  @Test func manyReplies() async throws {
    let replies = (2...10_001).map {
      #"{"id":\#($0),"author":"u\#($0 % 700)","parent_id":1,"text":"<p>Reply <i>\#($0)</i> of many."}"#
    }
    let (service, client) = try await start(
      #"{"id":1,"title":"t","children":[\#(replies.joined(separator: ","))]}"#)
    let start = ContinuousClock.now
    let posts = try await client.children(1, 1).posts
    #expect(posts.count == 10_000 && posts.last?.body == "Reply *10001* of many.")
    // Far more than it takes, even unoptimised and beside other tests.
    #expect(start.duration(to: .now) < .seconds(30))
    #expect(try await client.recentUsers().posts.count == 500)
    #expect(service.asked.count == 1)
  }
}
