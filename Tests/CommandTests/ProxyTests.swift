import Eventually
import FireflyPrograms
import Foundation
import OwnThreads
import TerminalHarness
import Testing

private let nginx = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

/// `firefly serve` behind nginx, as the manual has it.
@Suite(.ownThreads, .enabled(if: nginx != nil, "nginx is not installed")) struct ProxyTests {
  /// The lines that the manual gives for nginx.
  private static func manual() throws -> String {
    let page = try String(
      contentsOf: Program.package.appendingPathComponent("Documentation/firefly-serve.1"),
      encoding: .utf8)
    return String(try #require(page.firstMatch(of: /With nginx:\n\.PP\n\.nf\n((?:.*\n)+?)\.fi/)).1)
  }

  /// Two people at one server behind a proxy: to the server both come from the proxy's address.
  ///
  /// - `host`: what the proxy hands on as the `Host`: the server's own, or the one asked for.
  @Test(arguments: ["127.0.0.1", "$host"])
  func twoPeopleBehindAProxy(host: String) throws {
    let house = try ServedHouse("--host-name", "posts.example.org")
    let (proxy, address) = try Self.proxy(before: house, host: host)
    defer { Self.end(proxy) }
    let ping = "\(address)/api/ping"

    let (ada, ben) = (try Program(), try Program())
    try house.signIn(ada, "ada@example.org", at: address)
    try house.signIn(ben, "ben@example.org", at: address)
    #expect(try ada.run("whoami", "--server", address).output.hasPrefix("ada@example.org"))
    #expect(try ben.run("devices", "--server", address).lines.count == 1)
    #expect(try ada.run("posts", "--limit", "3", "--server", address).lines.count == 3)
    // Nobody is somebody because of where they come from, whatever they say that is.
    let lies = ["X-Forwarded-For: 127.0.0.1", "X-Real-IP: 127.0.0.1", "Forwarded: for=127.0.0.1"]
    let form = ["email=ada@example.org", "title=t", "summary=s", "body=b"]
    let forged = try Program.curl(
      lies.flatMap { ["-H", $0] } + form.flatMap { ["--data-urlencode", $0] }
        + ["\(address)/api/posts/create"])
    #expect(forged.contains("You need to sign in for this."))
    if host == "$host" {
      let named = ["-H", "Host: posts.example.org", ping]
      #expect(try Program.curl(named).contains("ok"))
      let rebound = ["-H", "Host: evil.example", ping]
      #expect(try Program.curl(rebound).contains("doesn't answer web pages of other hosts"))
    }
  }

  /// An address may have three codes a minute sent to people who are not known: that of the client, as the
  /// proxy saw it, whatever the client says.
  @Test func clientsOfAProxyHaveLimitsOfTheirOwn() throws {
    let house = try ServedHouse("--trusted-proxy", "127.0.0.1")
    let (proxy, address) = try Self.proxy(before: house, host: "127.0.0.1")
    defer { Self.end(proxy) }
    func statuses(_ source: String) throws -> [String] {
      try (1...4).map { number in
        try Program.curl([
          "--interface", source, "-o", "/dev/null", "-w", "%{http_code}",
          "-H", "X-Forwarded-For: 9.9.9.\(number)", "-H", "Content-Type: application/json",
          "-d", #"{"email":"\#(source)-\#(number)@example.org"}"#, "\(address)/api/auth/send-code",
        ])
      }
    }
    for source in ["127.0.0.2", "127.0.0.4"] {
      #expect(try statuses(source) == ["200", "200", "200", "429"])
    }
    // The proxy names requests, not the client.
    let head = try Program.curl([
      "-D", "-", "-o", "/dev/null", "-H", "X-Request-Id: forged", "\(address)/api/ping",
    ])
    #expect(head.firstMatch(of: /(?i)x-request-id: [0-9a-f]{32}\r\n/) != nil, "\(head)")
    // It comes from this machine, and asks for others.
    let status = ["-o", "/dev/null", "-w", "%{http_code}", "\(address)/metrics"]
    #expect(try Program.curl(status) == "404")
  }

  /// Starts nginx as the manual has it, and waits until it answers.
  private static func proxy(
    before house: ServedHouse, host: String
  ) throws -> (process: ChildProgram, address: String) {
    let port = try FreePort.any()
    let block = try manual()
      .replacing("listen 443 ssl;", with: "listen 127.0.0.1:\(port);")
      .replacing(/\s+ssl_.*/, with: "")
      .replacing("127.0.0.1:8080", with: "127.0.0.1:\(house.port)")
      .replacing("Host $host", with: "Host \(host)")
    #expect(block.contains("proxy_set_header Host \(host);"))
    let folder = house.home.home.appendingPathComponent("nginx").path
    try house.home.write(
      """
      daemon off; master_process off; pid \(folder)/pid; error_log \(folder)/errors;
      events {}
      http {
        access_log off;
        client_body_temp_path \(folder)/1; proxy_temp_path \(folder)/2;
        fastcgi_temp_path \(folder)/3; uwsgi_temp_path \(folder)/4; scgi_temp_path \(folder)/5;
        \(block)
      }
      """, to: "nginx/nginx.conf")
    let proxy = ChildProgram()
    proxy.executableURL = URL(fileURLWithPath: try #require(nginx))
    proxy.arguments = ["-c", "\(folder)/nginx.conf", "-e", "\(folder)/errors"]
    proxy.standardError = FileHandle.nullDevice
    try proxy.run()
    let address = "http://127.0.0.1:\(port)"
    try #require(
      try eventuallyBlocking { try Program.curl(["\(address)/api/ping"]).contains("ok") })
    return (proxy, address)
  }

  /// Ends a proxy, which may have been started with signals blocked.
  private static func end(_ proxy: ChildProgram) {
    kill(proxy.processIdentifier, SIGKILL)
    proxy.waitUntilExit()
  }
}
