import Foundation
import OwnThreads
import SourceFakes
import Testing

/// Feeds by way of a proxy that is gone, that refuses, or that the user doesn't want.
@Suite(.ownThreads) struct OutgoingProxyTests {
  private let feed =
    "<rss><channel><title>Knots</title><item><title>a</title></item></channel></rss>"

  @Test func aProxyThatIsGoneIsNamed() throws {
    let program = try Program()
    let gone = "127.0.0.1:\(try FreePort.any())"
    for (name, address) in [
      ("http_proxy", "http://feed.example/x"), ("https_proxy", "https://feed.example/x"),
    ] {
      let result = try program.run("article", address, environment: [name: "http://\(gone)"])
      #expect(result.error.contains("Can't reach the proxy \(gone)."), "\(result.error)")
    }
  }

  @Test func aProxyThatRefusesIsNamed() async throws {
    let proxy = try await FakeService()
    let program = try Program()
    let address = proxy.address.replacing("http://", with: "")
    let result = try program.run(
      "article", "https://feed.example/x", environment: ["https_proxy": proxy.address])
    #expect(
      result.error.contains("Can't reach feed.example through the proxy \(address) ("),
      "\(result.error)")
  }

  /// Firefly adds this machine to the exceptions, which would make `*` a name.
  @Test(arguments: ["no_proxy", "NO_PROXY"]) func aStarMeansNoProxy(name: String) async throws {
    let service = try await FakeService()
    service.answer("/feed", withPage: feed)
    let program = try Program()
    let host = service.address.replacing("127.0.0.1", with: "127.0.0.2")
    let environment = [name: "*", "http_proxy": "http://127.0.0.1:\(try FreePort.any())"]
    let result = try program.run("feeds", "--add", "\(host)/feed", environment: environment)
    #expect(!result.error.contains("proxy"), "\(result.error)")
  }

  @Test func whatAFolderLosesIsSaid() async throws {
    let service = try await FakeService()
    service.answer("/feed", withPage: feed)
    let program = try Program()
    let result = try program.run(
      "feeds", "--add", "\(service.address)/feed", "--folder", "A/B/C/D/E")
    #expect(result.error.contains("Folders are at most 4 deep: A/B/C/D is used.\n"))
    #expect(try program.run("feeds", "--list").output.hasSuffix("A/B/C/D\n"))
    let feed = #"<outline xmlUrl="\#(service.address)/other"/>"#
    let list = ["F", "G", "H", "I", "J"].reversed().reduce(feed) { inner, name in
      "<outline text=\"\(name)\">\(inner)</outline>"
    }
    let file = program.home.appendingPathComponent("feeds.opml")
    try "<opml version=\"2.0\"><body>\(list)</body></opml>".write(
      to: file, atomically: true, encoding: .utf8)
    let imported = try program.run("feeds", "--add", file.path)
    #expect(imported.error.contains("Folders are at most 4 deep: F/G/H/I is used.\n"))
    try program.write(
      "# [A/B/C/D/E]\n\(service.address)/feed\n", to: ".local/share/firefly/feeds.txt")
    let typed = try program.run("feeds", "--list")
    #expect(typed.status == 0 && typed.output.hasSuffix("A/B/C/D\n"))
    #expect(
      typed.error == "firefly: feeds.txt, line 1: Folders are at most 4 deep: A/B/C/D is used.\n")
  }
}
