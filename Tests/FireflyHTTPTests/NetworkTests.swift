import Testing

@testable import FireflyHTTP

@Suite struct NetworkTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
    ("10.0.0.0/8", "10.200.3.4", true), ("10.0.0.0/8", "11.0.0.0", false),
    ("10.1.2.3/12", "10.15.0.1", true), ("10.1.2.3/12", "10.16.0.1", false),
    ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false),
    ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
    ("::1", "0:0::1", true), ("127.0.0.1", "::ffff:127.0.0.1", true), ("::/0", "1.2.3.4", true),
  ])
  func blocksHoldTheirAddresses(_ block: String, _ address: String, _ isInside: Bool) throws {
    let networks = [try #require(HTTPNetwork(block))]
    #expect(networks.contains(.network(address)) == isInside)
  }

  @Test(arguments: [
    "", "/", "localhost", "1.2.3", "1.2.3.4/33", "1.2.3.4/-1", "1.2.3.4/", "::1/129", "::g", "/8",
    "1.2.3.4/8/9", "1.2.3.4/x",
  ])
  func invalidNetworksAreRefused(_ text: String) { #expect(HTTPNetwork(text) == nil) }

  @Test(arguments: [
    // The connection's own address counts unless a proxy is trusted.
    ("9.9.9.9", ["1.1.1.1"], "9.9.9.9"), ("127.0.0.1", ["1.1.1.1"], "1.1.1.1"),
    ("127.0.0.1", [], "127.0.0.1"), ("127.0.0.1", ["6.6.6.6, 1.1.1.1"], "1.1.1.1"),
    ("127.0.0.1", ["6.6.6.6", "1.1.1.1, 10.0.0.7"], "1.1.1.1"),
    ("127.0.0.1", ["10.0.0.8,10.0.0.7"], "10.0.0.8"), ("127.0.0.1", ["nonsense"], "127.0.0.1"),
    ("127.0.0.1", ["1.1.1.1, nonsense, 10.0.0.7"], "10.0.0.7"),
    ("127.0.0.1", [""], "127.0.0.1"), ("127.0.0.1", [","], "127.0.0.1"),
    ("127.0.0.1", ["1.1.1.1,"], "127.0.0.1"), ("127.0.0.1", ["1.1.1.1", ""], "127.0.0.1"),
    ("127.0.0.1", ["1.1.1.1\u{0}"], "127.0.0.1"), ("127.0.0.1", ["١.1.1.1"], "127.0.0.1"),
    ("127.0.0.1", ["6.6.6.6,\(String(repeating: " ", count: 15_000))1.1.1.1"], "127.0.0.1"),
    ("127.0.0.1", ["\(String(repeating: "6.6.6.6,", count: 8_000))1.1.1.1"], "1.1.1.1"),
    // A chain that is too long to be one ends at a proxy, which shares its limits.
    ("127.0.0.1", ["6.6.6.6\(String(repeating: ",10.0.0.1", count: 8_000))"], "10.0.0.1"),
    ("127.0.0.1", ["[2001:db8::5]:99"], "2001:db8::5"), ("127.0.0.1", ["1.1.1.1:80"], "1.1.1.1"),
  ])
  func theSenderIsTheLastAddressThatNoProxyHas(
    _ peer: String, _ forwarded: [String], _ sender: String
  ) {
    let proxies = ["127.0.0.1", "10.0.0.0/8"].compactMap(HTTPNetwork.init)
    #expect(proxies.sender(.network(peer), forwarded: forwarded) == .network(sender))
    #expect([].sender(.network(peer), forwarded: forwarded) == .network(peer))
  }

  @Test func aHouseholdHasAnAddressOrHalfOfOne() {
    #expect(HTTPPeer.network("1.2.3.4").subnet == "1.2.3.4")
    #expect(HTTPPeer.network("2001:db8:1:2:3::4").subnet == "2001:db8:1:2::/64")
    #expect(HTTPPeer.network("::ffff:1.2.3.4").subnet == "1.2.3.4")
    #expect(HTTPPeer.unixSocket.subnet == "")
  }
}
