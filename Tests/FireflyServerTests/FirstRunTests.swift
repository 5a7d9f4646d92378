import FireflyCore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyStore

@Suite struct FirstRunTests {
  /// A guide in a folder of its own: one author, two posts, one picture.
  private func withGuide(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-guide-\(UUID().uuidString)")
    let pictures = folder.appendingPathComponent("pictures")
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(
      """
      {"users":[{"email":"nia@example.com","name":"Nia"}],"posts":[
        {"title":"Nia","summary":"lamps","template_name":"profile","author_email":"nia@example.com","children":[
          {"title":"lamps","author_email":"nia@example.com","image_url":"/uploads/lamp.png"}]}]}
      """.utf8
    ).write(to: folder.appendingPathComponent("field-guide.json"))
    try Data("not quite a picture".utf8).write(to: pictures.appendingPathComponent("lamp.png"))
    try await body(folder)
  }

  @Test func newStoreHasOnlyTheGuideAndAProfile() async throws {
    try await withGuide { folder in
      let home = try TemporaryStore()
      let (user, _) = try await home.store.prepareFirstRun(
        localUser: { TemporaryStore.ada }, guide: { try FieldGuide(folder: folder) })
      #expect(user == TemporaryStore.ada)
      let profile = try await home.store.profile(of: user.email)
      #expect(profile.title == "Ada Linden")
      #expect(profile.childCount == 0)
      let posts = try await home.store.recentPosts(FeedRequest(limit: 1000))
      // A profile of a name only is on no list of posts.
      #expect(!posts.contains { $0.isOwned(by: PersonID(email: user.email)) })
      let nia = try await home.store.profile(of: "nia@example.com")
      #expect(nia.childCount == 1)
      #expect(nia.authorName == "Nia")
      let users = try await home.store.recentUsers(reader: user.email)
      #expect(users.map { $0.feed?.proximity } == [0, 1])
      #expect(home.store.uploads.file("lamp.png")?.contentType == "image/png")
    }
  }

  @Test func secondStartAddsNothing() async throws {
    try await withGuide { folder in
      let home = try TemporaryStore()
      _ = try await home.store.prepareFirstRun(
        localUser: { TemporaryStore.ada }, guide: { try FieldGuide(folder: folder) })
      let posts = try await home.store.recentPosts(FeedRequest(limit: 1000)).ids
      let again = try SQLiteStore(folder: home.folder)
      let (user, _) = try await again.prepareFirstRun(
        localUser: {
          Issue.record("asked again")
          return LocalUser(name: "", email: "")
        }, guide: { try FieldGuide(folder: folder) })
      #expect(user == TemporaryStore.ada)
      #expect(try await again.recentPosts(FeedRequest(limit: 1000)).ids == posts)
    }
  }

