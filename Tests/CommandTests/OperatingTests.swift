import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// What the people who run `firefly serve` see of it.
@Suite(.ownThreads) struct OperatingTests {
  /// The status of a request for a code that comes from an address of this machine.
  private func sendCode(
    _ email: String, at address: String, from source: String, _ forwarded: [String]
  ) throws -> String {
    let fields = forwarded.flatMap { ["-H", "X-Forwarded-For: \($0)"] }
    return try Program.curl(
      ["--interface", source, "-o", "/dev/null", "-w", "%{http_code}"] + fields + [
        "-H", "Content-Type: application/json", "-d", #"{"email":"\#(email)"}"#,
        "\(address)/api/auth/send-code",
      ])
  }

  /// An address may have three codes a minute sent to people who are not known.
  @Test func onlyATrustedProxyNamesClients() throws {
    let house = try ServedHouse("--trusted-proxy", "127.0.0.3")
    func statuses(_ source: String, _ name: String, _ forwarded: (Int) -> [String]) throws
      -> [String]
    {
      try (1...4).map {
        try sendCode(
          "\(name)\($0)@example.org", at: house.address, from: source, forwarded($0))
      }
    }
    // Whatever others say of themselves.
    #expect(
      try statuses("127.0.0.2", "eve") { ["9.9.9.\($0)"] } == ["200", "200", "200", "429"])
    #expect(
      try statuses("127.0.0.3", "mei") { ["6.6.6.\($0), 8.8.8.8"] }
        == ["200", "200", "200", "429"])
    #expect(try statuses("127.0.0.3", "ben") { ["7.7.7.\($0)"] } == ["200", "200", "200", "200"])
  }

  /// Neither what was written nor who wrote it.
  @Test func requestsAreLoggedWithTheirNames() throws {
    let house = try ServedHouse(
      "--open", "--log-level", "debug", "--trusted-proxy", "127.0.0.3")
    let form = ["email=noor@example.com", "title=secret title", "summary=s", "body=secret body"]
    let head = try Program.curl(
      ["-D", "-", "-o", "/dev/null"] + form.flatMap { ["--data-urlencode", $0] } + [
        "-H", "Authorization: Bearer secret-token", "-H", "X-Request-Id: forged-id",
        "\(house.address)/api/posts/create",
      ])
    let id = try #require(head.firstMatch(of: /(?i)x-request-id: (\S+)/)?.1)
    _ = try Program.curl(["\(house.address)/api/users/mei@example.org/profile?x=secret"])
    _ = try Program.curl([
      "--interface", "127.0.0.3", "-H", "X-Request-Id: from-the-proxy",
      "\(house.address)/secret/path",
    ])
    let log = try #require(house.home.log)
    let lines = log.split(separator: "\n").filter { $0.contains(" request=") }
    #expect(lines.count == 3)
    #expect(
      lines.first?.contains(
        "debug request method=POST microseconds=") == true)
    #expect(
      lines.first?.hasSuffix(" request=\(id) route=/api/posts/create status=200") == true)
    #expect(
      lines.dropFirst().first?.hasSuffix("route=/api/users/{name}/profile status=404") == true)
    #expect(lines.last?.hasSuffix("request=from-the-proxy route=none status=404") == true)
    for word in ["secret", "forged", "@example"] {
      #expect(!lines.contains { $0.contains(word) }, "\(word)")
    }
  }

  @Test func metricsAreOnlyWhereTheyBelong() throws {
    let house = try ServedHouse("--metrics-listen", "127.0.0.1:0")
    let place = try #require(house.opening.firstMatch(of: /Metrics: (\S+\/metrics)\n/)?.1)
    _ = try Program.curl(["\(house.address)/api/ping"])
    #expect(
      try Program.curl([String(place)]).contains(
        #"firefly_http_requests_total{method="GET",route="/api/ping",status="200"} 1"#))
    #expect(try Program.curl(["\(house.address)/metrics"]).contains("Not found"))
  }

  @Test(arguments: ["9464", "::1:9464", "127.0.0.1:x"])
  func aPlaceForMetricsIsAnAddressAndAPort(_ place: String) throws {
    let result = try Program().run("serve", "--port", "0", "--metrics-listen", place)
    #expect(result.status == 64)
    #expect(result.error.contains("--metrics-listen <address:port>"))
  }
}
