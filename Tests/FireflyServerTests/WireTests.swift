import FireflyAPI
import FireflyCore
import Foundation
import Testing

@testable import FireflyServer

@Suite struct WireTests {
  @Test(
    arguments: [
      ("127.0.0.1:5000", nil, nil, true), ("localhost", nil, nil, true),
      ("[::1]:5000", nil, nil, true), ("LOCALHOST:1", nil, "none", true),
      ("evil.example:5000", nil, nil, false), ("127.0.0.1.evil.example", nil, nil, false),
      ("", nil, nil, false), ("127.0.0.1", "http://127.0.0.1:5000", "same-origin", true),
      ("127.0.0.1", "https://evil.example", nil, false), ("127.0.0.1", "null", nil, false),
      ("127.0.0.1", nil, "cross-site", false),
    ] as [(String, String?, String?, Bool)])
  func pagesOfOthersAreKeptOut(
    _ host: String, _ origin: String?, _ site: String?, _ isAdmitted: Bool
  ) {
    var headers = ["host": host]
    headers["origin"] = origin
    headers["sec-fetch-site"] = site
    #expect(HostGuard(host: "127.0.0.1").admits(headers) == isAdmitted)
  }

  @Test func listeningEverywhereAdmitsAddressesOnly() {
    let guarded = HostGuard(host: "0.0.0.0")
    #expect(guarded.admits(["host": "192.168.1.5:8080"]))
    #expect(guarded.admits(["host": "[fe80::1]:8080"]))
    #expect(!guarded.admits(["host": "rebound.example:8080"]))
    #expect(!guarded.admits([:]))
  }

  @Test func theRouterRefusesStrangers() async throws {
    let router = Router(store: try TemporaryStore().store, logger: silent)
    let reply = await router.respond(
      to: Request("GET", "/api/ping", headers: ["Host": "evil.example"]))
    #expect(reply.status == 403)
  }

  @Test func jsonIsEscaped() throws {
    var json = JSONWriter()
    let text = (0...0x2FF).compactMap { Unicode.Scalar($0).map(String.init) }.joined() + "😀\\\"/"
    json.beginArray()
    json.value(text)
    json.value(nil as String?)
    json.value("")
    json.endArray()
    let decoded = try JSONDecoder().decode([String?].self, from: Data(json.take()))
    #expect(decoded == [text, nil, ""])
  }

  @Test func commasStandWhereTheyShould() {
    var json = JSONWriter()
    json.beginObject()
    json.key("a")
    json.beginArray()
    json.endArray()
    json.key("b")
    json.beginObject()
    json.endObject()
    json.key("c")
    json.beginArray()
    json.value(1)
    json.value(true)
    json.value(0.5)
    json.value(Double.infinity)
    json.endArray()
    json.endObject()
    #expect(
      String(decoding: json.take(), as: UTF8.self) == #"{"a":[],"b":{},"c":[1,true,0.5,0.0]}"#)
  }

  @Test func postsAreWrittenAsTheyDecode() throws {
    let post = Post(
      id: 7, userID: 2, parentID: -1, title: "t\n", summary: "s", body: "b", imageURL: "/uploads/x",
      clipOffsetX: -0.5, clipOffsetY: 1, createdAt: Date(timeIntervalSince1970: 1_762_165_884),
      timezone: "Asia/Taipei", locationTag: "here", isAIGenerated: true, authorName: "n",
      authorEmail: "e@x", childCount: 3, template: .query,
      placeholders: Post.Placeholders(title: "1", summary: "2", body: "3"),
      feed: Post.FeedDetails(
        pluralName: "queries", hasNewMatches: true, ancestorChain: [2, 1],
        lastActivity: Date(timeIntervalSince1970: 1_762_165_885), proximity: 4))
    var json = JSONWriter()
    json.value(post)
    #expect(try JSONDecoder().decode(Post.self, from: Data(json.take())) == post)
  }

  @Test(arguments: [
    "", "--b", "--b\r\n", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx", "no boundary at all",
    String(repeating: "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n", count: 100)
      + "--b--",
    "--b\r\nX: " + String(repeating: "y", count: 5000)
      + "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--b--",
  ])
  func damagedFormsHaveNoFields(_ body: String) {
    let request = Request(
      "POST", "/", headers: ["Content-Type": "multipart/form-data; boundary=b"],
      body: Data(body.utf8))
    #expect(FormBody(request) == nil)
  }

  @Test func formsAreReadWhole() throws {
    let body = """
      preamble\r\n--b\r
      content-disposition: form-data; name="title"\r\n\r
      a; "b"\r\n\r\n-b\r\n--b\r
      Content-Type: image/png\r
      Content-Disposition: form-data; name="image"; filename=""\r\n\r
      \r\n--b--
      """
    let form = try #require(
      FormBody(
        Request(
          "POST", "/", headers: ["content-type": "Multipart/Form-Data; Boundary=\"b\""],
          body: Data(body.utf8))))
    #expect(form.fields == [QueryItem("title", "a; \"b\"\r\n\r\n-b")])
    #expect(form.image == nil)
  }
}