  @Test func manyFirstRunsAtOnceAreOne() async throws {
    try await withGuide { guide in
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "firefly-race-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let results = await withTaskGroup(of: Result<LocalUser, any Error>.self) { group in
        for number in 1...6 {
          group.addTask {
            do {
              return .success(
                try await SQLiteStore(folder: folder).prepareFirstRun(
                  localUser: { LocalUser(name: "U\(number)", email: "u\(number)@example.com") },
                  guide: { try FieldGuide(folder: guide) }
                ).owner)
            } catch {
              return .failure(error)
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let users = try Set(results.map { try $0.get() })
      #expect(users.count == 1)
      let store = try SQLiteStore(folder: folder)
      #expect(try await store.recentPosts(FeedRequest(limit: 1000)).count == 2)
    }
  }

  @Test func aDamagedGuideLeavesNothingHalfDone() async throws {
    let home = try TemporaryStore()
    await #expect(throws: ImportError.self) {
      try await home.store.prepareFirstRun(
        localUser: { TemporaryStore.ada },
        guide: { throw ImportError.damaged(place: "line 1", reason: "torn") })
    }
    #expect(try await home.store.recentPosts(FeedRequest()).isEmpty)
    #expect(try await home.store.user(TemporaryStore.ada.email) == nil)
  }

  @Test func theGuideOfThePackageIsWhole() async throws {
    #expect(try FieldGuide() != nil)
    let home = try TemporaryStore()
    let (user, _) = try await home.store.prepareFirstRun(localUser: { TemporaryStore.ada })
    let posts = try await home.store.recentPosts(FeedRequest(limit: 1000))
    for url in posts.compactMap(\.imageURL) {
      let name = try #require(UploadsFolder.name(inURL: url))
      #expect(home.store.uploads.file(name) != nil, "\(name)")
    }
    for query in posts where query.template == .query {
      #expect(
        try await !home.store.search(queryID: query.id, reader: user.email).isEmpty,
        "\(query.title) finds nothing")
    }
  }

  /// Whoever goes down the first list, or along the steps, reads the guide in its order.
  @Test func theGuideStandsOnTopInReadingOrder() async throws {
    let home = try TemporaryStore()
    _ = try await home.store.prepareFirstRun(localUser: { TemporaryStore.ada })
    let feed = try await home.store.recentPosts(FeedRequest(limit: 1000))
      .filter { $0.template == .post }
    let welcome = try #require(feed.first)
    #expect(welcome.title == "welcome to firefly")
    #expect((welcome.childCount ?? 0) == 9)
    var pages: [String] = []
    func read(_ post: Post) async throws {
      pages.append(post.title)
      for child in try await home.store.children(of: post.id, limit: 100) { try await read(child) }
    }
    try await read(welcome)
    #expect(feed.prefix(pages.count).map(\.title) == pages)
    let steps = pages.compactMap { $0.contains(" · ") ? Int($0.prefix(1)) : nil }
    #expect(steps == Array(1...9))
    // All of it is today's, or of last night.
    let dates = try feed.prefix(pages.count).map { try #require($0.createdAt) }
    #expect(dates.allSatisfy { $0 <= Date() && $0 > Date() - 7_200 })
  }

  /// The guide tells what there is.
  @Test func theGuidePromisesNothing() throws {
    let guide = try #require(try FieldGuide())
    let promises = [
      "next version", "not in this version", "coming soon", "will be able",
    ]
    for item in guide.document.items {
      let post = item
      let text = [post.title, post.summary ?? "", post.body].joined(separator: "\n")
      for promise in promises { #expect(!text.contains(promise), "\(post.title)") }
    }
  }

  /// Whoever does what the guide says about a search finds something.
  @Test func aSearchAsTheGuideTeachesItFindsPosts() async throws {
    let home = try TemporaryStore()
    let (user, _) = try await home.store.prepareFirstRun(localUser: { TemporaryStore.ada })
    let guide = try #require(try FieldGuide())
    let page = try #require(
      guide.document.items.first { $0.title == "behind F2: searches" })
    #expect(page.body.contains("**summary** holds the words"))
    for (title, summary, isFound) in [
      ("zzz", "lantern", true), ("lantern", "zzz", false), ("lantern", "", true),
    ] {
      var search = Post(id: 0, title: title)
      (search.summary, search.template) = (summary, .query)
      let query = try await home.store.create(search, by: user.email)
      let hits = try await home.store.search(queryID: query.id, reader: user.email)
      #expect(hits.isEmpty != isFound, "\(title), \(summary)")
    }
  }

  /// Its words for the parts of the program are those of the glossary.
  ///
  /// What is below "dig here" is about beetles, which have children.
  @Test func theGuideUsesTheWordsOfTheGlossary() throws {
    let guide = try #require(try FieldGuide())
    let items = guide.document.items
    func isAboutTheProgram(_ index: Int) -> Bool {
      let post = items[index]
      if ["welcome to firefly", "how this program works"].contains(post.title) { return true }
      return post.title != "dig here" && items[index].parent.map(isAboutTheProgram) == true
    }
    let pages = items.indices.filter(isAboutTheProgram).map { items[$0] }
    #expect(pages.count > 20)
    for post in pages {
      let text = [post.title, post.summary ?? "", post.body].joined(separator: "\n")
        .replacing(/```[^`]*```|`[^`]*`/, with: "")
      for word in ["child", "children", "explorer", "capsule", "indicator", "F3 people"] {
        #expect(
          text.firstMatch(of: try Regex("(?i)\\b\(word)\\b")) == nil, "\(word) in \(post.title)")
      }
    }
  }

  /// People who listen hear commands and sentences, not cards, bars and arrows.
  @Test func theTourForEarsNamesNothingOfTheScreen() async throws {
    let home = try TemporaryStore()
    _ = try await home.store.prepareFirstRun(
      isForEars: true, localUser: { TemporaryStore.ada })
    let feed = try await home.store.recentPosts(FeedRequest(limit: 1000))
    let welcome = try #require(feed.first { $0.title == "welcome to firefly" })
    var pages = 0
    func read(_ post: Post) async throws {
      pages += 1
      let text = [post.title, post.summary, post.body].joined(separator: "\n")
      let word = text.firstMatch(of: /\b(cards?|bars?|mouse)\b|[→←↑↓❯❮●]/)
      // These bars are of a telephone's signal.
      #expect(
        word == nil || post.title == "it worked from a ridge",
        "\(word?.output.0 ?? "") in \(post.title)")
      for child in try await home.store.children(of: post.id, limit: 100) { try await read(child) }
    }
    try await read(welcome)
    #expect(pages > 20)
    // Posts about the screen are left out, with all below them.
    try await read(try #require(feed.first { $0.title == "how this program works" }))
    let titles = Set(feed.map(\.title))
    #expect(titles.isDisjoint(with: ["the card, taken apart", "because doors do"]))
    // Each of its texts belongs to a post of the guide.
    let guide = try #require(try FieldGuide())
    #expect(guide.spokenTitles.isSubset(of: guide.document.items.map(\.title)))
  }

  /// What the guide says of the program is so.
  @Test func theGuideKnowsTheThemes() throws {
    let guide = try #require(try FieldGuide())
    let text = guide.document.items.compactMap(\.body).joined(separator: "\n")
    #expect(text.contains("Five themes") && text.contains("`paper`"))
  }

  @Test func gitAnswersAreRead() {
    #expect(
      LocalUser.parse("user.name\nOld\0user.email\n a@b.c \0user.name\nNew Name\0user.x\0")
        == ["user.name": "New Name", "user.email": "a@b.c"])
    #expect(LocalUser.parse("").isEmpty)
    let user = LocalUser.discover()
    #expect(!user.name.isEmpty)
    #expect(user.email.contains("@"))
  }
}
