import FireflyHTTP
import Testing

@Suite struct HostGuardTests {
  @Test(
    arguments: [
      ("127.0.0.1:5000", nil, nil, true), ("localhost", nil, nil, true),
      ("[::1]:5000", nil, nil, true), ("LOCALHOST:1", nil, "none", true),
      ("evil.example:5000", nil, nil, false), ("127.0.0.1.evil.example", nil, nil, false),
      ("", nil, nil, false), ("127.0.0.1:", nil, nil, false), ("127.0.0.1:x", nil, nil, false),
      ("127.0.0.1:5000", "http://127.0.0.1:5000", "same-origin", true),
      ("127.0.0.1:5000", "http://127.0.0.1:5001", nil, false),
      ("127.0.0.1:5000", "http://127.0.0.1", nil, false),
      ("127.0.0.1:5000", "http://localhost:5000", nil, false),
      ("localhost", "http://localhost", nil, true), ("localhost", "https://localhost", nil, true),
      ("localhost", "https://localhost:443", nil, true),
      ("127.0.0.1", "https://evil.example", nil, false), ("127.0.0.1", "null", nil, false),
      ("127.0.0.1", nil, "cross-site", false),
    ] as [(String, String?, String?, Bool)])
  func pagesOfOthersAreKeptOut(
    _ host: String, _ origin: String?, _ site: String?, _ isAdmitted: Bool
  ) {
    var request = HTTPRequest("GET", "/", fields: ["Host": host])
    request.fields["origin"] = origin
    request.fields["sec-fetch-site"] = site
    #expect(HostGuard(host: "127.0.0.1").admits(request) == isAdmitted)
  }

  @Test func listeningEverywhereAdmitsAddressesOnly() {
    let guarded = HostGuard(host: "0.0.0.0")
    func admits(_ fields: HTTPFields) -> Bool {
      guarded.admits(HTTPRequest("GET", "/", fields: fields))
    }
    #expect(admits(["Host": "192.168.1.5:8080"]))
    #expect(admits(["Host": "[fe80::1]:8080"]))
    #expect(!admits(["Host": "rebound.example:8080"]))
    #expect(!admits([:]))
  }

  @Test func aProxysNameIsAdmittedIfNamed() {
    let request = HTTPRequest(
      "POST", "/", fields: ["Host": "Posts.example", "Origin": "https://posts.example"])
    #expect(HostGuard(host: "127.0.0.1", names: ["posts.example"]).admits(request))
    #expect(!HostGuard(host: "127.0.0.1").admits(request))
  }

  @Test func aUnixSocketHasNoNameAndNoPages() {
    let guarded = HostGuard(host: "127.0.0.1")
    #expect(guarded.admits(HTTPRequest("GET", "/", fields: ["Host": "any"], peer: .unixSocket)))
    for field in ["Origin", "Sec-Fetch-Site"] {
      var request = HTTPRequest("GET", "/", peer: .unixSocket)
      request.fields[field] = "cross-site"
      #expect(!guarded.admits(request))
    }
  }
}
