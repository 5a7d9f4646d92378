import FireflyApp
import FireflyCore
import FireflyModel
import Foundation
import Testing

@testable import FireflyClient

/// Files of a release whose identities were texts are found, read and written as they were.
@Suite final class ReleasedFilesTests {
  private let state = FileManager.default.temporaryDirectory
    .appendingPathComponent("firefly-released-\(UUID().uuidString)")
  private let instance = SiteID(ofSource: "mastodon:m.example")
  private let server = SiteID(kept: "http://a.example")
  private let ada = PersonID(email: "Ada@Example.org")
  /// Servers such as snac have addresses in place of numbers.
  private let cy = PersonID(number: "https://M.example/Cy")

  deinit { try? FileManager.default.removeItem(at: state) }

  private func write(_ text: String, to path: String) throws {
    try PrivateFile(url: state.appendingPathComponent(path)).replace(with: Data(text.utf8))
  }

  /// The JSON of a file, as a value that can be compared.
  private func json(_ path: String) throws -> NSObject {
    let data = try Data(contentsOf: state.appendingPathComponent(path))
    return try #require(JSONSerialization.jsonObject(with: data) as? NSObject)
  }

  @Test func whatTabsShow() throws {
    let path = "views/403b374a3583d3f6.json"
    try write(
      """
      {"server":"source:mastodon:m.example id:https://M.example/Cy","explorers":{"post":{"audience":"mine",\
      "authors":["id:https://m.example/cy"]}},"threads":{}}
      """, to: path)
    let before = try json(path)
    let views = ViewStore(
      state: state, server: instance.seen(by: cy), ownPosts: .never)
    #expect(views.audience(of: .posts) == .second)
    #expect(views.hasWritten(.posts, cy) && !views.hasWritten(.posts, ada))
    views.choose(.everyone, in: .posts)
    views.choose(.second, in: .posts)
    views.flush()
    #expect(try json(path) == before)
    let own = ViewStore(state: state, server: server)
    own.postWritten(.posts, by: ada)
    own.flush()
    #expect(try "\(json("views/aee7dad94e9de386.json"))".contains("ada@example.org"))
  }

  @Test func whatIsRead() throws {
    for (site, person, path, owner) in [
      (server, ada, "marks/007b28926206a7e0.json", "http://a.example\nada@example.org"),
      (
        instance, cy, "marks/6e8affd7568fdc04.json",
        "source:mastodon:m.example\nid:https://m.example/cy"
      ),
    ] {
      try write(
        #"{"owner":"\#(owner.replacing("\n", with: "\\n"))","marks":{"since":9,"first":5,"read":[7,1],"unread":[],"hashes":[],"stories":{}}}"#,
        to: path)
      let store = ReadMarkStore(state: state, server: site)
      let marks = store.marks(of: person)
      #expect(marks.first == 5 && !marks.isUnread(7, createdAt: nil), "\(path)")
      store.apply([.read([8])], to: person)
      store.flush()
      let kept = try #require(try json(path) as? [String: Any])
      #expect(kept["owner"] as? String == owner)
    }
  }

  @Test func accounts() throws {
    try write(
      """
      {"accounts":{"http://a.example":{"email":"Ada@Example.org","name":"Ada","token":"t"},\
      "source:mastodon:m.example":{"email":"@cy@m.example","id":"https://M.example/Cy","name":"Cy",\
      "scopes":"read","token":"u"}},"device":"d","others":{"http://a.example":[{"email":"ben@example.org",\
      "name":"Ben"}]}}
      """, to: "accounts.json")
    let before = try json("accounts.json")
    let file = AccountFile(folder: state)
    #expect(try file.account(on: instance)?.user.key == cy)
    #expect(try file.account(on: server)?.isOf("ada@example.org") == true)
    #expect(
      try file.all().keys.sorted().map(\.argument) == ["http://a.example", "mastodon:m.example"])
    try file.choose("ben@example.org", on: server)
    try file.choose(ada, on: server)
    #expect(try json("accounts.json") == before)
  }

  @Test func drafts() throws {
    let path = "drafts/d2fd1adb878ce51d.json"
    try write(
      """
      {"version":1,"server":"http://a.example","account":"Ada@Example.org","place":"new","title":"Fog",\
      "summary":"","body":"at sea","template":"post","idempotency_key":"k","started_at":1,"changed_at":2}
      """, to: path)
    let folder = DraftFolder(state: state)
    guard case .draft(let kept)? = folder.entries().first else {
      Issue.record("no draft")
      return
    }
    let key = Draft.Key(server: server, account: "ada@example.org", target: .newPost(below: nil))
    #expect(kept.draft.key == key && kept.draft.key.id == "d2fd1adb878ce51d")
    let before = try #require(try json(path) as? [String: NSObject])
    try folder.write(kept)
    let after = try #require(try json(path) as? [String: NSObject])
    #expect(after.filter { before.keys.contains($0.key) } == before)
  }

  @Test func postsForLaterAndBranches() throws {
    try write(
      """
      [{"server":"source:hn","source":"Hacker News","post":{"id":7,"title":"Knots"}},\
      {"server":"http://a.example","source":"a.example","post":{"id":7,"title":"Fog"}}]
      """, to: "later.json")
    let later = LaterFile(state: state, server: SiteID(ofSource: "hn"), source: "Hacker News")
    #expect(later.posts.map(\.title) == ["Knots"])
    #expect(try later.remove(7).isEmpty)
    #expect(LaterFile(state: state, server: server, source: "").posts.map(\.title) == ["Fog"])
    let branches = MutedFiles(state: state, server: SiteID(ofSource: "hn"))
    try branches.keep([8: 7])
    #expect(
      FileManager.default.fileExists(
        atPath: state.appendingPathComponent("branches/875c041ed549db3a.json").path))
    // The path of a feed is not folded.
    PositionsFile(state: state, server: SiteID(ofSource: "feed:https://a.example/Feed.xml"))
      .write(SavedPositions(explorer: "users"))
    #expect(
      try "\(json("places/af814a77268bbbc1.json"))".contains(
        "source:feed:https://a.example/Feed.xml"))
  }
}
