import FireflyApp
import FireflyCore
import FireflyModel
import Foundation
import Logging
import Testing

@testable import FireflyClient

@Suite struct ListStoreTests {
  private let cache = FileManager.default.temporaryDirectory.appendingPathComponent(
    UUID().uuidString)
  private var folder: URL { cache.appendingPathComponent("lists") }
  private let source = ListContent.root(.posts, .everyone)

  private func store(_ server: SiteID = "s") -> ListStore {
    ListStore(cache: cache, server: server, log: Logger(label: "test"))
  }

  private func files() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }

  @Test func aListComesBackInTheNextRun() async throws {
    defer { try? FileManager.default.removeItem(at: cache) }
    var posts = (1...700).map { Post(id: $0, title: "number \($0)", body: "漢字 \($0)") }
    posts[0].children = [posts[1]]
    await store().save(posts, of: source, of: "ada@example.org")
    let kept = try #require(store().list(source, of: "ada@example.org"))
    posts[0].children = nil
    #expect(kept.posts == Array(posts.prefix(500)))
    #expect(abs(kept.time - Int(Date().timeIntervalSince1970)) < 60)
  }

  /// Only the time of the file tells that it was the same again.
  @Test func aListThatNothingChangedIsNotWrittenAgain() async throws {
    defer { try? FileManager.default.removeItem(at: cache) }
    var entry = Post(id: 5, title: "High tide", body: "Tonight …", createdAt: Date())
    (entry.facts.isExcerpt, entry.facts.feedID) = (true, 72)
    let posts = [entry, Post(id: 6, title: "plain")]
    await store().save(posts, of: source, of: nil)
    let file = try #require(files().first { $0.pathExtension == "json" })
    func number() -> UInt64 {
      var status = stat()
      return stat(file.path, &status) == 0 ? UInt64(status.st_ino) : 0
    }
    let first = number()
    let past = Date(timeIntervalSince1970: 1_763_208_000)
    let text = try String(contentsOf: file, encoding: .utf8)
    let time = try #require(text.firstMatch(of: /"time":(\d+)/)).1
    try text.replacing("\"time\":\(time)", with: "\"time\":1763208000")
      .write(to: file, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file.path)
    let next = store()
    let kept = try #require(next.list(source, of: nil))
    #expect(kept.time == 1_763_208_000)
    await next.save(kept.posts, of: source, of: nil)
    #expect(number() == first)
    #expect(try #require(store().list(source, of: nil)).time > kept.time)
    await next.save(posts.dropLast(), of: source, of: nil)
    #expect(number() != first)
    #expect(store().list(source, of: nil)?.posts.count == 1)
  }

  /// What the JSON of posts leaves out is kept, too: what is an entry or a folder, and what is only a part.
  @Test func entriesAndFoldersOfFeedsComeBack() async throws {
    defer { try? FileManager.default.removeItem(at: cache) }
    var entry = Post(id: 5, parentID: nil, title: "High tide", body: "Tonight …")
    entry.facts = Post.Facts(labels: ["pinned"])
    (entry.facts.isExcerpt, entry.facts.isByModerator, entry.facts.feedID) = (true, true, 72)
    (entry.facts.value, entry.facts.author, entry.facts.replies) = ("12 points", "ada", 3)
    (entry.facts.link, entry.facts.opening) = ("http://e.example/1", "Tonight …")
    entry.facts.recordings = [.init(title: "Sea air", address: "http://e.example/a.mp3")]
    entry.summary = entry.facts.line
    var folder = Post(id: 80, title: "Tech", template: .profile)
    folder.facts.contents = FeedContents(
      isFolder: true,
      items: [
        .init(id: 5, parent: 72, arrivedAt: Date(timeIntervalSince1970: 1_763_208_000.5)),
        .init(id: 72, parent: 80, arrivedAt: nil),
      ])
    let posts = [entry, folder, Post(id: 6, title: "plain")]
    await store().save(posts, of: source, of: nil)
    #expect(store().list(source, of: nil)?.posts == posts)
  }

  /// Every list, account and server has its own, whatever their names hold.
  @Test func listsAreNotMistakenForEachOther() async throws {
    defer { try? FileManager.default.removeItem(at: cache) }
    let sources: [ListContent] =
      Explorer.allCases.flatMap { [.root($0, .mine), .root($0, .everyone)] }
      + [1, 12].flatMap { [.level(.children(of: $0)), .level(.results(query: $0))] }
      + [.level(.profile(email: "1")), .level(.profile(email: "../../x"))]
    let names = ["", "a", "a\nposts", "../..", "\u{1B}[31m"]
    let accounts = [nil] + names.dropFirst().map(PersonID.init(kept:))
    var number = 0
    for server in names.map(SiteID.init(kept:)) {
      for account in accounts {
        for source in sources {
          number += 1
          await store(server).save([Post(id: number, title: "t")], of: source, of: account)
        }
      }
    }
    number = 0
    for server in names.map(SiteID.init(kept:)) {
      for account in accounts {
        for source in sources {
          number += 1
          #expect(store(server).list(source, of: account)?.posts.map(\.id) == [number])
        }
      }
    }
  }

  @Test func onlyItsOwnerReadsIt() async throws {
    defer { try? FileManager.default.removeItem(at: cache) }
    await store().save([Post(id: 1, title: "one")], of: source, of: nil)
    for file in try files() + [folder] {
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
      #expect((mode as? Int).map { $0 & 0o077 } == 0)
    }
  }

  @Test(arguments: ["", "{", "null", #"{"key":"x","time":1,"posts":[]}"#, #"{"key":5}"#])
  func damageCountsForNothing(_ content: String) async throws {
    defer { try? FileManager.default.removeItem(at: cache) }
    await store().save([Post(id: 1, title: "one")], of: source, of: nil)
    let file = try #require(try files().first)
    try Data(content.utf8).write(to: file)
    #expect(store().list(source, of: nil) == nil)
    // And it is mended by the next answer.
    await store().save([Post(id: 2, title: "two")], of: source, of: nil)
    #expect(store().list(source, of: nil)?.posts.map(\.id) == [2])
  }

  @Test func theOldestGo() async throws {
    defer { try? FileManager.default.removeItem(at: cache) }
    for id in 0..<520 {
      await store().save([Post(id: 1, title: "t")], of: .level(.children(of: id)), of: nil)
    }
    #expect(try files().count <= 502)
  }

  /// What is forgotten of one server stays of the others, also of one whose name begins alike.
  @Test func aServerIsForgotten() async throws {
    defer { try? FileManager.default.removeItem(at: cache) }
    let servers: [SiteID] = ["http://a", "http://a:80", "http://b"]
    for server in servers {
      for account in [nil, "ada@example.org"] as [PersonID?] {
        await store(server).save([Post(id: 1, title: "t")], of: source, of: account)
      }
      PositionsFile(state: cache, server: server).write(SavedPositions(explorer: "users"))
      let views = ViewStore(state: cache, server: server)
      views.choose(.mine, in: .posts)
      views.flush()
    }
    _ = await LocalData(
      state: cache, cache: cache, place: "http://a", accounts: "http://a", view: "http://a",
      choice: "http://a", isPersonal: false, removeSearches: { _ in }
    ).removeAll(of: nil, isLast: true)
    for server in servers {
      let isKept = server != "http://a"
      for account in [nil, "ada@example.org"] as [PersonID?] {
        #expect((store(server).list(source, of: account) != nil) == isKept)
      }
      #expect((PositionsFile(state: cache, server: server).read() != nil) == isKept)
      let views = ViewStore(state: cache, server: server)
      #expect((views.audience(of: .posts) != nil) == isKept)
    }
  }

  @Test func whereOneWasIsKeptByServer() {
    defer { try? FileManager.default.removeItem(at: cache) }
    let one = PositionsFile(state: cache, server: "one")
    #expect(one.read() == nil)
    one.write(SavedPositions(explorer: "users"))
    #expect(one.read()?.explorer == "users")
    #expect(PositionsFile(state: cache, server: "two").read() == nil)
  }

  @Test func hitsThatCantBeLoadedKeepTheirCopies() async throws {
    defer { try? FileManager.default.removeItem(at: cache) }
    let source = ListContent.level(.results(query: 1))
    func posts(_ ids: [Int]) -> [Post] { ids.map { Post(id: $0, title: "number \($0)") } }
    await store().save(PostPage(posts: posts([5, 6])), of: source, of: nil)
    let page = PostPage(posts: posts([7]), skipped: ["result 5: no"], hits: [7, 5])
    await store().save(page, of: source, of: nil)
    #expect(store().list(source, of: nil)?.posts.map(\.id) == [7, 5])
  }
}
