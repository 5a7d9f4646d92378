import FireflyCore
import FireflyHTTP
import Foundation
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// `/metrics`, and the names of requests.
@Suite struct MetricsTests {
  /// The values of a scrape, by the text before each.
  private static func values(_ text: String) -> [String: Double] {
    Dictionary(
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
        line.lastIndex(of: " ").flatMap { blank in
          Double(line[line.index(after: blank)...]).map { (String(line[..<blank]), $0) }
        }
      }, uniquingKeysWith: +)
  }

  private static func request(
    _ target: String, from peer: HTTPPeer = .network("127.0.0.1"), fields: HTTPFields = [:]
  ) -> HTTPRequest {
    var all: HTTPFields = ["Host": "127.0.0.1:8080"]
    for (name, value) in fields.pairs { all[name] = value }
    return HTTPRequest("GET", target, fields: all, peer: peer)
  }

  private static func operations(_ home: TemporaryStore, hasListener: Bool = false) -> Operations {
    Operations(
      Router(store: home.store, access: .open(), logger: silent), hasListener: hasListener)
  }

  @Test func requestsAreCountedByCallAndStatus() async throws {
    let home = try await TemporaryStore.sample()
    let operations = Self.operations(home)
    let hostile = "/api/users/eve%22%7D%0A%40example.org/profile"
    for target in [
      "/api/posts/3", "/api/posts/4", "/api/posts/99", "/api/posts/recent", "/api/posts/recent",
      "/api/posts/recent", hostile, "/nothing/\"}", "/api/search", "/api/search?query_id=x",
    ] {
      _ = await operations.respond(to: Self.request(target))
    }
    let response = await operations.respond(to: Self.request("/metrics"))
    #expect(response.status == 200)
    #expect(response.fields["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
    let text = String(decoding: try await response.allBytes(), as: UTF8.self)
    let values = Self.values(text)
    func count(_ method: String, _ route: String, _ status: Int) -> Double? {
      values[
        "firefly_http_requests_total{method=\"\(method)\",route=\"\(route)\",status=\"\(status)\"}"]
    }
    #expect(count("GET", "/api/posts/{id}", 200) == 2)
    #expect(count("GET", "/api/posts/{id}", 404) == 1)
    #expect(count("GET", "/api/posts/recent", 200) == 3)
    #expect(count("GET", "/api/search", 400) == 1)
    #expect(count("GET", "/api/search", 500) == 1)
    #expect(count("", "none", 404) == 1)
    #expect(!text.contains("example.org"))
    // The first two read: a feed is kept when it is requested again.
    #expect(values["firefly_feed_cache_misses_total"] == 2)
    #expect(values["firefly_feed_cache_hits_total"] == 1)
    #expect(values["firefly_searches_waiting"] == 0)
    #expect(values["firefly_event_listeners"] == 0)
    // Each line is a comment or a sample.
    for line in text.split(separator: "\n") {
      #expect(
        line.wholeMatch(
          of:
            /# (HELP|TYPE) firefly_[a-z_]+ .+|firefly_[a-z_]+(\{[^{}]*(\{[a-z]+\}[^{}]*)?\})? [0-9.e+-]+/
        )
          != nil, "\(line)")
    }
  }

  @Test func timesAreInBucketsThatAddUp() async throws {
    let metrics = RequestMetrics()
    for milliseconds in [0.05, 0.1, 0.2, 3, 40, 9_000] {
      metrics.record(0, status: 200, time: .microseconds(milliseconds * 1_000))
    }
    metrics.record(0, status: 299)
    let text = metrics.metrics.text
    let values = Self.values(text)
    let ping = "method=\"GET\",route=\"/api/ping\""
    func bucket(_ bound: String) -> Double? {
      values["firefly_http_request_duration_seconds_bucket{\(ping),le=\"\(bound)\"}"]
    }
    #expect(
      ["0.0001", "0.00025", "0.0025", "0.005", "0.05", "2.5", "+Inf"].map(bucket) == [
        3, 4, 4, 5, 6, 6, 7,
      ])
    #expect(values["firefly_http_request_duration_seconds_count{\(ping)}"] == 7)
    #expect(values["firefly_http_request_duration_seconds_sum{\(ping)}"] == 9.04335)
    #expect(values["firefly_http_requests_total{\(ping),status=\"other\"}"] == 1)
  }

  @Test(arguments: [
    ("127.0.0.1", [:], 200), ("127.8.9.1", [:], 200), ("::1", [:], 200),
    ("::ffff:127.0.0.1", [:], 200), ("10.0.0.1", [:], 404), ("128.0.0.1", [:], 404),
    ("::2", [:], 404),
    // A proxy on this machine asks for others.
    ("127.0.0.1", ["X-Forwarded-For": "9.9.9.9"], 404),
    ("127.0.0.1", ["X-Forwarded-For": "127.0.0.1"], 404), ("127.0.0.1", ["Via": "1.1 a"], 404),
    ("127.0.0.1", ["Forwarded": "for=a"], 404), ("127.0.0.1", ["X-Real-IP": "a"], 404),
    ("127.0.0.1", ["Host": "posts.example.org"], 404),
    ("127.0.0.1", ["Origin": "http://evil.example"], 404),
  ])
  func onlyProgramsOfThisMachineSeeThem(
    _ peer: String, _ fields: [String: String], _ status: Int
  ) async throws {
    let home = try TemporaryStore()
    let router = Router(
      store: home.store, access: .open(),
      hostGuard: HostGuard(host: "0.0.0.0", names: ["posts.example.org"]), logger: silent)
    var request = Self.request("/metrics", from: .network(peer))
    for (name, value) in fields { request.fields[name] = value }
    let operations = Operations(router, hasListener: false)
    let answer = await operations.respond(to: request).status
    #expect(answer == status || status == 404 && answer == 403 && fields["Origin"] != nil)
    // With a listener of their own they are nowhere else.
    let other = Operations(router, hasListener: true)
    #expect(await other.respond(to: request).status != 200)
  }

  @Test func aListenerOfTheirOwn() async throws {
    let home = try await TemporaryStore.sample()
    let server = try await EmbeddedServer(
      store: home.store, folder: home.folder, logger: silent, localUser: { TemporaryStore.ada })
    let address = try await server.start(metrics: .listener(host: "127.0.0.1", port: 0))
    let metrics = try #require(await server.metricsURL)
    #expect(try await ask(address, "GET", "/metrics").status == 404)
    #expect(try await ask(address, "GET", "/api/ping").status == 200)
    let port = try #require(address.port)
    _ = try await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
    let base = metrics.deletingLastPathComponent()
    let scraped = try await ask(base, "GET", "metrics")
    #expect(scraped.status == 200)
    #expect(scraped.text.contains("route=\"/api/ping\",status=\"200\"} 1\n"))
    #expect(scraped.text.contains("route=\"none\",status=\"400\"} 1\n"))
    #expect(try await ask(base, "GET", "readyz").text == "ok\n")
    // It knows no posts.
    #expect(try await ask(base, "GET", "api/ping").status == 404)
    // Its port is taken while it runs, and free afterwards.
    let taken = try #require(metrics.port)
    let second = try await EmbeddedServer(
      store: home.store, folder: home.folder, logger: silent, localUser: { TemporaryStore.ada })
    await #expect(throws: EmbeddedServer.StartError.portTaken(taken)) {
      _ = try await second.start(metrics: .listener(host: "127.0.0.1", port: taken))
    }
    await server.stop()
    _ = try await second.start(metrics: .listener(host: "127.0.0.1", port: taken))
    await second.stop()
  }

  @Test(arguments: [
    ("127.0.0.1:9464", MetricsAddress.listener(host: "127.0.0.1", port: 9464)),
    ("[::1]:0", .listener(host: "::1", port: 0)),
    ("localhost:1", .listener(host: "localhost", port: 1)),
    ("9464", nil), (":9464", nil), ("::1:9464", nil), ("127.0.0.1:", nil), ("127.0.0.1:65536", nil),
    ("127.0.0.1:-1", nil), ("[]:1", nil), ("", nil),
  ])
  func placesAreAddressesWithPorts(_ text: String, _ place: MetricsAddress?) {
    #expect(MetricsAddress(text) == place)
  }

  @Test(arguments: [
    ("4bf92f3577b34da6", true), ("Root=1.2_3-x", false), ("a.B_9-", true), ("", false),
    ("a b", false),
    ("a\"b", false), ("ä", false), (String(repeating: "a", count: 72), true),
    (String(repeating: "a", count: 73), false), ("a\u{1B}[2J", false),
  ])
  func aProxyMayNameRequests(_ name: String, _ isTaken: Bool) async throws {
    let operations = Self.operations(try TemporaryStore())
    var request = Self.request("/api/ping", fields: ["X-Request-Id": name])
    let made = await operations.respond(to: request).fields["x-request-id"] ?? ""
    #expect(made.wholeMatch(of: /[0-9a-z]{6}-1/) != nil, "\(made)")
    request.isProxied = true
    let id = await operations.respond(to: request).fields["x-request-id"] ?? ""
    #expect(isTaken ? id == name : id.wholeMatch(of: /[0-9a-z]{6}-2/) != nil, "\(id)")
    request.fields.add("X-Request-Id", "other")
    let third = await operations.respond(to: request).fields.all("x-request-id")
    #expect(third.count == 1 && third[0].hasPrefix(made.prefix(7)))
    for probe in ["/healthz", "/readyz"] {
      let ids = await operations.respond(to: Self.request(probe)).fields.all("x-request-id")
      #expect(ids.count == 1 && ids[0].hasPrefix(made.prefix(7)), "\(ids)")
    }
  }
}
